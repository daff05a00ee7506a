"""Golden playthroughs (tests/playthroughs/*.txt): short stories in moves, and what the product said to each of them.

`python -m tests.support.playthroughs` plays them and writes what happened beneath each move; with `--check` it only
says what differs. tests/playthroughs/README.md tells how they are written.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any, get_args

from app.rules import Legal, State, decide, evolve, public_event, replay, violations
from app.rules import changes as ch
from app.rules import events as ev
from app.rules import moves as mv
from app.rules.events import Event
from app.rules.ledger import LEDGER
from app.rules.position import PositionError, read_position
from app.rules.position_writing import write_position
from app.rules.turns import who_answers
from app.web.messages import Words
from app.web.messages_events import PAYING, happened, said
from app.web.messages_instead import instead
from app.web.messages_names import capital, forename
from app.web.messages_questions import asked
from app.web.messages_reasons import sentence
from tests.support.casebook import Case, Table, book, open_table
from tests.support.casemoves import Unreadable, move_in
from tests.support.players import NothingScripted, Scripted

FOLDER = Path(__file__).parents[1] / "playthroughs"
COMMAND = "python -m tests.support.playthroughs"

#: The first line of a story that begins with a fresh table.
SET = "the table is set"
END = "In the end:"
#: What a position leaves out where it is as on a fresh table (docs/positions.md).
LEFT_OUT = ("scenario:", "threat:", "level:")
HEADS = ("rows", "start", "seats", "house rules", "position")
#: Bookkeeping of the agenda: the line with the arrow says what waits.
AGENDA = (ev.StepOpened, ev.StepChanged, ev.StepClosed)


class Badly(ValueError):
    """A playthrough that is not written as it should be, or that cannot be played as it says."""


@dataclass(frozen=True)
class Move:
    """A move of a story as written: its sentence, the dice and the cards on top it needs, whether it is refused."""

    line: int
    text: str
    refused: bool
    dice: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]


@dataclass
class Story:
    """A playthrough as its author wrote it: `lines` without what was generated, `moves` by the number of their line."""

    file: str
    lines: list[str]
    case: Case
    moves: dict[int, Move]

    @property
    def title(self) -> str:
        return self.lines[0]


@dataclass
class Played:
    """What came up while a story was played: types of moves and events, ledger ids; and the whole text with it."""

    text: str = ""
    moves: set[type] = field(default_factory=set)
    events: set[type] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)


# ------------------------------------------------------------------ reading


def files() -> list[Path]:
    """Every playthrough."""
    return sorted(FOLDER.glob("*.txt"))


def read(name: str, text: str) -> Story:
    """The story of a file; what was generated in it is left out. Raises Badly naming file and line."""
    lines: list[str] = []
    moves: dict[int, Move] = {}
    heads: dict[str, list[str]] = {}
    head = ""
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        if line == END:
            break
        if match := re.fullmatch(r"([>!]) (.+?)(?: +\[(.+)\])?", line):
            chance = match[3] or ""
            moves[len(lines)] = Move(
                number, match[2], match[1] == "!", tuple(_dice(chance)), tuple(_cards(f"{name}:{number}", chance))
            )
            head = ""
        elif line.startswith("  ") and moves:
            continue
        elif line.startswith("  ") and head:
            heads[head].append(line)
        elif not moves and (found := next((h for h in HEADS if line.startswith(f"{h}:")), "")):
            head = found
            heads[head] = [line.removeprefix(f"{found}:").strip()]
        lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    if not moves or "rows" not in heads or ("position" in heads) == ("start" in heads):
        raise Badly(f"{name}: a title, rows, one of start and position, and moves are needed")
    return Story(name, lines, _case(name, lines[0], heads), moves)


def _dice(chance: str) -> Iterator[int]:
    for part in chance.split("; "):
        if part.startswith("dice "):
            yield from map(int, part.split()[1:])


def _cards(where: str, chance: str) -> Iterator[tuple[str, ...]]:
    for part in filter(None, chance.split("; ")):
        if part.startswith("cards"):
            yield tuple(part.split()[1:])
        elif not part.startswith("dice "):
            raise Badly(f"{where}: [{part}] is neither dice nor cards")


def _case(name: str, title: str, heads: Mapping[str, Sequence[str]]) -> Case:
    """A case that opens the table of a story."""
    seats: dict[str, list[str]] = {}
    for part in filter(None, heads.get("seats", [""])[0].split("; ")):
        seat, *who = part.split()
        seats[seat] = who
    rules: dict[str, str | int] = {}
    for part in filter(None, heads.get("house rules", [""])[0].split("; ")):
        rule, _, value = part.partition(" ")
        rules[rule] = int(value) if value.isdecimal() else value
    start: dict[str, Any] = {}
    if "start" in heads:
        who, _, what = heads["start"][0].partition(" in ")
        start = {"explorers": who.split(", ")}
        start.update(zip(("scenario", "length", "variation"), filter(None, what.split(", ")), strict=False))
    rows = tuple(filter(None, re.split(r"[, ]+", " ".join(heads["rows"]))))
    position = "\n".join(heads.get("position", ())[1:])
    return Case(name, name, title, rows, "", position=_dedented(position), start=start, seats=seats, setting=rules)


def _dedented(text: str) -> str:
    return "".join(f"{line[2:]}\n" for line in text.split("\n") if line.strip())


# ------------------------------------------------------------------ playing


class Stacked(Scripted):
    """Chance as written; what a shuffle names after `...` comes to lie at the bottom."""

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        if self.shuffles and "..." in self.shuffles[0]:
            at = self.shuffles[0].index("...")
            bottom = tuple(card for card in self.shuffles[0][at + 1 :] if card in cards)
            self.shuffles[0] = self.shuffles[0][:at]
            return (*super().shuffle(tuple(card for card in cards if card not in bottom)), *bottom)
        return super().shuffle(cards)


@dataclass
class Teller:
    """Tells what happens in the product's own sentences, with names as they were when it happened."""

    state: State | None
    seats: Mapping[str, str]
    cards: dict[str, str] = field(default_factory=dict)
    tiles: dict[str, str] = field(default_factory=dict)
    waited: str = ""

    def words(self) -> Words:
        if self.state is not None:
            self.cards |= {m.id: m.card for m in self.state.monsters.values()}
            self.tiles |= {f"{t.cell[0]},{t.cell[1]}": t.tile + t.face for t in self.state.board.tiles}
        return Words(book(), self.state, self.seats, dict(self.cards), dict(self.tiles))

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """One line for each event that anybody can see, with the rule that made it happen.

        What the log has no sentence for stands in the last line, shortly.
        """
        aside: ev.PoolChanged | None = None
        besides: list[str] = []
        for event in events:
            self.state = evolve(self.state, event) if self.state is not None else replay([event])
            shown = public_event(event)
            if shown is None or isinstance(shown, AGENDA):
                continue
            if isinstance(shown, ev.PoolChanged) and shown.what == "stamina" and shown.why in PAYING | {"finished"}:
                aside = shown
                continue
            words = self.words()
            line = happened(words, shown)
            if not line:
                if not (isinstance(shown, ev.ExplorerTook) and shown.what in ("acts", "begun")):
                    besides.append(_bookkeeping(shown))
                continue
            if aside is not None:
                line, aside = said(words, (aside, shown))[0], None
            yield f"  {' / '.join(line.splitlines())}{_tag(shown)}"
        if aside is not None:
            yield f"  {said(self.words(), (aside,))[0]}{_tag(aside)}"
        if besides:
            yield f"  ({'; '.join(_folded(besides))})"

    def waits(self) -> Iterator[str]:
        """What the topmost step waits for, and whose it is to answer; nothing if that stands above already."""
        if self.state is None or not self.state.agenda or self.state.outcome:
            self.waited = ""
            return
        words, step = self.words(), self.state.agenda[-1]
        line = f"  → {capital(words.unit(who_answers(self.state, step)))}: {asked(words, step)}"
        if line != self.waited:
            yield line
        self.waited = line


def _tag(event: Event) -> str:
    rule = getattr(event, "rule", "")
    return f" [{rule}]" if rule else ""


def _folded(lines: Iterable[str]) -> list[str]:
    """Equal lines in a row as one."""
    counted = [(line, len(list(same))) for line, same in groupby(lines)]
    return [f"{line} ×{n}" if n > 1 else line for line, n in counted]


def _bookkeeping(event: Event) -> str:
    """An event that has no sentence in the log: its type and what it says, shortly."""
    match event:
        case ev.TriggerQueued():
            told = f"{event.trigger.card} {event.trigger.at}"
        case ev.TriggersTaken():
            told = f"{event.n}{' dropped' if event.dropped else ''}"
        case ev.DueSet():
            told = ", ".join(event.due) or "seen to"
        case ev.ExplorerTook():
            told = f"{forename(book().explorers[event.explorer].name)} {event.what}"
        case ev.CardMoved():
            told = f"{event.deck} {event.to}"
        case ev.CurrentSet():
            told = event.card or f"{event.pile} none"
        case _:
            told = ""
    return f"{type(event).__name__}{f' {told}' if told else ''}{_tag(event)}"


def play(story: Story) -> Played:
    """Play a story. Raises Badly at a move that is not refused or accepted as it says, or that is unsound."""
    found = Played()
    beneath: dict[int, list[str]] = {}
    by_seat = {name: name.capitalize() for name in story.case.seats} or {"table": "The table"}
    moves = dict(story.moves)
    if story.case.start:
        first, opening = next(iter(moves.items()))
        if opening.text != SET:
            raise Badly(f"{story.file}:{opening.line}: a story that starts afresh begins with '> {SET}'")
        del moves[first]
        table = _opened(replace(story.case, dice=opening.dice, shuffles=opening.cards), story, opening)
        teller = Teller(None, by_seat)
        beneath[first] = [*_note(found, table.events, teller), *teller.waits()]
        _used_up(story, opening, table.chance)
    else:
        table = _opened(story.case, story, next(iter(moves.values())))
        teller = Teller(table.state, by_seat)
    for at, move in moves.items():
        table.chance = Stacked(move.dice, move.cards)
        try:
            beneath[at] = list(_one(story, move, table, teller, found))
        except Badly as error:
            last = next(reversed(beneath.values()), [])
            raise Badly("\n".join([str(error), "What happened before it:", *last])) from error
        _used_up(story, move, table.chance)
    text: list[str] = []
    for number, line in enumerate(story.lines):
        text += [line, *beneath.get(number, ())]
    fresh = write_position(book(), read_position(book(), "")).split("\n")
    written = write_position(book(), table.state).rstrip("\n").split("\n")
    ending = [line for line in written if line not in fresh or not line.startswith(LEFT_OUT)]
    found.text = "\n".join([*text, "", END, *(f"  {line}" for line in ending)]) + "\n"
    return found


def _opened(case: Case, story: Story, first: Move) -> Table:
    try:
        table = open_table(case, Stacked)
    except (PositionError, NothingScripted) as error:
        raise Badly(f"{story.file}:{first.line}: {error}") from error
    _sound(story, first, table.state)
    return table


def _one(story: Story, move: Move, table: Table, teller: Teller, found: Played) -> Iterator[str]:
    """The lines beneath a move, which is played at the table."""
    where = f"{story.file}:{move.line}: {move.text!r}"
    try:
        by, text = table.by(move.text)
        given = move_in(book(), table.state, text)
        verdict = decide(book(), table.state, given, by, table.chance)
    except (Unreadable, NothingScripted, AssertionError) as error:
        raise Badly(f"{where}: {error}") from error
    if not isinstance(verdict, Legal):
        words = teller.words()
        lines = [f"  ✗ {f'{sentence(words, r)} {instead(words, r)}'.rstrip()} [{r.rule}]" for r in verdict.reasons]
        if not move.refused:
            raise Badly("\n".join([f"{where} is refused", *lines]))
        found.rules |= {r.rule for r in verdict.reasons}
        yield from lines
        return
    if move.refused:
        raise Badly(f"{where} is accepted")
    if replay(verdict.events, table.state) != verdict.state:
        raise Badly(f"{where}: the events do not fold to the state")
    found.moves.add(type(given))
    if isinstance(given, mv.MakeRuling):
        found.moves |= {type(change) for change in given.changes}
    table.state = verdict.state
    _sound(story, move, table.state)
    yield from _note(found, verdict.events, teller)
    yield from teller.waits()


def _note(found: Played, events: Sequence[Event], teller: Teller) -> list[str]:
    found.events |= {type(event) for event in events}
    found.rules |= {rule for event in events if (rule := getattr(event, "rule", ""))}
    return _folded(teller.tell(events))


def _sound(story: Story, move: Move, state: State) -> None:
    if broken := violations(book(), state):
        raise Badly(f"{story.file}:{move.line}: after {move.text!r} {', '.join(map(str, broken))}")


def _used_up(story: Story, move: Move, chance: Scripted) -> None:
    if chance.dice or chance.shuffles:
        left = [*(f"a die that shows {n}" for n in chance.dice), *(" ".join(c) for c in chance.shuffles)]
        raise Badly(f"{story.file}:{move.line}: not needed by {move.text!r}: {', '.join(left)}")


# ------------------------------------------------------------------ checking and writing


def played(path: Path) -> Played:
    """The playthrough of a file, played anew."""
    return play(read(path.name, path.read_text("utf-8")))


def difference(path: Path) -> str:
    """'' when a file says what happens when it is played, else how it differs."""
    now = played(path).text
    then = path.read_text("utf-8")
    lines = difflib.unified_diff(
        then.splitlines(), now.splitlines(), f"{path.name} as written", f"{path.name} as played", lineterm="", n=2
    )
    return "\n".join(lines)


#: Below this line of the README stands what `index` says.
MARK = f"<!-- written by {COMMAND} -->\n"


def index() -> str:
    """The stories by the chapters of the ledger that they name rows of."""
    stories = [read(path.name, path.read_text("utf-8")) for path in files()]
    lines = ["", "| chapter | stories |", "|---|---|"]
    for chapter in dict.fromkeys(row.partition("-")[0] for row in LEDGER):
        about = [s for s in stories if any(row.partition("-")[0] == chapter for row in s.case.rules)]
        lines.append(f"| {chapter} | {', '.join(f'[{s.title}]({s.file})' for s in about)} |")
    return "\n".join(lines) + "\n"


def readme() -> str:
    """The README with the index as it is now."""
    return (FOLDER / "README.md").read_text("utf-8").partition(MARK)[0] + MARK + index()


#: Every type of move, parts of rulings included, and of event.
MOVES: tuple[type, ...] = (*get_args(mv.Move), *get_args(ch.Change))
EVENTS: tuple[type, ...] = get_args(Event)


def main(arguments: Sequence[str] = ()) -> int:
    """Write every playthrough anew, those named only, or with `--check` say what differs."""
    named = [a for a in arguments if not a.startswith("-")]
    failed = 0
    for path in files():
        if named and not any(name in path.name for name in named):
            continue
        try:
            differs = difference(path)
        except Badly as error:
            sys.stdout.write(f"{error}\n")
            failed += 1
            continue
        if not differs:
            continue
        if "--check" in arguments:
            sys.stdout.write(f"{differs}\n")
            failed += 1
        else:
            path.write_text(played(path).text, "utf-8")
            sys.stdout.write(f"{path.name}: written\n")
    if not failed and "--check" not in arguments and readme() != (FOLDER / "README.md").read_text("utf-8"):
        (FOLDER / "README.md").write_text(readme(), "utf-8")
        sys.stdout.write("README.md: written\n")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
