"""The board's routes: whole pages and parts, for every kind of seat, and clear answers to addresses that are wrong."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from jinja2 import meta

from app.web import board_contexts, board_edges, board_shapes
from app.web.board_shapes import ICONS
from app.web.render import environment
from app.web.static import assets
from tests.web.conftest import Table, open_table

HX = {"HX-Request": "true"}


def page(table: Table, path: str, part: bool = False, **more: str):
    headers = {**table.headers, **(HX if part else {}), **more}
    return table.client.get(f"/t/{table.key}{path}", headers=headers, follow_redirects=False)


def test_the_board_page_has_the_drawing_the_units_and_the_words(table):
    answer = page(table, "/board")
    assert answer.status_code == 200
    html = answer.text
    assert html.count('<svg class="bd"') == 1
    assert 'id="u-exp-01"' in html
    assert "The board in words" in html
    assert 'data-lod="table"' in html
    assert '<section id="sheet" hidden>' in html


@pytest.mark.parametrize(
    ("path", "root"),
    [
        ("/part/board", "bd-part"),
        ("/part/under", "under"),
        ("/part/sheet?at=5,5", "sheet"),
        ("/part/terrain", "exploring"),
    ],
)
def test_parts_render_alone_under_their_own_id(table, path, root):
    answer = page(table, path, part=True)
    assert answer.status_code == 200
    assert f'id="{root}"' in answer.text
    assert "<html" not in answer.text
    own = re.search(rf'id="{root}"[^>]*data-part="([^"]+)"', answer.text)
    assert own is not None
    again = table.client.get(own[1].replace("&amp;", "&"), headers={**table.headers, **HX})
    assert again.status_code == 200
    assert f'id="{root}"' in again.text


def test_a_part_s_forms_lead_back_to_the_board_not_to_the_part(table):
    html = page(table, "/part/under?unit=exp-01", part=True).text
    backs = re.findall(r'name="back" value="([^"]+)"', html)
    assert backs
    assert all("/part/" not in back for back in backs)


def test_selecting_and_opening_stand_in_the_address(table):
    html = page(table, "/board?unit=exp-02&lod=play").text
    assert 'data-unit="exp-02"' in html
    assert 'data-lod="play"' in html
    assert "map full" in html
    space = re.search(r"at=(-?\d+,-?\d+)\"", html)[1]
    opened = page(table, f"/board?unit=exp-02&at={space}").text
    assert 'class="sheet"' in opened
    assert re.search(r'class="pick" id="at" d="M', opened)


def test_a_unit_that_is_no_longer_there_is_no_error(table):
    html = page(table, "/board?unit=m99").text
    assert 'data-unit="exp-01"' in html


@pytest.mark.parametrize(
    "query",
    [
        "at=1",
        "at=1,x",
        "at=1,2,3",
        "at=99999999,1",
        "edge=0,0",
        "edge=0,0,Q",
        "edge=a,b,N",
        "unit=<b>",
        "kept=a/b",
        "unit=" + "x" * 90,
    ],
)
def test_an_address_without_sense_is_told_so(table, query):
    for where in ("/board", "/part/board", "/part/sheet", "/part/under"):
        answer = page(table, f"{where}?{query}")
        assert answer.status_code == 422, (where, query)
        assert query not in answer.text


def test_ground_without_a_tile_has_no_sheet(table):
    assert '<section id="sheet" hidden>' in page(table, "/part/sheet?at=900,900", part=True).text
    assert page(table, "/board?at=900,900").status_code == 200


def test_without_an_exploration_the_exploring_page_leads_back(table):
    answer = page(table, "/terrain")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{table.key}/board"
    assert 'data-stage=""' in page(table, "/part/terrain", part=True).text


def test_unknown_tables_and_phones_without_a_seat(client, table):
    assert client.get("/t/nosuchkey/board").status_code == 404
    stranger = client.get(f"/t/{table.key}/board", follow_redirects=False)
    assert stranger.status_code == 303
    assert stranger.headers["location"].endswith("/join")


def test_watchers_see_the_board_and_can_press_nothing_that_moves(table):
    watcher = table.without_seat(table.watch_key)
    answer = page(watcher, "/board?unit=exp-01")
    assert answer.status_code == 200
    assert f'action="/t/{table.watch_key}/play"' not in answer.text
    assert table.key not in answer.text
    space = re.search(r"at=(-?\d+,-?\d+)\"", answer.text)[1]
    sheet = page(watcher, f"/part/sheet?unit=exp-01&at={space}", part=True).text
    assert "<form" not in sheet


def test_another_seat_s_explorer_is_shown_but_not_offered(table):
    ben = table.seat("Ben", "exp-02")
    html = page(ben, "/board?unit=exp-01").text
    assert 'data-unit="exp-01"' in html
    assert "exp-01" not in re.search(r'data-playable="([^"]*)"', html)[1].split()
    assert 'data-act="finish"' not in html


def test_no_page_of_the_board_names_a_card_that_nobody_has_seen(client):
    table = open_table(client, player="Ines")
    state = table.state()["state"]
    book = client.app.state.service.book
    seen = {t["tile"] + t["face"] for t in state["board"]["tiles"]}
    space = state["explorers"]["exp-01"]["space"]
    edge = f"{space[0] // 10},{space[1] // 10}"
    paths = ["/board?lod=play", f"/board?at={space[0]},{space[1]}", *(f"/board?edge={edge},{s}" for s in "NESW")]
    html = " ".join(page(table, path).text for path in paths)
    for key, face in book.tiles.items():
        assert key in seen or face.name not in html, face.name
    for kind in (book.environments, book.encounters, book.terrains):
        assert not [card.name for card in kind.values() if f">{card.name}<" in html]


def test_the_first_load_fetches_one_file_of_icons_and_the_drawing_needs_no_other(table):
    """Icons that a guest does not see at once lie in a file of their own; a drawing refers to one file alone."""
    assert "icons-more" not in page(table, "/board").text
    assert "icons-more" not in page(table.without_seat(), "/join").text
    first = {name for name, file in assets().drawn.items() if file == "icons.svg"}
    named = {*ICONS.values(), *re.findall(r'"#i-(\w+)"', Path(board_edges.__file__).read_text())}
    named |= set(re.findall(r'"#i-(\w+)"', Path(board_shapes.__file__).read_text()))
    assert named <= first
    assert len(assets().drawn) > len(first) > 20
    assert page(table, "/undo").text.count("icons-more") + page(table, "/log").text.count("icons-more")


def test_one_brass_button_at_most(table):
    html = page(table, "/board").text
    assert len(re.findall(r'class="btn[^"]* go\b', html)) <= 1


@pytest.mark.parametrize(
    "context",
    [
        board_contexts.BoardPage,
        board_contexts.BoardFragment,
        board_contexts.UnderFragment,
        board_contexts.SheetFragment,
        board_contexts.TerrainPage,
    ],
)
def test_templates_use_what_their_context_gives_and_nothing_else(context):
    env = environment()
    names, todo, asked = set(), [context.template], set()
    while todo:
        name = todo.pop()
        if name in names or name is None:
            continue
        names.add(name)
        source = env.loader.get_source(env, name)[0]
        tree = env.parse(source)
        asked |= meta.find_undeclared_variables(tree)
        todo += [other for other in meta.find_referenced_templates(tree) if other]
    given = {field.name for field in fields(context)}
    base = {"frame", "chrome"}  # what the page around it is given
    assert asked - set(env.globals) - given <= (base if "partial" in context.template else set()), asked
    assert given <= asked | {"frame"}
