"""A form that is refused comes back with what was typed and the reason beside it, without scripts and with them."""

from __future__ import annotations

import html
import itertools
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules import By, decide
from app.rules.position import read_position
from app.web.forms_rulings import ruling
from app.web.pages_rulings import KINDS, ruling_page
from app.web.pages_share import is_under_way
from tests.support.players import Seeded
from tests.web.phones import Phone, guest
from tests.web.table_scene import table_at
from tests.web.test_pages_rulings import filled, seated, states

FRAGMENT = {"HX-Request": "true"}


class Forms(HTMLParser):
    """The forms of a page by what they are sent to: the value of each field, chosen options and ticks only."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append((given.get("action", "").rpartition("/")[2], {}))
        elif tag == "select":
            self.select = given["name"]
        elif tag == "option" and self.found:
            fields = self.found[-1][1]
            if "selected" in given or self.select not in fields:
                fields[self.select] = given["value"]
        elif tag == "input" and self.found and "name" in given and set_or_typed(given):
            self.found[-1][1][given["name"]] = given.get("value", "")

    def to(self, action: str, **fields: str) -> dict[str, str]:
        """The one form that is sent there and has these values."""
        fit = [f for where, f in self.found if where == action and fields.items() <= f.items()]
        assert len(fit) == 1, (action, fields, self.found)
        return fit[0]


def set_or_typed(given: dict[str, str]) -> bool:
    return given.get("type") not in ("radio", "checkbox") or "checked" in given


def alerts(page: str) -> list[str]:
    """What a page says is wrong."""
    found = re.findall(r'<div class="note bad" role="alert".*?</div>', page, re.DOTALL)
    return [html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", one))).strip() for one in found]


# ------------------------------------------------------------------ rulings


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_ruling_comes_back_as_it_was_filled_in(kind: str) -> None:
    tried, fourths = 0, [states()[first::4] for first in range(4)]
    for number, state in enumerate(itertools.chain(*fourths)):
        if tried and number >= len(fourths[0]):  # some kinds are offered in few of them
            break
        table = seated(state)
        for form in ruling_page(table.request, table, kind, {}).kinds:
            if form.kind != kind:
                continue
            typed = {
                f.name: f.choices[-1].value if f.choices else "17" if not f.text else "Nobody" for f in form.fields
            }
            asked = {**typed, "kind": kind, "reason": "Because."}
            page = ruling_page(table.request, table, kind, asked, table.why(()) or (WHY,))
            (again,) = page.kinds
            assert page.reason == "Because."
            for field in again.fields:
                chosen = [pick.value for pick in field.choices if pick.chosen]
                offered = [pick.value for pick in field.choices]
                if not field.choices or typed.get(field.name) in offered:
                    assert field.value == typed.get(field.name, field.value), (kind, field)
                    assert chosen == ([typed[field.name]] if field.choices else [])
                    tried += 1
    assert tried


WHY: Any = type("Why", (), {"text": "Because.", "rule": ""})()


@pytest.mark.parametrize("headers", [{}, FRAGMENT], ids=["plain", "htmx"])
def test_a_ruling_that_the_rules_refuse_keeps_what_was_typed(ines: Phone, headers: dict[str, str]) -> None:
    monster = {"kind": "monster", "name": "Lamp-Eater", "cell": "0,0", "reason": "It came back."}
    spots = [{**monster, "column": str(x), "row": str(y)} for x in range(10) for y in range(10)]
    taken = next(spot for spot in spots if ines.post("ruling", spot, headers=headers).status_code == 409)
    before = ines.revision()
    answer = ines.post("ruling", taken, headers=headers)
    assert answer.status_code == 409
    form = Forms(answer.text).to("ruling", kind="monster")
    assert {name: form[name] for name in taken} == taken
    (told,) = alerts(answer.text)
    assert "Nothing was changed. What you filled in stands below." in told
    assert "finish the turn" not in answer.text, "no other moves are offered instead of the form"
    assert ines.revision() == before


@pytest.mark.parametrize("kind", ["monster", "put", "status"])
def test_the_place_that_a_form_suggests_is_free(kind: str) -> None:
    seen = 0
    for number, state in enumerate(states()):
        table = seated(state)
        for form in ruling_page(table.request, table, kind, {}).kinds:
            if form.kind != kind or not state.decks["monsters"].draw:
                continue
            move = ruling(next(filled(form)), table.book)
            everyone = By("table", frozenset(state.explorers), host=True, players=("table",))
            verdict = decide(table.book, state, move, everyone, Seeded(number))
            codes = set() if verdict.legal else {reason.code for reason in verdict.reasons}
            assert not codes & {"space_taken", "no_space", "obstacle", "stands_there"}, (kind, codes)
            seen += verdict.legal
    assert seen > 4


# ------------------------------------------------------------------ house rules, names


def test_a_house_rule_that_is_refused_stands_as_it_was_typed_with_the_reason(ines: Phone) -> None:
    answer = ines.post("house", {"name": "cost_move", "set:cost_move": "many"})
    assert answer.status_code == 422
    form = Forms(answer.text).to("house", name="cost_move")
    assert form["set:cost_move"] == "many"
    (told,) = alerts(answer.text)
    assert "whole number" in told
    assert answer.text.index("whole number") < answer.text.index('name="set:cost_move"')
    same = ines.post("house", {"name": "turn_order", "set:turn_order": "free"})
    assert same.status_code == 409
    assert alerts(same.text)
    assert Forms(same.text).to("house", name="turn_order")["set:turn_order"] == "free"


def test_a_guest_reads_why_no_house_rule_was_changed(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    answer = mara.post("house", {"name": "turn_order", "set:turn_order": "one_at_a_time"})
    assert answer.status_code == 403
    assert alerts(answer.text)
    assert "<h1" in answer.text
    assert "House rules" in answer.text


@pytest.mark.parametrize("name", ["  ", "Inés\u0000", "x" * 60, "M\u0430ra"])
def test_a_name_that_is_refused_stands_as_it_was_typed(ines: Phone, name: str) -> None:
    guest(ines, "Mara")
    answer = ines.post("rename-me", {"name": name})
    assert answer.status_code in (409, 422)
    again = html.unescape(Forms(answer.text).to("rename-me")["name"])
    assert again == name.replace("\u0000", again[4:5] if "\u0000" in name else "")
    assert len(alerts(answer.text)) == 1
    if name[0] != "M":
        answer = ines.post("rename", {"name": name})
        assert answer.status_code == 422
        assert len(alerts(answer.text)) == 1
        assert Forms(answer.text).to("rename-me")["name"] == "Ines"


def test_a_guest_who_may_not_name_the_table_reads_why(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    assert mara.post("rename", {"name": "Friday"}).status_code == 403


def test_joining_by_a_name_that_looks_like_another_says_whose_and_keeps_the_rest(ines: Phone) -> None:
    nobody = Phone(ines.client, guest(ines, "Mara").base, {})
    answer = nobody.post("join", {"name": "\u0406nes", "explorer": "exp-03"})
    assert answer.status_code == 409
    form = Forms(answer.text).to("join")
    assert (form["name"], form["explorer"]) == ("\u0406nes", "exp-03")
    (told,) = alerts(answer.text)
    assert told.startswith("“Ines” has a seat at this table already")


# ------------------------------------------------------------------ a new table


def test_a_new_table_that_is_refused_keeps_all_that_was_chosen(client: TestClient) -> None:
    chosen = {
        "player": "Ines",
        "name": "Friday",
        "explorer": ["exp-02", "exp-04"],
        "set:cost_move": "many",
        "set:turn_order": "one_at_a_time",
    }
    answer = client.post("/new", data=chosen)
    assert answer.status_code == 422
    form = Forms(answer.text).to("new")
    assert (form["player"], form["name"], form["set:turn_order"]) == ("Ines", "Friday", "one_at_a_time")
    assert form["set:cost_move"] == "many"
    assert re.findall(r'name="explorer" value="(exp-\d+)" checked', answer.text) == ["exp-02", "exp-04"]
    assert "whole number" in alerts(answer.text)[0]


# ------------------------------------------------------------------ the menu


def test_the_dial_says_that_it_is_a_menu(ines: Phone) -> None:
    page = ines.get("board").text
    dial = re.search(r'<a class="dial".*?</a>', page, re.DOTALL)
    assert dial
    assert re.sub(r"<[^>]+>|\s|\d", "", dial[0]) == "Menu"
    assert 'aria-label="Table menu. Round 1, Explorer phase"' in dial[0]


def test_the_menu_fits_the_moment(ines: Phone) -> None:
    before = ines.get("share").text
    assert "<h1>Call the others in</h1>" in before
    assert "Begin without waiting" in before
    assert before.index("qr.svg") < before.index("/ask-rules")
    assert ines.post("play", ines.form("board", "’s turn")).status_code == 303
    after = ines.get("share").text
    assert "<h1>Table menu</h1>" in after
    assert "Begin without waiting" not in after
    assert "Call somebody in" in after
    assert after.index("/ask-rules") < after.index("qr.svg")
    for page in (before, after):
        for goal in ("/ask-rules", "/house", "/ruling", "/export"):
            assert page.count(f'{goal}"') == 1, goal


def test_what_is_under_way() -> None:
    book = builtin()
    fresh = "tiles:\n  14a at 0,0\nexplorers:\n  Ada at e4 of 0,0{}\n{}"
    for begun, more, expected in (
        ("", "", False),
        (", begun", "", True),
        (", finished", "", True),
        ("", "round: 2\n", True),
        ("", "round: 1, horror phase\n", True),
        ("", "outcome: lost\n", True),
    ):
        state = read_position(book, fresh.format(begun, more))
        assert is_under_way(state) is expected, (begun, more)
        assert table_at(book, state, "share")


# ------------------------------------------------------------------ numbers that start at what is now


def test_the_number_of_a_ruling_starts_at_what_is_now_and_a_form_sent_as_it_is_changes_nothing() -> None:
    seen = set()
    for state in states():
        table = seated(state)
        for form in ruling_page(table.request, table, "", {}).kinds:
            for field in form.fields:
                if not field.id or form.kind == "phase":
                    continue
                chosen = {f.name: f.value or f.choices[0].value for f in form.fields if f.choices}
                assert field.nows, (form.kind, "a number that starts nowhere")
                assert field.value == str(field.nows["|".join(chosen[name] for name in field.of)])
                assert field.stood in field.nows
                whom = next(f for f in form.fields if f.name == field.of[0])
                for pick in whom.choices:
                    assert re.search(r"now \d", pick.title), (form.kind, pick.title, "says what is now")
                seen.add(form.kind)
    assert seen == {"pool", "tracks", "charges"}


@pytest.mark.parametrize("headers", [{}, FRAGMENT], ids=["plain", "htmx"])
def test_a_number_left_as_it_stood_for_another_choice_is_asked_again_and_not_set(
    ines: Phone, headers: dict[str, str]
) -> None:
    form = Forms(ines.get("ruling").text).to("ruling", kind="pool")
    other = {**form, "what": "stamina", "reason": "We forgot."}
    before = ines.revision()
    answer = ines.post("ruling", other, headers=headers)
    assert answer.status_code == 422
    again = Forms(answer.text).to("ruling", kind="pool")
    assert again["what"] == "stamina"
    assert again["value"] != form["value"]
    (told,) = alerts(answer.text)
    assert f"That is {again['value']} now: say what it becomes." in told
    assert ines.revision() == before
    done = ines.post("ruling", {**again, "value": "2"}, headers=headers)
    assert done.status_code in (200, 303)
    assert "2 left" in ines.text("log")


def test_a_missing_reason_is_answered_in_our_own_words(ines: Phone) -> None:
    page = ines.get("ruling?kind=tracks").text
    field = re.search(r'<input[^>]*name="reason"[^>]*>', page)
    assert field is not None
    assert " required" not in field[0], "the browser says it first, in words that are not ours"
    assert 'aria-required="true"' in field[0]
    answer = ines.post("ruling", Forms(page).to("ruling", kind="tracks"))
    assert answer.status_code == 422
    assert "Say why: a ruling needs a reason." in alerts(answer.text)[0]
    assert 'aria-invalid="true"' in answer.text
