"""What happened: a closed set, past participles. Events record outcomes, so folding needs neither dice nor legality.

`rule` is the ledger id that made it happen (shown in the log). Stored events are never rewritten.
Hidden parts (deck orders, cards that went face down, chapters to come) are stripped by `visibility.public_event`.

The events stand in the modules `events_...` beside this one, by what they happened to; here is the way in
to all of them.
"""

from __future__ import annotations

from .events_agenda import (
    Chosen,
    DueSet,
    SharePromised,
    StepChanged,
    StepClosed,
    StepOpened,
    TriggerQueued,
    TriggersTaken,
)
from .events_cards import (
    AbilityBegan,
    AbilityUsed,
    CardMoved,
    CardsLookedAt,
    ChapterEntered,
    CurrentSet,
    DeckOrdered,
    Forgotten,
    ItemSet,
    LastingBegan,
    LastingEnded,
    MarksChanged,
    Remembered,
    Shuffled,
    UsedSet,
    ValuePicked,
    ValuesForgotten,
)
from .events_map import (
    DeadEnd,
    DoorSet,
    EnvironmentLeft,
    EnvironmentSet,
    SpaceCleared,
    SpaceMarked,
    TerrainLeft,
    TerrainPlaced,
    TileJoined,
    TileLeft,
    TilesLit,
    TileTurned,
    TokenPlaced,
)
from .events_rolls import (
    AttackMade,
    DiceRolled,
    DieRolled,
    HelpGiven,
    StepResolved,
)
from .events_table import (
    GameEnded,
    Noted,
    PhaseBegan,
    RulingMade,
    ScenarioSet,
    SettingChanged,
    TableSet,
    TokensChanged,
    TrackSet,
)
from .events_units import (
    ExplorerJoined,
    ExplorerSet,
    ExplorerTook,
    MonsterPlaced,
    PoolChanged,
    TrapsTriggered,
    UnitLeft,
    UnitMoved,
)

Event = (
    TableSet
    | PhaseBegan
    | TokensChanged
    | TrackSet
    | SettingChanged
    | RulingMade
    | ScenarioSet
    | Noted
    | GameEnded
    | TileJoined
    | TileLeft
    | TilesLit
    | TileTurned
    | TerrainPlaced
    | TerrainLeft
    | EnvironmentSet
    | EnvironmentLeft
    | TokenPlaced
    | DeadEnd
    | SpaceMarked
    | SpaceCleared
    | DoorSet
    | PoolChanged
    | UnitMoved
    | UnitLeft
    | MonsterPlaced
    | ExplorerTook
    | ExplorerJoined
    | ExplorerSet
    | TrapsTriggered
    | Shuffled
    | CardMoved
    | CurrentSet
    | CardsLookedAt
    | DeckOrdered
    | ChapterEntered
    | MarksChanged
    | ItemSet
    | Remembered
    | Forgotten
    | AbilityUsed
    | UsedSet
    | AbilityBegan
    | LastingBegan
    | LastingEnded
    | ValuePicked
    | ValuesForgotten
    | DieRolled
    | DiceRolled
    | AttackMade
    | HelpGiven
    | StepResolved
    | StepOpened
    | StepChanged
    | StepClosed
    | Chosen
    | SharePromised
    | TriggerQueued
    | TriggersTaken
    | DueSet
)
