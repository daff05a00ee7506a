"""What a table ruling may change: a closed set, imperative and small, like moves (AM-1). All ids are the table's.

The changes stand in the modules `changes_...` beside this one, by what they change; here is the way in to all of them.
"""

from __future__ import annotations

from .changes_cards import (
    DrawCard,
    DropItem,
    MoveCard,
    RememberOption,
    SetCharges,
    SetCurrent,
    SetItem,
    SetOption,
    TakeItem,
)
from .changes_game import (
    AddLevel,
    EndGame,
    EndLasting,
    EndStep,
    PickValue,
    SetChapter,
    SetPhase,
    SetScenario,
    SetTokens,
    SetTrack,
    SetUsed,
)
from .changes_map import (
    LayTerrain,
    MarkSpace,
    MoveEnvironment,
    PlaceEnvironment,
    PlaceTile,
    PlaceToken,
    RemoveEnvironment,
    RemoveTerrain,
    RemoveTile,
    SetDoor,
    TurnTile,
)
from .changes_units import (
    AddMonster,
    PutUnit,
    RemoveMonster,
    SetPool,
    SetStatus,
    SetTurn,
)

Change = (
    PlaceTile
    | RemoveTile
    | TurnTile
    | LayTerrain
    | RemoveTerrain
    | PlaceEnvironment
    | MoveEnvironment
    | RemoveEnvironment
    | PlaceToken
    | MarkSpace
    | SetDoor
    | SetPool
    | PutUnit
    | AddMonster
    | RemoveMonster
    | SetStatus
    | SetTurn
    | SetCharges
    | TakeItem
    | DropItem
    | DrawCard
    | MoveCard
    | SetCurrent
    | SetOption
    | RememberOption
    | SetItem
    | SetTokens
    | SetTrack
    | AddLevel
    | SetPhase
    | SetChapter
    | SetScenario
    | EndLasting
    | PickValue
    | SetUsed
    | EndStep
    | EndGame
)
