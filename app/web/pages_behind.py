"""A chapter that has gone by: its story, what was chosen on it, and where the log tells of it.

Only what has lain face up is shown (`TableView.story`): a chapter to come is not found, nor one that a ruling passed
over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from app.web.contexts_cards import Behind, BehindPage, CardView
from app.web.endings import read_on
from app.web.errors import Refusal
from app.web.messages_names import listed
from app.web.moments import looked_at
from app.web.pages_chapter import engraving, faces
from app.web.pages_table import chrome
from app.web.render import frame, is_fragment, render
from app.web.seen_table import AtTable, Table

if TYPE_CHECKING:
    from app.rules.cards_story import Chapter
    from app.rules.state import Marks

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/chapter/{number}")
async def behind(request: Request, table: AtTable, number: Annotated[int, Path(ge=1, le=999)]) -> Response:
    """Chapter `number`, counted from 1. The current one has its own page."""
    state = table.state
    if number == state.chapter + 1 or (is_fragment(request) and number > state.chapter):
        goal = f"{table.base}/chapter"  # an undo has led back to it, or before it
        return Response("", 200, {"HX-Redirect": goal}) if is_fragment(request) else RedirectResponse(goal, 303)
    seen = table.view.story.get(state.chapters[number - 1]) if number <= state.chapter else None
    if seen is None:
        raise Refusal("not_found")
    card = table.book.chapters[state.chapters[number - 1]]
    top, bottom = faces(as_it_was(table, card, seen.marks), card)
    page = BehindPage(
        frame=frame(request),
        chrome=chrome(table, "chapter"),
        name=card.name,
        number=number,
        of=len(state.chapters),
        engraving=engraving(card.id),
        cards=tuple(as_read(one) for n, one in enumerate((top, bottom)) if one and (n == 0 or one.panels or one.lore)),
        chosen=chosen(card, seen.marks),
        passed_through=card.is_pass_through,
        after=after(table, number),
        log=f"{table.base}/log?before={seen.revision + 1}#r{seen.revision}",
    )
    return read_on(table, looked_at(table, render(request, page)))


def after(table: Table, number: int) -> Behind | None:
    """The next chapter after chapter `number` (from 1) that can be read: a story is read on without going back."""
    later = (Behind(table.words.card(card), table.chapter_page(n, card)) for n, card in enumerate(table.state.chapters))
    return next((one for one in list(later)[number:] if one.href), None)


def as_it_was(table: Table, card: Chapter, marks: Marks) -> Table:
    """The table with the marks that the chapter had, for somebody who can do nothing about it any more."""
    state = replace(table.state, card_marks={**table.state.card_marks, card.id: marks})
    return replace(table, view=replace(table.view, state=state, you=None))


def as_read(view: CardView) -> CardView:
    """Without what depends on the table as it is now, and whose hands it needs: all of it is over."""
    panels = tuple(
        replace(
            panel,
            note="",
            rule="",
            charges=None,
            abilities=tuple(replace(one, hand="", done=False) for one in panel.abilities),
            options=tuple(
                replace(
                    option, why="", mark=option.mark if option.mark in ("Chosen", "Not taken", "Counts", "Open") else ""
                )
                for option in panel.options
            ),
        )
        for panel in view.panels
    )
    return replace(view, panels=panels, hand="", stored=())


def chosen(card: Chapter, marks: Marks) -> str:
    """'Chosen: The Lamp and The Rope.', '' where nothing was to choose."""
    found = [
        panel.options[marks.chosen[address]].label
        for face in card.faces
        for n, panel in enumerate(face.panels)
        if (address := f"{face.name}.{n}") in marks.chosen and marks.chosen[address] < len(panel.options)
    ]
    return f"Chosen: {listed(found)}." if found else ""
