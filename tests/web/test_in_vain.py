"""An ability that would be paid for nothing says so on its button; what came of one is told where it was tapped."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules.position import read_position
from app.web.messages_in_vain import IN_VAIN
from app.web.messages_play import NOTES
from tests.web.conftest import Table, open_table
from tests.web.table_scene import put

BOOK = builtin()
ADA = "exp-01"
RESTORE, ATTACK, LESS_HORROR = "bottom.0.0", "bottom.0.1", "bottom.0.2"
POSITION = """
chapter: rav-03
tokens: horror 1
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
  Bram 5/4/0 at f4 of 0,0
"""
RAT = "monsters:\n  m1 mon-101 at d4 of 0,0\n"


def begin(client: TestClient, position: str) -> Table:
    table = open_table(client, player="Ines")
    table.state()
    assert isinstance(client.app, FastAPI)
    put(client.app, table.key, read_position(BOOK, position))
    return table


def page(table: Table, name: str = "chapter") -> str:
    answer = table.client.get(f"/t/{table.key}/{name}", headers=table.headers)
    assert answer.status_code == 200
    return answer.text


def plain(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def buttons(table: Table, at: str) -> dict[str, str]:
    """Explorer -> what the button says that plays the chapter's ability `at` with it."""
    forms = re.findall(r"<form.*?</form>", page(table), re.DOTALL)
    found: dict[str, str] = {}
    for form in forms:
        played = html.unescape(form)
        who = re.search(r'"explorer": ?"([^"]+)"', played)
        if who and re.search(rf'"at": ?"{re.escape(at)}"', played):
            found[who[1]] = plain(re.search(r"<button.*?</button>", form, re.DOTALL)[0])  # type: ignore[index]
    assert found, at
    return found


def play(table: Table, at: str) -> None:
    move = next(one for one in table.legal("PlayAbility") if one["explorer"] == ADA and one["at"] == at)
    assert table.play(move).status_code == 200


def news(table: Table, name: str = "chapter") -> str:
    found = re.search(r'id="news" role="status">(.*?)</div><details', page(table, name), re.DOTALL)
    return plain(found[1]) if found else ""


def test_an_attack_without_anybody_in_sight_says_so_on_its_button(client: TestClient) -> None:
    assert all("Nobody to attack now." in said for said in buttons(begin(client, POSITION), ATTACK).values())
    assert not any("Nobody" in said for said in buttons(begin(client, POSITION + RAT), ATTACK).values())


def test_only_who_lacks_nothing_is_warned(client: TestClient) -> None:
    table = begin(client, POSITION)
    said = buttons(table, RESTORE)
    assert "Ada’s essence is full: nothing would be restored." in said[ADA]
    assert "full" not in said["exp-02"]
    assert not any("nothing would" in one for one in buttons(table, LESS_HORROR).values())


@pytest.mark.parametrize("name", ["chapter", "cards", "party"])
@pytest.mark.parametrize(
    ("at", "told"),
    [
        (RESTORE, "Nothing was restored: Ada’s essence was full."),
        (ATTACK, "The Singing Ore found nobody to attack."),
    ],
)
def test_what_came_of_it_stands_where_it_was_tapped(client: TestClient, name: str, at: str, told: str) -> None:
    table = begin(client, POSITION)
    assert news(table, name) == ""
    play(table, at)
    assert told in news(table, name)
    assert told in plain(page(table, "log"))


def test_what_did_something_is_told_as_well(client: TestClient) -> None:
    table = begin(client, POSITION.replace("  Ada at", "  Ada 4/6/1 at"))
    play(table, RESTORE)
    assert "Ada" in news(table)
    assert "Nothing was restored" not in news(table)


HELD = """decks:
  consumables held: c104 by Ada, c302 by Bram
"""


def test_the_page_of_items_warns_and_tells_as_well(client: TestClient) -> None:
    table = begin(client, POSITION + HELD)
    text = plain(page(table, "items"))
    assert text.count("Ada’s essence is full: nothing would be restored.") == 1
    assert "Bram’s essence is full" not in text
    assert news(table, "items") == ""
    move = next(one for one in table.legal("PlayAbility") if one["card"] == "c104")
    assert table.play(move).status_code == 200
    assert "Nothing was restored: Ada’s essence was full." in news(table, "items")


def test_a_sheet_of_the_board_warns_where_the_move_would_do_nothing(client: TestClient) -> None:
    """A monster that pulls explorers in its sight, with nobody there to pull any nearer."""
    for at, warned in (("d4", True), ("b4", False)):
        fight = POSITION.replace("tokens: horror 1", "round: 3, horror phase\nratings: spawn none, horror none")
        table = begin(client, fight + f"monsters:\n  m1 mon-203 at {at} of 0,0\n")
        assert table.play({"type": "EndPhase", "phase": "horror"}).status_code == 200
        space = ",".join(map(str, table.state()["state"]["monsters"]["m1"]["space"]))
        text = plain(page(table, f"board?unit=m1&at={space}"))
        assert "Pull the nearest explorer" in text
        assert ("would not be moved." in text) == warned, at


BOUND = """
round: 2, explorer phase
tiles:
  14a at 0,0
explorers:
  Ada 6/7/4 at e4 of 0,0
  Bram 5/{bram}/0 at f4 of 0,0{done}
{third}
decks:
  explorer_events held: xev-r3 by Ada
"""


@pytest.mark.parametrize("third", ["", "  Vey 5/1/0 at g4 of 0,0"])
@pytest.mark.parametrize("done", [True, False])
def test_stamina_for_those_alone_who_have_finished_is_for_nothing(client: TestClient, done: bool, third: str) -> None:
    """Each other explorer in sight restores 1: as long as one of them can have it, it is not."""
    table = begin(client, BOUND.format(bram=0 if done else 3, done=", finished" if done else "", third=third))
    (said,) = [text for text in re.findall(r"<form.*?</form>", page(table, "cards"), re.DOTALL) if "xev-r3" in text]
    assert ("Bram has finished for this round" in plain(said)) == (done and not third)


def test_every_warning_has_its_line_afterwards() -> None:
    assert set(IN_VAIN) <= set(NOTES)


def test_essence_wears_the_drop_and_health_the_heart() -> None:
    from app.rules.cards_text import Ability
    from app.web.pages_faces import _icon

    def of(ability: Ability) -> Any:
        return getattr(ability.do[0], "what", "")

    restoring = [
        ability
        for card in BOOK.cards
        for *_, ability in BOOK.abilities_of(card)
        if ability.do and ability.do[0].type == "restore"
    ]
    assert {of(ability) for ability in restoring} == {"health", "stamina", "essence"}
    assert all(_icon(ability) == of(ability) for ability in restoring)


SALTS = """decks:
  consumables held: c102 by Ada
"""


@pytest.mark.parametrize("name", ["party", "items", "board", "cards"])
@pytest.mark.parametrize(("at", "lonely"), [("f4", False), ("b4", True)])
def test_an_option_that_would_find_nobody_says_so_before_and_after(
    client: TestClient, name: str, at: str, lonely: bool
) -> None:
    """And the log marks the explorer that was asked, whoever else the same phone plays."""
    table = begin(client, POSITION.replace("f4 of 0,0", f"{at} of 0,0").replace("Ada at", "Ada 4/2/1 at") + SALTS)
    use = next(one for one in table.legal("PlayAbility") if one["card"] == "c102")
    assert table.play(use).status_code == 200
    assert ("Nobody is adjacent: nothing would happen." in plain(page(table, name))) == lonely
    answer = next(one for one in table.legal("Answer") if one["option"] == "1")
    assert table.play(answer).status_code == 200
    assert ("Nobody was adjacent: nothing happened." in plain(page(table, "log"))) == lonely
    if lonely:
        assert "nothing happened" in (plain(page(table, name)) if name == "board" else news(table, name))


def test_the_log_marks_who_was_asked(client: TestClient) -> None:
    """Bram, the second explorer of the phone, uses the item; the phone's own mark is that of its first."""
    table = begin(client, POSITION + SALTS.replace("by Ada", "by Bram"))
    use = next(one for one in table.legal("PlayAbility") if one["card"] == "c102")
    assert table.play(use).status_code == 200
    assert table.play(next(one for one in table.legal("Answer") if one["option"] == "0")).status_code == 200
    newest = re.search(r'<section class="lgp">.*?<li.*?</li>', page(table, "log"), re.DOTALL)
    assert newest is not None
    assert re.search(r'<span class="tk[^>]*>B</span>', newest[0]), newest[0]
