"""The state of a table: frozen, typed, and nothing in it that is not the game's (architecture, decisions 1 and 2).

Mappings are treated as immutable: whoever changes one makes a copy. Spaces are lattice coordinates (x, y) with
y growing southward; as keys they are written 'x,y'. Cells are the lattice of map tiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .geometry import Side, Space
from .placed import Board
from .settings import Settings

Cell = tuple[int, int]
Phase = Literal["explorer", "spawn", "horror", "monster"]
PHASES: tuple[Phase, ...] = ("explorer", "spawn", "horror", "monster")

#: Names of the decks. A tile's card id is its number; in `Deck.draw` of tiles stand face ids ('07a'), as they lie.
DECKS = (
    "tiles",
    "terrains",
    "environments",
    "encounters",
    "explorer_events",
    "horror_events",
    "weapons",
    "artifacts",
    "consumables",
    "apparel",
    "monsters",
)

#: Decks whose destroyed pile has a current card on top (NC-1, DK-1).
PILES = ("encounters", "explorer_events", "horror_events")


@dataclass(frozen=True)
class Explorer:
    """An explorer card at this table. Pools are amounts; the printed maxima stand on the card.

    `status`: 'waiting' (chosen, not on the board yet), 'in_play', 'left' (by an exit), 'dead', 'unused'.
    `finished` = acts no more this round (RD-2); `begun` = has acted this round; `skips` = rounds to sit out.
    """

    id: str
    health: int
    stamina: int
    essence: int
    space: Space | None = None
    status: Literal["waiting", "in_play", "left", "dead", "unused"] = "waiting"
    finished: bool = False
    begun: bool = False


@dataclass(frozen=True)
class Monster:
    """A monster in play: `id` is the table's ('m1', 'm2', ...), `card` the monster card."""

    id: str
    card: str
    health: int
    space: Space


@dataclass(frozen=True)
class Deck:
    """Where the cards of one deck are (DK-3). `draw` top first, secret; `destroyed` with its top last.

    `in_play`, `held` and `stored` map a card to where it lies: a cell, a unit or (an item that was dropped) a space; an
    explorer; an encounter. `stored` keeps the order in which the cards were laid there.
    `out` = out of the game, seen by all. `aside` = face down beside the table and secret like `draw`: 'level N'
    until that level is added, 'out' for cards that were left out or removed unseen.
    """

    draw: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    in_play: Mapping[str, str] = field(default_factory=dict)
    held: Mapping[str, str] = field(default_factory=dict)
    stored: Mapping[str, str] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    aside: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InPlay:
    """An environment in play: on the tile in `cell`, connected to `edge` (None: without an edge), with its charges."""

    card: str
    cell: Cell
    edge: Side | None
    charges: int | None = None
    drawn_in_round: int = 0


@dataclass(frozen=True, slots=True)
class TokenPlace:
    """An entry or exit token on the edge of a tile, or waiting beside the board (`cell` None, IP-8)."""

    cell: Cell | None
    edge: Side | None


@dataclass(frozen=True, slots=True)
class Marks:
    """Count tokens and marks on one card: charges and open options by panel address ('top.0'), chosen options.

    `chosen` = option number by panel; `determined` likewise (CT-4). They go with the card (CT-1).
    """

    charges: Mapping[str, int] = field(default_factory=dict)
    open: Mapping[str, int] = field(default_factory=dict)
    chosen: Mapping[str, int] = field(default_factory=dict)
    determined: Mapping[str, int] = field(default_factory=dict)


#: How long an effect can last (Lasting.until).
UNTIL = ("this_round", "next_round", "next_attack", "next_steps_roll")


@dataclass(frozen=True, slots=True)
class Lasting:
    """An effect that lasts: a modifier, a ban or a leave (effects_lasting), for one unit ('' = as `who` says).

    `until` = 'this_round' (ends with the explorer phase of the next), 'next_round', 'next_attack', 'next_steps_roll'.
    `round` = the round in which it counts (from, for 'next_round'). `items`, `level_most`, `apart`: see Forbid.
    """

    effect: Literal["modify", "forbid", "allow"]
    what: str
    n: int
    who: str
    unit: str
    card: str
    until: str
    round: int
    items: str = ""
    level_most: int | None = None
    apart: bool = False


@dataclass(frozen=True, slots=True)
class ItemState:
    """What a held item is doing: equipped, laid under another as an augment, upgraded (BG-9)."""

    equipped: bool = False
    under: str = ""
    upgraded: bool = False


# ------------------------------------------------------------------ the agenda
# Steps have no slots, so that `evolve.altered` copies them: most of them change several times before they close.


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
class Attacking:
    """An attack being carried out (BG-4): one roll for all its targets, then what a hit or a miss brings.

    `attacker` '' = nobody (traps, barrels, cards). `targets` = unit ids and barrels ('barrel x,y'), one perhaps more
    than once. `card`, `at` and `branch` name the attack verb whose `on_hit` and `on_miss` follow ('' none); `after` =
    those still to resolve, 'hit m5' or 'miss m5'. `actor` is who acts in them.
    """

    id: int
    attacker: str
    targets: tuple[str, ...]
    low: int
    high: int
    arcane: bool
    damage: int = 1
    rule: str = "BG-4"
    card: str = ""
    at: str = ""
    branch: tuple[int, ...] = ()
    actor: str = ""
    rolled: bool = False
    after: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["attacking"] = "attacking"


@dataclass(frozen=True)
class Explosions:
    """Barrels that were hit explode one by one, in the group's order (XB-1, IP-20); they wait in `State.due`."""

    id: int
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["explosions"] = "explosions"


@dataclass(frozen=True)
class Spawning:
    """Monsters that spawn one after another (RD-3, IP-16, IP-17), one on each tile of `cells`.

    `near` = the space from which the nearest spawn space is counted, one for each cell, '' = none. `by_roll` = a spawn
    roll brought them.
    """

    id: int
    cells: tuple[Cell, ...]
    near: tuple[str, ...]
    by_roll: bool = False
    rule: str = "RD-3"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["spawning"] = "spawning"


@dataclass(frozen=True)
class SpawnPhase:
    """The spawn phase (RD-3): `waiting` = explorers that have not rolled yet, `roller` the one rolling."""

    id: int
    waiting: tuple[str, ...]
    roller: str = ""
    stage: Literal["next", "roll", "rating"] = "next"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["spawn_phase"] = "spawn_phase"


@dataclass(frozen=True)
class HorrorPhase:
    """The horror phase (RD-4): one roll; a failure raises threat, then invokes an event, then sets the rating back."""

    id: int
    stage: Literal["roll", "event", "rating"] = "roll"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["horror_phase"] = "horror_phase"


@dataclass(frozen=True)
class MonsterPhase:
    """The monster phase (RD-5): `listed` = the monsters in play when it began, `waiting` = those that have not acted.

    `acting` = the one that has begun: it has gone `steps` steps, doors included, and attacked `attacks` times.
    `near` = (monster, explorer) for those that were adjacent when the phase began, `over` = (explorer, card) for those
    whom cards kept the acting one from picking, `picked` those whom it could pick as it began.
    """

    id: int
    listed: tuple[str, ...]
    waiting: tuple[str, ...]
    acting: str = ""
    steps: int = 0
    attacks: int = 0
    near: tuple[tuple[str, str], ...] = ()
    over: tuple[tuple[str, str], ...] = ()
    picked: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["monster_phase"] = "monster_phase"


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


# ------------------------------------------------------------------ items, action spaces, cards looked at and stored


@dataclass(frozen=True)
class Looking:
    """Cards of a deck that are looked at: everybody sees them while this is open, then they are hidden again.

    `put` says what may be done with them (effects_cards.Look); `who` answers ('' = the group).
    """

    id: int
    deck: str
    cards: tuple[str, ...]
    put: str
    who: str = ""
    card: str = ""
    at: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["looking"] = "looking"


@dataclass(frozen=True)
class Storing:
    """Cards taken face up, to be stored on the encounter `card` or not (NC-4): the verb `index` in `branch` at `at`.

    `taken` = those not ordered yet, `cards` = in the order decided on, those not seen to yet. `stage`: 'order', 'pay'.
    """

    id: int
    card: str
    at: str
    branch: tuple[int, ...]
    index: int
    pile: str
    taken: tuple[str, ...]
    cards: tuple[str, ...] = ()
    stage: Literal["order", "pay"] = "order"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["storing"] = "storing"


@dataclass(frozen=True)
class SharedPayment:
    """A price that explorers may pay together (NC-4): nothing is paid before all of it is promised (IP-1).

    `shares` = (explorer, amount) promised so far. The outcome, 'yes' or 'no', goes under `key` into the step beneath.
    `what` = the card that is paid for. `declined` = seats that would rather not pay, while every seat must confirm.
    """

    id: int
    pool: Literal["health", "stamina", "essence"]
    needed: int
    key: str = "paid"
    shares: tuple[tuple[str, int], ...] = ()
    what: str = ""
    card: str = ""
    at: str = ""
    rule: str = "NC-4"
    declined: tuple[str, ...] = ()
    type: Literal["shared_payment"] = "shared_payment"


@dataclass(frozen=True)
class Paying:
    """An explorer says in which of several ways it pays the price of an ability, which waits beneath."""

    id: int
    explorer: str
    card: str
    at: str
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["paying"] = "paying"


@dataclass(frozen=True)
class Drawing:
    """Explorers draw items (BG-5, BG-10): `waiting` have yet to draw `n` each, `who` is drawing, `left` cards to go.

    `cards` = drawn and not seen to, `kept` = how many were kept of `keep`. `hand` = to whom a kept one may be handed
    over instead ('', 'adjacent', 'any'); `optional` = a kept one may be destroyed instead. `rest` = what becomes of
    the others: 'destroy', 'choose' (destroyed or back on top), 'swap' (each may be swapped for an own item).
    """

    id: int
    waiting: tuple[str, ...]
    n: int
    keep: int
    hand: str = ""
    optional: bool = False
    rest: Literal["destroy", "choose", "swap"] = "destroy"
    who: str = ""
    left: int = 0
    cards: tuple[str, ...] = ()
    kept: int = 0
    rule: str = "BG-5"
    card: str = ""
    at: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["drawing"] = "drawing"


@dataclass(frozen=True)
class Trading:
    """Two explorers trade: each gives what it holds, as often as they like, until it is over (BG-1, BG-9, RC-1)."""

    id: int
    explorer: str
    partner: str
    rule: str = "BG-1"
    type: Literal["trading"] = "trading"


@dataclass(frozen=True)
class UsingInventory:
    """`explorer` uses the inventory of `on`, itself or an adjacent one (BG-9, RC-2); '' = still to be said.

    `declinable` = it may be left alone (RC-1).
    """

    id: int
    explorer: str
    on: str = ""
    declinable: bool = False
    rule: str = "BG-9"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["using_inventory"] = "using_inventory"


@dataclass(frozen=True)
class Recharging:
    """The recharge effect, or a workbench without its die (RC-1, BG-10): three steps in that order.

    `space` = the station or workbench activated, None when a card lets it resolve wherever the explorer stands.
    """

    id: int
    explorer: str
    space: Space | None
    stage: Literal["roll", "trade", "inventory", "done"] = "roll"
    rule: str = "RC-1"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["recharging"] = "recharging"


@dataclass(frozen=True)
class UsingEventSpace:
    """An event space being used (EV-1): what is picked, then the die or the gain."""

    id: int
    explorer: str
    space: Space
    stage: Literal["use", "done"] = "use"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["event_space"] = "event_space"


@dataclass(frozen=True)
class TrapsSprung:
    """Trigger traps (TL-1 to TL-3): the trapped spaces first, then each other explorer at a lever, then the token.

    `unit` = the activating unit, '' without one; `lever` = the lever that was activated, None when a card did it.
    `cell` = the tile of the activating unit, kept in case it dies. `fired` = explorers whose secondary attack is over.
    """

    id: int
    unit: str = ""
    lever: Space | None = None
    cell: Cell | None = None
    stage: Literal["primary", "secondary", "token"] = "primary"
    fired: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["traps_sprung"] = "traps_sprung"


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


@dataclass(frozen=True, slots=True)
class Trigger:
    """A triggered ability that waits until the ability in hand is finished (IP-1). `n` = how much set it off.

    `where` = the space 'x,y' of the unit concerned when it arose, for one that is gone by then.
    """

    card: str
    at: str
    actor: str | None = None
    unit: str | None = None
    batch: int = 0
    n: int = 0
    where: str = ""


@dataclass(frozen=True)
class State:
    """Everything tracked at a table. `agenda` is a stack of steps, the last one on top; `queue` waits for it (IP-1).

    `chapter` = number of the current chapter in `chapters` (0-based); `passed` = chapters the party has been through.
    Ratings are None until one was ever set (RD-6). `threat` counts from 1. `marks` on spaces: 'explored', 'lit',
    'destroyed'. `lit_tiles` = map tiles ('07a') whose chapter spaces are lit by being placed alone, though the house
    rule has gone (CS-2). `used` counts abilities with a limit, by 'card at' or 'card at explorer', and attacks
    ('attack unit'), this round.
    `due` holds what falls due when the ability in hand is finished: 'advance', 'won', 'lost' (IP-9, BG-7), tiles and
    barrels that go ('tile x,y', 'barrel x,y arcane'). `acting` = the explorer whose move is, or last was, resolved.
    `items` has an entry for every held item that is equipped, upgraded or laid under another. `remembered` = names of
    options chosen in earlier chapters (the scenario remembers them by name, CT-1). `decided` = (id, seat) of the
    questions answered last, with the seat that answered, so that a late answer learns whose came first (AM-2).
    `dead_end` = it was said that no edge in play could be explored (IP-15).
    """

    pack: str
    scenario: str
    length: str
    variation: str
    chapters: tuple[str, ...]
    settings: Settings = Settings()
    board: Board = Board(())
    marks: Mapping[str, str] = field(default_factory=dict)
    environments: Mapping[str, InPlay] = field(default_factory=dict)
    entry: TokenPlace | None = None
    exit: TokenPlace | None = None
    explorers: Mapping[str, Explorer] = field(default_factory=dict)
    monsters: Mapping[str, Monster] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    current: Mapping[str, str] = field(default_factory=dict)
    card_marks: Mapping[str, Marks] = field(default_factory=dict)
    chapter: int = -1
    lit: int = 0
    spawn_rating: int | None = None
    horror_rating: int | None = None
    spawn_tokens: int = 0
    horror_tokens: int = 0
    threat: int = 1
    level: int = 1
    round: int = 1
    phase: Phase = "explorer"
    agenda: tuple[Step, ...] = ()
    queue: tuple[Trigger, ...] = ()
    due: tuple[str, ...] = ()
    used: Mapping[str, int] = field(default_factory=dict)
    replacements: int = 0
    lasting: tuple[Lasting, ...] = ()
    items: Mapping[str, ItemState] = field(default_factory=dict)
    remembered: tuple[str, ...] = ()
    lit_tiles: tuple[str, ...] = ()
    decided: tuple[tuple[int, str], ...] = ()
    acting: str = ""
    next_id: int = 1
    outcome: Literal["", "won", "lost"] = ""
    dead_end: bool = False

    @property
    def chapter_card(self) -> str:
        """Id of the current chapter; '' before the first has entered."""
        return self.chapters[self.chapter] if 0 <= self.chapter < len(self.chapters) else ""


def key_of(space: Space) -> str:
    """A space as a mapping key, 'x,y'."""
    return f"{space[0]},{space[1]}"


def space_of(key: str) -> Space:
    """The space behind a key 'x,y'; raises ValueError on anything else."""
    x, y = key.split(",")
    return int(x), int(y)
