"""Worked examples for the rules page, told from the rule cases: some for each row of the ledger, in the page's words.

`tests.support.rule_coverage` writes them to app/web/rule_examples.json, one case on a line, so that two people who add
cases seldom write the same lines; a test says when the file is out of date.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import app
from app.rules import Illegal, Preview, State, decide, preview, public_events
from app.rules.events import Event
from app.rules.ledger import LEDGER
from app.rules.settings import setting_names
from app.web.check_text import unknown_words
from app.web.messages import Words
from app.web.messages_events import lines
from app.web.messages_instead import instead
from app.web.messages_moves import move_label
from app.web.messages_names import capital, counted, edge_name
from app.web.messages_questions import asked
from app.web.messages_reasons import sentence
from app.web.messages_settings import setting_name, setting_value
from tests.support.casebook import Case, book, cases, open_table
from tests.support.casemoves import move_in

FILE = Path(app.__file__).parent / "web" / "rule_examples.json"
KINDS = ("accepted", "refused", "edge")
MOST_LINES = 4  # of what an accepted move makes happen
MOST_PARTS = 5  # of a position


def chosen() -> dict[str, list[Case]]:
    """The cases told for each row: the first accepted, refused and edge case, rather one that names the row first."""
    found: dict[str, list[Case]] = {}
    for row in LEDGER:
        about = sorted((case for case in cases() if row in case.rules), key=lambda c: c.rules[0] != row)
        firsts = [next((case for case in about if case.kind == kind), None) for kind in KINDS]
        found[row] = [case for case in firsts if case is not None]
    return found


def told(case: Case) -> dict[str, Any]:
    """A case in words: position, move, verdict with all reasons or what happens; empty parts are left out."""
    table = open_table(case)
    position = tuple(position_words(case, table.state))
    before = []
    for said in case.before:
        by, text = table.by(said)
        move = move_in(book(), table.state, text)
        before.append(move_label(Words(book(), table.state), move))
        verdict = decide(book(), table.state, move, by, table.chance)
        assert not isinstance(verdict, Illegal)
        table.state = verdict.state
    out: dict[str, Any] = {"title": case.title, "edge": edge_words(case), "at": position, "before": before}
    if not case.move:
        words = Words(book(), table.state)
        out |= {"move": "The table is set", "verdict": "legal", "said": happened(words, table.events)}
        return _whole(out)
    by, text = table.by(case.move)
    move = move_in(book(), table.state, text)
    out["move"] = capital(move_label(Words(book(), table.state), move))
    if case.unknown:
        found = preview(book(), table.state, move, by)
        assert isinstance(found, Preview)
        out |= {"verdict": "unknown", "said": [[unknown_words(found.unknown), ""]]}
        return _whole(out)
    verdict = decide(book(), table.state, move, by, table.chance)
    if isinstance(verdict, Illegal):
        words = Words(book(), table.state)
        said = [[f"{sentence(words, r)} {instead(words, r)}".strip(), r.rule] for r in verdict.reasons]
        out |= {"verdict": "refused", "said": said}
    else:
        # a monster that the move takes off keeps its name
        cards = {one.id: one.card for state in (table.state, verdict.state) for one in state.monsters.values()}
        words = Words(book(), verdict.state, cards=cards)
        out |= {"verdict": "legal", "said": happened(words, verdict.events)}
    return _whole(out)


def happened(words: Words, events: Iterable[Event]) -> list[list[str]]:
    """The first things that events tell, each with its rule."""
    told = lines(words, public_events(events))
    left = len(told) - MOST_LINES
    said = [[line.text, line.rule] for line in (told if left == 1 else told[:MOST_LINES])]
    return [*said, [f"And {counted(left, 'line')} more.", ""]] if left > 1 else said


def _whole(out: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty, and with names as they are said: cards of the tests are called 'A Plain Rat'."""
    text = json.dumps({key: value for key, value in out.items() if value}, ensure_ascii=False)
    found: dict[str, Any] = json.loads(re.sub(r"\b[Tt]he (An? [A-Z])", r"\1", text))
    return found


def edge_words(case: Case) -> str:
    """The edge that a case shows; house rules by the names that people read."""
    edge = re.sub(r"^Settings? (?=\w+$)", "House rule ", case.edge)
    return re.sub(r"\w+", lambda m: f"“{setting_name(m[0])}”" if m[0] in setting_names() else m[0], edge)


def position_words(case: Case, state: State) -> Iterator[str]:
    """What matters of a position, in a few short sentences."""
    words = Words(book(), state)
    parts: list[str] = []
    for name, value in case.setting.items():
        parts.append(f"House rule “{setting_name(name)}”: {setting_value(name, value)}.")
    for explorer in state.explorers.values():
        if explorer.status == "in_play" and explorer.space is not None:
            pools = f"{explorer.health} health, {explorer.stamina} stamina, {explorer.essence} essence"
            parts.append(f"{words.unit(explorer.id)} at {words.place(explorer.space)}: {pools}.")
    for monster in state.monsters.values():
        parts.append(f"{capital(words.unit(monster.id))} at {words.place(monster.space)}: {monster.health} health.")
    for cell, terrain in _terrains(state):
        parts.append(
            f"{words.face(terrain.card, terrain.face)} on the {edge_name(terrain.edge)} edge of {words.tile(cell)}."
        )
    for lies in state.environments.values():
        where = f"the {edge_name(lies.edge)} edge of {words.tile(lies.cell)}" if lies.edge else words.tile(lies.cell)
        parts.append(f"{words.card(lies.card)} at {where}.")
    for pile, card in state.current.items():
        if card:
            parts.append(f"Current {pile.replace('_', ' ').removesuffix('s')}: {words.card(card)}.")
    if state.phase != "explorer":
        parts.append(f"It is the {state.phase} phase.")
    if state.agenda:
        parts.append(f"Open: {asked(words, state.agenda[-1])}")
    yield from parts[:MOST_PARTS]
    if len(parts) > MOST_PARTS:
        yield f"And {len(parts) - MOST_PARTS} more."


def _terrains(state: State) -> Sequence[tuple[Any, Any]]:
    return [(tile.cell, tile.terrain) for tile in state.board.tiles if getattr(tile, "terrain", None)]


def document() -> str:
    """The whole file: the cases by id, each on a line of its own, then the ids for each row."""
    rows = chosen()
    named = {case.id: case for found in rows.values() for case in found}
    known = [f"{json.dumps(name)}: {_compact(told(named[name]))}" for name in sorted(named)]
    listed = [f"{json.dumps(row)}: {_compact([case.id for case in found])}" for row, found in rows.items()]
    return '{"cases": {\n' + ",\n".join(known) + '\n}, "rows": {\n' + ",\n".join(listed) + "\n}}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
