"""Decide a move: check it, do it, run the agenda forward until a step needs an answer (decisions 2 and 3).

`Run` is the working copy of one decision: it emits events and folds them at once, so that what follows is decided on
what has happened. Chapters of the rulebook register their moves in `MOVES` and their steps in `STEPS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Protocol

from .agenda import Ask, Resolve, Step
from .altering import altered
from .board import Layout, layout
from .cards import Book
from .events import Event
from .events_agenda import StepChanged, StepClosed, StepOpened
from .events_rolls import DiceRolled
from .events_table import Noted
from .evolve import FOLD
from .moves import Move
from .state import State
from .verdicts import By, Illegal, Legal, Preview, Reason, Verdict, reason


class Chance(Protocol):
    """Chance from outside (decision 7): the tracker's dice and shuffles, or what the real table showed."""

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        """One of `faces`."""
        ...

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The same cards in another order."""
        ...

    def reveal(self, deck: str) -> None:
        """Called before a hidden card of `deck` is turned up; raises Unknown where that must not be told."""
        ...


class UnknownYet(Exception):
    """Raised by a Chance that does not tell: `what` is a deck or 'die' or 'shuffle'."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class NoChance:
    """The Chance of a preview: whatever only chance or a hidden card can tell is unknown (decision 7)."""

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        """Raises UnknownYet('die')."""
        raise UnknownYet("die")

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Raises UnknownYet('shuffle')."""
        raise UnknownYet("shuffle")

    def reveal(self, deck: str) -> None:
        """Raises UnknownYet with the deck's name."""
        raise UnknownYet(deck)


class Paused(Exception):
    """A step has asked something: the run stops and waits for the answer."""


class Restart(Exception):
    """A roll was made and kept in the step's answers: the step begins again with what it knows now."""


class Run:
    """One decision being made. `state` is always the fold of what was before and `events`."""

    __slots__ = ("book", "by", "chance", "continues", "events", "state")

    def __init__(self, book: Book, state: State, by: By, chance: Chance) -> None:
        self.book = book
        self.state = state
        self.by = by
        self.chance = chance
        self.events: list[Event] = []
        #: Whether this goes on with what an earlier move began; `turns.take_turn` sets it for a turn move.
        self.continues = bool(state.agenda)

    def emit(self, event: Event) -> None:
        """Let `event` happen."""
        self.state = FOLD[type(event)](self.state, event)
        self.events.append(event)

    def note(self, code: str, rule: str, what: str = "", n: int = 0) -> None:
        """Leave a line in the log."""
        self.emit(Noted(code, rule, what, n))

    @property
    def layout(self) -> Layout:
        """The layout of the board as it is now."""
        return layout(self.book.faces, self.state.board)

    @property
    def top(self) -> Step:
        """The step on top of the agenda."""
        return self.state.agenda[-1]

    def new_id(self) -> int:
        """An id for the next step or unit."""
        return self.state.next_id

    def open(self, step: Step) -> None:
        """Put `step` on top of the agenda."""
        self.emit(StepOpened(step))

    def change(self, step: Step) -> None:
        """The step with that id goes on."""
        self.emit(StepChanged(step))

    def close(self, step: Step) -> None:
        """The step is over."""
        self.emit(StepClosed(step.id))

    def ask(
        self,
        step: Any,
        key: str,
        question: str,
        who: str,
        options: Iterable[str],
        *,
        rule: str,
        labels: tuple[str, ...] = (),
        card: str = "",
        at: str = "",
        sure: bool = True,
        secret: bool = False,
    ) -> str | None:
        """The answer to a question of `step`, the one on top.

        Not answered yet: opens the question and raises Paused. No options: None. One option and `sure`: taken
        without asking. An answer that is no option any more (a table ruling came in between) is asked for again.
        """
        choices = tuple(options)
        for name, value in step.answers:
            if name == key and value in choices:
                return str(value)
        if not choices:
            return None
        if len(choices) == 1 and sure:
            return choices[0]
        self.open(Ask(self.new_id(), key, question, who, choices, labels, rule, card, at, secret=secret))
        raise Paused

    def answered(self, step: Any, key: str, value: str) -> None:
        """Keep `value` as the answer to `key` of the step."""
        self.change(altered(step, answers=(*step.answers, (key, value))))

    def roll(
        self,
        step: Any,
        key: str,
        dice: Mapping[str, int],
        *,
        why: str,
        who: str,
        rule: str,
        modifier: int = 0,
    ) -> int:
        """The sum of dice rolled for `step`, the one on top, plus `modifier`; rolled once and kept under `key`.

        `dice` = number by kind ('low', 'high', 'game', 'recharge'); the faces are kept under `key` + ' faces'. With
        the setting `dice` = table, the group may type in the sum that the real dice show instead (GD-1). Raises
        Restart after rolling, Paused while it is asked.
        """
        for name, value in step.answers:
            if name == key:
                return int(value)
        kinds = tuple(die for die, n in dice.items() for _ in range(n))
        source: Literal["tracker", "typed"] = "tracker"
        faces: tuple[tuple[str, int], ...] = ()
        if self.state.settings.dice == "table":
            sums = possible_sums(self.book, kinds)
            answer = self.ask(
                step,
                f"{key} typed",
                "type_in_dice",
                who if who in self.state.explorers else "group",
                ("roll", *(str(n) for n in sums)),
                rule="GD-1",
                labels=(*kinds,),
                sure=False,
            )
            if answer is not None and answer != "roll":
                source, total = "typed", int(answer)
        if source == "tracker":
            faces = tuple((die, self.chance.roll(die, self.book.dice[die])) for die in kinds)
            total = sum(face for _, face in faces)
        total += modifier
        self.emit(DiceRolled(why, who, faces, modifier, total, source, rule))
        shown = ((f"{key} faces", ",".join(f"{die} {face}" for die, face in faces)),) if faces else ()
        self.change(altered(step, answers=(*step.answers, (key, str(total)), *shown)))
        raise Restart


Check = Callable[[Book, State, Any, By], list[Reason]]
Apply = Callable[[Run, Any], None]
Handler = Callable[[Run, Any], bool]


def possible_sums(book: Book, dice: tuple[str, ...]) -> tuple[int, ...]:
    """Every sum that the dice can show, rising."""
    sums = {0}
    for die in dice:
        sums = {have + face for have in sums for face in book.dice[die]}
    return tuple(sorted(sums))


#: Move type -> (every reason against it, doing it). One truth for asking and acting (decision 3).
MOVES: dict[type, tuple[Check, Apply]] = {}
#: Step type -> carrying it on; False when it needs an answer. A handler closes its step when it is over.
STEPS: dict[type, Handler] = {}
#: Steps that are an ability in hand: what falls due and what is triggered waits for them (IP-1).
IN_HAND: set[type] = {Resolve}
#: Called before anything else goes on, an ability in hand included. True = it did something.
AT_ONCE: list[Callable[[Run], bool]] = []
#: Called whenever no ability is in hand: what fell due, then what was triggered (IP-1, IP-9). True = it did something.
SETTLE: list[Callable[[Run], bool]] = []
#: Those of them that may do something though nothing is due and nothing waits.
AT_REST: list[Callable[[Run], bool]] = []

#: More steps than any real ability needs: a loop in a card must stop the move, not the server.
STEP_LIMIT = 2000


class EndlessAbility(Exception):
    """A card's ability does not come to an end."""


def advance(run: Run) -> None:
    """Run the agenda forward until a step needs an answer or nothing is left.

    Raises EndlessAbility when it does not come to an end.
    """
    for _ in range(STEP_LIMIT):
        state = run.state
        if state.outcome:
            return
        if _settled(run):
            continue
        if not state.agenda:
            return
        handler = STEPS.get(type(run.top))
        if handler is None:  # a question waits
            return
        try:
            if not handler(run, run.top):
                return
        except Restart:
            continue
        except Paused:
            return
    raise EndlessAbility(str(run.state.agenda[-1:]))


def _settled(run: Run) -> bool:
    """Whether anything that goes before what is in hand, or waits until nothing is, has happened now (IP-1)."""
    if run.state.due or run.state.queue:
        for settle in AT_ONCE:
            if settle(run):
                return True
    for step in run.state.agenda:
        if type(step) in IN_HAND:
            return False
    state = run.state
    for settle in SETTLE if state.due or state.queue else AT_REST:  # noqa: SIM110 - asked after every ability
        if settle(run):
            return True
    return False


def why_not(book: Book, state: State, move: Move, by: By) -> tuple[Reason, ...]:
    """Every reason against `move`, () when it is legal."""
    if by.watcher:
        return (reason("seat_watches", "AM-1"),)
    if state.outcome:
        return (reason("game_over", "BG-7", outcome=state.outcome),)
    return tuple(MOVES[type(move)][0](book, state, move, by))


def decide(book: Book, state: State, move: Move, by: By, chance: Chance) -> Verdict:
    """Decide `move`: Legal with its events and the state after them, or Illegal with every reason."""
    reasons = why_not(book, state, move, by)
    if reasons:
        return Illegal(reasons)
    run = Run(book, state, by, chance)
    MOVES[type(move)][1](run, move)
    advance(run)
    return Legal(tuple(run.events), run.state)


def preview(book: Book, state: State, move: Move, by: By) -> Preview | Illegal:
    """What `move` would do, up to the first thing that chance has not told yet; or why it is refused."""
    reasons = why_not(book, state, move, by)
    if reasons:
        return Illegal(reasons)
    run = Run(book, state, by, NoChance())
    try:
        MOVES[type(move)][1](run, move)
        advance(run)
    except UnknownYet as unknown:
        return Preview(tuple(run.events), unknown.what)
    return Preview(tuple(run.events))
