"""What a player may ask: a closed set, imperative names (architecture, Taste). All ids are the table's.

The moves stand in the modules `moves_...` beside this one, by who makes them; here is the way in to all of them.
"""

from __future__ import annotations

from .moves_monsters import (
    MonsterAbility,
    MonsterAttack,
    MonsterDone,
    MonsterOpenDoor,
    MoveMonster,
)
from .moves_steps import (
    Answer,
    Augment,
    CloseAdjust,
    CloseStep,
    ConnectEnvironment,
    DrawEncounter,
    Equip,
    GiveItem,
    HelpRoll,
    PayShare,
    PlaceTerrain,
    Unequip,
    Upgrade,
)
from .moves_table import (
    ChangeSetting,
    EndPhase,
    MakeRuling,
    RollDie,
)
from .moves_turn import (
    ActivateChapterSpace,
    ActivateSpace,
    Attack,
    DestroyDoor,
    Drop,
    Explore,
    FinishTurn,
    LeaveByExit,
    OpenDoor,
    PickUp,
    PlaceDoor,
    PlayAbility,
    StartTrade,
    UseInventory,
    Walk,
)

Move = (
    Walk
    | Explore
    | ActivateChapterSpace
    | ActivateSpace
    | OpenDoor
    | PlaceDoor
    | DestroyDoor
    | LeaveByExit
    | Attack
    | PlayAbility
    | StartTrade
    | UseInventory
    | Drop
    | PickUp
    | FinishTurn
    | MoveMonster
    | MonsterAttack
    | MonsterAbility
    | MonsterOpenDoor
    | MonsterDone
    | PlaceTerrain
    | ConnectEnvironment
    | DrawEncounter
    | Answer
    | HelpRoll
    | CloseAdjust
    | GiveItem
    | Equip
    | Unequip
    | Augment
    | Upgrade
    | PayShare
    | CloseStep
    | EndPhase
    | RollDie
    | ChangeSetting
    | MakeRuling
)
