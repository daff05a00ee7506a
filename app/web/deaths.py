"""What follows when an explorer has died, by the house rules of the table and by who plays what (BG-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.web.messages_names import listed

if TYPE_CHECKING:
    from app.web.seen_table import Table


def what_follows(table: Table, explorer: str) -> str:
    """In a sentence or two, what comes after the death of an explorer; to its own player also what there is to do."""
    state, name = table.state, table.words.unit(explorer)
    unused = any(one.status == "unused" for one in state.explorers.values())
    if state.settings.replacement == "on" and unused and state.replacements > 0:
        placed = state.entry is not None and state.entry.cell is not None
        where = "by the entry token" if placed else "as soon as the entry token lies on the map"
        said = f"In the next round a replacement enters {where}: the group chooses who."
    elif state.settings.replacement == "off":
        said = f"Nobody replaces {name} at this table."
    else:
        said = f"No explorer is left to replace {name}." if not unused else f"No replacement is due for {name}."
    if explorer not in table.mine or any(state.explorers[one].status != "dead" for one in table.mine):
        return said
    free = [
        one.id for one in state.explorers.values() if one.status in ("in_play", "waiting") and not table.holder(one.id)
    ]
    if free:
        return f"{said} {listed([table.words.unit(one) for one in free])} can be taken here."
    return f"{said} Until then you look on." if said.startswith("In the next") else f"{said} You look on."
