"""The state of a table: frozen, typed, and nothing in it that is not the game's (architecture, decisions 1 and 2).

Mappings are treated as immutable: whoever changes one makes a copy. Spaces are lattice coordinates (x, y) with
y growing southward; as keys they are written 'x,y'. Cells are the lattice of map tiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .agenda import Step
from .geometry import Cell, Side, Space
from .placed import Board
from .settings import Settings

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
    `sets` = the number is `n`, it does not change by it (IP-22).
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
    sets: bool = False


@dataclass(frozen=True, slots=True)
class PickedValue:
    """Which of several values counts that cards set a number to (IP-22): `n` for the number `what`.

    `among` = the cards with their values, 'card n', between which it was picked.
    """

    what: str
    n: int
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemState:
    """What a held item is doing: equipped, laid under another as an augment, upgraded (BG-9)."""

    equipped: bool = False
    under: str = ""
    upgraded: bool = False


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
    `dead_end` = it was said that no edge in play could be explored (IP-15). `picked` = what the group said of
    numbers that several cards in force set (IP-22).
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
    picked: tuple[PickedValue, ...] = ()

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
