"""The built-in pack: what it holds, and that its data say what its sentences say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from pydantic import TypeAdapter

import app.packs
from app.packs import builtin, load_pack, read_pack
from app.packs.verbs import every
from app.rules import Setup, new_game, violations
from app.rules.cards import Book
from app.rules.cards_map import TerrainFace, TileFace
from app.rules.cards_story import Scenario, WayOn
from app.rules.cards_text import Ability, Card, Panel
from app.rules.conditions import About, holds
from app.rules.drawings import drawing_lines, parse_drawing
from app.rules.effects import (
    AddToken,
    Advance,
    Allow,
    Bind,
    Charge,
    Choose,
    DestroyItem,
    DestroyTile,
    Door,
    Draw,
    End,
    ExploreFree,
    HandItem,
    If,
    Invoke,
    Look,
    Lose,
    PlaceEntry,
    PlaceExit,
    Prevent,
    Push,
    Recall,
    Restore,
    Store,
    StoreItem,
    Teleport,
    Text,
    Trade,
    Unlock,
)
from app.rules.modifiers import forbids
from app.rules.vocabulary import Condition, Price
from tests.support.players import Seeded

#: Verbs that say 'one' by being what they are.
OF_ONE = (DestroyItem, DestroyTile, Door, Draw, ExploreFree, HandItem, Look, Recall, Store, StoreItem, Trade)
FOLDER = Path(app.packs.__file__).parent / "builtin"

BANNED = re.compile(
    r"\b(eldritch|unspeakable|ancient evil|madness|mad|tentacles?|cosmic|something stirs)\b|[!]|you feel", re.I
)


@pytest.fixture(scope="module")
def book() -> Book:
    return builtin()


def abilities(book: Book) -> Iterator[tuple[Card, str, Panel, Ability]]:
    for card in book.cards.values():
        for at, panel, _, ability in card.abilities():
            yield card, at, panel, ability


def test_no_two_cards_have_one_name(book: Book) -> None:
    names = Counter(card.name for card in book.cards.values())
    assert [name for name, n in names.items() if n > 1] == []


def test_it_is_read_once_and_has_no_warnings() -> None:
    assert builtin() is builtin()
    assert read_pack(FOLDER).warnings == ()


def test_what_it_holds(book: Book) -> None:
    assert {name: len(getattr(book, name)) for name in COUNTS} == COUNTS
    assert all(COUNTS[name] >= least for name, least in FIRST.items()), "never less than the first pack"


COUNTS = {
    "chapters": 51,
    "environments": 20,
    "encounters": 26,
    "explorer_events": 40,
    "horror_events": 40,
    "explorers": 10,
    "monsters": 28,
    "items": 96,
    "scenarios": 4,
}
#: The letters by which the chapters and the events of a scenario are called.
LETTERS = {"ruins": ("rav", "r"), "contamination": ("con", "c"), "shape-of-god": ("sog", "g"), "feather": ("fot", "t")}
#: Every session that can be set up: scenario, length, variation.
SESSIONS = [
    (scenario.id, length.id, variation.id)
    for scenario in builtin().scenarios.values()
    for length in scenario.lengths
    for variation in scenario.variations
]
#: What the first pack had to hold.
FIRST = {
    "chapters": 5,
    "environments": 10,
    "encounters": 10,
    "explorer_events": 12,
    "horror_events": 12,
    "explorers": 6,
    "monsters": 8,
    "items": 12,
    "scenarios": 1,
}


def test_sixteen_double_sided_tiles_and_terrains(book: Book) -> None:
    numbers = Counter(id[:-1] for id, tile in book.tiles.items() if not tile.endgame)
    assert len(numbers) == 16
    assert set(numbers.values()) == {2}
    assert sorted(id for id, tile in book.tiles.items() if tile.endgame) == ["E1", "E2", "E3", "E4"]
    terrains = Counter(id[:-1] for id in book.terrains)
    assert len(terrains) == 16
    assert set(terrains.values()) == {2}
    assert {face.end for face in book.terrains.values()} == {"R", "L"}
    assert "asteroid" in {mood for tile in book.tiles.values() for mood in tile.moods}


def test_environments_of_every_sort(book: Book) -> None:
    countdowns = {env.id: env.countdown for env in book.environments.values() if env.countdown is not None}
    assert countdowns == {"env-01": 4, "env-02": 3, "env-03": 6, "env-04": 5, "env-05": 4}
    entering = [env.id for env in book.environments.values() if {a.kind for *_, a in env.abilities()} == {"enters"}]
    assert [id for id in entering if id not in countdowns] == [f"env-{n:02}" for n in range(6, 14)]


def test_events_core_and_of_the_scenario(book: Book) -> None:
    for what, letter in (("explorer_events", "x"), ("horror_events", "h")):
        events = getattr(book, what)
        assert [id for id, event in events.items() if event.core] == [f"{letter}ev-{n:02}" for n in range(1, 21)]
        for scenario in book.scenarios.values():
            of = LETTERS[scenario.id][1]
            assert getattr(scenario, what) == tuple(f"{letter}ev-{of}{n}" for n in range(1, 6))
        assert len(events) == 20 + 5 * len(book.scenarios)
    bound = [id for id, event in book.explorer_events.items() if event.bound]
    assert bound == ["xev-02", "xev-15", "xev-r3", "xev-g2", "xev-g4", "xev-t5"]
    assert [id for id, event in book.horror_events.items() if event.bound] == ["hev-g2", "hev-t2"]


@pytest.mark.parametrize("scenario", builtin().scenarios.values(), ids=lambda s: s.id)
def test_core_events_are_trimmed_to_as_many_as_the_scenario_has(book: Book, scenario: Scenario) -> None:
    """DK-2: 20 core events and 5 of the scenario make a deck of 10 each; those of other scenarios are in no deck."""
    setup = Setup(scenario.id, "short", scenario.variations[0].id, ("exp-01",))
    state = new_game(book, setup, Seeded(1)).state
    for what in ("explorer_events", "horror_events"):
        deck, own = state.decks[what], getattr(scenario, what)
        there = {*deck.draw, *deck.destroyed, *deck.held}
        assert len(there) == 10
        assert set(own) <= there
        core = {id for id, event in getattr(book, what).items() if event.core}
        assert {*deck.aside} == core - there
    assert violations(book, state) == ()


def test_monsters_of_four_levels_and_items_of_three(book: Book) -> None:
    assert Counter(monster.level for monster in book.monsters.values()) == {1: 8, 2: 8, 3: 7, 4: 5}
    ethereal = [id for id, monster in book.monsters.items() if monster.ethereal]
    assert ethereal == ["mon-104", "mon-202", "mon-303", "mon-405"]
    kinds = Counter((item.kind, item.level) for item in book.items.values())
    for kind in ("weapon", "artifact", "consumable", "apparel"):
        assert {kinds[kind, level] for level in (1, 2, 3)} == {8}, "halving takes half of each deck (IT-1)"


def test_an_upgrade_is_printed_and_changes_something(book: Book) -> None:
    for item in book.items.values():
        says = "Upgrade" in item.augment
        has = item.upgraded_profile is not None or any(a.item == "upgraded" for *_, a in item.abilities())
        no_longer = any(a.item == "plain" for *_, a in item.abilities())
        assert (item.upgrade is not None) == says, item.id
        assert (has or no_longer) == says, item.id
        assert (item.room > 0) == ("Room" in item.augment), item.id
        laid = item.lends is not None or any(a.item == "augment" for *_, a in item.abilities())
        assert bool(item.augments) == ("Augments" in item.augment) or item.id == "p106", item.id
        assert laid == bool(item.augments), item.id


NAMES = {
    "ruins": ("Ruins Among the Void", ["Company Orders", "Deaf Shift", "The Third Column"]),
    "contamination": ("Contamination", ["Rescue Call", "No Way Down", "One of Us"]),
    "shape-of-god": ("Shape of God", ["Inspectors", "Patients", "The Missing Measurement"]),
    "feather": ("Feather of Thornsmouth", ["Sunday", "Spring Tide", "The Balanced Book"]),
}
#: The chapters of the short length, whether each is passed through, and the ratings that the others print.
SHORT: dict[str, dict[str, tuple[int | None, int | None]]] = {
    "ruins": {"01": (2, 2), "03": (3, 3), "05": (None, None), "08": (4, 4), "10": (5, 5)},
    "contamination": {"01": (None, None), "02": (2, 2), "04": (3, 3), "06": (4, 4), "09": (5, 5)},
    "shape-of-god": {"01": (2, 2), "04": (None, None), "05": (4, 3), "08": (0, 5), "11": (5, 5)},
    "feather": {"01": (2, 2), "02": (3, None), "04": (None, None), "07": (4, 4), "10": (5, 5)},
}


@pytest.mark.parametrize("scenario", builtin().scenarios.values(), ids=lambda s: s.id)
def test_three_lengths_and_three_variations(book: Book, scenario: Scenario) -> None:
    letters = LETTERS[scenario.id][0]
    assert (scenario.name, [variation.name for variation in scenario.variations]) == NAMES[scenario.id]
    assert [length.id for length in scenario.lengths] == ["short", "standard", "long"]
    short, standard, long = (length.chapters for length in scenario.lengths)
    assert short == tuple(f"{letters}-{n}" for n in SHORT[scenario.id])
    assert set(short) < set(standard) < set(long)
    assert long == tuple(f"{letters}-{n:02}" for n in range(1, len(long) + 1))
    assert standard == tuple(id for id in long if id in standard), "lengths keep the order"
    ratings = [(book.chapters[id].printed("spawn"), book.chapters[id].printed("horror")) for id in short]
    assert ratings == list(SHORT[scenario.id].values())
    assert [book.chapters[id].is_pass_through for id in short] == [pair == (None, None) for pair in ratings]
    assert scenario.variations[0].text == "As printed."
    assert all(variation.chapters or [*variation.abilities()] for variation in scenario.variations[1:])
    assert all(len(variation.text) > 40 for variation in scenario.variations[1:])


#: Chapters of variations that are others altogether than those in whose place they stand.
OTHERS = {"con-09-down"}


def _changed(book: Book) -> Iterator[tuple[str, str]]:
    """(chapter of a variation, the printed one that it goes in for)."""
    for scenario in book.scenarios.values():
        printed = {id for length in scenario.lengths for id in length.chapters}
        for variation in scenario.variations:
            for id in dict.fromkeys(id for ids in variation.chapters.values() for id in ids if id not in printed):
                yield id, "-".join(id.split("-")[:2])


def test_chapters_of_variations_go_in_for_those_of_their_number(book: Book) -> None:
    assert {"rav-03-deaf", "rav-10-third", "con-04-us"} <= {id for id, _ in _changed(book)}
    for scenario in book.scenarios.values():
        for variation in scenario.variations:
            for length in scenario.lengths:
                numbers = [id.split("-")[1] for id in variation.chapters.get(length.id, length.chapters)]
                assert numbers == sorted(set(numbers)), (variation.id, length.id)
                added = set(numbers) - {id.split("-")[1] for id in length.chapters}
                assert not added or variation.id in ("third-column", "spring-tide"), variation.id


def test_a_chapter_of_a_variation_is_the_one_it_goes_in_for_but_for_its_figures(book: Book) -> None:
    for changed, printed in _changed(book):
        if changed in OTHERS:
            continue
        one, other = book.chapters[changed], book.chapters[printed]
        assert one.name.startswith(other.name)
        assert [face.lore for face in one.faces] == [face.lore for face in other.faces]
        assert [(f.spawn, f.horror) for f in one.faces] == [(f.spawn, f.horror) for f in other.faces]
        pairs = zip(one.abilities(), other.abilities(), strict=True)
        said = [(re.sub(r"\d+|s\b", "", a.text), re.sub(r"\d+|s\b", "", b.text)) for (*_, a), (*_, b) in pairs]
        assert all(a == b for a, b in said)
        texts = sum(a.text != b.text for (*_, a), (*_, b) in zip(one.abilities(), other.abilities(), strict=True))
        charges = sum(a.charges != b.charges for a, b in zip(_panels(one), _panels(other), strict=True))
        assert texts + charges >= 1


def _panels(card: Card) -> list[Panel]:
    return [panel for face in card.faces for panel in face.panels]


@pytest.mark.parametrize(("scenario", "length", "variation"), SESSIONS)
def test_every_session_can_be_set_up_and_ends_in_a_victory(
    book: Book, scenario: str, length: str, variation: str
) -> None:
    """The last chapter that is played says how it is won, and each one before it how it is left (CH-4, CH-5, CH-9)."""
    state = new_game(book, Setup(scenario, length, variation, ("exp-01", "exp-02")), Seeded(1)).state
    assert violations(book, state) == ()
    assert state.outcome == ""
    played = [book.chapters[id] for id in state.chapters if not book.chapters[id].is_pass_through]
    for chapter in played[:-1]:
        verbs = [verb for *_, ability in chapter.abilities() for verb in every(ability.do)]
        assert chapter.way_on.kind != "endgame"
        assert not any(isinstance(verb, End) and verb.won for verb in verbs), chapter.id
        if chapter.way_on.kind == "exit_token":
            assert any(isinstance(verb, PlaceExit) for verb in verbs), chapter.id
    last = [verb for *_, ability in played[-1].abilities() for verb in every(ability.do)]
    assert End(True) in last or played[-1].way_on.kind == "exit_token"
    assert End(False) in last, "it can be lost by what it prints"
    behind = state.chapters[state.chapters.index(played[-1].id) + 1 :]
    assert bool(behind) == (length == "long" and scenario in ("ruins", "contamination"))
    for id in behind:
        assert [ability.do for *_, ability in book.chapters[id].abilities()] == [(End(True),)]


def test_deaf_shift_lowers_horror_and_lets_nobody_adjust(book: Book) -> None:
    state = new_game(book, Setup("ruins", "short", "deaf-shift", ("exp-01",)), Seeded(1)).state
    assert state.chapters == ("rav-01", "rav-03-deaf", "rav-05", "rav-08", "rav-10")
    assert (state.spawn_rating, state.horror_rating) == (2, 1)
    assert forbids(book, state, "adjust_rolls") == "deaf-shift"


def test_the_third_column_begins_with_tokens_and_leaves_one_option(book: Book) -> None:
    state = new_game(book, Setup("ruins", "short", "third-column", ("exp-01",)), Seeded(1)).state
    assert state.horror_tokens == 2
    assert state.chapters[1] == "rav-02"
    able = [holds(book, state, o.condition, About("rav-02")) for o in _board(book).options if o.condition]
    assert able == [False, False]
    plain = new_game(book, Setup("ruins", "standard", "company-orders", ("exp-01",)), Seeded(1)).state
    assert plain.horror_tokens == 0
    assert all(holds(book, plain, o.condition, About("rav-02")) for o in _board(book).options if o.condition)


def _board(book: Book) -> Panel:
    return book.chapters["rav-02"].faces[1].panels[0]


def test_dice_and_the_rest_of_the_table() -> None:
    pack = read_pack(FOLDER)
    assert {die: sum(faces) / len(faces) for die, faces in pack.book.dice.items()} == {
        "low": 1,
        "high": 2,
        "game": 4.5,
        "recharge": 3.5,
    }
    assert pack.book.dice["game"] == tuple(range(10))
    assert pack.threat_positions == 5
    assert len(pack.recharge) == 6


def test_every_sentence_is_there_and_every_ability_does_something(book: Book) -> None:
    count = 0
    for card, at, _, ability in abilities(book):
        count += 1
        assert len(ability.text) > 10, (card.id, at)
        assert ability.text.endswith("."), (card.id, at)
        assert ability.do or ability.kind == "passive", (card.id, at)
    assert count > 90
    for monster in book.monsters.values():
        assert monster.attack
        assert monster.attack_profile is not None
        assert monster.behaviour.endswith(".")
    for explorer in book.explorers.values():
        assert explorer.attack
        assert [ability for *_, ability in explorer.abilities()]
        assert explorer.attack_profile is not None
    for item in book.items.values():
        assert [ability for *_, ability in item.abilities()] or item.attack_profile is not None, item.id
        assert bool(item.attack) == (item.attack_profile is not None), item.id


_OPENINGS = {
    "enters": re.compile(r"Enters play(, once each round)?: "),
    "passive": re.compile(r"Passive: |Bound: "),
    "when": re.compile(r"When [^:]+: "),
    "active": re.compile(r"(Active|Bound, active|Use)( \([^:]*\))?[^:]*: "),
}


def test_every_sentence_opens_as_its_kind(book: Book) -> None:
    for card, at, _, ability in abilities(book):
        assert _OPENINGS[ability.kind].match(ability.text), (card.id, at, ability.text)
        if ability.text.startswith("Bound"):
            assert ability.bound, (card.id, at)


def printed_price(text: str) -> Price:
    """The price as the opening of a sentence prints it."""
    opening = text.split(": ")[0]
    amounts: dict[str, int] = {}
    for part in re.findall(r"\(([^)]*)\)", opening):
        for one in part.split(", "):
            if found := re.fullmatch(r"(add )?(\d+) (stamina|essence|health|charge|spawn token|horror token)s?", one):
                what = found[3].replace(" ", "_")
                amounts[("add_" if found[1] else "") + ("charges" if what == "charge" else what)] = int(found[2])
            elif one == "destroy this event":
                amounts["destroy_this"] = True
            elif found := re.fullmatch(r"max (\d+)", one):
                amounts["add_max"] = int(found[1])
            else:
                raise AssertionError(f"no price: {one}")
    return Price(**{"destroy_this": opening.startswith("Use"), **amounts})  # type: ignore[arg-type]


def test_every_price_is_the_one_that_the_sentence_prints(book: Book) -> None:
    """Data and sentence are written by hand side by side: here they must agree."""
    paid = 0
    for card, at, _, ability in abilities(book):
        if ability.kind == "active":
            assert ability.price == printed_price(ability.text), (card.id, at, ability.text)
            paid += 1
        else:
            assert ability.price == Price(), (card.id, at)
    assert paid > 30


_TRIGGER_WORDS = {
    "new_round": "a new round begins",
    "horror_event_invoked": "a horror event is invoked",
    "monster_spawned": "a monster spawns",
    "charges_gone": "has no charges",
    "tokens_reached": "7 or more horror tokens",
    "hit_by_arcane": "is hit by an arcane attack",
    "monster_destroyed": "is destroyed",
    "monster_spawned_by_roll": "spawns from a spawn roll",
    "map_tile_joined": "a map tile is joined",
    "door_opened": "a door is opened",
    "explorer_destroyed": "an explorer is destroyed",
    "explorer_loses_health": "loses health",
    "explorer_event_invoked": "an explorer event is invoked",
    "restored_another": "restores health to another explorer",
    "explorer_would_be_destroyed": "an explorer would be destroyed",
    "attack_short_by_one": "rolls exactly 1 too little",
    "test_failed": "fails a test",
    "threat_increased": "monster threat increases",
    "monster_phase_began": "the monster phase begins",
    "turn_finished": "ends its turn",
    "explorer_left": "an explorer leaves by the exit",
}


def test_every_trigger_and_limit_is_the_one_that_the_sentence_prints(book: Book) -> None:
    limits = {"once each round": "once_each_round", "once a round each": "once_a_round_each"}
    for card, at, _, ability in abilities(book):
        opening = ability.text.split(": ")[0]
        if ability.kind == "when":
            words = _TRIGGER_WORDS[ability.trigger]
            if ability.trigger == "tokens_reached" and ability.trigger_condition is not None:
                kind = ability.trigger_condition.subject.removesuffix("_tokens")
                words = words.replace("7", str(ability.trigger_condition.least)).replace("horror", kind)
            assert words in opening, (card.id, at)
        else:
            assert ability.trigger == "", (card.id, at)
        if ability.kind != "passive":
            printed = next((limit for words, limit in limits.items() if words in opening), "")
            assert ability.limit == printed, (card.id, at)


def figures(do: object) -> Counter[int]:
    """Every figure that verbs, their conditions and prices carry, and those in the words left to the group."""
    found: Counter[int] = Counter()
    if isinstance(do, int) and not isinstance(do, bool):
        found[abs(do)] += 1
    elif isinstance(do, tuple):
        for part in do:
            found += figures(part)
    elif isinstance(do, Text):
        found.update(map(int, re.findall(r"\d+", do.text)))
    elif isinstance(do, Allow):
        found[{"full_sight": 6, "target_ethereal_near": 3, "moves_instead_of_push": 1}.get(do.what, 0)] += (
            1  # said by the word itself
        )
        found += figures(do.who) + figures(do.needs)
    elif is_dataclass(do):
        found[1] += getattr(do, "what", "") == "essence_for_health"  # for 1 health each
        for part in fields(do):
            found += figures(getattr(do, part.name))
    return found


#: Printed so: what they help is one roll, and how often is the group's.
PAID_IN_TOKENS = {"xev-r1", "a307"}


def test_what_only_adds_tokens_for_its_price_has_an_end(book: Book) -> None:
    """Tokens are a stock to pay from (TK-1): such a price alone would let an attack have as many dice as one likes."""
    only = [Price(add_horror_token=n) for n in (1, 2, 3)] + [Price(add_spawn_token=n) for n in (1, 2, 3)]
    endless = {
        card.id for card, _, _, one in abilities(book) if one.kind == "active" and not one.limit and one.price in only
    }
    assert endless == PAID_IN_TOKENS


def test_every_figure_of_a_sentence_is_in_the_data(book: Book) -> None:
    """No figure may be lost on the way from the sentence to the verbs, nor changed."""
    for card, at, _, ability in abilities(book):
        if not ability.do:
            continue  # a passive that the tracker does not count
        rest = ability.text.partition(": ")[2]
        printed = Counter(map(int, re.findall(r"\d+", rest)))
        missing = set(printed) - set(figures(ability.do))
        if ability.text.startswith("Enters play: With 1 or 2 explorers"):
            missing.discard(1)
        if any(isinstance(verb, OF_ONE) for verb in every(ability.do)):
            missing.discard(1)  # such a verb is about one item, card or explorer
        if any(isinstance(verb, Prevent | If) for verb in every(ability.do)):
            missing -= {1, 2}  # "prevented", "2 or more": said by the verb itself
        assert not missing, (card.id, at, missing)


def test_lore_is_as_long_as_a_tired_person_reads_aloud(book: Book) -> None:
    for kind in (book.chapters, book.encounters, book.environments, book.explorer_events, book.horror_events):
        for card in kind.values():
            lores = [face.lore for face in card.faces if face.lore]
            assert lores, card.id
            for lore in lores:
                assert 20 <= len(lore.split()) <= 60, card.id
    for one in (*book.explorers.values(), *book.monsters.values(), *book.items.values()):
        assert 1 <= len(one.line.split()) <= 15, one.id


def test_no_word_that_the_voice_does_without(book: Book) -> None:
    for card in book.cards.values():
        for text in (card.name, card.line, *(face.lore for face in card.faces)):
            assert not BANNED.search(text), (card.id, text)


def test_no_marks_of_another_format_are_left_in_the_words(book: Book) -> None:
    for card in book.cards.values():
        words = [card.name, card.line, *(face.lore for face in card.faces)]
        words += [ability.text for *_, ability in card.abilities()]
        for text in words:
            assert not re.search(r"[*_★<>\[\]]", text), (card.id, text)


# ------------------------------------------------------------------ cards that the rules lean on


def test_the_ear_in_the_floor_blocks_until_its_stops_are_open(book: Book) -> None:
    chapter = book.chapters["rav-08"]
    assert chapter.way_on == WayOn(
        "blocking",
        (Condition("open_options", least=3, of="Stops"), Condition("spawn_tokens", most=2)),
        "All 3 stops are open, and there are 2 or fewer spawn tokens.",
        1,
        "top",
        "bottom",
    )
    stops = chapter.faces[0].panels[0]
    assert (stops.kind, stops.open, [option.label for option in stops.options]) == (
        "locked",
        0,
        ["The low stop", "The middle stop", "The high stop"],
    )
    drive = book.ability("rav-08", "bottom.0.0")[2]
    assert (drive.do, drive.limit, drive.price) == (
        (Unlock("Stops"),),
        "once_each_round",
        Price(stamina=3, essence=1),
    )
    assert drive.needs == (Condition("on_tile_with_chapter_space", 1, 1),)


def test_the_clapper_is_won_by_the_bell_and_lost_by_tokens(book: Book) -> None:
    [place, tokens, scaling] = [book.ability("rav-10", f"top.0.{i}")[2].do for i in range(3)]
    assert place == (If((Condition("explorers_on_board", most=0),), (PlaceEntry(),)),)
    assert tokens == (AddToken("horror", 2),)
    assert scaling == (
        If((Condition("explorers", most=2),), (Charge(-1, "The bell"),)),
        If((Condition("explorers", least=4),), (Charge(1, "The bell"),)),
    )
    bell = book.chapters["rav-10"].faces[0].panels[1]
    assert (bell.heading, bell.charges) == ("The bell", 6)
    assert [(a.trigger, a.trigger_condition, a.do) for a in bell.abilities] == [
        ("charges_gone", None, (If((Condition("length", least=1, of="long"),), (Advance(),), (End(True),)),)),
        ("new_round", None, (AddToken("horror", 1),)),
        ("tokens_reached", Condition("horror_tokens", least=7), (End(False),)),
    ]
    choice = book.chapters["rav-10"].faces[1].panels[0]
    assert choice.kind == "choose"
    [hush], [strike] = (option.abilities for option in choice.options)
    assert (hush.price, hush.limit) == (Price(stamina=3, horror_token=1), "once_a_round_each")
    assert hush.do == (Charge(-1, "The bell"),)
    assert (strike.price, strike.limit) == (Price(stamina=3, health=1), "once_a_round_each")
    assert strike.do == (Charge(-1, "The bell"), Invoke("horror_events"))


def test_the_cage_places_a_tile_and_takes_everyone_along(book: Book) -> None:
    assert book.ability("rav-05", "bottom.0.0")[2].do == (PlaceEntry(), Teleport("each_explorer", "entry_tile"))


def test_the_sorting_floor_asks_who_came_over_a_border_and_hurts_who_did_not(book: Book) -> None:
    [(_, _, _, ability)] = book.environments["env-09"].abilities()
    [effect] = ability.do
    assert isinstance(effect, If)
    assert effect.conditions == (Condition("came_over_border", 1, 1),)
    [choose] = effect.then
    assert isinstance(choose, Choose)
    assert [option.do for option in choose.options] == [(Push(2),), (Lose("activating", "health", 1),)]
    assert effect.otherwise == (Lose("activating", "health", 1),)


def test_bound_events_bind_first(book: Book) -> None:
    for event in (*book.explorer_events.values(), *book.horror_events.values()):
        verbs = [ability.do for *_, ability in event.abilities() if ability.kind == "enters"]
        assert (verbs[:1] == [(Bind(),)]) == event.bound, event.id


def test_abilities_of_explorers_and_items_are_their_bearers_alone(book: Book) -> None:
    for kind in (book.explorers, book.items):
        assert all(ability.bound for card in kind.values() for *_, ability in card.abilities())
    assert not any(ability.bound for card in book.chapters.values() for *_, ability in card.abilities())


def test_the_stove_serves_tea_and_essence_for_charges(book: Book) -> None:
    tea = book.encounters["enc-06"].faces[0].panels[0]
    assert tea.charges == 3
    assert [(a.price, a.do) for a in tea.abilities] == [
        (Price(stamina=1, charges=1), (Restore("acting", "health", 1),)),
        (Price(charges=1), (Restore("acting", "essence", 1),)),
    ]


# ------------------------------------------------------------------ round trips


def test_reading_it_twice_gives_the_same(book: Book) -> None:
    again = load_pack(FOLDER)
    assert again is not book
    for name in (*COUNTS, "tiles", "terrains", "dice"):
        assert getattr(again, name) == getattr(book, name)


def test_cards_survive_json(book: Book) -> None:
    """Cards are plain data: written as JSON and read again, nothing may be lost and no verb taken for another."""
    adapters: dict[type, TypeAdapter[Card | Scenario]] = {}
    for kind in ("chapters", "encounters", "environments", "explorer_events", "monsters", "items", "scenarios"):
        for card in getattr(book, kind).values():
            if type(card) not in adapters:
                adapters[type(card)] = TypeAdapter(type(card))
            adapter = adapters[type(card)]
            assert adapter.validate_json(adapter.dump_json(card)) == card


def test_drawings_survive_being_drawn(book: Book) -> None:
    faces: list[TileFace | TerrainFace] = [*book.tiles.values(), *book.terrains.values()]
    for face in faces:
        drawing = face.drawing
        assert parse_drawing(drawing_lines(drawing), drawing.width, drawing.height) == drawing
