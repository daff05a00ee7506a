"""The forms of table rulings: each is read, decided and worded; none names a card that lies face down."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from app.rules import By, Illegal, State, decide, view_for
from app.rules import changes as ch
from app.rules.rulings_lasting import limited_keys
from app.rules.triggers import cards_in_force
from app.service import Seat
from app.web.board_pages import board_page
from app.web.contexts_rulings import RulingKind
from app.web.errors import Malformed
from app.web.forms_rulings import RULINGS, ruling
from app.web.messages import Words
from app.web.messages_events import said
from app.web.messages_moves import change_label, move_label
from app.web.messages_reasons import sentence
from app.web.pages_cards import cards
from app.web.pages_chapter import chapter
from app.web.pages_party import party
from app.web.pages_rulings import KINDS, ruling_page
from app.web.seen_table import Table
from tests.support.casebook import book, open_table
from tests.support.casebook import cases as all_cases
from tests.support.casemoves import move_in
from tests.support.players import Seeded
from tests.web.table_scene import table_at

STATIC = Path(__file__).parents[2] / "static"
#: The pictures that there are.
ICONS = {
    name
    for file in ("icons.svg", "icons-more.svg")
    for name in re.findall(r'<symbol id="i-([a-z-]+)"', (STATIC / file).read_text("utf-8"))
}
#: Spaces, of which there are a hundred on each tile, are left as the form has them.
OF_SPACES = ("cell", "column", "row")


def host(state: State) -> By:
    return By("table", frozenset(state.explorers), host=True, players=("table",))


def seated(state: State) -> Table:
    shown = view_for(state)
    return table_at(book(), shown, "ruling", host(state), (Seat("table", "Ines", "host", tuple(state.explorers)),))


@cache
def states() -> tuple[State, ...]:
    """The tables of the cases about rulings, before the ruling and after it."""
    found: list[State] = []
    for case in all_cases():
        if case.file != "rulings.yaml" or case.unknown:
            continue
        table = open_table(case)
        for move in (*case.before, case.move):
            found.append(table.state)
            by, text = table.by(move)
            verdict = decide(book(), table.state, move_in(book(), table.state, text), by, table.chance)
            if isinstance(verdict, Illegal):
                break
            table.state = verdict.state
        found.append(table.state)
    return tuple({id(state): state for state in found}.values())


def filled(kind: RulingKind) -> Iterator[dict[str, str]]:
    """The form as it is, and with each field once set to each of its choices."""
    plain = {"kind": kind.kind, "reason": "We say so."}
    for field in kind.fields:
        chosen = next((pick.value for pick in field.choices if pick.chosen), "")
        plain[field.name] = (chosen or field.choices[0].value) if field.choices else field.value
    yield plain
    for field in kind.fields:
        if field.name not in OF_SPACES or kind.kind in ("tile_off", "tile_turn", "terrain", "terrain_off"):
            yield from ({**plain, field.name: pick.value} for pick in field.choices if not pick.chosen)


@pytest.mark.parametrize("step", [3, 12_345, 999_999])
def test_what_was_left_open_late_in_a_long_session_is_ended_too(step: int) -> None:
    """Steps and monsters are numbered in one row for as long as a table lives."""
    fields = {"kind": "over", "step": str(step), "reason": "Bram said so"}
    assert ruling(fields, book()).changes == (ch.EndStep(step),)
    for nonsense in ("", "-1", "x", "1e3"):
        with pytest.raises(Malformed):
            ruling({**fields, "step": nonsense}, book())


@cache
def tables() -> tuple[Table, ...]:
    """A host's look at each of them: what is worked out once does for the forms of all kinds."""
    return tuple(map(seated, states()))


@pytest.mark.parametrize("name", KINDS)
def test_whatever_a_form_offers_is_read_decided_and_worded(name: str) -> None:
    verdicts: Counter[bool] = Counter()
    for number, (state, table) in enumerate(zip(states(), tables(), strict=True)):
        page = ruling_page(table.request, table, name, {})
        for kind in page.kinds:
            if kind.kind != name:
                continue  # it is not possible now: all the others are shown
            assert kind.icon in ICONS, kind.icon
            for fields in filled(kind):
                move = ruling(fields, book())
                label = move_label(Words(book(), state), move)
                assert label.startswith("Table ruling: "), label
                assert not any(type(change).__name__ in label for change in move.changes), label
                verdict = decide(book(), state, move, host(state), Seeded(number))
                verdicts[verdict.legal] += 1
                if isinstance(verdict, Illegal):
                    told = [why.text for why in table.why(verdict.reasons)]
                    assert told
                    assert not any(text.startswith("Not possible:") for text in told), told
                else:
                    assert said(Words(book(), verdict.state), verdict.events)
    assert verdicts[True], f"{name} is never possible: {verdicts}"


def test_a_list_names_no_card_that_lies_face_down_nor_a_chapter_to_come() -> None:
    for state, table in zip(states(), tables(), strict=True):
        hidden = {card for deck in state.decks.values() for card in (*deck.draw, *deck.aside)}
        hidden |= set(state.chapters[state.chapter + 1 :])
        resolving = {getattr(step, "card", "") for step in state.agenda}
        resolving |= {one.card for one in state.lasting}  # what lasts is known, wherever its card lies
        for kind in ruling_page(table.request, table, "", {}).kinds:
            named = {part for field in kind.fields for pick in field.choices for part in pick.value.split("|")}
            assert not named & (hidden - resolving), (kind.kind, named & hidden)


def test_every_kind_has_a_reader_and_every_change_a_form() -> None:
    assert set(RULINGS) == set(KINDS)
    words: dict[type, str] = {}
    for table in tables():
        for kind in ruling_page(table.request, table, "", {}).kinds:
            for change in (change for fields in filled(kind) for change in ruling(fields, book()).changes):
                words[type(change)] = change_label(table.words, change)
    assert set(words) == set(get_args(ch.Change))
    assert [kind for kind, label in words.items() if label == kind.__name__] == []


def test_the_first_kind_of_each_group_has_its_name() -> None:
    table = seated(states()[0])
    groups = [kind.group for kind in ruling_page(table.request, table, "", {}).kinds]
    assert groups[0] == "Explorers and monsters"
    assert sum(1 for group in groups if group) == 6


def test_a_table_whose_last_tile_was_taken_away_is_shown() -> None:
    empty = next(state for state in states() if not state.board.tiles and not state.outcome)
    table = seated(empty)
    for page in (board_page, party, chapter, cards):
        answer = asyncio.run(page(table.request, table))
        assert answer.status_code == 200
    kinds = {kind.kind: kind for kind in ruling_page(table.request, table, "tile", {}).kinds}
    assert [pick.title for pick in kinds["tile"].fields[0].choices] == ["On the empty table"]


def test_the_list_of_monsters_offers_what_lies_face_up_and_nothing_hidden() -> None:
    offered = 0
    for state in states():
        table, lies = seated(state), state.decks["monsters"]
        for kind in ruling_page(table.request, table, "monster", {}).kinds:
            if kind.kind != "monster":
                continue
            cards = {card.name: card.id for card in book().monsters.values()}
            known = {cards[name] for name in kind.fields[0].known}
            assert known == {*lies.destroyed, *lies.out, *lies.stored}
            assert not known & {*lies.draw, *lies.aside}
            offered += len(known)
    assert offered


#: What the fields of the forms are called.
NAMES = """at begins card cell column deck does door face how lasting level lies mark name number on option outcome
phase quarters reason resolves round row scenario side source status step to token track turn unit used value what where
which""".split()


@pytest.mark.parametrize("kind", RULINGS)
@pytest.mark.parametrize("value", ["", "nonsense", "-", "999999999999"])
def test_whatever_is_wrong_with_a_form_is_said_in_a_whole_sentence(kind: str, value: str) -> None:
    """Not 'Name: is …': what the form calls its fields, then a verb."""
    try:
        ruling({"kind": kind, **dict.fromkeys(NAMES, value)}, book())
    except Malformed as error:
        for told in error.reasons:
            text = sentence(Words(book()), told)
            assert re.fullmatch(r"(“.*” is|(The|What|Who)[a-z ]* (is|should|has)) .*\.", text), text


def test_a_monster_that_the_pack_has_not_is_named() -> None:
    with pytest.raises(Malformed) as caught:
        ruling({"kind": "monster", "name": "Goblin", "cell": "0,0", "column": "1", "row": "1"}, book())
    told = [sentence(Words(book()), one) for one in caught.value.reasons]
    assert told == ["“Goblin” is no monster of this pack: write the name as on the card, or none for the top one."]


def test_what_was_used_is_asked_only_of_explorers_that_play() -> None:
    told = 0
    for state in states():
        absent = {e.id for e in state.explorers.values() if e.status in ("unused", "dead")}
        for key in limited_keys(book(), state):
            assert key.split()[-1] not in absent, key
            assert (
                not key.startswith("first door")
                or key in state.used
                or "free_first_door" in str(state.lasting)
                or (
                    any(
                        "free_first_door" in str(a)
                        for card, _ in cards_in_force(state)
                        for a in book().abilities_of(card)
                    )
                )
            ), key
            told += 1
    assert told
