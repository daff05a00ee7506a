"""The sections of a position text: tiles, explorers, monsters, environments, doors, decks ... one line each."""

from __future__ import annotations

import re
from typing import Any, Final, Literal, cast

from .geometry import Cell, border_between
from .placed import PlacedTerrain, PlacedTile, border_key
from .position_cards import read_deck, read_item
from .position_found import Found, Reader, parts
from .position_words import DOORS, STATUSES, PositionError, cell_in, number_in, space_in
from .settings import setting_names, setting_problem
from .state import UNTIL, Explorer, InPlay, Lasting, Monster, PickedValue, key_of
from .vocabulary import LASTING, SETTABLE

_MONSTER: Final = re.compile(r"m[1-9]\d{0,4}")
_USED_WORD: Final = re.compile(r"[\w.-]+")


def _tile(found: Found, line: int, rest: str) -> None:
    """'07b at 0,-1, turned 2, terrain T03a N'."""
    face, _, where = rest.partition(" at ")
    cell_text, *more = where.split(", ")
    cell = cell_in(line, "tiles", cell_text)
    if face not in found.book.tiles:
        raise PositionError(line, "tiles", f"no map tile {face[:20]!r}: expected a face such as 07b")
    number, side = (face, "a") if face.startswith("E") else (face[:-1], face[-1])
    found.once(line, "tiles", f"cell {key_of(cell)}")
    found.place(line, "tiles", "tiles", face, "in_play", key_of(cell))
    turns, terrain = 0, None
    for part in more:
        words = part.split()
        if words[:1] == ["turned"] and len(words) == 2:
            turns = number_in(line, "tiles", words[1], 0, 3)
        elif words[:1] == ["terrain"] and len(words) == 3 and terrain is None:
            terrain = _terrain(found, line, words[1], words[2], cell)
        else:
            raise PositionError(line, "tiles", f"{part[:40]!r}: expected 'turned 0 to 3' or 'terrain T03a N'")
    found.tiles.append(PlacedTile(number, side, cell, turns, terrain))


def _terrain(found: Found, line: int, face: str, edge: str, cell: Cell) -> PlacedTerrain:
    if face not in found.book.terrains:
        raise PositionError(line, "tiles", f"no terrain {face[:20]!r}: expected a face such as T03a")
    found.place(line, "tiles", "terrains", face[:-1], "in_play", key_of(cell))
    return PlacedTerrain(face[:-1], cast("Literal['a', 'b']", face[-1]), found.edge(line, "tiles", edge))


def _explorer(found: Found, line: int, rest: str) -> None:
    """'Ada 6/7/4 at b4 of 0,0, begun', 'Bram dead'."""
    main, *more = rest.split(", ")
    who, at, where = main.partition(" at ")
    words = who.split()
    status = STATUSES[words.pop()] if words and words[-1] in STATUSES else "in_play"
    pools = words.pop() if words and "/" in words[-1] else ""
    explorer = found.names.explorer(line, "explorers", " ".join(words))
    found.once(line, "explorers", explorer)
    if bool(at) != (status == "in_play"):
        raise PositionError(line, "explorers", "expected 'NAME at b4 of 0,0', or waits, left, dead, unused")
    card = found.book.explorers[explorer]
    amounts = [0 if status == "dead" else card.health, card.stamina, card.essence]
    if pools:
        figures = pools.split("/")
        if len(figures) != 3:
            raise PositionError(line, "explorers", f"{pools[:20]!r}: expected health/stamina/essence, such as 6/7/4")
        amounts = [number_in(line, "explorers", figure, 0, 99) for figure in figures]
    for part in more:
        if part not in ("begun", "finished"):
            raise PositionError(line, "explorers", f"{part[:40]!r}: expected begun or finished")
    space = space_in(line, "explorers", where) if at else None
    if space is not None:
        found.at[key_of(space)] = line
    found.explorers[explorer] = Explorer(
        explorer,
        health=amounts[0],
        stamina=amounts[1],
        essence=amounts[2],
        space=space,
        status=cast("Any", status),
        finished="finished" in more or status in ("left", "dead"),
        begun="begun" in more,
    )


def _monster(found: Found, line: int, rest: str) -> None:
    """'m1 mon-101 1 at c4 of 0,0': the table's id and the health may be left out."""
    who, at, where = rest.partition(" at ")
    words = who.split()
    named = bool(words) and words[0][:1] == "m" and words[0][1:].isdecimal()
    unit = f"m{number_in(line, 'monsters', words.pop(0)[1:], 1, 99999)}" if named else ""
    health = number_in(line, "monsters", words.pop(), 0, 99) if words and words[-1].isdecimal() else None
    card = found.names.of(line, "monsters", " ".join(words), "monsters")
    if not at:
        raise PositionError(line, "monsters", "expected 'm1 CARD HEALTH at b4 of 0,0'")
    unit = unit or f"m{max((int(m[1:]) for m in found.monsters), default=0) + 1}"
    found.once(line, "monsters", unit)
    found.place(line, "monsters", "monsters", card, "in_play", unit)
    space = space_in(line, "monsters", where)
    found.at[key_of(space)] = line
    found.monsters[unit] = Monster(unit, card, found.book.monsters[card].health if health is None else health, space)


def _environment(found: Found, line: int, rest: str) -> None:
    """'env-03 at 0,-1 N, 2 charges', 'env-06 at 0,0 without an edge', '..., drawn in round 2'."""
    name, _, where = rest.partition(" at ")
    place, *more = where.split(", ")
    cell_text, _, edge_text = place.partition(" ")
    card = found.names.of(line, "environments", name, "environments")
    cell = cell_in(line, "environments", cell_text)
    edge = None if edge_text == "without an edge" else found.edge(line, "environments", edge_text)
    charges, drawn = found.book.environments[card].countdown, 0
    for part in more:
        if part.startswith("drawn in round "):
            drawn = number_in(line, "environments", part.removeprefix("drawn in round "), 0, 9999)
        elif charges is None or not part.endswith((" charges", " charge")):
            raise PositionError(line, "environments", f"{part[:40]!r}: expected 'N charges' of a countdown")
        else:
            charges = number_in(line, "environments", part.partition(" ")[0], 0, 99)
    found.place(line, "environments", "environments", card, "in_play", key_of(cell))
    found.at[card] = line
    found.environments[card] = InPlay(card, cell, edge, charges, drawn)


def _space(found: Found, line: int, rest: str) -> None:
    """'j9 of 0,0 lit'."""
    where, _, mark = rest.rpartition(" ")
    if mark not in ("explored", "lit", "destroyed"):
        raise PositionError(line, "spaces", f"{mark[:20]!r}: expected explored, lit or destroyed")
    key = key_of(space_in(line, "spaces", where))
    found.once(line, "spaces", f"mark {key}")
    found.at.setdefault(key, line)
    found.marks[key] = mark


def _door(found: Found, line: int, rest: str) -> None:
    """'e4 of 0,0 | f4 of 0,0 open'."""
    where, _, door = rest.rpartition(" ")
    first, bar, second = where.partition("|")
    if door not in DOORS or not bar:
        raise PositionError(line, "doors", "expected 'e4 of 0,0 | f4 of 0,0' and open, closed or gone")
    try:
        border = border_between(space_in(line, "doors", first), space_in(line, "doors", second))
    except PositionError:
        raise
    except ValueError as error:
        raise PositionError(line, "doors", "these two spaces share no border") from error
    found.once(line, "doors", f"door {border_key(border)}")
    found.doors[border_key(border)] = DOORS[door]


def _count(found: Found, line: int, rest: str) -> None:
    """'rav-08 Stops open 2': card, panel by heading or address, what, how many; options count from 1, 0 is none."""
    words = rest.split()
    if len(words) < 4 or words[-2] not in ("charges", "open", "chosen", "determined"):
        raise PositionError(line, "counts", "expected 'CARD PANEL charges|open|chosen|determined NUMBER'")
    what = words[-2]
    card = found.names.of(line, "counts", words[0], "")
    address = found.names.panel(line, "counts", card, " ".join(words[1:-2]))
    name, _, number = address.partition(".")
    panel = next(face for face in found.book.card(card).faces if face.name == name).panels[int(number)]
    least = 1 if what == "chosen" else 0
    most = 99 if what == "charges" else len(panel.options)
    if what == "charges" and panel.charges is None:
        raise PositionError(line, "counts", f"{card} prints no space for charges there (CT-1)")
    found.once(line, "counts", f"{card} {address} {what}")
    found.counts.append((line, card, address, what, number_in(line, "counts", words[-1], least, most)))


def _lasting(found: Found, line: int, rest: str) -> None:
    """'modify low_dice 1, who acting, unit exp-01, card enc-09, until this_round, round 2'; '=1' = it is set to 1."""
    main, *more = parts(rest) or [""]
    words = main.split()
    if len(words) != 3 or words[0] not in ("modify", "forbid", "allow"):
        raise PositionError(line, "lasting", "expected 'modify|forbid|allow WHAT NUMBER, until ..., round N'")
    facts = {"who": "", "unit": "", "card": "", "until": "this_round", "round": "1", "items": "", "level_most": ""}
    apart = "apart" in more
    for part in more:
        key, _, value = part.partition(" ")
        if part == "apart":
            continue
        if key not in facts:
            raise PositionError(line, "lasting", f"{part[:40]!r}: expected {', '.join(facts)} or apart")
        facts[key] = value
    known = LASTING[words[0]]
    if words[1] not in known:
        raise PositionError(line, "lasting", f"{words[1][:40]!r} is nothing to {words[0]}: {', '.join(sorted(known))}")
    if facts["unit"] and not _MONSTER.fullmatch(facts["unit"]):
        facts["unit"] = found.names.explorer(line, "lasting", facts["unit"])
    if facts["card"]:
        facts["card"] = found.names.of(line, "lasting", facts["card"], "")
    if facts["until"] not in UNTIL:
        raise PositionError(line, "lasting", f"until {facts['until'][:40]!r}: expected {', '.join(UNTIL)}")
    sets = words[2].startswith("=")
    if sets and (words[0] != "modify" or words[1] not in SETTABLE):
        raise PositionError(line, "lasting", f"{words[1][:40]!r} is not set to a value: {', '.join(sorted(SETTABLE))}")
    size = number_in(line, "lasting", words[2].removeprefix("=" if sets else "-"), 0, 99)
    found.lasting.append(
        Lasting(
            cast("Any", words[0]),
            words[1],
            -size if words[2].startswith("-") else size,
            facts["who"],
            facts["unit"],
            facts["card"],
            facts["until"],
            number_in(line, "lasting", facts["round"], 0, 9999),
            facts["items"],
            number_in(line, "lasting", facts["level_most"], 0, 99) if facts["level_most"] else None,
            apart,
            sets,
        )
    )


def _picked(found: Found, line: int, rest: str) -> None:
    """'moves 2 among hev-11 2, enc-09 4': which of the values counts that cards set a number to."""
    main, _, told = rest.partition(" among ")
    what, _, value = main.partition(" ")
    if what not in SETTABLE or not value:
        known = ", ".join(sorted(SETTABLE))
        raise PositionError(line, "picked", f"expected 'moves 2 among CARD 2, CARD 4'; what can be set: {known}")
    among: dict[str, int] = {}
    for part in parts(told):
        card, _, n = part.rpartition(" ")
        card = found.names.of(line, "picked", card, "") if card else ""
        set_to = number_in(line, "picked", n, 0, 99)
        among[f"{card} {set_to}"] = set_to
    picked = PickedValue(what, number_in(line, "picked", value, 0, 99), tuple(sorted(among)))
    if picked.n not in among.values() or len({*among.values()}) < 2:
        raise PositionError(line, "picked", f"{picked.n} is not one of several values that cards set {what} to")
    found.once(line, "picked", f"picked {what} among {', '.join(picked.among)}")
    found.picked.append(picked)


def _used(found: Found, line: int, rest: str) -> None:
    """'rav-10 bottom.0.o0.0 Ada', 'attack Ada, 2 times': what was used or done this round, and by whom."""
    key, comma, times = rest.partition(", ")
    words = key.split()
    if not 2 <= len(words) <= 3 or not all(_USED_WORD.fullmatch(word) for word in words):
        raise PositionError(line, "used", "expected what was used (a card and the address of its ability) and by whom")
    if "." in words[1]:
        words[0] = found.names.of(line, "used", words[0], "")
    last = len(words) - 1
    if "." not in words[last] and words[last] not in found.monsters:
        words[last] = found.names.explorer(line, "used", words[last])
    found.used[" ".join(words)] = number_in(line, "used", times.removesuffix(" times"), 1, 99) if comma else 1


def _setting(found: Found, line: int, rest: str) -> None:
    """'explore_from tile'."""
    name, _, word = rest.partition(" ")
    value: str | int = int(word) if word.isascii() and word.isdigit() and len(word) < 3 else word
    problem = setting_problem(name, value)
    if problem == "unknown_setting":
        raise PositionError(line, "settings", f"no setting {name[:30]!r}: {', '.join(setting_names())}")
    if problem is not None:
        raise PositionError(line, "settings", f"{name} cannot be {word[:20]!r}")
    found.once(line, "settings", f"setting {name}")
    found.settings[name] = value


#: Keywords with indented lines below them.
SECTIONS: Final[dict[str, Reader]] = {
    "tiles": _tile,
    "explorers": _explorer,
    "monsters": _monster,
    "environments": _environment,
    "spaces": _space,
    "doors": _door,
    "counts": _count,
    "decks": read_deck,
    "items": read_item,
    "lasting": _lasting,
    "picked": _picked,
    "used": _used,
    "settings": _setting,
}
