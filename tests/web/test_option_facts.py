"""Options say all that they print before they are chosen, and why not; cards say what is carried out by hand."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules import Legal, Preview, State, decide, preview
from app.rules.agenda import Ask, CardEnters, Resolve
from app.rules.cards_text import Ability, Card, Face, Panel
from app.rules.cards_units import ExplorerCard, MonsterCard
from app.rules.conditions import panel_at
from app.rules.effects import Attack, Choice, Choose, EachExplorer, Effect, If, Lose, Text
from app.rules.events import Chosen, StepChanged, StepClosed, StepOpened
from app.rules.moves import Answer
from app.rules.vocabulary import Condition, Price
from app.web import pages_cards, pages_chapter, pages_items, pages_party
from app.web.by_hand import by_hand
from app.web.item_facts import card_facts
from app.web.messages_questions import option_label
from app.web.option_facts import BEARERS, PANELS, _choice, closed_options, option_facts, option_vain
from app.web.pages_faces import card_view, split_text
from app.web.pages_questions import question
from app.web.render import environment
from tests.support.casebook import book as case_book
from tests.support.casebook import cases, open_table
from tests.support.casemoves import move_in
from tests.web.phones import host
from tests.web.table_scene import played, table_at
from tests.web.test_item_facts import says
from tests.web.test_pages_steps import ADA, plain, shown

BOOK = builtin()
ROUND = """
chapters: {chapter}
chapter: {chapter}
round: 2, explorer phase
ratings: spawn 3, horror 3
tiles:
  14a at 0,0
explorers:
  Ada 6/7/4 at e4 of 0,0
  Bram 3/0/1 at f4 of 0,0
  Vey 4/6/3 at g4 of 0,0
"""


@cache
def asking() -> tuple[State, ...]:
    """Every state of the rule cases that waits for an answer."""
    return tuple(_asking())


def _asking() -> Iterator[State]:
    for case in cases():
        if case.seats or case.unknown:
            continue
        table = open_table(case)
        for said in (*case.before, *((case.move,) if case.move and not case.refused else ())):
            by, text = table.by(said)
            verdict = decide(case_book(), table.state, move_in(case_book(), table.state, text), by, table.chance)
            if not isinstance(verdict, Legal):
                break
            table.state = verdict.state
            if table.state.agenda and isinstance(table.state.agenda[-1], Ask):
                yield table.state


def test_an_option_of_a_panel_shows_all_that_it_prints() -> None:
    seen = 0
    for state in asking():
        ask = state.agenda[-1]
        assert isinstance(ask, Ask)
        if ask.question not in PANELS:
            continue
        seen += 1
        text = shown(pages_items.items, table_at(case_book(), state, "items"))
        for option in panel_at(case_book().card(ask.card), ask.at).options:
            assert option.label in plain(text)
            for ability in option.abilities:
                assert says(text, ability.text), (ask.card, option.label)
    assert seen > 1


@pytest.mark.parametrize(
    ("question", "card", "options", "needs"),
    [
        ("choose_panel", "rav-02", ("2",), "Only when “The Third Column” is not played."),
        ("choose_panel", "sog-10", ("1",), "Only when “Signed” was chosen."),
        ("choose_panel", "con-06", ("0", "1"), "Needs 2 or fewer horror tokens; now: 0."),
        ("which_determined", "rav-07", ("0", "1"), "Needs 3 or more horror tokens; now: 0."),
        ("which_determined", "enc-21", ("0",), "Needs a horror rating of 4 to 5; now: 3."),
    ],
)
def test_an_option_that_is_closed_stands_there_with_its_text_and_what_it_needs(
    question: str, card: str, options: tuple[str, ...], needs: str
) -> None:
    found = BOOK.card(card)
    state = played(BOOK, ROUND.format(chapter=card if card in BOOK.chapters else "rav-01"))
    at = next(at.rpartition(".o")[0] for at, panel, _, _ in found.abilities() if panel.options)
    ask = Ask(900, "option", question, "group", options, options, "CT-4", card, at)
    enters = CardEnters(899, "chapter" if card in BOOK.chapters else "encounters", card, (f"{at}.o0.0",))
    text = shown(pages_items.items, table_at(BOOK, replace(state, agenda=(enters, ask)), "items"))
    for option in panel_at(found, at).options:
        for ability in option.abilities:
            assert says(text, ability.text), option.label
    assert needs in plain(text)
    assert "Not now" not in plain(text[text.index('id="question"') : text.index('id="answer"')]), (
        "it is not folded away"
    )


def test_an_option_that_is_still_locked_stands_there_and_says_so() -> None:
    card = "cas-locked-choice"
    options, at = ("0", "1"), "bottom.0"
    state = played(case_book(), ROUND.format(chapter=card))
    ask = Ask(900, "option", "choose_panel", "group", options, options, "CH-7", card, at)
    marks = replace(state.card_marks[card], open={at: 2})
    state = replace(state, agenda=(ask,), card_marks={**state.card_marks, card: marks})
    closed = list(closed_options(table_at(case_book(), state, "items"), ask))
    assert [(action.title, [(why.text, why.rule) for why in action.reasons]) for action in closed] == [
        ("The door in the lore", [("“The door in the lore” of A Choice That Opens is still locked.", "CT-3")])
    ]
    text = shown(pages_chapter.chapter, table_at(case_book(), state, "chapter"))
    assert "2 of 3 open, in order." in plain(text)


def test_an_option_that_cannot_be_paid_stands_there_with_its_price_and_the_reason() -> None:
    found = 0
    for state in asking():
        ask = state.agenda[-1]
        table = table_at(case_book(), state, "items")
        assert isinstance(ask, Ask)
        if ask.question != "choose" or not isinstance(state.agenda[-2], Resolve):
            continue
        closed = list(closed_options(table, ask))
        if not closed:
            continue
        found += 1
        text = plain(shown(pages_items.items, table))
        for action in closed:
            assert action.reasons, action.title
            assert action.title in text
            assert all(why.text in text for why in action.reasons)
    assert found, "no case has an option that cannot be paid"


def test_whatever_card_is_offered_is_told_with_what_it_prints() -> None:
    """Every question of the rule cases that names cards, monsters, map tiles or explorers to come as its answers."""
    seen = set()
    book = case_book()
    for state in asking():
        ask = state.agenda[-1]
        assert isinstance(ask, Ask)
        named = {*ask.options, *(ask.labels if len(ask.labels) == len(ask.options) else ())}
        cards = [name for name in named if name in book.cards or name in book.tiles]
        if not cards or ask.question in ("which_trigger", *BEARERS):
            continue
        if all(name in book.explorers for name in cards) and ask.question != "which_replacement":
            continue  # explorers that are at the table: everybody has them in sight
        text = shown(pages_items.items, table_at(book, state, "items"))
        for name in cards:
            for line in card_facts(book, state, name):
                assert says(text, line), (ask.question, name, line)
        seen.add(ask.question)
    assert {"which_stored", "which_replacement", "looked_at", "which_on_top"} <= seen


def test_what_was_set_off_together_is_told_apart_by_what_is_printed() -> None:
    """Abilities that wait for their order, of one card perhaps: each with its sentence, and for whom it is."""
    found = 0
    for state in asking():
        ask = state.agenda[-1]
        if not isinstance(ask, Ask) or ask.question != "which_trigger":
            continue
        table = table_at(case_book(), state, "cards")
        words = [(option_label(table.words, ask, at), *option_facts(table, ask, at)) for at in range(len(ask.options))]
        assert all(len(one) == 2 for one in words), words
        assert len(set(words)) == len(words), words
        for option, (label, _) in zip(ask.options, words, strict=True):
            unit = option.split(" ", 2)[2]
            assert (table.words.unit(unit) in label) if unit else ", for " not in label
        found += 1
    assert found, "no case asks which comes first"


@pytest.mark.parametrize("card", [*BOOK.monsters.values(), *BOOK.explorers.values()], ids=lambda card: card.id)
def test_the_lines_of_a_unit_tell_its_figures_its_attack_and_its_abilities(card: MonsterCard | ExplorerCard) -> None:
    told = " ".join(card_facts(BOOK, None, card.id))
    for figure, n in (("Health", card.health), ("armor", card.armor), ("will", card.will)):
        assert f"{figure} {n}" in told
    assert card.attack in told
    assert all(ability.text.strip() in told for _, _, _, ability in card.abilities())
    assert not isinstance(card, MonsterCard) or (card.behaviour in told and ("ethereal" in told) >= card.ethereal)


@pytest.mark.parametrize("chapter", sorted(BOOK.chapters))
def test_an_ability_stands_once_on_its_card(chapter: str) -> None:
    state = played(BOOK, ROUND.format(chapter=chapter))
    text = plain(shown(pages_chapter.chapter, table_at(BOOK, state, "chapter")))
    card = BOOK.chapters[chapter]
    told = [ability for _, _, _, ability in card.abilities()]
    assert told or card.is_pass_through
    for ability in told:
        words = " ".join(split_text(ability)[1].split())
        same = sum(words in " ".join(other.text.split()) for other in told)
        assert text.count(words) in (same, same - 1), (words, text.count(words))
        assert words in text


def marked(card: Card) -> str:
    """The words of a card's page."""
    state = played(BOOK, ROUND.format(chapter="rav-01"))
    table = table_at(BOOK, state, "cards")
    view = card_view(table, card, card.faces, icon="cards", hue="brass", kind="Card")
    shown_by = environment().get_template("macros/cards.html").make_module({"static": lambda name: name})
    return plain(str(shown_by.full(view, pages_cards.chrome(table, "cards"))))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "card", [*BOOK.encounters.values(), *BOOK.horror_events.values(), *BOOK.environments.values()], ids=lambda c: c.id
)
def test_a_card_says_what_the_tracker_does_and_what_the_group_does(card: Card) -> None:
    text = marked(card)
    shares = [by_hand(ability) for _, _, _, ability in card.abilities()]
    assert text.count("By hand") + text.count("Partly by hand") >= sum(share != "" for share in shares) * bool(shares)
    if not any(shares):
        assert "The tracker does all of it." in text
        assert "by hand" not in text.lower()
    else:
        assert "a table ruling" in html.unescape(text)
        assert "The tracker does all of it." not in text


SAID = Text("The group does it.")
TRACKED = Lose("acting", "essence", 1)
COUNTS = Ability("passive", "Passive: It counts.", (TRACKED,))
HALF = Ability("enters", "Enters play: Two.", (SAID, TRACKED))
PLAYED = Ability("active", "Active (1 essence): One.", (SAID,), Price(essence=1))


@pytest.mark.parametrize(
    ("do", "share"),
    [
        ((), "all"),
        ((SAID,), "all"),
        ((SAID, TRACKED), "part"),
        ((TRACKED,), ""),
        ((If((Condition("tiles", 1),), (SAID,)),), "all"),
        ((If((Condition("tiles", 1),), (TRACKED,), (SAID,)),), "part"),
        ((EachExplorer((SAID,)),), "all"),
        ((Choose("group", (Choice("This", (SAID,)), Choice("That", (TRACKED,)))),), "part"),
        ((Attack("target", 1, on_hit=(SAID,)),), "part"),
    ],
)
def test_what_is_carried_out_by_hand_is_found_wherever_it_stands(do: tuple[Effect, ...], share: str) -> None:
    assert by_hand(Ability("enters", "It happens.", do)) == share


@pytest.mark.parametrize(
    ("abilities", "words", "marks"),
    [
        ((COUNTS,), "The tracker does all of it.", []),
        ((Ability("passive", "Passive: It counts."),), "By hand: the group carries this card out", ["By hand"]),
        (
            (
                Ability("enters", "Enters play: One.", (TRACKED,)),
                Ability("enters", "Enters play: Two.", (SAID, TRACKED)),
            ),
            "The tracker does it, but for what says",
            ["Partly by hand"],
        ),
        (
            (
                Ability("active", "Active (1 essence): One.", (SAID,), Price(essence=1)),
                Ability("passive", "Two.", (TRACKED,)),
            ),
            "that the group carries out and enters as a table ruling",
            ["By hand"],
        ),
    ],
)
def test_a_card_marks_what_is_by_hand_and_says_who_does_the_rest(
    abilities: tuple[Ability, ...], words: str, marks: list[str]
) -> None:
    card = Card("made-up", "A Card", (Face("card", panels=(Panel(abilities=abilities),)),))
    book = replace(BOOK, encounters={**BOOK.encounters, card.id: card})
    state = played(BOOK, ROUND.format(chapter="rav-01"))
    table = table_at(book, state, "cards")
    view = card_view(table, card, card.faces, icon="cards", hue="brass", kind="Card")
    shown_by = environment().get_template("macros/cards.html").make_module({"static": lambda name: name})
    html_of = str(shown_by.full(view, pages_cards.chrome(table, "cards")))  # type: ignore[attr-defined]
    assert words in plain(html_of).replace("  ", " ")
    assert re.findall(r"<b>((?:Partly b|B)y hand)</b>", html_of) == marks
    assert html_of.count("#i-person") >= bool(marks)


@pytest.mark.parametrize(
    ("page", "route", "of_chapter", "other"),
    [
        ("chapter", pages_chapter.chapter, False, True),
        ("items", pages_items.items, True, True),
        ("party", pages_party.party, True, True),
    ],
)
def test_a_question_waits_folded_where_it_would_cover_what_is_read_first(
    page: str, route: Any, of_chapter: bool, other: bool
) -> None:
    """The story that leads up to the choice; everywhere else the sheet leads to that story."""
    state = played(BOOK, ROUND.format(chapter="rav-02"))
    panel = Ask(900, "option", "choose_panel", "group", ("0", "1"), ("One", "Two"), "CH-7", "rav-02", "bottom.0")
    deck = Ask(901, "deck", "draw_from", ADA, ("weapons", "apparel"), (), "BG-9", "rav-02", "top.0.0")
    for ask, stands_open in ((panel, of_chapter), (deck, other)):
        table = table_at(BOOK, replace(state, agenda=(ask,)), page)
        text = shown(route, table)
        fold = re.search(r'<details class="sheet ask"[^>]*>', text)
        assert fold is not None, ask
        assert (" open" in fold[0]) == stands_open, (page, ask.question)
        link = f'href="{table.base}/chapter">' in text[fold.end() : text.index('id="answer"')]
        assert link == (ask is panel and page != "chapter"), (page, ask.question)


def test_the_first_question_waits_folded_over_the_invitation(client: TestClient) -> None:
    """Whoever opens a table calls the others in before anything is chosen for them."""
    phone = host(client, **{"scenario": "contamination", "length:contamination": "short"})
    folds = {page: re.search(r'<details class="sheet ask"[^>]*>', phone.get(page).text) for page in ("share", "party")}
    assert folds["share"] is not None
    assert folds["party"] is not None
    assert " open" not in folds["share"][0]
    assert " open" in folds["party"][0]


def test_a_choice_of_a_chapter_names_one_duration() -> None:
    """What the question says before the choice and the card after it: until the chapter ends (CH-7)."""
    state = played(BOOK, ROUND.format(chapter="rav-02"))
    ask = Ask(900, "option", "choose_panel", "group", ("0", "1"), ("One", "Two"), "CH-7", "rav-02", "bottom.0")
    before = plain(shown(pages_chapter.chapter, table_at(BOOK, replace(state, agenda=(ask,)), "chapter")))
    marks = replace(state.card_marks["rav-02"], chosen={"bottom.0": 0})
    after = replace(state, card_marks={**state.card_marks, "rav-02": marks})
    for text in (before, plain(shown(pages_chapter.chapter, table_at(BOOK, after, "chapter")))):
        assert "until the chapter ends" in text
        assert "for good" not in text


def test_whatever_option_would_do_nothing_says_so() -> None:
    """Every choice that the rule cases come to: an option whose preview only moves steps about is warned of."""
    silent = (StepOpened, StepChanged, StepClosed, Chosen)
    seen = idle = 0
    for state in asking():
        ask = state.agenda[-1]
        assert isinstance(ask, Ask)
        table = table_at(case_book(), state)
        for move in table.listing.moves:
            if not isinstance(move, Answer) or ask.question not in ("choose", "any_may"):
                continue
            deed = _choice(table, ask)
            told = preview(table.book, table.state, move, table.by)
            assert isinstance(told, Preview)
            seen += 1
            effects = deed[0].options[int(move.option)].do if deed and move.option.isdecimal() else ()
            if effects and not told.unknown and all(isinstance(event, silent) for event in told.events):
                assert isinstance(told.events[-1], StepOpened), (ask.card, move.option)  # something is asked next
            elif option_vain(table, ask, move):
                idle += 1
    assert seen > 20
    assert idle > 0


def test_an_option_of_a_panel_that_would_do_nothing_now_says_so() -> None:
    """Of the three doors one lets somebody explore: where nobody stands at an edge that is in vain, and only that."""
    warned: dict[str, set[str]] = {}
    for state in asking():
        ask = state.agenda[-1]
        if not isinstance(ask, Ask) or ask.question != "choose_panel" or ask.card != "enc-23":
            continue
        table = table_at(case_book(), state)
        for move in table.listing.moves:
            if isinstance(move, Answer):
                warned.setdefault(move.option, set()).add(option_vain(table, ask, move))
    said = "No explorer stands where The Second-Hand Door could let anybody explore."
    assert warned == {"0": {""}, "1": {"", said}, "2": {""}}


def test_cards_that_are_only_set_aside_are_counted_apart_from_those_that_are_gone() -> None:
    state = played(BOOK, ROUND.format(chapter="rav-01"))
    deck = state.decks["weapons"]
    lies = replace(deck, draw=deck.draw[5:], aside=dict.fromkeys(deck.draw[:3], "level 2"), out=deck.draw[3:5])
    table = table_at(BOOK, replace(state, decks={**state.decks, "weapons": lies}), "cards")
    row = pages_cards.deck_row(table, "weapons")
    assert (row.aside, row.gone) == (len(lies.aside), len(lies.out) + len(lies.destroyed))
    assert {bar.kind for bar in row.bars} >= {"c", "d"}
    text = shown(pages_cards.cards, table)
    assert "gone aside, face down" in plain(text[text.index('id="legend"') :])
    counts = plain(text[text.index('href="' + row.href) :].partition("</a>")[0])
    assert counts.split()[-4:] == [str(n) for n in (row.draw, row.play, row.gone, row.aside)]


def test_a_question_without_a_card_of_its_own_names_the_one_that_has_brought_it_about() -> None:
    """Where the new tile of a chapter is joined, which item is handed over: nobody asks what that is for."""
    seen: set[str] = set()
    for state in asking():
        ask = state.agenda[-1]
        assert isinstance(ask, Ask)
        causes = [step for step in state.agenda if isinstance(step, Resolve)]
        if ask.card or not causes:
            continue
        card, asked = case_book().card(causes[-1].card), question(table_at(case_book(), state))
        assert asked is not None
        assert asked.card == card.name
        assert asked.card_text
        seen.add(ask.question)
    assert "join_entry_tile" in seen
