"""What the board tells of the last moves: results in words, cards by name with a way to read them, nothing hidden."""

from __future__ import annotations

import html
import random
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from app.packs import builtin
from app.rules import events as ev
from app.rules.board import layout
from app.rules.geometry import ACTION_SPACES, SPACES
from app.rules.position import read_position
from app.rules.state import PILES, Marks
from app.rules.visibility import HIDDEN
from app.service import LogEntry
from app.web.blows import MOST, blows
from app.web.board_news import LINES, heard, to_read
from app.web.messages_events import happened as happened_line
from tests.web.conftest import Table, open_table
from tests.web.table_scene import put, table_at

BOOK = builtin()
ADA, BRAM, VEY = "exp-01", "exp-02", "exp-03"
FIGHT = """
chapter: rav-01
round: 3, explorer phase
ratings: spawn 6, horror 6
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
  Bram at f4 of 0,0
monsters:
  m1 mon-101 at d4 of 0,0
"""


def sentences(*about: Any, **how: Any) -> tuple[str, ...]:
    return heard(*about, **how).lines


def plain(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def strip(table: Table, query: str = "?lod=play") -> tuple[str, list[str]]:
    """The strip on the board of this seat: its words, and where its links lead."""
    answer = table.client.get(f"/t/{table.key}/board{query}", headers=table.headers)
    assert answer.status_code == 200
    found = re.search(r'<div id="news" role="status"><div(.*?)</div></div></div>', answer.text, re.DOTALL)
    return (plain(f"<{found[1]}"), re.findall(r'href="(/t/[^"]+)"', found[1])) if found else ("", [])


def log_of(table: Table) -> str:
    return plain(table.client.get(f"/t/{table.key}/log", headers=table.headers).text)


def begin(client: Any, position: str = FIGHT) -> Table:
    table = open_table(client, player="Ines")
    table.state()
    put(client.app, table.key, read_position(BOOK, position))
    return table


def entry_of(*events: ev.Event, revision: int = 9, **more: Any) -> LogEntry:
    return LogEntry(revision, "move", datetime(2026, 11, 30, tzinfo=UTC), "s1", "Ines", None, events, **more)


# ------------------------------------------------------------------ results in words


def test_an_attack_tells_its_hit_and_what_became_of_the_target(client):
    table = begin(client)
    said, links = strip(table)
    assert said == "How it begins: The Long Drop – read it"
    assert [link.rpartition("/")[2] for link in links] == ["chapter"]
    attack = next(move for move in table.legal("Attack") if move["targets"] == ["m1"])
    for _ in range(12):
        table.play(attack)
        told, _ = strip(table)
        assert re.match(
            r"(Hit the Lamp-Eater: destroyed|Missed the Lamp-Eater) \d [≥<] \d "
            r"What just happened: (Ada rolled [^.]+\. )?An attack of Ada with \d+ "
            r"(hit|missed) the Lamp-Eater \(\d needed\)",
            told,
        )
        if "hit" in told:
            break
        table.play({"type": "MakeRuling", "reason": "Again.", "changes": [pool(ADA, "stamina", 6)]})
    assert told.endswith("The Lamp-Eater was destroyed.")


def came(*events: ev.Event) -> list[str]:
    words = table_at(BOOK, read_position(BOOK, FIGHT)).words
    return [" ".join(filter(None, (one.word, one.text, one.rolled))) for one in blows(words, events)]


def struck(*targets: str, total: int, need: int, by: str = ADA) -> ev.AttackMade:
    hit = tuple(dict.fromkeys(targets)) if total >= need else ()
    return ev.AttackMade(by, targets, total, False, tuple(need for _ in targets), hit)


def test_whatever_is_rolled_for_is_summed_up_in_a_word_before_the_sentences():
    hurt = ev.PoolChanged(BRAM, "health", 5, 3, "attack")
    assert came(struck("m1", total=3, need=4)) == ["Missed the Lamp-Eater 3 < 4"]
    assert came(struck("m1", total=4, need=4), ev.PoolChanged("m1", "health", 3, 2, "attack")) == [
        "Hit the Lamp-Eater: −1 health 4 ≥ 4"
    ]
    killed = (ev.PoolChanged("m1", "health", 1, 0, "attack"), ev.UnitLeft("m1", "destroyed", "BG-4"))
    assert came(struck("m1", total=9, need=4), *killed) == ["Hit the Lamp-Eater: destroyed 9 ≥ 4"]
    assert came(struck(BRAM, total=5, need=4, by="m1"), hurt) == ["Hit Bram: −2 health 5 ≥ 4"]
    assert came(struck(BRAM, total=5, need=4, by=""), ev.UnitLeft(BRAM, "destroyed", "")) == ["Hit Bram: dead 5 ≥ 4"]
    assert came(struck("m1", "m1", total=5, need=4)) == ["Hit the Lamp-Eater 5 ≥ 4"], "each is told once"
    assert came(struck("barrel 3,3", total=5, need=4), hurt) == [
        "Hit the barrel at The Broken Colonnade d4 5 ≥ 4",
        "Hurt Bram: −2 health",
    ]
    die = ev.DiceRolled("recharge", ADA, (("recharge", 2),), 0, 2, "tracker", "RC-1")
    assert came(die, ev.PoolChanged(ADA, "stamina", 1, 3, "card")) == ["Recharged Ada: +2 stamina"]
    assert came(die, ev.Noted("full_stamina", "RC-1", ADA)) == ["Recharged Ada: stamina was full"]
    assert came(ev.Noted("test_failed", "", ADA, 4)) == ["Failed Ada needed 4"]
    assert came(hurt) == [], "what no roll did is told in its sentence alone"
    many = came(
        *(struck(unit, total=5, need=4) for unit in ("m1", ADA, BRAM, "barrel 0,0", "barrel 1,1", "barrel 2,2"))
    )
    assert len(many) == MOST + 1
    assert many[-1] == "and 2 more results"


def pool(unit: str, what: str, value: int) -> dict[str, Any]:
    return {"type": "SetPool", "unit": unit, "what": what, "value": value}


@pytest.mark.parametrize("rating", ["0", "9"])
def test_the_spawn_and_horror_phases_tell_what_came_and_where(client, rating):
    table = begin(client, FIGHT.replace("spawn 6, horror 6", f"spawn {rating}, horror {rating}"))
    for explorer in (ADA, BRAM):
        table.play({"type": "FinishTurn", "explorer": explorer})
    assert table.play({"type": "EndPhase", "phase": "explorer"}).status_code == 200
    while table.legal("Answer"):
        table.play(table.legal("Answer")[0])
    told, _ = strip(table)
    if rating == "9":
        assert re.search(r"(Ada|Bram) \d < against 9 monster .* appeared at The Broken Colonnade \w\d+", told)
    else:
        assert re.match(r"Ada \d ≥ against 0 safe Bram \d (≥ against 1 safe|< against 1 monster)", told)
    assert table.play({"type": "EndPhase", "phase": "spawn"}).status_code == 200
    told, links = strip(table)
    assert re.match(r"Horror die \d (< against 9 horror event|≥ against 0 safe)", told)
    if rating == "9":
        card = table.state()["state"]["current"]["horror_events"]
        assert BOOK.horror_events[card].name in told
        page = table.client.get(f"/t/{table.key}/board", headers=table.headers).text
        plate = page.partition('id="moment"')[2].partition("</section>")[0]
        assert f"/cards?read={card}#card-{card}" in plate, "the plate leads there, so the news need not"
    assert links == []


def test_each_sentence_of_every_seat_s_board_stands_in_the_log_that_this_seat_may_read(client):
    """Whatever is made, the strip says no more than the log, from which hidden things are gone."""
    table, source = open_table(client, player="Ines"), random.Random(2)
    seats = [table, table.seat("Ben"), table.without_seat(table.watch_key)]
    to_an_edge(table)
    seen = set()
    for _ in range(30):
        legal = [found["move"] for found in table.moves()["moves"] if found["move"]["type"] != "RollDie"]
        kinds = {move["type"] for move in legal}
        kind = "Explore" if "Explore" in kinds else source.choice(sorted(kinds - {"EndPhase"} or kinds))
        assert table.play(source.choice([move for move in legal if move["type"] == kind])).status_code == 200
        seen.add(kind)
        for seat in seats:
            told, log = strip(seat)[0], log_of(seat)
            rolls, _, said = told.rpartition("What just happened: ") if "What just" in told else (told, "", "")
            for who, n in re.findall(r"(\w+) (-?\d+) (?:[≥<] )?against ", rolls):
                assert (f"{who} rolled {n}" if who != "die" else f"rolled {n} for the horror phase") in log
            for sentence in re.split(r"(?<=[.!?”]) (?=[A-Z“])", said):
                assert sentence in log, (kind, sentence)
            hidden = hidden_cards(table, log)
            assert not [card for card in hidden if re.search(rf"\b{re.escape(card)}\b", told)]
    assert {"Walk", "Explore", "DrawEncounter", "Answer"} <= seen


def to_an_edge(table: Table) -> None:
    """Put Ada, by ruling, on a space from which she can explore."""
    for along in range(10):
        for space in ((along, 0), (along, 9), (0, along), (9, along)):
            change = {"type": "PutUnit", "unit": ADA, "space": list(space)}
            table.play({"type": "MakeRuling", "reason": "To the edge.", "changes": [change]})
            if table.legal("Explore"):
                return
    raise AssertionError("no way out")


def hidden_cards(table: Table, said: str) -> set[str]:
    """Names of encounters and events that nobody has seen: neither current nor in the log `said`."""
    current = set(table.state()["state"]["current"].values())
    kinds = (BOOK.encounters, BOOK.explorer_events, BOOK.horror_events)
    return {card.name for cards in kinds for card in cards.values() if card.id not in current and card.name not in said}


def test_an_undo_is_news_and_what_was_undone_is_not(client):
    table = begin(client)
    table.play({"type": "FinishTurn", "explorer": ADA})
    assert "Ada finished the turn" in strip(table)[0]
    assert table.post("/undo", {}).status_code == 200
    assert strip(table)[0] == "What just happened: Ines took back 1 move."


# ------------------------------------------------------------------ cards that came


def state_with(**changes: Any) -> Any:
    return replace(read_position(BOOK, FIGHT), **changes)


@pytest.mark.parametrize("pile", PILES)
def test_a_card_that_was_drawn_is_named_and_leads_to_its_text(pile):
    cards = {
        "encounters": BOOK.encounters,
        "explorer_events": BOOK.explorer_events,
        "horror_events": BOOK.horror_events,
    }
    card = next(iter(cards[pile].values()))
    table = table_at(BOOK, state_with(current={pile: card.id}))
    entries = [entry_of(ev.CardMoved(pile, card.id, "destroyed", drawn=True), ev.CurrentSet(pile, card.id))]
    assert [link.href.partition("/t/")[2].partition("/")[2] for link in to_read(table, entries)] == [
        f"cards?read={card.id}#card-{card.id}"
    ]
    assert to_read(table, entries)[0].text.endswith(f": {card.name}")
    assert card.name in " ".join(sentences(table, entries))
    # gone again: named, but nobody is sent to a page where it is not
    assert to_read(table_at(BOOK, state_with()), entries) == ()


def test_a_new_chapter_leads_to_the_chapter():
    state = read_position(BOOK, FIGHT)
    table = table_at(BOOK, state)
    links = to_read(table, [entry_of(ev.ChapterEntered(card=state.chapter_card, number=0, marks=Marks()))])
    assert [(link.text, link.href.rsplit("/", 1)[1]) for link in links] == [
        (f"New chapter: {table.words.card(state.chapter_card)}", "chapter")
    ]


def test_a_card_that_nobody_sees_is_neither_named_nor_linked():
    table = table_at(BOOK, read_position(BOOK, FIGHT))
    entries = [entry_of(ev.CardMoved("consumables", HIDDEN, "destroyed", drawn=True))]
    assert to_read(table, entries) == ()


def test_cards_of_moves_long_past_or_taken_back_are_linked_no_more():
    state = read_position(BOOK, FIGHT)
    table, came = table_at(BOOK, state), ev.ChapterEntered(card=state.chapter_card, number=0, marks=Marks())
    later = [entry_of(ev.RulingMade("So be it."), revision=20 - n) for n in range(3)]
    assert len(to_read(table, [*later[:2], entry_of(came)])) == 1
    assert to_read(table, [*later, entry_of(came)]) == ()
    assert to_read(table, [entry_of(came, undone_by="Ines")]) == ()


def test_a_long_move_is_told_by_its_outcomes():
    state = read_position(BOOK, FIGHT)
    table = table_at(BOOK, state)
    rolls = tuple(ev.DieRolled("game", n, "tracker") for n in (1, 2, 3))
    told = sentences(table, [entry_of(*rolls, ev.MonsterPlaced("m9", "mon-103", (4, 4), 2, "MN-1"), *rolls)])
    assert len(told) <= LINES
    assert told == ("Night Porter appeared at The Broken Colonnade e5, health 2.",)


# ------------------------------------------------------------------ what came of a few taps


def test_a_kill_tells_its_dice_and_the_tokens_that_came_of_it() -> None:
    """The outcome keeps the roll of one attack, and every track that moved with it, however much is left out."""
    rolled = ev.DiceRolled("attack", ADA, (("low", 1), ("low", 1), ("low", 1)), 0, 3, "tracker", "BG-4")
    hit = ev.AttackMade(ADA, ("m1",), 3, True, (3,), ("m1",))
    happened = (
        ev.AbilityUsed(ADA, "w101", "bottom.0.0", "", "BG-9"),
        ev.PoolChanged(ADA, "stamina", 2, 0, "cost", "IP-1"),
        rolled,
        hit,
        ev.PoolChanged("m1", "health", 1, 0, "hit", "BG-4"),
        ev.UnitLeft("m1", "destroyed", "BG-4"),
        ev.TokensChanged("horror", 1, 2, "TK-2"),
    )
    told = " ".join(sentences(table_at(BOOK, read_position(BOOK, FIGHT)), [entry_of(*happened)]))
    assert "rolled 1 + 1 + 1 for an attack, result 3." in told
    assert "Horror tokens went from 1 to 2." in told
    twice = " ".join(sentences(table_at(BOOK, read_position(BOOK, FIGHT)), [entry_of(*happened, *happened)]))
    assert "rolled" not in twice


HANDS = FIGHT.replace("mon-101 at d4", "mon-101 at a8") + "decks:\n  weapons held: w101 by Ada\n"


def test_the_other_phone_learns_what_was_equipped_when_the_inventory_is_closed(client):
    table = begin(client, HANDS)
    ben = table.seat("Ben")
    assert table.play({"type": "UseInventory", "explorer": ADA, "on": ADA}).status_code == 200
    equip = table.legal("Equip")[0]
    assert table.play(equip).status_code == 200
    assert table.play(table.legal("CloseStep")[0]).status_code == 200
    for seat in (table, ben):
        told, _ = strip(seat)
        assert f"{BOOK.items[equip['card']].name} was equipped." in told
        assert "was done" not in told
    assert "Ada’s inventory has been seen to." in log_of(table)


def test_an_action_space_that_is_used_is_named_by_what_it_is() -> None:
    words = table_at(BOOK, read_position(BOOK, FIGHT)).words
    state = read_position(BOOK, FIGHT)
    seen = set()
    for at, char in layout(BOOK.faces, state.board).spaces.items():
        if char in ACTION_SPACES:
            line = happened_line(words, ev.SpaceMarked(at, "explored", ADA, "BG-5"))
            seen.add(char)
            assert line == f"Ada used the {SPACES[char]} at {words.place(at)}."
    assert len(seen) > 1
