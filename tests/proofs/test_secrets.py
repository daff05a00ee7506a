"""Nobody is told what nobody has seen (F19): every answer that a guest, a watcher, a stranger and a host can get.

The phones ask for every route there is and follow the links of every page; all that comes back is searched for the
ids and names of cards that have not come to light. What lies hidden is then exchanged in the server's memory: if any
answer were to depend on the order of a deck, it would differ now, and none does.
"""

from __future__ import annotations

import functools
import html
import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app import rules
from app.packs import builtin
from app.rules.agenda_items import Looking
from app.rules.cards import Book
from app.rules.invariants import cards_of_deck
from app.rules.moves import MakeRuling
from app.rules.state import DECKS, State
from app.service import move_json
from app.store.rows import Line
from tests.proofs.inside import Inside, inside, run
from tests.proofs.phone import Phone, addresses
from tests.support.players import Seeded
from tests.support.random_rulings import further_change

ROOMY = {
    "explore_from": "tile",
    "cost_explore": 0,
    "max_area": "6x6",
    "cost_chapter_space": 0,
    "encounter_reach": "own",
}
WEIGHTS = {"Walk": 4, "Explore": 10, "RollDie": 0.3, "FinishTurn": 0.6, "EndPhase": 1.5}
FACE_DOWN = ("top", "bottom", "aside", "draw")


# ------------------------------------------------------------------ what has come to light


def come_to_light(lines: tuple[Line, ...]) -> set[str]:
    """Cards that ever lay open: they were moved to a place where they lie face up, or entered as a chapter."""
    seen: set[str] = set()
    for line in lines:
        for event in json.loads(line.events):
            if (event["type"] == "CardMoved" and event["to"] not in FACE_DOWN) or event["type"] == "ChapterEntered":
                seen.add(event["card"])
    return seen


def unseen(book: Book, state: State, lines: tuple[Line, ...]) -> dict[str, tuple[str, ...]]:
    """Cards that have never come to light, with their names: neither may be told.

    A map tile or a terrain shows both its faces to nobody, so each face is a card of its own here once its tile lies
    open; until then both are hidden.
    """
    seen = come_to_light(lines)
    for step in state.agenda:
        if isinstance(step, Looking):
            seen |= set(step.cards)  # shown to everybody as long as the step is open
    hidden: dict[str, tuple[str, ...]] = {}
    for deck in DECKS:
        for card in cards_of_deck(book, deck):
            if deck == "tiles":
                if not {card, f"{card}a", f"{card}b"} & seen:
                    hidden |= {f"{card}{face}": (book.tiles[f"{card}{face}"].name,) for face in "ab"}
            elif deck == "terrains":
                if not {card, f"{card}a", f"{card}b"} & seen:
                    hidden |= {f"{card}{face}": (book.terrains[f"{card}{face}"].name,) for face in "ab"}
                    hidden[card] = ()
            elif card not in seen:
                cards: Any = book.monsters if deck == "monsters" else getattr(book, deck, book.items)
                hidden[card] = (cards[card].name,)
    for card in set(state.chapters) - seen:
        hidden[card] = (book.chapters[card].name,)
    return hidden


@functools.cache
def told_of_others() -> frozenset[str]:
    """Names that the text of another card holds as well ('Turnstile Hall'): reading them tells nothing."""
    texts, book = dict[str, str](), builtin()
    kinds = ("encounters", "environments", "explorer_events", "horror_events", "monsters", "items", "chapters")
    for kind in (*kinds, "tiles", "terrains", "explorers", "scenarios"):
        texts |= {card: repr(found) for card, found in getattr(book, kind).items()}
    names = {card: found.name for kind in (*kinds, "tiles", "terrains") for card, found in getattr(book, kind).items()}
    return frozenset(
        name
        for card, name in names.items()
        if any(card != other and stands_in(name, text) for other, text in texts.items())
    )


def found_in(text: str, hidden: dict[str, tuple[str, ...]]) -> set[str]:
    """The hidden cards that a text names, by id or by name."""
    plain = html.unescape(text) if "&" in text else text
    words = {word for card, names in hidden.items() for word in (card, *names)}
    return {word for word in words if word in plain and stands_in(word, plain)}


def stands_in(word: str, text: str) -> bool:
    """Whether it stands there by itself, not as a part of a longer word."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


# ------------------------------------------------------------------ a table with everybody around it


class Evening:
    """A table, the phones around it, and somebody who plays."""

    def __init__(self, house: Inside, seed: int) -> None:
        self.house = house
        self.chance = random.Random(f"secrets {seed}")
        self.ruled = 0

    async def begin(self) -> None:
        self.house.service.presence._clock = lambda: 0  # nobody is told to be away, however long the crawls take
        self.host = Phone(self.house, "host")
        answer = await self.host.post_form("/new", player="Ines", **{f"set:{k}": str(v) for k, v in ROOMY.items()})
        assert answer.status == 303, answer.text
        door = answer.headers["location"].split("/")[2]
        opened = await self.house.opened(door)
        self.keys = {"play": opened.game.play_key, "host": opened.game.host_key, "watch": opened.game.watch_key}
        self.code = opened.game.code
        # A guest by a page, and the same table's other kinds of visitor.
        self.guest, self.watcher, self.stranger = (Phone(self.house, n) for n in ("guest", "watcher", "stranger"))
        sat = await self.guest.post_form(f"/t/{self.keys['play']}/join", name="Ben", explorer="exp-02")
        assert sat.status == 303, sat.text
        self.everybody = (
            (self.guest, self.keys["play"]),
            (self.stranger, self.keys["play"]),
            (self.watcher, self.keys["watch"]),
            (self.host, self.keys["host"]),
        )
        self.key = self.keys["play"]

    async def state(self) -> State:
        return (await self.house.opened(self.key)).state

    async def hidden(self) -> dict[str, tuple[str, ...]]:
        opened = await self.house.opened(self.key)
        return unseen(self.house.book, opened.state, await self.house.stored(self.key))

    async def crawl(self, *probes: dict[str, Any]) -> dict[str, dict[str, str]]:
        """Everything that everybody can ask for."""
        return {phone.name: dict(await phone.crawl(key, phone is self.host, probes)) for phone, key in self.everybody}

    async def play(self, moves: int) -> None:
        """So many random moves by host or guest, each searched on its way; some are undone."""
        for _ in range(moves):
            phone = self.chance.choice((self.host, self.guest))
            key = self.keys["host"] if phone is self.host else self.key
            listed = (await phone.get(f"/api/tables/{key}/moves")).json()["moves"]
            kinds: dict[str, list[dict[str, Any]]] = {}
            for one in listed:
                kinds.setdefault(one["move"]["type"], []).append(one["move"])
            names = sorted(kinds)
            if not names:
                continue
            (name,) = self.chance.choices(names, [WEIGHTS.get(name, 6) for name in names])
            before = phone.heard = {}
            answer = await phone.post(f"/api/tables/{key}/moves", {"move": self.chance.choice(kinds[name])})
            assert answer.status == 200, answer.text
            await self.search({phone.name: before})
            if self.chance.random() < 0.08:
                await phone.post(f"/api/tables/{key}/undo", {})
            if self.chance.random() < 0.15:
                await self.rule_something()

    async def rule_something(self) -> None:
        """A table ruling at random, which may be nonsense; the game never ends by it."""
        change = further_change(self.house.book, await self.state(), self.chance)
        move = move_json(MakeRuling("so we say", (change,)))
        answer = await self.host.post(f"/api/tables/{self.keys['host']}/moves", {"move": move})
        assert answer.status in (200, 409, 422), answer.text
        self.ruled += answer.status == 200

    async def search(self, heard: dict[str, dict[str, str]]) -> None:
        """Nothing that was heard names a card that nobody has seen."""
        ordinary = told_of_others()
        assert len(ordinary) < 30, ordinary
        hidden = {card: tuple(set(names) - ordinary) for card, names in (await self.hidden()).items()}
        lines: dict[str, str] = {}  # each line once: pages have most of theirs in common
        for who, answers in heard.items():
            for asked, text in answers.items():
                lines |= dict.fromkeys(text.split("\n"), f"{who}: {asked}")
        told = {asked: found for line, asked in lines.items() if (found := found_in(line, hidden))}
        assert not told, told

    async def rearranged(self) -> None:
        """Exchange what lies hidden, as no move could: draw piles, cards set aside, chapters to come."""
        opened = await self.house.opened(self.key)
        state = opened.state
        shown = {card for step in state.agenda if isinstance(step, Looking) for card in step.cards}
        decks = {}
        for name, deck in state.decks.items():
            top = tuple(card for card in deck.draw if card in shown)
            rest = [card for card in deck.draw if card not in shown]
            mixed = tuple(rest[1:] + rest[:1])[::-1]
            aside = dict(zip(reversed(list(deck.aside)), deck.aside.values(), strict=True))
            out = next((card for card, where in aside.items() if where == "out"), None)
            if out is not None and mixed:  # nobody knows which cards were left out of the game unseen
                aside = {mixed[0] if card == out else card: where for card, where in aside.items()}
                mixed = (out, *mixed[1:])
            decks[name] = replace(deck, draw=top + mixed, aside=aside)
        known = state.chapter + 1
        chapters = state.chapters[:known] + state.chapters[known:][::-1]
        opened.keep_state(opened.timeline.head, replace(state, decks=decks, chapters=chapters))
        opened._view = None
        opened._listings.clear()

    async def probes(self) -> list[dict[str, Any]]:
        """Rulings that name cards which lie hidden: whoever tries them out must not learn where."""
        state, found = await self.state(), list[dict[str, Any]]()
        cell = list(state.board.tiles[0].cell)
        spaces = [e.space for e in state.explorers.values() if e.space is not None]
        beside = [spaces[0][0], spaces[0][1]] if spaces else [0, 0]
        for deck, lies in state.decks.items():
            cards = (*lies.draw[:2], *lies.draw[-2:], *sorted(lies.aside)[:2])
            for card in sorted(dict.fromkeys(card[:-1] if deck == "tiles" else card for card in cards)):
                found.append(ruling(type="MoveCard", card=card, to="destroyed"))
                if deck == "environments":
                    found.append(ruling(type="PlaceEnvironment", cell=cell, edge="", card=card))
                elif deck == "terrains":
                    found.append(ruling(type="LayTerrain", cell=cell, face="a", edge="N", card=card))
                elif deck == "tiles":
                    found.append(ruling(type="PlaceTile", cell=[cell[0] + 1, cell[1]], tile=card, face="a"))
                elif deck == "monsters":
                    found.append(ruling(type="AddMonster", space=beside, card=card))
        return found

    async def depends_on_nothing_hidden(self) -> None:
        """Everybody hears the same, byte for byte, after what lies hidden was exchanged; then it is put back."""
        opened = await self.house.opened(self.key)
        state, probes = opened.state, await self.probes()
        first = {who: unkeyed(answers) for who, answers in (await self.crawl(*probes)).items()}
        await self.rearranged()
        assert opened.state != state
        second = {who: unkeyed(answers) for who, answers in (await self.crawl(*probes)).items()}
        for who, answers in first.items():
            assert answers.keys() == second[who].keys()
            for asked, text in answers.items():
                assert text == second[who][asked], (who, asked)
        opened.keep_state(opened.timeline.head, state)
        opened._view = None
        opened._listings.clear()


def unkeyed(answers: dict[str, str]) -> dict[str, str]:
    """Answers without what is new in each: the keys that forms carry against being sent twice, the time of a file."""
    new = re.compile(r'(?<=name="key" value=")[^"]*|(?<="exported_at":")[^"]*')
    return {asked: new.sub("", text) for asked, text in answers.items()}


async def an_evening(folder: Path, seed: int, work: Any) -> None:
    """Do `work` at a table with everybody around it."""
    async with inside(folder, Seeded(seed)) as house:
        evening = Evening(house, seed)
        await evening.begin()
        await work(evening)


# ------------------------------------------------------------------ proofs


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_card_that_nobody_has_seen_is_nowhere(seed: int, tmp_path: Path) -> None:
    """No id and no name of it in any page, JSON, stream, log, export, preview, check or undo dialog."""

    async def work(evening: Evening) -> None:
        await evening.search(await evening.crawl())
        before = len(await evening.hidden())
        for _ in range(3):
            await evening.play(25)
            heard = await evening.crawl()
            assert all(len(answers) > 60 for answers in heard.values()), {w: len(a) for w, a in heard.items()}
            await evening.search(heard)
        assert evening.ruled > 1
        assert 30 < len(await evening.hidden()) < before, "something came to light, most did not"

    run(an_evening(tmp_path, seed, work))


def test_the_search_finds_what_is_told(tmp_path: Path) -> None:
    """The proof bites: were a hidden card told by id or by name, it would be found."""

    async def work(evening: Evening) -> None:
        hidden = await evening.hidden()
        for card in ("enc-01", "rav-03", "16b", "T05"):
            assert card in hidden
        for text in ('{"draw":["?","enc-01"]}', "<b>The Nightwatchman&#39;s Stove</b>", "e=16b&", '"T05"', "The Seam!"):
            assert found_in(text, hidden), text
        for text in ("enc-011", "116b", "Seam", "12:16", "T055"):
            assert not found_in(text, hidden), text
        await evening.host.get(f"/t/{evening.key}/log")
        first = next(iter(hidden))
        evening.host.heard["a leak"] = f"the next one is {first}"
        with pytest.raises(AssertionError, match="a leak"):
            await evening.search({"host": evening.host.heard})

    run(an_evening(tmp_path, 1, work))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_no_answer_depends_on_the_order_of_a_deck(seed: int, tmp_path: Path) -> None:
    """All draw piles, cards set aside and chapters to come exchanged: everybody hears the same, byte for byte."""

    async def work(evening: Evening) -> None:
        for _ in range(2):
            await evening.depends_on_nothing_hidden()
            await evening.play(30)
        await evening.depends_on_nothing_hidden()

    run(an_evening(tmp_path, 10 + seed, work))


def test_the_exchange_finds_what_depends_on_an_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof bites: with a view that strips nothing, the answers differ."""

    async def work(evening: Evening) -> None:
        monkeypatch.setattr(rules, "view_for", lambda state: state)
        (await evening.house.opened(evening.key))._view = None
        with pytest.raises(AssertionError):
            await evening.depends_on_nothing_hidden()

    run(an_evening(tmp_path, 12, work))


def ruling(**change: object) -> dict[str, Any]:
    return {"type": "MakeRuling", "reason": "so we say", "changes": [change]}


def orders(value: Any) -> list[str]:
    """Every entry of what might tell how cards lie, anywhere in a JSON value; each should be '?'."""
    found: list[str] = []
    if isinstance(value, dict):
        for name, item in value.items():
            if name in ("draw", "order", "out") and isinstance(item, list) and value.get("destroyed") is None:
                found += map(str, item)
            elif name == "draw":
                found += map(str, item) if isinstance(item, list) else []
            elif name in ("top", "under") and value.get("type") == "DeckOrdered":
                found += map(str, item)
            found += orders(item)
        if value.get("type") == "CardMoved" and value.get("to") in FACE_DOWN:
            found.append(str(value["card"]))
    elif isinstance(value, list):
        for item in value:
            found += orders(item)
    return found


async def no_order_is_told(evening: Evening) -> None:
    """Neither state nor log nor export names a card where it lies face down; and nothing depends on it."""
    for phone, key in evening.everybody:
        for path in ("", "/log", "/export"):
            if not (phone is evening.host and path == "/export"):
                told = orders((await phone.get(f"/api/tables/{key}{path}")).json())
                assert set(told) <= {"?"}, path
    await evening.depends_on_nothing_hidden()


async def must(phone: Phone, key: str, move: dict[str, Any]) -> None:
    answer = await phone.post(f"/api/tables/{key}/moves", {"move": move})
    assert answer.status == 200, answer.text


ORDER = ("Answer", "EndPhase", "FinishTurn")  # how a round goes on fastest


def test_a_shuffle_of_cards_already_seen_tells_no_order(tmp_path: Path) -> None:
    """All monsters were seen and destroyed; the next spawn shuffles them again: known by name, they lie unknown."""

    async def work(evening: Evening) -> None:
        host, key = evening.host, evening.keys["host"]
        state = await evening.state()
        (space,) = [e.space for e in state.explorers.values() if e.id == "exp-01"]
        assert space is not None
        known = set(state.decks["monsters"].draw)
        await must(host, key, ruling(type="PutUnit", unit="exp-01", space=[space[0], space[1] + 1]))
        for _ in known:
            await must(host, key, ruling(type="AddMonster", space=list(space)))
            (monster,) = (await evening.state()).monsters
            await must(host, key, ruling(type="RemoveMonster", unit=monster))
        await must(host, key, ruling(type="SetTokens", kind="spawn", value=30))
        deck = (await evening.state()).decks["monsters"]
        assert (deck.draw, set(deck.destroyed)) == ((), known)
        assert not known & set(await evening.hidden()), "everybody knows them"
        for _ in range(40):
            if (await evening.state()).decks["monsters"].draw:
                break
            going = [
                (ORDER.index(one["move"]["type"]), number, phone, door, one["move"])
                for number, (phone, door) in enumerate(((host, key), (evening.guest, evening.key)))
                for one in (await phone.get(f"/api/tables/{door}/moves")).json()["moves"]
                if one["move"]["type"] in ORDER
            ]
            *_, phone, door, move = min(going, key=lambda found: found[:2])
            await must(phone, door, move)
        deck = (await evening.state()).decks["monsters"]
        assert len(deck.draw) > 1, "they were shuffled, and lie there again"
        assert set(deck.draw) < known
        log = (await host.get(f"/api/tables/{key}/log")).json()
        (shuffled,) = [e for one in log["entries"][:-1] for e in one["events"] if e["type"] == "Shuffled"]
        assert (shuffled["deck"], set(shuffled["order"])) == ("monsters", {"?"})
        await no_order_is_told(evening)

    run(an_evening(tmp_path, 21, work))


def test_f19_an_undone_draw_leaves_no_trace_but_its_struck_line(tmp_path: Path) -> None:
    """State, moves and pages are what they were before the draw; only the log keeps what everybody saw."""

    async def work(evening: Evening) -> None:
        guest, key = evening.guest, evening.key
        await must(guest, key, ruling(type="SetPool", unit="exp-02", what="health", value=4))
        before = {path: (await guest.get(f"/api/tables/{key}{path}")).json() for path in ("", "/moves", "/decks")}
        await must(guest, key, ruling(type="TakeItem", explorer="exp-02", deck="artifacts"))
        (card,) = (await evening.state()).decks["artifacts"].held
        name = evening.house.book.items[card].name
        assert (await guest.post(f"/api/tables/{key}/undo", {})).status == 200
        after = {path: (await guest.get(f"/api/tables/{key}{path}")).json() for path in ("", "/moves", "/decks")}
        changing = {"revision", "played_at", "can_redo"}
        for path in before:
            kept = [{k: v for k, v in told[path].items() if k not in changing} for told in (before, after)]
            assert kept[0] == kept[1], path
        heard = await evening.guest.crawl(key)
        named = {asked for asked, text in heard.items() if found_in(text, {card: (name,)})}
        assert named, "the log keeps it"
        assert all(re.search(r"/log|/export|/undo|show=|before=", asked) for asked in named), named
        await no_order_is_told(evening)

    run(an_evening(tmp_path, 22, work))


def test_cards_that_were_looked_at_and_put_back_are_hidden_again(tmp_path: Path) -> None:
    """Shown to all while they are looked at; afterwards neither they nor their new order stand anywhere."""

    async def work(evening: Evening) -> None:
        host, key = evening.host, evening.keys["host"]
        listed = (await host.get(f"/api/tables/{key}/moves")).json()["moves"]
        look = [m["move"] for m in listed if m["move"]["type"] == "PlayAbility" and "Look" in told_label(evening, m)]
        await must(host, key, look[0])
        (step,) = [step for step in (await evening.state()).agenda if isinstance(step, Looking)]
        names = {card: (evening.house.book.explorer_events[card].name,) for card in step.cards}
        assert len(names) == 2
        shown = await evening.guest.get(f"/api/tables/{evening.key}")
        assert len(found_in(shown.text, names)) >= 2, "all may see what is looked at"
        while any(isinstance(step, Looking) for step in (await evening.state()).agenda):
            listed = (await host.get(f"/api/tables/{key}/moves")).json()["moves"]
            answers = [m["move"] for m in listed if m["move"]["type"] == "Answer"]
            await must(host, key, answers[-1])
        deck = (await evening.state()).decks["explorer_events"]
        assert set(deck.draw[:2]) == set(names)
        assert deck.draw[:2] == tuple(reversed(step.cards)), "they were put back the other way round"
        assert set(names) <= set(await evening.hidden())
        heard = await evening.crawl()
        told = {(w, a): f for w, answers in heard.items() for a, t in answers.items() if (f := found_in(t, names))}
        assert not told
        await no_order_is_told(evening)

    run(an_evening(tmp_path, 23, work))


def told_label(evening: Evening, listed: dict[str, Any]) -> str:
    """The printed text of the ability that a listed move plays."""
    move = listed["move"]
    return repr(evening.house.book.chapters.get(move["card"])) if move["at"].startswith(LOOKING) else ""


LOOKING = "bottom.1"


def test_no_answer_holds_a_seed(tmp_path: Path) -> None:
    """There is none: chance comes from the system. No field of any answer is called so."""

    async def work(evening: Evening) -> None:
        await evening.play(10)
        for answers in (await evening.crawl()).values():
            for asked, text in answers.items():
                assert not re.search(r"\bseed|random_?state|\brng\b", text, re.I), asked

    run(an_evening(tmp_path, 24, work))


@pytest.mark.slow
def test_nobody_learns_a_key_that_is_not_theirs(tmp_path: Path) -> None:
    """A watcher never sees the play or host key nor the short code, a guest never the host key; nobody a token."""

    async def work(evening: Evening) -> None:
        joined = await evening.house.ask("POST", f"/api/tables/{evening.key}/join", {"name": "Mo"})
        token = joined.json()["token"]
        asked = await evening.stranger.post_form(f"/t/{evening.key}/ask-seat", seat="s2", name="Eve")
        assert asked.status == 303
        await evening.play(15)
        heard = await evening.crawl()
        keys = evening.keys
        forbidden = {
            "watcher": {keys["play"], keys["host"], evening.code, f"{evening.code[:3]} {evening.code[3:]}"},
            "guest": {keys["host"]},
            "stranger": {keys["host"]},
            "host": set(),
        }
        secrets = {token, *(phone.cookies.get("vt_phone", "") for phone, _ in evening.everybody)} - {""}
        assert len(secrets) > 2
        opened = await evening.house.opened(evening.key)
        secrets |= set(opened.proofs)
        for who, answers in heard.items():
            for asked_for, text in answers.items():
                for secret in forbidden[who] | secrets:
                    assert secret not in text, (who, asked_for)
        told = " ".join(heard["host"].values())
        assert all(key in told for key in keys.values()), "a host learns all three"
        assert keys["watch"] in " ".join(heard["guest"].values())

    run(an_evening(tmp_path, 25, work))


def test_every_address_is_asked(tmp_path: Path) -> None:
    """The crawl knows every route: a new one that needs more than a key is named here, not left out."""

    async def work(evening: Evening) -> None:
        heard = await evening.guest.crawl(evening.key)
        assert not evening.guest.missed, "links and routes lead somewhere"
        for path in addresses(evening.house.app):
            if "{table}" in path:
                shape = re.escape(path).replace(r"\{table\}", evening.key)
                pattern = re.compile("GET " + re.sub(r"\\{\w+\\}", r"[\\w-]+", shape) + " ")
                assert any(pattern.match(asked) for asked in heard), path

    run(an_evening(tmp_path, 26, work))
