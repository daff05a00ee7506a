"""The tracks of ratings and threat are as long as the table and its pack have them, to read and to set by ruling."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules.position import read_position
from tests.web.conftest import Table, open_table
from tests.web.table_scene import put

BOOK = builtin()
POSITION = """
chapter: rav-03
ratings: spawn {spawn}, horror 1
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
settings:
  rating_max {top}
"""


def begin(client: TestClient, spawn: int, top: int) -> Table:
    table = open_table(client, player="Ines")
    table.state()
    assert isinstance(client.app, FastAPI)
    put(client.app, table.key, read_position(BOOK, POSITION.format(spawn=spawn, top=top)))
    return table


@pytest.mark.parametrize(("spawn", "top"), [(10, 10), (9, 9), (2, 4), (0, 0), (7, 4)])
def test_a_rating_track_ends_where_the_house_rule_ends_it(client: TestClient, spawn: int, top: int) -> None:
    """A rating that is beyond it already is still on it."""
    table = begin(client, spawn, top)
    page = table.client.get(f"/t/{table.key}/chapter", headers=table.headers).text
    ends = [
        int(re.findall(r">(\d+)</li>", track)[-1]) for track in re.findall(r'<ol class="track".*?</ol>', page, re.S)
    ]
    assert ends == [max(spawn, top), max(1, top)]


@pytest.mark.parametrize(
    ("track", "most"), [("spawn_rating", 4), ("threat", BOOK.threat_positions), ("level", 4), ("spawn", 30)]
)
def test_a_ruling_takes_what_the_track_has(client: TestClient, track: str, most: int) -> None:
    table = begin(client, 2, 4)
    page = table.client.get(f"/t/{table.key}/ruling?kind=tracks&track={track}", headers=table.headers).text
    field = re.search(r'<input[^>]*id="ruling-track"[^>]*>', page)
    assert field
    assert f'max="{most}"' in field[0]
