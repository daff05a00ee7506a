"""The steps that may lie on the agenda (architecture): what waits, and what it knows so far.

Those of phases and attacks stand in `agenda_phases.py`, those of items, action spaces and cards that are looked at in
`agenda_items.py`. Steps have no slots, so that
`altering.altered` copies them: most of them change several times before they close.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .agenda_items import (
    Drawing,
    Looking,
    Paying,
    Recharging,
    SharedPayment,
    Storing,
    Trading,
    TrapsSprung,
    UsingEventSpace,
    UsingInventory,
)
from .agenda_phases import Attacking, Explosions, HorrorPhase, MonsterPhase, Spawning, SpawnPhase
from .geometry import Cell, Side, Space


@dataclass(frozen=True)
class Ask:
    """A question that waits for an answer. Answering puts `key` -> value into the step beneath it.

    `question` is a code for a sentence, `options` the values that may be answered, `labels` their facts for the
    page (same length). `who` is 'group' or an explorer id. `confirmed` holds (seat, value) while every seat must
    confirm (AM-2). `secret` = it shows cards that are only looked at: no event and no log names them.
    """

    id: int
    key: str
    question: str
    who: str
    options: tuple[str, ...]
    labels: tuple[str, ...] = ()
    rule: str = ""
    card: str = ""
    at: str = ""
    confirmed: tuple[tuple[str, str], ...] = ()
    secret: bool = False
    type: Literal["ask"] = "ask"


@dataclass(frozen=True)
class Resolve:
    """An ability being resolved: the verbs of `card` at address `at`, inside `branch`, from number `index` on.

    `actor` = the acting explorer (or none), `unit` = the activating unit, `whole` = this step is the ability
    itself, not a part of it. `answers` holds what was answered for the verb in hand. `n` = how much set it off.
    """

    id: int
    card: str
    at: str
    branch: tuple[int, ...] = ()
    index: int = 0
    actor: str | None = None
    unit: str | None = None
    came_from: str = ""
    whole: bool = True
    queue: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    n: int = 0
    type: Literal["resolve"] = "resolve"


@dataclass(frozen=True)
class Exploration:
    """Exploring a tile (EX-2, EX-7). `stage` runs 'moving' (EN-3), 'terrain', 'environment', 'encounter', 'done'.

    Before it stands 'joining' while the explorer looks at several tiles: `cell` is then the tile it explores from and
    `edge` the edge that one of them is joined to.
    """

    id: int
    explorer: str
    cell: Cell
    stage: Literal["joining", "moving", "terrain", "environment", "encounter", "done"] = "moving"
    card: str = ""
    edge: Side | None = None
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["exploration"] = "exploration"


@dataclass(frozen=True)
class Walking:
    """A walk that an environment interrupted (IP-3): the spaces still to go, each paid when it is stepped on."""

    id: int
    explorer: str
    rest: tuple[Space, ...]
    at: Space
    cost: int
    type: Literal["walking"] = "walking"


@dataclass(frozen=True)
class CardEnters:
    """A card's 'enters play' abilities being resolved in printed order (CH-2, NC-1): those not begun yet.

    `kind`: 'chapter', 'encounters', 'explorer_events', 'horror_events', 'variation', 'environment' (then `unit` entered
    its tile).
    """

    id: int
    kind: str
    card: str
    rest: tuple[str, ...]
    actor: str | None = None
    unit: str | None = None
    came_from: str = ""
    again: bool = False
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["card_enters"] = "card_enters"


@dataclass(frozen=True)
class NewRound:
    """The beginning of a round (IP-5). `stage` runs 'tick', 'destroy', 'triggers', 'return', 'enter', 'done'."""

    id: int
    stage: Literal["tick", "destroy", "triggers", "return", "enter", "done"] = "tick"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["new_round"] = "new_round"


@dataclass(frozen=True)
class TileGoes:
    """A tile that is to be destroyed (EN-6) as soon as the ability in hand is finished (IP-6)."""

    id: int
    cell: Cell
    stage: Literal["destroy", "after"] = "destroy"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["tile_goes"] = "tile_goes"


@dataclass(frozen=True)
class PlaceEntryTile:
    """Placing the entry token with a new tile (EX-6), or laying a lost token again (IP-8).

    `token` is 'entry' or 'exit'; `new_tile` says whether a tile is placed first.
    """

    id: int
    token: Literal["entry", "exit"]
    new_tile: bool
    cell: Cell | None = None
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["place_token"] = "place_token"


@dataclass(frozen=True)
class EdgeMoves:
    """Environments and tokens whose edges were closed or have gone, still to be seen to (EN-3, IP-7, IP-8).

    `who` answers: an explorer id or 'group'.
    """

    id: int
    who: str
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["edge_moves"] = "edge_moves"


@dataclass(frozen=True)
class Entering:
    """Units that have just entered a tile, whose environment resolves for one after another (IP-4).

    `came_from` and `cells` go with `units`: the space they came from, '' for none, and the cell 'x,y' they entered.
    """

    id: int
    units: tuple[str, ...]
    came_from: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["entering"] = "entering"


@dataclass(frozen=True)
class TriggerOrder:
    """Triggered abilities that arose together wait for the group to say which is resolved next (IP-1)."""

    id: int
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["trigger_order"] = "trigger_order"


@dataclass(frozen=True)
class Determine:
    """A determined panel whose condition is met more than once: the group picks (CT-4)."""

    id: int
    card: str
    panel: str
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["determine"] = "determine"


@dataclass(frozen=True)
class WhichValue:
    """Cards set the number `what` of `unit` ('' = the table's) to different values: the group picks one (IP-22)."""

    id: int
    what: str
    unit: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["which_value"] = "which_value"


@dataclass(frozen=True)
class StepAbility:
    """A step ability under way (ST-1 to ST-5): the verb `index` in `branch` of the ability at `at`.

    `waiting` = explorers still to roll, `roller` the one rolling. `total` = the roll with its printed modifiers,
    `help` = (explorer, bonus) given so far, `bands` = numbers of the options still to resolve.
    """

    id: int
    card: str
    at: str
    branch: tuple[int, ...]
    index: int
    who: str
    waiting: tuple[str, ...]
    roller: str = ""
    stage: Literal["next", "roll", "adjust", "resolve"] = "next"
    total: int = 0
    help: tuple[tuple[str, int], ...] = ()
    bands: tuple[int, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["step_ability"] = "step_ability"


Step = (
    Ask
    | Looking
    | Storing
    | SharedPayment
    | Paying
    | Drawing
    | Trading
    | UsingInventory
    | Recharging
    | UsingEventSpace
    | TrapsSprung
    | StepAbility
    | Attacking
    | Explosions
    | Spawning
    | SpawnPhase
    | HorrorPhase
    | MonsterPhase
    | TriggerOrder
    | Determine
    | WhichValue
    | Resolve
    | Exploration
    | Walking
    | CardEnters
    | NewRound
    | TileGoes
    | PlaceEntryTile
    | EdgeMoves
    | Entering
)
