"""Questions that are answered by a tap on the board: where a monster goes, whom it attacks, what is lit there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from app.rules.agenda_phases import MonsterPhase
from app.rules.monsters import attacks_left
from app.rules.moves import MonsterDone, Move
from app.rules.striding import moves_left
from app.web.attack_odds import odds_lines
from app.web.contexts import Option
from app.web.messages_monsters import approaches, done_label, passes_over
from app.web.messages_names import capital, counted
from app.web.seen_table import Table, form_move


def hint(lit: Collection[str], deeds: Collection[str] = (), picks: str = "", loss: str = "") -> str:
    """How to answer on the board: `lit` are the answers that are lit there, `deeds` the kinds of moves of a monster.

    `picks` says whom this monster is after, `loss` why its card gives it nothing to do (`at_a_loss`).
    """
    if loss:
        return f"{loss}: it stays, unless you tap where it goes"
    if deeds:
        goes, hits = "MoveMonster" in deeds, "MonsterAttack" in deeds
        ways = "where it goes or whom it attacks" if goes and hits else "where it goes" if goes else "whom it attacks"
        return f"{picks} Tap {ways}".strip() if goes or hits else picks
    if not lit:
        return ""
    return f"Tap a lit {'edge' if all(option.count(',') != 1 for option in lit) else 'space'} on the board"


def of_monster(table: Table, options: Sequence[tuple[Move, Option]], monster: str) -> list[tuple[Move, Option]]:
    """In the monster phase what the asked monster can do, without its name, being done last; else all of it."""
    if not monster:
        return list(options)
    own = [(move, option) for move, option in options if getattr(move, "monster", "") == monster]
    done = done_label(table.words, table.state, table.listing.moves, monster)
    named = [
        (
            move,
            replace(
                option,
                title=done if isinstance(move, MonsterDone) else _deed(option.title),
                facts=(
                    *filter(None, [passes_over(table.words, table.state, move)]),
                    *option.facts,
                    *odds_lines(table.words, table.state, move),
                ),
            ),
        )
        for move, option in own
    ]
    return sorted(named, key=lambda found: isinstance(found[0], MonsterDone))


def ways_to_it(table: Table, monster: str) -> tuple[Option, ...]:
    """The walks towards whom the asked monster picks, each with one tap, where its card says that it goes there."""
    found = approaches(table.words, table.state, monster) if monster else ()
    return tuple(Option(title, "", form_move(move)) for title, move in found if move in table.listing.moves)


def _deed(title: str) -> str:
    """A move's label without who makes it."""
    return capital(title.partition(": ")[2])


def other_monsters(table: Table, options: Sequence[tuple[Move, Option]], monster: str) -> Iterator[tuple[str, str]]:
    """(name, address) of the monsters that could act before the asked one."""
    able = dict.fromkeys(str(getattr(move, "monster", "")) for move, _ in options) if monster else {}
    for other in able:
        if other not in ("", monster):
            yield capital(table.words.unit(other)), f"{table.base}/board?unit={other}"


def standing(table: Table, monster: str) -> str:
    """What is left to a monster that is listed in the monster phase; '' in no such phase."""
    top = next((step for step in reversed(table.state.agenda) if isinstance(step, MonsterPhase)), None)
    if top is None:
        return ""
    left = counted(moves_left(table.book, table.state, monster), "move")
    attacks = counted(attacks_left(table.book, table.state, monster, top), "attack")
    return f"{left} and {attacks} left"
