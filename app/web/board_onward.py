"""What a walk is for: what the thing at its end costs, and what would be left for it, read before the first step.

The table is put to the rules as it would be after the walk. What the way itself sets off is not played ahead: it stands
beside it, and only chance knows what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from app.rules import preview, why_not
from app.rules.attacking import attacks, profile_of, weapons_of
from app.rules.distances import gap
from app.rules.geometry import ACTION_SPACES, CHAPTER, CLOSED_DOOR, SIDES, SPACES, Space, beyond
from app.rules.moves import ActivateChapterSpace, ActivateSpace, Attack, Move, OpenDoor, StartTrade
from app.rules.state import Explorer, State
from app.rules.units import occupied, space_of_unit
from app.rules.verdicts import Illegal
from app.web.board_listed import price
from app.web.board_scene import Scene
from app.web.messages_names import EDGES, listed

Goal = tuple[Move, str]
"""A move that somebody may walk somewhere for, and what it is called: 'activate the chest'."""


def onward(scene: Scene, explorer: Explorer, to: Space, spent: int, goals: Iterable[Goal]) -> tuple[str, str]:
    """(note, warning) about the goals once the explorer stands on `to` and has spent so much stamina; '' for nothing.

    A goal that something else than its price forbids there is not spoken of: its own refusal says why.
    """
    state = after_walk(scene.state, explorer, to, spent)
    left = state.explorers[explorer.id].stamina
    notes, short = [], []
    for move, name in goals:
        reasons = why_not(scene.book, state, move, scene.by)
        needed = ["{needed} {what}".format(**dict(one.params)) for one in reasons if one.code == "not_enough"]
        if not reasons:
            told = preview(scene.book, state, move, scene.by)
            paid = price(move, () if isinstance(told, Illegal) else told.events)
            cost = sum(int(part.n) for part in paid if part.word == "stamina")
            if cost:
                notes.append(f"Then {name} for {cost}, leaves {left - cost}.")
        elif len(needed) == len(reasons):
            short.append(f"Too little to {name}: that takes {listed(needed)}.")
    return " ".join(dict.fromkeys(notes)), " ".join(dict.fromkeys(short))


def for_nothing(scene: Scene, explorer: Explorer, to: Space, spent: int, goals: Sequence[Goal]) -> bool:
    """Whether all that one would walk to `to` for stays forbidden there, whatever it costs: a used chest, an edge that
    nobody explores. Then its refusal says why, and no way there is offered; without goals any way may be worth it.
    """
    state = after_walk(scene.state, explorer, to, spent)
    reasons = [why_not(scene.book, state, move, scene.by) for move, _ in goals]
    return bool(goals) and all(any(one.code != "not_enough" for one in found) for found in reasons)


def after_walk(state: State, explorer: Explorer, to: Space, spent: int) -> State:
    """The table with the explorer on `to` and so much stamina spent."""
    there = replace(explorer, space=to, stamina=max(0, explorer.stamina - spent))
    return replace(state, explorers={**state.explorers, explorer.id: there})


def goals_at(scene: Scene, explorer: Explorer, at: Space, to: Space, spent: int) -> Iterator[Goal]:
    """What one walks to `to` for when the sheet is about `at`: a space or door there, who stands there."""
    char = scene.layout.spaces.get(at, "")
    if char == CHAPTER:
        yield ActivateChapterSpace(explorer.id, at), "activate the chapter space"
    elif char and char in ACTION_SPACES:
        yield ActivateSpace(explorer.id, at), f"activate the {SPACES[char]}"
    if at == to:
        for side in SIDES:
            if scene.layout.side(at, side) == CLOSED_DOOR:
                yield OpenDoor(explorer.id, beyond(at, side)), f"open the door {EDGES[side]}"
    here = occupied(scene.state).get(at, "")
    if here in scene.state.explorers:
        yield StartTrade(explorer.id, here), "trade"
    elif here:
        yield from _cheapest_attack(scene, explorer, here, to, spent)
    elif at == to:
        yield from _newly_attacked(scene, explorer, to, spent)


def _newly_attacked(scene: Scene, explorer: Explorer, to: Space, spent: int) -> Iterator[Goal]:
    """An attack on each monster that the explorer could attack from there and cannot from where it stands."""
    now = {
        t
        for move in scene.listing.moves
        if isinstance(move, Attack)
        for t in move.targets
        if move.explorer == explorer.id
    }
    state = after_walk(scene.state, explorer, to, spent)
    then = {t for move in attacks(scene.book, state, state.explorers[explorer.id], ())[0] for t in move.targets}
    for target in sorted((then - now) & set(scene.state.monsters)):
        for move, name in _cheapest_attack(scene, explorer, target, to, spent):
            yield move, f"{name} {scene.words.unit(target)}"


def into_sight(scene: Scene, explorer: Explorer, target: str, less_than: int) -> Space | None:
    """The cheapest space from which an attack that is not for neighbours reaches `target`, below so much stamina.

    None where there is none, or where the explorer has no such attack.
    """
    known = [
        profile_of(scene.book, scene.state, explorer.id, one)[0]
        for one in weapons_of(scene.book, scene.state, explorer.id)
    ]
    goal = space_of_unit(scene.state, target)
    far = [one for one in known if one is not None and one.reach == "sight" and not one.shape]
    if not far or goal is None:
        return None
    reach = 0 if any(not one.within for one in far) else max(one.within for one in far)
    for space in sorted(scene.steps, key=lambda s: (scene.steps[s], s)):
        cost = scene.steps[space]
        if cost >= less_than or cost > explorer.stamina:
            break
        if reach and gap(space, goal) > reach:
            continue
        state = after_walk(scene.state, explorer, space, cost)
        if any(target in move.targets for move in attacks(scene.book, state, state.explorers[explorer.id], ())[0]):
            return space
    return None


def _cheapest_attack(scene: Scene, explorer: Explorer, target: str, to: Space, spent: int) -> Iterator[Goal]:
    """An attack on this unit from there, one that can be paid if any can; with each weapon the first one listed."""
    state = after_walk(scene.state, explorer, to, spent)
    legal, refused = attacks(scene.book, state, state.explorers[explorer.id], ())
    known = {move.weapon: move for move in reversed(legal) if target in move.targets}
    if not known:
        poor = (move for move, whys in refused if all(one.code == "not_enough" for one in whys))
        known = {move.weapon: move for move in poor if target in move.targets}
    stamina = {weapon: _stamina(scene, state, move) for weapon, move in known.items()}
    if known:
        yield known[min(known, key=lambda weapon: (stamina[weapon], weapon))], "attack"


def _stamina(scene: Scene, state: State, move: Move) -> int:
    """What a move takes in stamina: paid when it is legal, needed when that is too much."""
    told = preview(scene.book, state, move, scene.by)
    if isinstance(told, Illegal):
        return sum(int(str(dict(one.params)["needed"])) for one in told.reasons if one.code == "not_enough")
    return sum(int(part.n) for part in price(move, told.events) if part.word == "stamina")
