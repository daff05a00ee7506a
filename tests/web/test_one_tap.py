"""What one tap does in several moves: everybody rolls, cards are kept and put away; it is told and undone as one."""

from __future__ import annotations

import html
import re

import pytest
from fastapi import FastAPI

from app.config import Settings
from app.main import create_app
from app.packs import builtin
from app.rules.position import read_position
from app.service import part_key
from app.service.keys import key_of_tap
from tests.web.conftest import SECRET, SeededChance
from tests.web.phones import FIELD, Phone, guest, host
from tests.web.table_scene import put

BOOK = builtin()
AT = """
chapter: rav-01
round: 3, explorer phase
ratings: spawn {rating}, horror 0
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0, finished
  Bram at f4 of 0,0, finished
  Vey at g4 of 0,0, finished
"""


class Chance(SeededChance):
    """Dice that show their highest face, or the one that a test picks."""

    picks = staticmethod(max)

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return self.picks(faces)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    return create_app(Settings(data_dir=tmp_path_factory.mktemp("data"), secret=SECRET), Chance(4))


@pytest.fixture
def spawning(client) -> Phone:
    """The spawn phase has begun, and no roll fails."""
    return begun(client, 0)


def begun(client, rating: int, more: str = "") -> Phone:
    phone = host(client)
    phone.text("board")
    put(client.app, phone.key, read_position(BOOK, AT.format(rating=rating) + more))
    assert phone.post("play", phone.form("party", "End the explorer phase")).status_code == 303
    return phone


def rolls(phone: Phone, page: str, who: str) -> None:
    """Tap the button of one explorer."""
    for form in re.findall(r"<form[^>]*>.*?</form>", phone.get(page).text, re.DOTALL):
        if re.sub(r"<[^>]+>", "", form).strip() == who:
            fields = {name: html.unescape(value) for name, value in FIELD.findall(form)}
            assert phone.post("play", fields).status_code == 303
            return
    raise AssertionError(f"nobody can tap {who} on {page}")


def undo_lines(phone: Phone, path: str = "undo") -> list[str]:
    return re.findall(r'<li class="plate tight row top-row">', phone.get(path).text)


def news(phone: Phone) -> str:
    found = re.search(r'id="news" role="status">(.*?)</div></div></div>', phone.get("board?lod=play").text, re.DOTALL)
    assert found is not None
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


@pytest.mark.parametrize("page", ["board", "monsters", "party"])
def test_all_roll_with_one_tap_in_the_order_of_the_table_and_another_order_stays_possible(spawning, page):
    text = spawning.text(page)
    assert text.index("All roll: Ada, Bram then Vey") < text.index("Or one by one")
    rolls(spawning, page, "Bram")
    assert "All roll: Ada then Vey" in spawning.text(page)
    assert spawning.post("play", spawning.form(page, "All roll")).status_code == 303
    assert "End the spawn phase" in spawning.text("party")
    log = spawning.text("log")
    assert log.index("Ada rolled") < log.index("Vey rolled") < log.index("Bram rolled"), "the newest move stands first"


def test_the_whole_tap_is_told_and_undone_and_less_of_it_on_request(spawning):
    before = spawning.revision()
    assert spawning.post("play", spawning.form("board", "All roll")).status_code == 303
    made = spawning.revision() - before
    assert made == 2, "the last one rolls by itself"
    everybody = "Ada 9 ≥ against 0 safe Bram 9 ≥ against 1 safe Vey 9 ≥ against 2 safe"
    assert news(spawning) == everybody
    assert everybody in spawning.text("monsters")
    dialog = spawning.text("undo")
    assert "Take back 2 moves? " in dialog
    assert "One tap made all 2." in dialog
    assert len(undo_lines(spawning)) == made
    last = re.search(r'href="[^"]*/(undo\?to=\d+)"[^>]*>Undo only the last', spawning.get("undo").text)
    assert last is not None
    assert len(undo_lines(spawning, last[1])) == 1
    assert spawning.post("undo", spawning.form("undo", "Undo 2")).status_code == 303
    assert "Who rolls next" in spawning.text("board")
    assert "All roll: Ada, Bram then Vey" in spawning.text("board")
    assert "You took back your own last 2 moves" in spawning.text("board")
    assert spawning.post("redo", {"revision": str(spawning.revision())}).status_code == 303
    assert len(undo_lines(spawning)) == 2, "what came back together goes together"


def test_a_tap_ends_where_the_group_has_to_decide(client, monkeypatch):
    monkeypatch.setattr(Chance, "picks", staticmethod(min))
    phone = begun(client, 9, "monsters:\n  m1 mon-101 at j5 of 0,0\n")
    assert phone.post("play", phone.form("board", "All roll")).status_code == 303
    assert "On which space does the monster spawn?" in phone.text("board")
    log = phone.text("log")
    assert [who for who in ("Ada", "Bram", "Vey") if f"{who} rolled" in log] == ["Ada", "Bram"]
    assert news(phone).startswith("Ada 0 < against 9 monster Bram 0 < against 2 monster ")
    assert "answered" not in news(phone), "the finger knows what it tapped"


def test_the_rolls_of_the_phase_stay_side_by_side_whoever_tapped_them_and_go_with_it(spawning):
    """In their order, also after a move in between; one that is taken back is none; the next phase has its own."""
    ben = guest(spawning, "Ben")
    rolls(ben, "board", "Vey")
    rolls(spawning, "board", "Bram")
    told = "Vey 9 ≥ against 0 safe Bram 9 ≥ against 1 safe"
    for phone in (ben, spawning):
        assert news(phone).startswith(told)
        assert told in phone.text("monsters")
    spawning.post("undo", spawning.form("undo", "Undo"))
    assert "Bram 9" not in spawning.text("monsters")
    spawning.post("redo", {"revision": str(spawning.revision())})
    assert "End the spawn phase" in spawning.text("monsters"), "Ada has rolled by herself"
    assert spawning.post("play", spawning.form("monsters", "End the spawn phase")).status_code == 303
    assert news(spawning) == "Horror die 9 ≥ against 0 safe"
    assert told not in spawning.text("monsters")


def test_moves_of_different_taps_and_seats_are_undone_one_by_one(spawning):
    ben = guest(spawning, "Ben")
    for one in ("Ada", "Bram"):
        rolls(ben, "board", one)
    assert len(undo_lines(spawning)) == 1
    spawning.post("undo", spawning.form("undo", "Undo"))
    rolls(ben, "board", "Vey")
    assert len(undo_lines(spawning)) == 1


def test_where_everybody_has_to_agree_or_dice_are_typed_in_nobody_rolls_for_all(client):
    for line in ("group_choice every_seat", "dice table"):
        phone = host(client)
        guest(phone, "Ben", "exp-02")
        phone.text("board")
        position = AT.format(rating=0).replace("tiles:", f"settings:\n  {line}\ntiles:")
        put(client.app, phone.key, read_position(BOOK, position))
        assert phone.post("play", phone.form("party", "End the explorer phase")).status_code == 303
        text = phone.text("board")
        assert "Who rolls next" in text
        assert "All roll" not in text


def test_who_plays_nobody_leaves_it_to_the_one_who_plays_that_all_roll_with_one_tap(client):
    phone = host(client)
    ben = guest(phone, "Ben")
    position = AT.format(rating=0).replace("tiles:", "settings:\n  group_choice every_seat\ntiles:")
    put(client.app, phone.key, read_position(BOOK, position))
    assert phone.post("play", phone.form("party", "End the explorer phase")).status_code == 303
    assert "All roll" not in ben.text("board")
    assert "Everyone who plays an explorer has to give the same answer." in ben.text("monsters")
    assert phone.post("play", phone.form("board", "All roll")).status_code == 303
    assert "End the spawn phase" in phone.text("party")


def test_the_key_of_a_part_names_its_tap():
    assert [key_of_tap(part_key("s1/a-b", n) or "") for n in (1, 4)] == ["s1/a-b"] * 2
    assert key_of_tap("s1/a-b") == "s1/a-b"
    assert key_of_tap("s1/1764502000.12") == "s1/1764502000.12", "the key of a script"
    assert part_key(None, 1) is None
