"""What everybody at the table reads once: an explorer that died, a chapter that began, an event that was drawn.

A plate over the page, on every phone, until this phone has read or closed it or the next one comes; it is made of the
table as it is, so a phone that was away has it too. Which ones a phone has done with stands in a cookie of the door: no
other phone and no rule asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from app.rules.visibility import HIDDEN
from app.web.contexts import Moment
from app.web.deaths import what_follows
from app.web.render import is_fragment

if TYPE_CHECKING:
    from fastapi import Request
    from starlette.responses import Response

    from app.web.seen_table import Table

COOKIE: Final = "vt_read"
KEPT: Final = 12  # moments that a phone remembers, so that one that comes back with an undo is not told again
A_YEAR: Final = 365 * 86400  # seconds
LONGEST: Final = 150  # characters of a story's beginning
KINDS: Final = {
    "horror_events": ("horror", "ember", "Horror event"),
    "explorer_events": ("event", "brass", "Explorer event"),
}


def moments(table: Table, *, first: bool = False) -> Iterator[Moment]:
    """What the table stands at: its dead, its chapter, then the events that are current.

    `first` = with the first chapter, which lies over no page: a table opens with it, so its tab and a line under the
    board lead to it. Before a chapter comes what was passed through on the way to it, the first one too: it has gone by
    before most have read it. None for a phone that only looks on, nor when the game is over.
    """
    state, book = table.state, table.book
    if table.watching or state.outcome:
        return
    yield from of_the_dead(table)
    for number in passed_through(table):
        yield of_chapter(table, number)
    if state.chapter >= (0 if first else 1):
        yield of_chapter(table, state.chapter)
    for pile, (icon, hue, kind) in KINDS.items():
        card = state.current.get(pile, "")
        if not card or card == HIDDEN:
            continue
        face = book.card(card)
        # a card that is drawn once more is another moment, and lies on more cards than before
        key = f"{card}_{len(state.decks[pile].destroyed)}"
        lines = first_lines([one.lore for one in face.faces])
        yield Moment(key, icon, hue, kind, face.name, lines, f"{table.base}/cards?read={card}#card-{card}")


def of_the_dead(table: Table) -> Iterator[Moment]:
    """Each explorer that is dead, with what follows; it is read where the party is."""
    for one in table.state.explorers.values():
        if one.status == "dead":
            name, page = f"{table.words.unit(one.id)} is dead", f"{table.base}/party#unit-{one.id}"
            yield Moment(f"dead_{one.id}", "no", "ember", "", name, what_follows(table, one.id), page, "What now")


def passed_through(table: Table) -> list[int]:
    """The chapters right before the current one that were read and passed through at once (CH-5), oldest first."""
    state, found = table.state, list[int]()
    for number in range(state.chapter - 1, -1, -1):
        card = state.chapters[number]
        if card not in table.view.story or not table.book.chapters[card].is_pass_through:
            break
        found.insert(0, number)
    return found


def of_chapter(table: Table, number: int) -> Moment:
    """Chapter `number` (0-based), the current one or one that has gone by."""
    state = table.state
    card = table.book.chapters[state.chapters[number]]
    now = number == state.chapter
    kind = f"Chapter {number + 1} begins" if now else f"Chapter {number + 1} has gone by"
    lines = first_lines([face.lore for face in card.faces])
    page = table.chapter_page(number, card.id)
    return Moment(f"{card.id}_{number}", "chapter", "brass", kind, card.name, lines, page)


def moment(table: Table) -> Moment | None:
    """What this phone has not read yet, the dead before a chapter before its events; None when it has read all.

    The page that it is read on, when it is opened, does not announce it, nor does any other from then on (`looked_at`);
    what comes while that page is open is announced there, too.
    """
    done = done_with(table.request)
    at = "" if is_fragment(table.request) else table.request.url.path
    return next((one for one in moments(table) if one.key not in done and page_of(one) != at), None)


def unread_chapter(table: Table) -> bool:
    """Whether the page of the chapter wears a mark: it has not been looked at since the chapter began."""
    done, page = done_with(table.request), f"{table.base}/chapter"
    return any(page_of(one) == page and f"{one.key}+" not in done for one in moments(table, first=True)) and not (
        table.request.url.path == page and not is_fragment(table.request)
    )


def read_already(table: Table) -> set[str]:
    """Where the cards are read that this phone has looked at, and the one that a plate leads to: no news besides."""
    done, plate = done_with(table.request), moment(table)
    known = {one.href for one in moments(table, first=True) if f"{one.key}+" in done}
    return known | ({plate.href} if plate is not None else set())


def page_of(one: Moment) -> str:
    """The path of the page on which a moment's card is read."""
    return one.href.partition("#")[0].partition("?")[0]


def done_with(request: Request) -> tuple[str, ...]:
    """The keys that this phone has closed or, with a plus, looked at."""
    return tuple(request.cookies.get(COOKIE, "").split("."))


def looked_at(table: Table, response: Response) -> Response:
    """The response of the page that shows the cards themselves, which need not be announced here any more."""
    if not is_fragment(table.request):
        read = [one.key for one in moments(table, first=True) if page_of(one) == table.request.url.path]
        remember(table, response, [mark for key in read for mark in (key, f"{key}+")])
    return response


def remember(table: Table, response: Response, keys: list[str]) -> None:
    """Let the phone know these keys from now on; others at the table are told nothing."""
    done = done_with(table.request)
    new = [key for key in keys if key not in done]
    if new:
        kept = [key for key in (*done, *new) if key][-2 * KEPT :]
        response.set_cookie(COOKIE, ".".join(kept), A_YEAR, path=table.base, httponly=True, samesite="lax")


def first_lines(lore: list[str]) -> str:
    """How a story begins, cut between two words; '' for a card without any."""
    text = " ".join(next((one for one in lore if one), "").split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rsplit(' ', 1)[0]}…"


__all__ = ["looked_at", "moment", "moments", "read_already", "remember", "unread_chapter"]
