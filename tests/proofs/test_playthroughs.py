"""Golden playthroughs (tests/playthroughs): what is played is what is written, and together they show everything."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import pytest

from app import rules
from app.rules import violations
from app.rules.ledger import LEDGER
from app.rules.position import read_position
from tests.support import playthroughs
from tests.support.playthroughs import COMMAND, EVENTS, FOLDER, MOVES, Badly, Played, files

#: A story stays one that is read in a minute.
MOST_LINES = 86


@cache
def stories() -> dict[str, tuple[playthroughs.Story, Played]]:
    found = {}
    for path in files():
        story = playthroughs.read(path.name, path.read_text("utf-8"))
        found[path.name] = story, playthroughs.play(story)
    return found


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_what_is_played_is_what_is_written(path):
    differs = playthroughs.difference(path)
    assert not differs, f"{differs}\nIf it is right that way: {COMMAND}"


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_story_is_short_and_says_what_it_shows(path):
    story, _ = stories()[path.name]
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert story.title
    assert not story.title.startswith((">", "rows:"))
    assert sorted(set(story.case.rules) - set(LEDGER)) == []


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_the_position_at_the_end_can_be_played_on_from(path):
    _, _, ending = path.read_text("utf-8").partition(f"{playthroughs.END}\n")
    text = "".join(f"{line[2:]}\n" for line in ending.splitlines())
    state = read_position(playthroughs.book(), text)
    assert violations(playthroughs.book(), state) == ()


def test_no_type_of_move_or_event_is_left_out_of_the_counting():
    def kinds(set_of: str) -> set[type]:
        """The types that the modules of a closed set define: `moves_turn` and all the others beside `moves`."""
        names = [module.name for module in iter_modules(rules.__path__) if module.name.partition("_")[0] == set_of]
        assert set_of in names
        modules = [import_module(f"{rules.__name__}.{name}") for name in names]
        here = [kind for module in modules for kind in vars(module).values() if isinstance(kind, type)]
        own = [kind for kind in here if kind.__module__ in {module.__name__ for module in modules}]
        return {kind for kind in own if "type" in getattr(kind, "__dataclass_fields__", {})}

    assert kinds("moves") | kinds("changes") == set(MOVES)
    assert kinds("events") == set(EVENTS)


def test_every_type_of_move_is_made_in_a_story():
    made = {kind for _, played in stories().values() for kind in played.moves}
    assert [kind.__name__ for kind in MOVES if kind not in made] == []


def test_every_type_of_event_happens_in_a_story():
    happened = {kind for _, played in stories().values() for kind in played.events}
    assert [kind.__name__ for kind in EVENTS if kind not in happened] == []


def test_every_chapter_of_the_ledger_has_a_story():
    """One that names a row of the chapter and in which that row decides something: an event or a refusal says so."""
    shown = {
        row.partition("-")[0] for story, played in stories().values() for row in story.case.rules if row in played.rules
    }
    assert sorted({row.partition("-")[0] for row in LEDGER} - shown) == []


# ------------------------------------------------------------------ the checks bite

STORY = """\
A walk

rows: BG-1
position:
  tiles:
    90a at 0,0
  explorers:
    Ada 6/7/4 at e5 of 0,0

> Ada walks to e6
"""


def test_what_is_written_differently_is_found(tmp_path):
    golden = playthroughs.play(playthroughs.read("walk.txt", STORY)).text
    file = tmp_path / "walk.txt"
    file.write_text(golden, "utf-8")
    assert playthroughs.difference(file) == ""
    file.write_text(golden.replace("1 stamina", "2 stamina"), "utf-8")
    told = playthroughs.difference(file)
    assert "-  Ada walked to Open Floor e6 for 2 stamina, 6 left. [BG-1]" in told
    assert "+  Ada walked to Open Floor e6 for 1 stamina, 6 left. [BG-1]" in told


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("> Ada walks to e6", "> Ada walks to e6 of 3,3", "is refused"),
        ("> Ada walks to e6", "! Ada walks to e6", "is accepted"),
        ("> Ada walks to e6", "> Ada strolls to e6", "no such move"),
        ("> Ada walks to e6", "> Ada walks to e6   [dice 3]", "not needed"),
        ("> Ada walks to e6", "> the game die is rolled", "no face is scripted"),
        ("> Ada walks to e6", "> the game die is rolled   [die 3]", "neither dice nor cards"),
        ("rows: BG-1\n", "", "rows"),
        ("6/7/4", "6/70/4", "line"),
    ],
)
def test_a_story_that_cannot_be_played_says_why(before, after, told):
    with pytest.raises(Badly, match=told):
        playthroughs.play(playthroughs.read("walk.txt", STORY.replace(before, after)))


def test_the_command_checks_and_writes(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(playthroughs, "FOLDER", tmp_path)
    file, readme = tmp_path / "walk.txt", tmp_path / "README.md"
    file.write_text(STORY, "utf-8")
    readme.write_text("Stories.\n", "utf-8")
    assert playthroughs.main(["--check"]) == 1
    assert "+  Ada walked to Open Floor e6" in capsys.readouterr().out
    assert file.read_text("utf-8") == STORY
    assert playthroughs.main([]) == 0
    assert playthroughs.main(["--check"]) == 0
    assert capsys.readouterr().out == "walk.txt: written\nREADME.md: written\n"
    assert "| BG | [A walk](walk.txt) |" in readme.read_text("utf-8")


def test_the_readme_names_every_story():
    written = (FOLDER / "README.md").read_text("utf-8")
    assert written == playthroughs.readme(), f"out of date: run {COMMAND}"
    assert [path.name for path in files() if f"({path.name})" not in written] == []


def test_the_folder_holds_stories_only():
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(["README.md", *(path.name for path in files())])
