"""Which targets an attack may name, and every reason against each (BG-4, BG-2, BG-3, CS-1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from .barrels import barrel_name, barrel_space, barrels, is_barrel
from .board import Layout, layout
from .cards import Book
from .cards_attacks import AttackProfile
from .combat import light_counts, may_target_ethereal
from .distances import gap
from .geometry import Space
from .memo import interned, kept, same
from .modifiers import allows
from .picking import left_out
from .seeing import in_the_way, plain_sight, sight_corner, sight_reason
from .shapes import caught, place_reasons, places
from .sparing import spared
from .state import Monster, State
from .targets import ethereal_units
from .units import is_explorer, space_of_unit
from .verdicts import Reason, reason
from .ways import corner

#: More ways to name several targets than this are not listed one by one.
MOST_LISTED = 200


Against = tuple[Reason, ...]
Kind = Literal["monster", "explorer", "barrel"]


class Aim:
    """One unit looking for targets, in one state: what its attacks have in common is worked out once (see `aim_of`)."""

    __slots__ = (
        "_barred",
        "_ethereal",
        "_known",
        "_lines",
        "_near",
        "_without_sight",
        "at",
        "attacker",
        "book",
        "state",
    )

    def __init__(self, book: Book, state: State, attacker: str) -> None:
        self.book = book
        self.state = state
        self.attacker = attacker
        self.at = space_of_unit(state, attacker)
        table = layout(book.faces, state.board)
        self._near = table.neighbours(self.at, corner(state)) if self.at is not None else ()
        self._without_sight = bool(allows(book, state, "target_without_sight", attacker))
        self._ethereal = ethereal_units(book, state)
        self._barred: frozenset[str] | None = None
        self._lines = plain_sight(book, state, self.at) if self.at is not None else None
        self._known: dict[tuple[str, int, str, bool, bool], Named] = {}

    def against(self, profile: AttackProfile, target: str) -> Against:
        """Everything against naming `target`: no such thing, out of reach or sight, ethereal (BG-4)."""
        barrel = barrel_space(target)
        is_there = barrel is not None and is_barrel(self.book, self.state, barrel)
        space = barrel if is_there else space_of_unit(self.state, target)
        if self.at is None or space is None or target == self.attacker:
            rule = "XB-1" if barrel is not None else "BG-4"
            return _names_itself(target, rule) if target == self.attacker else _no_such_target(target, rule)
        kind: Kind = "barrel" if is_there else "explorer" if is_explorer(self.state, target) else "monster"
        return self._judge(profile, self.at, target, space, kind)

    def _judge(self, profile: AttackProfile, at: Space, target: str, space: Space, kind: Kind) -> Against:
        reasons: Against = ()
        if profile.whom not in ("unit", kind):
            reasons = (reason("wrong_target", "BG-4", who=target, what=profile.whom),)
        if kind == "explorer" and self.attacker in self.state.monsters:
            card = spared(self.book, self.state, target, self.attacker)
            if card:
                reasons += (reason("spared", "RD-5", who=target, card=card),)
            over = left_out(self.book, self.state, self.attacker).get(target, "") if profile.targets else ""
            if over:
                reasons += (reason("passed_over", "RD-5", who=target, card=over),)
        reasons += self._out_of_reach(profile, at, target, space, kind)
        if target in self._ethereal and not may_target_ethereal(self.book, self.state, self.attacker, target):
            reasons += _target_ethereal(target, light_counts(self.state))
        return reasons

    def _out_of_reach(self, profile: AttackProfile, at: Space, target: str, space: Space, kind: Kind) -> Against:
        if profile.reach == "adjacent":
            return () if space in self._near else _not_adjacent(target, self._between(at, space))
        far = gap(at, space) if profile.within else 0
        blind = None if self._without_sight else self._blind(profile, at, target, space, kind)
        if far > profile.within:
            too_far = _too_far(target, profile.within, far)
            return too_far if blind is None else (*too_far, blind)
        return () if blind is None else (blind,)

    def _between(self, at: Space, space: Space) -> str:
        return layout(self.book.faces, self.state.board).shut_off(at, space)

    def _blind(self, profile: AttackProfile, at: Space, target: str, space: Space, kind: Kind) -> Reason | None:
        if self._lines is not None and not profile.past_corners and space in self._lines:
            return self._lines[space]
        unit, past = "" if kind == "barrel" else target, profile.past_corners
        return sight_reason(self.book, self.state, self.attacker, at, unit, space, past_corners=past)

    def named(self, profile: AttackProfile) -> Named:
        """What stands against each monster, explorer in play and barrel for attacks of this reach."""
        # Nothing else of an attack matters for a single target.
        key = (profile.reach, profile.within, profile.whom, profile.past_corners, profile.targets == 0)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._worked_out(profile)
        return found

    def _worked_out(self, profile: AttackProfile) -> Named:
        at, targets = self.at, _all_targets(self.book, self.state)
        if at is None:
            return Named({target: self.against(profile, target) for target, _, _ in targets})
        plain = profile.whom == "unit" and self.attacker in self.state.explorers
        if plain and self._lines is not None:
            monsters = self._monsters(profile, at)
            others = targets[len(monsters.against) :]
        else:
            monsters, others = NO_MONSTERS, targets
        found: dict[str, Against] = {}
        for target, space, kind in others:
            if space is None or target == self.attacker:
                found[target] = self.against(profile, target)
            elif plain and target not in self._ethereal:
                found[target] = self._out_of_reach(profile, at, target, space, kind)  # all that `_judge` looks at then
            else:
                found[target] = self._judge(profile, at, target, space, kind)
        own = self.state.explorers if self.attacker in self.state.explorers else ()
        return Named(found, monsters, own)

    def _monsters(self, profile: AttackProfile, at: Space) -> Monsters:
        """The monsters, for an explorer's attack on any unit where no card speaks of sight: most of them stay put."""
        book, state = self.book, self.state
        if self._barred is None:
            barred = [m for m in self._ethereal if m in state.monsters and not self._may_target_ethereal(m)]
            self._barred = interned(frozenset(barred))
        reach: Literal["adjacent", "sight", "any"]
        reach = "adjacent" if profile.reach == "adjacent" else "sight" if not self._without_sight else "any"
        light = light_counts(state)
        how = Reach(at, reach, profile.within, profile.past_corners, corner(state), sight_corner(state), light)
        parts = (layout(book.faces, state.board), state.monsters, self._barred)
        return same(("aimed at monsters", how), parts, lambda: _monsters_aimed_at(*parts, how))

    def _may_target_ethereal(self, target: str) -> bool:
        return may_target_ethereal(self.book, self.state, self.attacker, target)


def _all_targets(book: Book, state: State) -> list[tuple[str, Space | None, Kind]]:
    """Whatever an attack may name at all, with its space and what it is: monsters, explorers in play, barrels."""
    return kept(book, state, "all targets", lambda: _found_targets(book, state))


def _found_targets(book: Book, state: State) -> list[tuple[str, Space | None, Kind]]:
    return [
        *((m.id, m.space, "monster") for m in state.monsters.values()),
        *((e.id, e.space, "explorer") for e in state.explorers.values() if e.status == "in_play"),
        *((barrel_name(space), space, "barrel") for space in barrels(book, state)),
    ]


class Monsters:
    """What stands against each monster for one attacker and one reach; `may` = those against which nothing does."""

    __slots__ = ("against", "may")

    def __init__(self, against: Mapping[str, Against]) -> None:
        self.against = against
        self.may = tuple([monster for monster, reasons in against.items() if not reasons])


NO_MONSTERS = Monsters({})


class Reach(NamedTuple):
    """From where and how far an attack reaches: `reach` = 'adjacent', 'sight' or 'any', be it in sight or not.

    `light` = a lit chapter space gives leave for ethereal units.
    """

    at: Space
    reach: Literal["adjacent", "sight", "any"]
    within: int
    past_corners: bool
    corner_any_wall: bool
    corner_blocked: bool
    light: bool


def _monsters_aimed_at(
    table: Layout,
    monsters: Mapping[str, Monster],
    barred: frozenset[str],
    how: Reach,
) -> Monsters:
    """`barred` = the ethereal ones that may not be named."""
    found: dict[str, Against] = {}
    at, reach, within, past_corners, corner_any_wall, corner_blocked, light = how
    near = table.neighbours(at, corner_any_wall)
    for monster in monsters.values():
        if reach == "adjacent":
            reasons = () if monster.space in near else _not_adjacent(monster.id, table.shut_off(at, monster.space))
        else:
            far = gap(at, monster.space) if within else 0
            reasons = _too_far(monster.id, within, far) if far > within else ()
            blind = in_the_way(table, at, monster.space, corner_blocked, past_corners) if reach == "sight" else None
            if blind is not None:
                reasons = (*reasons, blind)
        found[monster.id] = (*reasons, *_target_ethereal(monster.id, light)) if monster.id in barred else reasons
    return Monsters(found)


class Named:
    """Whom an attack may name, and what stands against the others.

    `monsters` = those that were judged by themselves, `against` holds the others; `own` = the attacker's own kind.
    """

    __slots__ = ("_against", "_own", "_told", "may", "monsters")

    def __init__(
        self, against: Mapping[str, Against], monsters: Monsters = NO_MONSTERS, own: Collection[str] = ()
    ) -> None:
        self._own = own
        self._against = against
        self._told: dict[str, Against] = {}
        self.monsters = monsters
        others = [target for target, reasons in against.items() if not reasons]
        self.may: tuple[str, ...] = interned((*monsters.may, *others))

    def _instead_of(self, target: str) -> tuple[str, ...]:
        """What may be named in its place: no companion for who wants to attack somebody else."""
        if target in self._own:
            return self.may
        return tuple([one for one in self.may if one not in self._own])

    def against(self, target: str) -> Against | None:
        """The reasons against a target, which name those that may be named; None for no target of these."""
        found = self._told.get(target)
        if found is None:
            plain = self.monsters.against.get(target)
            if plain is None:
                plain = self._against.get(target)
            if plain is not None:
                found = self._told[target] = with_alternatives(plain, self._instead_of(target))
        return found


def with_alternatives(reasons: Iterable[Reason], may: tuple[str, ...]) -> Against:
    """The reasons with what could be named instead."""
    return tuple([Reason(r.code, r.rule, r.params, may) for r in reasons])


# reasons that name a target and little else: the same ones are given again and again


@lru_cache(maxsize=1024)
def _names_itself(who: str, rule: str) -> Against:
    return (reason("names_itself", rule, who=who),)


@lru_cache(maxsize=1024)
def _no_such_target(who: str, rule: str) -> Against:
    return (reason("no_such_target", rule, who=who),)


@lru_cache(maxsize=1024)
def _target_ethereal(who: str, light: bool) -> Against:
    return (reason("target_ethereal", "CS-1", who=who) if light else reason("ethereal_without_card", "BG-4", who=who),)


@lru_cache(maxsize=1024)
def _not_adjacent(who: str, between: str) -> Against:
    if not between:
        return (reason("target_not_adjacent", "BG-2", who=who),)
    return (reason("target_not_adjacent", "BG-2", who=who, between=between),)


@lru_cache(maxsize=4096)
def _too_far(who: str, most: int, far: int) -> Against:
    return (reason("target_too_far", "BG-4", who=who, most=most, far=far),)


def aim_of(book: Book, state: State, attacker: str) -> Aim:
    """How things stand for the attacks of a unit; kept while the state is asked about."""
    return kept(book, state, ("aim", attacker), lambda: Aim(book, state, attacker))


def possible_targets(book: Book, state: State, attacker: str, profile: AttackProfile) -> tuple[str, ...]:
    """Everything that this attack may name now: monsters, explorers, barrels; spaces when it is aimed at a place."""
    if profile.shape:
        return places(book, state, attacker, profile)
    return aim_of(book, state, attacker).named(profile).may


def hit_by(book: Book, state: State, attacker: str, profile: AttackProfile, named: tuple[str, ...]) -> tuple[str, ...]:
    """Whom an attack is on that names these: them, each in reach when it names none, or whoever a place catches."""
    if profile.shape:
        return caught(book, state, attacker, profile, named[0]) if named else ()
    return named or possible_targets(book, state, attacker, profile)


def naming_reasons(
    book: Book, state: State, attacker: str, profile: AttackProfile, named: tuple[str, ...]
) -> list[Reason]:
    """Everything against naming these targets together."""
    if profile.shape:
        spaces = places(book, state, attacker, profile)
        if len(named) != 1:
            return [reason("no_space_named" if not named else "one_space_only", "BG-4", spaces)]
        return list(with_alternatives(place_reasons(book, state, attacker, profile, named[0]), spaces))
    aim = aim_of(book, state, attacker)
    if 0 < len(named) <= profile.targets and not any(aim.against(profile, target) for target in {*named}):
        return []  # what stands against others is worked out only for who is told of them
    found = aim.named(profile)
    may = found.may
    reasons: list[Reason] = []
    if profile.targets == 0:
        if not may:
            reasons.append(reason("nobody_in_reach", "BG-4", who=attacker))
        elif named and set(named) != set(may):
            reasons.append(reason("attack_takes_each", "BG-4", may))
    elif not named:
        reasons.append(reason("no_target_named", "BG-4", may, who=attacker))
    elif len(named) > profile.targets:
        reasons.append(reason("too_many_targets", "BG-4", most=profile.targets, n=len(named)))
    for target in dict.fromkeys(named):
        if target not in may:
            reasons += found.against(target) or with_alternatives(aim.against(profile, target), may)
    return reasons


def ways_to_name(book: Book, state: State, attacker: str, profile: AttackProfile) -> Iterator[tuple[str, ...]]:
    """Every way to name targets now; of attacks on many at once, the smaller ways only (MOST_LISTED)."""
    may = possible_targets(book, state, attacker, profile)
    if profile.shape:  # a place with none but one's own kind is legal, and not proposed
        mine = attacker in state.explorers
        for place in may:
            if any((unit in state.explorers) != mine for unit in caught(book, state, attacker, profile, place)):
                yield (place,)
        return
    if profile.targets == 0:
        if may:
            yield ()
        return
    listed = 0
    for n in range(1, profile.targets + 1):
        for named in combinations_with_replacement(may, n):
            if listed >= MOST_LISTED and n > 1:
                return
            listed += 1
            yield named
