"""The search of the rules: everyday words and those of the rulebooks find the rows that say the same in other words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from app.rules.ledger import LEDGER, Row
from app.web.messages_settings import setting_name

NEAREST: Final = 8  # rows that are shown when none has all the words

#: What people say, with what the rows say for it: any of these counts as the word.
MEANT: Final[Mapping[str, tuple[str, ...]]] = {
    "roll": ("game die",),
    "zero": ("0 counts",),
    "ten": ("no 10",),
    "life": ("health",),
    "hp": ("health",),
    "lives": ("health",),
    "wound": ("take 1 health", "health is lost"),
    "mana": ("essence",),
    "magic": ("arcane",),
    "spell": ("arcane",),
    "help": ("raise the roll", "adjust"),
    "assist": ("raise the roll", "adjust"),
    "spend": ("pay", "cost", "price"),
    "action": ("cost", "stamina"),
    "movement": ("walk", "step"),
    "move": ("walk", "push", "acts once"),
    "run": ("walk",),
    "diagonal": ("neighbours", "diagonal"),
    "fight": ("attack",),
    "combat": ("attack",),
    "hit": ("attack", "hit"),
    "damage": ("take 1 health", "attack"),
    "kill": ("destroyed", "die"),
    "dead": ("dead", "death", "die", "destroyed explorer"),
    "die": ("die", "death", "dead", "dice"),
    "dying": ("death", "die"),
    "dice": ("dice", "die"),
    "respawn": ("replacement", "take its place"),
    "revive": ("replacement", "take its place"),
    "line": ("line", "sight"),
    "los": ("sight",),
    "range": ("sight", "reach"),
    "vision": ("sight",),
    "see": ("sight", "see"),
    "pass-through": ("only read",),
    "pass": ("only read", "pass"),
    "ambiguity": ("contradict", "in the group's order"),
    "ambiguous": ("contradict", "in the group's order"),
    "unclear": ("contradict", "table ruling"),
    "dispute": ("contradict", "table ruling"),
    "passive": ("heading", "kind, moment"),
    "shop": ("workbench",),
    "craft": ("workbench", "upgraded"),
    "loot": ("item", "chest"),
    "chest": ("action space", "item"),
    "gear": ("item", "equipped"),
    "equipment": ("item", "equipped"),
    "weapon": ("item", "attack"),
    "backpack": ("inventory",),
    "exchange": ("trade",),
    "swap": ("trade",),
    "give": ("trade",),
    "enemy": ("monster",),
    "enemies": ("monster",),
    "ghost": ("ethereal",),
    "ghosts": ("ethereal",),
    "room": ("map tile",),
    "tile": ("tile",),
    "explosion": ("explode",),
    "bomb": ("barrel", "explode"),
    "trap": ("trap",),
    "lamp": ("lit",),
    "light": ("lit", "light"),
    "mission": ("chapter",),
    "goal": ("won", "chapter"),
    "objective": ("chapter", "won"),
    "win": ("won", "victory"),
    "lose": ("lost", "lose"),
    "turn": ("turn",),
    "timer": ("countdown",),
    "clock": ("countdown",),
    "collapse": ("countdown", "destroyed"),
    "order": ("order",),
    "start": ("setup",),
    "begin": ("setup", "begin"),
    "save": ("prevent", "save"),
    "level": ("level",),
    "jump": ("teleport",),
    "shuffle": ("shuffle",),
    "refuse": ("can't", "not"),
}
#: Figures of a level and the like: they name no row, and "level 3" means the rows about levels.
_FIGURE: Final = re.compile(r"\d{1,2}")
_WORD: Final = re.compile(r"[^\s,;:!?\"“”]+")


def searched(find: str, part: str = "") -> tuple[tuple[Row, ...], bool]:
    """The rows of one chapter ('' = all) for the words searched for, and whether they say all of them.

    Those that have the very words come first, then those that say the same in others. Where no row says all, those that
    say most, NEAREST at most; () when none has any.
    """
    rows = [row for row in LEDGER.values() if row.id.startswith(part)]
    exact, words = [row for row in rows if says(row, find)], _words(find)
    if not words:
        return tuple(exact), bool(exact)
    scored = [(sum(_has(row, word) for word in words), row) for row in rows if row not in exact]
    whole = (*exact, *(row for n, row in scored if n == len(words)))
    if whole:
        return whole, True
    most = max((n for n, _ in scored), default=0)
    return tuple(row for n, row in scored if most and n == most)[:NEAREST], False


def says(row: Row, wanted: str) -> bool:
    """Whether a row has all the words searched for as they are, in its id, its text or its house rules."""
    text = _text(row)
    return all(word in text for word in wanted.casefold().split())


def _words(find: str) -> tuple[str, ...]:
    words = _WORD.findall(find.casefold())
    # 'of', 'a' and the like would be in every row; 'level 3' is about levels
    kept = [word for word in words if (len(word) > 2 or word in MEANT) and not _FIGURE.fullmatch(word)]
    for left, right in pairwise(words):
        if f"{left}-{right}" in MEANT:
            kept = [word for word in kept if word not in (left, right)] + [f"{left}-{right}"]
    return tuple(dict.fromkeys(kept))


def _has(row: Row, word: str) -> bool:
    return any(one in _text(row) for one in _ways_to_say(word))


def _ways_to_say(word: str) -> Iterable[str]:
    """The word, its stem without an ending, and what the rows say for either."""
    stems = [word]
    for ending in ("ing", "ies", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stems.append(word.removesuffix(ending))
            break
    return (*stems, *(said for stem in stems for said in MEANT.get(stem, ())))


@lru_cache(maxsize=256)
def _text(row: Row) -> str:
    names = " ".join(setting_name(name) for name in row.settings)
    return f"{row.id} {row.title} {row.where} {row.text} {names}".casefold()
