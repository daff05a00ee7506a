"""Numbers that cards change, what they forbid and allow (IP-22): asked for whenever a number or a ban counts.

Passives of cards in force and effects that last are looked at each time; nothing is stored twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from .board import cell_of
from .cards import Book
from .cards_text import Ability, Option, Panel
from .conditions import About, holds
from .effects_lasting import Allow, Forbid, Modify
from .engine import Run
from .events_cards import AbilityUsed, LastingBegan, LastingEnded
from .holding import counts
from .memo import carried, facts, interned, same
from .state import Lasting, State
from .triggers import cards_in_force, option_is_open
from .units import is_explorer, printed, set_pool, space_of_unit, spawned_with

Kind = Literal["modify", "forbid", "allow"]
Passive = tuple[str, Panel, Option | None, Ability, Modify | Forbid | Allow]
"""A passive ability with its address and place on the card, and one verb of it."""
What = tuple[str, str]
"""What a verb is about: 'modify', 'forbid' or 'allow', and the number or deed."""
Source = tuple[str, str, str | None, Passive]
"""A passive that may count: the unit or card it comes from, the card, who bears it."""


@dataclass(frozen=True, slots=True)
class InForce:
    """One modifier, ban or leave that counts now, with the card it comes from.

    `items`, `level_most` and `apart` narrow a ban, `attack` and `limit` a number: who asks for it looks
    at them. `at` = the address of its ability, '' for what lasts. `sets` = the number is `n`, it does not change by it.
    """

    effect: Kind
    what: str
    n: int
    card: str
    items: str = ""
    level_most: int | None = None
    apart: bool = False
    attack: str = ""
    limit: str = ""
    at: str = ""
    sets: bool = False

    @property
    def key(self) -> str:
        """The key under which the use of a limited one counts this round."""
        return f"{self.card} {self.at}"


def _kind(effect: Modify | Forbid | Allow) -> Kind:
    return "modify" if isinstance(effect, Modify) else "forbid" if isinstance(effect, Forbid) else "allow"


def _concerns(state: State, who: str, unit: str | None, card: str, bearer: str | None) -> bool:
    """Whether `who` on `card` means `unit` (None: the roll or number is nobody's)."""
    if unit is None:
        return who in ("", "table", "each_explorer", "each_monster", "each_unit")
    explorer = is_explorer(state, unit)
    match who:
        case "bearer":
            return unit == bearer
        case "each_explorer":
            return explorer
        case "each_monster":
            return not explorer
        case "each_unit" | "":
            return True
    place = state.environments.get(card)
    if place is not None:
        cell = place.cell
    elif card in state.monsters:
        cell = cell_of(state.monsters[card].space)
    else:
        return False
    space = space_of_unit(state, unit)
    if space is None or cell_of(space) != cell:
        return False
    match who:
        case "here":
            return True
        case "explorers_here":
            return explorer
        case "monsters_here":
            return not explorer
        case "other_monsters_here":
            return not explorer and unit != card
    return False


def _is_seen(book: Book, state: State, who: str, unit: str | None, bearer: str | None) -> bool:
    """Whether `who` means explorers in the bearer's sight, and `unit` is one (BG-3); the bearer itself is."""
    if who != "seen_by_bearer" or unit is None or unit not in state.explorers or bearer is None:
        return False
    from .seeing import sight_reason

    at, space = space_of_unit(state, bearer), space_of_unit(state, unit)
    return at is not None and space is not None and sight_reason(book, state, bearer, at, unit, space) is None


@lru_cache(maxsize=16)
def _passives(book: Book) -> Mapping[str, tuple[tuple[What, Passive], ...]]:
    """The passive abilities of a book with what each of their verbs is about, by card: few cards have any.

    Those of a chapter that is only read never count (CH-5).
    """
    found: dict[str, list[tuple[What, Passive]]] = {}
    read = {name for name, chapter in book.chapters.items() if chapter.is_pass_through}
    for name in (card for card in book.cards if card not in read):
        for at, panel, option, ability in book.abilities_of(name):
            if ability.kind == "passive":
                for verb in ability.do:
                    if isinstance(verb, Modify | Forbid | Allow):
                        what = (_kind(verb), verb.what)
                        found.setdefault(name, []).append((what, (at, panel, option, ability, verb)))
    return {name: tuple(passives) for name, passives in found.items()}


def in_force(book: Book, state: State, effect: Kind, what: str, unit: str | None) -> tuple[InForce, ...]:
    """Everything of one kind that concerns `unit` now; kept while the state is asked about."""
    sources = _sources_kept(book, state)
    if (effect, what) not in sources:
        return ()  # as for most numbers: no card in play says anything about it
    known, key = facts(book, state), (effect, what, unit)
    found: tuple[InForce, ...] | None = known.get(key)
    if found is None:
        found = known[key] = tuple(_in_force(book, state, sources[effect, what], effect, what, unit))
    return found


def is_said(book: Book, state: State, effect: Kind, what: str) -> bool:
    """Whether anything in play may do this at all, to whomever."""
    return (effect, what) in _sources_kept(book, state)


def any_said(book: Book, state: State, whats: frozenset[What]) -> bool:
    """Whether anything in play may do one of these at all, to whomever."""
    return not whats.isdisjoint(_sources_kept(book, state))


def _sources_kept(book: Book, state: State) -> Mapping[What, list[Source]]:
    mine, cards = vars(state), cards_in_force(state)
    last: _Kept | None = mine.get("modifiers")
    if (
        last is not None  # as in `cards_in_force`
        and last.cards is cards
        and last.monsters is mine["monsters"]
        and last.lasting is mine["lasting"]
        and last.book is book
    ):
        return last.sources
    found = mine["modifiers"] = _Kept(book, state, cards)
    return found.sources


class _Kept:
    """The passives that may count, with all that they hang on."""

    __slots__ = ("book", "cards", "lasting", "monsters", "sources")

    def __init__(self, book: Book, state: State, cards: tuple[tuple[str, str | None], ...]) -> None:
        self.book, self.cards, self.monsters, self.lasting = book, cards, state.monsters, state.lasting
        parts = (book, cards, monster_cards(state), state.lasting)
        self.sources: Mapping[What, list[Source]] = same("modifiers", parts, lambda: _sources(*parts))


def monster_cards(state: State) -> tuple[tuple[str, str], ...]:
    """(monster, its card) of the monsters in play: one and the same while none comes or goes."""
    return carried(
        state,
        "monsters' cards",
        (state.monsters,),
        lambda: interned(tuple([(m.id, m.card) for m in state.monsters.values()])),
    )


def _in_force(
    book: Book, state: State, sources: list[Source], effect: Kind, what: str, unit: str | None
) -> Iterator[InForce]:
    """Everything of one kind that concerns `unit` now: passives of cards in force, then what lasts.

    The conditions of a number that is nobody's own are about the explorer that the card belongs to.
    """
    for card, name, bearer, (at, panel, option, ability, verb) in sources:
        if (
            isinstance(verb.who, str)
            and (_concerns(state, verb.who, unit, card, bearer) or _is_seen(book, state, verb.who, unit, bearer))
            and option_is_open(state, name, at, panel, option)
            and counts(state, name, ability)
            and all(holds(book, state, need, About(name, at, unit or bearer)) for need in verb.needs)
            and not (card in state.environments and what != "ignore_environments" and _ignores(book, state, unit))
        ):
            n, narrow = verb.figure if isinstance(verb, Modify) else 1, _narrowed(verb)
            attack, limit, sets = (verb.attack, verb.limit, verb.sets) if isinstance(verb, Modify) else ("", "", False)
            yield InForce(effect, what, n, name, *narrow, attack, limit, at, sets)
    for lasting in state.lasting:
        if lasting.effect != effect or lasting.what != what or not _counts_now(book, state, lasting):
            continue
        if (lasting.unit and lasting.unit == unit) or (
            not lasting.unit and _concerns(state, lasting.who, unit, lasting.card, None)
        ):
            narrow = (lasting.items, lasting.level_most, lasting.apart)
            yield InForce(effect, what, lasting.n, lasting.card, *narrow, sets=lasting.sets)


def _narrowed(verb: Modify | Forbid | Allow) -> tuple[str, int | None, bool]:
    """What narrows a ban: the items, the level of monsters, and those that were apart."""
    return (verb.items, verb.level_most, verb.apart) if isinstance(verb, Forbid) else ("", None, False)


def all_passives(book: Book, state: State, effect: Kind, what: str) -> Iterator[tuple[str, str | None, str, Passive]]:
    """(card or monster, bearer, name of its card, passive) of one kind, of cards in force, whomever they concern."""
    for card, name, bearer, passive in _sources_kept(book, state).get((effect, what), ()):
        yield card, bearer, name, passive


def lasting_for(book: Book, state: State, effect: Kind, what: str, unit: str) -> Iterator[Lasting]:
    """What lasts of one kind for a unit now."""
    for lasting in state.lasting:
        if lasting.effect == effect and lasting.what == what and _counts_now(book, state, lasting):
            everybody = not lasting.unit and _concerns(state, lasting.who, unit, lasting.card, None)
            if everybody or lasting.unit == unit:
                yield lasting


def _ignores(book: Book, state: State, unit: str | None) -> bool:
    """Whether a card lets a unit ignore environments."""
    return unit is not None and bool(allows(book, state, "ignore_environments", unit))


def _sources(
    book: Book,
    cards: tuple[tuple[str, str | None], ...],
    monsters: tuple[tuple[str, str], ...],
    lasting: tuple[Lasting, ...],
) -> dict[What, list[Source]]:
    """The passives that may count now, by what they are about: of cards in force with their bearers, then of monsters
    in play. What only lasts has an entry too, an empty one.
    """
    passives = _passives(book)
    found: dict[What, list[Source]] = {}
    for card, bearer in cards:
        for what, passive in passives.get(card, ()):
            found.setdefault(what, []).append((card, card, bearer, passive))
    for monster, name in monsters:
        for what, passive in passives.get(name, ()):
            found.setdefault(what, []).append((monster, name, monster, passive))
    for held in lasting:
        found.setdefault((held.effect, held.what), [])
    return found


def _counts_now(book: Book, state: State, lasting: Lasting) -> bool:
    if lasting.until == "next_round" and state.round != lasting.round:
        return False
    return not is_left_behind(book, state, lasting)


def is_left_behind(book: Book, state: State, lasting: Lasting) -> bool:
    """Whether it is what an environment brought to one unit, and that unit is not on its tile any more (EN-2)."""
    if not lasting.unit or lasting.card not in book.environments:
        return False
    place, space = state.environments.get(lasting.card), space_of_unit(state, lasting.unit)
    return place is None or space is None or cell_of(space) != place.cell


def number(book: Book, state: State, what: str, unit: str | None = None) -> int:
    """What all modifiers in force add to a number that none of them sets, for `unit` or (None) for the table's own
    rolls. Those that may be set are asked for by `set_values.changed`.
    """
    found = in_force(book, state, "modify", what, unit)
    return sum([one.n for one in found]) if found else 0


def forbids(book: Book, state: State, what: str, unit: str | None = None) -> str:
    """The card that forbids it now, '' when none does."""
    found = in_force(book, state, "forbid", what, unit)
    return found[0].card if found else ""


def allows(book: Book, state: State, what: str, unit: str | None = None) -> str:
    """The card that allows it now, '' when none does."""
    found = in_force(book, state, "allow", what, unit)
    return found[0].card if found else ""


def use_up(run: Run, limited: Iterable[InForce], who: str) -> None:
    """Limited changes of a number were taken up: they count no more this round."""
    for found in limited:
        run.emit(AbilityUsed(who, found.card, found.at, found.key, "IP-22"))


def cannot_use(book: Book, state: State, explorer: str, item: str) -> str:
    """The card that keeps an explorer from using an item, for attacks or active abilities; '' when none does."""
    bans = in_force(book, state, "forbid", "use_items", explorer)
    return next((found.card for found in bans if not found.items or found.items in book.items[item].called), "")


def begin_lasting(run: Run, effect: Modify | Forbid | Allow, unit: str, card: str) -> None:
    """Let an effect last for `unit` ('' = for whom its `who` names) as long as it says: this round if it doesn't."""
    n, sets = (effect.figure, effect.sets) if isinstance(effect, Modify) else (1, False)
    counts = run.state.round + 1 if effect.until == "next_round" else run.state.round
    who = effect.who if isinstance(effect.who, str) else ""
    until = effect.until or "this_round"
    lasting = Lasting(_kind(effect), effect.what, n, who, unit, card, until, counts, *_narrowed(effect), sets)
    run.emit(LastingBegan(lasting))


def end_lasting(run: Run, until: str, unit: str = "") -> None:
    """End what lasts until `until`, for one unit or for all."""
    kept = tuple(held for held in run.state.lasting if held.until != until or (unit and held.unit not in ("", unit)))
    if len(kept) < len(run.state.lasting):
        run.emit(LastingEnded(kept))


def end(run: Run, kept: tuple[Lasting, ...], rule: str = "RD-1") -> None:
    """End all that lasts but `kept`; monsters lose the health that they spawned with and had for so long."""
    before = run.state.lasting
    run.emit(LastingEnded(kept, rule, tuple(held for held in before if held not in kept)))
    for monster in tuple(run.state.monsters.values()):
        ended = spawned_with(before, monster.id) - spawned_with(kept, monster.id)
        top = printed(run.book, run.state, monster.id, "health")
        if ended > 0 and monster.health > top:
            set_pool(run, monster.id, "health", max(top, monster.health - ended), "ended", rule)


def settle_left_behind(run: Run) -> bool:
    """EN-2: leaving the tile ends what its environment brought, for good; coming back may bring it anew."""
    return _end_those(run, lambda held: is_left_behind(run.book, run.state, held))


def forget_visit(run: Run, card: str, unit: str) -> None:
    """What an environment brought to a unit ended when that left, also when it is back within the same move (EN-2)."""
    _end_those(run, lambda held: held.card == card and held.unit == unit)


def _end_those(run: Run, over: Callable[[Lasting], bool]) -> bool:
    before = run.state.lasting
    kept = tuple([held for held in before if not over(held)])
    if len(kept) < len(before):
        end(run, kept, "EN-2")
    return len(kept) < len(before)


def end_with_round(run: Run) -> None:
    """RD-1: effects of the round that is over end; those of the round that begins count from now on."""
    before = run.state.lasting
    kept = tuple(held for held in before if held.round >= run.state.round or held.until == "next_steps_roll")
    if len(kept) < len(before):
        end(run, kept)
