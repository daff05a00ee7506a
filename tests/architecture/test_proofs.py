"""docs/proofs.md is true: what it names exists, and everything that runs is named."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROOFS = (ROOT / "docs" / "proofs.md").read_text("utf-8")


def test_every_file_that_a_proof_runs_exists():
    named = set(re.findall(r"tests/[\w/]+(?:\.\w+)?", PROOFS))
    assert sorted(path for path in named if not (ROOT / path).exists()) == []
    assert len(named) > 10


def test_every_link_leads_somewhere():
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", PROOFS) if "://" not in link]
    assert sorted(link for link in links if not (ROOT / "docs" / link).exists()) == []


def test_every_proof_of_whole_tables_is_named():
    proofs = [path for folder in ("proofs", "browser") for path in (ROOT / "tests" / folder).glob("test_*.py")]
    named = [path.relative_to(ROOT).as_posix() for path in proofs]
    missing = [path for path in named if path not in PROOFS and "test_f" not in (ROOT / path).read_text("utf-8")]
    assert missing == [], "these prove something: say what in docs/proofs.md"


def test_each_fault_of_other_trackers_is_a_test_where_it_says():
    """F01 to F21 each have a row, and a test by that name in each folder that the row names."""
    rows = re.findall(r"^\| (F\d\d) \|.*\| ([^|]+) \|$", PROOFS, re.M)
    assert [name for name, _ in rows] == [f"F{number:02}" for number in range(1, 22)]
    code = {
        folder: "".join(path.read_text("utf-8") for path in (ROOT / "tests" / folder).glob("test_*.py"))
        for folder in ("proofs", "browser")
    }
    lacking = [
        (name, folder)
        for name, where in rows
        for folder in where.split(", ")
        if folder != "evening" and f"def test_{name.lower()}" not in code[folder]
    ]
    assert lacking == []
