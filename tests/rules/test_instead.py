"""What a refusal names as legal instead is legal: each alternative of each refusal of the cases is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from app.rules import decide, moves, why_not
from app.rules.agenda import Ask
from app.rules.board import edge_spaces
from app.rules.moves import Move
from app.rules.state import State, space_of
from app.rules.verdicts import By, Illegal, Legal, Reason
from app.web.messages_instead import LEADS, OPTIONS
from tests.support import casebook
from tests.support.casebook import Case

#: How a move becomes one of its alternatives.
Made = Callable[[Any, str], Move]


def _with(field: str, read: Callable[[str], Any] = lambda text: text) -> Made:
    return lambda move, text: replace(move, **{field: read(text)})


def _named(text: str) -> tuple[str, ...]:
    return (text,)


def _placed(move: moves.PlaceTerrain, text: str) -> Move:
    face, _, edge = text.rpartition(" ")
    return replace(move, face=face or move.face, edge=edge)


def _finishes(move: Any, text: str) -> Move:
    return moves.FinishTurn(text)


def _acts(move: Any, text: str) -> Move:
    return moves.MonsterDone(text)


def _edge(move: Any, text: str) -> Move:
    return replace(move, edge=text.rpartition(",")[2])


#: What takes the place of what, by the kind of move and the code of the reason ('' = every code).
INSTEAD: dict[tuple[type, str], Made] = {
    (moves.Explore, ""): _edge,
    (moves.ConnectEnvironment, ""): _edge,
    (moves.PlaceTerrain, ""): _placed,
    (moves.Walk, "too_far"): _with("to", space_of),
    (moves.Attack, ""): _with("targets", _named),
    (moves.MonsterAttack, ""): _with("targets", _named),
    (moves.OpenDoor, ""): _with("to", space_of),
    (moves.PlaceDoor, ""): _with("to", space_of),
    (moves.MonsterOpenDoor, ""): _with("to", space_of),
    (moves.ActivateSpace, ""): _with("space", space_of),
    (moves.StartTrade, ""): _with("partner"),
    (moves.UseInventory, ""): _with("on"),
    (moves.Drop, ""): _with("space", space_of),
    (moves.Upgrade, "destroy_what"): _with("destroy"),
    (moves.Augment, "does_not_take"): _with("under"),
    (moves.GiveItem, "not_who_trades"): _with("to"),
    (moves.RollDie, ""): _with("typed", int),
    (moves.ChangeSetting, "unknown_value"): _with("value"),
}
#: Reasons whose alternatives act in place of who was to act.
ACTING: dict[str, Made] = {
    **dict.fromkeys(("already_finished", "unfinished_explorers"), _finishes),
    **dict.fromkeys(("monster_acting", "monster_has_acted", "monster_not_listed", "no_such_unit"), _acts),
}
#: Reasons whose alternatives are spaces to do the same from.
FROM = {"not_at_edge", "not_at_dead_end", "not_at_exit", "not_adjacent"}
#: Reasons whose alternatives are facts, not moves: pages do not call them legal.
FACTS = {"attack_takes_each", "needs_not_met", "no_attack", "no_slot_free", "not_its_item", "not_lasting", *OPTIONS}


def _refusals() -> Iterator[tuple[Case, State, Move, By, Reason, Illegal]]:
    """Each reason with alternatives of each refusal of the cases."""
    for case in casebook.cases():
        if not case.refused:
            continue
        table = casebook.open_table(case)
        for said in case.before:
            by, text = table.by(said)
            verdict = decide(casebook.book(), table.state, _move(table.state, text), by, table.chance)
            assert isinstance(verdict, Legal)
            table.state = verdict.state
        by, text = table.by(case.move)
        move = _move(table.state, text)
        verdict = decide(casebook.book(), table.state, move, by, table.chance)
        assert isinstance(verdict, Illegal)
        for reason in verdict.reasons:
            if reason.alternatives:
                yield case, table.state, move, by, reason, verdict


def _move(state: State, text: Any) -> Move:
    return casebook.move_in(casebook.book(), state, text)


def _codes(state: State, move: Move, by: By) -> set[str]:
    reasons = why_not(casebook.book(), state, move, by)
    return {reason.code for reason in reasons}


def _standing(state: State, move: Any, text: str) -> State:
    """The state with whoever moves at a space."""
    mover = replace(state.explorers[move.explorer], space=space_of(text))
    return replace(state, explorers={**state.explorers, move.explorer: mover})


def _tries(state: State, move: Any, code: str, text: str) -> list[tuple[State, Move]]:
    """What an alternative says can be done, each way of it: one of these has to be legal."""
    if code in FROM:
        return [(_standing(state, move, text), move)]
    if text.startswith("at "):
        made = _edge(move, text)
        x, y, side = text.removeprefix("at ").split(",")
        spaces = edge_spaces((int(x), int(y)), side)  # type: ignore[arg-type]
        return [(_standing(state, move, f"{a},{b}"), made) for a, b in spaces]
    if isinstance(move, moves.Answer):
        ask = next(step for step in state.agenda if isinstance(step, Ask) and step.id == move.step)
        labels = ask.labels if len(ask.labels) == len(ask.options) else ask.options
        return [(state, replace(move, option=ask.options[labels.index(text)]))]
    make = ACTING.get(code) or INSTEAD.get((type(move), code)) or INSTEAD[type(move), ""]
    return [(state, make(move, text))]


def test_each_alternative_of_each_refusal_is_legal_or_at_least_free_of_what_it_is_instead_of() -> None:
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    for case, state, move, by, reason, verdict in _refusals():
        if reason.code in FACTS or isinstance(move, moves.MakeRuling):
            continue
        left = {other.code for other in verdict.reasons} - {reason.code}
        for text in reason.alternatives:
            tried[reason.code] += 1
            found = [_codes(there, made, by) for there, made in _tries(state, move, reason.code, text)]
            if not any(codes <= left for codes in found):
                wrong.append(f"{case.id}: {reason.code} -> {text}: {found}")
    assert wrong == [], "\n".join(wrong)
    assert len(tried) > 30
    assert min(tried[code] for code in ("edge_explored", "edge_walled", "token_on_edge", "not_at_edge", "too_far")) > 0


def test_what_is_no_move_is_not_called_legal() -> None:
    assert {code for code in FACTS if code not in LEADS and code not in OPTIONS} == set()
