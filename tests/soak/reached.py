"""What soak sessions have reached, counted by kind, and the table that is printed at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import get_args

from app.rules import agenda as ag
from app.rules import changes as ch
from app.rules import events as ev
from app.rules import moves as mv
from app.rules.cards import Book
from app.rules.settings import setting_names
from app.rules.verdicts import Reason
from app.rules.visibility import FACE_DOWN
from tests.web.rule_codes import collect

DECKS = ("encounters", "environments", "explorer_events", "horror_events", "items", "monsters")


class Reached:
    """How often each thing was reached: `counts[kind][name]`. Of several sessions, `add` sums them up."""

    def __init__(self) -> None:
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, other: Reached) -> None:
        for kind, counts in other.counts.items():
            self.counts[kind].update(counts)

    def count(self, kind: str, name: str, n: int = 1) -> None:
        self.counts[kind][name] += n

    def move(self, move: mv.Move) -> None:
        self.count("moves", move.type)
        if isinstance(move, mv.MakeRuling):
            for change in move.changes:
                self.count("changes of rulings", change.type)

    def refused(self, reasons: Iterable[Reason]) -> None:
        for reason in reasons:
            self.count("reasons", reason.code)

    def events(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self.count("events", event.type)
            match event:
                case ev.CardMoved() if event.drawn and event.to not in FACE_DOWN:
                    self.count("cards", event.card)
                case ev.MonsterPlaced():
                    self.count("cards", event.card)
                case ev.ChapterEntered():
                    self.count("chapters", event.card)
                case ev.Noted():
                    self.count("notes", event.code)
                case ev.StepOpened(step=ag.Ask() as step):
                    self.count("questions", step.question)
                    self.count("steps", step.type)
                case ev.StepOpened():
                    self.count("steps", event.step.type)
                case ev.AbilityBegan() | ev.AbilityUsed():
                    self.count("abilities", f"{event.card} {event.at}")
                case ev.UnitLeft():
                    self.count("happenings", f"unit {event.how}")
                case ev.GameEnded():
                    self.count("happenings", f"game {event.outcome}")
                case ev.TileJoined():
                    self.count("tiles", event.tile.tile)
                case ev.TrapsTriggered():
                    self.count("happenings", "traps sprung")
                case ev.SpaceMarked():
                    self.count("happenings", f"space {event.mark}")
                case ev.TrackSet():
                    self.count("happenings", f"{event.track} set")
                case ev.SettingChanged():
                    self.count("house rules changed", event.name)
                case _:
                    pass


def whole(book: Book) -> Mapping[str, Collection[str]]:
    """All that there is to reach, by kind."""
    codes = collect()
    played = {c for s in book.scenarios.values() for x in s.lengths for c in x.chapters}
    played |= {c for s in book.scenarios.values() for v in s.variations for cs in v.chapters.values() for c in cs}
    return {
        "moves": [_name(kind) for kind in get_args(mv.Move)],
        "changes of rulings": [_name(kind) for kind in _flat(ch.Change)],
        "events": [_name(kind) for kind in get_args(ev.Event)],
        "steps": [_name(kind) for kind in get_args(ag.Step)],
        "questions": _plain(codes.questions),
        "reasons": _plain(codes.reasons),
        "notes": _plain(codes.notes),
        "chapters": played,
        "tiles": {face[:-1] for face, tile in book.tiles.items()},
        "cards": [card for deck in DECKS for card in getattr(book, deck)],
        "abilities": list(_abilities(book, played)),
        "house rules changed": setting_names(),
    }


def _flat(union: object) -> Iterator[type]:
    for one in get_args(union):
        yield from _flat(one) if get_args(one) else (one,)


def _name(kind: type) -> str:
    """What a move, event or step calls itself."""
    return str(next(one.default for one in fields(kind) if one.name == "type"))


def _plain(codes: Mapping[str, object]) -> list[str]:
    return [code for code in codes if "*" not in code]


def _abilities(book: Book, played: Collection[str]) -> Iterator[str]:
    """Those that are played, triggered, or resolved when their card enters."""
    for card in book.cards.values():
        if card.id in book.chapters and card.id not in played:
            continue
        for at, _, _, ability in card.abilities():
            if ability.kind != "passive":
                yield f"{card.id} {at}"


def table(reached: Reached, book: Book) -> str:
    """What was reached of what there is, with what was not, a line for each kind."""
    lines = [f"{'':<20} {'reached':>9}  never"]
    for kind, names in whole(book).items():
        counts = reached.counts[kind]
        never = sorted(name for name in names if not counts[name])
        told = ", ".join(never[:12]) + (f" and {len(never) - 12} more" if len(never) > 12 else "")
        lines.append(f"{kind:<20} {len(names) - len(never):>4} of {len(names):>3} {told}".rstrip())
    for kind in ("happenings", "sessions", "checks"):
        told = ", ".join(f"{name} {n}" for name, n in sorted(reached.counts[kind].items()))
        lines.append(f"{kind:<20} {told}")
    return "\n".join(lines)
