"""Whatever the table waits for, every space where somebody stands can be tapped, whoever is selected."""

from __future__ import annotations

from collections.abc import Iterator

from app.rules import By, State, legal_moves, view_for
from app.web.board_parts import Looking, View
from app.web.messages import Words
from tests.soak.test_from_cases import state_after
from tests.support import casebook
from tests.web.board_scene import BASE, ICONS


def moments() -> Iterator[tuple[str, State]]:
    """Of the states that the rule cases come to the first of each phase, kind of step and question that waits there."""
    seen = set()
    for case in casebook.cases():
        if case.unknown:
            continue
        state = state_after(case)
        top = state.agenda[-1] if state.agenda else None
        about = getattr(top, "question", getattr(top, "stage", ""))
        kind = (state.phase, type(top), about, bool(state.monsters))
        if kind not in seen:
            seen.add(kind)
            yield case.id, view_for(state)


def test_the_sheet_of_every_unit_opens_at_every_moment() -> None:
    book, opened = casebook.book(), 0
    for case, state in moments():
        playing = tuple(one.id for one in state.explorers.values() if one.status != "unused")
        host = By("s1", frozenset(playing), host=True, players=("s1",))
        listed, words = legal_moves(book, state, host), Words(book, state)
        spaces = {one.id: one.space for one in (*state.explorers.values(), *state.monsters.values()) if one.space}
        for unit in ("", *spaces):
            for at in spaces.values():
                view = View(unit=unit, at=at)
                sheet = Looking(book, state, host, words, playing, BASE, ICONS, view, listed).sheet()
                assert sheet is not None, (case, view)
                opened += 1
    assert opened > 400
