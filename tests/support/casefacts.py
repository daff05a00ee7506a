"""Facts that a case expects ('Ada stamina 5', 'env-06 at 0,0 E'): each is looked up in the state after the move.

tests/cases/README.md lists the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.rules import By, State, why_not
from app.rules import events as ev
from app.rules.agenda import Ask
from app.rules.board import Layout, layout
from app.rules.cards import Book
from app.rules.conditions import panel_named
from app.rules.geometry import SIDES, SPACES, beyond
from app.rules.position_words import DOORS, cell_words, space_words
from app.rules.state import Deck, ItemState, Marks, key_of, space_of
from app.rules.turns import step_name, who_answers
from tests.support.casemoves import Unreadable, Words, move_in


@dataclass(frozen=True)
class After:
    """What there is to look at: the state after the move, the events, and who asked."""

    book: Book
    state: State
    events: tuple[ev.Event, ...]
    by: By

    @property
    def words(self) -> Words:
        return Words(self.book, self.state)

    @property
    def layout(self) -> Layout:
        return layout(self.book.faces, self.state.board)


def problem(after: After, fact: str) -> str | None:
    """None when the fact holds, else what is there instead. Raises Unreadable for a sentence nobody knows."""
    for pattern, look in FACTS:
        match = re.fullmatch(pattern, fact.strip())
        if match:
            expected, there = look(after, *match.groups())
            return None if expected == there else f"{fact}: found {there!r}"
    raise Unreadable(f"no such fact: {fact!r} (tests/cases/README.md lists them)")


Found = tuple[object, object]


def _pool(a: After, who: str, what: str, n: str) -> Found:
    unit = a.words.unit(who)
    found = a.state.explorers.get(unit) or a.state.monsters.get(unit)
    return int(n), getattr(found, what, "no such unit")


def _at(a: After, who: str, space: str) -> Found:
    unit = a.words.unit(who)
    found = a.state.explorers.get(unit) or a.state.monsters.get(unit)
    there = found.space if found is not None else None
    return space, space_words(there) if there is not None else "off the board"


def _status(a: After, who: str, status: str) -> Found:
    explorer = a.state.explorers[a.words.explorer(who)]
    if status in ("finished", "not finished"):
        return status, "finished" if explorer.finished else "not finished"
    words = {"in_play": "in play", "waiting": "waiting", "left": "away by the exit", "dead": "dead", "unused": "unused"}
    return status, words[explorer.status]


def _gone(a: After, unit: str) -> Found:
    return "gone", "there" if unit in a.state.monsters else "gone"


def _monster(a: After, card: str, space: str) -> Found:
    there = [space_words(m.space) for m in a.state.monsters.values() if m.card == a.words.card(card)]
    return space, there[0] if there else "nowhere"


def _environment(a: After, card: str, cell: str, edge: str) -> Found:
    placed = a.state.environments.get(a.words.card(card))
    if placed is None:
        return (cell, edge), "not in play"
    return (cell, edge), (cell_words(placed.cell), placed.edge or "without an edge")


def _environment_charges(a: After, card: str, n: str) -> Found:
    placed = a.state.environments.get(a.words.card(card))
    return int(n), placed.charges if placed is not None else "not in play"


def _no_environment(a: After, card: str) -> Found:
    return False, a.words.card(card) in a.state.environments


def _tile(a: After, face: str, cell: str, turns: str | None) -> Found:
    tile = next((t for t in a.state.board.tiles if cell_words(t.cell) == cell), None)
    if tile is None:
        return face, "no tile"
    there = f"{tile.tile}{tile.face}", str(tile.turns)
    return (face, turns or there[1]), there


def _no_tile(a: After, cell: str) -> Found:
    return [], [t.tile for t in a.state.board.tiles if cell_words(t.cell) == cell]


def _tiles(a: After, n: str) -> Found:
    return int(n), len(a.state.board.tiles)


def _terrain(a: After, face: str, edge: str, cell: str) -> Found:
    tile = next((t for t in a.state.board.tiles if cell_words(t.cell) == cell), None)
    laid = tile.terrain if tile is not None else None
    return (face, edge), (f"{laid.card}{laid.face}", laid.edge) if laid is not None else "no terrain"


def _no_terrain(a: After, cell: str) -> Found:
    return [], [t.terrain for t in a.state.board.tiles if cell_words(t.cell) == cell and t.terrain is not None]


PLACES: dict[str, Callable[[Deck, str], str]] = {
    "top of its deck": lambda deck, card: "top of its deck" if deck.draw[:1] == (card,) else "elsewhere",
    "bottom of its deck": lambda deck, card: "bottom of its deck" if deck.draw[-1:] == (card,) else "elsewhere",
    "in its deck": lambda deck, card: "in its deck" if card in deck.draw else "elsewhere",
    "top of the destroyed": lambda d, card: "top of the destroyed" if d.destroyed[-1:] == (card,) else "elsewhere",
    "bottom of the destroyed": lambda d, card: "bottom of the destroyed" if d.destroyed[:1] == (card,) else "elsewhere",
    "destroyed": lambda deck, card: "destroyed" if card in deck.destroyed else "elsewhere",
    "out of the game": lambda deck, card: "out of the game" if card in deck.out else "elsewhere",
    "in play": lambda deck, card: "in play" if card in deck.in_play else "elsewhere",
    "set aside": lambda deck, card: "set aside" if card in deck.aside else "elsewhere",
    "in no deck": lambda deck, card: "elsewhere",
}


def _where(deck: Deck, card: str) -> str:
    for word in ("in play", "destroyed", "out of the game", "set aside", "in its deck"):
        if PLACES[word](deck, card) == word:
            return word
    return {**deck.held, **deck.stored}.get(card, "")


def _place(a: After, card: str, place: str) -> Found:
    found = card if card[:1].isdigit() or card[:1] == "T" else a.words.card(card)
    for deck in a.state.decks.values():
        if _where(deck, found):
            there = PLACES[place](deck, found)
            return place, there if there == place else _where(deck, found)
    return place, "in no deck"


def _held(a: After, card: str, who: str) -> Found:
    held = {c: w for deck in a.state.decks.values() for c, w in deck.held.items()}
    return a.words.explorer(who), held.get(a.words.card(card), "held by nobody")


def _item(a: After, card: str, what: str) -> Found:
    item = a.state.items.get(a.words.card(card), ItemState())
    is_so = {"equipped": item.equipped, "upgraded": item.upgraded}[what.removeprefix("not ")]
    return what, what.removeprefix("not ") if is_so else f"not {what.removeprefix('not ')}"


def _lies(a: After, card: str, how: str, where: str) -> Found:
    found = a.words.card(card)
    if how == "under":
        item = a.state.items.get(found)
        return a.words.card(where), item.under if item is not None else "nothing"
    there = [at for deck in a.state.decks.values() for c, at in deck.in_play.items() if c == found]
    return where, space_words(space_of(there[0])) if there else "not on the board"


def _stored(a: After, card: str, on: str) -> Found:
    stored = {c: w for deck in a.state.decks.values() for c, w in deck.stored.items()}
    return a.words.card(on), stored.get(a.words.card(card), "not stored")


def _current(a: After, what: str, card: str) -> Found:
    pile = f"{what.replace(' ', '_')}s"
    return "" if card == "none" else a.words.card(card), a.state.current.get(pile, "")


def _draw_pile(a: After, deck: str, n: str) -> Found:
    return int(n), len(a.state.decks[deck].draw)


def _track(a: After, track: str, value: str) -> Found:
    there = getattr(a.state, track.replace(" ", "_"))
    return value, "none" if there is None else str(there)


def _chapter(a: After, card: str) -> Found:
    return card, a.state.chapter_card


def _mark(a: After, space: str, mark: str) -> Found:
    return mark, a.state.marks.get(key_of(a.words.space(space)), "unmarked")


def _kind(a: After, space: str, kind: str) -> Found:
    return kind, SPACES.get(a.layout.spaces.get(a.words.space(space), ""), "no space")


def _token(a: After, token: str, place: str) -> Found:
    there = a.state.entry if token == "entry" else a.state.exit
    if there is None:
        return place, "not in play"
    return place, f"at {cell_words(there.cell)} {there.edge}" if there.cell is not None else "beside the board"


def _waits(a: After, who: str, what: str) -> Found:
    if not a.state.agenda:
        return (who, what), "nothing waits"
    answers = who_answers(a.state, a.state.agenda[-1])
    return (who, what), (a.words.short(answers) if answers != "group" else "the group", step_name(a.state.agenda[-1]))


def _nothing_waits(a: After) -> Found:
    return "", step_name(a.state.agenda[-1]) if a.state.agenda else ""


def _options(a: After) -> list[str]:
    top = a.state.agenda[-1] if a.state.agenda else None
    if not isinstance(top, Ask):
        return []
    told = top.labels if len(top.labels) == len(top.options) else top.options
    return [_edge(a.words.short(one)) for one in told]


def _edge(option: str) -> str:
    match = re.fullmatch(r"(-?\d+,-?\d+),([NESW])", option)
    return f"{match[1]} {match[2]}" if match else option


def _all_options(a: After, options: str) -> Found:
    return sorted(options.split(" | ")), sorted(_options(a))


def _an_option(a: After, kind: str, option: str) -> Found:
    return (option, kind == ""), (option, option in _options(a))


def _logged(a: After, code: str, rule: str, what: str | None) -> Found:
    notes = [(e.code, e.rule, e.what) for e in a.events if isinstance(e, ev.Noted)]
    hit = any(
        n[:2] == (code, rule) and (what is None or what.casefold() in (n[2], a.words.short(n[2]).casefold()))
        for n in notes
    )
    return True, hit or notes


def _not_logged(a: After, code: str) -> Found:
    return [], [e.rule for e in a.events if isinstance(e, ev.Noted) and e.code == code]


def _outcome(a: After, outcome: str) -> Found:
    return outcome, a.state.outcome or "not over"


def _counts(a: After, card: str, panel: str, what: str, n: str) -> Found:
    found = a.book.card(a.words.card(card))
    address = panel_named(found, panel) or panel
    there = getattr(a.state.card_marks.get(found.id, Marks()), what).get(address)
    return int(n), there + 1 if there is not None and what in ("chosen", "determined") else there


def _no_counts(a: After, card: str) -> Found:
    return False, a.words.card(card) in a.state.card_marks


def _door(a: After, first: str, second: str, what: str) -> Found:
    one, other = a.words.space(first), a.words.space(second)
    side = next((s for s in SIDES if beyond(one, s) == other), None)
    there = a.layout.side(one, side) if side is not None else "?"
    words = {**{char: word for word, char in DOORS.items()}, "#": "a wall", " ": "no door", "/": "open", "=": "closed"}
    return what, words.get(there, there)


def _can(a: After, move: str) -> Found:
    reasons = why_not(a.book, a.state, move_in(a.book, a.state, move), a.by)
    return "legal", "legal" if not reasons else ", ".join(f"{r.code} {r.rule}" for r in reasons)


def _cannot(a: After, move: str, why: str) -> Found:
    reasons = why_not(a.book, a.state, move_in(a.book, a.state, move), a.by)
    return sorted(why.split(", ")), sorted(f"{r.code} {r.rule}" for r in reasons)


def _order(a: After, told: str) -> Found:
    began = [f"{e.card} {e.at}" for e in a.events if isinstance(e, ev.AbilityBegan)]
    return told.split(", "), began


def _happened(a: After, kind: str, rule: str, times: str | None) -> Found:
    if kind not in {t.__name__ for t in ev.Event.__args__}:  # type: ignore[attr-defined]
        raise Unreadable(f"no event is called {kind}")
    there = [getattr(e, "rule", "") for e in a.events if type(e).__name__ == kind]
    n = there.count(rule)
    return True, n == int(times) if times else (n > 0 or there)


def _not_happened(a: After, kind: str) -> Found:
    if kind not in {t.__name__ for t in ev.Event.__args__}:  # type: ignore[attr-defined]
        raise Unreadable(f"no event is called {kind}")
    return [], [e for e in a.events if type(e).__name__ == kind]


def _setting(a: After, name: str, value: str) -> Found:
    return value, str(getattr(a.state.settings, name))


FACTS: list[tuple[str, Callable[..., Found]]] = [
    (r"(\S+) (health|stamina|essence) (\d+)", _pool),
    (r"(\S+) is (in play|waiting|away by the exit|dead|unused|finished|not finished)", _status),
    (r"monster (\S+) at (\S+ of \S+)", _monster),
    (r"(m\d+) is gone", _gone),
    (r"environment (\S+) at (-?\d+,-?\d+) ([NESW]|without an edge)", _environment),
    (r"environment (\S+) has (\d+) charges?", _environment_charges),
    (r"environment (\S+) is not in play", _no_environment),
    (r"tile (\S+) at (-?\d+,-?\d+)(?:, turned (\d))?", _tile),
    (r"no tile at (-?\d+,-?\d+)", _no_tile),
    (r"(\d+) tiles? on the board", _tiles),
    (r"terrain (\S+) on ([NESW]) at (-?\d+,-?\d+)", _terrain),
    (r"no terrain at (-?\d+,-?\d+)", _no_terrain),
    (r"card (\S+) is (?:at the |on )?(" + "|".join(PLACES) + ")", _place),
    (r"card (\S+) is held by (\S+)", _held),
    (r"item (\S+) is ((?:not )?(?:equipped|upgraded))", _item),
    (r"item (\S+) lies (under|at) (.+)", _lies),
    (r"card (\S+) is stored on (\S+)", _stored),
    (r"current (encounter|explorer event|horror event) (\S+)", _current),
    (r"(\w+) draw pile (\d+)", _draw_pile),
    (r"((?:spawn|horror) tokens|(?:spawn|horror) rating|threat|level|round|phase|lit|replacements) (\w+)", _track),
    (r"chapter (\S+)", _chapter),
    (r"(\S+ of \S+) is (lit|explored|destroyed|unmarked)", _mark),
    (r"on (\S+ of \S+): (.+)", _kind),
    (r"(entry|exit) (at .+|not in play|beside the board)", _token),
    (r"waiting for (the group|\S+): (\w+)", _waits),
    (r"nothing waits", _nothing_waits),
    (r"options: (.+)", _all_options),
    (r"(no |)option: (.+)", _an_option),
    (r"logged: (\w+) (\S+)(?: (.+))?", _logged),
    (r"not logged: (\w+)", _not_logged),
    (r"the game is (won|lost|not over)", _outcome),
    (r"(\S+) panel (.+) (charges|open|chosen|determined) (\d+)", _counts),
    (r"(\S+) carries no count tokens", _no_counts),
    (r"between (\S+ of \S+) and (\S+ of \S+): (a wall|no door|open|closed)", _door),
    (r"can: (.+)", _can),
    (r"cannot: (.+?) \((.+)\)", _cannot),
    (r"resolved in order: (.+)", _order),
    (r"event: (\w+) (\S+)(?: (\d+) times?)?", _happened),
    (r"no event: (\w+)", _not_happened),
    (r"setting (\S+) (\S+)", _setting),
    (r"remembered: (.*)", lambda a, names: (names, " | ".join(a.state.remembered))),
    (r"(\S+) at (\S+ of \S+)", _at),
    (r"(\S+) is off the board", lambda a, who: ("off the board", _at(a, who, "")[1])),
]
