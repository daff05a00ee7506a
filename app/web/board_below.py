"""What stands below the drawing of the board: who is selected, what waits, buttons, units, the board in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from app.rules.agenda_phases import MonsterPhase
from app.rules.moves import EndPhase, MonsterDone
from app.rules.turns import who_answers
from app.rules.units import printed
from app.web.board_actions import finish_item
from app.web.board_contexts import Item, Link, Selected, UnderPart, UnitLine, Waiting
from app.web.board_exploring import may_answer, open_exploration
from app.web.board_parts import Looking
from app.web.board_places import place
from app.web.board_units import unit_name, unit_space, unit_token
from app.web.board_words import board_words
from app.web.contexts import News, RollTold
from app.web.messages_monsters import defence_words, done_label, moves_words
from app.web.messages_names import counted
from app.web.messages_play import phase_end
from app.web.spent_turns import spent

STEP_BUTTONS: Final[Mapping[str, tuple[str, str]]] = {
    "terrain": ("Place the terrain", "terrain"),
    "environment": ("Connect the environment", "env"),
    "encounter": ("Draw the encounter", "encounter"),
}
QUIET: Final = News()


def under(
    looking: Looking, news: News = QUIET, to_read: tuple[Link, ...] = (), rolls: tuple[RollTold, ...] = ()
) -> UnderPart:
    """Everything below the drawing; what the log brought last stands there too (`board_news`, `phase_rolls`)."""
    return UnderPart(
        part=f"{looking.base}/part/under{looking.view.query(unit=looking.unit, at='', edge='', lod=looking.view.lod)}",
        lod=looking.view.lod,
        unit=looking.unit,
        selected=_selected(looking) if not looking.state.outcome else None,
        waiting=_waiting(looking),
        finish=_finish(looking),
        phase=_phase(looking),
        spent=_spent(looking),
        lead=_lead(looking),
        units=tuple(_units(looking)),
        chips=tuple(_chips(looking)),
        tiles=board_words(looking.book, looking.state, looking.unit),
        news=news,
        to_read=to_read,
        rolls=rolls,
    )


def _selected(looking: Looking) -> Selected | None:
    where = unit_space(looking.state, looking.unit)
    if where is None:
        return None
    token = unit_token(looking.book, looking.state, looking.unit, True)
    stands = place(looking.book, looking.state, where)
    monster = looking.state.monsters.get(looking.unit)
    if monster is not None:
        card = looking.book.monsters[monster.card]
        moves = moves_words(looking.words, looking.state, monster.id)
        note = f"{defence_words(looking.words, looking.state, monster.id)}, {moves}"
        health = (monster.health, printed(looking.book, looking.state, monster.id, "health"))
        return Selected(looking.unit, token, card.name, stands, None, health, None, note)
    unit, its = looking.state.explorers[looking.unit], looking.book.explorers[looking.unit]
    return Selected(
        looking.unit,
        token,
        its.name,
        stands,
        (unit.stamina, its.stamina),
        (unit.health, its.health),
        (unit.essence, its.essence),
        "Has finished" if unit.finished else "",
    )


def _waiting(looking: Looking) -> Waiting | None:
    step = open_exploration(looking.state)
    if step is None:
        return None
    button, icon = STEP_BUTTONS[step.stage]
    tile = looking.words.tile(step.cell)
    mine = may_answer(looking.state, looking.by)
    who = looking.words.unit(step.explorer)
    text = f"{who} explored {tile}. Everything else waits for this."
    if step.explorer in looking.shared and who_answers(looking.state, step) == step.explorer:
        text = f"{who} explored {tile}. Anyone’s: nobody has a seat for {who}."
    if not mine:
        text = f"{who} explored {tile} and is at the {step.stage}."
    return Waiting(text, button, f"{looking.base}/terrain", mine, icon)


def _spent(looking: Looking) -> bool:
    if looking.listed is None or looking.unit not in looking.able:
        return False
    return spent(looking.book, looking.state, looking.by, looking.listed, looking.unit)


def _finish(looking: Looking) -> Item | None:
    top = looking.state.agenda[-1] if looking.state.agenda else None
    if isinstance(top, MonsterPhase) and looking.beast and top.acting == looking.beast:
        # It has begun: whoever looks may end it, whoever is selected.
        title = done_label(looking.words, looking.state, looking.scene.listing.moves, looking.beast)
        done = looking.scene.item("done", MonsterDone(looking.beast), "check", title)
        return Item(done.key, replace(done.action, title=title))
    explorer = looking.state.explorers.get(looking.unit)
    if explorer is None or explorer.space is None or explorer.id not in looking.by.explorers:
        return None
    return finish_item(looking.scene, explorer, button=True)


def _phase(looking: Looking) -> Item | None:
    title = phase_end(looking.state)
    item = looking.scene.item("phase", EndPhase(looking.state.phase), "next", title)
    # it is everybody's, whoever is selected
    return Item(item.key, replace(item.action, title=title)) if item.action.move else None


def _lead(looking: Looking) -> Link | None:
    if not looking.lead:
        return None
    return Link(f"Select {unit_name(looking.book, looking.state, looking.lead)}", f"?unit={looking.lead}")


def _units(looking: Looking) -> Iterator[UnitLine]:
    for explorer in looking.state.explorers.values():
        if explorer.space is not None:
            note = "done" if explorer.finished else ""
            yield _unit(looking, explorer.id, explorer.health, looking.book.explorers[explorer.id].health, note)
    for monster in looking.state.monsters.values():
        most = printed(looking.book, looking.state, monster.id, "health")
        yield _unit(looking, monster.id, monster.health, most, "", looking.book.monsters[monster.card].ethereal)


def _unit(looking: Looking, unit: str, health: int, most: int, note: str, ethereal: bool = False) -> UnitLine:
    token = unit_token(looking.book, looking.state, unit, unit in looking.own)
    name = unit_name(looking.book, looking.state, unit)
    return UnitLine(
        token, name, health, most, f"?unit={unit}&lod={looking.view.lod}#u-{unit}", unit == looking.unit, ethereal, note
    )


def _chips(looking: Looking) -> Iterator[tuple[str, str, str]]:
    if looking.unit and looking.costs:
        word = "steps" if looking.unit in looking.state.monsters else "stamina"
        yield "walk", "verd", f"Number: {word} to walk there"
    for tile in looking.state.board.tiles:
        if tile.terrain is not None:
            name = looking.words.face(tile.terrain.card, tile.terrain.face)
            yield "terrain", "brass", f"{name} on {looking.words.tile(tile.cell)}"
    for card, placed in looking.state.environments.items():
        charges = "" if placed.charges is None else f", {counted(placed.charges, 'charge')}"
        yield "env", "ether", f"{looking.words.card(card)} on {looking.words.tile(placed.cell)}{charges}"
