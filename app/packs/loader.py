"""Reading a pack: a folder of YAML files and drawings, into the `Book` of the rules (docs/packs.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from app.rules.cards import Book
from app.rules.cards_map import TerrainFace, TileFace
from app.rules.cards_story import Scenario
from app.rules.cards_text import Card

from . import cards, maps
from .abilities import CardScope
from .fields import Field, Place
from .problems import PackError, Problem
from .reading import UnreadableError, Value, read_yaml
from .schema import Pack, Table, across, table

log = logging.getLogger(__name__)

MAX_BYTES = 2_000_000

#: Kind of card -> the file that it stands in; more of them may stand beside it (`chapters-cellar.yaml`).
FILES = {
    kind: f"{kind}.yaml"
    for kind in (
        "scenarios",
        "chapters",
        "encounters",
        "environments",
        "explorer_events",
        "horror_events",
        "explorers",
        "monsters",
        "items",
    )
}
PACK, TILES, TERRAINS = "pack.yaml", "tiles.txt", "terrains.txt"

Kind = TypeVar("Kind", bound="Card | Scenario")
Face = TypeVar("Face", bound="TileFace | TerrainFace")


def load_pack(path: Path) -> Book:
    """The book of the pack in the folder `path`. PackError lists everything that is wrong with it."""
    return read_pack(path).book


@cache
def builtin() -> Book:
    """The book of the built-in pack. It is read once for each process."""
    return load_pack(Path(__file__).parent / "builtin")


@cache
def played(path: Path | None) -> Book:
    """The book that a server plays with: of the pack in the folder `path`, or the built-in one for None. It is read
    once for each process. PackError also says what is missing to begin a session.
    """
    if path is None:
        return builtin()
    if not path.is_dir():
        raise PackError([Problem("", "", "", f"{path} is no folder")])
    book = load_pack(path)
    needed = {FILES["scenarios"]: book.scenarios, FILES["explorers"]: book.explorers, TILES: book.tiles}
    missing = [
        Problem(file, "", "", "nothing can be played without any of these") for file, of in needed.items() if not of
    ]
    if missing:
        raise PackError(missing)
    return book


def read_pack(path: Path) -> Pack:
    """The whole pack in the folder `path`, warnings included. PackError lists all that is wrong with it.

    Only pack.yaml must be there; what a pack leaves out is empty.
    """
    reading = _Reading(path)
    pack = reading.pack()
    for warning in pack.warnings:
        log.warning("%s: %s", pack.book.id, warning)
    return pack


class _Reading:
    """One reading of one folder: the problems so far, and which ids are taken."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.taken: dict[str, str] = {}
        self.named: list[tuple[Field, str, str]] = []
        self.unread = False

    def pack(self) -> Pack:
        self._check_folder()
        data = self._table()
        book = Book(
            id=data.id,
            name=data.name,
            version=data.version,
            tiles=self._faces(TILES, maps.tile_faces),
            terrains=self._faces(TERRAINS, maps.terrain_faces),
            chapters=self._cards("chapters", cards.chapter),
            environments=self._cards("environments", cards.environment),
            encounters=self._cards("encounters", cards.encounter),
            explorer_events=self._cards("explorer_events", cards.event),
            horror_events=self._cards("horror_events", cards.event),
            explorers=self._cards("explorers", cards.explorer),
            monsters=self._cards("monsters", cards.monster),
            items=self._cards("items", cards.item),
            scenarios=self._cards("scenarios", cards.scenario),
            dice={**data.dice, "recharge": tuple(range(1, len(data.recharge) + 1))} if data.recharge else data.dice,
            threat_positions=data.threat_positions,
            barrel=data.barrel,
            recharge=data.recharge,
            slots=data.slots,
        )
        errors, warnings = across(book, self.taken, self.named)
        if not self.unread:  # else every card of that file would be reported as missing
            self.problems += errors
        if self.problems:
            raise PackError(self.problems)
        return Pack(book, data.threat_positions, data.barrel, data.recharge, tuple(warnings))

    def _check_folder(self) -> None:
        if not self.path.is_dir():
            raise PackError([Problem(self.path.name, "", "", "there is no such folder")])
        known = {PACK, TILES, TERRAINS, *FILES.values()}
        for file in sorted(self.path.iterdir()):
            several = file.suffix == ".yaml" and f"{file.stem.partition('-')[0]}.yaml" in FILES.values()
            if file.suffix in (".yaml", ".yml", ".txt") and file.name not in known and not several:
                self.problems.append(Problem(file.name, "", "", f"a pack has no such file: {', '.join(sorted(known))}"))

    def _files(self, kind: str) -> tuple[str, ...]:
        """The files that cards of a kind stand in: `chapters.yaml`, then `chapters-cellar.yaml` and others by name."""
        file = FILES[kind]
        return (file, *sorted(more.name for more in self.path.glob(f"{file.removesuffix('.yaml')}-*.yaml")))

    def _text(self, file: str) -> str | None:
        """What stands in a file; None when it is not there or cannot be read."""
        path = self.path / file
        try:
            if not path.exists():
                return None
            if path.stat().st_size > MAX_BYTES:
                self.problems.append(Problem(file, "", "", f"is larger than {MAX_BYTES // 1_000_000} MB"))
                self.unread = True
                return None
            return path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.problems.append(Problem(file, "", "", f"not UTF-8 text (byte {error.start})"))
        except OSError as error:
            self.problems.append(Problem(file, "", "", f"cannot be read: {error.strerror}"))
        self.unread = True
        return None

    def _yaml(self, file: str) -> Value:
        text = self._text(file)
        try:
            return read_yaml(text) if text is not None else None
        except UnreadableError as error:
            self.problems.append(Problem(file, "", "", str(error)))
            self.unread = True
            return None

    def _table(self) -> Table:
        before = len(self.problems)
        value = self._yaml(PACK)
        if value is None and len(self.problems) == before:
            self.problems.append(Problem(PACK, "", "", "is missing or empty"))
        place = Place(PACK, "", self.problems)
        if value is None:
            return table(Field({}, "", Place(PACK)))
        return table(Field(value, "", place))

    def _cards(self, kind: str, read: Callable[[Field], tuple[Kind, CardScope]]) -> dict[str, Kind]:
        found: dict[str, Kind] = {}
        for file in self._files(kind):
            found |= self._cards_in(file, read)
        return found

    def _cards_in(self, file: str, read: Callable[[Field], tuple[Kind, CardScope]]) -> dict[str, Kind]:
        value = self._yaml(file)
        found: dict[str, Kind] = {}
        self.unread |= value is not None and not isinstance(value, list)
        for item in Field(value, "", Place(file, "", self.problems)).items() if value is not None else ():
            name = item.value.get("id") if isinstance(item.value, dict) else None
            place = Place(file, str(name)[:40] if isinstance(name, str) else item.path, self.problems)
            card, scope = read(Field(item.value, "", place))
            self._take(card.id, file, place)
            for variation in card.variations if isinstance(card, Scenario) else ():
                self._take(variation.id, file, place)
            self.named += [(ref.field, ref.what, ref.name) for ref, _ in scope.named]
            found[card.id] = card
        return found

    def _take(self, id: str, file: str, place: Place) -> None:
        if id in self.taken:
            place.note("id", f"'{id}' is taken already, in {self.taken[id]}")
        elif id:
            self.taken[id] = file

    def _faces(self, file: str, read: Callable[[str, str, list[Problem]], dict[str, Face]]) -> dict[str, Face]:
        text = self._text(file)
        found = read(text, file, self.problems) if text is not None else {}
        for id in found:
            self._take(id, file, Place(file, id, self.problems))
        return found
