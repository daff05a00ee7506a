"""Moves of the rules' own list that belong to a space: attacks, action spaces, doors, trades, items, monsters' moves.

Walking, exploring and the like have words of their own in `board_actions`; whatever else the rules list for the acting
explorer, or for the selected monster, is shown at the spaces that it is about, with its label and its price.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from app.rules import preview
from app.rules.events import AbilityUsed, Event, ExplorerTook, PoolChanged, TrapsTriggered
from app.rules.geometry import SIDES, Space, beyond
from app.rules.moves import (
    ActivateSpace,
    Attack,
    DestroyDoor,
    Drop,
    MonsterAbility,
    MonsterAttack,
    MonsterDone,
    MonsterOpenDoor,
    Move,
    MoveMonster,
    PickUp,
    PlaceDoor,
    StartTrade,
    UseInventory,
)
from app.rules.state import space_of
from app.rules.units import occupied, space_of_unit
from app.rules.verdicts import Illegal, Reason
from app.store.codec import dump_move
from app.web.attack_odds import odds_lines
from app.web.board_contexts import Item
from app.web.board_scene import Scene
from app.web.board_shapes import ICONS as SPACE_ICONS
from app.web.contexts import Action, Cost
from app.web.item_deals import idle
from app.web.item_facts import move_facts
from app.web.messages_events import happened
from app.web.messages_in_vain import in_vain
from app.web.messages_monsters import passes_over
from app.web.messages_moves import move_label
from app.web.messages_names import EDGES, capital

#: Move type -> its icon. The order is the order in a sheet; what comes before walking is in `BEFORE_WALKING`.
ICONS: Final[Mapping[type, str]] = {
    Attack: "attack",
    MonsterAttack: "attack",
    ActivateSpace: "lever",
    MonsterAbility: "next",
    MonsterOpenDoor: "door",
    PlaceDoor: "door",
    MoveMonster: "move",
    StartTrade: "trade",
    UseInventory: "bag",
    PickUp: "bag",
    Drop: "bag",
    DestroyDoor: "door",  # dear and for good: far below opening the same door
    MonsterDone: "check",
}
BEFORE_WALKING: Final = frozenset({Attack, MonsterAttack, ActivateSpace, MonsterOpenDoor, PlaceDoor})
POOLS: Final = {"stamina": "stamina", "essence": "essence", "health": "health"}


def listed_items(scene: Scene, at: Space, before_walking: bool) -> Iterator[Item]:
    """The listed moves about the space `at`, legal and refused; those that stand before walking, or the others."""
    known = [(move, ()) for move in scene.listing.moves] + list(scene.listing.refused)
    order, here = list(ICONS), occupied(scene.state).get(at, "")
    actors = (scene.unit, scene.selected) if scene.acting == scene.unit else (scene.acting,)
    mine = [
        (move, reasons)
        for move, reasons in known
        if type(move) in ICONS
        and (type(move) in BEFORE_WALKING) == before_walking
        and _actor(move) in actors
        and at in spaces_of(scene, move)
        and not (isinstance(move, Drop) and here in scene.state.monsters)  # nobody looks for that on a monster's sheet
    ]
    for move, reasons in sorted(mine, key=lambda found: order.index(type(found[0]))):
        key = _key(move)
        title = _title(scene, move).removesuffix(f" at {scene.words.place(at)}")  # the sheet is about this place
        if isinstance(move, MoveMonster):  # named as walking is: a second tap on the space does it
            key, title = "walk", "Move here"
        if isinstance(move, DestroyDoor):
            title = _door_title(scene, move, at, title)
        yield _item(scene, move, title, reasons, key)


def _item(scene: Scene, move: Move, title: str, reasons: tuple[Reason, ...], key: str = "") -> Item:
    """A listed move as an action: legal with what it takes and does, or refused with its reasons."""
    key = key or _key(move)
    if reasons:
        return Item(key, Action("no", title, reasons=scene.told(reasons)))
    told = preview(scene.book, scene.state, move, scene.by)
    events = () if isinstance(told, Illegal) else told.events
    note = "The door is gone for good" if isinstance(move, DestroyDoor) else traps(scene, events)
    facts = (
        *filter(None, [passes_over(scene.words, scene.state, move)]),
        *move_facts(scene.book, scene.state, move),
        *odds_lines(scene.words, scene.state, move),
    )
    vain = in_vain(scene.words, events) or idle(scene.book, scene.state, scene.by, move)
    form = dump_move(move).decode()
    return Item(key, Action(_icon(scene, move), title, note, price(move, events), form, facts=facts, vain=vain))


def _key(move: Move) -> str:
    return f"{move.type.lower()}-{zlib.crc32(dump_move(move)):x}"


def attacks_of_others(scene: Scene, at: Space) -> Iterator[Item]:
    """Attacks of this phone's other explorers on a monster at `at`, by name, where the selected one has none (BG-4)."""
    if occupied(scene.state).get(at, "") not in scene.state.monsters:
        return
    legal = [move for move in scene.listing.moves if isinstance(move, Attack) and at in spaces_of(scene, move)]
    if not any(move.explorer == scene.unit for move in legal):
        for move in legal:
            yield _item(scene, move, move_label(scene.words, move), ())


def _icon(scene: Scene, move: Move) -> str:
    """A space that is activated wears its own icon, as it is drawn on the board."""
    char = scene.layout.spaces.get(move.space, "") if isinstance(move, ActivateSpace) else ""
    return SPACE_ICONS.get(char, ICONS[type(move)])


def _actor(move: Move) -> str:
    return str(getattr(move, "explorer", "") or getattr(move, "monster", ""))


def spaces_of(scene: Scene, move: Move) -> tuple[Space, ...]:
    """The spaces whose sheets show a move: what it is aimed at, else where who makes it stands."""
    own = space_of_unit(scene.state, _actor(move))
    match move:
        case Attack() | MonsterAttack():
            aimed = [_target(scene, target) for target in move.targets]
        case ActivateSpace() | Drop():
            aimed = [move.space]
        case MoveMonster():
            aimed = [move.to]
        case PlaceDoor() | DestroyDoor() | MonsterOpenDoor():
            aimed = [move.to, own]
        case StartTrade():
            aimed = [space_of_unit(scene.state, move.partner)]
        case UseInventory():
            aimed = [space_of_unit(scene.state, move.on or move.explorer)]
        case _:
            aimed = [own]
    found = tuple(space for space in aimed if space is not None)
    return found or (() if own is None else (own,))


def _target(scene: Scene, target: str) -> Space | None:
    """Where a target is: a unit, a barrel or a space by its place ('barrel 3,4')."""
    kind, _, place = target.partition(" ")
    return space_of(place) if kind in ("barrel", "space") and place else space_of_unit(scene.state, target)


def _title(scene: Scene, move: Move) -> str:
    """The label without the name of whoever is selected anyway."""
    label = move_label(scene.words, move)
    who, colon, rest = label.partition(": ")
    selected = capital(scene.words.unit(scene.selected)) if scene.selected else ""
    return capital(rest) if colon and who == selected else label


def _door_title(scene: Scene, move: DestroyDoor, at: Space, title: str) -> str:
    """The title with the door named as where it is opened: by its side of the space that the sheet is about."""
    own = space_of_unit(scene.state, move.explorer)
    other = move.to if at == own else own
    side = next((side for side in SIDES if beyond(at, side) == other), None)
    if side is None:
        return title
    return title.replace(f"to {scene.words.place(move.to)}", EDGES[side] + ("" if at == own else " of here"))


def traps(scene: Scene, events: Iterable[Event]) -> str:
    """Whom the traps of a lever would hit, the secondary attacks with it: read before it is confirmed (TL-2)."""
    told = [happened(scene.words, event).partition(": ")[2] for event in events if isinstance(event, TrapsTriggered)]
    return capital(" ".join(told))


def price(move: Move, events: Iterable[Event]) -> tuple[Cost, ...]:
    """What a legal move takes first of all, as the events of its preview tell."""
    paid: dict[str, int] = {}
    for event in events:
        if isinstance(event, PoolChanged) and event.unit == _actor(move) and event.after < event.before:
            paid[event.what] = paid.get(event.what, 0) + event.before - event.after
        elif not isinstance(event, ExplorerTook | AbilityUsed):
            break
    return tuple(Cost(str(n), POOLS[what], "", what) for what, n in paid.items())
