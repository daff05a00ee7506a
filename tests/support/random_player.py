"""A whole table played at random through the rules alone, with everything that must hold checked on the way."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from app.packs import builtin
from app.rules import (
    By,
    Preview,
    Setup,
    State,
    cards_of_deck,
    decide,
    legal_moves,
    new_game,
    places,
    preview,
    public_events,
    replay,
    view_for,
    violations,
    why_not,
)
from app.rules import moves as mv
from app.rules.board import layout
from app.rules.cards import Book
from app.rules.events import CardMoved, Event
from app.rules.ledger import LEDGER
from app.rules.listing import candidates
from app.rules.placed import PlacedTile
from app.rules.settings import CHOICES, COSTS, Settings
from app.rules.state import Looking
from app.rules.visibility import FACE_DOWN
from tests.support import casebook
from tests.support.players import Seeded
from tests.support.random_rulings import further_change

#: Of so many moves one is listed in full, with every refused move beside it, and the whole view is searched.
LISTED = 10
#: Of so many moves one is a table ruling or a new house rule, possible or not.
WILD = 25


@dataclass
class Session:
    """One session under way. `seen` = cards that have lain face up so far, and so may be named in the log."""

    book: Book
    seed: int
    state: State
    events: list[Event]
    seats: tuple[By, ...]
    seen: set[str] = field(default_factory=set)
    trail: list[str] = field(default_factory=list)

    def fail(self, message: str) -> AssertionError:
        last = "\n  ".join(self.trail[-6:])
        return AssertionError(f"seed {self.seed}, move {len(self.trail)}: {message}\nlast moves:\n  {last}")


def atoms(value: Any) -> Iterator[str]:
    """Every string in a value however deep, and the face of every map tile."""
    if isinstance(value, PlacedTile):
        yield f"{value.tile}{value.face}"
        if value.terrain is not None:
            yield value.terrain.card
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from atoms(getattr(value, one.name))
    elif isinstance(value, dict):
        yield from atoms(list(value.items()))
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from atoms(one)
    elif isinstance(value, str):
        yield value
        yield from value.replace(",", " ").split(" ")


def face_up(state: State) -> set[str]:
    """Cards that lie where everybody sees them, the chapters so far included."""
    found = set(state.chapters[: state.chapter + 1])
    for deck in state.decks.values():
        found |= {*deck.destroyed, *deck.in_play, *deck.held, *deck.stored, *deck.out}
    return found


def face_down(state: State) -> set[str]:
    """Cards that nobody may know of: draw piles, what lies aside, chapters to come."""
    found = set(state.chapters[state.chapter + 1 :])
    for deck in state.decks.values():
        found |= {*deck.draw, *deck.aside}
    return found


def looked_at(state: State) -> set[str]:
    """Cards that everybody looks at just now and that go face down again."""
    return {card for step in state.agenda if isinstance(step, Looking) for card in step.cards}


def start(seed: int) -> tuple[Session, Seeded]:
    """A table with a scenario, explorers and house rules picked by the seed."""
    chance = Seeded(seed)
    book = casebook.book() if seed % 2 else builtin()  # every second table with the cards of the cases among others
    pick = chance.random
    scenario = pick.choice(list(book.scenarios.values()))
    rules: dict[str, Any] = {name: pick.choice(CHOICES[name]) for name in pick.sample(sorted(CHOICES), 6)}
    if seed % 3 == 0:
        rules = {}  # every third table plays as printed
    explorers = pick.sample(sorted(book.explorers), pick.randint(1, min(4, len(book.explorers))))
    length, variation = pick.choice(scenario.lengths).id, pick.choice(scenario.variations).id
    legal = new_game(book, Setup(scenario.id, length, variation, tuple(explorers), Settings(**rules)), chance)
    everyone = tuple(book.explorers)
    half = frozenset(everyone[::2])
    names = ("s1", "s2")
    seats = (
        By("s1", half, host=True, players=names),
        By("s2", frozenset(everyone) - half, players=names),
        By("s3", watcher=True, players=names),
    )
    session = Session(book, seed, legal.state, list(legal.events), seats)
    _must_hold(session, session.state, legal.events, ())
    return session, chance


def play(seed: int, moves: int) -> Session:
    """Play a session to its end or for so many moves. Raises AssertionError where something does not hold."""
    session, chance = start(seed)
    for number in range(moves):
        if session.state.outcome:
            break
        by, move = _next(session, chance.random, number)
        before = session.state
        session.trail.append(f"{by.seat}: {move}")
        told = preview(session.book, before, move, by)
        verdict = decide(session.book, before, move, by, chance)
        if not verdict.legal:
            if isinstance(told, Preview):
                raise session.fail("the preview took what is refused")
            unknown = [reason.rule for reason in verdict.reasons if reason.rule not in LEDGER]
            if unknown or not isinstance(move, mv.MakeRuling | mv.ChangeSetting):
                raise session.fail(f"refused: {verdict.reasons}")
            continue
        if not isinstance(told, Preview):
            raise session.fail("the preview refused what is legal")
        _tells_nothing(session, told, move)
        same = verdict.events[: len(told.events)] if told.unknown else verdict.events
        if told.events != same:
            raise session.fail(f"the preview told something else: {told}")
        session.state = verdict.state
        session.events += verdict.events
        _must_hold(session, before, verdict.events, set(atoms(move)))
    if replay(session.events) != session.state:
        raise session.fail("replaying the whole log gives another state")
    return session


def _must_hold(session: Session, before: State, events: tuple[Event, ...], named: Any) -> None:
    """Invariants, folding, the audit of the decks, and nothing hidden in what everybody sees."""
    state = session.state
    if broken := violations(session.book, state):
        raise session.fail(f"broken: {broken}")
    if before is not state and replay(events, before) != state:
        raise session.fail("the events do not fold to the state")
    for name, deck in state.decks.items():
        if sum(map(len, places(deck).values())) != len(cards_of_deck(session.book, name)):
            raise session.fail(f"the cards of {name} do not sum up")
    session.seen |= face_up(state)
    for event in events:
        if isinstance(event, CardMoved) and event.to not in FACE_DOWN:
            session.seen.add(event.card)  # it was turned up, wherever it went afterwards
    cards = face_down(state) - session.seen
    hidden = cards - set(named)
    if leak := hidden & set(atoms(list(public_events(events)))):
        raise session.fail(f"the log names {leak}")
    if len(session.trail) % LISTED:
        return
    if leak := (hidden - looked_at(state)) & set(atoms(view_for(state))):
        raise session.fail(f"the view names {leak}")


def _tells_nothing(session: Session, told: Preview, move: mv.Move) -> None:
    """A preview names no card that is face down, and rolls no die."""
    hidden = face_down(session.state) - looked_at(session.state) - set(atoms(move))
    hidden -= {effect.card for effect in session.state.lasting}  # what still lasts is known, wherever its card lies
    for event in public_events(told.events):
        rolled = type(event).__name__ in ("DieRolled", "DiceRolled", "Shuffled")
        if rolled and getattr(event, "source", "") != "typed":
            raise session.fail(f"the preview tells {event}")
        if leak := hidden & set(atoms(event)):
            raise session.fail(f"the preview names {leak}: {event}")


# ------------------------------------------------------------------ what is played


def _next(session: Session, chance: random.Random, number: int) -> tuple[By, mv.Move]:
    if chance.randrange(WILD) == 0:
        by = chance.choice(session.seats[:2])
        return by, wild(session, chance)
    seats = list(session.seats[:2])
    chance.shuffle(seats)
    ways = [_listed] if number % LISTED == 0 else [_tried, _listed]
    for way in ways:
        for by in seats:
            move = way(session, by, chance)
            if move is not None:
                return by, move
    raise session.fail("nobody can do anything but roll a die")


def _listed(session: Session, by: By, chance: random.Random) -> mv.Move | None:
    """One of the moves listed in full; every refused one must name rows of the ledger."""
    listing = legal_moves(session.book, session.state, by)
    for move, reasons in listing.refused:
        if not reasons or any(reason.rule not in LEDGER for reason in reasons):
            raise session.fail(f"refused without a rule: {move}: {reasons}")
    return _picked(chance, [m for m in listing.moves if not isinstance(m, mv.RollDie)])


def _tried(session: Session, by: By, chance: random.Random) -> mv.Move | None:
    """A move of the list without asking why the others are refused."""
    left = [m for m in candidates(session.book, session.state, by) if not isinstance(m, mv.RollDie)]
    for _ in range(10):
        move = _picked(chance, left)
        if move is None or not why_not(session.book, session.state, move, by):
            return move
        left.remove(move)
    return None


def _picked(chance: random.Random, moves: list[mv.Move]) -> mv.Move | None:
    kinds: dict[str, list[mv.Move]] = defaultdict(list)
    for move in moves:
        kinds[move.type].append(move)
    if not kinds:
        return None
    if "Explore" in kinds and chance.random() < 0.5:
        return chance.choice(kinds["Explore"])
    if "FinishTurn" in kinds and len(kinds) > 1 and chance.random() < 0.7:
        kinds.pop("FinishTurn")
    return chance.choice(kinds[chance.choice(sorted(kinds))])


def wild(session: Session, chance: random.Random) -> mv.Move:
    """A table ruling or a new house rule: perhaps nonsense, which is refused then."""
    if chance.random() < 0.3:
        name = chance.choice([*CHOICES, *COSTS])
        return mv.ChangeSetting(name, chance.choice(CHOICES[name]) if name in CHOICES else chance.randint(0, 9))
    changes = tuple(_change(session, chance) for _ in range(chance.randint(1, 2)))
    return mv.MakeRuling("The group says so.", changes)


def _change(session: Session, chance: random.Random) -> mv.Change:
    if chance.random() < 0.5:
        return further_change(session.book, session.state, chance)
    state, book = session.state, session.book
    table = layout(book.faces, state.board)
    spaces = sorted(table.spaces) or [(0, 0)]
    space = chance.choice(spaces)
    unit = chance.choice([*state.explorers, *state.monsters])
    beside = (space[0] + 1, space[1])
    charged = [*state.environments, *state.card_marks]
    kinds = [
        lambda: mv.SetPool(unit, chance.choice(("health", "stamina", "essence")), chance.randint(0, 7)),
        lambda: mv.PutUnit(unit, space, chance.random() < 0.5),
        lambda: mv.AddMonster(space),
        lambda: mv.AddMonster(space, chance.choice(sorted(book.monsters))),
        lambda: mv.RemoveMonster(unit, chance.choice(("destroyed", "banished"))),
        lambda: mv.SetTokens(chance.choice(("spawn", "horror")), chance.randint(0, 6)),
        lambda: mv.SetTrack(chance.choice(("spawn_rating", "horror_rating", "threat", "level")), chance.randint(0, 6)),
        lambda: mv.SetCharges(chance.choice(charged) if charged else "env-01", chance.randint(0, 2), "card.0"),
        lambda: mv.SetDoor(space, beside, chance.choice(("open", "closed", "none"))),
        lambda: mv.TakeItem(unit, chance.choice(("weapons", "artifacts", "consumables", "apparel"))),
        lambda: mv.DropItem(chance.choice(sorted(book.items)), chance.choice(["", *state.explorers])),
        lambda: mv.SetChapter(chance.randint(0, len(state.chapters))),
    ]
    weights = [3, 4, 2, 1, 2, 1, 1, 2, 1, 2, 1, 0.3]
    return chance.choices(kinds, weights)[0]()
