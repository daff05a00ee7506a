"""What everybody at the table reads once: a chapter that began, an event that was drawn.

A plate over the page, on every phone, until this phone has read or closed it or the next one comes; it is made of the
table as it is, so a phone that was away has it too. Which ones a phone has done with stands in a cookie of the door: no
other phone and no rule asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from app.rules.visibility import HIDDEN
from app.web.contexts import Moment
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


def moments(table: Table) -> Iterator[Moment]:
    """What the table stands at: its chapter, unless that is the first, then the events that are current.

    The first chapter is what a table opens with: its story is asked for before the first move. None for a phone that
    only looks on, nor when the game is over.
    """
    state, book = table.state, table.book
    if table.watching or state.outcome:
        return
    chapter = book.chapters.get(state.chapter_card)
    if chapter is not None and state.chapter > 0:
        kind = f"Chapter {state.chapter + 1} begins"
        lines = first_lines([face.lore for face in chapter.faces])
        key = f"{chapter.id}_{state.chapter}"
        yield Moment(key, "chapter", "brass", kind, chapter.name, lines, f"{table.base}/chapter")
    for pile, (icon, hue, kind) in KINDS.items():
        card = state.current.get(pile, "")
        if not card or card == HIDDEN:
            continue
        face = book.card(card)
        # a card that is drawn once more is another moment, and lies on more cards than before
        key = f"{card}_{len(state.decks[pile].destroyed)}"
        lines = first_lines([one.lore for one in face.faces])
        yield Moment(key, icon, hue, kind, face.name, lines, f"{table.base}/cards#card-{card}")


def moment(table: Table) -> Moment | None:
    """What this phone has not read yet, a chapter before its events; None when it has read all.

    The page that it is read on, when it is opened, does not announce it, nor does any other from then on (`looked_at`);
    what comes while that page is open is announced there, too.
    """
    done = done_with(table.request)
    at = "" if is_fragment(table.request) else table.request.url.path
    return next((one for one in moments(table) if one.key not in done and page_of(one) != at), None)


def unread_chapter(table: Table) -> bool:
    """Whether the page of the chapter wears a mark: it has not been looked at since the chapter began."""
    done = done_with(table.request)
    return any(one.icon == "chapter" and f"{one.key}+" not in done for one in moments(table)) and not (
        table.request.url.path == f"{table.base}/chapter" and not is_fragment(table.request)
    )


def page_of(one: Moment) -> str:
    """The path of the page on which a moment's card is read."""
    return one.href.partition("#")[0]


def done_with(request: Request) -> tuple[str, ...]:
    """The keys that this phone has closed or, with a plus, looked at."""
    return tuple(request.cookies.get(COOKIE, "").split("."))


def looked_at(table: Table, response: Response) -> Response:
    """The response of the page that shows the cards themselves, which need not be announced here any more."""
    if not is_fragment(table.request):
        read = [one.key for one in moments(table) if page_of(one) == table.request.url.path]
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


__all__ = ["looked_at", "moment", "moments", "remember", "unread_chapter"]
