"""Tables on which any one ability of a pack can be played, and playing it to its end (test_pack_play, docs/cards.md).

The position is the same for all: two tiles with everything on them, four explorers hurt and tired, monsters of several
kinds near them. What the ability under test needs is laid on top: its card in force, its option open, cards stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from app.packs.verbs import every
from app.rules import By, Legal, decide, legal_moves, violations
from app.rules.agenda_phases import MonsterPhase
from app.rules.attacking import open_attack
from app.rules.cards import Book
from app.rules.cards_attacks import ATTACK, UPGRADED_ATTACK, AttackProfile
from app.rules.cards_items import ItemCard
from app.rules.cards_text import Ability, Card
from app.rules.conditions import panel_address, panel_named
from app.rules.decks import fresh_marks
from app.rules.effects import AddToken, Charge, Door, EachUnit, If, Lock, MoveTowards, PushUnits, Recall
from app.rules.engine import Run, advance
from app.rules.events import Event
from app.rules.geometry import CLOSED_DOOR, OPEN_DOOR, border_of
from app.rules.moves import MonsterAbility, Move, PlayAbility
from app.rules.placed import Board, border_key
from app.rules.position import read_position
from app.rules.resolving import begin
from app.rules.state import ItemState, Marks, State
from app.rules.units import ITEM_DECKS, destroy_unit
from app.rules.vocabulary import Select
from tests.support.players import Seeded, everyone

#: More moves than any ability takes to its end.
LIMIT = 200

POSITION = """\
scenario: {scenario}
chapters: {chapter}
round: 3
ratings: spawn 4, horror 4
tokens: spawn 3, horror 3
threat: 2
level: {level}
lit: 1
entry: 0,0 S
tiles:
  01a at 0,0
  02b at 0,-1
explorers:
  {first} at a6 of 0,0
  {second} at a5 of 0,0
  {third} at h6 of 0,0
  {fourth} at b5 of 0,-1
monsters:
  m1 {monster} at b6 of 0,0
  m2 {others[0]} 1 at c7 of 0,0
  m3 {others[1]} at a7 of 0,0
  m4 {others[2]} at i9 of 0,0
environments:
  {environment} at 0,0 E
spaces:
  a10 of 0,0 lit
decks:
  encounters destroyed: {encounter}
  explorer_events destroyed: {explorer_event}
  horror_events destroyed: {horror_event}
  weapons held: w101 by {first}, w102 by {second}
  consumables held: c101 by {first}, c102 by {third}
"""


@dataclass(frozen=True)
class Case:
    """One ability to be played: its card and address, and how the table begins it."""

    card: str
    at: str
    text: str

    def __str__(self) -> str:
        return f"{self.card} {self.at}"


def abilities(book: Book) -> Iterator[Case]:
    """Every ability of a pack but the passive ones, and what follows the attacks that its cards print."""
    for card in book.cards.values():
        for at, _, _, ability in card.abilities():
            if ability.kind != "passive":
                yield Case(card.id, at, ability.text)
        for at, profile in attacks(card):
            yield Case(card.id, at, f"{card.name}: {profile}")


def attacks(card: Card) -> Iterator[tuple[str, AttackProfile]]:
    """The attacks that a card prints, by their addresses."""
    for at, name in ((ATTACK, "attack_profile"), (UPGRADED_ATTACK, "upgraded_profile")):
        profile = getattr(card, name, None)
        if profile is not None:
            yield at, profile


def table(book: Book, card: str) -> State:
    """The position with `card` in force: current, in play, held and equipped, or on the board."""
    first = card if card in book.explorers else "exp-01"
    others = [e for e in book.explorers if e != first][:3]
    event = book.explorer_events.get(card) or book.horror_events.get(card)
    bound = event is not None and event.bound
    text = POSITION.format(
        scenario=session_with(book, card),
        chapter=card if card in book.chapters else "rav-01",
        level=book.monsters[card].level if card in book.monsters else 1,
        first=f"{first} 3/{min(4, book.explorers[first].stamina)}/2",
        second=f"{others[0]} 2/3/1",
        third=f"{others[1]} 3/2/2",
        fourth=f"{others[2]} 4/3/1",
        monster=card if card in book.monsters else "mon-102",
        others=[m for m in ("mon-103", "mon-104", "mon-101", "mon-202") if m != card],
        environment=card if card in book.environments else "env-02",
        encounter=card if card in book.encounters else "enc-06",
        explorer_event=card if card in book.explorer_events and not bound else "xev-06",
        horror_event=card if card in book.horror_events and not bound else "hev-02",
    ).replace(f" by {first} 3/{min(4, book.explorers[first].stamina)}/2", f" by {first}")
    for name, pools in zip(others, (" 2/3/1", " 3/2/2"), strict=False):
        text = text.replace(f" by {name}{pools}", f" by {name}")
    state = read_position(book, text)
    if bound:
        pile = "explorer_events" if card in book.explorer_events else "horror_events"
        return _held(state, pile, card, first)
    if card in book.items:
        deck = next(d for d in ITEM_DECKS if card in _lying(state, d))
        return _held(state, deck, card, first)
    return state


def session_with(book: Book, card: str) -> str:
    """The scenario, the longest length and the variation that a card of a scenario comes up in; for others any."""
    for scenario in book.scenarios.values():
        for variation in scenario.variations:
            for length in reversed(scenario.lengths):
                chapters = variation.chapters.get(length.id, length.chapters)
                if card in (*chapters, *scenario.explorer_events, *scenario.horror_events, variation.id):
                    return f"{scenario.id}, {length.id}, {variation.id}"
    return "ruins, short, company-orders"


def _lying(state: State, deck: str) -> set[str]:
    lies = state.decks[deck]
    return {*lies.draw, *lies.aside, *lies.held}


def _held(state: State, deck: str, card: str, by: str) -> State:
    lies = state.decks[deck]
    aside = {c: why for c, why in lies.aside.items() if c != card}
    draw = tuple(c for c in lies.draw if c != card)
    moved = replace(lies, draw=draw, aside=aside, held={**lies.held, card: by})
    return replace(state, decks={**state.decks, deck: moved})


def ready(book: Book, case: Case) -> State:
    """The table on which this ability counts: its option is open, its item equipped, its stored cards there."""
    state = table(book, case.card)
    card = book.card(case.card)
    panel, option, ability = book.ability(case.card, case.at)
    marks = state.card_marks.get(card.id, fresh_marks(card))
    address = panel_address(case.at)
    if option is not None:
        number = panel.options.index(option)
        few = [need.most for need in ability.needs if need.subject == "open_options" and need.most is not None]
        marks = Marks(
            marks.charges,
            {**marks.open, address: min([len(panel.options), *few])} if panel.kind == "locked" else marks.open,
            {**marks.chosen, address: number} if panel.kind == "choose" else marks.chosen,
            {**marks.determined, address: number} if panel.kind == "determined" else marks.determined,
        )
        state = _with_rating(state, option.condition.most if option.condition else None)
    state = replace(state, card_marks={**state.card_marks, card.id: marks})
    weak = [need.most for need in ability.needs if need.subject == "health" and need.most is not None]
    if weak:
        actor = state.explorers[first_of(state)]
        explorers = {**state.explorers, actor.id: replace(actor, health=min(actor.health, *weak))}
        state = replace(state, explorers=explorers)
    if isinstance(card, ItemCard):
        upgraded = ability.item == "upgraded" or case.at == UPGRADED_ATTACK
        if card.kind != "consumable" or upgraded:
            state = replace(state, items={**state.items, card.id: ItemState(equipped=True, upgraded=upgraded)})
    capped = any(isinstance(verb, AddToken) and verb.max is not None for verb in every(ability.do))
    if (capped or ability.price.add_max is not None) and not (ability.price.spawn_token or ability.price.horror_token):
        state = replace(state, spawn_tokens=0, horror_tokens=0)
    for verb in every(ability.do):
        if isinstance(verb, If):
            asked = (one.of for one in verb.conditions if one.subject == "chosen" and one.least)
            state = replace(state, remembered=(*state.remembered, *filter(None, asked)))
        if isinstance(verb, Recall):
            state = _stored(state, "weapons" if verb.pile == "items" else verb.pile, card.id)
        if isinstance(verb, Lock):
            two = {panel_named(card, verb.panel) or "": verb.least + 1}
            marks = replace(marks, open={**marks.open, **two})
            state = replace(state, card_marks={**state.card_marks, card.id: marks})
        if isinstance(verb, Charge) and verb.n > 0 and verb.max is not None:
            emptied = (panel_named(card, verb.panel) or "") if verb.panel else address
            marks = replace(marks, charges={**marks.charges, emptied: 0})
            state = replace(state, card_marks={**state.card_marks, card.id: marks})
        if isinstance(verb, MoveTowards) and verb.target == "activating" and ability.trigger == "monster_spawned":
            state = replace(state, monsters={**state.monsters, "m1": replace(state.monsters["m1"], space=(7, 8))})
        if isinstance(verb, EachUnit) and isinstance(verb.who, Select) and verb.who.where == "at_closed_door":
            doors = {**state.board.doors, border_key(border_of(state.monsters["m4"].space, "N")): CLOSED_DOOR}
            state = replace(state, board=Board(state.board.tiles, doors))
        if ability.kind == "active" and isinstance(verb, Door) and verb.who == "activating":
            doors = {**state.board.doors, border_key(border_of(state.monsters["m1"].space, "N")): OPEN_DOOR}
            state = replace(state, board=Board(state.board.tiles, doors))
        if case.card in book.monsters and ability.kind == "active" and isinstance(verb, PushUnits) and verb.pull:
            away = replace(state.monsters["m1"], space=(7, 8))
            state = replace(state, monsters={**state.monsters, "m1": away})
    assert violations(book, state) == (), "the table itself is right"
    return state


def _with_rating(state: State, most: int | None) -> State:
    return replace(state, horror_rating=min(state.horror_rating or 0, most) if most is not None else 6)


def _stored(state: State, pile: str, on: str) -> State:
    lies = state.decks[pile]
    moved = replace(lies, draw=lies.draw[2:], stored=dict.fromkeys(lies.draw[:2], on))
    return replace(state, decks={**state.decks, pile: moved})


# ------------------------------------------------------------------ playing


def first_of(state: State) -> str:
    """The explorer that acts: the first at the table."""
    return next(iter(state.explorers))


def seat(state: State) -> By:
    """One seat that plays everybody."""
    return everyone(*state.explorers)


def begun(book: Book, case: Case, seed: int) -> tuple[State, tuple[Event, ...]]:
    """The table after the ability has begun: an active one by its move, the others as the rules would begin them."""
    state = ready(book, case)
    ability = book.ability(case.card, case.at)[2]
    actor = first_of(state)
    if ability.kind == "active" and case.card in book.monsters:
        listed = tuple(state.monsters)
        state = replace(state, phase="monster", agenda=(MonsterPhase(state.next_id, listed, listed),))
        state = replace(state, next_id=state.next_id + 1)
        verdict = decide(book, state, MonsterAbility("m1", case.at), seat(state), Seeded(seed))
        assert isinstance(verdict, Legal), (str(case), verdict)
        return verdict.state, verdict.events
    if ability.kind == "active":
        verdict = decide(book, state, PlayAbility(actor, case.card, case.at), seat(state), Seeded(seed))
        assert isinstance(verdict, Legal), (str(case), verdict)
        return verdict.state, verdict.events
    run = Run(book, state, seat(state), Seeded(seed))
    _begin(run, case, ability, actor)
    advance(run)
    return run.state, tuple(run.events)


def _begin(run: Run, case: Case, ability: Ability, actor: str) -> None:
    card = run.book.card(case.card)
    printed = dict(attacks(card))
    if case.at in printed:
        profile = printed[case.at]
        attacker, others = ("m1", (actor,)) if case.card in run.book.monsters else (actor, ("m1",))
        named = (others * max(1, profile.targets))[: max(1, profile.targets)]
        open_attack(run, attacker, profile, named, case.card, case.at)
    elif ability.trigger == "monster_destroyed" and case.card in run.book.monsters:
        destroy_unit(run, "m1", "BG-4")
    elif case.card in run.book.environments and ability.kind == "enters":
        begin(run, case.card, case.at, actor=actor, unit=actor, came_from="-1,5")
    elif ability.kind == "enters":
        begin(run, case.card, case.at, actor=actor)
    else:
        unit = actor if ability.trigger.startswith(("explorer", "test", "hit", "turn")) else "m1"
        begin(run, case.card, case.at, actor=actor, unit=unit, n=1)


def to_the_end(
    book: Book, state: State, seed: int, pick: Callable[[tuple[Move, ...], int], Move]
) -> tuple[State, list[Event]]:
    """Answer and move until nothing waits; every state on the way is checked. AssertionError if it never ends."""
    chance, events = Seeded(seed), []
    for n in range(LIMIT):
        assert violations(book, state) == ()
        if state.outcome or not state.agenda:
            return state, events
        legal = legal_moves(book, state, seat(state)).moves
        moves = tuple(m for m in legal if m.type != "RollDie")
        assert moves, f"nobody can go on: {state.agenda[-1]}"
        verdict = decide(book, state, pick(moves, n), seat(state), chance)
        assert isinstance(verdict, Legal)
        state = verdict.state
        events += verdict.events
    raise AssertionError(f"it never ends: {[step.type for step in state.agenda]}")


def first(moves: tuple[Move, ...], n: int) -> Move:
    """The first answer; of what waits otherwise the way to be done with it, where there is one."""
    for kind in ("Answer", "PayShare", "CloseAdjust", "CloseStep", "PlaceTerrain", "ConnectEnvironment"):
        for move in moves:
            if move.type == kind:
                return move
    return moves[0]


def last(moves: tuple[Move, ...], n: int) -> Move:
    """The last answer: what the first one passes over."""
    answers = [move for move in moves if move.type == "Answer"]
    return answers[-1] if answers else first(moves, n)
