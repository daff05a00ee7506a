"""What is said about whom a monster picks: who it is, who is equal, and whom another card keeps out of it (RD-5)."""

from __future__ import annotations

import pytest

from app.packs import builtin
from app.rules.position import read_position
from app.web.messages import Words
from app.web.messages_monsters import aims

BOOK = builtin()


@pytest.mark.parametrize(
    ("card", "ada", "worn", "said"),
    [
        ("mon-101", "c9", "", "Now it picks Ada."),
        ("mon-101", "b9", "", "Now it picks Ada or Bram, who are equal: the group decides."),
        ("mon-101", "b9", "p107", "Now it picks Bram. It does not pick Ada: Felt Slippers."),
        ("mon-104", "a9", "", "Now it picks Ada."),
        ("mon-104", "a9", "p302", "Now it picks Bram. It does not pick Ada: Matron's Cap."),
        ("mon-108", "c9", "", ""),
    ],
)
def test_whom_a_monster_picks_is_told(card: str, ada: str, worn: str, said: str) -> None:
    held = f"decks:\n  apparel held: {worn} by Ada\nitems:\n  {worn} equipped\n" if worn else ""
    state = read_position(
        BOOK,
        "tiles:\n  14a at 0,0\n"
        f"explorers:\n  Ada 2/7/2 at {ada} of 0,0\n  Bram 6/5/2 at f9 of 0,0\n"
        f"monsters:\n  m1 {card} at d9 of 0,0\n{held}",
    )
    assert aims(Words(BOOK, state), state, "m1") == said
