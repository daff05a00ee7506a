"""Cards of explorers and monsters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .cards_attacks import AttackProfile
from .cards_text import Card
from .vocabulary import Select


@dataclass(frozen=True, slots=True)
class ExplorerCard(Card):
    """An explorer: health, stamina and essence are printed maxima; `attack` is the basic attack in words."""

    trade: str = ""
    health: int = 6
    stamina: int = 6
    essence: int = 4
    armor: int = 2
    will: int = 2
    attack: str = ""
    attack_profile: AttackProfile | None = None


@dataclass(frozen=True, slots=True)
class MonsterCard(Card):
    """A monster. `behaviour` is carried out by the group (RD-5).

    `passes` = what it walks through or over, without stopping there: closed doors, walls, units, obstacles. `picks` =
    whom its behaviour is about, None where no word says it. `moves_after` = the spaces that it moves once it has
    attacked, in place of what is left of its moves; 0 = what is left.
    """

    level: int = 1
    armor: int = 2
    will: int = 2
    health: int = 1
    moves: int = 4
    moves_after: int = 0
    attack: str = ""
    behaviour: str = ""
    ethereal: bool = False
    attack_profile: AttackProfile | None = None
    passes: tuple[Literal["doors", "walls", "units", "obstacles"], ...] = ()
    picks: Select | None = None
