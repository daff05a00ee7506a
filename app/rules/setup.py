"""Setting the table (SC-1, SC-3, DK-2): decks shuffled, starting tile, entry token, explorers, first chapter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .agenda import CardEnters
from .cards import Book
from .cards_story import Scenario
from .chapters import enter_chapter
from .decks import entering_parts
from .engine import Chance, Run, advance
from .entry import enter_waiting
from .events_cards import CardMoved, Shuffled
from .events_map import TokenPlaced
from .events_table import PhaseBegan, TableSet
from .evolve import evolve
from .settings import Settings
from .state import TokenPlace
from .tiles import first_tile
from .verdicts import By, Legal

ITEM_KINDS = {
    "weapons": "weapon",
    "artifacts": "artifact",
    "consumables": "consumable",
    "apparel": "apparel",
}


@dataclass(frozen=True, slots=True)
class Setup:
    """What is chosen before setup (SC-1): ids of the scenario, its length and variation, and of 1 to 4 explorers."""

    scenario: str
    length: str
    variation: str
    explorers: tuple[str, ...]
    settings: Settings = Settings()


class SetupError(ValueError):
    """The setup names something that the pack does not have; `field` says which."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def new_game(book: Book, setup: Setup, chance: Chance) -> Legal:
    """Set the table: the events of setup and the state after them. Raises SetupError."""
    scenario = book.scenarios.get(setup.scenario)
    if scenario is None:
        raise SetupError("scenario", f"There is no scenario {setup.scenario!r}.")
    length = next((x for x in scenario.lengths if x.id == setup.length), None)
    if length is None:
        raise SetupError("length", f"There is no length {setup.length!r} of {scenario.name}.")
    variation = next((v for v in scenario.variations if v.id == setup.variation), None)
    if variation is None:
        raise SetupError("variation", f"There is no variation {setup.variation!r} of {scenario.name}.")
    if not 1 <= len(setup.explorers) <= 4 or len(set(setup.explorers)) != len(setup.explorers):
        raise SetupError("explorers", "Pick one to four different explorers.")
    missing = [e for e in setup.explorers if e not in book.explorers]
    if missing:
        raise SetupError("explorers", f"There is no explorer {missing[0]!r}.")
    first = TableSet(
        book.id,
        scenario.id,
        length.id,
        setup.variation,
        variation.chapters.get(length.id, length.chapters),
        setup.settings,
        setup.explorers,
        tuple(e for e in book.explorers if e not in setup.explorers),
        {e.id: (e.health, e.stamina, e.essence) for e in book.explorers.values()},
    )
    run = Run(book, evolve(None, first), By("", host=True), chance)
    run.events.append(first)
    _prepare_decks(run, scenario)
    run.emit(PhaseBegan("explorer", 1, "SC-3"))
    first_tile(run, from_bottom=True)
    tile = run.state.board.tiles[0]
    symbol = book.faces.symbols[book.faces.tile_key(tile.tile, tile.face)]
    run.emit(TokenPlaced("entry", TokenPlace(tile.cell, symbol), "SC-3"))
    enter_waiting(run)
    enter_chapter(run, 0, "SC-3")
    begins = entering_parts(variation)
    if begins:  # what a variation begins with comes before the first chapter's own abilities
        run.open(CardEnters(run.new_id(), "variation", variation.id, begins))
    advance(run)
    return Legal(tuple(run.events), run.state)


def _shuffle(run: Run, deck: str, cards: Iterable[str], out: tuple[str, ...] = ()) -> None:
    run.emit(Shuffled(deck, run.chance.shuffle(tuple(cards)), out))


def _prepare_decks(run: Run, scenario: Scenario) -> None:
    book = run.book
    numbers = sorted({face[:-1] for face, tile in book.tiles.items() if not tile.endgame})
    sides = [run.chance.roll("side", (0, 1)) for _ in numbers]
    _shuffle(run, "tiles", (n + "ab"[side] for n, side in zip(numbers, sides, strict=True)))
    _shuffle(run, "terrains", sorted({face[:-1] for face in book.terrains}))
    _shuffle(run, "environments", book.environments)
    _shuffle(run, "encounters", book.encounters)
    for deck, cards, own in (
        ("explorer_events", book.explorer_events, scenario.explorer_events),
        ("horror_events", book.horror_events, scenario.horror_events),
    ):
        core = run.chance.shuffle(tuple(c for c, card in cards.items() if card.core))
        kept = core
        if run.state.settings.trim_core_events == "on" and own:
            kept = core[: len(own)]  # DK-2: as many core cards as the scenario has
        box = {*own, *events_of_others(book, deck, scenario.id)}
        unused = tuple(c for c, card in cards.items() if not card.core and c not in box)
        _shuffle(run, deck, kept + own, tuple(c for c in core if c not in kept) + unused)
    for deck, kind in ITEM_KINDS.items():
        cards_of = [i for i in book.items.values() if i.kind == kind]
        _hold_back(run, deck, [(i.id, i.level) for i in cards_of])
    _hold_back(run, "monsters", [(m.id, m.level) for m in book.monsters.values()])


def events_of_others(book: Book, deck: str, scenario: str) -> frozenset[str]:
    """The events of a deck that other scenarios bring along and this one does not: they stay in the box (DK-2)."""
    brought = {s.id: set(getattr(s, deck)) for s in book.scenarios.values()}
    return frozenset(set().union(*brought.values()) - brought.get(scenario, set()))


def _hold_back(run: Run, deck: str, cards: list[tuple[str, int]]) -> None:
    """Level 1 is shuffled; higher levels are held back until they are added (IT-1, MN-1, SC-3)."""
    later = [(c, level) for c, level in cards if level > 1]
    _shuffle(run, deck, [c for c, _ in cards])
    for card, level in later:
        run.emit(CardMoved(deck, card, "aside", f"level {level}", rule="SC-3"))
