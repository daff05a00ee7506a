"""What must hold at any moment; a violation is named, never repaired silently (architecture: invariants)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache, partial

from .board import cell_of, layout
from .cards import Book
from .effects_lasting import Modify
from .geometry import SIDES, beyond
from .holding import dropped, holder_of
from .lattice import is_too_wide
from .memo import same
from .set_values import changed, values_of
from .settings import RATING_LIMIT, Settings, setting_names, setting_problem
from .setup import ITEM_KINDS, events_of_others
from .state import Deck, Explorer, State, space_of
from .units import destroyed_spawns, printed
from .vocabulary import SETTABLE


@lru_cache(maxsize=64)
def cards_of_deck(book: Book, deck: str, scenario: str = "") -> frozenset[str]:
    """Every card that belongs to a deck; tiles and terrains by their number.

    With a scenario those that belong to it at a table that plays it: events of other scenarios stay in the box (DK-2).
    """
    match deck:
        case "tiles":
            return frozenset(face[:-1] for face, tile in book.tiles.items() if not tile.endgame)
        case "terrains":
            return frozenset(face[:-1] for face in book.terrains)
        case "monsters":
            return frozenset(book.monsters)
        case "explorer_events" | "horror_events":
            return frozenset(getattr(book, deck)) - (events_of_others(book, deck, scenario) if scenario else set())
        case "environments" | "encounters":
            return frozenset(getattr(book, deck))
    kind = ITEM_KINDS[deck]
    return frozenset(i.id for i in book.items.values() if i.kind == kind)


def places(deck: Deck) -> dict[str, tuple[str, ...]]:
    """Every place of a deck with the cards that lie there (DK-3)."""
    return {
        "draw": deck.draw,
        "destroyed": deck.destroyed,
        "in_play": tuple(deck.in_play),
        "held": tuple(deck.held),
        "stored": tuple(deck.stored),
        "out": deck.out,
        "aside": tuple(deck.aside),
    }


def _card(deck: str, card: str) -> str:
    return card[:-1] if deck == "tiles" else card


def cards_of_table(book: Book, state: State, deck: str) -> frozenset[str]:
    """The cards that a deck has at this table: those of its scenario, and what is in play of a former one (SC-1).

    `state` = the whole one, not what a seat may see of it.
    """
    there = {_card(deck, card) for cards in places(state.decks[deck]).values() for card in cards}
    return cards_of_deck(book, deck, state.scenario) | (there & cards_of_deck(book, deck))


def _cards(book: Book, state: State) -> Iterable[str]:
    for name, deck in state.decks.items():
        # Most decks are those of the state before; what is wrong with one hangs on nothing else.
        yield from same(("cards of deck", name, state.scenario), (book, deck), partial(_cards_of, book, state, name))


def _cards_of(book: Book, state: State, name: str) -> tuple[str, ...]:
    lying = [_card(name, card) for cards in places(state.decks[name]).values() for card in cards]
    once = set(lying)
    if len(once) == len(lying) and once == cards_of_deck(book, name, state.scenario):
        return ()  # each of its cards once and no other, as nearly always
    there = Counter(lying)
    return (
        *(f"card_twice {name} {card}" for card, n in there.items() if n > 1),
        *(f"card_missing {name} {card}" for card in sorted(cards_of_table(book, state, name) - set(there))),
        *(f"card_unknown {name} {card}" for card in sorted(set(there) - cards_of_deck(book, name))),
    )


def _current(book: Book, state: State) -> Iterable[str]:
    """What lies face up on a pile is a card of that deck (NC-1, DK-1)."""
    for deck, card in state.current.items():
        if card and card not in cards_of_deck(book, deck):
            yield f"current_unknown {card}"


def _units(book: Book, state: State) -> Iterable[str]:
    table, gone = layout(book.faces, state.board), destroyed_spawns(state)
    standing = [(e.id, e.space) for e in state.explorers.values() if e.space is not None]
    standing += [(m.id, m.space) for m in state.monsters.values()]
    for unit, space in standing:
        if space not in table.spaces:
            yield f"unit_off_board {unit}"
        elif table.is_obstacle(space, gone):
            yield f"unit_on_obstacle {unit}"
    for space, n in Counter(space for _, space in standing).items():
        if n > 1:
            yield f"two_units_on {space[0]},{space[1]}"
    for explorer in state.explorers.values():
        card = book.explorers[explorer.id]
        if (explorer.status == "in_play") != (explorer.space is not None):
            yield f"status_and_space {explorer.id}"
        least = 0 if f"dying {explorer.id}" in state.due or state.outcome else 1  # a game may end before it is dead
        if explorer.status == "in_play" and not least <= explorer.health <= card.health:
            yield f"health_range {explorer.id}"
        # Who is dead or has left keeps what the board shows for it.
        fits = explorer.status in ("dead", "left") or explorer.stamina <= _most_stamina(book, state, explorer)
        if explorer.stamina < 0 or not fits or not 0 <= explorer.essence <= card.essence:
            yield f"pool_range {explorer.id}"
    for monster in state.monsters.values():
        if not 1 <= monster.health <= printed(book, state, monster.id, "health"):
            yield f"health_range {monster.id}"
        if state.decks["monsters"].in_play.get(monster.card) != monster.id:
            yield f"monster_card {monster.id}"


def _most_stamina(book: Book, state: State, explorer: Explorer) -> int:
    """What cards may have given for the round: also those about a place that the explorer has left meanwhile, and those
    of the pack that are not in play any more.
    """
    plain = book.explorers[explorer.id].stamina
    most = max(plain, changed(book, state, plain, "stamina_next_round", explorer.id))
    if explorer.stamina <= most:
        return most
    given = list(_stamina_of_passives(book))
    for held in state.lasting:
        if held.what == "stamina_next_round" and held.unit in ("", explorer.id):
            given.append((held.sets, held.n))
    highest = max([plain, *(n for sets, n in given if sets)])
    return highest + sum(max(0, n) for sets, n in given if not sets)


@lru_cache(maxsize=16)
def _stamina_of_passives(book: Book) -> tuple[tuple[bool, int], ...]:
    """What passive abilities of a pack say of the stamina of a new round: whether they set it, and the number."""
    return tuple(
        (verb.sets, verb.figure)
        for card in book.cards
        for *_, ability in book.abilities_of(card)
        for verb in (ability.do if ability.kind == "passive" else ())
        if isinstance(verb, Modify) and verb.what == "stamina_next_round"
    )


def _board(book: Book, state: State) -> Iterable[str]:
    cells = [tile.cell for tile in state.board.tiles]
    if len(set(cells)) < len(cells):
        yield "two_tiles_in_a_cell"
    tiles = {c[:-1] for c in state.decks["tiles"].in_play}
    if tiles != {tile.tile for tile in state.board.tiles}:
        yield "tiles_in_play"
    terrains = {tile.terrain.card for tile in state.board.tiles if tile.terrain is not None}
    loose = set(state.decks["terrains"].in_play) - terrains
    pending = {getattr(step, "card", "") for step in state.agenda}
    # A game may end in the middle of anything: what was being placed then lies beside the board.
    if terrains - set(state.decks["terrains"].in_play) or (loose - pending and not state.outcome):
        yield "terrains_in_play"
    for card, placed in state.environments.items():
        if placed.cell not in cells:
            yield f"environment_without_tile {card}"
        if placed.charges is not None and placed.charges < 0:
            yield f"charges_negative {card}"
        if (
            placed.edge is not None
            and beyond(placed.cell, placed.edge) in cells
            and not (state.agenda or state.outcome)
        ):
            yield f"environment_on_explored_edge {card}"
    for name, token in (("entry", state.entry), ("exit", state.exit)):
        if token is None or token.cell is None or state.agenda or state.outcome:
            continue
        if token.cell not in cells or token.edge not in SIDES or beyond(token.cell, token.edge) in cells:
            yield f"token_off_edge {name}"
    for key in state.marks:
        if cell_of(space_of(key)) not in cells:
            yield f"mark_off_board {key}"


def _items(book: Book, state: State) -> Iterable[str]:
    """Items are held by explorers of the table, fit their slots, and lie under a host that goes with them (BG-9)."""
    filled: Counter[tuple[str, str]] = Counter()
    for card, item in state.items.items():
        holder = holder_of(state, card)
        if not holder and card not in dropped(state):
            yield f"item_of_nobody {card}"
        if item.under and (item.equipped or holder_of(state, item.under) != holder):
            yield f"augment_without_host {card}"
        if item.equipped and not holder:
            yield f"equipped_by_nobody {card}"
        if item.equipped and book.items[card].place:
            filled[holder, book.items[card].place] += book.items[card].fills
    # A host that is neither equipped nor upgraded has no entry of its own.
    for host, n in Counter(item.under for item in state.items.values() if item.under).items():
        if n > book.items[host].room:
            yield f"too_many_augments {host}"
    for (holder, place), n in filled.items():
        if n > book.slots.get(place, 0):
            yield f"slots_exceeded {holder}"
    for deck in ITEM_KINDS:
        for card, holder in state.decks[deck].held.items():
            if holder not in state.explorers or state.explorers[holder].status in ("dead", "unused"):
                yield f"held_by_nobody {card}"


def _settings(settings: Settings) -> Iterable[str]:
    for name in setting_names():
        if setting_problem(name, getattr(settings, name)) is not None:
            yield f"setting_value {name}"


def _tracks(book: Book, state: State) -> Iterable[str]:
    if state.spawn_tokens < 0 or state.horror_tokens < 0:
        yield "tokens_negative"
    for name in ("spawn_rating", "horror_rating"):
        value = getattr(state, name)
        if value is not None and not 0 <= value <= RATING_LIMIT:
            yield f"rating_range {name}"
    if not 1 <= state.threat <= book.threat_positions:
        yield "threat_range"
    for card, marks in state.card_marks.items():
        if any(n < 0 for n in marks.charges.values()):
            yield f"charges_negative {card}"
    yield from same("setting values", (state.settings,), lambda: tuple(_settings(state.settings)))
    for one in state.picked:
        if one.what not in SETTABLE or one.n not in values_of(one) or len(values_of(one)) < 2:
            yield f"picked_value {one.what}"
    ids = [step.id for step in state.agenda]
    if len(set(ids)) < len(ids) or any(i >= state.next_id for i in ids):
        yield "step_ids"
    if state.outcome and state.agenda:
        yield "agenda_after_end"


def violations(book: Book, state: State) -> tuple[str, ...]:
    """Every invariant that the state breaks, by name and what breaks it; () when all is well."""
    if is_too_wide([tile.cell for tile in state.board.tiles]):
        return ("board_too_wide",)  # no layout can be made of it, and the others ask for one
    return (
        *_cards(book, state),
        *_current(book, state),
        *_units(book, state),
        *_board(book, state),
        *_items(book, state),
        *_tracks(book, state),
    )
