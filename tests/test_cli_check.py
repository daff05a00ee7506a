"""`vivarium check FILE`: the verdict on a position in words, and the exit code for scripts."""

from __future__ import annotations

import inspect
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main
from app.packs import builtin
from app.rules import invariants
from app.web.check_text import LEGAL, MALFORMED, REFUSED, check_text
from app.web.messages_invariants import INVARIANTS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "positions.md"
POSITION = """\
tiles:
  14a at 0,0
explorers:
  Ada 5/1/2 at e1 of 0,0
  Bram at f4 of 0,0
"""
FINISH = 'move: {"type": "FinishTurn", "explorer": "exp-01"}\n'
EXPLORE = 'move: {"type": "Explore", "explorer": "exp-01", "edge": "S"}\n'


def run(tmp_path: Path, text: str | bytes) -> int:
    file = tmp_path / "position.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return main(["check", str(file)])


def test_a_legal_move_tells_what_would_happen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, POSITION + FINISH) == LEGAL == 0
    told = capsys.readouterr()
    assert told.out.startswith("Ada: finish the turn: legal.\n- ")
    assert "Ada" in told.out.split("\n")[1]
    assert told.err == ""


def test_what_only_chance_can_tell_ends_the_telling() -> None:
    open_air = POSITION.replace("5/1/2", "5/7/2")
    code, told = check_text(builtin(), open_air + EXPLORE.replace('"S"', '"N"'))
    assert code == LEGAL, told
    assert told.endswith("What follows depends on the next of the map tiles, which nobody has seen.")


def test_a_refused_move_tells_every_reason_with_its_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, POSITION + EXPLORE) == REFUSED == 1
    lines = capsys.readouterr().out.strip().split("\n")
    assert lines[0] == "Ada: explore over the south edge of The Broken Colonnade: refused."
    assert len(lines) == 3
    assert all(re.fullmatch(r"- .+ \[[A-Z]{2}-\d+, .+\]", line) for line in lines[1:])
    assert any("2 stamina" in line for line in lines)


def test_without_a_move_the_legal_ones_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, POSITION) == 0
    told = capsys.readouterr().out
    assert re.match(r"The position is sound\. \d+ legal, \d+ refused; legal:\n", told)
    assert "- Ada: finish the turn\n" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tiles:\n  99z at 0,0\n", "line 2, tiles: "),
        ("tiles:\n  14a at 0,0\nexplorers:\n  Ada at e20 of 0,0\n", "line 4, explorers: "),
        ("nonsense: 1\n", "line 1, nonsense: unknown"),
        (POSITION + "move: {}\n", "line 6, move needs a type"),
        (POSITION + "move:\n", "line 6, move: is empty"),
        (POSITION + 'move: {"type": "Explore", "explorer": "exp-01", "edge": "Q"}\n', "line 6, move.edge "),
        (POSITION + 'move: {"type": "Explore", "explorer": "exp-01", "edge": "N", "x": 1}\n', "line 6, move.x is not"),
        (POSITION + FINISH + "round: 2\n", "line 7, move: the move is the last line"),
        (POSITION + "move: {not json}\n", "line 6, move"),
    ],
)
def test_what_cannot_be_read_names_line_and_field(text: str, told: str) -> None:
    code, found = check_text(builtin(), text)
    assert code == MALFORMED
    assert found.startswith(f"Malformed: {told}"), found


def test_what_cannot_be_is_named_by_the_invariant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = POSITION.replace("f4", "e1")
    assert run(tmp_path, both + FINISH) == MALFORMED == 2
    error = capsys.readouterr().err
    assert "impossible: breaks two_units_on: Two units would stand on The Broken Colonnade e1" in error
    assert "Traceback" not in error


def test_every_invariant_has_words() -> None:
    named = set(re.findall(r'(?:(?:yield|return) \(?|\*\()f?"([a-z_]+)', inspect.getsource(invariants)))
    assert len(named) > 20
    assert named == INVARIANTS.keys()


def test_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "nothing.txt")]) == 2
    assert "can't be read: No such file" in capsys.readouterr().err
    assert run(tmp_path, b"\xff\xfe") == 2
    assert "no text in UTF-8" in capsys.readouterr().err
    assert run(tmp_path, "# " + "x" * 300_000) == 2
    assert "larger than 200 kB" in capsys.readouterr().err


def test_what_is_piped_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Piped:
        buffer = io.BytesIO((POSITION + FINISH).encode())

    monkeypatch.setattr("sys.stdin", Piped())
    assert main(["check", "-"]) == 0
    assert "legal" in capsys.readouterr().out


def test_every_example_of_the_documentation_says_what_stands_below_it() -> None:
    text = DOCS.read_text("utf-8")
    examples = re.findall(r"```check\n(.*?)```\n\n```verdict (\d)\n(.*?)```", text, re.DOTALL)
    assert len(examples) >= 3
    for asked, code, told in examples:
        assert check_text(builtin(), asked) == (int(code), told.strip())
    assert {code for _, code, _ in examples} == {"0", "1", "2"}


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n", "\ufeff\n"])
def test_a_file_that_says_nothing_is_no_sound_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert run(tmp_path, text) == MALFORMED
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Malformed: nothing is there")


def test_whoever_reads_one_line_of_the_verdict_breaks_nothing(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(POSITION)
    asked = subprocess.Popen(
        [sys.executable, "-m", "app.cli", "check", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    assert asked.stdout is not None
    asked.stdout.close()
    _, err = asked.communicate(timeout=30)
    assert (asked.returncode, err) == (LEGAL, b"")
