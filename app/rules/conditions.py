"""The closed list of conditions that cards use (vocabulary.Condition)."""

from __future__ import annotations

from dataclasses import dataclass

from .board import cell_of, layout
from .cards import Book
from .cards_text import Card, Panel
from .geometry import ACTION_SPACES, CHAPTER, Cell, Space
from .holding import holder_of, item_state, items_of
from .one_tile import one_map_tile
from .placed import face_id
from .state import Marks, State, key_of, space_of
from .units import in_play, printed, space_of_unit, unit_of, units_on
from .verdicts import Reason, reason
from .vocabulary import Condition


@dataclass(frozen=True, slots=True)
class About:
    """What a condition is asked about: the card and ability address it stands on, the unit concerned."""

    card: str = ""
    at: str = ""
    unit: str | None = None
    came_from: str = ""


def panel_address(at: str) -> str:
    """The address of the panel that an ability stands on: 'top.0' of 'top.0.1' or 'top.0.o2.1'."""
    return ".".join(at.split(".")[:2])


def panel_named(card: Card, heading: str) -> str | None:
    """The address of the panel with that heading, None when the card has none."""
    for face in card.faces:
        for p, panel in enumerate(face.panels):
            if panel.heading.casefold() == heading.casefold():
                return f"{face.name}.{p}"
    return None


def panel_at(card: Card, address: str) -> Panel:
    """The panel at an address; raises KeyError when there is none."""
    name, _, number = address.partition(".")
    for face in card.faces:
        if face.name == name and number.isdecimal() and int(number) < len(face.panels):
            return face.panels[int(number)]
    raise KeyError(f"{card.id} {address}")


def charges_of(state: State, card: str, panel: str) -> int | None:
    """Charges of an environment (`panel` '' or any) or of a panel; None when it prints no space for them (CT-1)."""
    environment = state.environments.get(card)
    if environment is not None:
        return environment.charges
    return state.card_marks.get(card, Marks()).charges.get(panel)


def amount(book: Book, state: State, condition: Condition, about: About) -> int:
    """What a condition counts. An unknown subject is a fault of the pack: raises KeyError."""
    of = condition.of
    match condition.subject:
        case "spawn_tokens":
            return state.spawn_tokens
        case "horror_tokens":
            return state.horror_tokens
        case "spawn_rating":
            return state.spawn_rating or 0
        case "horror_rating":
            return state.horror_rating or 0
        case "monster_level":
            return state.level
        case "threat":
            return state.threat
        case "monsters":
            return len(state.monsters)
        case "explorers" | "explorers_on_board":
            return len(in_play(state))
        case "explorers_left":
            return sum(e.status == "left" for e in state.explorers.values())
        case "lit_chapter_spaces":
            return len(lit_spaces(book, state))
        case "stored_cards":
            return sum(holder == about.card for deck in state.decks.values() for holder in deck.stored.values())
        case "charges" | "charges_panel":
            address = panel_named(book.card(about.card), of) if of else panel_address(about.at)
            return charges_of(state, about.card, address or "") or 0
        case "open_options":
            address = panel_named(book.card(about.card), of) or ""
            return state.card_marks.get(about.card, Marks()).open.get(address, 0)
        case "chosen":
            return _chosen(book, state, about.card, of) or int(
                of.casefold() in {name.casefold() for name in state.remembered}
            )
        case "is_explorer":
            return int(about.unit in state.explorers)
        case "has_attacked":
            return state.used.get(f"attack {about.unit}", 0)
        case "attacked_last_round":
            return state.used.get(f"attacked {about.unit}", 0)
        case "on_own_tile":
            return int(_on_own_tile(state, about))
        case "came_over_border":
            return int(bool(about.came_from))
        case "tiles":
            return len(state.board.tiles)
        case "countdowns":
            return sum(placed.charges is not None for placed in state.environments.values())
        case "variation":
            return int(state.variation == of)
        case "length":
            return int(state.length == of)
        case "is_bearer":
            return int(about.unit is not None and _bearer(state, about.card) == about.unit)
        case "units_here" | "explorers_here" | "monsters_here":
            here = _units_on_tile(book, state, about)
            kinds = {"units_here": here, "monsters_here": [u for u in here if u in state.monsters]}
            return len(kinds.get(condition.subject, [u for u in here if u in state.explorers]))
        case _:
            return _of_unit(book, state, condition, about)


def lit_spaces(book: Book, state: State) -> tuple[Space, ...]:
    """The lit chapter spaces: activated, or (setting chapter_space_lit) all whose tile is in play (CS-2).

    What was lit by being placed stays lit when the house rule goes, until its tile goes.
    """
    placed = state.settings.chapter_space_lit == "placed"
    spaces = layout(book.faces, state.board).features(CHAPTER)
    marks = {s: state.marks.get(key_of(s), "") for s in spaces}
    cells = {tile.cell for tile in state.board.tiles if placed or face_id(tile) in state.lit_tiles}
    return tuple(s for s in spaces if marks[s] == "lit" or (cell_of(s) in cells and marks[s] != "destroyed"))


def _bearer(state: State, card: str) -> str:
    """The explorer that a card belongs to: itself, who holds the item, whom the event is bound to; '' nobody."""
    if card in state.explorers:
        return card
    return holder_of(state, card) or next((d.held[card] for d in state.decks.values() if card in d.held), "")


def _units_on_tile(book: Book, state: State, about: About) -> tuple[str, ...]:
    """The units on the environment's own tile, or on the tile of the unit concerned; for an encounter all (NC-2)."""
    place = state.environments.get(about.card)
    if place is None and one_map_tile(book, state, about.card):
        return (*in_play(state), *state.monsters)
    space = space_of_unit(state, about.unit or "")
    if place is None and space is None:
        return ()
    return units_on(state, place.cell if place is not None else cell_of(space or (0, 0)))


def _own_cell(state: State, card: str) -> Cell | None:
    """Where a card's own unit, place or bearer is; None when it is nowhere."""
    place = state.environments.get(card)
    owner = state.explorers.get(card)
    if place is not None:
        return place.cell
    if owner is None or owner.space is None:
        owner = state.explorers.get(next((d.held[card] for d in state.decks.values() if card in d.held), ""))
    return cell_of(owner.space) if owner is not None and owner.space is not None else None


def _on_own_tile(state: State, about: About) -> bool:
    """Whether the unit concerned stands (or stood, when it is gone) on the tile of the card's own unit or place."""
    cell = _own_cell(state, about.card)
    space = space_of_unit(state, about.unit or "") or (space_of(about.came_from) if about.came_from else None)
    return cell is not None and space is not None and cell_of(space) == cell


def _chosen(book: Book, state: State, card: str, option: str) -> int:
    marks = state.card_marks.get(card, Marks())
    for address, number in marks.chosen.items():
        if panel_at(book.card(card), address).options[number].label.casefold() == option.casefold():
            return 1
    return 0


def _of_unit(book: Book, state: State, condition: Condition, about: About) -> int:
    unit = unit_of(state, about.unit or "")
    space = space_of_unit(state, about.unit or "")
    match condition.subject:
        case "health" | "stamina" | "essence":
            return int(getattr(unit, condition.subject, 0))
        case "lost_health":
            return printed(book, state, unit.id, "health") - unit.health if unit is not None else 0
        case "on_tile_with_chapter_space":
            if space is None:
                return 0
            table = layout(book.faces, state.board)
            cell = cell_of(space)
            return int(any(cell_of(s) == cell for s in table.features(CHAPTER)))
        case "on_lit_tile":
            return int(space is not None and any(cell_of(s) == cell_of(space) for s in lit_spaces(book, state)))
        case "items":
            return len(items_of(state, about.unit or ""))
        case "items_with_trait":
            return sum(of_trait(book, card, condition.of) for card in items_of(state, about.unit or ""))
        case "items_of_kind":
            return sum(book.items[card].kind == condition.of for card in items_of(state, about.unit or ""))
        case "equipped":
            return int(condition.of in items_of(state, about.unit or "") and item_state(state, condition.of).equipped)
        case "adjacent_levers":
            if space is None:
                return 0
            table = layout(book.faces, state.board)
            near = table.neighbours(space, state.settings.diagonal_corner == "any")
            return sum(table.spaces[s] == "L" and state.marks.get(key_of(s)) != "destroyed" for s in near)
        case "step_of_turn" | "step_of_move" | "step_of_move_here":
            walked = state.used.get(f"walked {about.unit}", 0)
            stopped = state.used.get(f"stopped {about.unit}", 0) if condition.subject != "step_of_turn" else 0
            came = state.used.get(f"came {about.unit}", 0) if condition.subject == "step_of_move_here" else 0
            return walked - max(stopped, came) + 1
        case "adjacent_unused_spaces":
            if space is None:
                return 0
            table = layout(book.faces, state.board)
            near = table.neighbours(space, state.settings.diagonal_corner == "any")
            return sum(table.spaces[s] in ACTION_SPACES and not is_marked(state, s) for s in near)
        case "adjacent_units":
            if space is None:
                return 0
            near = layout(book.faces, state.board).neighbours(space, state.settings.diagonal_corner == "any")
            others = [e.space for e in state.explorers.values() if e.id != about.unit]
            return sum(s in near for s in (*others, *(m.space for m in state.monsters.values())) if s is not None)
        case "adjacent_explorers":
            if space is None:
                return 0
            near = layout(book.faces, state.board).neighbours(space, state.settings.diagonal_corner == "any")
            return sum(e.space in near for e in state.explorers.values() if e.space is not None)
        case _:
            raise KeyError(condition.subject)


def of_trait(book: Book, card: str, trait: str) -> bool:
    """Whether an item has a trait."""
    return trait in book.items[card].traits


def holds(book: Book, state: State, condition: Condition, about: About) -> bool:
    """Whether the condition is met now."""
    count = amount(book, state, condition, about)
    return (condition.least is None or count >= condition.least) and (condition.most is None or count <= condition.most)


def need_not_met(book: Book, state: State, condition: Condition, about: About, rule: str) -> Reason:
    """A condition that is not met: what is asked for, how it stands, and on which map tiles it would be met.

    The fact `needed` is written as a pack writes it: '2 or more', '3 or fewer', '1 to 3', 'none', '2'.
    """
    return reason(
        "needs_not_met",
        rule,
        alternatives=tuple(f"tile {x},{y}" for x, y in _met_on(book, state, condition, about)),
        what=condition.subject,
        of=condition.of,
        needed=bounds(condition),
        there=amount(book, state, condition, about),
        card=about.card,
        who=about.unit or "",
    )


def bounds(condition: Condition) -> str:
    """The bounds of a condition, as a pack writes them."""
    least, most = condition.least, condition.most
    if most == 0:
        return "none"
    if least is not None and most is not None:
        return str(least) if least == most else f"{least} to {most}"
    return f"{most} or fewer" if most is not None else f"{least or 0} or more"


def _met_on(book: Book, state: State, condition: Condition, about: About) -> tuple[Cell, ...]:
    """The map tiles on which a unit would have to stand for a condition about its map tile to be met."""
    match condition.subject:
        case "on_tile_with_chapter_space":
            there = {cell_of(s) for s in layout(book.faces, state.board).features(CHAPTER)}
        case "on_lit_tile":
            there = {cell_of(s) for s in lit_spaces(book, state)}
        case "on_own_tile":
            own = _own_cell(state, about.card)
            there = {own} if own is not None else set()
        case _:
            return ()
    return tuple(tile.cell for tile in state.board.tiles if (tile.cell in there) != (condition.most == 0))


def is_marked(state: State, space: tuple[int, int]) -> bool:
    """Whether a space carries an explored, lit or destroyed mark (BG-5)."""
    return key_of(space) in state.marks
