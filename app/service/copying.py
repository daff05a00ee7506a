"""A table carried away as one file, and a new table made from such a file.

The file can be read by anybody: it holds the log without what is hidden. What the table needs to go on lies in it
under `sealed`, packed so that nobody is spoiled by looking, and only in a host's file. A copy made from it keeps
everything that was ever seen and shuffles anew what nobody has seen: it can't be asked what the table will draw.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Final

from app.rules.visibility import FACE_DOWN
from app.store.rows import Line

FORMAT: Final = "vivarium-table"
VERSION: Final = 1
LARGEST: Final = 64 * 2**20  # bytes of an unpacked file: a table of tens of thousands of moves
FIELDS: Final = ("revision", "kind", "head", "at", "seat", "name", "move", "detail", "events", "rules", "pack_version")

Json = dict[str, Any]
Shuffle = Callable[[tuple[str, ...]], tuple[str, ...]]
KindOf = Callable[[str, str], Hashable]


class NotATable(ValueError):
    """The file can't be made into a table; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def seal(lines: Iterable[Line]) -> str:
    """Entries, whole, as text that tells nothing at a glance."""
    rows = [{name: getattr(line, name) for name in FIELDS} for line in lines]
    return base64.b64encode(zlib.compress(json.dumps(rows, ensure_ascii=False).encode(), 9)).decode()


def unseal(text: object) -> list[Line]:
    """Entries from a sealed text, checked for shape. Raises NotATable."""
    try:
        packed = base64.b64decode(str(text), validate=True)
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(packed, LARGEST)
        if unpacker.unconsumed_tail:
            raise NotATable("file_too_large")
        return [*_lines(raw.decode())]
    except NotATable:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, zlib.error, RecursionError) as error:
        raise NotATable("file_damaged") from error


def _lines(text: str) -> Iterator[Line]:
    """The entries of a list of flat objects, one after the other: a small file can't ask for much memory."""
    place = 1 if text[:1] == "[" else len(text) + 1
    while (found := _ROW.match(text, place)) is not None:
        yield _line(json.loads(found[1]))
        place = found.end()
        if found[2] == "]":
            break
    if text[place - 1 :] != "]":
        raise NotATable("file_damaged")


#: A flat object in a list, and what follows it: texts, whole numbers and null in it, nothing that could nest.
_ROW: Final = re.compile(
    r"""\s*+(\{(?:\s*+"[^"\\]*+"\s*+:\s*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?\d{1,40}+|null|true|false)\s*+,?+)*+\})\s*+([,\]])"""
)


def _line(row: Json) -> Line:
    if set(row) != set(FIELDS):
        raise NotATable("file_damaged")
    numbers, texts = ("revision", "head", "at"), ("kind", "seat", "name", "detail", "events", "rules", "pack_version")
    if any(type(row[name]) is not int for name in numbers) or any(type(row[name]) is not str for name in texts):
        raise NotATable("file_damaged")
    if row["move"] is not None and type(row["move"]) is not str:
        raise NotATable("file_damaged")
    return Line(key=None, **row)


# ------------------------------------------------------------------ shuffling anew what nobody has seen


def shuffled_anew(entries: list[str], shuffle: Shuffle, kind_of: KindOf) -> list[str]:
    """The events of all entries (JSON texts, in order) with cards that nobody has seen exchanged among themselves.

    Cards of one kind that were never seen change places whatever has become of them: nobody knows which of them were
    left out, either. Whenever a deck was shuffled, cards in it that were not seen since and have been through the same
    hidden places change places from then on. All else stays, so every state looks as it did, and every card that was
    seen still comes when it came. `kind_of` = of a deck and a card in it, what the rules tell unseen cards apart by.
    """
    events = [(n, event) for n, text in enumerate(entries) for event in json.loads(text)]
    seen = _last_seen(event for _, event in events)
    never, ways = dict[Hashable, dict[str, None]](), dict[str, list[tuple[int, Hashable]]]()
    for place, (n, event) in enumerate(events):
        deck = event.get("deck")
        # Cards that one entry sends to the same place go there together; a shuffle is a place of its own.
        at: Hashable = place if event.get("type") == "Shuffled" else n
        for kind, cards in _hidden(event):
            for card in cards:
                last = max(seen.get(_number(event, card), -1), seen.get(card, -1))
                if last < place:
                    ways.setdefault(card, []).append((place, (at, deck, kind)))
                if last < 0:
                    never.setdefault((deck, kind_of(deck, card)), {})[card] = None
    # What each card is called from now on: at first those that nobody ever saw are mixed, whatever their way.
    called = dict[str, str]()
    for (deck, _), alike in never.items():  # type: ignore[misc]
        names = shuffle(tuple(alike))
        called |= zip(alike, (_turned(deck, name, shuffle) for name in names), strict=True)
    becomes: dict[tuple[int, str], str] = {}
    ahead = _ways_ahead(ways)
    for place, (_, event) in enumerate(events):
        cards = [card for _, some in _hidden(event) for card in some if (place, card) in ahead]
        if event.get("type") == "Shuffled":
            alike_ahead: dict[int, list[str]] = {}
            for card in cards:
                alike_ahead.setdefault(ahead[place, card], []).append(card)
            for alike_cards in alike_ahead.values():
                names = shuffle(tuple(called.get(card, card) for card in alike_cards))
                called |= zip(alike_cards, names, strict=True)
        becomes |= {(place, card): called.get(card, card) for card in cards}
    for place, (_, event) in enumerate(events):
        _exchange(event, place, becomes)
    out: list[list[Json]] = [[] for _ in entries]
    for n, event in events:
        out[n].append(event)
    return [json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in out]


def _ways_ahead(ways: Mapping[str, list[tuple[int, Hashable]]]) -> dict[tuple[int, str], int]:
    """For each hidden place and card there, a number for the way that it goes on: the same for the same way."""
    numbers, ahead = dict[tuple[Hashable, int], int](), dict[tuple[int, str], int]()
    for card, way in ways.items():
        rest = 0
        for place, at in reversed(way):
            rest = ahead[place, card] = numbers.setdefault((at, rest), len(numbers) + 1)
    return ahead


def _turned(deck: object, card: str, shuffle: Shuffle) -> str:
    """A map tile that nobody has seen lies either way up."""
    return card[:-1] + shuffle(("a", "b"))[0] if deck == "tiles" else card


def _hidden(event: Json) -> Iterator[tuple[str, list[str]]]:
    """The hidden places that an event names cards in."""
    if event.get("type") == "Shuffled":
        yield "order", event["order"]
        yield "out", event["out"]
    elif event.get("type") == "CardMoved" and event.get("to") in FACE_DOWN:
        yield f"{event['to']} {event.get('holder', '')}", [event["card"]]


def _exchange(event: Json, place: int, becomes: Mapping[tuple[int, str], str]) -> None:
    """Put other cards into the hidden places of an event."""
    if event.get("type") == "Shuffled":
        for kind in ("order", "out"):
            event[kind] = [becomes.get((place, card), card) for card in event[kind]]
    elif event.get("type") == "CardMoved" and event.get("to") in FACE_DOWN:
        event["card"] = becomes.get((place, event["card"]), event["card"])


def _last_seen(events: Iterable[Json]) -> dict[str, int]:
    """Where each text was last to be read by everybody: cards among them."""
    found: dict[str, int] = {}

    def look(value: object, place: int) -> None:
        if isinstance(value, str):
            found[value] = place
        elif isinstance(value, dict):
            for key, item in value.items():
                found[key] = place
                look(item, place)
        elif isinstance(value, list):
            for item in value:
                look(item, place)

    for place, event in enumerate(events):
        hidden = {"order", "out"} if event.get("type") == "Shuffled" else set()
        if event.get("type") == "CardMoved" and event.get("to") in FACE_DOWN:
            hidden = {"card"}
        look({key: value for key, value in event.items() if key not in hidden and key != "type"}, place)
    return found


def _number(event: Json, card: str) -> str:
    """What a card is called when it is seen: a map tile lies in its deck with its face, '07a'."""
    return card[:-1] if event.get("deck") == "tiles" else card
