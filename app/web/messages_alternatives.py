"""What would be legal in place of something, in words: edges, placements, spaces, units, cards."""

from __future__ import annotations

from collections.abc import Sequence

from app.web.messages import Words
from app.web.messages_effects import value_words
from app.web.messages_names import EDGES, listed


def alternatives(words: Words, values: Sequence[str], more: int, last: str) -> str:
    """Several alternatives; what they share, a tile or a face, is said once."""
    parts = [value.rpartition("," if "," in value else " ") for value in values]
    if not more and all(side in EDGES for _, _, side in parts) and len({whole for whole, _, _ in parts}) == 1:
        whole = parts[0][0]
        edges = listed([EDGES[side] for _, _, side in parts], last)
        if "," in whole:
            return f"the {edges} edge of {words.tile(whole)}"
        return f"face {whole.upper()} on the {edges} edge" if whole else f"the {edges} edge"
    told = [alternative(words, value) for value in values]
    tiles = {name.rpartition(" ")[0] for name in told}
    if (
        not any(value.startswith("tile ") for value in values)
        and len(tiles) == 1
        and all("," in value for value in values)
    ):
        told = [told[0], *(name.rpartition(" ")[2] for name in told[1:])]
    return listed([*told, f"{more} more"] if more else told, last)


def alternative(words: Words, value: str) -> str:
    """One alternative in words: an edge, a placement ('a N'), a space ('3,4'), a unit, a card, or itself."""
    if value in EDGES:
        return f"the {EDGES[value]} edge"
    if value.startswith("tile "):
        return words.tile(value.removeprefix("tile "))
    if value.startswith(("barrel ", "space ")):
        return words.unit(value)
    if " " in value and (told := value_words(words, value)):
        return told
    face, _, edge = value.partition(" ")
    if face in ("a", "b") and edge in EDGES:
        return f"face {face.upper()} on the {EDGES[edge]} edge"
    if value.endswith((",h", ",v")):
        return f"the door at {words.place(value[:-2])}"
    if "," in value:
        return words.one("edge" if value[-1:] in EDGES else "space", value)
    if words.state is not None and (value in words.state.explorers or value in words.state.monsters):
        return words.unit(value)
    if value in words.book.explorers:
        return words.unit(value)
    return words.card(value) if words.knows(value) else value.replace("_", " ")
