"""Fold what happened to explorers and monsters into the state (evolve)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .altering import altered, with_item, without
from .events_rolls import AttackMade
from .events_units import ExplorerJoined, ExplorerSet, ExplorerTook, MonsterPlaced, PoolChanged, UnitLeft, UnitMoved
from .placed import cell_of
from .state import Explorer, Monster, State


def _pool_changed(s: State, e: PoolChanged) -> State:
    explorer = s.explorers.get(e.unit)
    if explorer is not None:
        changed: dict[str, Any] = {e.what: e.after}
        return altered(s, explorers=with_item(s.explorers, e.unit, altered(explorer, **changed)))
    monster = s.monsters[e.unit]
    return altered(s, monsters=with_item(s.monsters, e.unit, altered(monster, health=e.after)))


def _unit_moved(s: State, e: UnitMoved) -> State:
    explorer = s.explorers.get(e.unit)
    if explorer is not None:
        moved = altered(explorer, space=e.to, status="in_play")
        return altered(s, explorers=with_item(s.explorers, e.unit, moved), used=_steps_counted(s, e, explorer))
    return altered(s, monsters=with_item(s.monsters, e.unit, altered(s.monsters[e.unit], space=e.to)))


def _steps_counted(s: State, e: UnitMoved, explorer: Explorer) -> Mapping[str, int]:
    """What an explorer walked this round, and how much of it when it came to its tile (pacing)."""
    walked = s.used.get(f"walked {e.unit}", 0)
    cell = cell_of(explorer.space) if explorer.space is not None else None
    came, walks = 0, e.how == "walk"
    for n, space in enumerate(e.path or (e.to,), 1):
        other = cell_of(space)
        if other != cell:
            came, cell = walked + n if walks else walked, other
    if not came and not walks:
        return s.used
    used = dict(s.used)
    if walks:
        used[f"walked {e.unit}"] = walked + len(e.path)
    if came:
        used[f"came {e.unit}"] = came
    return used


def _unit_left(s: State, e: UnitLeft) -> State:
    explorer = s.explorers.get(e.unit)
    if explorer is None:
        return altered(s, monsters=without(s.monsters, e.unit))
    if e.how == "exit":
        gone = altered(explorer, space=None, status="left", finished=True)
        return altered(s, explorers=with_item(s.explorers, e.unit, gone))
    gone = altered(explorer, space=None, status="dead", health=0, finished=True)
    return altered(s, explorers=with_item(s.explorers, e.unit, gone), replacements=s.replacements + 1)


def _monster_placed(s: State, e: MonsterPlaced) -> State:
    monster = Monster(e.unit, e.card, e.health, e.space)
    return altered(s, monsters=with_item(s.monsters, e.unit, monster), next_id=s.next_id + 1)


def _explorer_took(s: State, e: ExplorerTook) -> State:
    if e.what == "acts":  # whatever was walked before is over
        walked = {key.partition(" ")[2]: n for key, n in s.used.items() if key.startswith("walked ")}
        stopped = {f"stopped {who}": n for who, n in walked.items()}
        return altered(s, acting=e.explorer, used={**s.used, **stopped} if stopped else s.used)
    explorer = s.explorers[e.explorer]
    if e.what == "begun":
        explorer = altered(explorer, begun=True)
    elif e.what == "finished":
        explorer = altered(explorer, begun=True, finished=True, stamina=0)
    else:
        explorer = altered(explorer, begun=False, finished=False)
    return altered(s, explorers=with_item(s.explorers, e.explorer, explorer))


def _explorer_joined(s: State, e: ExplorerJoined) -> State:
    explorer = altered(s.explorers[e.explorer], status="waiting")
    return altered(s, explorers=with_item(s.explorers, e.explorer, explorer), replacements=max(0, s.replacements - 1))


def _explorer_set(s: State, e: ExplorerSet) -> State:
    explorer = s.explorers[e.explorer]
    changed = altered(explorer, status=e.status, space=None, health=e.health, begun=False, finished=False)
    return altered(s, explorers=with_item(s.explorers, e.explorer, changed))


def _attack_made(s: State, e: AttackMade) -> State:
    if not e.attacker:
        return s
    key = f"attack {e.attacker}"
    return altered(s, used=with_item(s.used, key, s.used.get(key, 0) + 1))


#: How an event of each kind is folded in.
FOLDS: dict[type, Callable[[State, Any], State]] = {
    PoolChanged: _pool_changed,
    UnitMoved: _unit_moved,
    UnitLeft: _unit_left,
    MonsterPlaced: _monster_placed,
    ExplorerTook: _explorer_took,
    ExplorerJoined: _explorer_joined,
    ExplorerSet: _explorer_set,
    AttackMade: _attack_made,
}
