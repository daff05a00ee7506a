"""Every page is for everybody: axe in both themes, 44 pixels for a finger, no scrolling sideways, large text.

The pages are found among the routes, so that a new one is measured too. The table behind them is in full swing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from app.config import Settings
from app.main import create_app
from app.rules.state import DECKS
from tests.browser.conftest import Phone, Phones
from tests.browser.measure import Auditor
from tests.browser.served import Server
from tests.proofs.phone import addresses

pytestmark = [pytest.mark.browser, pytest.mark.slow]
#: What a GET gives that is no page.
NO_PAGES = re.compile(r"^/(api|static|metrics|healthz|openapi)|/(stream|export|qr\.svg)$|/part/")


def pages(folder: Path) -> list[str]:
    """Every page there is, by its address after the table's; pages of decks and of rules for two of them."""
    found = []
    for path in addresses(create_app(Settings(data_dir=folder))):
        if NO_PAGES.search(path):
            continue
        if path.startswith("/t/{table}"):
            path = path.removeprefix("/t/{table}").removeprefix("/")
        if "{deck}" in path:
            found += [path.replace("{deck}", deck) for deck in ("encounters", "monsters")]
        elif "{number}" in path:
            found.append(path.replace("{number}", "1"))
        elif "{row}" in path:
            found += [path.replace("{row}", row) for row in ("EX-4", "BG-1")]
        elif "{" not in path.replace("{step}", ""):
            found.append(path.replace("{step}", "1"))
        else:
            raise AssertionError(f"what is {path}?")
    assert set(DECKS) >= {"encounters", "monsters"}
    assert len(found) > 20, found
    return found


def in_full_swing(phone: Phone) -> None:
    """Monsters, items, tokens, an encounter, lines in the log that are taken back."""
    x, y = phone.state["explorers"]["exp-01"]["space"]
    free = [tuple(move["to"]) for move in phone.legal("Walk") if move["explorer"] == "exp-01"]
    for space in sorted(free, key=lambda s: abs(s[0] - x) + abs(s[1] - y))[2:4]:
        phone.rule(type="AddMonster", space=list(space))
    for deck in ("weapons", "apparel", "consumables"):
        phone.rule(type="TakeItem", explorer="exp-01", deck=deck)
    for kind in ("spawn", "horror"):
        phone.rule(type="SetTokens", kind=kind, value=2)
    phone.rule(type="SetPool", unit="exp-02", what="health", value=3)
    undone = phone.context.request.post(f"{phone.base.replace('/t/', '/api/tables/')}/undo", data={})
    assert undone.ok
    phone.rule(type="SetPool", unit="exp-03", what="stamina", value=0)


def test_every_page_is_for_everybody(
    serve: Callable[..., Server], phones: Phones, browser: Browser, tmp_path: Path
) -> None:
    server = serve("enc-06", "--", "16")
    ann = phones("Ann", server)
    in_full_swing(ann)
    auditor = Auditor(browser, ann)
    for path in pages(tmp_path):
        auditor.look(path)
    auditor.look("board?unit=exp-01&lod=play", "the board at play distance")
    x, y = ann.state["explorers"]["exp-01"]["space"]
    auditor.look(f"board?unit=exp-01&lod=play&at={x},{y}", "the sheet of a space")
    auditor.look(f"board?unit=exp-01&lod=play&edge={x // 10},{y // 10},W", "the sheet of an edge")
    auditor.look(f"ask-rules?at={x},{y}&find=walk", "a question to the rules")
    auditor.look("log?show=undone", "the log of what was taken back")
    auditor.look("party", "the sheet of a ruling", press="[aria-label='Ada, health minus 1']")
    auditor.look("log", "the sheet of undo", press="[aria-label='Undo the last move']")
    ann.rule(type="SetChapter", number=1)
    auditor.look("chapter", "the chapter with one behind it")
    auditor.look("chapter/1", "a chapter that has gone by")
    auditor.close()


def test_who_watches_and_who_comes_to_the_door_can_do_so(shared: Server, phones: Phones, browser: Browser) -> None:
    """The shared screen, the door with seats taken and free, and an address that leads nowhere."""
    ann = phones("Ann", shared)
    in_full_swing(ann)
    links = ann.api()["links"]
    stranger = Auditor(browser, ann)
    stranger.phone.context.clear_cookies()
    stranger.look(f"{links['play']}/join", "the door")
    stranger.look(f"{links['watch']}/watch", "the shared screen")
    stranger.look("/?code=ABC123", "a code in the address")
    stranger.look(f"{links['watch']}/board", "the board of somebody who watches")
    stranger.look("/t/nosuchtable/board", "no such table")
    stranger.close()
