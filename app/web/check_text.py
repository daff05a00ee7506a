"""The verdict on a position that stands in a file, in words (docs/positions.md): for `vivarium check FILE`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from app.rules import By, EndlessAbility, Illegal, State, legal_moves, preview
from app.rules.ledger import LEDGER
from app.rules.position import read_position, says_nothing
from app.rules.position_words import PositionError
from app.rules.visibility import public_events
from app.service import load_move
from app.web.errors import from_validation
from app.web.messages import Words
from app.web.messages_events import said
from app.web.messages_instead import instead
from app.web.messages_invariants import broken_words
from app.web.messages_moves import move_label
from app.web.messages_names import DECKS, READINGS
from app.web.messages_reasons import sentence

if TYPE_CHECKING:
    from app.rules.cards import Book
    from app.rules.moves import Move

LEGAL: Final = 0
REFUSED: Final = 1
MALFORMED: Final = 2
MOVE: Final = "move:"
NOTHING: Final = "nothing is there: a position names the map tiles and who stands on them (docs/positions.md)"


class Unclear(Exception):
    """A text that is no position with a move; the message names line and field."""


def check_text(book: Book, text: str) -> tuple[int, str]:
    """(LEGAL, REFUSED or MALFORMED, what to print) for a position, whose last line may be `move: {json}`.

    Without a move what is legal is listed. Whoever asks plays all explorers and hosts.
    """
    try:
        position, line, given = split(text)
        if says_nothing(position):
            raise Unclear(NOTHING)
        state = read_position(book, position)
        if not given:
            return LEGAL, listing(book, state)
        return verdict(book, state, move_of(line, given))
    except PositionError as error:
        where = f"line {error.line}, {error.field}" if error.line else error.field
        return MALFORMED, f"Malformed: {where}: {impossible_words(book, error)}"
    except Unclear as error:
        return MALFORMED, f"Malformed: {error}"


def impossible_words(book: Book, error: PositionError) -> str:
    """What is wrong with a position text; invariants that it breaks by their names and in words."""
    if error.state is None:
        return error.message
    return f"impossible: {'; '.join(broken_words(book, error.state, name) for name in error.violations)}"


def split(text: str) -> tuple[str, int, str]:
    """(the position, the number of the move's line, the move's JSON); 0 and '' without one.

    Raises Unclear when the move is not the last line that says something.
    """
    lines = text.splitlines()
    found = [number for number, line in enumerate(lines) if line.startswith(MOVE)]
    if not found:
        return text, 0, ""
    at = found[0]
    for number, line in enumerate(lines[at + 1 :], at + 2):
        if line.strip() and not line.lstrip().startswith("#"):
            raise Unclear(f"line {number}, move: the move is the last line; nothing may follow it")
    given = lines[at].removeprefix(MOVE).strip()
    if not given:
        raise Unclear(f'line {at + 1}, move: is empty; a move is an object such as {{"type": "FinishTurn", ...}}')
    return "\n".join(lines[:at]), at + 1, given


def move_of(line: int, given: str) -> Move:
    """The move in its JSON; raises Unclear naming line and field."""
    try:
        return load_move(given)
    except ValidationError as error:
        told = from_validation(error, within="move").reasons
        faults = "; ".join(f"{why.param('field')} {why.param('fault')}" for why in told)
        raise Unclear(f"line {line}, {faults}") from None


def verdict(book: Book, state: State, move: Move) -> tuple[int, str]:
    """Legal with what would happen up to the first thing that only chance can tell, or refused with every reason."""
    words = Words(book, state)
    try:
        told = preview(book, state, move, everybody(state))
    except EndlessAbility:
        return REFUSED, f"{move_label(words, move)}: refused.\n- The ability would never end. [IP-1]"
    if isinstance(told, Illegal):
        lines = [f"{move_label(words, move)}: refused."]
        for reason in told.reasons:
            row = LEDGER.get(reason.rule)
            title = f"{reason.rule}, {row.title}" if row else reason.rule
            title += ", a reading" if reason.rule in READINGS else ""
            lines.append(f"- {sentence(words, reason)} {instead(words, reason)}".rstrip() + f" [{title}]")
        return REFUSED, "\n".join(lines)
    happened = said(words, public_events(told.events))
    lines = [f"{move_label(words, move)}: legal.", *(f"- {line}" for line in happened)]
    if told.unknown:
        lines.append(unknown_words(told.unknown))
    return LEGAL, "\n".join(lines)


def unknown_words(what: str) -> str:
    """What ends a preview, in a sentence: a deck's next card, a die, a shuffle."""
    if what in DECKS:
        return f"What follows depends on the next of the {DECKS[what]}, which nobody has seen."
    named = {"die": "a die", "shuffle": "a shuffle"}.get(what, what.replace("_", " "))
    return f"What follows depends on {named}."


def listing(book: Book, state: State) -> str:
    """Every legal move in words, and how many are refused."""
    found = legal_moves(book, state, everybody(state))
    words = Words(book, state)
    lines = [f"The position is sound. {len(found.moves)} legal, {len(found.refused)} refused; legal:"]
    return "\n".join([*lines, *(f"- {move_label(words, move)}" for move in found.moves)])


def everybody(state: State) -> By:
    """One seat that plays all explorers and hosts."""
    return By("", frozenset(state.explorers), host=True)
