"""How long the pages of a table wait for the listing of moves, on the position of the other figures."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from app import rules
from app.config import Settings
from app.main import create_app
from app.service.opened import OpenTable
from bench import midgame
from bench.serve import a_folder

PAGES = ("board", "part/sheet?at=4,0", "step", "ask-rules")
TIMES = 60


def waits(times: int = TIMES) -> dict[str, list[float]]:
    """Seconds that each page waited for its listings, each time on a table that nobody had asked about yet."""
    now, waited = [midgame.position()], [0.0]

    def timed(work: Callable[..., Any]) -> Callable[..., Any]:
        def measured(*args: Any) -> Any:
            started = time.perf_counter()
            found = work(*args)
            waited[0] += time.perf_counter() - started
            return found

        return measured

    found_in = [one for name, one in sys.modules.items() if name.startswith("app.") and hasattr(one, "legal_moves")]
    originals = {module: module.legal_moves for module in (rules, *found_in)}
    state, view = OpenTable.state, OpenTable.view
    for module, work in originals.items():
        module.legal_moves = timed(work)
    OpenTable.state = property(lambda table: now[0])  # type: ignore[assignment]
    OpenTable.view = property(lambda table: now[0])  # type: ignore[assignment]
    found: dict[str, list[float]] = {page: [] for page in PAGES}
    try:
        with a_folder() as folder, TestClient(create_app(Settings(data_dir=folder, secret="x" * 40))) as client:
            made = client.post("/api/tables", json={"player": "Host"}).json()
            client.post(f"/t/{made['table']}/join", data={"name": "Ann"})
            for seen in midgame.walked_on(5, times):
                for page in PAGES:
                    now[0], waited[0] = midgame.fresh(seen), 0.0
                    for table in client.app.state.service._tables._open.values():  # type: ignore[attr-defined]
                        table._listings.clear()
                    answer = client.get(f"/t/{made['table']}/{page}")
                    if answer.status_code != 200:
                        raise RuntimeError(f"{page}: {answer.status_code}")
                    found[page].append(waited[0])
    finally:
        OpenTable.state, OpenTable.view = state, view  # type: ignore[method-assign]
        for module, work in originals.items():
            module.legal_moves = work
    return found
