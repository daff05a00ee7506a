"""Nobody's dice fall, nobody pays, nobody's inventory is closed by another's tap, unless that says so and is meant."""

from __future__ import annotations

import html
import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from app.packs import builtin
from app.rules.position import read_position
from tests.web.conftest import SECRET, SeededChance
from tests.web.phones import FIELD, Phone, guest, host
from tests.web.table_scene import put

BOOK = builtin()
ADA, BRAM = "exp-01", "exp-02"
HEAD = """
chapter: rav-01
round: 2, {phase} phase
ratings: spawn 9, horror 9
tiles:
  14a at 0,0
  09b at 0,1
explorers:
  Ada 5/7/{ada} at e4 of 0,0
  Bram 4/5/1 at f4 of 0,0
"""
FORK = HEAD.format(phase="explorer", ada=2) + "decks:\n  encounters draw: enc-01\npending: encounter for Ada at 0,1\n"


class Low(SeededChance):
    """Dice that show their lowest face."""

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return min(faces)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    return create_app(Settings(data_dir=tmp_path_factory.mktemp("data"), secret=SECRET), Low(4))


def two(client: TestClient, position: str, explorer: str = BRAM) -> tuple[Phone, Phone]:
    """Ines, who hosts and plays Ada, and Jonas at her table, which is put into a position."""
    ines = host(client)
    jonas = guest(ines, "Jonas", explorer)
    ines.get("step")
    put(client.app, ines.key, read_position(BOOK, position))  # type: ignore[arg-type]
    return ines, jonas


def taps(phone: Phone, page: str, begins: str) -> None:
    """Tap the one button of a page whose words begin so."""
    found = []
    for form in re.findall(r"<form[^>]*>.*?</form>", phone.get(page).text, re.DOTALL):
        if re.sub(r"<[^>]+>", "", html.unescape(form)).strip().startswith(begins):
            found.append({name: html.unescape(value) for name, value in FIELD.findall(form)})
    assert found, f"no button of {page} begins with {begins!r}"
    assert phone.post("play", found[0]).status_code == 303


# ------------------------------------------------------------------ dice


def test_who_picks_another_player_s_explorer_has_that_phone_asked_to_roll(client: TestClient) -> None:
    ines, jonas = two(client, FORK)
    taps(ines, "terrain", "Draw")
    assert re.search(r"Ada The dice of Ada fall at once\. .*Bram Jonas is then asked to roll\.", ines.text("step"))
    assert re.search(r"Ada Ines is then asked to roll\. .*Bram The dice of Bram fall at once\.", jonas.text("step"))
    taps(ines, "step", "Bram")
    for page in ("step", "board", "chapter"):
        assert "Roll the dice" not in ines.text(page)
        assert "Roll the dice" in jonas.text(page), page
    assert "Bram rolled" not in ines.text("log")
    taps(jonas, "board", "Roll the dice")
    assert "Bram rolled 0 for the steps." in ines.text("log")


def test_being_done_with_a_roll_asks_the_next_phone_and_any_phone_for_a_free_explorer(client: TestClient) -> None:
    for holder in (BRAM, ""):
        ines, jonas = two(client, FORK, holder)
        taps(ines, "terrain", "Draw")
        taps(ines, "step", "Ada")
        taps(ines, "step", "Done, let Ada resolve")
        assert "Bram rolled" not in ines.text("log")
        assert ("Roll the dice" in ines.text("step")) is (holder == "")
        taps(jonas, "step", "Roll the dice")
        assert "Help, or let it be" in ines.text("party")
        assert "Bram rolled" in ines.text("log")


def sheet_of(phone: Phone, page: str) -> tuple[str, list[str]]:
    """(whether the sheet of what is asked stands open, its buttons in order) on a page."""
    found = re.search(
        r'<details class="sheet ask"[^>]*?( open)? data-step.*?</details>', phone.get(page).text, re.DOTALL
    )
    assert found is not None, page
    forms = re.findall(r"<form[^>]*>.*?</form>", found[0], re.DOTALL)
    return (found[1] or "").strip(), [
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.unescape(form))).strip() for form in forms
    ]


@pytest.mark.parametrize("page", ["board", "party", "cards", "log"])
def test_a_roll_is_helped_and_closed_on_any_page_by_the_phones_that_may(client: TestClient, page: str) -> None:
    """Its sheet opens by itself, with what each may press: nobody looks for the page of the roll first (ST-2)."""
    ines, jonas = two(client, FORK)
    taps(ines, "terrain", "Draw")
    taps(ines, "step", "Ada")  # a roll of 0: one more changes nothing, three would
    opened_by_itself, pressed = sheet_of(ines, page)
    assert opened_by_itself == "open"
    assert [one for one in pressed if one.startswith("Ada pays 1 health")]
    assert [one for one in pressed if one.startswith("Done, let Ada resolve")]
    assert not [one for one in pressed if one.startswith("Bram")]
    opened_by_itself, pressed = sheet_of(jonas, page)
    assert opened_by_itself == "open"
    assert [one.split(",")[0] for one in pressed] == ["Bram pays 1 health"]
    taps(jonas, page, "Bram pays 1 health")
    assert "Bram lost 1 health" in ines.text("log")
    assert "Ada rolled 1. Help, or let it be" in ines.text(page)


def test_being_done_stands_first_where_no_help_changes_anything(client: TestClient) -> None:
    ines, _ = two(client, FORK)
    taps(ines, "terrain", "Draw")
    taps(ines, "step", "Ada")
    text, (_, pressed) = ines.text("board"), sheet_of(ines, "board")
    useless = "No help that is left changes anything" in text
    assert useless
    assert pressed[0].startswith("Done, let Ada resolve")


# ------------------------------------------------------------------ what any explorer may do


def horror(client: TestClient, ada: int) -> tuple[Phone, Phone]:
    """A horror event was invoked: any explorer may lose 1 essence to push the monsters, says the chapter."""
    position = HEAD.format(phase="explorer", ada=ada).replace("e4 of 0,0", "e4 of 0,0, finished")
    position = position.replace("f4 of 0,0", "f4 of 0,0, finished") + "decks:\n  horror_events draw: hev-10\n"
    ines, jonas = two(client, position.replace("spawn 9", "spawn 0"))
    taps(ines, "party", "End the explorer phase")
    taps(ines, "monsters", "All roll")
    taps(ines, "monsters", "Roll for horror")
    return ines, jonas


def test_what_any_explorer_may_do_is_left_with_one_tap(client: TestClient) -> None:
    ines, jonas = horror(client, 2)
    for phone, own, other, name in ((ines, "Ada", "Bram", "Jonas"), (jonas, "Bram", "Ada", "Ines")):
        text = phone.text("chapter")
        assert re.search(rf"{own} Lose 1 essence to push each monster on its tile 1 space 1 essence", text)
        assert re.search(rf"{other} {name} is then asked\.", text)
    taps(jonas, "board", "Leave it")
    assert "End the horror phase" in ines.text("monsters")
    assert "lost 1 essence" not in ines.text("log")


def test_who_picks_its_own_explorer_pays_with_that_tap_and_another_one_is_asked_first(client: TestClient) -> None:
    ines, jonas = horror(client, 2)
    taps(ines, "board", "Ada")
    assert "Ada lost 1 essence, 1 left" in ines.text("log")
    ines, jonas = horror(client, 2)
    taps(ines, "board", "Bram")
    assert "Bram lost 1 essence" not in ines.text("log")
    assert "Jonas answers for Bram" in ines.text("board")
    taps(jonas, "board", "Lose 1 essence")
    assert "Bram lost 1 essence, none left" in ines.text("log")


def test_who_cannot_pay_stands_there_with_the_reason_and_one_that_is_left_is_asked_by_name(client: TestClient) -> None:
    _, jonas = horror(client, 0)
    text = jonas.text("board")
    assert "Does Bram do it?" in text
    assert re.search(r"Ada This costs 1 essence; Ada has 0", text)
    with pytest.raises(AssertionError, match="no button"):
        taps(jonas, "board", "Ada")


# ------------------------------------------------------------------ what somebody has left open


def opened(client: TestClient, more: str = "") -> tuple[Phone, Phone]:
    """Jonas goes through Bram's inventory."""
    held = "decks:\n  weapons held: w101 by Ada, w102 by Bram\n"
    apart = HEAD.format(phase="explorer", ada=2).replace("f4 of", "i4 of")
    ines, jonas = two(client, apart + held + more)
    taps(jonas, "items", "Use inventory")
    return ines, jonas


def test_who_waits_for_an_open_inventory_reads_whose_it_is_since_when_and_what_to_do(client: TestClient) -> None:
    ines, jonas = opened(client)
    told = "Jonas has Bram’s use of inventory open"
    for page in ("board", "party", "chapter"):
        assert told in ines.text(page), page
        assert "until Jonas presses “Done with the inventory”" in ines.text(page)
        assert told not in jonas.text(page)
    assert re.search(rf"{told} since \d+:\d\d", ines.text("items"))
    assert "End it for Jonas" in ines.text("items")
    assert "End it for Jonas" not in jonas.text("items")


def test_after_asking_the_group_ends_it_named_logged_and_undone(client: TestClient) -> None:
    ines, jonas = opened(client)
    link = re.search(r'href="[^"]*/(ruling\?kind=over[^"]*)"', ines.get("items").text)
    assert link is not None
    page = html.unescape(link[1])
    told = ines.text(page)
    assert "End Bram’s use of inventory" in told
    assert "It is open on the phone of Jonas: ask Jonas first." in told
    assert 'name="reason" value="Jonas said so"' in ines.get(page).text
    fields = {**ines.form(page, "Make the change"), "reason": "Jonas said so"}
    assert ines.post("ruling", fields).status_code == 303
    assert "has Bram’s use of inventory open" not in ines.text("board")
    log = jonas.text("log")
    assert "Ruling by Ines: “Jonas said so”" in log
    assert "Bram’s use of inventory was ended for all to go on." in log
    assert jonas.post("undo", jonas.form("undo", "Undo")).status_code == 303
    assert "Done with the inventory" in jonas.text("items")


def test_where_only_the_host_rules_the_others_are_sent_to_the_host(client: TestClient) -> None:
    ines, jonas = two(client, HEAD.format(phase="explorer", ada=2) + "settings:\n  ruling_by host\n")
    taps(ines, "items", "Use inventory")
    text = jonas.text("board")
    assert "Ines has Ada’s use of inventory open" in text
    assert "The host can end it by table ruling." in text
    assert "End it for" not in text
