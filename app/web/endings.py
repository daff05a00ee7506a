"""The end of the game: a plate on every phone and on the big screen that says how it went out, and leads on.

It lies over whatever page a phone is at until this phone has closed it or read on; on the board it stays, above the
drawing. What a phone has done with stands in the cookie of `moments.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.web.board_units import unit_name
from app.web.contexts import Ended
from app.web.messages_names import capital, listed
from app.web.moments import done_with, remember
from app.web.render import is_fragment, page_address

if TYPE_CHECKING:
    from starlette.responses import Response

    from app.web.seen_table import Table

#: What became of an explorer: how a list of them goes on.
FATES: Final = {"in_play": "still on the board", "left": "out by the exit", "dead": "dead", "waiting": "never came in"}
TITLES: Final = {"won": "You have won", "lost": "The game is lost"}


def ended(table: Table) -> Ended | None:
    """How the game went out, as this phone's page is to tell it; None while it goes on, or when the page need not."""
    found = ending(table)
    if found is None:
        return None
    on_board = page_address(table.request).partition("?")[0].rstrip("/").endswith("/board")
    return found if found.fresh or on_board else None


def ending(table: Table) -> Ended | None:
    """How the game went out (BG-7): round, chapter, who lived; None while it goes on."""
    state, book = table.state, table.book
    if not state.outcome:
        return None
    card = book.chapters.get(state.chapter_card)
    chapter = f"chapter {state.chapter + 1} of {len(state.chapters)}" + (f", {card.name}" if card else "")
    lines = [f"Round {state.round}, {chapter}. Monster level {state.level}."]
    for status, fate in FATES.items():
        names = [unit_name(book, state, one.id) for one in state.explorers.values() if one.status == status]
        if names:
            lines.append(f"{capital(fate)}: {listed(names)}.")
    key = key_of(table)
    done = key in done_with(table.request) or reads_on(table)
    return Ended(TITLES[state.outcome], tuple(lines), state.outcome == "won", story(table), key, not done)


def key_of(table: Table) -> str:
    """By what a phone remembers that it has been told; '' while the game goes on."""
    return f"{table.state.outcome}_{table.state.round}" if table.state.outcome else ""


def story(table: Table) -> str:
    """The page at which the story begins, of what may be read; '' before the first chapter."""
    pages = (table.chapter_page(n, card) for n, card in enumerate(table.state.chapters))
    return next((page for page in pages if page), "")


def reads_on(table: Table) -> bool:
    """Whether a page is being opened that the plate leads to: it does not lie over that one, nor over any after it."""
    pages = (story(table), f"{table.base}/log")
    return not is_fragment(table.request) and table.request.url.path in pages


def read_on(table: Table, response: Response) -> Response:
    """The response of a page that the plate leads to: from then on it need not be told to this phone any more."""
    if table.state.outcome and reads_on(table):
        remember(table, response, [key_of(table)])
    return response


__all__ = ["ended", "ending", "key_of", "read_on"]
