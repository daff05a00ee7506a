"""The end of a game: a plate on every phone that sums it up and leads on, and a board that promises no more moves."""

from __future__ import annotations

import json
import re

import pytest
from starlette.testclient import TestClient

from tests.web.phones import Phone, guest, host
from tests.web.test_behind import words
from tests.web.test_moments import FRAGMENT, chapter_begins, keep

ENDED = re.compile(r'<section[^>]* id="ended".*?</section>', re.DOTALL)
ANYWHERE = ("board", "cards", "chapter", "party", "log", "share", "items")


def end(phone: Phone, outcome: str) -> None:
    move = {"type": "MakeRuling", "reason": "Late.", "changes": [{"type": "EndGame", "outcome": outcome}]}
    assert phone.post("play", {"move": json.dumps(move), "back": f"{phone.base}/board"}).status_code == 303


def told(phone: Phone, path: str, **more: dict[str, str]) -> str:
    found = ENDED.search(phone.get(path, **more).text)
    return found[0] if found else ""


@pytest.mark.parametrize(("outcome", "title"), [("won", "You have won"), ("lost", "The game is lost")])
def test_the_end_is_summed_up_and_leads_on(client: TestClient, outcome: str, title: str) -> None:
    ines = host(client)
    mara = guest(ines, "Mara", "exp-02")
    assert 'id="ended"' not in mara.get("board").text
    end(ines, outcome)
    for phone in (ines, mara):
        for lod in ("table", "tile", "play"):
            board = phone.get(f"board?unit=exp-01&lod={lod}").text
            plate = ENDED.search(board)
            assert plate, lod
            assert title in plate[0]
            assert "Round 1, chapter 1 of" in plate[0]
            assert "Still on the board: Ada, Bram and Vey." in plate[0]
            assert {f"{phone.base}/log", f"{phone.base}/chapter", f"{phone.base}/undo", "/new"} <= set(
                re.findall(r'href="([^"]+)"', plate[0])
            )
            assert board.index('id="ended"') < board.index('id="board"'), "it stands above the drawing"
            assert not re.search(r'class="sp"[^>]*aria-label', board), "nobody walks any more"
            assert "stamina to walk there" not in board
        assert f'href="{phone.base}/board#ended"' in phone.get("party").text, "the bar on top leads there"


@pytest.mark.parametrize("outcome", ["won", "lost"])
def test_it_lies_over_every_page_of_every_phone_until_this_phone_closes_it(client: TestClient, outcome: str) -> None:
    ines = host(client)
    mara = guest(ines, "Mara", "exp-02")
    end(ines, outcome)
    for phone in (ines, mara):
        for path in ANYWHERE:
            page = phone.get(path, headers=FRAGMENT | {"HX-Current-URL": f"http://t{phone.base}/{path}"})
            assert ENDED.search(page.text), f"{path} is open when the game ends"
        assert 'class="plate cur stack fresh-end"' in told(phone, "party")
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', told(mara, "party")))
    keep(mara, mara.post("read", fields))
    assert told(mara, "party") == ""
    assert told(mara, "board"), "on the board it stays"
    assert "fresh-end" not in told(mara, "board")
    assert ">Close<" not in told(mara, "board")
    assert told(ines, "party")


def test_the_story_is_read_from_its_beginning_and_on(client: TestClient) -> None:
    ines = host(client)
    for number in (1, 2):
        chapter_begins(ines, number)
    end(ines, "won")
    first = f"{ines.base}/chapter/1"
    assert f'href="{first}"' in told(ines, "board")
    page = ines.get("chapter/1")
    assert not ENDED.search(page.text), "what the plate led to is not covered by it"
    keep(ines, page)
    assert told(ines, "chapter") == "", "nor is what is read after it"
    assert f'href="{ines.base}/chapter/2"' in page.text, "the next chapter is one tap away"
    assert re.search(rf'href="{ines.base}/chapter"><span class="grow">', ines.get("chapter/2").text)


@pytest.mark.parametrize(("outcome", "title"), [("won", "You have won"), ("lost", "The game is lost")])
def test_the_big_screen_says_it_large(client: TestClient, outcome: str, title: str) -> None:
    ines = host(client)
    assert 'id="ended"' not in ines.get("watch").text
    end(ines, outcome)
    page = ines.get("watch").text
    assert f">{title}</p>" in page
    assert "Still on the board: Ada, Bram and Vey." in words(ENDED.search(page)[0])  # type: ignore[index]
    assert 'id="threat"' not in page, "what counts no more leaves room for it"


@pytest.mark.parametrize("outcome", ["won", "lost"])
def test_the_list_of_tables_says_it_and_an_undo_takes_it_back(client: TestClient, outcome: str) -> None:
    ines = host(client)

    def listed() -> str:
        ines._be()
        return words(client.get("/").text)

    assert not re.search(r"last move [\d:]+ (Won|Lost)", listed())
    end(ines, outcome)
    assert re.search(rf"last move [\d:]+ {outcome.capitalize()}", listed())
    guest(ines, "Late")  # an entry that is no move
    assert re.search(rf"last move [\d:]+ {outcome.capitalize()}", listed())
    assert ines.post("undo", {"to": "1"}).status_code in (200, 303)
    assert not re.search(r"last move [\d:]+ (Won|Lost)", listed())
    assert told(ines, "board") == ""
    assert ines.post("redo", {"revision": str(ines.revision())}).status_code in (200, 303)
    assert re.search(rf"last move [\d:]+ {outcome.capitalize()}", listed())
