"""Entries of the log as lines on a page: sentences with their rules, under the phase in which they happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from app.rules.agenda_items import Trading, UsingInventory
from app.rules.events import (
    CardMoved,
    Chosen,
    DiceRolled,
    DieRolled,
    MonsterPlaced,
    PoolChanged,
    StepOpened,
    TileJoined,
    UnitLeft,
)
from app.rules.moves import Answer, CloseStep, MakeRuling
from app.web.contexts import Token
from app.web.contexts_log import LogLine, LogPart, LogSaid
from app.web.messages import Words
from app.web.messages_events import Line, happened, lines, rule_of
from app.web.messages_moves import move_label
from app.web.messages_names import counted, forename, listed

if TYPE_CHECKING:
    from app.rules.agenda import Step
    from app.service import LogEntry
    from app.web.seen_table import Table

FEWEST_FOLDED: Final = 2  # lines of bookkeeping; a single one is shown
MOST_NAMED: Final = 4  # people in one line
ROLLS: Final = (DieRolled, DiceRolled)


@dataclass
class Told:
    """Names as they were when something happened: tiles and monsters come and go."""

    words: Words
    cards: dict[str, str] = field(default_factory=dict)
    tiles: dict[str, str] = field(default_factory=dict)
    steps: dict[int, Step] = field(default_factory=dict)

    def learn(self, entry: LogEntry) -> None:
        """Keep the trades and uses of inventory that an entry began: a later one that ends them says which."""
        for event in entry.events:
            if isinstance(event, StepOpened) and isinstance(event.step, Trading | UsingInventory):
                self.steps[event.step.id] = event.step

    def at(self, entry: LogEntry) -> Words:
        """The words for an entry, which may itself bring tiles and monsters."""
        self.learn(entry)
        for event in entry.events:
            if isinstance(event, TileJoined):
                key = f"{event.tile.cell[0]},{event.tile.cell[1]}"
                self.tiles[key] = event.tile.tile + event.tile.face
            elif isinstance(event, MonsterPlaced):
                self.cards[event.unit] = event.card
        # the card of a monster that left goes next: it may have come long before the first entry that is told
        for event, after in pairwise(entry.events):
            if isinstance(event, UnitLeft) and isinstance(after, CardMoved) and after.deck == "monsters":
                self.cards.setdefault(event.unit, after.card)
        return replace(self.words, cards=dict(self.cards), tiles=dict(self.tiles), steps=self.steps)


async def phases(table: Table, entries: Sequence[LogEntry], show: str) -> tuple[LogPart, ...]:
    """The entries (oldest first) as lines, newest first, under the phase in which each thing happened.

    An entry in which a phase begins is told in parts: what came before it, and what came of the new phase.
    """
    told = Told(table.words)
    began = await phases_of(table, entries)
    found: list[tuple[tuple[int, str], LogLine]] = []
    for entry in entries:
        words = told.at(entry)
        if is_shown(table, entry, show):
            found += parts_of(table, entry, words, began[entry.revision])
    parts: list[tuple[tuple[int, str], list[LogLine]]] = []
    for at, line in reversed(found):
        if not parts or parts[-1][0] != at:
            parts.append((at, []))
        parts[-1][1].append(line)
    return tuple(LogPart(f"Round {n}, {phase} phase", tuple(lines)) for (n, phase), lines in parts)


async def phases_of(table: Table, entries: Sequence[LogEntry]) -> dict[int, tuple[int, str]]:
    """The round and the phase in which each entry (oldest first, without gaps) was made, by revision."""
    if not entries:
        return {}
    service, door = table.visit.service, table.visit.door
    first = entries[0].revision
    at = await service.phase_at(door, first - 1)
    after, found = {first - 1: at}, {}
    for entry in entries:
        found[entry.revision] = at
        if entry.kind in ("move", "create"):
            began = [line.phase for line in lines(table.words, entry.events) if line.phase is not None]
            at = began[-1] if began else at
        elif entry.to is not None:  # undo and redo lead to the state after another entry
            known = after.get(entry.to)
            at = known if known is not None else await service.phase_at(door, entry.to)
        after[entry.revision] = at
    return found


def is_shown(table: Table, entry: LogEntry, show: str) -> bool:
    """Whether a filter lets an entry through."""
    if show == "mine":
        return table.seat is not None and entry.seat == table.seat.id
    if show == "rolls":
        return any(isinstance(event, ROLLS) for event in entry.events)
    return isinstance(entry.move, MakeRuling) if show == "rulings" else True


def parts_of(
    table: Table, entry: LogEntry, words: Words, at: tuple[int, str]
) -> Iterator[tuple[tuple[int, str], LogLine]]:
    """An entry as one line for each phase that it belongs to, oldest first; `at` = the phase in which it was made."""
    groups: list[tuple[tuple[int, str], list[Line]]] = [(at, [])]
    for line in lines_of(entry, words):
        if line.phase is not None and line.phase != groups[-1][0]:
            groups.append((line.phase, []))
        groups[-1][1].append(line)
    groups = [group for group in groups if group[1]] or groups
    sources = {event.source for event in entry.events if isinstance(event, ROLLS)}
    source = "dice typed in" if "typed" in sources else "rolled by the tracker" if sources else ""
    is_move = entry.kind == "move" and not isinstance(entry.move, MakeRuling)
    for number, (phase, found) in enumerate(groups):
        last = number == len(groups) - 1
        minor = [line for line in found[1:] if line.minor]
        folded = minor if len(minor) >= FEWEST_FOLDED else []
        yield (
            phase,
            LogLine(
                revision=entry.revision,
                token=entry_token(table, entry) if is_move and not of_the_group(entry) else None,
                icon=entry_icon(entry),
                said=runs([line for line in found if line not in folded], table),
                folded=runs(folded, table),
                at=entry.at,
                by=entry.name if is_move else "",
                source=source,
                undone_by=entry.undone_by or "",
                seen=entry.reveals,
                can_go_back=last and entry.kind == "move" and not entry.undone_by,
                whole=last,
            ),
        )


def runs(found: Sequence[Line], table: Table | None = None) -> tuple[LogSaid, ...]:
    """Lines in order, those of one rule that follow one another together; with the way to a chapter's story where it
    can be read at this `table`.
    """
    said = []
    for (rule, chapter), told in groupby(found, key=lambda line: (line.rule, line.chapter)):
        story = table.chapter_page(*chapter) if table is not None and chapter is not None else ""
        said.append(LogSaid(tuple(line.text for line in told), rule, story))
    return tuple(said)


def entry_token(table: Table, entry: LogEntry) -> Token:
    """The explorer that a move was made for or that a question was put to, else whoever made it."""
    explorer = getattr(entry.move, "explorer", "") or asked_of(entry)
    if explorer in table.book.explorers:
        return table.token(explorer)
    seat = next((seat for seat in table.view.seats if seat.id == entry.seat), None)
    return table.seat_token(seat) if seat else Token("ex", entry.name[:1].upper() or "?", entry.name)


#: What the group does, whoever taps it: the monsters' moves and the ends of phases.
GROUP_MOVES: Final = frozenset(
    {"EndPhase", "MoveMonster", "MonsterAttack", "MonsterAbility", "MonsterOpenDoor", "MonsterDone"}
)
#: Questions that the group is always asked.
GROUP_QUESTIONS: Final = frozenset(
    """door_towards door_where join_entry_tile place_entry_by_ruling spawn_tile spawn_where which_card_next which_stored
    which_tile_first which_tile_goes which_tile_next which_trigger who_bears who_draws who_enters_first who_fires
    who_rolls who_rolls_spawn""".split()
)


def asked_of(entry: LogEntry) -> str:
    """Who was asked what an entry answers: an explorer, 'group', or '' for what answers nothing."""
    return next((event.who for event in entry.events if isinstance(event, Chosen)), "")


def of_the_group(entry: LogEntry) -> bool:
    """Whether an entry is an act of the group: no explorer's mark stands for it."""
    if isinstance(entry.move, Answer):
        return asked_of(entry) == "group" or any(
            isinstance(event, Chosen) and event.question in GROUP_QUESTIONS for event in entry.events
        )
    return entry.kind == "move" and entry.move is not None and entry.move.type in GROUP_MOVES


def entry_icon(entry: LogEntry) -> str:
    """The icon of an entry without the mark of an explorer: a ruling's, the group's, else that of its kind."""
    if isinstance(entry.move, MakeRuling):
        return "key"
    return "party" if of_the_group(entry) else ICONS.get(entry.kind, "person")


ICONS = {"undo": "undo", "redo": "redo", "create": "board", "import": "board"}


def sentences_of(entry: LogEntry, words: Words) -> Iterator[str]:
    """What an entry says, who did it first where the events do not tell."""
    for line in lines_of(entry, words):
        yield line.text


def lines_of(entry: LogEntry, words: Words) -> Iterator[Line]:
    """The same with the rule of each sentence."""
    if entry.kind not in ("move", "create"):
        yield Line(_of_kind(entry, words))
        return
    told = lines(words, entry.events)
    if isinstance(entry.move, MakeRuling):
        yield Line(f"Ruling by {entry.name}: “{entry.move.reason}”", "AM-1")
        told = [line for line in told if entry.move.reason not in line.text]
    elif entry.move is not None and all(isinstance(e, PoolChanged) or not happened(words, e) for e in entry.events):
        # nothing but its price tells of it
        rule = next((rule for event in entry.events if (rule := rule_of(event))), "")
        yield Line(_of_move(entry, words), rule)
    yield from told


def _of_move(entry: LogEntry, words: Words) -> str:
    """A move in words, where its events have none."""
    if isinstance(entry.move, CloseStep):
        match words.steps.get(entry.move.step):
            case Trading(explorer=explorer, partner=partner):
                return f"The trade of {words.unit(explorer)} and {words.unit(partner)} is over."
            case UsingInventory(explorer=explorer, on=on):
                return f"{words.unit(on or explorer)}’s inventory has been seen to."
        return f"{entry.name} was done."
    assert entry.move is not None
    label = move_label(words, entry.move)
    if isinstance(entry.move, Answer):
        return f"{entry.name} answered: {label}."
    return f"{label if getattr(entry.move, 'explorer', '') else f'{entry.name}: {label}'}."


def _of_kind(entry: LogEntry, words: Words) -> str:
    who, detail = entry.name, entry.detail
    explorers = listed([_forename(words, e) for e in detail.get("explorers", ())])
    explorer = _forename(words, str(detail.get("explorer", "")))
    match entry.kind:
        case "undo":
            return f"{who} took back {counted(len(detail.get('took_back', ())), 'move')}."
        case "redo":
            return f"{who} brought back {counted(len(detail.get('brought_back', ())), 'move')}."
        case "join":
            if detail.get("kind") == "watch":
                return f"{who} watches."
            return f"{who} sits down{f' as {explorers}' if detail.get('explorers') else ''}."
        case "claim":
            return f"{words.seat(str(detail.get('seat', '')))} plays {explorer}."
        case "release":
            return f"{explorer} is free again."
        case "rename_seat":
            return f"{detail.get('before')} is called {detail.get('after')} now."
        case "rename_table":
            return f"{who} named the table “{detail.get('after')}”."
        case "remove_seat":
            names = [str(detail.get("seat_name")), *map(str, detail.get("others", ()))]
            told = names if len(names) <= MOST_NAMED else [*names[:2], f"{len(names) - 2} others"]
            return f"{who} took {listed(told)} off the table."
        case "ask_seat" | "grant_seat" | "deny_seat":
            return _of_request(entry, explorers)
        case _:
            return f"{who} brought in the table."


def _of_request(entry: LogEntry, explorers: str) -> str:
    """Who asked for what, or how it was answered; it makes sense also when a phone is called like the seat."""
    who, detail = entry.name, entry.detail
    held, to = str(detail.get("seat_name", "")), str(detail.get("to", ""))
    if detail.get("explorers"):
        match entry.kind:
            case "ask_seat":
                return f"{who} asks to play {explorers} for {held}."
            case "grant_seat":
                return f"{who} gave {explorers} to {to}."
            case _:
                return f"{who} did not give {explorers} to {to}."
    seat = f"the seat of {held}" if held else "the seat"
    match entry.kind:
        case "ask_seat":
            asker = f"Another phone, also called {who}," if who.casefold() == held.casefold() else who
            return f"{asker} asks for {seat}."
        case "grant_seat" if detail.get("kind") == "host":
            return f"{who} took {seat} back by the host’s link."
        case "grant_seat":
            return f"{who} gave {seat} to {'another phone' if to.casefold() == held.casefold() else to}."
        case _:
            return f"{who} did not give {seat} to {'another phone' if to.casefold() == held.casefold() else to}."


def _forename(words: Words, explorer: str) -> str:
    found = words.book.explorers.get(explorer)
    return forename(found.name) if found else explorer
