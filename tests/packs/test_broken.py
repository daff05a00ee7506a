"""Packs that are refused, and what is said about them: file, card, field and a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.packs import PackError, load_pack, read_pack
from app.packs.abilities import TRIGGERS
from app.packs.verbs import PLAY_VERBS, VERBS, WHO, WORDS
from app.rules.effects import Modify
from app.rules.vocabulary import NUMBERS, SETTABLE
from tests.packs.example import EXAMPLE, PackFolder


def problems(folder: Path) -> list[str]:
    """Everything that is said about the pack in `folder`."""
    with pytest.raises(PackError) as refused:
        load_pack(folder)
    said = [str(problem) for problem in refused.value.problems]
    assert str(refused.value) == "\n".join(said)
    return said


def changed(file: str, old: str, new: str) -> dict[str, str | bytes | None]:
    """The example's file with one piece replaced."""
    assert EXAMPLE[file].count(old) >= 1, f"{old!r} is not in the example's {file}"
    return {file: EXAMPLE[file].replace(old, new, 1)}


GRATE = "            price: {stamina: 1, charges: 1}\n"
AT_GRATE = "chapters.yaml: cellar-01: bottom.panels[0].abilities[0]"
DO = "              - restore: {who: each_explorer, essence: 1}\n"
EVENT = "horror_events.yaml: hev-cellar"
AT_EVENT = f"{EVENT}: abilities[0].do[0]"
EACH = EXAMPLE["horror_events.yaml"][EXAMPLE["horror_events.yaml"].index("        - each_explorer:") :]


CASES: dict[str, tuple[str, str, str, str]] = {
    # name: (file, piece of the example, what stands there instead, what is said)
    "unknown key": (
        "chapters.yaml", "stamina: 1, charges", "stamian: 1, charges",
        f"{AT_GRATE}.price: unknown key 'stamian', did you mean 'stamina'?",
    ),
    "unknown key of a card": (
        "chapters.yaml", "  way_on: chapter_space", "  colour: red\n  way_on: chapter_space",
        "chapters.yaml: cellar-01: unknown key 'colour'",
    ),
    "missing key": (
        "chapters.yaml", "  way_on: chapter_space\n", "",
        "chapters.yaml: cellar-01: 'way_on' is missing",
    ),
    "missing id": (
        "horror_events.yaml", "- id: hev-cellar\n  name", "- name",
        "horror_events.yaml: [0]: 'id' is missing",
    ),
    "not a card": (
        "horror_events.yaml", "- id: hev-cellar", "- just words\n- id: hev-cellar",
        "horror_events.yaml: [0]: must be a mapping (key: value), found 'just words'",
    ),
    "not a list": (
        "chapters.yaml", "        abilities:\n", "        abilities: none of these\n        charges2:\n",
        "chapters.yaml: cellar-01: bottom.panels[0].abilities: must be a list, found 'none of these'",
    ),
    "an id of odd letters": (
        "horror_events.yaml", "hev-cellar", "Hev/../cellar",
        "horror_events.yaml: Hev/../cellar: id: an id is made of small letters, digits and hyphens, 40 at most",
    ),
    "a name that is a number": (
        "horror_events.yaml", "A Draught", "1984",
        f"{EVENT}: name: must be text, found 1984: put it in quotes",
    ),
    "a name too long": (
        "horror_events.yaml", "A Draught", "A " + "long " * 20 + "Draught",
        f"{EVENT}: name: is 109 characters long, 80 at most",
    ),
    "an empty sentence": (
        "chapters.yaml", '"Active (3 stamina, 1 essence): The explorers win."', '""',
        "chapters.yaml: cellar-02: top.abilities[0].text: is empty",
    ),
    "a text too long": (
        "horror_events.yaml", "The candle leans", "The candle leans" + " and leans" * 200,
        f"{EVENT}: lore: is 2142 characters long, 2000 at most",
    ),
    "a list too long": (
        "scenarios.yaml", "[hev-cellar]", "[" + "hev-cellar, " * 501 + "]",
        "scenarios.yaml: cellar: horror_events: has 501 items, 500 at most",
    ),
    "a control character": (
        "horror_events.yaml", "A Draught", '"A\\tDraught"',
        f"{EVENT}: name: has the control character U+0009",
    ),
    "a mark that turns the writing round": (
        "horror_events.yaml", "A Draught", '"A \\u202ethguarD"',
        f"{EVENT}: name: has the control character U+202E",
    ),
    "two lines in a name": (
        "horror_events.yaml", "A Draught", '"A\\nDraught"',
        f"{EVENT}: name: must be one line",
    ),
    "a figure out of range": (
        "chapters.yaml", "    spawn: 2", "    spawn: 11",
        "chapters.yaml: cellar-01: top.spawn: must be 0 to 10, found 11",
    ),
    "a figure that is a word": (
        "chapters.yaml", "    spawn: 2", "    spawn: two",
        "chapters.yaml: cellar-01: top.spawn: must be a whole number, found 'two'",
    ),
    "a figure that is true": (
        "chapters.yaml", "    spawn: 2", "    spawn: true",
        "chapters.yaml: cellar-01: top.spawn: must be a whole number, found true",
    ),
    "a price of nothing": (
        "chapters.yaml", "stamina: 1, charges", "stamina: 0, charges",
        f"{AT_GRATE}.price.stamina: must be 1 to 99, found 0",
    ),
    "a flag that is a word": (
        "horror_events.yaml", "core: false", "core: no",
        f"{EVENT}: core: must be true or false, found 'no'",
    ),
    "both halves with different ratings (CH-1)": (
        "chapters.yaml", "    horror: 2\n", "    horror: 2\n    spawn: 3\n",
        "chapters.yaml: cellar-01: both halves print a spawn rating, 2 and 3 (CH-1)",
    ),
    "an unknown way on": (
        "chapters.yaml", "way_on: chapter_space", "way_on: chapter_spaces",
        "chapters.yaml: cellar-01: way_on: unknown 'chapter_spaces', did you mean 'chapter_space'?: one of "
        "chapter_space, blocking, endgame, exit_token, none",
    ),
    "blocking without a condition (CH-4)": (
        "chapters.yaml", "way_on: chapter_space", "way_on: {kind: blocking, text: Whenever.}",
        "chapters.yaml: cellar-01: way_on: a blocking chapter needs 'conditions', or an ability that advances (CH-4)",
    ),
    "blocking without words": (
        "chapters.yaml", "way_on: chapter_space", "way_on: {kind: blocking, conditions: {spawn_tokens: none}}",
        "chapters.yaml: cellar-01: way_on: 'text' is missing: the printed condition",
    ),
    "conditions on another way on": (
        "chapters.yaml", "way_on: chapter_space", "way_on: {kind: endgame, conditions: {spawn_tokens: none}}",
        "chapters.yaml: cellar-01: way_on.conditions: belongs to a way on of kind blocking",
    ),
    "a way on that names no panel": (
        "chapters.yaml", "way_on: chapter_space",
        "way_on: {kind: blocking, text: All open., conditions: {open_options: {of: Stops, least: 3}}}",
        "chapters.yaml: cellar-01: way_on.conditions.open_options: no panel of this card has the heading 'Stops'; "
        "headings here: The grate",
    ),
    "charges paid where there are none (CT-1)": (
        "chapters.yaml", "        charges: 2\n", "",
        f"{AT_GRATE}.price.charges: there are no charges here: the panel has no 'charges', the card no "
        "'countdown' (CT-1)",
    ),
    "charges gone where there are none (CT-1)": (
        "chapters.yaml", "        charges: 2\n", "",
        "chapters.yaml: cellar-01: bottom.panels[0].abilities[1].trigger: there are no charges here: the panel has "
        "no 'charges', the card no 'countdown' (CT-1)",
    ),
    "charges of a panel that is not there": (
        "chapters.yaml", DO, "              - charge: {n: -1, panel: The great}\n",
        f"{AT_GRATE}.do[0].charge: no panel of this card has the heading 'The great'; headings here: The grate",
    ),
    "unlocking what is not locked (CT-3)": (
        "chapters.yaml", DO, "              - unlock: The grate\n",
        f"{AT_GRATE}.do[0].unlock: the panel 'The grate' is not of kind locked (CT-3)",
    ),
    "two panels of one heading": (
        "chapters.yaml", "      - heading: The grate\n",
        "      - heading: The grate\n"
        "        abilities: [{kind: enters, text: A., do: [charge: {n: -1, panel: The grate}]}]\n"
        "      - heading: The grate\n",
        "chapters.yaml: cellar-01: bottom.panels[0].abilities[0].do[0].charge: 2 panels of this card have the "
        "heading 'The grate'; headings here: The grate",
    ),
    "an option of an earlier chapter that none has": (
        "horror_events.yaml", "if: {essence: 1 or more}", "if: {chosen: {of: The night shift, least: 1}}",
        f"{AT_EVENT}.each_explorer[0].if.chosen: no chapter has an option 'The night shift' to choose",
    ),
    "an unknown kind of ability": (
        "horror_events.yaml", "kind: enters", "kind: enter",
        f"{EVENT}: abilities[0].kind: unknown 'enter', did you mean 'enters'?: one of enters, active, passive, when",
    ),
    "nothing done": (
        "horror_events.yaml", "      do:\n" + EACH, "",
        f"{EVENT}: abilities[0]: 'do' is missing: what no verb covers is written 'do: [text]'",
    ),
    "a price for nothing": (
        "horror_events.yaml", "      do:\n", "      price: {essence: 1}\n      do:\n",
        f"{EVENT}: abilities[0].price: an ability of kind enters has no 'price'",
    ),
    "a passive ability that does something": (
        "horror_events.yaml", "kind: enters", "kind: passive",
        f"{EVENT}: abilities[0].do: a passive ability can only modify, forbid, allow or reroll",
    ),
    "no trigger": (
        "chapters.yaml", "            trigger: charges_gone\n", "",
        "chapters.yaml: cellar-01: bottom.panels[0].abilities[1]: 'trigger' is missing: one of "
        + ", ".join(TRIGGERS),
    ),
    "tokens reached, but how many": (
        "chapters.yaml", "trigger: charges_gone", "trigger: tokens_reached",
        "chapters.yaml: cellar-01: bottom.panels[0].abilities[1]: tokens_reached needs a 'trigger_condition' on "
        "spawn_tokens or horror_tokens",
    ),
    "an unknown limit": (
        "chapters.yaml", GRATE, GRATE + "            limit: once\n",
        f"{AT_GRATE}.limit: unknown 'once': one of once_each_round, once_a_round_each",
    ),
    "a bound ability on an event that is not": (
        "horror_events.yaml", "kind: enters", "bound: true\n      kind: enters",
        f"{EVENT}: abilities[0]: a bound ability belongs on an event that is 'bound: true' (DK-4)",
    ),
    "binding an event that is not bound": (
        "horror_events.yaml", EACH, "        - bind\n",
        f"{EVENT}: abilities[0]: 'bind' belongs on an event that is 'bound: true' (DK-4)",
    ),
    "destroying a chapter": (
        "chapters.yaml", DO, "              - destroy_this\n",
        f"{AT_GRATE}: 'destroy_this' destroys an event or encounter, and this is neither",
    ),
    "an unknown verb": (
        "horror_events.yaml", EACH, "        - banishh: {who: each_monster}\n",
        f"{AT_EVENT}: unknown 'banishh', did you mean 'banish'?: one of "
        + ", ".join((*WORDS, *VERBS, *PLAY_VERBS, "if")),
    ),
    "two verbs in one": (
        "horror_events.yaml", EACH, "        - {lose: {health: 1}, move: {n: 1}}\n",
        f"{AT_EVENT}: must be one verb, found lose, move",
    ),
    "losing nothing in particular": (
        "horror_events.yaml", EACH, "        - lose: {who: each_explorer}\n",
        f"{AT_EVENT}.lose: needs exactly one of health, stamina, essence",
    ),
    "losing everything": (
        "horror_events.yaml", EACH, "        - lose: {health: all}\n",
        f"{AT_EVENT}.lose.health: must be a whole number, found 'all'",
    ),
    "an unknown who": (
        "horror_events.yaml", EACH, "        - lose: {who: everybody, health: 1}\n",
        f"{AT_EVENT}.lose.who: unknown 'everybody': one of {', '.join(WHO)}",
    ),
    "a choice of one": (
        "horror_events.yaml", EACH, "        - choose: {options: [{label: Alas}]}\n",
        f"{AT_EVENT}.choose.options: a choice needs two options or more",
    ),
    "a change of nothing": (
        "horror_events.yaml", EACH, "        - threat: 0\n",
        f"{AT_EVENT}.threat: 0 changes nothing",
    ),
    "an unknown subject": (
        "horror_events.yaml", "if: {essence", "if: {esence",
        f"{AT_EVENT}.each_explorer[0].if.esence: unknown 'esence', did you mean 'essence'?: one of spawn_tokens, "
        "horror_tokens, charges, open_options, lit_chapter_spaces, explorers, monsters, spawn_rating, horror_rating, "
        "monster_level, threat, stored_cards, health, stamina, essence, lost_health, is_explorer, came_over_border, "
        "on_tile_with_chapter_space, adjacent_explorers, explorers_on_board, explorers_left, "
        "has_attacked, attacked_last_round, on_own_tile, items, items_with_trait, items_of_kind, equipped, "
        "adjacent_levers, adjacent_unused_spaces, adjacent_units, step_of_turn, step_of_move, step_of_move_here, "
        "tiles, countdowns, units_here, "
        "explorers_here, monsters_here, on_lit_tile, is_bearer, charges_panel, chosen, variation, length",
    ),
    "a count that is none": (
        "horror_events.yaml", "1 or more", "some",
        f"{AT_EVENT}.each_explorer[0].if.essence: must be 'N or more', 'N or fewer', 'N to M', 'none' or a number",
    ),
    "a count that never holds": (
        "horror_events.yaml", "1 or more", "3 to 2",
        f"{AT_EVENT}.each_explorer[0].if.essence: at least 3 and at most 2 is never so",
    ),
    "a condition without its panel": (
        "horror_events.yaml", "essence: 1 or more", "open_options: 1 or more",
        f"{AT_EVENT}.each_explorer[0].if.open_options: 'open_options' needs 'of: …'",
    ),
    "options on a plain panel": (
        "chapters.yaml", "        charges: 2\n", "        charges: 2\n        options: []\n",
        "chapters.yaml: cellar-01: bottom.panels[0].options: a panel with options is of kind choose, locked or "
        "determined",
    ),
    "a choice panel without options (CH-7)": (
        "chapters.yaml", "        charges: 2\n", "        charges: 2\n        kind: choose\n",
        "chapters.yaml: cellar-01: bottom.panels[0]: a panel of kind choose needs 'options'",
    ),
    "a determined option without its condition (CT-4)": (
        "chapters.yaml", "        charges: 2\n",
        "        charges: 2\n        kind: determined\n"
        "        options: [{label: Loud, abilities: [{kind: passive, text: A.}]}]\n",
        "chapters.yaml: cellar-01: bottom.panels[0].options[0]: 'condition' is missing: it determines the option "
        "(CT-4)",
    ),
    "more options open than there are (CT-3)": (
        "chapters.yaml", "        charges: 2\n",
        "        charges: 2\n        kind: locked\n        open: 2\n"
        "        options: [{label: Loud, abilities: [{kind: passive, text: A.}]}]\n",
        "chapters.yaml: cellar-01: bottom.panels[0].open: must be 0 to 1, found 2",
    ),
    "a chapter that is not there": (
        "scenarios.yaml", "cellar-02", "cellar-03",
        "scenarios.yaml: cellar: lengths[0].chapters[1]: there is no chapter 'cellar-03'",
    ),
    "a chapter twice": (
        "scenarios.yaml", "cellar-02", "cellar-01",
        "scenarios.yaml: cellar: lengths[0].chapters[1]: 'cellar-01' is there twice (DK-3)",
    ),
    "an event that is not there": (
        "scenarios.yaml", "[hev-cellar]", "[hev-attic]",
        "scenarios.yaml: cellar: horror_events[0]: there is no event 'hev-attic' in horror_events",
    ),
    "an event of the other deck": (
        "scenarios.yaml", "horror_events", "explorer_events",
        "scenarios.yaml: cellar: explorer_events[0]: there is no event 'hev-cellar' in explorer_events",
    ),
    "a core event as a scenario's (DK-2)": (
        "horror_events.yaml", "  core: false\n", "",
        "scenarios.yaml: cellar: horror_events[0]: 'hev-cellar' is a core event: it needs 'core: false' (DK-2)",
    ),
    "two lengths of one id": (
        "scenarios.yaml", "  variations:",
        "    - {id: short, name: Shorter, chapters: [cellar-01]}\n  variations:",
        "scenarios.yaml: cellar: lengths[1].id: 'short' is there twice",
    ),
    "no length": (
        "scenarios.yaml", EXAMPLE["scenarios.yaml"].splitlines(True)[4], "    []\n",
        "scenarios.yaml: cellar: lengths: needs at least one",
    ),
    "an id taken in the same file": (
        "chapters.yaml", "- id: cellar-02", "- id: cellar-01",
        "chapters.yaml: cellar-01: id: 'cellar-01' is taken already, in chapters.yaml",
    ),
    "an id taken in another file": (
        "horror_events.yaml", "hev-cellar", "cellar-01",
        "horror_events.yaml: cellar-01: id: 'cellar-01' is taken already, in chapters.yaml",
    ),
    "a game die with a 10 (GD-1)": (
        "pack.yaml", "8, 9]", "8, 9, 10]",
        "pack.yaml: dice.game: the game die runs 0 to 9 (GD-1)",
    ),
    "a die without faces": (
        "pack.yaml", "[0, 0, 1, 1, 2, 2]", "[]",
        "pack.yaml: dice.low: a die needs faces",
    ),
    "a version that is a number": (
        "pack.yaml", '"1"', "1",
        "pack.yaml: version: must be text, found 1: put it in quotes",
    ),
    "no dice": (
        "pack.yaml", "\nthreat_positions", "\nthreat_position",
        "pack.yaml: 'threat_positions' is missing",
    ),
    "a key twice": (
        "chapters.yaml", "  way_on: chapter_space\n", "  way_on: chapter_space\n  way_on: none\n",
        "chapters.yaml: line 4: the key 'way_on' is there twice",
    ),
    "an alias": (
        "pack.yaml", "name: The Cellar", "name: &a The Cellar\nother: *a",
        "pack.yaml: line 2: anchors (&) and aliases (*) are not allowed",
    ),
    "a tag": (
        "pack.yaml", "name: The Cellar", "name: !!python/name:os.system",
        "pack.yaml: line 2: tags (!) are not allowed: put the text in quotes",
    ),
    "a second document": (
        "chapters.yaml", "- id: cellar-02", "---\n- id: cellar-02",
        "chapters.yaml: line 27: a second document ('---') in one file",
    ),
    "a key that is no word": (
        "pack.yaml", "name: The Cellar", "1: The Cellar",
        "pack.yaml: line 2: a key must be a word",
    ),
    "nested too deep": (
        "chapters.yaml", DO, "              - " + "[" * 40 + "]" * 40 + "\n",
        "chapters.yaml: line 19: nested more than 30 deep",
    ),
    "a bell in the file": (
        "pack.yaml", "The Cellar", "The \x07 Cellar",
        "pack.yaml: line 2: a control character, which has no place in a text file",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "said"), CASES.values(), ids=CASES)
def test_a_broken_pack_is_refused_and_says_where(
    pack_folder: PackFolder, file: str, old: str, new: str, said: str
) -> None:
    assert said in problems(pack_folder(changed(file, old, new)))


def test_all_problems_of_all_files_are_said_at_once(pack_folder: PackFolder) -> None:
    folder = pack_folder(
        {
            **changed("chapters.yaml", "stamina: 1, charges", "stamian: 1, charges"),
            **changed("horror_events.yaml", "1 or more", "lots"),
            **changed("pack.yaml", "8, 9]", "8]"),
        }
    )
    assert [line.split(":")[0] for line in problems(folder)] == ["pack.yaml", "chapters.yaml", "horror_events.yaml"]


def test_one_mistake_is_not_said_twice(pack_folder: PackFolder) -> None:
    """A wrong field, or a file that cannot be read, must not make what refers to it look wrong as well."""
    folder = pack_folder(changed("chapters.yaml", "    spawn: 2", "    spawn: two"))
    assert problems(folder) == ["chapters.yaml: cellar-01: top.spawn: must be a whole number, found 'two'"]
    folder = pack_folder({"chapters.yaml": "- name: The Coal: Hole"})
    [said] = problems(folder)
    assert said.startswith("chapters.yaml: line 1: not readable as YAML: ")
    folder = pack_folder({"chapters.yaml": "none yet"})
    assert problems(folder) == ["chapters.yaml: must be a list, found 'none yet'"]


def test_without_pack_yaml_it_is_no_pack(pack_folder: PackFolder) -> None:
    folder = pack_folder()
    (folder / "pack.yaml").unlink()
    assert problems(folder) == ["pack.yaml: is missing or empty"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert problems(tmp_path / "attic") == ["attic: there is no such folder"]


def test_a_file_with_a_slip_in_its_name_is_not_passed_over(pack_folder: PackFolder) -> None:
    [said] = problems(pack_folder({"chapter.yaml": "[]"}))
    assert said.startswith("chapter.yaml: a pack has no such file: chapters.yaml, encounters.yaml")


def test_cards_of_a_kind_can_go_on_in_files_beside_it(pack_folder: PackFolder) -> None:
    first, _, second = EXAMPLE["chapters.yaml"].partition("- id: cellar-02")
    folder = pack_folder({"chapters.yaml": first, "chapters-below.yaml": "- id: cellar-02" + second})
    assert list(load_pack(folder).chapters) == ["cellar-01", "cellar-02"]


def test_what_is_wrong_in_a_file_beside_it_is_told_with_its_name(pack_folder: PackFolder) -> None:
    more = (
        "- id: cellar-02\n  name: Twice\n  way_on: none\n- id: attic\n  name: The Attic\n  way_on: none\n  topp: {}\n"
    )
    assert problems(pack_folder({"chapters-above.yaml": more})) == [
        "chapters-above.yaml: cellar-02: id: 'cellar-02' is taken already, in chapters.yaml",
        "chapters-above.yaml: attic: unknown key 'topp', did you mean 'top'?",
    ]


def test_what_is_odd_about_a_card_is_told_with_the_file_that_it_stands_in(pack_folder: PackFolder) -> None:
    more = "- id: attic\n  name: The Attic\n  way_on: none\n"
    warnings = [str(warning) for warning in read_pack(pack_folder({"chapters-above.yaml": more})).warnings]
    assert warnings == ["chapters-above.yaml: attic: no length of a scenario uses this chapter"]


@pytest.mark.parametrize("name", ["chapter-above.yaml", "pack-two.yaml", "chapters-two.yml", "tiles-two.txt"])
def test_a_slip_in_the_name_of_a_file_beside_it_is_not_passed_over(pack_folder: PackFolder, name: str) -> None:
    [said] = problems(pack_folder({name: "[]"}))
    assert said.startswith(f"{name}: a pack has no such file: ")


def test_a_file_too_large_is_not_read(pack_folder: PackFolder) -> None:
    assert problems(pack_folder({"items.yaml": b"#" * 2_000_001})) == ["items.yaml: is larger than 2 MB"]


def test_a_file_that_is_not_utf_8(pack_folder: PackFolder) -> None:
    assert problems(pack_folder({"items.yaml": "# é".encode("latin-1")})) == ["items.yaml: not UTF-8 text (byte 2)"]


def test_more_values_than_any_pack_has(pack_folder: PackFolder) -> None:
    [said] = problems(pack_folder({"items.yaml": "[" + "1," * 200_001 + "]"}))
    assert said == "items.yaml: line 1: more than 200000 values in one file"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "    spawn: 2\n",
            "",
            "chapters.yaml: cellar-01: way_on: 'chapter_space' has no effect: no rating is printed, the chapter is "
            "passed through (CH-5)",
        ),
        (
            "  way_on: chapter_space\n  top:\n    spawn: 2\n",
            "  way_on: {kind: blocking, text: None here., marked: top, conditions: {spawn_tokens: none}}\n  top:\n",
            "chapters.yaml: cellar-01: way_on: the blocking mark has no effect: no rating is printed, the chapter is "
            "passed through (CH-5)",
        ),
    ],
)
def test_marks_on_a_chapter_that_is_passed_through_are_warned_of(
    pack_folder: PackFolder, old: str, new: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    text = EXAMPLE["chapters.yaml"].replace("    horror: 2\n", "", 1)
    assert old in text
    pack = read_pack(pack_folder({"chapters.yaml": text.replace(old, new, 1)}))
    assert [str(warning) for warning in pack.warnings] == [said]
    assert pack.book.chapters["cellar-01"].is_pass_through
    assert caplog.messages == [f"cellar: {said}"]


def test_cards_that_no_scenario_uses_are_warned_of(pack_folder: PackFolder) -> None:
    folder = pack_folder(
        {
            "scenarios.yaml": EXAMPLE["scenarios.yaml"]
            .replace("cellar-01, ", "")
            .replace("  horror_events: [hev-cellar]\n", "")
        }
    )
    assert [str(warning) for warning in read_pack(folder).warnings] == [
        "chapters.yaml: cellar-01: no length of a scenario uses this chapter",
        "horror_events.yaml: hev-cellar: core: not a core event, and no scenario uses it",
    ]


def test_the_same_rating_on_both_halves_is_fine(pack_folder: PackFolder) -> None:
    folder = pack_folder(changed("chapters.yaml", "    horror: 2\n", "    horror: 2\n    spawn: 2\n"))
    assert load_pack(folder).chapters["cellar-01"].printed("spawn") == 2


def test_words_that_yaml_makes_something_else_of_stay_words(pack_folder: PackFolder) -> None:
    for name in ("No", "2024-01-01", "12:30", "1_000", "Yes", "0x10", "1.5", ".inf"):
        book = load_pack(pack_folder(changed("horror_events.yaml", "A Draught", name)))
        assert book.horror_events["hev-cellar"].name == name


def test_markup_in_a_name_is_only_text(pack_folder: PackFolder) -> None:
    """Pages escape what they show; a pack may say what it likes as long as it is printable."""
    book = load_pack(pack_folder(changed("horror_events.yaml", "A Draught", "'<b>A</b> Draught & Co'")))
    assert book.horror_events["hev-cellar"].name == "<b>A</b> Draught & Co"


def test_an_option_that_opens_later_has_nothing_that_enters_play(pack_folder: PackFolder) -> None:
    cards = """
- id: enc-cellar
  name: A Hatch
  panels:
    - heading: The bolts
      kind: locked
      options:
        - label: One
          abilities:
            - {kind: enters, text: "Enters play: Add 1 spawn token.", do: [{add_token: {spawn: 1}}]}
"""
    assert problems(pack_folder({"encounters.yaml": cards})) == [
        "encounters.yaml: enc-cellar: panels[0].options[0].abilities: an option that is locked is not there when the "
        "card enters: no ability of kind enters"
    ]


@pytest.mark.parametrize(
    ("conditions", "said"),
    [
        ("{variation: {of: by-night, least: 1}}", "if.variation: no scenario has a variation 'by-night'"),
        ("{length: {of: eternal, least: 1}}", "if.length: no scenario has a length 'eternal'"),
    ],
)
def test_a_variation_or_length_that_nothing_has(pack_folder: PackFolder, conditions: str, said: str) -> None:
    old = "{essence: 1 or more}"
    assert problems(pack_folder(changed("horror_events.yaml", old, conditions)))[-1].endswith(said)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("chapters: {long: [cellar-01]}", "variations[0].chapters: there is no length 'long'"),
        ("chapters: {short: [cellar-09]}", "variations[0].chapters.short[0]: there is no chapter 'cellar-09'"),
    ],
)
def test_chapters_of_a_variation_must_be_there(pack_folder: PackFolder, change: str, said: str) -> None:
    old = "- {id: plain, name: As printed}"
    files = changed("scenarios.yaml", old, f"- {{id: plain, name: As printed, {change}}}")
    assert problems(pack_folder(files)) == [f"scenarios.yaml: cellar: {said}"]


def test_a_word_of_a_closed_list_is_checked_wherever_it_stands(pack_folder: PackFolder) -> None:
    verb = "- push: {target: {kind: unit, pick: blue}, n: 1, source: above}"
    [pick, source] = problems(pack_folder(changed("chapters.yaml", DO.strip(), verb)))
    assert "push.target.pick: unknown 'blue': one of least_essence, " in pick
    assert "push.source: unknown 'above': one of acting, activating, exit, " in source


@pytest.mark.parametrize(
    ("ban", "said"),
    [
        ("{what: trade, items: gun}", "'items' belongs to use_items"),
        ("{what: attack, level_most: 2}", "'level_most' belongs to be_attacked_by_monsters, be_picked_as_weakest"),
        ("{what: use_items, apart: true}", "'apart' belongs to be_attacked_by_monsters"),
        (
            "{what: attack, until: this_round, needs: {essence: none}}",
            "'needs' belongs to what is passive: around an effect stands 'if'",
        ),
    ],
)
def test_what_narrows_a_ban_must_fit_it(pack_folder: PackFolder, ban: str, said: str) -> None:
    assert problems(pack_folder(changed("chapters.yaml", DO.strip(), f"- forbid: {ban}"))) == [
        f"{AT_GRATE}.do[0].forbid: {said}"
    ]


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("{what: armor, n: 1, attack: arcane}", "'attack' belongs to cost_attack"),
        (
            "{what: armor, n: 1, limit: once_each_round}",
            "'limit' belongs to cost_attack, cost_explore, cost_open_door, cost_place_door, cost_trade, "
            "cost_inventory, cost_action_space, cost_chest, cost_event_space",
        ),
    ],
)
def test_only_prices_are_limited(pack_folder: PackFolder, verb: str, said: str) -> None:
    assert problems(pack_folder(changed("chapters.yaml", DO.strip(), f"- modify: {verb}"))) == [
        f"{AT_GRATE}.do[0].modify: {said}"
    ]


ONE_OF = "needs exactly one of 'n', what is added to the number, and 'set', what it is set to"
SET_ARE = f"set are {', '.join(sorted(SETTABLE))}"
NOT_SET = {what: f"{what} has no 'set'" for what in NUMBERS - SETTABLE}


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("armor", ONE_OF),
        ("{what: armor}", ONE_OF),
        ("{what: armor, set: null}", ONE_OF),
        ("{what: armor, n: 0, set: 3}", ONE_OF),
        ("{what: armor, set: -1}", "'set' must be 0 or more, found -1"),
        (
            "{what: sight_most, set: 5}",
            f"sight_most has no 'set': 'n' is a limit already, of which the lowest counts; {SET_ARE}",
        ),
        (
            "{what: horror_roll, set: 5}",
            "horror_roll has no 'set': it has no value of its own, 'n' adds to a roll, a price or a distance; "
            + SET_ARE,
        ),
        (
            "{what: cost_chest, set: 0, limit: once_each_round}",
            "'limit' belongs to 'n': what a number is set to holds always",
        ),
        *((f"{{what: {what}, set: 1}}", said) for what, said in sorted(NOT_SET.items())),
    ],
)
def test_a_number_is_set_or_changed_by_something(pack_folder: PackFolder, verb: str, said: str) -> None:
    (problem,) = problems(pack_folder(changed("chapters.yaml", DO.strip(), f"- modify: {verb}")))
    assert problem.startswith(f"{AT_GRATE}.do[0].modify: {said}")


def test_every_number_with_a_value_of_its_own_can_be_set(pack_folder: PackFolder) -> None:
    indent = DO[: len(DO) - len(DO.lstrip())]
    sets = [f"{indent}- modify: {{what: {what}, set: 0, until: this_round}}\n" for what in sorted(SETTABLE)]
    book = load_pack(pack_folder(changed("chapters.yaml", DO, "".join(sets))))
    found = [v for *_, ability in book.cards["cellar-01"].abilities() for v in ability.do if isinstance(v, Modify)]
    assert [(verb.what, verb.set) for verb in found] == [(what, 0) for what in sorted(SETTABLE)]


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        ("blue", "picks.pick: unknown 'blue': one of least_essence, "),
        ("{where: in_sight}", "picks: 'pick' is missing: whom it picks, such as nearest"),
        ("{pick: nearest, where: adjacent}", "picks: a monster picks 1 explorer, anywhere or in_sight"),
        ("{pick: nearest, kind: monster}", "picks: a monster picks 1 explorer, anywhere or in_sight"),
    ],
)
def test_a_monster_picks_an_explorer_by_one_word(pack_folder: PackFolder, picks: str, said: str) -> None:
    monster = (
        "- {id: mon-x, name: A Thing, level: 1, armor: 2, will: 2, health: 1, moves: 3, attack: none, "
        f"behaviour: 'It waits.', picks: {picks}}}\n"
    )
    [problem] = problems(pack_folder({"monsters.yaml": monster}))
    assert problem.startswith(f"monsters.yaml: mon-x: {said}")


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        ("{low: 1, shape: area}", "an attack with a shape has 'reach: sight' and 'within'"),
        (
            "{low: 1, reach: sight, within: 3, shape: line, targets: 2}",
            "'targets' and 'past_corners' belong to attacks that name units",
        ),
    ],
)
def test_an_attack_on_a_place_reaches_so_far_and_names_nobody(pack_folder: PackFolder, profile: str, said: str) -> None:
    item = f"- {{id: w-x, name: A Thing, level: 1, kind: weapon, slot: 1 hand, attack: some, profile: {profile}}}\n"
    assert problems(pack_folder({"items.yaml": item})) == [f"items.yaml: w-x: profile: {said}"]


def test_a_monster_pays_nothing_for_what_it_does(pack_folder: PackFolder) -> None:
    monster = (
        "- {id: mon-x, name: A Thing, level: 1, armor: 2, will: 2, health: 1, moves: 3, attack: none, "
        "behaviour: 'It waits.', "
        "abilities: [{kind: active, text: 'Active: Bite.', price: {stamina: 1}, do: [{threat: 1}]}]}\n"
    )
    assert problems(pack_folder({"monsters.yaml": monster})) == [
        "monsters.yaml: mon-x: a monster pays nothing: its active abilities have no 'price'"
    ]
