"""Units on the drawing and their marks: circles with an initial for explorers, hexagons with health for monsters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from app.rules.agenda_phases import MonsterPhase
from app.rules.board import layout
from app.rules.cards import Book
from app.rules.geometry import Space
from app.rules.moves import MonsterAttack, MonsterDone, Move, MoveMonster
from app.rules.state import Explorer, Monster, State
from app.rules.units import printed
from app.web.board_labels import FAR, NEAR, Label, Type, labels
from app.web.board_places import place
from app.web.board_shapes import UNIT
from app.web.contexts import Token
from app.web.messages_names import forename


def to_act(state: State, moves: Iterable[Move], picked: str = "") -> str:
    """The monster that is asked for in the monster phase, of those that `moves` are about; '' in no such phase.

    It is the picked one, else the one that has begun, else the first that waits (RD-5).
    """
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, MonsterPhase):
        return ""
    able = {move.monster for move in moves if isinstance(move, MoveMonster | MonsterAttack | MonsterDone)}
    return next((one for one in (picked, top.acting, *top.waiting) if one in able), "")


def unit_space(state: State, unit: str) -> Space | None:
    """Where a unit stands; None when it is not on the board."""
    found: Explorer | Monster | None = state.explorers.get(unit) or state.monsters.get(unit)
    return found.space if found is not None else None


def unit_name(book: Book, state: State, unit: str) -> str:
    """What people call a unit: an explorer's forename, a monster's card."""
    if unit in state.monsters:
        return book.monsters[state.monsters[unit].card].name
    return forename(book.explorers[unit].name) if unit in book.explorers else unit


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One letter for each name, two where the first is shared, so that no two tokens read alike."""
    letters = [name[:1].upper() for name in names]
    return tuple(
        letter if letters.count(letter) == 1 else letter + _telling(name, names)
        for letter, name in zip(letters, names, strict=True)
    )


def _telling(name: str, names: Sequence[str]) -> str:
    others = [other.lower() for other in names if other != name and other[:1].upper() == name[:1].upper()]
    return next(
        (char for i, char in enumerate(name.lower()) if i and all(other[i : i + 1] != char for other in others)),
        name[1:2].lower(),
    )


def letters(book: Book, state: State) -> dict[str, str]:
    """The mark of every explorer that plays or has played at this table."""
    ids = [unit.id for unit in state.explorers.values() if unit.status != "unused"]
    return dict(zip(ids, initials([forename(book.explorers[one].name) for one in ids]), strict=True))


def units_layer(book: Book, state: State, selected: str = "", drawn: Type = NEAR) -> str:
    """Every unit on the board as one group each, moved by `transform` alone so that a morph slides it."""
    marks, told = letters(book, state), names_of(book, state, drawn)
    monsters = "".join(_monster(book, state, unit, selected, told[unit.id]) for unit in state.monsters.values())
    return monsters + "".join(
        _explorer(book, state, unit, marks[unit.id], selected, told[unit.id])
        for unit in state.explorers.values()
        if unit.space is not None and unit.status == "in_play"
    )


def names_of(book: Book, state: State, drawn: Type = NEAR) -> dict[str, Label]:
    """The label of every unit on the board, in the type in which it is drawn."""
    known = {
        one: (_short(unit_name(book, state, one)), space)
        for one in (*state.monsters, *(e.id for e in state.explorers.values() if e.status == "in_play"))
        if (space := unit_space(state, one)) is not None
    }
    table = layout(book.faces, state.board)
    below = [(x, y + 1) for _, (x, y) in known.values()]
    things = [space for space in below if table.spaces.get(space, ".") not in ".^"] if drawn is FAR else []
    return labels(known, drawn, things)


def _explorer(book: Book, state: State, unit: Explorer, letter: str, selected: str, told: Label) -> str:
    card = book.explorers[unit.id]
    halo = '<circle class="halo" cx="10" cy="10" r="12"/>' if unit.id == selected else ""
    small = " two" if len(letter) > 1 else ""
    core = (
        f'{halo}<circle class="b" cx="10" cy="10" r="8.4"/>'
        f'<text class="n{small}" x="10" y="14.1">{escape(letter)}</text>'
    )
    return _unit(book, state, unit, "ex", forename(card.name), "explorer", card.health, core, selected, told)


def _monster(book: Book, state: State, unit: Monster, selected: str, told: Label) -> str:
    card = book.monsters[unit.card]
    halo = '<circle class="halo" cx="10" cy="10" r="12"/>' if unit.id == selected else ""
    core = (
        f'{halo}<polygon class="b" points="10.0,0.4 18.3,5.2 18.3,14.8 10.0,19.6 1.7,14.8 1.7,5.2"/>'
        f'<text class="n" x="10" y="14">{unit.health}</text>'
    )
    kind, word = ("mo eth", "ethereal monster") if card.ethereal else ("mo", "monster")
    return _unit(
        book, state, unit, kind, card.name, word, printed(book, state, unit.id, "health"), core, selected, told
    )


def _unit(
    book: Book,
    state: State,
    unit: Explorer | Monster,
    kind: str,
    name: str,
    word: str,
    most: int,
    core: str,
    selected: str,
    told: Label,
) -> str:
    assert unit.space is not None  # callers draw units that are on the board
    x, y = unit.space[0] * UNIT, unit.space[1] * UNIT
    chosen = " sel" if unit.id == selected else ""
    where = place(book, state, unit.space)
    title = escape(f"{name}, {word}, health {unit.health} of {most}, {where}")
    return (
        f'<g id="u-{escape(unit.id)}" transform="translate({x} {y})" class="u {kind}{chosen}" role="img">'
        f'<title>{title}</title><g class="core">{core}</g>'
        f'<g class="near"><g class="pips">{_pips(unit.health, most)}</g>'
        f'<text class="nm{" up" if told.up else ""}" x="10" y="{2 if told.up else 19}" aria-hidden="true">'
        f"{escape(told.text)}</text></g></g>"
    )


def _short(name: str) -> str:
    """A name that fits under a token: its last word when the whole is long ('Choir' for 'The Rust Choir')."""
    plain = name.removeprefix("The ")
    return plain if len(plain) <= 10 else plain.rsplit(" ", 1)[-1][:12]


def _pips(health: int, most: int) -> str:
    """A gauge from the foot up: what is left filled, what was lost only a rim."""
    step = min(2.3, 18 / max(most, 1))
    pips = [f"M17 {12.4 - i * step:.1f}h2.2v{step - 0.6:.1f}h-2.2z" for i in range(max(most, health))]
    lost = f'<path d="{"".join(pips[health:])}"/>' if health < most else ""
    return f'<path class="on" d="{"".join(pips[:health])}"/>{lost}'


def unit_token(book: Book, state: State, unit: str, mine: bool) -> Token:
    """The mark of a unit: an initial in a circle, or a monster's health in a hexagon."""
    monster = state.monsters.get(unit)
    if monster is not None:
        card = book.monsters[monster.card]
        return Token("mo eth" if card.ethereal else "mo", str(monster.health), card.name)
    name = forename(book.explorers[unit].name)
    return Token("ex me" if mine else "ex", letters(book, state).get(unit, name[:1]), name)
