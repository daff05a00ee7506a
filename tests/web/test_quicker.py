"""Two phones that tap the same in the same moment: the second has what it wanted, and reads so instead of a refusal."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.phones import Phone, guest, host

FRAGMENT = {"HX-Request": "true"}
SHEET = 'id="refused"'


def words(answer: Any) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


def end_turns(phone: Phone) -> None:
    while "Finish " in (page := phone.text("party")) and (name := re.search(r"Finish (\w+)’s turn", page)):
        assert phone.post("play", phone.form("party", f"Finish {name[1]}’s turn")).status_code == 303


def forms(phone: Phone, path: str) -> list[dict[str, str]]:
    """Every form with a move on a page."""
    found = re.findall(r"<form[^>]*>.*?</form>", phone.get(path).text, re.DOTALL)
    fields = [dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)) for form in found]
    return [{name: html.unescape(value) for name, value in one.items()} for one in fields if "move" in one]


def same_form(phone: Phone, path: str, wanted: dict[str, str]) -> dict[str, str]:
    """The other phone's form for the very same move."""
    return next(form for form in forms(phone, path) if form["move"] == wanted["move"])


def both(ines: Phone, mara: Phone, path: str, form: dict[str, str], how: dict[str, str]) -> Any:
    """The answer to the second of two phones that press the same button, each having seen the same."""
    other = same_form(mara, path, form)
    assert ines.post("play", form).status_code == 303
    return mara.post("play", other, headers=how)


@pytest.mark.parametrize("how", [{}, FRAGMENT], ids=["plain form", "htmx"])
def test_the_same_end_of_a_phase_is_a_note_and_no_refusal(ines: Phone, mara: Phone, how: dict[str, str]) -> None:
    end_turns(ines)
    end_turns(mara)
    answer = both(ines, mara, "party", ines.form("party", "End the explorer phase"), how)
    assert answer.status_code == 200
    assert SHEET not in answer.text
    assert "Not done" not in answer.text
    assert "Ines was quicker" in words(answer)
    assert "The spawn phase began." in words(answer)
    assert 'data-close aria-label="Close"' in answer.text
    if how:
        changed = json.loads(answer.headers["hx-trigger"])["changed"]["data"].split()
        assert int(changed[0]) == mara.revision()
        assert f'data-at="{mara.revision()}"' in answer.text
        assert {"board", "now", "party"} <= set(changed[1:])
    else:
        assert f'href="{mara.base}/' in answer.text


def test_every_button_that_two_phones_press_together_ends_in_a_note(ines: Phone, mara: Phone) -> None:
    """Whatever is offered to both on the board's sheet of a phase: the same move made is never told as a refusal."""
    end_turns(ines)
    end_turns(mara)
    seen = set[str]()
    for _ in range(12):
        offered = [
            form for form in forms(ines, "board") if any(f["move"] == form["move"] for f in forms(mara, "board"))
        ]
        if not offered:
            break
        kind = json.loads(offered[0]["move"])["type"]
        answer = both(ines, mara, "board", offered[0], FRAGMENT)
        assert (answer.status_code, SHEET in answer.text) == (200, False), (kind, words(answer))
        assert "Ines was quicker" in words(answer)
        seen.add(kind)
    assert {"EndPhase", "Answer"} <= seen


def test_the_json_interface_refuses_it_as_before(ines: Phone, mara: Phone) -> None:
    end_turns(ines)
    end_turns(mara)
    form = ines.form("party", "End the explorer phase")
    ines.post("play", form)
    mara._be()
    body = {"move": json.loads(form["move"]), "revision": int(form["revision"])}
    answer = mara.client.post(f"/api/tables/{mara.key}/moves", json=body)
    assert answer.status_code == 409
    assert answer.json()["reasons"][0]["rule"] == "RD-1"


def test_another_answer_to_the_same_question_stays_a_refusal_and_says_whose_came_first(client: TestClient) -> None:
    ines = host(client, explorer=["exp-01", "exp-02"])  # type: ignore[arg-type]
    mara = guest(ines, "Mara")
    end_turns(ines)
    end_turns(mara)
    ines.post("play", ines.form("party", "End the explorer phase"))
    answers = {form["move"]: form for form in forms(ines, "board") if '"Answer"' in form["move"]}
    ada, bram = answers.values()
    other = same_form(mara, "board", bram)
    assert ines.post("play", ada).status_code == 303
    answer = mara.post("play", other, headers=FRAGMENT)
    assert answer.status_code == 409
    assert SHEET in answer.text
    assert "decided already, by Ines" in words(answer)


def test_a_move_taken_back_since_is_no_excuse(ines: Phone, mara: Phone) -> None:
    end_turns(ines)
    end_turns(mara)
    form = ines.form("party", "End the explorer phase")
    other = same_form(mara, "party", form)
    ines.post("play", form)
    ines.post("undo", ines.form("undo", "Undo"))
    assert mara.post("play", other).status_code == 303, "it is made: nothing of it holds any more"


@pytest.mark.parametrize("which", ["undo", "redo"])
def test_undo_and_redo_pressed_by_two_are_told_the_same_way(ines: Phone, mara: Phone, which: str) -> None:
    ines.post("play", ines.form("party", "Finish Ada’s turn"))
    first, second = ines.form("undo", "Undo"), mara.form("undo", "Undo")
    if which == "redo":
        ines.post("undo", first)
        first, second = ({"revision": str(phone.revision())} for phone in (ines, mara))
    assert ines.post(which, first).status_code == 303
    answer = mara.post(which, second, headers=FRAGMENT)
    assert answer.status_code == 200
    assert "Ines was quicker" in words(answer)


def test_what_is_legal_under_a_refusal_follows_the_table(ines: Phone, mara: Phone) -> None:
    """The alternatives are a part that is fetched anew, so no button of an open refusal is older than the table."""
    end_turns(ines)
    end_turns(mara)
    form = ines.form("party", "End the explorer phase")
    stale = {**form, "move": json.dumps({"type": "EndPhase", "phase": "monster"})}
    refused = ines.post("play", stale, headers=FRAGMENT)
    assert refused.status_code == 409
    part = re.search(r'id="instead" data-part="([^"]+)" data-regions="([^"]+)"', refused.text)
    assert part is not None
    assert {"now", "board"} <= set(part[2].split())
    assert "End the explorer phase" in words(refused)
    mara.post("play", same_form(mara, "party", form))
    now = ines.get(html.unescape(part[1]).removeprefix(f"{ines.base}/"), headers=FRAGMENT)
    assert now.status_code == 200
    assert "End the explorer phase" not in words(now)
    assert "Asked now" in words(now)
    moves = {form["move"] for form in forms(ines, "board")}
    for move in re.findall(r'name="move" value="([^"]*)"', now.text):
        assert html.unescape(move) in moves
