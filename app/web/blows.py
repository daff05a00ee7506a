"""What rolls came to, a word each: who was hit or missed and what it cost them, what recharging gave, tests passed.

It is read first and is never cut; how it came about stands in the sentences of the news.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.rules import events as ev
from app.web.contexts import Came
from app.web.messages_names import counted

if TYPE_CHECKING:
    from app.web.messages import Words

MOST: Final = 4  # that are told one by one
FULL: Final = ("full_health", "full_stamina", "full_essence")


@dataclass
class _One:
    """A verdict that may still be completed by what follows from it."""

    icon: str
    hue: str
    word: str
    name: str
    rolled: str = ""
    effects: list[str] = field(default_factory=list)

    def came(self) -> Came:
        what = self.what()
        return Came(self.icon, self.hue, self.word, f"{self.name}: {what}" if what else self.name, self.rolled)

    def what(self) -> str:
        gone = [one for one in self.effects if not one.endswith((" health", " stamina", " essence"))]
        return ", ".join(gone or self.effects)


def blows(words: Words, events: Iterable[ev.Event]) -> tuple[Came, ...]:
    """The verdicts of these events, oldest first; () where nothing was rolled for that a word sums up."""
    found: list[_One] = []
    struck: dict[str, _One] = {}  # by the unit that it is about
    attacked = recharging = False
    for event in events:
        match event:
            case ev.AttackMade(targets=targets, total=total, needed=needed):
                struck, attacked, recharging = {}, True, False
                for target, need in zip(targets, needed, strict=False):
                    if target in struck:
                        continue
                    one = _attack(words, target, total, need)
                    struck[target] = one
                    found.append(one)
            case ev.DiceRolled(why="recharge", who=who):
                struck, attacked, recharging = {}, False, True
                struck[who] = _One("recharge", "verd", "Recharged", words.unit(who))
                found.append(struck[who])
            case ev.PoolChanged(unit=unit, what=what, before=before, after=after):
                if unit in struck and (recharging or what == "health"):
                    struck[unit].effects.append(_changed(what, before, after))
                elif attacked and what == "health" and after < before:
                    struck[unit] = _One(
                        "no", "ember", "Hurt", words.unit(unit), effects=[_changed(what, before, after)]
                    )
                    found.append(struck[unit])
            case ev.UnitLeft(unit=unit, how=how) if attacked:
                if unit not in struck:
                    struck[unit] = _One("no", "ember", "Gone", words.unit(unit))
                    found.append(struck[unit])
                struck[unit].effects.append("dead" if how == "destroyed" and unit in words.book.explorers else how)
            case ev.Noted(code=code, what=unit) if recharging and code in FULL and unit in struck:
                struck[unit].effects.append(f"{code.removeprefix('full_')} was full")
            case ev.Noted(code="test_passed" | "test_failed" as code, what=unit, n=needs):
                good = code == "test_passed"
                icon, hue, word = ("check", "verd", "Passed") if good else ("no", "ember", "Failed")
                found.append(_One(icon, hue, word, words.unit(unit), f"needed {needs}"))
    told = tuple(one.came() for one in found[:MOST])
    more = len(found) - MOST
    return (*told, Came("log", "", f"and {counted(more, 'more result')}", "", "")) if more > 0 else told


def _attack(words: Words, target: str, total: int, need: int) -> _One:
    name = words.unit(target)
    if total >= need:
        hue = "ember" if target in words.book.explorers else "verd"
        return _One("check", hue, "Hit", name, f"{total} ≥ {need}")
    return _One("cross", "", "Missed", name, f"{total} < {need}")


def _changed(what: str, before: int, after: int) -> str:
    return f"{'+' if after > before else '−'}{abs(after - before)} {what}"
