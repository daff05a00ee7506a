"""The pages over a real application: an evening by forms alone, as a browser without scripts sends them."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.packs import builtin
from tests.web.conftest import Table as Api
from tests.web.conftest import open_table, ruling
from tests.web.phones import FIELD, TABS, Phone, guest, host

OTHERS = ("share", "house", "ruling", "undo", "watch", "cards/encounters", "cards/tiles")


# ------------------------------------------------------------------ before the table


def test_home_asks_for_a_code_and_knows_the_tables_of_this_phone(client: TestClient, ines: Phone) -> None:
    client.cookies.clear()
    stranger = client.get("/")
    assert stranger.status_code == 200
    assert ines.base not in stranger.text
    client.cookies.update(ines.cookies)
    assert f'href="{ines.base}/board"' in client.get("/").text


def test_a_code_leads_to_the_door_however_it_is_typed(client: TestClient, ines: Phone) -> None:
    code = re.search(r'class="code"[^>]*>(\w{3} \w{3})<', ines.get("share").text)[1]  # type: ignore[index]
    client.cookies.clear()
    for typed in (code, code.lower(), code.replace(" ", "-")):
        answer = client.post("/code", data={"code": typed}, follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/t/")
        assert answer.headers["location"] != ines.base, "the code is a door for players"
    wrong = client.post("/code", data={"code": "222222"})
    assert wrong.status_code == 404
    assert 'role="alert"' in wrong.text
    assert 'value="222222"' in wrong.text


def test_the_theme_of_the_big_screen_is_the_devices_until_one_is_chosen(client: TestClient) -> None:
    ines = host(client)
    ines._be()
    watch = str(client.get(f"/api/tables/{ines.key}").json()["links"]["watch"]) + "/watch"
    client.cookies.clear()
    for chosen, root in (("", 'data-theme="device"'), ("light", 'data-theme="light"'), ("dark", "")):
        if chosen:
            client.post("/theme", data={"back": watch, "theme": chosen})
        page = client.get(watch).text
        assert re.search(r'<html lang="en" ?([^>]*)>', page)[1] == root, chosen  # type: ignore[index]
        assert ('value="dark"' in page) == (not chosen), (
            "each way is offered where only the device knows which it shows"
        )
        assert ('data-theme="light"' in client.get("/rules").text) == (chosen == "light"), "it is one choice"


def test_the_theme_is_a_cookie_and_leads_back(client: TestClient) -> None:
    client.cookies.clear()
    answer = client.post("/theme", data={"back": "/rules"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    assert 'data-theme="light"' in client.get("/rules").text
    client.post("/theme", data={"back": "/rules"})
    assert "data-theme" not in client.get("/rules").text
    for back in ("https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"):
        away = client.post("/theme", data={"back": back}, follow_redirects=False)
        assert away.headers["location"] == "/"


def test_a_new_table_needs_nothing_and_takes_everything(client: TestClient) -> None:
    client.cookies.clear()
    assert client.post("/new", data={}, follow_redirects=False).status_code == 303
    phone = host(
        client,
        name="Friday",
        explorer="exp-02",
        **{"set:token_cap": "ability", "set:cost_door": "4", "set:max_area": "3x3"},
    )
    assert "Friday" in phone.text("share")
    house = phone.get("house").text
    assert '<span class="chip num">3 changed</span>' in house
    assert "Bram" in phone.text("party")
    assert "Ada" not in phone.text("party")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"player": "x" * 300}, "40 characters"),
        ({"name": "a\nb"}, "control"),
        ({"explorer": "exp-99"}, "explorer"),
        ({"set:cost_door": "many"}, "whole number"),
        ({"set:token_cap": "perhaps"}, "value"),
        ({"scenario": "nowhere"}, "scenario"),
    ],
)
def test_a_new_table_that_cannot_be_is_explained_and_keeps_what_was_typed(
    client: TestClient, fields: dict[str, str], words: str
) -> None:
    client.cookies.clear()
    answer = client.post("/new", data={"player": "Ines", **fields})
    assert answer.status_code == 422
    told = answer.text[answer.text.index('role="alert"') :][:600]
    assert words in told
    assert "vt_phone" not in client.cookies


def test_five_explorers_are_refused_with_how_many_can_play_and_stay_ticked(client: TestClient) -> None:
    five = [f"exp-0{n}" for n in range(1, 6)]
    answer = client.post("/new", data={"player": "Ines", "explorer": five})
    assert answer.status_code == 422
    assert "5 explorers are chosen; at most 4 can play. Untick some." in answer.text
    assert len(re.findall(r'name="explorer" value="[^"]*" checked', answer.text)) == 5


@pytest.mark.parametrize(
    ("count", "ticked", "play"),
    [
        ("", [], "123"),
        ("1", [], "1"),
        ("2", [], "12"),
        ("4", [], "1234"),
        ("2", ["exp-03"], "13"),
        ("3", ["exp-02", "exp-04"], "124"),
        ("2", ["exp-02", "exp-04", "exp-05"], "245"),
        ("", ["exp-02", "exp-04"], "24"),
    ],
)
def test_as_many_explorers_play_as_are_asked_for_those_that_were_ticked_first(
    client: TestClient, count: str, ticked: list[str], play: str
) -> None:
    phone = host(client, count=count, explorer=ticked)  # type: ignore[arg-type]
    phone._be()
    found = client.get(f"/api/tables/{phone.key}").json()["state"]["explorers"]
    assert sorted(e for e, x in found.items() if x["status"] != "unused") == [f"exp-0{n}" for n in play]


def test_a_new_table_asks_how_many_play_and_presets_nobody_else(client: TestClient) -> None:
    page = client.get("/new").text
    assert re.findall(r'name="count" value="(\d)"( checked)?', page) == [
        (str(n), " checked" if n == 3 else "") for n in range(1, 5)
    ]
    assert re.findall(r'name="explorer" value="[^"]*" checked', page) == []
    for wrong in ("0", "5", "99", "two"):
        answer = client.post("/new", data={"player": "Ines", "count": wrong})
        assert answer.status_code == 422, wrong
        assert "How many explorers" in answer.text[answer.text.index('role="alert"') :][:300]


def test_a_new_table_begins_with_the_least_and_says_of_the_rest_what_is_in_it(client: TestClient) -> None:
    page = client.get("/new").text
    form = page[page.index("<form") : page.index("</form>")]
    at_once = re.sub(r"<details.*</details>", "", re.sub(r"(?s)<details(?:(?!<details).)*?</details>", "", form))
    for _ in range(3):
        at_once = re.sub(r"(?s)<details(?:(?!<details).)*?</details>", "", at_once)
    assert set(re.findall(r'name="(?!length:)([^"]+)"', at_once)) == {"found", "player", "count", "scenario", "open"}
    folds = re.findall(r"<summary>([^<]*)<small[^>]*>([^<]+)</small></summary>", form)
    assert {title.strip() for title, _ in folds} == {"Variation", "Who they are", "Name of the table", "House rules"}
    assert all(told.strip() for _, told in folds)


def test_a_new_table_says_whose_cards_these_are_and_how_to_use_ones_own(client: TestClient) -> None:
    page = client.get("/new").text
    assert "invented for this tracker" in page.partition("<form")[0]
    assert "VIVARIUM_PACK" in page.partition('id="own"')[2]


def test_a_table_that_is_refused_loses_nothing(client: TestClient) -> None:
    filled = {
        "player": "Ines",
        "name": "Fri\nday",
        "scenario": "contamination",
        "set:token_cap": "ability",
        "count": "2",
    }
    answer = client.post("/new", data={**filled, "open": "1"})
    assert answer.status_code == 422
    for kept in (
        'value="Ines"',
        'name="scenario" value="contamination" checked',
        'name="count" value="2" checked',
        "1 differs from the default",
    ):
        assert kept in answer.text
    found = client.get("/new", params={**filled, "find": "door"}).text
    assert 'name="count" value="2" checked' in found, "nor with a search"


def test_enter_in_the_search_without_scripts_searches_and_keeps_all(client: TestClient) -> None:
    filled = {
        "player": "Ines",
        "explorer": ["exp-02", "exp-04"],
        "found": "",
        "set:token_cap": "ability",
    }
    answer = client.post("/new", data={**filled, "find": "door"}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("#house-rules")
    page = client.get(answer.headers["location"]).text
    assert 'id="set-cost_door"' in page
    assert 'value="Ines"' in page
    assert re.findall(r'name="explorer" value="([^"]*)" checked', page) == ["exp-02", "exp-04"]
    for more in ({"open": "1"}, {"found": "door"}):  # the button, and Enter elsewhere after a search
        opened = client.post("/new", data={**filled, "find": "door", **more}, follow_redirects=False)
        assert opened.headers["location"].endswith("/share")


def test_what_a_variation_changes_later_is_folded_away_until_it_is_opened(client: TestClient) -> None:
    """No text of a variation outside of a fold that says that it reads ahead, when choosing and when playing."""
    texts = [one.text for scenario in builtin().scenarios.values() for one in scenario.variations if one.chapters]
    assert texts
    new = client.get("/new").text
    phone = host(client, **{"scenario": "ruins", "variation:ruins": "third-column"})
    chapter = phone.get("chapter").text
    for page, told in ((new, texts), (chapter, [text for text in texts if "third column" in text])):
        folded = "".join(re.findall(r"<details[^>]*><summary>Read ahead.*?</details>", page, re.DOTALL))
        for text in told:
            assert text in html.unescape(folded)
            assert html.unescape(page).count(text) == 1
    assert "<details open" not in new.replace("\n", "")


def test_what_a_variation_lets_everybody_do_stands_among_the_cards_and_is_played_there(client: TestClient) -> None:
    """A variation with an active ability counts like a card (SC-1); one without has none there."""
    chosen = {"scenario": "shape-of-god", "variation:shape-of-god": "patients", "explorer": "exp-01"}
    phone = host(client, **chosen)
    for page in ("cards", "chapter"):
        found = re.findall(r'<article[^>]*id="card-patients">.*?</article>', phone.get(page).text, re.DOTALL)
        assert len(found) == 1
        assert "Restore 1 essence" in found[0]
        assert found[0].count("<form") == 1
    before = phone.revision()
    fields = {name: html.unescape(value) for name, value in FIELD.findall(found[0])}
    assert phone.post("play", fields).status_code == 303
    assert phone.revision() == before + 1
    assert "<form" not in phone.get("chapter").text.partition('id="card-patients"')[2].partition("</article>")[0]
    other = host(client, **{"scenario": "ruins", "variation:ruins": "third-column"})
    assert "card-third-column" not in other.get("chapter").text + other.get("cards").text


def test_the_legend_of_the_cards_shows_what_it_means_in_both_themes(ines: Phone) -> None:
    page = ines.get("cards").text
    legend = re.search(r'id="legend">(.*?)</p>', page, re.DOTALL)
    assert legend is not None
    assert re.findall(r'class="(\w)" width="22".*?</svg>([a-z ]+)', legend[1]) == [
        ("a", "to draw"),
        ("b", "in play"),
        ("c", "gone"),
        ("d", "aside"),
    ]
    assert "Light, brass, dark" not in page


def test_house_rules_are_searched_without_a_script_and_nothing_typed_is_lost(client: TestClient) -> None:
    found = client.get("/new", params={"player": "Ines", "find": "door", "set:token_cap": "ability"}).text
    assert 'value="Ines"' in found
    assert 'id="set-cost_door"' in found
    assert 'id="set-token_cap"' not in found
    assert '<input type="hidden" name="set:token_cap" value="ability">' in found
    assert "1 differs from the default" in found


# ------------------------------------------------------------------ doors


def test_a_link_leads_to_the_seat_then_to_the_board(client: TestClient, ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    assert mara.get("", follow_redirects=False).headers["location"] == f"{mara.base}/board"
    assert mara.get("join", follow_redirects=False).headers["location"] == f"{mara.base}/board"
    client.cookies.clear()
    assert client.get(mara.base, follow_redirects=False).headers["location"] == f"{mara.base}/join"
    for tab in (*TABS, "share", "ruling", "undo"):
        answer = client.get(f"{mara.base}/{tab}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"{mara.base}/join"), tab
    part = client.get(f"{mara.base}/party", headers={"HX-Request": "true"}, follow_redirects=False)
    assert part.headers["hx-redirect"] == f"{mara.base}/join"


@pytest.mark.parametrize("action", ["join", "ask-seat"])
def test_a_form_that_a_new_phone_sends_twice_takes_one_seat(client: TestClient, ines: Phone, action: str) -> None:
    """On a slow network a second press is sent before the answer to the first, and its cookie, is there."""
    play = guest(ines, "Mara", "exp-02").base
    client.cookies.clear()
    assert client.get(f"{play}/join").status_code == 200
    known = dict(client.cookies)
    seats = len(client.get(f"/api{play.replace('/t/', '/tables/')}").json()["seats"])
    for _ in range(2):
        client.cookies.clear()
        client.cookies.update(known)
        data = {"name": "Tom", "explorer": "exp-03", "seat": "s2"}
        assert client.post(f"{play}/{action}", data=data, follow_redirects=False).status_code == 303
    now = client.get(f"/api{play.replace('/t/', '/tables/')}").json()
    assert len(now["seats"]) - seats == (action == "join")
    if action == "join":
        assert now["you"]["name"] == "Tom"
        assert now["you"]["explorers"] == ["exp-03"]
    else:
        assert ines.get("share").text.count('name="request"') <= 2, "one request: a yes and a no"


def test_taken_seats_are_shown_and_a_taken_explorer_is_refused_with_the_free_ones(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    ines.client.cookies.clear()
    page = ines.client.get(f"{mara.base}/join").text
    assert "Ines has this seat" in page
    answer = ines.client.post(f"{mara.base}/join", data={"name": "Jonas", "explorer": "exp-01"})
    assert answer.status_code == 409
    assert "Ada is taken by Ines." in answer.text
    assert "Still free: Bram or Vey." in answer.text
    assert 'value="Jonas"' in answer.text
    nameless = ines.client.post(f"{mara.base}/join", data={"name": " ", "explorer": ""})
    assert nameless.status_code == 422


def test_names_with_markup_are_shown_as_they_are(ines: Phone) -> None:
    mara = guest(ines, "<b>Mara</b>", "exp-02")
    for tab in ("share", "party", "log", "board"):
        assert "<b>Mara</b>" not in mara.get(tab).text, tab
    assert "&lt;b&gt;Mara&lt;/b&gt;" in mara.get("share").text


def test_a_lost_phone_asks_for_its_seat_and_the_host_gives_it(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    ines.client.cookies.clear()
    asked = ines.client.post(f"{mara.base}/ask-seat", data={"name": "Mara", "seat": "s2"}, follow_redirects=False)
    assert asked.status_code == 303
    new = Phone(ines.client, mara.base, dict(ines.client.cookies))
    assert "You asked for the seat of Mara" in new.text("join?asked=s2")
    share = ines.get("share").text
    number = re.search(r'name="request" value="(\d+)"', share)[1]  # type: ignore[index]
    assert mara.post("grant", {"request": number, "yes": "1"}).status_code == 403
    assert ines.post("grant", {"request": number, "yes": "1"}).status_code == 303
    assert new.get("board", follow_redirects=False).status_code == 200
    assert mara.get("board", follow_redirects=False).headers["location"] == f"{mara.base}/join"


def test_explorers_are_claimed_and_given_back(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    assert mara.post("claim", {"explorer": "exp-03"}).status_code == 303
    assert re.search(r"Mara Vey, this phone", mara.text("share"))
    assert mara.post("claim", {"explorer": "exp-01"}).status_code in (403, 409)
    assert ines.post("release", {"explorer": "exp-03"}).status_code == 303
    assert "Vey seat free" in mara.text("share")


def test_each_door_shows_only_the_doors_it_may(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    hosts = ines.get("share").text
    watch = re.search(r'href="[^"]*?(/t/[^"/]+)" aria-label="Open the watch page"', hosts)[1]  # type: ignore[index]
    for tab in (*TABS, *OTHERS):
        assert ines.key not in mara.get(tab).text, f"{tab} tells a player the host's key"
    ines.client.cookies.clear()
    assert ines.client.get(watch, follow_redirects=False).headers["location"] == f"{watch}/watch"
    for tab in (*TABS, "share", "house", "watch", "cards/encounters"):
        seen = ines.client.get(f"{watch}/{tab}")
        assert seen.status_code == 200, tab
        for key in (ines.key, mara.key):
            assert key not in seen.text, f"{tab} tells an onlooker another key"
        assert f'action="{watch}/play"' not in seen.text, f"{tab} has a move for an onlooker"
    assert ines.client.get(f"{watch}/undo").status_code == 403
    assert ines.client.post(f"{watch}/play", data={"move": "{}"}).status_code == 422
    move = json.dumps({"type": "FinishTurn", "explorer": "exp-02"})
    assert ines.client.post(f"{watch}/play", data={"move": move}).status_code == 403


def test_the_qr_code_is_a_drawing_of_black_on_white(ines: Phone) -> None:
    answer = ines.get("qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert "#fff" in answer.text
    assert "style=" not in answer.text


def test_unknown_tables_and_pages_are_404_with_words(client: TestClient, ines: Phone) -> None:
    for path in ("/t/nothing", "/t/nothing/board", "/t/nothing/qr.svg", "/nowhere"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "<h1>Not here</h1>" in answer.text
        assert "Nothing was changed." in answer.text
    assert ines.get("cards/nothing").status_code == 404


# ------------------------------------------------------------------ the five tabs


@pytest.mark.parametrize("tab", [*TABS, *OTHERS])
def test_every_page_of_a_table_opens(ines: Phone, tab: str) -> None:
    answer = ines.get(tab)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("tab", ["cards", "chapter", "party", "log", "share", "cards/encounters"])
def test_a_fragment_brings_its_part_and_the_now_bar(ines: Phone, tab: str) -> None:
    where = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{ines.base}/{tab}"}
    part = ines.get(tab, headers=where).text
    assert "<html" not in part
    assert '<hx-partial hx-target="#now"' in part
    assert re.search(rf'data-part="{ines.base}/{tab}"', part)
    now = ines.get("part/now", headers=where).text
    assert now.lstrip().startswith('<header id="now"')
    current = re.search(r'<a href="([^"]+)" aria-current="page">', now)
    assert (current[1] if current else "") == ("" if tab == "share" else f"{ines.base}/{tab.split('/')[0]}")


def test_the_now_bar_says_whose_turn_it_is_to_each_phone(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    jonas = guest(ines, "Jonas", "exp-03")
    assert re.search(r"Anyone Ada, \d stamina left", ines.text("log"))
    assert re.search(r"Anyone Bram, \d stamina left", mara.text("log"))
    ines.walk()
    assert re.search(r"Your turn Ada, \d stamina left", ines.text("log"))
    assert "Ines Ada acts; Bram may too" in mara.text("log")
    ines.post("play", ines.form("party", "Finish Ada’s turn"))
    assert "Bram and Vey to act" in ines.text("log")
    assert re.search(r"Anyone Vey, \d stamina left", jonas.text("log"))
    mara.walk()
    jonas.walk()
    assert re.search(r"Your turn Bram, \d stamina left", mara.text("log"))
    assert re.search(r"Your turn Vey, \d stamina left", jonas.text("log"))
    assert "Bram and Vey to act" in ines.text("log")


def test_the_sum_of_all_cards_comes_out(ines: Phone) -> None:
    page = ines.get("cards").text
    counted, total = map(int, re.search(r'<span class="num">(\d+) of (\d+)</span>', page).groups())  # type: ignore[union-attr]
    assert counted == total > 50
    rows = re.findall(r'aria-label="(\d+) to draw, (\d+) in play, (\d+) gone, (?:(\d+) aside, )?(\d+) in all"', page)
    assert len(rows) == 11
    assert sum(int(row[4]) for row in rows) == total
    for row in rows:
        assert sum(int(n or 0) for n in row[:4]) == int(row[4])


def test_party_opens_ones_own_explorer_and_folds_the_others(ines: Phone) -> None:
    page = ines.get("party").text
    assert '<article class="plate cur stack" id="unit-exp-01">' in page
    assert '<details class="plate tight" id="unit-exp-02">' in page
    assert 'aria-label="Ada, health minus 1"' in page


def test_the_party_tells_who_is_how_before_anything_can_be_pressed(ines: Phone) -> None:
    """Of each explorer pools and items at once; what changes something by hand is folded, and named so."""
    take = {"type": "TakeItem", "explorer": "exp-01", "deck": "weapons"}
    ines.post("play", {"move": json.dumps({"type": "MakeRuling", "reason": "So.", "changes": [take]})})
    page = ines.get("party").text
    part = page[page.index('id="party"') : page.index('<section class="stack" aria-labelledby="monsters"')]
    mine, *others = re.split(r'(?=<details class="plate tight" id="unit-)', part[part.index("<article") :])
    assert len(others) == 2
    assert "nobody" not in ines.text("party"), "who carries nothing has no line of it"
    for one, pools in ((mine, "6 /6 Health 7 /7 Stamina 4 /4 Essence"), (others[0], "8 /8 health 5 /5 stamina")):
        at_once = without_folds(one) if one is mine else one.partition("</summary>")[0]
        assert pools in " ".join(re.sub(r"<[^>]+>", " ", at_once).split())
        assert "data-step-by" not in at_once
        assert "Change by hand" in one
    before = mine[: re.search(r"<button|<form", without_folds(mine)).start()]  # type: ignore[union-attr]
    assert "Carries" in before
    assert part.index("<article") < part.index("End the explorer phase"), "what ends the phase comes after them"
    weapon = re.search(r'<h3 class="grow">Carries.*?<b class="grow">([^<]+)</b>', mine, re.DOTALL)
    assert weapon is not None
    jonas = guest(ines, "Jonas", "exp-02")
    assert weapon[1] in jonas.get("party").text.partition('id="unit-exp-01"')[2].partition("</summary>")[0]


def without_folds(html_: str) -> str:
    """What is seen with every fold closed; folds within folds go first."""
    while (less := re.sub(r"<details(?:(?!<details).)*?</details>", "", html_, flags=re.DOTALL)) != html_:
        html_ = less
    return html_


# ------------------------------------------------------------------ moves


def test_a_move_by_form_leads_back_and_is_logged(ines: Phone) -> None:
    form = ines.form("party", "Finish Ada’s turn")
    done = ines.post("play", form)
    assert (done.status_code, done.headers["location"]) == (303, f"{ines.base}/party")
    assert "Turn done" in ines.text("party")
    assert "Ada finished the turn" in ines.text("log")


def test_the_same_form_twice_is_one_move(ines: Phone) -> None:
    form = ines.form("party", "Finish Ada’s turn")
    before = ines.revision()
    for _ in range(2):
        assert ines.post("play", form).status_code == 303
    assert ines.revision() == before + 1


def test_with_htmx_an_accepted_move_names_what_changed(ines: Phone) -> None:
    form = ines.form("party", "Finish Ada’s turn")
    done = ines.post("play", form, headers={"HX-Request": "true"})
    assert (done.status_code, done.text) == (200, "")
    words = json.loads(done.headers["hx-trigger"])["changed"]["data"].split()
    assert int(words[0]) == ines.revision()
    assert {"party", "log"} <= set(words[1:])


def test_while_a_question_is_open_a_refusal_leads_to_its_answers(ines: Phone) -> None:
    end = json.dumps({"type": "EndPhase", "phase": "explorer"})
    party = ("exp-01", "exp-02", "exp-03")
    for unit in party:
        assert ines.post("play", {"move": json.dumps({"type": "FinishTurn", "explorer": unit})}).status_code == 303
    assert ines.post("play", {"move": end}).status_code == 303
    page = ines.post("play", {"move": end})
    assert page.status_code == 409
    assert "<h3>Asked now: " in page.text
    moves = [json.loads(html.unescape(move)) for move in re.findall(r'name="move" value="([^"]*)"', page.text)]
    answers = [move for move in moves if move["type"] == "Answer"]
    assert [move["option"] for move in answers[-3:]] == [*party]
    assert ines.post("play", {"move": json.dumps(answers[-1])}).status_code == 303


def test_a_refusal_lists_every_reason_and_what_is_legal(ines: Phone) -> None:
    ines.post("play", ines.form("party", "Finish Ada’s turn"))
    before = ines.revision()
    move = json.dumps({"type": "Explore", "explorer": "exp-01", "edge": "N"})
    page = ines.post("play", {"move": move, "revision": str(before), "back": f"{ines.base}/board"})
    assert page.status_code == 409
    assert len(re.findall(r'<li class="note bad">', page.text)) >= 2
    assert "Ada has finished for this round." in page.text
    assert "This costs 2 stamina; Ada has 0." in page.text
    assert 'href="/rules/EX-1"' in page.text
    assert "<h3>What is legal now</h3>" in page.text
    assert f'href="{ines.base}/board" data-close' in page.text
    sheet = ines.post("play", {"move": move}, headers={"HX-Request": "true"})
    assert sheet.status_code == 409
    assert sheet.text.lstrip().startswith('<section class="sheet bad"')
    assert ines.revision() == before


def test_a_race_is_told_by_name(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    seen = ines.form("party", "Finish Ada’s turn")
    mara.post("play", mara.form("party", "Finish Bram’s turn"))
    assert ines.post("play", seen).status_code == 303, "both land: they do not meet"
    late = {"move": json.dumps({"type": "Explore", "explorer": "exp-02", "edge": "N"}), "revision": seen["revision"]}
    page = ines.post("play", late)
    assert page.status_code == 409
    told = html.unescape(re.sub(r"<[^>]+>", "", page.text))
    assert "While you chose: Bram finished the turn" in told


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 422),
        ({"move": "no json"}, 422),
        ({"move": '{"type":"Fly"}'}, 422),
        ({"move": '{"type":"FinishTurn","explorer":"exp-01","more":1}'}, 422),
        ({"move": '{"type":"FinishTurn","explorer":7}'}, 422),
        ({"move": '{"type":"FinishTurn","explorer":"exp-01"}', "revision": "soon"}, 422),
        ({"move": '{"type":"FinishTurn","explorer":"exp-01"}', "key": "k" * 300}, 422),
        ({"move": "x" * 30_000}, 422),
        ({"move": '{"type":"FinishTurn","explorer":"exp-77"}'}, 409),
    ],
)
def test_bad_moves_change_nothing_and_are_answered_in_words(ines: Phone, fields: dict[str, str], status: int) -> None:
    before = ines.revision()
    answer = ines.post("play", fields)
    assert answer.status_code == status
    assert "<h1" in answer.text
    assert ines.revision() == before
    part = ines.post("play", fields, headers={"HX-Request": "true"})
    assert part.status_code == status
    assert "<html" not in part.text


def test_a_move_for_somebody_elses_explorer_is_403(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    answer = mara.post("play", {"move": '{"type":"FinishTurn","explorer":"exp-01"}'})
    assert answer.status_code == 403
    assert "Ada is played" in html.unescape(answer.text)


def test_a_form_leads_back_to_its_own_table_only(ines: Phone) -> None:
    for back in ("https://elsewhere.example/", "/t/other/board", f"{ines.base}\\..\\x", f"{ines.base}/a\nb", ""):
        form = {**ines.form("party", "Finish"), "back": back}
        form["key"] = f"{form['key']}{len(back)}"
        move = ruling(3)
        form["move"] = json.dumps(move)
        assert ines.post("play", form).headers["location"] == f"{ines.base}/board"


# ------------------------------------------------------------------ rulings


def test_a_stepper_opens_the_ruling_that_asks_why(ines: Phone) -> None:
    page = ines.get("ruling?kind=pool&unit=exp-01&what=health&value=5").text
    assert 'id="ruling-exp-01-health" name="value" value="5" min="0" max="6"' in page
    assert "Now 6 of 6." in page
    form = {"kind": "pool", "unit": "exp-01", "what": "health", "value": "5", "reason": "We forgot the fall."}
    silent = ines.post("ruling", {**form, "reason": " "})
    assert silent.status_code == 422
    assert "a ruling needs a reason" in silent.text
    assert ines.post("ruling", form).status_code == 303
    assert re.search(r"<output>5<small>/6", ines.get("party").text)
    assert "Ruling by Ines: “We forgot the fall.”" in ines.text("log")
    assert "Ruling by Ines" in ines.text("log?show=rulings")
    assert "Ruling by Ines" not in ines.text("log?show=rolls")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"kind": "tracks", "track": "spawn", "value": "2"}, 303),
        ({"kind": "tracks", "track": "threat", "value": "3"}, 303),
        ({"kind": "tracks", "track": "threat", "value": "77"}, 409),
        ({"kind": "tracks", "track": "mood", "value": "1"}, 422),
        ({"kind": "pool", "unit": "exp-01", "what": "health", "value": "-1"}, 422),
        ({"kind": "pool", "unit": "nobody", "what": "health", "value": "1"}, 409),
        ({"kind": "monster", "name": "No Such Thing", "cell": "0,0", "column": "5", "row": "5"}, 422),
        ({"kind": "put", "unit": "exp-01", "cell": "0,0", "column": "12", "row": "5"}, 422),
        ({"kind": "put", "unit": "exp-01", "cell": "40,0", "column": "1", "row": "5"}, 409),
        ({"kind": "take", "unit": "exp-01", "deck": "weapons"}, 303),
        ({"kind": "chapter", "number": "2"}, 303),
        ({"kind": "chapter", "number": "99"}, 409),
        ({"kind": "end", "outcome": "won"}, 303),
        ({"kind": "tile", "where": "7,7,N", "which": "top", "face": "a", "lies": "symbol"}, 409),
        ({"kind": "tile", "where": "north", "which": "top", "face": "a", "lies": "symbol"}, 422),
        ({"kind": "tile_off", "cell": "0,0"}, 303),
        ({"kind": "phase", "phase": "spawn", "round": "2", "begins": "no"}, 303),
        ({"kind": "draw", "deck": "encounters", "source": "top", "to": "resolved"}, 303),
        ({"kind": "card", "card": "nothing", "to": "out"}, 409),
        ({"kind": "option", "option": "rav-01|top.0"}, 422),
        ({"kind": "magic"}, 422),
    ],
)
def test_every_kind_of_ruling_is_made_or_refused_in_words(ines: Phone, fields: dict[str, str], status: int) -> None:
    answer = ines.post("ruling", {**fields, "reason": "The card says so."})
    assert answer.status_code == status, answer.text[-1500:]
    if status != 303:
        assert "<h1" in answer.text


def test_no_page_of_rulings_names_cards_that_nobody_has_seen(ines: Phone) -> None:
    page = re.sub(r"\?v=\w+|/t/[\w-]+", "", ines.get("ruling").text)  # hashes and keys may read like anything
    assert not re.search(r"(mon|enc|env|xev|hev|w1|a1|c1|p1)-?\d\d", page)


def test_a_monster_is_put_on_the_board_by_its_name(ines: Phone) -> None:
    spot = {"cell": "0,0", "column": "0", "row": "0", "reason": "The card says so."}
    for column in range(10):  # the first space that nothing stands on
        answer = ines.post("ruling", {"kind": "monster", "name": "lamp-eater", **spot, "column": str(column)})
        if answer.status_code == 303:
            break
    assert answer.status_code == 303
    assert "Lamp-Eater" in ines.text("party")
    unit = re.search(r'id="unit-(m\d+)"', ines.get("party").text)[1]  # type: ignore[index]
    gone = {"kind": "remove", "unit": unit, "how": "banished", "reason": "Too many."}
    assert ines.post("ruling", gone).status_code == 303
    assert "None on the board." in ines.text("party")


def test_only_the_host_changes_house_rules_and_the_log_says_so(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    assert "Set “" not in mara.get("house").text
    change = {"name": "token_cap", "set:token_cap": "ability"}
    assert mara.post("house", change).status_code == 403
    assert ines.post("house", change).status_code == 303
    assert '<span class="chip num">1 changed</span>' in mara.get("house").text
    assert ines.post("house", {"name": "token_cap", "set:token_cap": "maybe"}).status_code == 409
    assert ines.post("house", {"name": "cost_door", "set:cost_door": "x"}).status_code == 422


# ------------------------------------------------------------------ undo


def test_undo_names_whose_moves_go_and_the_log_keeps_them_struck_through(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    ines.post("play", ines.form("party", "Finish Ada’s turn"))
    mara.post("play", mara.form("party", "Finish Bram’s turn"))
    dialog = ines.text("undo")
    assert "Take this move back?" in dialog
    assert "Mara’s move" in dialog
    assert "Not yours" in dialog
    assert "Ask Mara first." in dialog
    first = ines.revision() - 2
    both = ines.text(f"undo?to={first}")
    assert "Take back 2 moves?" in both
    assert "Undo only the last, Mara’s" in both
    assert ines.post("undo", ines.form(f"undo?to={first}", "Undo 2")).status_code == 303
    log = ines.get("log").text
    assert len(re.findall(r'<li id="r\d+" class="un">', log)) == 2
    assert "undone by Ines" in log
    assert "Ines took back 2 moves." in ines.text("log")
    assert "Redo: 2 moves" in log


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"kind": "tracks", "track": "horror", "value": "2"}, "Horror tokens went from 0 to 2."),
        ({"kind": "pool", "unit": "exp-01", "what": "health", "value": "3"}, "Ada lost 3 health, 3 left."),
        ({"kind": "chapter", "number": "1"}, "Chapter 2, "),
    ],
    ids=["tracks", "pool", "chapter"],
)
def test_undo_says_what_a_ruling_did_not_its_reason_alone(ines: Phone, fields: dict[str, str], told: str) -> None:
    assert ines.post("ruling", {**fields, "reason": "we forgot"}).status_code == 303
    dialog = ines.text("undo").partition("This goes:")[2].partition("Nothing is erased")[0]
    assert "Ruling by Ines: “we forgot”" in dialog
    assert told in dialog


@pytest.mark.parametrize("n", range(1, 9))
def test_undo_says_of_a_long_move_how_much_more_it_did(ines: Phone, n: int) -> None:
    pools = [(unit, what) for unit in ("exp-01", "exp-02", "exp-03") for what in ("health", "stamina", "essence")]
    changes = [{"type": "SetPool", "unit": unit, "what": what, "value": 1} for unit, what in pools[:n]]
    move = {"type": "MakeRuling", "reason": "we forgot", "changes": changes}
    assert ines.post("play", {"move": json.dumps(move)}).status_code == 303
    page = ines.get("undo").text.partition("This goes:")[2].partition("</ul>")[0]
    told = [line for line in re.findall(r"<p[^>]*>([^<]+)</p>", page) if "lines more" not in line]
    more = re.search(r"And (\d+) lines more", page)
    assert len(told) + (int(more[1]) if more else 0) == n + 1
    assert len(told) <= 5
    assert more is None or int(more[1]) > 1


def test_redo_brings_them_back(ines: Phone) -> None:
    ines.post("play", ines.form("party", "Finish Ada’s turn"))
    ines.post("undo", ines.form("undo", "Undo"))
    assert "To act" in ines.text("party")
    assert 'aria-label="Redo: Ada: finish the turn"' in ines.get("log").text
    assert ines.post("redo", {"revision": str(ines.revision())}).status_code == 303
    assert "Turn done" in ines.text("party")
    assert ines.post("redo", {}).status_code == 409


def test_an_undo_of_what_has_changed_meanwhile_is_refused_by_name(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    ines.post("play", ines.form("party", "Finish Ada’s turn"))
    seen = ines.form("undo", "Undo")
    mara.post("play", mara.form("party", "Finish Bram’s turn"))
    answer = ines.post("undo", seen)
    assert answer.status_code == 409
    assert "Bram finished the turn" in html.unescape(answer.text)


def test_undo_with_nothing_to_undo_says_so(ines: Phone) -> None:
    assert "Nothing to undo" in ines.text("undo")
    assert ines.get("undo?to=soon").status_code == 422


# ------------------------------------------------------------------ files


def test_a_table_is_carried_away_and_brought_in(client: TestClient, ines: Phone) -> None:
    ines.post("play", ines.form("party", "Finish Ada’s turn"))
    answer = ines.get("export")
    assert answer.headers["content-disposition"] == 'attachment; filename="Ruins Among the Void.vivarium.json"'
    client.cookies.clear()
    files = {"file": ("table.json", answer.content, "application/json")}
    made = client.post("/import", data={"player": "Jonas"}, files=files, follow_redirects=False)
    assert made.status_code == 303, made.text
    assert made.headers["location"].endswith("/share")
    assert "Jonas" in client.get(made.headers["location"]).text
    for raw in (b"no json", b"[]", b'{"format":"else"}'):
        wrong = client.post("/import", data={"player": "J"}, files={"file": ("x.json", raw, "application/json")})
        assert wrong.status_code in (409, 422)
        told = re.search(r'role="alert">.*?<li>([^<]+)</li>', wrong.text, re.DOTALL)
        assert told is not None
        assert re.match(r"(This|The) file is [a-z ]+", told[1]), told[1]


@pytest.mark.parametrize("who", ["host", "guest", "watcher"])
def test_an_export_says_beforehand_what_it_is_good_for(client: TestClient, ines: Phone, who: str) -> None:
    """What is said where it is offered is what the import makes of it."""
    watch = re.search(r'href="[^"]*?(/t/[^"/]+)" aria-label="Open the watch page"', ines.get("share").text)
    assert watch is not None
    phone = {"host": lambda: ines, "guest": lambda: guest(ines, "Mara"), "watcher": lambda: Phone(client, watch[1], {})}
    one = phone[who]()
    files = {"file": ("table.json", one.get("export").content, "application/json")}
    client.cookies.clear()
    taken = client.post("/import", data={"player": "Jonas"}, files=files, follow_redirects=False).status_code == 303
    assert taken == (who == "host")
    for page in ("share", "log"):
        told = one.text(page)
        assert ("to read" in told and "can be brought in again" in told) == (not taken), page
        assert "brought in again" in told or "bring in again" in told, page


# ------------------------------------------------------------------ questions


@pytest.fixture
def asking(client: TestClient) -> tuple[Phone, Api, dict[str, Any]]:
    """A table at which a question waits, a phone at it, and the question."""
    api = open_table(client, player="Ines")
    phone = Phone(client, f"/t/{api.key}", {})
    client.cookies.clear()
    client.post(f"{phone.base}/join", data={"name": "Mara", "explorer": "exp-02"}, follow_redirects=False)
    phone.cookies = dict(client.cookies)
    for number in range(len(api.state()["state"]["chapters"])):  # one of them lets the group choose
        change = {"type": "SetChapter", "number": number}
        ruled = api.play({"type": "MakeRuling", "reason": "On we go.", "changes": [change]})
        assert ruled.status_code == 200, ruled.text
        waiting = [step for step in api.state()["agenda"] if step["type"] == "ask"]
        if waiting:
            return phone, api, waiting[-1]
    raise AssertionError("nothing asks")


def test_a_question_stands_on_every_page_and_is_answered_from_it(
    asking: tuple[Phone, Api, dict[str, Any]],
) -> None:
    phone, api, step = asking
    for tab in TABS:
        page = phone.get(tab).text
        assert f'data-step="{step["id"]}"' in page, tab
    assert re.search(r"<span class=\"dot\">1<span", phone.get("party").text)
    option = step["options"][0]
    form = phone.form("party", option["label"])
    assert json.loads(form["move"]) == {"step": step["id"], "option": option["option"], "type": "Answer"}
    assert phone.post("play", form).headers["location"] == f"{phone.base}/party"
    assert "answered" in phone.text("log")
    late = phone.post("play", {**form, "key": "another"})
    assert "This is done already" in late.text
    assert not any(one.get("id") == step["id"] for one in api.state()["agenda"])
    closed = phone.text(f"ask/{step['id']}")
    assert "Nothing is asked" in closed


def test_a_question_has_a_page_of_its_own(asking: tuple[Phone, Api, dict[str, Any]]) -> None:
    phone, _, step = asking
    page = phone.text(f"ask/{step['id']}")
    assert "Anyone answers for the group." in page
    assert phone.get("ask/0").status_code == 200
    assert phone.get("ask/none").status_code == 422


def test_an_explorer_has_one_sign_everywhere_that_of_the_board(client: TestClient) -> None:
    """Ada and Anselm begin alike: the board writes Ad and An, and so does every page, the log, undo and the door."""
    phone = host(client, explorer=["exp-01", "exp-08"])  # type: ignore[arg-type]
    board = phone.get("board").text
    marks = set(re.findall(r'class="n[^"]*"[^>]*>(A\w?)<', board))
    assert marks == {"Ad", "An"}
    phone.walk()
    for page in ("board", "share", "party", "items", "log", "undo", "ruling", "chapter", "cards"):
        shown = re.findall(r'<span class="tk ex[^"]*"[^>]*>([^<]*)</span>', phone.get(page).text)
        assert "A" not in shown, page
    client.cookies.clear()
    door = client.get(f"{phone.base}/join").text
    assert {"Ad", "An"} <= set(re.findall(r'<span class="tk ex[^"]*"[^>]*>([^<]*)</span>', door))
