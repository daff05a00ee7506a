"""The end of a game: a plate that sums it up and leads on, and a board that promises no more moves."""

from __future__ import annotations

import json
import re

import pytest
from starlette.testclient import TestClient

from tests.web.test_pages import guest, host


@pytest.mark.parametrize(("outcome", "title"), [("won", "You have won"), ("lost", "The game is lost")])
def test_the_end_is_summed_up_and_leads_on(client: TestClient, outcome: str, title: str) -> None:
    ines = host(client)
    mara = guest(ines, "Mara", "exp-02")
    assert 'id="ended"' not in mara.get("board").text
    move = {"type": "MakeRuling", "reason": "Late.", "changes": [{"type": "EndGame", "outcome": outcome}]}
    assert ines.post("play", {"move": json.dumps(move), "back": f"{ines.base}/board"}).status_code == 303
    for phone in (ines, mara):
        for lod in ("table", "tile", "play"):
            board = phone.get(f"board?unit=exp-01&lod={lod}").text
            plate = re.search(r'<section[^>]* id="ended".*?</section>', board, re.DOTALL)
            assert plate, lod
            assert title in plate[0]
            assert "Round 1, chapter 1 of" in plate[0]
            assert "Still on the board: Ada, Bram and Vey." in plate[0]
            assert {f"{phone.base}/log", f"{phone.base}/chapter", "/new"} <= set(
                re.findall(r'href="([^"]+)"', plate[0])
            )
            assert not re.search(r'class="sp"[^>]*aria-label', board), "nobody walks any more"
            assert "stamina to walk there" not in board
        assert f'href="{phone.base}/board#ended"' in phone.get("party").text, "the bar on top leads there"
