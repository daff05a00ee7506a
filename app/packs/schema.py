"""What a pack is: its files, its own data, and the checks that look at more than one card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.rules.cards import Book
from app.rules.cards_attacks import Barrel
from app.rules.cards_items import SLOTS, Recharge
from app.rules.cards_story import Chapter, Event, Scenario
from app.rules.cards_text import Card, Option

from .fields import MAX_NAME, Field
from .problems import Problem

#: The game die runs 0 to 9, 0 is 0 (GD-1).
GAME_DIE = tuple(range(10))
#: What is said of a name that a condition asks for and nothing has.
MISSING = {
    "chosen": "no chapter has an option '{}' to choose",
    "variation": "no scenario has a variation '{}'",
    "length": "no scenario has a length '{}'",
}
DICE = ("low", "high", "game")


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that has been read: the book of the rules, and what else the base game leaves to a pack.

    `warnings` = what is odd about it without being wrong.
    """

    book: Book
    threat_positions: int
    barrel: Barrel
    recharge: tuple[Recharge, ...]
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What stands in pack.yaml."""

    id: str
    name: str
    version: str
    dice: Mapping[str, tuple[int, ...]]
    threat_positions: int
    barrel: Barrel
    recharge: tuple[Recharge, ...]
    slots: Mapping[str, int]


def table(where: Field) -> Table:
    """The data of pack.yaml (bible of the pack: threat track, dice, barrel, recharge die)."""
    needed = ("id", "name", "version", "dice", "threat_positions", "barrel", "recharge")
    keys = where.fields((*needed, "slots"), needed)
    faces = keys["dice"].fields(DICE, DICE) if "dice" in keys else None
    dice = {die: tuple(one.integer(0, 99) for one in faces.items(die)) for die in DICE} if faces else {}
    for die, face in dice.items():
        if faces and die in faces and not face:
            faces[die].note("a die needs faces")
    if faces and "game" in faces and dice["game"] != GAME_DIE:
        faces["game"].note("the game die runs 0 to 9 (GD-1)")
    barrel = keys["barrel"].fields(("armor", "will", "low", "high"), ("armor", "will")) if "barrel" in keys else None
    pools = ("health", "stamina", "essence")
    recharge = [one.fields(pools) for one in keys.items("recharge")]
    slots = keys["slots"].fields(tuple(SLOTS)) if "slots" in keys else None
    return Table(
        id=keys.ident(),
        name=keys.name(),
        version=keys.text("version", longest=MAX_NAME),
        dice=dice,
        threat_positions=keys.integer("threat_positions", 2, 20, 5),
        barrel=Barrel(*(barrel.integer(key, 0, 20, 0) for key in ("armor", "will", "low", "high")))
        if barrel
        else Barrel(0, 0, 0, 0),
        recharge=tuple(Recharge(*(one.integer(pool, 1, 20, 0) for pool in pools)) for one in recharge),
        slots={slot: slots.integer(slot, 0, 9, n) for slot, n in SLOTS.items()} if slots else SLOTS,
    )


def across(
    book: Book, files: Mapping[str, str], named: Iterable[tuple[Field, str, str]]
) -> tuple[list[Problem], list[Problem]]:
    """Errors and warnings that only show when all cards are there.

    `files` says in which file each card stands ('rav-01' -> 'chapters.yaml'); `named` are the names that
    conditions ask for, each with what it names: options of earlier chapters, lengths, variations.
    """
    errors: list[Problem] = []
    warnings: list[Problem] = []
    for scenario in book.scenarios.values():
        errors += _scenario(scenario, book, files.get(scenario.id, ""))
    known = {
        "chosen": {option.label for chapter in book.chapters.values() for option in _options(chapter)},
        "variation": {variation.id for scenario in book.scenarios.values() for variation in scenario.variations},
        "length": {length.id for scenario in book.scenarios.values() for length in scenario.lengths},
    }
    errors += [
        Problem(where.place.file, where.place.card, where.path, MISSING[what].format(name))
        for where, what, name in named
        if what in known and name not in known[what]
    ]
    for chapter in book.chapters.values():
        warnings += [Problem(files.get(chapter.id, ""), chapter.id, "way_on", text) for text in _odd_way_on(chapter)]
    warnings += _unused(book, files)
    moods = {mood for tile in book.tiles.values() for mood in tile.moods}
    for scenario in book.scenarios.values():
        if scenario.mood and book.tiles and scenario.mood not in moods:
            text = f"no map tile has the mood '{scenario.mood}'"
            warnings.append(Problem(files.get(scenario.id, ""), scenario.id, "mood", text))
    return errors, warnings


def _options(card: Card) -> Iterable[Option]:
    """All options that a group can choose on a card (CH-7)."""
    for face in card.faces:
        for panel in face.panels:
            if panel.kind == "choose":
                yield from panel.options


def _scenario(scenario: Scenario, book: Book, file: str) -> list[Problem]:
    found: list[Problem] = []

    def note(field: str, message: str) -> None:
        found.append(Problem(file, scenario.id, field, message))

    lengths, variations = ([one.id for one in several] for several in (scenario.lengths, scenario.variations))
    for what, ids in (("lengths", lengths), ("variations", variations)):
        for i, id in enumerate(ids):
            if id in ids[:i]:
                note(f"{what}[{i}].id", f"'{id}' is there twice")
    orders = [(f"lengths[{i}].chapters", length.chapters) for i, length in enumerate(scenario.lengths)]
    for i, variation in enumerate(scenario.variations):
        for length, chapters in variation.chapters.items():
            orders.append((f"variations[{i}].chapters.{length}", chapters))
            if length not in lengths:
                note(f"variations[{i}].chapters", f"there is no length '{length}'")
    for path, chapters in orders:
        for j, id in enumerate(chapters):
            if id not in book.chapters:
                note(f"{path}[{j}]", f"there is no chapter '{id}'")
            elif id in chapters[:j]:
                note(f"{path}[{j}]", f"'{id}' is there twice (DK-3)")
    for what, events in (("explorer_events", book.explorer_events), ("horror_events", book.horror_events)):
        ids_: tuple[str, ...] = getattr(scenario, what)
        for i, id in enumerate(ids_):
            if id not in events:
                note(f"{what}[{i}]", f"there is no event '{id}' in {what}")
            elif events[id].core:
                note(f"{what}[{i}]", f"'{id}' is a core event: it needs 'core: false' (DK-2)")
            elif id in ids_[:i]:
                note(f"{what}[{i}]", f"'{id}' is there twice (DK-3)")
    return found


def _odd_way_on(chapter: Chapter) -> list[str]:
    way = chapter.way_on
    if chapter.is_pass_through:
        if way.kind == "blocking" or way.marked:
            return ["the blocking mark has no effect: no rating is printed, the chapter is passed through (CH-5)"]
        if way.kind != "none":
            return [f"'{way.kind}' has no effect: no rating is printed, the chapter is passed through (CH-5)"]
        return []
    return (
        ["'none' on a chapter with a rating: only an ability can advance from it (CH-4)"] if way.kind == "none" else []
    )


def _unused(book: Book, files: Mapping[str, str]) -> list[Problem]:
    """Cards that no scenario uses, once there is a scenario at all."""
    if not book.scenarios:
        return []
    scenarios = book.scenarios.values()
    used = {id for scenario in scenarios for length in scenario.lengths for id in length.chapters}
    used |= {id for s in scenarios for variation in s.variations for ids in variation.chapters.values() for id in ids}
    found = [
        Problem(files.get(id, ""), id, "", "no length of a scenario uses this chapter")
        for id in book.chapters
        if id not in used
    ]
    for what in ("explorer_events", "horror_events"):
        events: Mapping[str, Event] = getattr(book, what)
        listed = {id for scenario in scenarios for id in getattr(scenario, what)}
        for id, event in events.items():
            if not event.core and id not in listed:
                found.append(Problem(files.get(id, ""), id, "core", "not a core event, and no scenario uses it"))
    return found
