"""The rules page with its search, and asking the rules about a copy of one's own table."""

from __future__ import annotations

import html
import json
import re
from dataclasses import fields, is_dataclass
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules.ledger import LEDGER
from app.rules.settings import CHOICES, Settings
from app.web import contexts_ask, contexts_items, contexts_monsters, contexts_steps
from app.web.messages import Words
from app.web.messages_play import ability_words
from app.web.pages_ask_rules import MOST_RULES
from app.web.pages_rules import CHAPTERS, house_rule
from app.web.rules_search import says
from tests.support.rule_coverage import refusals
from tests.support.rule_examples import chosen
from tests.web.phones import Phone, host
from tests.web.table_scene import played, put
from tests.web.test_pages_contexts import ASKED, LOOPED, names

BOOK = builtin()
ADA, BRAM = "exp-01", "exp-02"
POSITION = """
chapter: rav-01
tiles:
  14a at 0,0
explorers:
  Ada 5/7/2 at e1 of 0,0
  Bram 1/4/1 at f4 of 0,0
decks:
  tiles draw: 09b
"""


def shown(text: str) -> list[str]:
    return re.findall(r'<div id="([A-Z]{2}-\d+)"><dt', text)


def ask(phone: Phone, move: dict[str, object], *before: dict[str, object]) -> str:
    query = urlencode([("move", json.dumps(move)), *(("before", json.dumps(one)) for one in before)])
    answer = phone.get(f"ask-rules?{query}")
    assert answer.status_code == 200, answer.text
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


# ------------------------------------------------------------------ the rules page


def test_every_row_is_there_and_every_chapter_has_a_name(client: TestClient) -> None:
    assert shown(client.get("/rules").text) == list(LEDGER)
    assert {row.partition("-")[0] for row in LEDGER} == set(CHAPTERS)


def test_a_search_finds_rows_that_have_all_its_words(client: TestClient) -> None:
    found = shown(client.get("/rules?find=stamina+EXPLORING").text)
    assert "EX-1" in found
    assert 0 < len(found) < len(LEDGER)
    assert shown(client.get("/rules?find=ex-2").text)[0] == "EX-2"
    assert shown(client.get("/rules?find=zebra").text) == []
    assert "No rule has “zebra” in it" in html.unescape(client.get("/rules?find=zebra").text)


def test_a_chapter_can_be_read_by_itself_and_searched(client: TestClient) -> None:
    assert shown(client.get("/rules?part=ST").text) == ["ST-1", "ST-2", "ST-3", "ST-4", "ST-5"]
    text = client.get("/rules?part=ST&find=help").text
    assert set(shown(text)) < {"ST-1", "ST-2", "ST-3", "ST-4", "ST-5"}
    assert '<option value="ST" selected>' in text


def test_what_is_searched_for_is_escaped_and_an_unknown_chapter_is_none(client: TestClient) -> None:
    text = client.get("/rules?find=%3Cscript%3E").text
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert shown(client.get("/rules?part=ZZ").text) == list(LEDGER)


@pytest.mark.parametrize("row", LEDGER)
def test_every_row_has_a_page_with_worked_examples(client: TestClient, row: str) -> None:
    page = client.get(f"/rules/{row}")
    assert page.status_code == 200
    words = html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.text)))
    assert LEDGER[row].text in words
    verdicts = re.findall(r'<span class="chip">(Legal|Refused|Not told yet)</span>', page.text)
    assert 2 <= len(verdicts) <= 3, "one that is allowed, and one that is refused or at an edge"
    assert "Legal" in verdicts or "Not told yet" in verdicts
    for code in re.findall(r"\b[a-z]+_[a-z_]+\b", words):
        raise AssertionError(f"a code among the words: {code}")


def test_examples_tell_every_reason_as_the_rules_give_it(client: TestClient) -> None:
    refused = [case for found in chosen().values() for case in found if case.kind == "refused"]
    assert len(refused) > 60
    for case in refused:
        page = next(client.get(f"/rules/{row}").text for row, found in chosen().items() if case in found)
        section = next(part for part in page.split("<section")[1:] if case.title in html.unescape(part))
        named = re.findall(r'href="/rules/([A-Z]{2}-\d+)"', section.partition("</section>")[0])
        assert sorted(named) == sorted(rule for _, rule in refusals(case)), case.id


def test_the_list_leads_to_the_examples_and_back_to_the_table_that_one_came_from(client: TestClient) -> None:
    assert client.get("/rules").text.count('class="more-link"') == len(LEDGER)
    came = {"referer": "http://testserver/t/abc/log?show=rolls"}
    for path in ("/rules", "/rules/EX-1"):
        assert 'href="/t/abc/log?show=rolls" aria-label="Back to the table"' in client.get(path, headers=came).text
        for other in ("http://elsewhere.example/x", "http://testserver/rules", "", "javascript:alert(1)"):
            assert 'aria-label="Back to the table"' not in client.get(path, headers={"referer": other}).text
    assert client.get("/rules/ex-1").status_code == 200
    assert client.get("/rules/XX-9", follow_redirects=False).headers["location"] == "/rules"


# ------------------------------------------------------------------ ask the rules


@pytest.fixture
def phone(app: FastAPI, client: TestClient) -> Phone:
    found = host(client)
    found.get("step")
    put(app, found.key, played(BOOK, POSITION))
    return found


def test_a_legal_move_tells_what_would_happen_and_touches_nothing(phone: Phone) -> None:
    before = phone.get("party").text
    told = ask(phone, {"type": "FinishTurn", "explorer": ADA})
    assert "Ada: finish the turn Legal" in told
    assert "Ada lost 7 stamina" in told or "Ada finished" in told
    assert re.findall(r'data-revision="(\d+)"', phone.get("party").text) == re.findall(r'data-revision="(\d+)"', before)
    assert "7<small>/7" in phone.get("party").text


def test_an_illegal_move_tells_every_reason(phone: Phone) -> None:
    told = ask(phone, {"type": "Explore", "explorer": BRAM, "edge": "S"}, {"type": "FinishTurn", "explorer": BRAM})
    assert "Refused" in told
    assert "RD-2" in told
    assert "EX-1" in told


def test_what_is_hidden_is_not_told(phone: Phone) -> None:
    told = ask(phone, {"type": "Explore", "explorer": ADA, "edge": "N"})
    assert "What follows depends on the next of the map tiles, which nobody has seen." in told
    assert "09b" not in told
    assert "Go on from there" not in told


def test_one_what_if_leads_to_the_next(phone: Phone) -> None:
    finish = {"type": "FinishTurn", "explorer": ADA}
    assert "Go on from there" in ask(phone, finish)
    told = ask(phone, {"type": "FinishTurn", "explorer": BRAM}, finish)
    assert told.count("Legal") == 2
    assert "And then?" in told
    assert "And then?" not in ask(phone, {"type": "FinishTurn", "explorer": BRAM}, finish, finish), (
        "the second of them is refused: there it ends"
    )


def test_what_is_no_move_is_said_on_the_page(phone: Phone) -> None:
    assert "That is no move: move" in ask(phone, {"type": "Dance"})
    assert phone.get("ask-rules?move=" + "x" * 3000).status_code == 422
    assert phone.get("ask-rules?" + "&".join(["before={}"] * 50)).status_code == 200


LINK = re.compile(r'<a class="act" href="(\?[^"]*)">.*?<b>(.*?)</b>(.*?)</a>', re.DOTALL)


def links(page: str) -> list[tuple[str, str, str]]:
    """(query, words, note) of every move that a page offers to ask about."""
    plain = [(query, words, re.sub(r"<[^>]+>", "", note)) for query, words, note in LINK.findall(page)]
    return [(html.unescape(query), html.unescape(words), html.unescape(note).strip()) for query, words, note in plain]


def follow(phone: Phone, query: str) -> str:
    """The page that a link of the ask page leads to."""
    answer = phone.get(f"ask-rules{query.partition('#')[0]}")
    assert answer.status_code == 200, query
    return str(answer.text)


def verdict(page: str) -> str:
    found = re.search(r'<section class="plate cur stack" id="verdict">(.*?)</section>', page, re.DOTALL)
    assert found, "no answer"
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1])))


def chip(page: str) -> str:
    """'Legal' or 'Refused', as the answer says."""
    found = re.search(r'id="verdict">.*?<span class="chip">(\w+)</span>', page, re.DOTALL)
    assert found, "no answer"
    return found[1]


def test_moves_stand_by_who_makes_them_and_each_can_be_asked_about(phone: Phone) -> None:
    page = phone.get("ask-rules").text
    heads = re.findall(r'<summary><span class="grow">([^<]+)</span> <small class="dim num">(\d+)', page)
    assert [name for name, _ in heads][:2] == ["Ada", "Bram"]
    offered = links(page)
    assert sum(int(n) for _, n in heads) == len(offered) > 20
    assert not [words for _, words, _ in offered if words.startswith(("Ada: ", "Bram: "))], (
        "the heading says whose it is"
    )
    for query, words, note in offered:
        answer = follow(phone, query)
        assert words.casefold() in verdict(answer).casefold()
        assert (chip(answer) == "Refused") == (note != ""), (words, note)


def test_a_search_finds_moves_by_their_words_walks_too(phone: Phone) -> None:
    for find, words in (
        ("ada WALK e2", "Ada: walk to"),
        ("explore north", "explore over the north edge"),
        ("refused", ""),
    ):
        page = phone.get("ask-rules?" + urlencode({"find": find})).text
        section = re.search(r'<section class="stack" id="found">(.*?)</section>', page, re.DOTALL)
        assert section, find
        found = links(section[1])
        assert found, find
        assert all(words in title for _, title, _ in found), found
        if find == "refused":
            assert {chip(follow(phone, query)) for query, _, _ in found} == {"Refused"}
    nothing = phone.text("ask-rules?find=%3Cb%3Enothing")
    assert "No move has “<b>nothing” in it" in nothing


def spaces(page: str) -> list[str]:
    return re.findall(r'<a href="[^"]*?at=(-?\d+,-?\d+)#picked" class="sp"', page)


def test_every_space_of_the_board_can_be_tapped(phone: Phone) -> None:
    page = phone.get("ask-rules").text
    assert len(spaces(page)) == len(set(spaces(page))) == 100
    tapped = phone.get("ask-rules?at=4,4").text
    assert re.search(r'<rect id="picked" x="80" y="80"', tapped)
    assert "About The " in phone.text("ask-rules?at=4,4")
    here = re.search(r'<section class="stack" id="here">(.*?)</section>', tapped, re.DOTALL)
    assert here
    titles = [words for _, words, _ in links(here[1])]
    assert any(words.startswith("Ada: walk to") for words in titles)
    assert any(words.startswith("Bram: walk to") for words in titles)
    for query, words, _ in links(here[1]):
        assert words in verdict(follow(phone, query))
        assert chip(follow(phone, query)) in ("Legal", "Refused")
    for nowhere in ("400,4", "x", "4", "-", "4,4,4"):
        assert 'id="here"' not in phone.get(f"ask-rules?at={nowhere}").text


def test_a_tap_on_a_unit_asks_about_it_and_all_that_it_does(phone: Phone) -> None:
    page = phone.get("ask-rules?at=4,0").text  # Ada stands there
    here = re.search(r'<section class="stack" id="here">(.*?)</section>', page, re.DOTALL)
    assert here
    titles = [words for _, words, _ in links(here[1])]
    assert any(words == "Ada: finish the turn" for words in titles)
    assert not any(words.startswith("Ada: walk to") for words in titles), "she is there"


def test_a_refusal_tells_all_reasons_the_rules_and_what_is_legal_instead(phone: Phone) -> None:
    walk = {"type": "Walk", "explorer": BRAM, "to": [1, 9]}
    page = phone.get("ask-rules?" + urlencode({"move": json.dumps(walk)})).text
    told = verdict(page)
    assert chip(page) == "Refused"
    reasons = re.findall(r'<li class="note bad">.*?href="/rules/([A-Z]{2}-\d+)"', page, re.DOTALL)
    assert reasons
    for rule in reasons:
        assert LEDGER[rule].text in told
    assert "Legal instead" in told
    instead = links(page.split("Legal instead")[1].split("</section>")[0])
    assert instead
    assert any(words.startswith("Bram: walk to") for _, words, _ in instead), "the nearest spaces in reach"
    for query, words, _ in instead:
        assert chip(follow(phone, query)) == "Legal", words


def test_chance_is_told_as_unknown_never_as_a_result(phone: Phone) -> None:
    page = follow(phone, "?" + urlencode({"move": json.dumps({"type": "RollDie", "die": "game"})}))
    assert chip(page) == "Legal"
    assert re.search(r'<p class="note">.*?</svg><span>[^<]*(die|dice)', page, re.DOTALL), verdict(page)
    assert not re.search(r"showed \d|rolled \d", verdict(page))
    assert "Go on from there" not in page


def test_what_was_made_on_the_copy_is_kept_by_taps_and_searches(phone: Phone) -> None:
    finish = json.dumps({"type": "FinishTurn", "explorer": ADA})
    query = urlencode({"before": finish})
    page = phone.get(f"ask-rules?{query}&at=4,4").text
    for link, _, _ in links(page):
        assert link.count("before=") == 1
    assert all("before=" in href for href in re.findall(r'<a href="([^"]*)#picked"', page))
    search = re.search(r'<form class="row".*?</form>', page, re.DOTALL)
    assert search
    assert search[0].count('name="before"') == search[0].count('name="at"') == 1
    assert chip(follow(phone, next(q for q, words, _ in links(page) if words.startswith("Ada: walk")))) == "Refused"


def test_prices_of_abilities_are_whole_words(phone: Phone) -> None:
    """A price in two brackets, such as '(2 stamina) (max 3)', was cut in the middle."""
    for card in BOOK.cards:
        for face in BOOK.card(card).faces:
            for number, panel in enumerate(face.panels):
                for place, _ in enumerate(panel.abilities):
                    text, price = ability_words(Words(BOOK), card, f"{face.name}.{number}.{place}")
                    assert price.count("(") == price.count(")"), (card, price)
                    assert text.count("(") == text.count(")") or text.endswith("…"), (card, text)


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for module in (contexts_ask, contexts_items, contexts_monsters, contexts_steps)
        for kind in vars(module).values()
        if is_dataclass(kind) and "template" in vars(kind)
    ],
    ids=lambda kind: kind.__name__,
)
def test_a_template_is_given_exactly_what_it_reads(kind: type) -> None:
    given = {field.name for field in fields(kind)}
    template, partial = kind.template, kind.partial  # type: ignore[attr-defined]
    read = names(template) | (names(partial) if partial else frozenset())
    assert given - read == set(), "given, but not read"
    assert read - given - ASKED - LOOPED == set(), "read, but not given"


# ------------------------------------------------------------------ settling a quarrel


def set_rule(phone: Phone, name: str, value: str) -> None:
    form = {"name": name, f"set:{name}": value}
    assert phone.post("house", form).status_code == 303


@pytest.mark.parametrize(
    ("find", "row", "rule"),
    [
        ("diagonal", "BG-2", "diagonal_corner"),
        ("slots", "", ""),
        ("trading", "", "cost_trade"),
        ("sight", "BG-3", "sight_corner"),
    ],
)
def test_the_search_finds_rules_and_house_rules_with_the_value_in_force(
    phone: Phone, find: str, row: str, rule: str
) -> None:
    """Whatever row of the ledger or house rule has the words is found, and told as this table plays it now."""
    page = phone.get(f"ask-rules?find={find}").text
    section = re.search(r'<section class="stack" id="found">(.*?)</section>', page, re.DOTALL)
    assert section
    rows = [one for one in LEDGER.values() if says(one, find)]
    for one in rows[:MOST_RULES]:
        assert f"/rules/{one.id}" in section[1]
    if row:
        assert f"/rules/{row}" in section[1]
    if rule:
        for value in (getattr(Settings(), rule), *[v for v in CHOICES.get(rule, ()) if v != getattr(Settings(), rule)]):
            if value != getattr(Settings(), rule):
                set_rule(phone, rule, str(value))
            told = plain_of(phone.get(f"ask-rules?find={find}").text)
            assert house_rule(rule, value) in told


def plain_of(text: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))


def test_the_rules_page_tells_house_rules_as_the_table_plays_them(phone: Phone) -> None:
    """By default, and changed: never a value that does not count; without a table the default stands as such."""
    key = phone.base.removeprefix("/t/")
    assert house_rule("diagonal_corner", "both") in plain_of(phone.client.get("/rules/BG-2").text)
    assert "unless a table agrees otherwise" in plain_of(phone.client.get("/rules").text)
    for value in ("both", "any"):
        if value == "any":
            set_rule(phone, "diagonal_corner", value)
        other = house_rule("diagonal_corner", "any" if value == "both" else "both")
        for path in ("/rules", "/rules/BG-2", "/rules?find=diagonal"):
            joint = "&" if "?" in path else "?"
            for page in (
                phone.client.get(f"{path}{joint}table={key}"),
                phone.client.get(path, headers={"referer": f"http://testserver/t/{key}/log"}),
            ):
                told = plain_of(page.text)
                assert "as your table plays them" in told
                assert house_rule("diagonal_corner", value) in told
                assert other not in told
    stranger = TestClient(phone.client.app)
    assert "as your table plays them" not in plain_of(stranger.get(f"/rules/BG-2?table={key}").text)
    assert stranger.get("/rules?table=../../etc").status_code == 200


def test_every_way_from_one_page_of_rules_to_another_keeps_the_table(phone: Phone) -> None:
    """Chapters, neighbours, chips of examples, searches: whoever came from a table reads its house rules all along."""
    key = phone.base.removeprefix("/t/")
    for path in ("/rules", "/rules?find=door&part=EX", "/rules?find=zebra", "/rules/EX-1", "/rules/BG-2"):
        page = phone.client.get(path, headers={"referer": f"http://testserver/t/{key}/log"}).text
        ways = [urlsplit(html.unescape(href)) for href in re.findall(r'href="(/rules[^"]*)"', page)]
        assert ways
        for way in ways:
            assert parse_qs(way.query).get("table") == [key], (path, way)
        if 'action="/rules"' in page:
            assert f'<input type="hidden" name="table" value="{key}">' in page


def test_a_search_says_where_the_rest_of_the_rules_is(phone: Phone) -> None:
    """Only the first of many rules are shown, and nothing says that these are all."""
    assert sum(says(row, "the") for row in LEDGER.values()) > MOST_RULES
    page = phone.get("ask-rules?find=the").text
    found = re.search(r'<section class="stack" id="found">(.*?)</section>', page, re.DOTALL)
    assert found
    assert f'href="/rules?find=the&amp;table={phone.base.removeprefix("/t/")}"' in found[1]
    assert len(re.findall(r'<dt class="row"><a class="rule"', found[1])) == MOST_RULES
    assert not re.search(r"\d+ rules? ha", found[1])


def test_what_is_legal_instead_lies_nearest_to_the_wish(phone: Phone) -> None:
    move = {"type": "Walk", "explorer": ADA, "to": [5, 3]}
    page = phone.get("ask-rules?" + urlencode({"move": json.dumps(move)})).text
    assert chip(page) == "Refused"
    offered = re.findall(r'move=([^"#]*)', page.split("Legal instead")[1])
    walks = [json.loads(unquote_plus(html.unescape(one))) for one in offered if "Walk" in one]
    far = [max(abs(one["to"][0] - 5), abs(one["to"][1] - 3)) for one in walks]
    listed = phone.client.get(f"/api/tables/{phone.base.removeprefix('/t/')}/moves").json()["moves"]
    every = sorted(
        max(abs(one["move"]["to"][0] - 5), abs(one["move"]["to"][1] - 3))
        for one in listed
        if one["move"]["type"] == "Walk" and one["move"]["explorer"] == ADA
    )
    assert far == every[: len(far)]
    assert len(far) == 3


def test_a_walk_that_would_be_refused_is_marked_in_the_list(phone: Phone) -> None:
    page = phone.get("ask-rules?at=5,3").text
    here = links(page.split('id="here"')[1].split("</section>")[0])
    assert here
    marked = {note != "" for _, words, note in here if "walk" in words.casefold()}
    assert True in marked
    for query, words, note in here:
        assert (chip(follow(phone, query)) == "Refused") == (note != ""), words


def test_an_answer_says_that_the_table_has_gone_on_since(phone: Phone) -> None:
    move = {"type": "FinishTurn", "explorer": ADA}
    page = phone.get("ask-rules?" + urlencode({"move": json.dumps(move)})).text
    found = re.search(r'id="asked-since" data-part="([^"]+)"', page)
    assert found
    part = html.unescape(found[1])
    assert "Ask again" not in page
    assert "Ask again" not in phone.client.get(part, headers={"hx-request": "true"}).text
    api = f"/api/tables/{phone.base.removeprefix('/t/')}/moves"
    assert phone.client.post(api, json={"move": {"type": "RollDie"}}).status_code == 200
    later = phone.client.get(part, headers={"hx-request": "true"}).text
    again = re.search(r'href="([^"]+)">Ask again', later)
    assert again
    answer = phone.client.get(html.unescape(again[1]).partition("#")[0])
    assert answer.status_code == 200
    assert "Ada: finish the turn" in plain_of(answer.text)
    astray = part.partition("&again=")[0] + "&again=https://elsewhere.example/"
    told = phone.client.get(astray, headers={"hx-request": "true"}).text
    assert "elsewhere" not in re.findall(r'href="([^"]+)">Ask again', told)[0]
    for address, leads in ((part, html.unescape(again[1])), (astray, f"{phone.base}/ask-rules")):
        alone = phone.client.get(address, follow_redirects=False)
        assert (alone.status_code, alone.headers["location"]) == (303, leads), "it is no page by itself"
