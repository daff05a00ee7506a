"""`make bench`: measure and print. Nothing is written and nothing is asserted; only ratios within one run compare."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from bench import browser, comparing, load, waiting
from bench.serve import Server, a_folder, served
from bench.tables import Seated, open_table

CONNECTIONS = 16
LONG_TABLE = 2000  # moves
PARTS = ("moves", "rules", "replay", "waits", "open", "undo", "phones")
GOAL_RATIO, GOAL_BYTES, GOAL_TAP, GOAL_OPEN = 0.3, 40 * 1024, 100, 1.2
GOAL_DECIDE, GOAL_LIST, GOAL_REPLAY, GOAL_WAIT, GOAL_UNDO = 0.2, 0.1, 0.1, 50, 1.2
SHORT_TABLE, UNDONE = 20, 60  # moves; times that one is taken back and brought back


def main() -> None:
    """Run the parts asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="|".join(PARTS))
    parser.add_argument("--seconds", type=float, default=4.0, help="of each load run [4]")
    parser.add_argument("--repeat", type=int, default=3, help="runs of which the median counts [3]")
    parser.add_argument("--taps", type=int, default=40)
    options = parser.parse_args()
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"no such part: {part}")
    rows: list[tuple[str, str, str]] = []
    if "moves" in options.parts:
        rows += moves(options.seconds, options.repeat)
    if "rules" in options.parts:
        rows += rules()
    if "replay" in options.parts:
        rows += replay()
    if "waits" in options.parts:
        rows += waits()
    if "open" in options.parts:
        rows += opening(options.repeat)
    if "undo" in options.parts:
        rows += undoing()
    if "phones" in options.parts:
        rows += phones(options.taps)
    wide = max(len(row[0]) for row in rows)
    print()
    for what, value, goal in rows:
        print(f"{what:<{wide}}  {value:>24}  {goal}")


def moves(seconds: float, repeat: int) -> list[tuple[str, str, str]]:
    """POST move against the least endpoint, in turns on one server: SQLite, WAL, synchronous=FULL."""
    least = load.raw("GET", "/api")
    kinds: dict[str, Callable[[Seated], load.Request]] = {
        "a step walked": Seated.walking,
        "a die rolled": Seated.rolling,
        "a table ruling, all invariants checked": Seated.stepping,
    }
    runs: dict[str, list[load.Taken]] = {name: [] for name in ("trivial", *kinds)}
    with a_folder() as folder, served(folder) as server:
        tables = [open_table(server.url, cost_move=0) for _ in range(CONNECTIONS)]
        for _ in range(repeat):
            requests = [lambda: least] * CONNECTIONS
            runs["trivial"].append(load.run(server.port, requests, seconds, server.cpu_seconds))
            for name, kind in kinds.items():
                requests = [kind(table) for table in tables]
                runs[name].append(load.run(server.port, requests, seconds, server.cpu_seconds))
        alone = load.run(server.port, [tables[0].walking()], seconds, server.cpu_seconds)
    failed = sum(run.failed for found in (*runs.values(), [alone]) for run in found)
    if failed:
        raise RuntimeError(f"{failed} requests were not answered with 2xx")
    rows = [
        (f"trivial endpoint, {CONNECTIONS} connections", _rate(runs["trivial"]), ""),
        ("  p50 / p99", _latency(runs["trivial"]), ""),
    ]
    for name in kinds:
        pairs = list(zip(runs[name], runs["trivial"], strict=True))
        ratio = statistics.median(move.per_second / trivial.per_second for move, trivial in pairs)
        of_cpu = statistics.median(_by_cpu(move) / _by_cpu(trivial) for move, trivial in pairs)
        rows += [
            (f"POST move, {name}, {CONNECTIONS} tables", _rate(runs[name]), ""),
            ("  p50 / p99", _latency(runs[name]), ""),
            ("  ratio to the trivial endpoint", f"{ratio:.2f}", f"goal >= {GOAL_RATIO}"),
            ("  the same by processor time", f"{of_cpu:.2f}", ""),
        ]
    return [*rows, ("POST move, a step walked, one connection", _rate([alone]), "")]


def _by_cpu(run: load.Taken) -> float:
    return run.per_second / run.server_cpu


def _rate(runs: list[load.Taken]) -> str:
    return f"{statistics.median(run.per_second for run in runs):.0f} /s"


def _latency(runs: list[load.Taken]) -> str:
    half, late = (statistics.median(run.at(share) for run in runs) for share in (0.5, 0.99))
    return f"{half:.1f} / {late:.1f} ms"


def rules() -> list[tuple[str, str, str]]:
    """The rules alone, beside the yardstick."""
    found = comparing.compare()
    goals = {"decide": f"goal >= {GOAL_DECIDE}", "list": f"goal >= {GOAL_LIST}"}
    rows = [
        (f"the position lists {found.legal} legal moves", "", ""),
        (f"  and {found.refused} refused ones with {found.reasons} reasons", "", ""),
    ]
    if found.yardstick:
        rows += [
            (f"{found.yardstick}: parse, validate, apply", f"{found.yardstick_decides:.0f} /s", ""),
            (f"{found.yardstick}: list {found.yardstick_listed} legal moves", f"{found.yardstick_lists:.0f} /s", ""),
        ]
    else:
        rows.append(("no yardstick: python-chess is not installed (`make bench` does that)", "", ""))
    for row in found.rows:
        rows.append((row.what, f"{row.ours:.0f} /s", ""))
        if row.ratio is not None:
            rows.append(("  ratio to the yardstick", f"{row.ratio:.3f}", goals[row.what.split()[0]]))
            if row.what.startswith("list"):
                things = (found.legal + found.refused) / found.yardstick_listed
                rows.append(("  the same for each move listed, legal or refused", f"{row.ratio * things:.2f}", ""))
    return rows


def replay() -> list[tuple[str, str, str]]:
    """Recorded play folded again, and decided again."""
    moves, events, fold, again = comparing.replaying()
    return [
        (f"fold {events} events of {moves} moves", f"{fold:.3f} s", f"goal <= {GOAL_REPLAY} s"),
        ("  decide these moves once more", f"{again:.3f} s", ""),
    ]


def waits() -> list[tuple[str, str, str]]:
    """How long pages wait for the listing of moves, each time on a table that nobody had asked about yet."""
    rows: list[tuple[str, str, str]] = []
    for page, seconds in waiting.waits().items():
        late = statistics.quantiles(seconds, n=20)[-1] * 1000
        told = f"{statistics.median(seconds) * 1000:.1f} / {late:.1f} ms"
        rows.append((f"{page.partition('?')[0]} waits for moves, p50 / p95", told, f"goal <= {GOAL_WAIT} ms"))
    return rows


def opening(repeat: int) -> list[tuple[str, str, str]]:
    """Opening a table of many moves against a fresh one: warm, and the first time after a restart."""
    with a_folder() as folder:
        with served(folder) as server:
            fresh, long = open_table(server.url), open_table(server.url)
            _fill(server, long)
            fresh.play({"type": "RollDie"})
            warm = {t.key: _open_ms(server, t, 30 * repeat) for t in (fresh, long)}
        with served(folder) as server:
            cold = {t.key: _open_ms(server, t, 1) for t in (fresh, long)}
    ratio = warm[long.key] / warm[fresh.key]
    return [
        (f"open a table of {LONG_TABLE} moves, warm", f"{warm[long.key]:.2f} ms", ""),
        ("  a fresh one", f"{warm[fresh.key]:.2f} ms", ""),
        ("  ratio", f"{ratio:.2f}", f"goal <= {GOAL_OPEN}"),
        ("  first time after a restart, long / fresh", f"{cold[long.key]:.1f} / {cold[fresh.key]:.1f} ms", ""),
    ]


def undoing() -> list[tuple[str, str, str]]:
    """Undo and redo through the server on SQLite, on a table of many moves against one of few, in turns."""
    taken: dict[tuple[str, str], list[float]] = {}
    with a_folder() as folder, served(folder) as server:
        short, long = open_table(server.url), open_table(server.url)
        for _ in range(SHORT_TABLE):
            short.play({"type": "RollDie"})
        _fill(server, long)
        for _ in range(UNDONE):
            for table in (short, long):
                for what in ("undo", "redo"):
                    started = time.perf_counter()
                    table.ask("POST", f"/{what}", {})
                    taken.setdefault((what, table.key), []).append(time.perf_counter() - started)
    rows: list[tuple[str, str, str]] = []
    for what in ("undo", "redo"):
        few, many = (statistics.median(taken[what, table.key]) * 1000 for table in (short, long))
        rows += [
            (f"{what} after {LONG_TABLE} moves / after {SHORT_TABLE}", f"{many:.2f} / {few:.2f} ms", ""),
            ("  ratio", f"{many / few:.2f}", f"goal <= {GOAL_UNDO}"),
        ]
    return rows


def _fill(server: Server, table: Seated) -> None:
    """Make the moves of a long table, a few at a time."""
    while table.ask("GET", "")["revision"] < LONG_TABLE:
        load.run(server.port, [table.stepping()] * 4, 0.5, lambda: 0.0)


def _open_ms(server: Server, table: Seated, times: int) -> float:
    """Milliseconds to read the state and the board page, the median of some."""
    connection = Opener(server, table)
    return statistics.median(connection.once() for _ in range(times)) * 1000


class Opener:
    """Reads what a phone reads when it opens a table: the board page, and the state as a script would."""

    def __init__(self, server: Server, table: Seated) -> None:
        from urllib.request import HTTPCookieProcessor, build_opener

        self.open = build_opener(HTTPCookieProcessor()).open
        self.paths = [f"{server.url}/t/{table.key}/board", f"{server.url}/api/tables/{table.key}"]
        form = b"name=Opener"
        self.open(f"{server.url}/t/{table.key}/join", form).read()

    def once(self) -> float:
        """Seconds for all of it."""
        started = time.perf_counter()
        for path in self.paths:
            self.open(path).read()
        return time.perf_counter() - started


def phones(taps: int) -> list[tuple[str, str, str]]:
    """Two phones in Chromium, not pinned: browser and server share what there is."""
    with a_folder() as folder, served(folder, pinned=False) as server:
        seen, weight = browser.measure(server.url, open_table(server.url), taps)
    files = [(f"  {name}", f"{size} B", "") for name, size in weight.files]
    return [
        (f"tap to changed page on the other phone, {taps} taps, p50", f"{seen.median:.0f} ms", ""),
        ("  p95", f"{seen.at(0.95):.0f} ms", f"goal <= {GOAL_TAP} ms"),
        ("first load of the board, compressed bodies", f"{weight.total} B", f"goal <= {GOAL_BYTES} B"),
        *files,
    ]


if __name__ == "__main__":
    main()
