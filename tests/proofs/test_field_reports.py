"""Faults that people met with other trackers, tried on this one: those that need no browser.

The rest stands in tests/browser/test_field_reports.py. Each is told in our own words; docs/proofs.md lists them all.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Client, HTTPError

from app.rules import cards_of_deck, violations
from app.rules.agenda import Exploration, StepAbility
from app.rules.agenda_items import Looking
from app.rules.geometry import CHAPTER, SPAWN
from app.rules.ledger import LEDGER
from app.rules.state import State
from app.rules.verdicts import SEAT_CODES
from app.startup.mounts import loss_warning, read_mounts
from app.store import errors, migrate
from app.store.db import open_database
from tests.proofs.around import OnTop, data_folder, ruling, sit_down
from tests.proofs.inside import SECRET, Seated, inside, replayed, run
from tests.proofs.phone import Phone
from tests.support.players import Seeded

ROOT = Path(__file__).parents[2]


# ------------------------------------------------------------------ F02, F03, F05: updates that get lost


def test_f02_three_phones_with_a_bad_network_never_jump_back(tmp_path: Path) -> None:
    """Sixty moves with lost answers and retries: revisions only rise, the log gives the same on a clean server."""

    async def one_phone(seat: Seated, chance: random.Random, told: list[int], log: list[str]) -> None:
        done = 0
        while done < 20:
            listed = await seat.moves()
            move = chance.choice(listed["moves"])["move"]
            key = f"{seat.seat} {done} {chance.random()}"
            for attempt in range(4):
                await asyncio.sleep(chance.random() / 300)
                answer = await seat.play(move, revision=listed["revision"], key=key)
                if chance.random() > 0.1 or attempt == 3:
                    break  # else the answer was lost on its way: the phone sends it again
            assert answer.status in (200, 409), answer.text
            if answer.status == 200:
                told.append(answer.json()["revision"])
                log.append(key)
            else:
                assert answer.json()["reasons"][0]["message"], "its author is told why not"
            done += 1

    async def watch(seat: Seated, seen: list[int]) -> None:
        while True:
            seen.append((await seat.read())["revision"])
            await asyncio.sleep(0.002)

    async def work() -> None:
        async with inside(data_folder(tmp_path, "one"), Seeded(2)) as house:
            table = await sit_down(house)
            cleo = await table.ines.join("Cleo", "exp-03")
            told: list[int] = []
            keys: list[str] = []
            seen: list[int] = []
            watcher = asyncio.create_task(watch(table.ines, seen))
            phones = (table.ines, table.ben, cleo)
            await asyncio.gather(*(one_phone(s, random.Random(n), told, keys) for n, s in enumerate(phones)))
            watcher.cancel()
            assert len(told) >= 30
            assert len(set(told)) == len(told), "a retry is answered, not done again"
            assert seen == sorted(seen)
            lines = await house.stored(table.ines.key)
            assert len([line for line in lines if line.kind == "move"]) == len(told)
            assert sorted(line.key.split("/", 1)[1] for line in lines if line.key) == sorted(keys)
            state = await table.state()
        async with inside(data_folder(tmp_path, "clean"), Seeded(2)) as house:
            again = await sit_down(house)
            cleo = await again.ines.join("Cleo", "exp-03")
            seats = {seat.seat: seat for seat in (again.ines, again.ben, cleo)}
            for line in lines:
                if line.kind == "move":
                    await again.must(seats[line.seat], json.loads(line.move or ""))
            assert await again.state() == state

    run(work())


def test_f03_of_two_at_the_same_instant_none_is_ignored(tmp_path: Path) -> None:
    """Two different moves on one revision both land; of two draws one lands, and the other is told by whom it was."""

    async def work() -> None:
        async with inside(tmp_path, Seeded(3)) as house:
            table = await sit_down(house)

            def third_places(state: State) -> bool:
                top = state.agenda[-1] if state.agenda else None
                return isinstance(top, Exploration) and top.explorer == "exp-03" and top.stage == "terrain"

            state = await table.until(third_places)
            revision = await table.revision()
            places = [move for seat, move in await table.listed("PlaceTerrain") if seat is table.ben]
            health = state.explorers["exp-01"].health - 1
            lower = ruling(type="SetPool", unit="exp-01", what="health", value=health)
            both = await asyncio.gather(
                table.ines.play(lower, revision=revision), table.ben.play(places[0], revision=revision)
            )
            assert [answer.status for answer in both] == [200, 200]
            state = await table.state()
            assert state.explorers["exp-01"].health == health

            def third_draws(state: State) -> bool:
                top = state.agenda[-1] if state.agenda else None
                return isinstance(top, Exploration) and top.explorer == "exp-03" and top.stage == "encounter"

            await table.until(third_draws)
            revision = await table.revision()
            ((ines, draw), (ben, same)) = await table.listed("DrawEncounter")
            assert (ines, ben, draw) == (table.ines, table.ben, same)
            answers = await asyncio.gather(
                table.ines.play(draw, revision=revision), table.ben.play(draw, revision=revision)
            )
            assert sorted(answer.status for answer in answers) == [200, 409]
            (late,) = [answer.json() for answer in answers if answer.status == 409]
            winner = "Ines" if answers[0].status == 200 else "Ben"
            (meanwhile,) = late["meanwhile"]
            assert (meanwhile["name"], meanwhile["move"]["type"]) == (winner, "DrawEncounter")
            assert meanwhile["said"], "in words, too"
            assert late["revision"] == revision + 1
            assert late["reasons"][0]["message"]
            drawn = [e for e in meanwhile["events"] if e["type"] == "CardMoved" and e["deck"] == "encounters"]
            assert len([e for e in drawn if e["drawn"]]) == 1

    run(work())


def test_f05_an_answer_lost_between_roll_and_adjust_never_rolls_twice(tmp_path: Path) -> None:
    """Cut off in mid step ability it waits at Adjust with the same roll, also after a restart; a retry does no more."""

    def adjusting(state: State) -> StepAbility | None:
        found = [step for step in state.agenda if isinstance(step, StepAbility) and step.stage == "adjust"]
        return found[-1] if found and state.agenda[-1] is found[-1] else None

    async def work() -> None:
        async with inside(tmp_path, OnTop(4, "enc-01")) as house:
            table = await sit_down(house)
            before = adjusting(await table.until(adjusting))
            assert before is not None
        async with inside(tmp_path, OnTop(5)) as house:
            table.anew(house)
            assert adjusting(await table.state()) == before, "the roll is kept"
            seat, close = (await table.listed("CloseAdjust"))[0]
            revision = await table.revision()
            lost = await seat.play(close, revision=revision, key="adjust")
            again = await seat.play(close, revision=revision, key="adjust")
            assert (lost.status, lost.body) == (again.status, again.body)
            assert await table.revision() == revision + 1
            events = [e for line in await house.stored(seat.key) for e in json.loads(line.events)]
            rolls = [e for e in events if e["type"] == "DiceRolled" and e["total"] == before.total]
            resolved = [e for e in events if e["type"] == "StepResolved" and e["card"] == before.card]
            assert len(rolls) >= 1
            assert resolved[0]["total"] == before.total

    run(work())


# ------------------------------------------------------------------ F11: refusals that explain


def test_f11_ten_illegal_acts_are_each_explained(tmp_path: Path) -> None:
    """What stands against it, by which rule, and what would be legal: for every one of more than ten illegal acts."""
    told: dict[str, dict[str, Any]] = {}
    wanted = {"chapter": CHAPTER, "spawn": SPAWN}

    async def refuse(table: Any, name: str, seat: Seated, move: dict[str, Any], code: str) -> dict[str, Any]:
        before = await table.revision()
        answer = await seat.play(move)
        assert answer.status == 409, (name, answer.text)
        problem = answer.json()
        assert await table.revision() == before, "nothing has changed"
        (found, *_) = [reason for reason in problem["reasons"] if reason["code"] == code] or [None]
        assert found is not None, (name, problem["reasons"])
        for reason in problem["reasons"]:
            assert reason["rule"] in LEDGER, (name, reason)
            assert reason["where"], (name, reason)
            assert re.match(r"^[A-Z“].*[.]$", reason["message"]), (name, reason)
        told[name] = found
        return found

    async def work() -> None:
        async with inside(data_folder(tmp_path, "a"), Seeded(1)) as house:
            table = await sit_down(house, explore_from="edge", cost_explore=2)
            ines, state = table.ines, await table.state()
            spaces = {e.id: e.space for e in state.explorers.values()}
            walk = {"type": "Walk", "explorer": "exp-01", "to": list(spaces["exp-02"] or ())}
            await refuse(table, "walk onto somebody", ines, walk, "space_taken")
            far = max((m["to"] for _, m in await table.listed("Walk") if m["explorer"] == "exp-01"), key=sum)
            await table.must(ines, ruling(type="SetPool", unit="exp-01", what="stamina", value=1))
            walk = {"type": "Walk", "explorer": "exp-01", "to": far}
            found = await refuse(table, "walk too far", ines, walk, "too_far")
            assert found["facts"]["there"] == 1
            explore = {"type": "Explore", "explorer": "exp-01", "edge": "N"}
            found = await refuse(table, "explore with 1 stamina", ines, explore, "not_enough")
            assert "costs 2 stamina; Ada has 1" in found["message"]
            await table.must(ines, ruling(type="SetPool", unit="exp-01", what="stamina", value=7))
            (away, *_) = [
                r["move"]
                for r in (await ines.moves())["refused"]
                if r["move"]["type"] == "Explore"
                and r["move"]["explorer"] == "exp-01"
                and "not_at_edge" in [reason["code"] for reason in r["reasons"]]
            ]
            found = await refuse(table, "explore from the middle", ines, away, "not_at_edge")
            assert found["alternatives"], "from where it would be legal"
            assert found["instead"]
            early = {"type": "EndPhase", "phase": "explorer"}
            found = await refuse(table, "end the phase too early", ines, early, "unfinished_explorers")
            assert found["instead"]
            wrong = {"type": "EndPhase", "phase": "monster"}
            await refuse(table, "end another phase", ines, wrong, "wrong_phase")
            leave = {"type": "LeaveByExit", "explorer": "exp-01"}
            await refuse(table, "leave without an exit", ines, leave, "no_exit")
            covered = {"type": "PlayAbility", "explorer": "exp-01", "card": "enc-06", "at": "card.0.0"}
            await refuse(table, "an ability that is not there", ines, covered, "card_gone")
            many = ruling(type="SetTokens", kind="spawn", value=1000)
            await refuse(table, "more tokens than there are", ines, many, "out_of_range")
            await table.must(ines, {"type": "FinishTurn", "explorer": "exp-01"})
            found = await refuse(table, "act after finishing", ines, explore, "already_finished")
            assert found["instead"]

        for seed in range(30):
            if not wanted and "environment on an explored edge" in told and "adjust beyond its cap" in told:
                break
            async with inside(data_folder(tmp_path, f"b{seed}"), OnTop(seed, "enc-01")) as house:
                table = await sit_down(house, seed)
                for _ in range(60):
                    refused = [
                        (seat, one)
                        for seat in table.seats
                        for one in (await seat.moves())["refused"]
                        if not SEAT_CODES & {reason["code"] for reason in one["reasons"]}
                    ]
                    for seat, one in refused:
                        for reason in one["reasons"]:
                            if reason["code"] == "covers_space":
                                for name, mark in list(wanted.items()):
                                    if mark in reason["facts"]["what"]:
                                        found = await refuse(
                                            table, f"terrain over a {name} space", seat, one["move"], "covers_space"
                                        )
                                        legal = [
                                            f"{m['face']} {m['edge']}" for _, m in await table.listed("PlaceTerrain")
                                        ]
                                        assert set(found["alternatives"]) <= set(legal)
                                        del wanted[name]
                            if reason["code"] == "edge_explored" and one["move"]["type"] == "ConnectEnvironment":
                                name = "environment on an explored edge"
                                found = await refuse(table, name, seat, one["move"], "edge_explored")
                                assert found["alternatives"]
                    state = await table.state()
                    top = state.agenda[-1] if state.agenda else None
                    if isinstance(top, StepAbility) and top.stage == "adjust":
                        helper = {"type": "HelpRoll", "step": top.id, "explorer": "exp-01", "n": 9}
                        codes = [r["code"] for r in (await table.ines.play(helper)).json()["reasons"]]
                        code = next(c for c in codes if c != "not_enough")
                        await refuse(table, "adjust beyond its cap", table.ines, helper, code)
                    if not await table.something():
                        break

    run(work())
    assert not wanted, "terrain over both kinds of spaces was tried"
    assert {"environment on an explored edge", "adjust beyond its cap"} <= set(told)
    assert len(told) >= 14, sorted(told)
    assert len([found for found in told.values() if found["alternatives"]]) >= 5, (
        "what would be legal, where there is any"
    )


# ------------------------------------------------------------------ F12, F13, F14: decks


def in_force(lines: Any) -> list[dict[str, Any]]:
    """The events of all entries that are not taken back, oldest first; of an undone draw the card comes again."""
    kept: list[tuple[int, list[dict[str, Any]]]] = []
    gone: dict[int, list[dict[str, Any]]] = {}
    for line in lines:
        if line.kind in ("undo", "redo"):
            everything = dict(kept) | gone
            kept = [(r, everything[r]) for r in sorted(everything) if r <= line.head]
            gone = {r: e for r, e in everything.items() if r > line.head}
        else:
            if line.kind == "move":
                gone = {}
            kept.append((line.revision, json.loads(line.events)))
    return [event for _, events in kept for event in events]


def test_f12_no_card_comes_twice_before_its_deck_was_shuffled(tmp_path: Path) -> None:
    """Discarded cards stay away until a reshuffle: also after a restart, an undo, and in a copy of the table."""

    def check(lines: Any) -> int:
        drawn: dict[str, set[str]] = {}
        count = 0
        for event in in_force(lines):
            if event["type"] == "Shuffled":
                drawn[event["deck"]] = set()
            elif event["type"] == "CardMoved" and event["to"] in ("top", "bottom"):
                drawn.get(event["deck"], set()).discard(event["card"])
            elif event["type"] == "CardMoved" and event["drawn"]:
                seen = drawn.setdefault(event["deck"], set())
                assert event["card"] not in seen, event
                seen.add(event["card"])
                count += event["deck"] == "encounters"
        return count

    async def work() -> None:
        first, other = data_folder(tmp_path, "first"), data_folder(tmp_path, "other")
        async with inside(first, Seeded(6)) as house:
            table = await sit_down(house)
            await table.until(lambda state: len(state.decks["encounters"].destroyed) >= 2)
        async with inside(first, Seeded(7)) as house:
            table.anew(house)
            seen = len((await table.state()).decks["encounters"].destroyed)
            await table.until(lambda state: len(state.decks["encounters"].destroyed) >= seen + 1)
            before = (await table.state()).decks["encounters"]
            assert (await table.ben.post("/undo", {})).status == 200
            assert (await table.ben.post("/redo", {})).status == 200
            assert (await table.state()).decks["encounters"] == before
            lines = await house.stored(table.ines.key)
            assert check(lines) >= 3
            exported = (await table.ines.get("/export")).json()
        async with inside(other, Seeded(8)) as house:
            answer = await house.ask("POST", "/api/tables/import", exported)
            assert answer.status == 201, answer.text
            made = answer.json()
            host = Seated(house, made["table"], made["token"], made["seat"], made)
            table.house, table.ines = house, host
            table.ben = await host.join("Ben", "exp-02")
            assert set((await table.state()).decks["encounters"].destroyed) == set(before.destroyed)
            seen = len(before.destroyed)
            await table.until(lambda state: len(state.decks["encounters"].destroyed) >= seen + 2)
            assert check(await house.stored(host.key)) >= 5

    run(work())


def test_f13_a_deck_put_in_order_keeps_it(tmp_path: Path) -> None:
    """Cards looked at and put back come in the chosen order, whatever else happens; undo restores the former order."""

    async def work() -> None:
        async with inside(tmp_path, Seeded(9)) as house:
            table = await sit_down(house)
            looks = []
            for seat, move in await table.listed("PlayAbility"):
                if seat is table.ines and move["at"].startswith("bottom.1") and move["explorer"] == "exp-01":
                    looks.append(move)
            former = (await table.state()).decks["explorer_events"].draw
            await table.must(table.ines, looks[0])
            (step,) = [step for step in (await table.state()).agenda if isinstance(step, Looking)]
            assert step.cards == former[:2]
            lower = ruling(type="SetPool", unit="exp-02", what="health", value=5)
            while any(isinstance(step, Looking) for step in (await table.state()).agenda):
                _, answer = [one for one in await table.listed("Answer") if one[0] is table.ines][-1]
                await table.must(table.ben, lower)  # somebody does something else meanwhile
                await table.must(table.ines, answer)
            chosen = (await table.state()).decks["explorer_events"].draw
            assert chosen[:2] == (former[1], former[0])
            assert chosen[2:] == former[2:]
            await table.must(table.ben, ruling(type="SetPool", unit="exp-02", what="health", value=4))
        async with inside(tmp_path, Seeded(10)) as house:
            table.anew(house)
            assert (await table.state()).decks["explorer_events"].draw == chosen, "after a restart, too"
            lines = await house.stored(table.ines.key)
            begun = next(line.revision for line in lines if '"CardsLookedAt"' in line.events)
            plan = await table.ben.post("/undo", {"to": begun - 1})
            assert plan.status == 200, plan.text
            assert (await table.state()).decks["explorer_events"].draw == former
            assert (await table.ben.post("/redo", {})).status == 200
            assert (await table.state()).decks["explorer_events"].draw == chosen

    run(work())


def test_f14_cards_that_lie_under_another_are_counted(tmp_path: Path) -> None:
    """Cards stored on an encounter, which is then covered: at every step the audit sums and says where they are."""

    async def audit(table: Any) -> dict[str, Any]:
        found: dict[str, Any] = await table.ben.read("/decks")
        for name, deck in found.items():
            assert deck["sums"], name
            assert sum(deck["places"].values()) == deck["total"] == len(cards_of_deck(table.house.book, name, "ruins"))
            for place, on in deck["lies_on"].items():
                assert sum(on.values()) == deck["places"][place]
        return found

    async def work() -> None:
        async with inside(tmp_path, OnTop(11, "enc-03", "enc-06")) as house:
            assert "Store(" in repr(house.book.encounters["enc-03"]), "the first encounter stores cards"
            table = await sit_down(house)
            for _ in range(200):
                state = await table.state()
                if state.current.get("encounters") == "enc-03" and not state.agenda:
                    break
                paying = await table.listed("PayShare", "Answer")
                if state.current.get("encounters") == "enc-03" and paying:
                    await table.must(*paying[0])
                else:
                    assert await table.something()
                await audit(table)
            stored = (await audit(table))["explorer_events"]
            assert stored["lies_on"]["stored"].get("enc-03", 0) >= 2, stored
            for _ in range(200):
                if (await table.state()).current.get("encounters") == "enc-06":
                    break
                assert await table.something()
                await audit(table)
            covered = (await audit(table))["explorer_events"]
            assert (await table.state()).current["encounters"] == "enc-06"
            assert covered["places"]["stored"] == 0, "the house rule lays them on the destroyed ones"
            assert covered["places"]["destroyed"] >= 2
            assert violations(house.book, await table.state()) == ()

    run(work())


# ------------------------------------------------------------------ F15, F16, F17, F18: another day, another release


def test_f15_a_table_of_older_rules_opens_says_so_and_can_be_carried_away(tmp_path: Path) -> None:
    """A table made with older rules goes on; one that can't be read any more says why, and can still be exported."""

    async def work() -> None:
        async with inside(tmp_path, Seeded(12)) as house:
            table = await sit_down(house)
            for _ in range(15):
                await table.something()
            state = (await table.ben.read())["state"]
            broken = await sit_down(house)
        with sqlite3.connect(tmp_path / "vivarium.db") as database:
            database.execute("UPDATE game SET rules = '0.9'")
            database.execute("UPDATE entry SET rules = '0.9'")
            database.execute(
                """UPDATE entry SET events = '[{"type": "Imagined"}]' WHERE game_id = 2 AND revision = 1"""
            )
            database.execute("DELETE FROM snapshot")
        database.close()
        async with inside(tmp_path, Seeded(12)) as house:
            table.anew(house)
            told = await table.ben.read()
            assert told["state"] == state
            assert told["made_with"][0] == "0.9" != told["rules"]
            assert await table.something()
            lost = broken.ben.anew(house)
            answer = await lost.get()
            assert answer.status == 409, answer.text
            message = answer.json()["reasons"][0]["message"]
            assert "0.9" in message
            exported = await lost.get("/export")
            assert exported.status == 200
            assert len(exported.json()["entries"]) == 2
            page = await house.ask("GET", f"/t/{lost.key}/log", headers={**lost.headers, "accept": "text/html"})
            assert page.status == 409
            assert "made with rules 0.9" in page.text
            assert f"/t/{lost.key}/export" in page.text

    run(work())


def test_f16_an_upgrade_keeps_every_table_and_a_copy_and_the_old_release_refuses_politely(tmp_path: Path) -> None:
    """A newer release brings the database up to date, keeps the old one, lists all tables; the older one says no."""
    data = data_folder(tmp_path, "data")

    async def play() -> dict[str, Any]:
        async with inside(data, Seeded(13)) as house:
            table = await sit_down(house)
            for _ in range(10):
                await table.something()
            found: dict[str, Any] = await table.ben.read()
            return found

    before = run(play())
    later = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, later, ignore=shutil.ignore_patterns("__pycache__"))
    newest = sorted(file.name[:4] for file in (later / "versions").glob("[0-9]*.py"))[-1]
    (later / "versions" / "9001_later.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision = '9001'\ndown_revision = {newest!r}\nbranch_labels = depends_on = None\n"
        "def upgrade():\n    op.add_column('game', sa.Column('colour', sa.String(), server_default='brass'))\n"
    )
    database = open_database(_settings(data))
    kept = migrate.bring_up_to_date(database.engine, "here", data / "vivarium.db", later)
    database.close()
    assert kept is not None
    copy = sqlite3.connect(data / kept)
    (revision,) = copy.execute("SELECT revision FROM game").fetchone()
    copy.close()
    assert revision == before["revision"]
    now = sqlite3.connect(data / "vivarium.db")
    assert now.execute("SELECT revision, colour FROM game").fetchall() == [(revision, "brass")]
    now.close()
    with pytest.raises(errors.NewerSchema, match="newer release"):
        open_database(_settings(data))
    refused = subprocess.run(
        [sys.executable, "-m", "app.cli", "serve", "--local", "--port", "0", "--data-dir", str(data)],
        cwd=ROOT,
        env=_clean_environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode != 0
    assert "newer release" in refused.stderr
    assert "Traceback" not in refused.stderr
    (data / "vivarium.db").unlink()
    for more in ("-wal", "-shm"):
        (data / f"vivarium.db{more}").unlink(missing_ok=True)
    (data / kept).rename(data / "vivarium.db")

    async def back() -> None:
        async with inside(data, Seeded(13)) as house:
            lines = await house.stored(before["links"]["play"].removeprefix("/t/"))
            assert len(lines) == before["revision"], "the copy is a whole database"

    run(back())


def test_f17_the_folder_to_keep_is_named_and_losing_it_is_said_at_the_start() -> None:
    """Our own words on containers keep the folder that the image writes to; without a volume the server warns."""
    image = (ROOT / "Dockerfile").read_text()
    (folder,) = re.findall(r"VIVARIUM_DATA_DIR=(\S+)", image)
    assert f"VOLUME {folder}" in image
    words = (ROOT / "docs" / "operating.md").read_text()
    (volume,) = re.findall(rf"^\s*- (\S+):{folder}\b", words, re.M)
    assert re.search(rf"^volumes:\n\s+{volume}:", words, re.M), "the volume has a name"
    assert "docs/operating.md" in (ROOT / "README.md").read_text()
    layered = "1 0 0:50 / / rw,relatime - overlay overlay rw"
    named = f"2 1 8:1 /var/lib/docker/volumes/{volume}/_data {folder} rw - ext4 /dev/sda1 rw"
    nameless = f"2 1 8:1 /var/lib/docker/volumes/{'0' * 64}/_data {folder} rw - ext4 /dev/sda1 rw"
    assert loss_warning(read_mounts(f"{layered}\n{named}"), Path(folder), marked=True) is None
    assert "without a name" in (loss_warning(read_mounts(f"{layered}\n{nameless}"), Path(folder), marked=True) or "")
    assert "lost" in (loss_warning(read_mounts(layered), Path(folder), marked=True) or "")


def _settings(folder: Path) -> Any:
    from app.config import Settings

    return Settings(data_dir=folder, secret=SECRET)


def _clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("VIVARIUM_")}


class Served:
    """The command that people run, killed and started again over the same folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.begin()

    def begin(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve", "--local", "--port", "0", "--data-dir", str(self.folder)],
            cwd=ROOT,
            env=_clean_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.url = ""
        for line in self.process.stdout:
            if found := re.search(r"On this machine\s+(http://\S+)", line):
                self.url = found[1].replace("localhost", "127.0.0.1")
            if "Press Ctrl+C" in line:
                break
        assert self.url, "the server did not start"
        self.client = Client(base_url=self.url, timeout=10)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        self.process.stdout.close()  # type: ignore[union-attr]
        self.client.close()


@pytest.mark.slow
def test_f18_links_live_on_after_a_kill_and_a_move_is_whole_or_absent(tmp_path: Path) -> None:
    """Killed right after a table was made, its link still opens; killed among moves, each is whole or absent."""
    server = Served(tmp_path)
    made = server.client.post("/api/tables", json={"player": "Ines"}).json()
    server.kill()
    server.begin()
    try:
        key, headers = made["table"], {"authorization": f"Bearer {made['token']}"}
        page = server.client.get(made["links"]["play"], follow_redirects=True)
        assert page.status_code == 200
        assert "Take a seat" in page.text
        revision, sent = 1, 0
        chance = random.Random(18)
        for round_ in range(3):
            answered: list[int] = []
            stop = threading.Event()
            url = server.url

            def hammer(url: str, answered: list[int], stop: threading.Event) -> None:
                nonlocal sent
                with Client(base_url=url, timeout=10) as client:
                    while not stop.is_set():
                        sent += 1
                        move = ruling(type="SetPool", unit="exp-01", what="health", value=1 + sent % 5)
                        try:
                            answer = client.post(f"/api/tables/{key}/moves", json={"move": move}, headers=headers)
                        except HTTPError:
                            return
                        if answer.status_code == 200:
                            answered.append(answer.json()["revision"])

            hand = threading.Thread(target=hammer, args=(url, answered, stop))
            hand.start()
            late = time.monotonic() + 30
            while not answered and time.monotonic() < late:  # a busy machine takes its time for the first one
                time.sleep(0.01)
            time.sleep(chance.random() / 3)
            server.kill()
            stop.set()
            hand.join(15)
            assert answered, f"no move came through in round {round_}"
            server.begin()
            now = server.client.get(f"/api/tables/{key}", headers=headers).json()
            assert now["revision"] in (answered[-1], answered[-1] + 1), "one more may have been on its way"
            assert answered == list(range(revision + 1, answered[-1] + 1))
            revision = now["revision"]
            entries = server.client.get(f"/api/tables/{key}/log?limit=1", headers=headers).json()["entries"]
            assert entries[0]["revision"] == revision
            assert entries[0]["move"]["changes"][0]["value"] == now["state"]["explorers"]["exp-01"]["health"]
    finally:
        server.kill()

    async def fold() -> None:
        async with inside(tmp_path) as house:
            lines = await house.stored(key)
            assert replayed(lines) == (await house.opened(key)).state

    run(fold())


# ------------------------------------------------------------------ F20: undo


def test_f20_undo_names_whose_moves_go_and_keeps_their_lines(tmp_path: Path) -> None:
    """The dialog says that Ben's move goes too; the log keeps both, with who took them back; redo restores them."""

    async def work() -> None:
        async with inside(tmp_path, Seeded(20)) as house:
            ines, ben = Phone(house, "ines"), Phone(house, "ben")
            made = await ines.post_form("/new", player="Ines")
            host = made.headers["location"].split("/")[2]
            play = (await house.opened(host)).game.play_key
            await ben.post_form(f"/t/{play}/join", name="Ben", explorer="exp-02")
            start = (await house.opened(host)).revision
            await ines.play(host, ruling(type="SetPool", unit="exp-01", what="health", value=5))
            await ben.play(play, ruling(type="SetPool", unit="exp-02", what="health", value=3))
            state = (await house.opened(host)).state
            dialog = (await ines.get(f"/t/{host}/undo?to={start}", fragment=True)).text
            assert "Ben’s move" in dialog
            assert "Your move" in dialog
            assert "Ask Ben first" in dialog
            done = await ines.post_form(f"/t/{host}/undo", fragment=True, to=str(start), revision=str(start + 2))
            assert done.status == 200, done.text
            log = (await ben.get(f"/api/tables/{play}/log")).json()["entries"]
            both = [entry for entry in log if entry["revision"] in (start + 1, start + 2)]
            assert [entry["name"] for entry in both] == ["Ben", "Ines"]
            assert {entry["undone_by"] for entry in both} == {"Ines"}
            page = (await ben.get(f"/t/{play}/log")).text
            assert page.count("undone by Ines") == 2
            assert (await ben.post_form(f"/t/{play}/redo", fragment=True)).status == 200
            assert (await house.opened(host)).state == state
            log = (await ben.get(f"/api/tables/{play}/log")).json()["entries"]
            assert all(entry["redone"] and not entry["undone_by"] for entry in log if entry["kind"] == "move")

    run(work())
