"""What happened: a closed set, past participles. Events record outcomes, so folding needs neither dice nor legality.

`rule` is the ledger id that made it happen (shown in the log). Stored events are never rewritten.
Hidden parts (deck orders, cards that went face down, chapters to come) are stripped by `visibility.public_event`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .geometry import Space
from .placed import PlacedTerrain, PlacedTile
from .settings import Settings
from .state import Cell, InPlay, ItemState, Lasting, Marks, Phase, Step, TokenPlace, Trigger


@dataclass(frozen=True, slots=True)
class TableSet:
    """The table was set: scenario, house rules, who plays (explorer ids), with each one's printed pools."""

    pack: str
    scenario: str
    length: str
    variation: str
    chapters: tuple[str, ...]
    settings: Settings
    explorers: tuple[str, ...]
    unused: tuple[str, ...]
    pools: Mapping[str, tuple[int, int, int]]
    type: Literal["TableSet"] = "TableSet"


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A draw pile was shuffled; `order` is secret, and so are the `out` cards left out of the game unseen (DK-2)."""

    deck: str
    order: tuple[str, ...]
    out: tuple[str, ...] = ()
    from_destroyed: bool = False
    type: Literal["Shuffled"] = "Shuffled"


@dataclass(frozen=True, slots=True)
class CardMoved:
    """A card went from where it was to `to`: 'destroyed', 'in_play', 'held', 'stored', 'out', 'top', 'bottom', 'aside'.

    'under' = under the destroyed pile of its deck. `holder` = cell 'x,y', explorer or unit id, card id, or what it is
    set aside for, for places that have one. `drawn` = it came from the draw pile.
    """

    deck: str
    card: str
    to: Literal["destroyed", "in_play", "held", "stored", "out", "top", "bottom", "aside", "under"]
    holder: str = ""
    drawn: bool = False
    rule: str = ""
    type: Literal["CardMoved"] = "CardMoved"


@dataclass(frozen=True, slots=True)
class CurrentSet:
    """The current card of a pile changed; '' = none is current. The marks of the old one went with it (CT-1)."""

    pile: str
    card: str
    marks: Marks | None = None
    rule: str = ""
    type: Literal["CurrentSet"] = "CurrentSet"


@dataclass(frozen=True, slots=True)
class TileJoined:
    """A map tile was joined (`by` explored it) or placed (`by` '')."""

    tile: PlacedTile
    by: str = ""
    rule: str = "EX-1"
    type: Literal["TileJoined"] = "TileJoined"


@dataclass(frozen=True, slots=True)
class TileLeft:
    """A map tile left the board: scrolled away, destroyed or cleared; its marks and doors went too.

    `doors` = keys of the doors that are forgotten with it.
    """

    cell: Cell
    tile: str
    why: Literal["scrolled", "destroyed", "cleared"]
    rule: str
    doors: tuple[str, ...] = ()
    type: Literal["TileLeft"] = "TileLeft"


@dataclass(frozen=True, slots=True)
class TerrainPlaced:
    """A terrain was laid for good (TR-4). `doors` = keys of changed doors that it overrides (TR-5)."""

    cell: Cell
    terrain: PlacedTerrain
    by: str
    doors: tuple[str, ...] = ()
    type: Literal["TerrainPlaced"] = "TerrainPlaced"


@dataclass(frozen=True, slots=True)
class TerrainLeft:
    """A terrain was taken off its tile; `doors` and `marks` = keys of those that are forgotten with it."""

    cell: Cell
    card: str
    rule: str
    doors: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    type: Literal["TerrainLeft"] = "TerrainLeft"


@dataclass(frozen=True, slots=True)
class TileTurned:
    """A map tile was turned where it lies: how it lies now, with all changed doors and all marks as they are then."""

    tile: PlacedTile
    doors: Mapping[str, str]
    marks: Mapping[str, str]
    rule: str
    type: Literal["TileTurned"] = "TileTurned"


@dataclass(frozen=True, slots=True)
class EnvironmentSet:
    """An environment was connected, moved to another edge, or lost its edge; the whole new place."""

    environment: InPlay
    how: Literal["connected", "moved", "homeless", "charged"]
    rule: str
    type: Literal["EnvironmentSet"] = "EnvironmentSet"


@dataclass(frozen=True, slots=True)
class EnvironmentLeft:
    """An environment left play (EN-6, homeless_environment)."""

    card: str
    rule: str
    type: Literal["EnvironmentLeft"] = "EnvironmentLeft"


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """The entry or exit token was laid on an edge, set aside (`place.cell` None) or left play (`place` None)."""

    token: Literal["entry", "exit"]
    place: TokenPlace | None
    rule: str
    type: Literal["TokenPlaced"] = "TokenPlaced"


@dataclass(frozen=True, slots=True)
class PoolChanged:
    """A pool of a unit went from `before` to `after`."""

    unit: str
    what: Literal["health", "stamina", "essence"]
    before: int
    after: int
    why: str
    rule: str = ""
    type: Literal["PoolChanged"] = "PoolChanged"


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit moved to `to`: 'walk', 'push', 'move', 'teleport', 'entry', 'ruling'. `path` = spaces stepped on."""

    unit: str
    to: Space
    how: Literal["walk", "push", "move", "teleport", "entry", "ruling"]
    path: tuple[Space, ...] = ()
    rule: str = ""
    type: Literal["UnitMoved"] = "UnitMoved"


@dataclass(frozen=True, slots=True)
class UnitLeft:
    """A unit left the board: 'destroyed', 'banished' or 'exit'."""

    unit: str
    how: Literal["destroyed", "banished", "exit"]
    rule: str
    type: Literal["UnitLeft"] = "UnitLeft"


@dataclass(frozen=True, slots=True)
class MonsterPlaced:
    """A monster came onto the board."""

    unit: str
    card: str
    space: Space
    health: int
    rule: str
    type: Literal["MonsterPlaced"] = "MonsterPlaced"


@dataclass(frozen=True, slots=True)
class ExplorerTook:
    """An explorer took its turn: 'begun', 'finished' or, with a new round, 'ready'; 'acts' = this move is its own."""

    explorer: str
    what: Literal["begun", "finished", "ready", "acts"]
    rule: str = "RD-2"
    type: Literal["ExplorerTook"] = "ExplorerTook"


@dataclass(frozen=True, slots=True)
class ExplorerJoined:
    """An unused explorer was chosen as a replacement and waits to enter (BG-6)."""

    explorer: str
    rule: str = "BG-6"
    type: Literal["ExplorerJoined"] = "ExplorerJoined"


@dataclass(frozen=True, slots=True)
class ExplorerSet:
    """An explorer is 'waiting' or 'unused' now, with so much health: off the board, its turn not begun."""

    explorer: str
    status: Literal["waiting", "unused"]
    health: int
    rule: str
    type: Literal["ExplorerSet"] = "ExplorerSet"


@dataclass(frozen=True, slots=True)
class TokensChanged:
    """Spawn or horror tokens went from `before` to `after` (TK-1)."""

    kind: Literal["spawn", "horror"]
    before: int
    after: int
    rule: str
    type: Literal["TokensChanged"] = "TokensChanged"


@dataclass(frozen=True, slots=True)
class TrackSet:
    """A rating, the threat, the level, the chapter spaces lit or the replacements due were set."""

    track: Literal["spawn_rating", "horror_rating", "threat", "level", "lit", "replacements"]
    before: int | None
    after: int
    rule: str
    type: Literal["TrackSet"] = "TrackSet"


@dataclass(frozen=True, slots=True)
class MarksChanged:
    """Count tokens or marks on a card changed; all its marks as they are now (CT-1)."""

    card: str
    marks: Marks
    what: Literal["charges", "open", "chosen", "determined"]
    panel: str
    value: int
    rule: str
    type: Literal["MarksChanged"] = "MarksChanged"


@dataclass(frozen=True, slots=True)
class SpaceMarked:
    """A space was marked 'explored', 'lit' or 'destroyed' (BG-5, CS-2)."""

    space: Space
    mark: Literal["explored", "lit", "destroyed"]
    by: str
    rule: str
    type: Literal["SpaceMarked"] = "SpaceMarked"


@dataclass(frozen=True, slots=True)
class SpaceCleared:
    """A mark was taken off a space."""

    space: Space
    mark: str
    rule: str
    type: Literal["SpaceCleared"] = "SpaceCleared"


@dataclass(frozen=True, slots=True)
class DoorSet:
    """A door was opened ('/'), closed ('=') or removed (' '); `border` is 'x,y,h' or 'x,y,v'."""

    border: str
    door: Literal["/", "=", " "]
    by: str
    rule: str
    type: Literal["DoorSet"] = "DoorSet"


@dataclass(frozen=True, slots=True)
class ChapterEntered:
    """Chapter number `number` (0-based) became the current one; the old one's marks and caps went with it."""

    number: int
    card: str
    marks: Marks
    rule: str = "CH-4"
    type: Literal["ChapterEntered"] = "ChapterEntered"


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """An active ability was played; `limit` is the key under which it counts this round, '' without a limit."""

    explorer: str
    card: str
    at: str
    limit: str = ""
    rule: str = "CH-8"
    type: Literal["AbilityUsed"] = "AbilityUsed"


@dataclass(frozen=True, slots=True)
class AbilityBegan:
    """An ability that nobody plays began to resolve: it enters play or was triggered.

    `limit` = the key under which its use counts this round, '' when it has no limit.
    """

    card: str
    at: str
    unit: str = ""
    rule: str = "CH-2"
    limit: str = ""
    type: Literal["AbilityBegan"] = "AbilityBegan"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began; `round` is the round's number."""

    phase: Phase
    round: int
    rule: str = "RD-1"
    type: Literal["PhaseBegan"] = "PhaseBegan"


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A die was rolled by the tracker, or typed in from the table (GD-1)."""

    die: str
    face: int
    source: Literal["tracker", "typed"]
    by: str = ""
    rule: str = "GD-1"
    type: Literal["DieRolled"] = "DieRolled"


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice were rolled and added up; `faces` as (die, face). Typed in: only the sum is known, `faces` is empty.

    `why` names what for: 'attack', 'steps', 'test', 'spawn', 'horror', 'recharge', 'event_space'. `who` rolls.
    `modifier` is what printed modifiers add to the sum; `total` includes it.
    """

    why: str
    who: str
    faces: tuple[tuple[str, int], ...]
    modifier: int
    total: int
    source: Literal["tracker", "typed"]
    rule: str
    type: Literal["DiceRolled"] = "DiceRolled"


@dataclass(frozen=True, slots=True)
class AttackMade:
    """An attack was made: `total` against what each target needs to be hit; `hit` names each one hit once (BG-4).

    `attacker` '' = nobody. Targets are unit ids and barrels ('barrel x,y'); one may be named more than once.
    """

    attacker: str
    targets: tuple[str, ...]
    total: int
    arcane: bool
    needed: tuple[int, ...]
    hit: tuple[str, ...]
    rule: str = "BG-4"
    type: Literal["AttackMade"] = "AttackMade"


@dataclass(frozen=True, slots=True)
class HelpGiven:
    """An explorer helped a roll of a step ability by `n`; the roll is `total` now (ST-2)."""

    card: str
    explorer: str
    roller: str
    n: int
    total: int
    rule: str = "ST-2"
    type: Literal["HelpGiven"] = "HelpGiven"


@dataclass(frozen=True, slots=True)
class StepResolved:
    """A step ability resolves the options numbered `bands` for the final roll or count `total` (ST-3)."""

    card: str
    roller: str
    total: int
    bands: tuple[int, ...]
    rule: str = "ST-3"
    type: Literal["StepResolved"] = "StepResolved"


@dataclass(frozen=True, slots=True)
class LastingBegan:
    """An effect began that lasts for a while."""

    lasting: Lasting
    rule: str = "RD-1"
    type: Literal["LastingBegan"] = "LastingBegan"


@dataclass(frozen=True, slots=True)
class LastingEnded:
    """Lasting effects ended; those that go on."""

    kept: tuple[Lasting, ...]
    rule: str = "RD-1"
    type: Literal["LastingEnded"] = "LastingEnded"


@dataclass(frozen=True, slots=True)
class ItemSet:
    """A held item was equipped, unequipped, augmented or upgraded; None = nothing special any more."""

    card: str
    item: ItemState | None
    how: str
    rule: str = "BG-9"
    type: Literal["ItemSet"] = "ItemSet"


@dataclass(frozen=True, slots=True)
class Remembered:
    """The scenario remembers that an option was chosen, by its name."""

    option: str
    rule: str = "CT-1"
    type: Literal["Remembered"] = "Remembered"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The scenario does not remember an option any more."""

    option: str
    rule: str
    type: Literal["Forgotten"] = "Forgotten"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A question was answered (by `seat`); or, while every seat must confirm, one seat has confirmed (`done` False)."""

    step: int
    question: str
    option: str
    label: str
    seat: str
    done: bool = True
    rule: str = "AM-2"
    secret: bool = False
    type: Literal["Chosen"] = "Chosen"


@dataclass(frozen=True, slots=True)
class CardsLookedAt:
    """The top cards of a deck were looked at, by an explorer or (`by` '') by the group; which ones is secret."""

    deck: str
    cards: tuple[str, ...]
    by: str
    rule: str = "DK-1"
    type: Literal["CardsLookedAt"] = "CardsLookedAt"


@dataclass(frozen=True, slots=True)
class DeckOrdered:
    """Cards that were looked at went back: `top` on top in that order, `under` under the deck. Which ones is secret."""

    deck: str
    top: tuple[str, ...]
    under: tuple[str, ...] = ()
    rule: str = "DK-1"
    type: Literal["DeckOrdered"] = "DeckOrdered"


@dataclass(frozen=True, slots=True)
class SharePromised:
    """An explorer promised `n` of a price that is paid together, 0 took its promise back; `missing` is still open."""

    explorer: str
    what: Literal["health", "stamina", "essence"]
    n: int
    missing: int
    rule: str = "NC-4"
    type: Literal["SharePromised"] = "SharePromised"


@dataclass(frozen=True, slots=True)
class TrapsTriggered:
    """Traps were triggered: `units` stand on the trapped spaces that are attacked first (TL-1).

    `secondary` = each other explorer at a lever that attacks then, with the units on trapped spaces of its own tile as
    they stand now (TL-2); they are looked up anew when their turn comes (IP-14).
    """

    unit: str
    space: Space | None
    units: tuple[str, ...]
    secondary: tuple[tuple[str, tuple[str, ...]], ...]
    rule: str = "TL-1"
    type: Literal["TrapsTriggered"] = "TrapsTriggered"


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth a log line and nothing else: a skipped part, a warning; `code` names it."""

    code: str
    rule: str
    what: str = ""
    n: int = 0
    type: Literal["Noted"] = "Noted"


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """The host changed a house rule."""

    name: str
    before: str | int
    after: str | int
    type: Literal["SettingChanged"] = "SettingChanged"


@dataclass(frozen=True, slots=True)
class RulingMade:
    """A table ruling was made; what it changed follows as events of its own (AM-1)."""

    reason: str
    type: Literal["RulingMade"] = "RulingMade"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended (BG-7)."""

    outcome: Literal["won", "lost"]
    why: str
    rule: str = "BG-7"
    type: Literal["GameEnded"] = "GameEnded"


@dataclass(frozen=True, slots=True)
class StepOpened:
    """A step was put on top of the agenda."""

    step: Step
    type: Literal["StepOpened"] = "StepOpened"


@dataclass(frozen=True, slots=True)
class StepChanged:
    """The step with the same id went on; its new contents."""

    step: Step
    type: Literal["StepChanged"] = "StepChanged"


@dataclass(frozen=True, slots=True)
class StepClosed:
    """The step with this id was closed."""

    step: int
    type: Literal["StepClosed"] = "StepClosed"


@dataclass(frozen=True, slots=True)
class TriggerQueued:
    """A triggered ability waits for the ability in hand to finish (IP-1)."""

    trigger: Trigger
    type: Literal["TriggerQueued"] = "TriggerQueued"


@dataclass(frozen=True, slots=True)
class TriggersTaken:
    """The waiting triggers (or, with `dropped`, those of a chapter that is over) left the queue."""

    n: int
    dropped: bool = False
    type: Literal["TriggersTaken"] = "TriggersTaken"


@dataclass(frozen=True, slots=True)
class DueSet:
    """What falls due when the ability in hand is finished: 'advance', 'won', 'lost'; () = seen to."""

    due: tuple[str, ...]
    type: Literal["DueSet"] = "DueSet"


Event = (
    TableSet
    | Shuffled
    | CardMoved
    | CurrentSet
    | TileJoined
    | TileLeft
    | TerrainPlaced
    | TerrainLeft
    | TileTurned
    | EnvironmentSet
    | EnvironmentLeft
    | TokenPlaced
    | PoolChanged
    | UnitMoved
    | UnitLeft
    | MonsterPlaced
    | ExplorerTook
    | ExplorerJoined
    | ExplorerSet
    | TokensChanged
    | TrackSet
    | MarksChanged
    | SpaceMarked
    | SpaceCleared
    | DoorSet
    | ChapterEntered
    | AbilityUsed
    | AbilityBegan
    | PhaseBegan
    | DieRolled
    | DiceRolled
    | AttackMade
    | HelpGiven
    | StepResolved
    | LastingBegan
    | LastingEnded
    | ItemSet
    | Remembered
    | Forgotten
    | Chosen
    | CardsLookedAt
    | DeckOrdered
    | SharePromised
    | TrapsTriggered
    | Noted
    | SettingChanged
    | RulingMade
    | GameEnded
    | StepOpened
    | StepChanged
    | StepClosed
    | TriggerQueued
    | TriggersTaken
    | DueSet
)
