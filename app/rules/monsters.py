"""The monster phase: each monster that was in play acts once, carried out by the group (RD-5)."""

from __future__ import annotations

from collections.abc import Iterator

from . import moves as mv
from .agenda_phases import MonsterPhase
from .aiming import hit_by, naming_reasons, ways_to_name
from .altering import replace
from .attacking import open_attack
from .board import layout
from .cards import Book
from .cards_attacks import ATTACK, AttackProfile
from .cards_text import Ability
from .conditions import About, holds, need_not_met
from .engine import MOVES, STEPS, Run
from .events_cards import AbilityUsed
from .events_map import DoorSet
from .geometry import CLOSED_DOOR, SIDES, Space, beyond, border_of
from .modifiers import forbids
from .moving import walk_along
from .picking import left_out, picked
from .placed import border_key
from .playing import limit_key
from .resolving import begin
from .set_values import changed
from .state import State, key_of
from .striding import moves_left
from .triggers import trigger
from .turns import answer_reasons, pending_reason
from .units import occupied
from .verdicts import By, Reason, reason
from .ways import walkable


def carry_monsters(run: Run, step: MonsterPhase) -> bool:
    """Those that have gone act no more; the phase's list is done when nobody is left on it."""
    waiting = tuple(m for m in step.waiting if m in run.state.monsters)
    if not waiting:
        run.close(step)
        return True
    if waiting != step.waiting or step.acting not in ("", *waiting):
        going_on = step.acting in waiting
        run.change(replace(step, waiting=waiting) if going_on else _nobody_acts(step, waiting))
    return False


def _nobody_acts(step: MonsterPhase, waiting: tuple[str, ...]) -> MonsterPhase:
    """The phase before the next of those waiting begins to act."""
    return MonsterPhase(step.id, step.listed, waiting, near=step.near)


def attack_profile(book: Book, state: State, monster: str) -> AttackProfile | None:
    """The attack that a monster prints, as often as it may make it now (IP-22); None without one."""
    profile = book.monsters[state.monsters[monster].card].attack_profile
    if profile is None:
        return None
    return replace(profile, times=max(0, changed(book, state, profile.times, "attacks", monster)))


def attacks_left(book: Book, state: State, monster: str, step: MonsterPhase) -> int:
    """How often a monster may still attack in this phase."""
    profile = attack_profile(book, state, monster)
    made = step.attacks if step.acting == monster else 0
    return max(0, profile.times - made) if profile is not None else 0


# ------------------------------------------------------------------ what all its moves need


def _phase_on_top(state: State) -> MonsterPhase | None:
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, MonsterPhase) else None


def acting_reasons(state: State, monster: str, by: By) -> list[Reason]:
    """What keeps a monster from acting now: another phase, a question, not on the list, done, another has begun."""
    if state.phase != "monster":
        return [reason("wrong_phase", "RD-5", phase=state.phase, needed="monster")]
    step = _phase_on_top(state)
    if step is None:
        pending = pending_reason(state)
        return [pending if pending is not None else reason("monsters_done", "RD-5")]
    reasons = answer_reasons(state, "group", by)
    if monster not in step.waiting or monster not in state.monsters:
        left = tuple(m for m in step.waiting if m in state.monsters)
        code = "monster_has_acted" if monster in step.listed else "monster_not_listed"
        if monster not in state.monsters:
            code = "no_such_unit"
        reasons.append(reason(code, "RD-5", left, who=monster))
    if step.acting not in ("", monster):
        reasons.append(reason("monster_acting", "RD-5", (step.acting,), who=step.acting))
    return reasons


def may_act(state: State, monster: str) -> bool:
    """Whether it is this monster that may act now: on the list, not done, and no other has begun."""
    step = _phase_on_top(state)
    return step is not None and monster in step.waiting and monster in state.monsters and step.acting in ("", monster)


def _begin(run: Run, monster: str) -> MonsterPhase:
    """The monster begins to act, if it has not."""
    step = _phase_on_top(run.state)
    assert step is not None
    if step.acting == monster:
        return step
    over, aims = left_out(run.book, run.state, monster), picked(run.book, run.state, monster)
    step = replace(_nobody_acts(step, step.waiting), acting=monster, over=tuple(over.items()), picked=aims)
    run.change(step)
    return step


# ------------------------------------------------------------------ moving


def check_move(book: Book, state: State, move: mv.MoveMonster, by: By) -> list[Reason]:
    """RD-5, BG-2: a free space within the moves that the monster has left."""
    reasons = acting_reasons(state, move.monster, by)
    monster = state.monsters.get(move.monster)
    if monster is None or not may_act(state, move.monster):
        return reasons
    table = layout(book.faces, state.board)
    here = key_of(move.to)
    if move.to not in table.spaces:
        return [*reasons, reason("no_space", "BG-2", x=move.to[0], y=move.to[1])]
    if move.to == monster.space:
        return [*reasons, reason("stands_there", "BG-2", who=move.monster)]
    taken = occupied(state).get(move.to)
    if taken is not None:
        return [*reasons, reason("space_taken", "BG-2", space=here, who=taken)]
    left = moves_left(book, state, move.monster)
    if move.to not in walkable(book, state, move.monster, left):
        steps = walkable(book, state, move.monster, None).get(move.to)
        if steps is None:
            reasons.append(reason("not_reachable", "BG-2", space=here, who=move.monster))
        else:
            reasons.append(reason("monster_too_far", "RD-5", space=here, needed=steps, there=left, who=move.monster))
    return reasons


def do_move(run: Run, move: mv.MoveMonster) -> None:
    """The monster walks there by the cheapest way; an environment on it stops it as it stops anybody (IP-3)."""
    _begin(run, move.monster)
    walk_along(run, move.monster, move.to, cost=1, how="walk")


# ------------------------------------------------------------------ doors


def closed_doors(book: Book, state: State, space: Space) -> tuple[Space, ...]:
    """The spaces beyond the closed doors beside a space."""
    table = layout(book.faces, state.board)
    return tuple(beyond(space, side) for side in SIDES if table.side(space, side) == CLOSED_DOOR)


def check_door(book: Book, state: State, move: mv.MonsterOpenDoor, by: By) -> list[Reason]:
    """RD-5: a closed door beside the monster, and a move left for it."""
    reasons = acting_reasons(state, move.monster, by)
    monster = state.monsters.get(move.monster)
    if monster is None or not may_act(state, move.monster):
        return reasons
    doors = closed_doors(book, state, monster.space)
    if move.to not in doors:
        reasons.append(
            reason("no_closed_door", "BG-1", tuple(map(key_of, doors)), space=key_of(move.to), who=move.monster)
        )
    if moves_left(book, state, move.monster) < 1:
        reasons.append(reason("no_moves_left", "RD-5", who=move.monster))
    return reasons


def do_door(run: Run, move: mv.MonsterOpenDoor) -> None:
    """Open the door for one move."""
    step = _begin(run, move.monster)
    run.change(replace(step, steps=step.steps + 1))
    space = run.state.monsters[move.monster].space
    side = next(s for s in SIDES if beyond(space, s) == move.to)
    run.emit(DoorSet(border_key(border_of(space, side)), "/", move.monster, "RD-5"))
    trigger(run, "door_opened", actor=None)


# ------------------------------------------------------------------ attacking


def check_monster_attack(book: Book, state: State, move: mv.MonsterAttack, by: By) -> list[Reason]:
    """RD-5, BG-4: an attack that the monster has left, on targets that it may name."""
    reasons = acting_reasons(state, move.monster, by)
    step = _phase_on_top(state)
    if step is None or not may_act(state, move.monster):
        return reasons
    profile = attack_profile(book, state, move.monster)
    if profile is None:
        return [*reasons, reason("no_attack", "BG-4", card=state.monsters[move.monster].card)]
    if attacks_left(book, state, move.monster, step) < 1:
        reasons.append(reason("no_attacks_left", "RD-5", who=move.monster, n=profile.times))
    forbidden = forbids(book, state, "attack", move.monster)
    if forbidden:
        reasons.append(reason("attack_forbidden", "BG-4", who=move.monster, card=forbidden))
    return reasons + naming_reasons(book, state, move.monster, profile, move.targets)


def do_monster_attack(run: Run, move: mv.MonsterAttack) -> None:
    """The monster attacks in a step of its own."""
    profile = attack_profile(run.book, run.state, move.monster)
    assert profile is not None
    step = _begin(run, move.monster)
    gone = step.steps_before if step.attacks else step.steps
    run.change(replace(step, attacks=step.attacks + 1, steps_before=gone))
    named = hit_by(run.book, run.state, move.monster, profile, move.targets)
    open_attack(run, move.monster, profile, named, run.state.monsters[move.monster].card, ATTACK, "RD-5")


# ------------------------------------------------------------------ what its card lets it do


def check_ability(book: Book, state: State, move: mv.MonsterAbility, by: By) -> list[Reason]:
    """RD-5: an active ability of the card of the monster that acts, its conditions met, its limit not used."""
    reasons = acting_reasons(state, move.monster, by)
    if not may_act(state, move.monster):
        return reasons
    card = state.monsters[move.monster].card
    ability = next((one for at, one in _deeds(book, card) if at == move.at), None)
    if ability is None:
        return [*reasons, reason("no_such_ability", "RD-5", card=card, at=move.at)]
    for need in ability.needs:
        if not holds(book, state, need, About(card, move.at, move.monster)):
            reasons.append(need_not_met(book, state, need, About(card, move.at, move.monster), "RD-5"))
    key = limit_key(ability, card, move.at, move.monster)
    if key and state.used.get(key):
        reasons.append(reason("used_this_round", "RD-5", card=card, limit=ability.limit))
    return reasons


def do_ability(run: Run, move: mv.MonsterAbility) -> None:
    """The ability resolves for the monster, which is the activating unit."""
    _begin(run, move.monster)
    card = run.state.monsters[move.monster].card
    ability = run.book.ability(card, move.at)[2]
    run.emit(AbilityUsed(move.monster, card, move.at, limit_key(ability, card, move.at, move.monster), "RD-5"))
    begin(run, card, move.at, unit=move.monster)


def _deeds(book: Book, card: str) -> tuple[tuple[str, Ability], ...]:
    """The active abilities on a monster's card, each with its address."""
    return tuple((at, one) for at, _, _, one in book.monsters[card].abilities() if one.kind == "active")


# ------------------------------------------------------------------ done


def check_done(book: Book, state: State, move: mv.MonsterDone, by: By) -> list[Reason]:
    """RD-5: a monster that is on the list and has not acted yet."""
    return acting_reasons(state, move.monster, by)


def do_done(run: Run, move: mv.MonsterDone) -> None:
    """It acts no more in this phase."""
    step = _begin(run, move.monster)
    if step.steps or step.attacks:
        run.note("monster_done", "RD-5", move.monster, step.steps)
    else:  # a behaviour is the group's to carry out: what it left out is told
        run.note("monster_idle", "RD-5", move.monster)
    run.change(_nobody_acts(step, tuple(m for m in step.waiting if m != move.monster)))


def monster_moves(book: Book, state: State) -> Iterator[mv.Move]:
    """The moves of the monster phase: those of the monster that has begun, else of all that wait, in their order."""
    step = _phase_on_top(state)
    if step is None:
        return
    for monster in step.listed:
        if monster not in state.monsters:
            continue
        yield mv.MonsterDone(monster)
        if monster not in step.waiting or step.acting not in ("", monster):
            continue
        for space in sorted(
            walkable(book, state, monster, moves_left(book, state, monster)), key=lambda s: (s[1], s[0])
        ):
            yield mv.MoveMonster(monster, space)
        for door in closed_doors(book, state, state.monsters[monster].space):
            yield mv.MonsterOpenDoor(monster, door)
        for at, _ in _deeds(book, state.monsters[monster].card):
            yield mv.MonsterAbility(monster, at)
        profile = attack_profile(book, state, monster)
        if profile is not None:
            named = tuple(ways_to_name(book, state, monster, profile))
            for targets in named or ((),):
                yield mv.MonsterAttack(monster, targets)


MOVES[mv.MoveMonster] = (check_move, do_move)
MOVES[mv.MonsterOpenDoor] = (check_door, do_door)
MOVES[mv.MonsterAbility] = (check_ability, do_ability)
MOVES[mv.MonsterAttack] = (check_monster_attack, do_monster_attack)
MOVES[mv.MonsterDone] = (check_done, do_done)
STEPS[MonsterPhase] = carry_monsters
