"""Imports point one way, the rules are pure, and the checks that say so bite."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.architecture import reading

ROOT = Path(__file__).parents[2]

CLEAN = {
    "app/__init__.py": "",
    "app/cli.py": "import app.main\n",
    "app/main.py": "import app.web.pages\n",
    "app/config.py": "import os\nPORT = os.environ['VIVARIUM_PORT']\n",
    "app/web/__init__.py": "",
    "app/web/pages.py": "from app import service\n",
    "app/service.py": "import app.live\nimport app.packs\nimport app.rules\nimport app.store\n",
    "app/live.py": "",
    "app/store/__init__.py": "",
    "app/packs/__init__.py": "from app.rules.cards import Card\n",
    "app/rules/__init__.py": "import dataclasses\nfrom . import cards\nfrom .cards import Card\n",
    "app/rules/cards.py": "class Card: ...\n",
}


def house(folder: Path, changed: dict[str, str] | None = None) -> Path:
    """A small sample of the project, clean but for the changed files."""
    for name, text in {**CLEAN, **(changed or {})}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_the_sample_is_clean(tmp_path):
    house(tmp_path)
    for check in (
        reading.imports_beyond_the_rules,
        reading.impure_calls_in_the_rules,
        reading.packs_beyond_cards,
        reading.readers_of_the_environment,
    ):
        assert check(tmp_path) == []


def test_rules_import_only_the_pure_standard_library_and_themselves():
    assert list(reading.sources(ROOT, "app/rules")), "the check looks at nothing"
    assert reading.imports_beyond_the_rules(ROOT) == []
    assert reading.impure_calls_in_the_rules(ROOT) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("import pydantic\n", "pydantic"),
        ("import app.store\n", "app.store"),
        ("from app import store\n", "app.store"),
        ("from ..store import log\n", "app.store.log"),
        ("def late():\n    from app.config import Settings\n", "app.config.Settings"),
        ("import random\n", "random"),
        ("from time import monotonic\n", "time.monotonic"),
        ("import os.path\n", "os.path"),
        ("import app.rules_of_others\n", "app.rules_of_others"),
    ],
)
def test_an_import_that_the_rules_may_not_make_is_found(tmp_path, text, named):
    house(tmp_path, {"app/rules/deep/dice.py": text.replace("from ..", "from ...")})
    line = text.splitlines().index(next(row for row in text.splitlines() if "import" in row)) + 1
    assert reading.imports_beyond_the_rules(tmp_path) == [f"app/rules/deep/dice.py:{line} imports {named}"]


def test_a_call_that_the_rules_may_not_make_is_found(tmp_path):
    house(tmp_path, {"app/rules/dice.py": "def roll():\n    return int(input())\n"})
    assert reading.impure_calls_in_the_rules(tmp_path) == ["app/rules/dice.py:2 calls input"]


def test_packs_know_of_the_rules_only_the_words_of_cards():
    assert reading.packs_beyond_cards(ROOT) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("from app.rules import state\n", "app.rules.state"),
        ("from app.rules.engine import decide\n", "app.rules.engine.decide"),
        ("import app.rules\n", "app.rules"),
    ],
)
def test_a_pack_that_knows_more_is_found(tmp_path, text, named):
    house(tmp_path, {"app/packs/loader.py": text})
    assert reading.packs_beyond_cards(tmp_path) == [f"app/packs/loader.py:1 imports {named}"]


def test_only_the_settings_read_the_environment():
    assert (ROOT / "app/config.py").read_text().count("os.environ"), "the exception is none any more"
    assert reading.readers_of_the_environment(ROOT) == []


@pytest.mark.parametrize(
    "text",
    [
        "import os\nPORT = os.environ.get('PORT')\n",
        "import os\n\nPORT = os.getenv('PORT')\n",
        "from os import environ\n",
        "from os import getenv as ask\n",
    ],
)
def test_another_reader_of_the_environment_is_found(tmp_path, text):
    house(tmp_path, {"app/web/pages.py": text})
    (found,) = reading.readers_of_the_environment(tmp_path)
    assert found.startswith("app/web/pages.py:")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Hold a sample against the project's own contracts."""
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_contracts_pass_the_clean_sample(tmp_path):
    done = lint_imports(house(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("file", "text", "named"),
    [
        ("app/service.py", "import app.web.pages\n", "app.service is not allowed to import app.web"),
        ("app/store/log.py", "import app.service\n", "app.store is not allowed to import app.service"),
        ("app/live.py", "import app.store\n", "app.live is not allowed to import app.store"),
        ("app/packs/loader.py", "import app.live\n", "app.packs is not allowed to import app.live"),
        ("app/rules/board.py", "import app.packs\n", "app.rules is not allowed to import app.packs"),
        ("app/rules/board.py", "import app.config\n", "app.rules is not allowed to import app.config"),
        ("app/helpers.py", "", "app.helpers"),
    ],
)
def test_the_contracts_stop_an_import_that_points_the_other_way(tmp_path, file, text, named):
    done = lint_imports(house(tmp_path, {file: text}))
    assert done.returncode == 1, done.stdout + done.stderr
    assert named in done.stdout


def declared(*groups: str) -> set[str]:
    """Normalised names of the packages that pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = list(project["project"]["dependencies"])
    for group in groups:
        asked += project["dependency-groups"][group]
    return {entry.split(">")[0].split("[")[0].strip().lower().replace("_", "-") for entry in asked}


def undeclared(names: set[str], allowed: set[str]) -> list[str]:
    """Imported names none of whose packages is asked for: they are there by chance.

    What is not installed here (the yardstick of `make bench`) goes by its own name.
    """
    owners = packages_distributions()
    return sorted(
        name for name in names if not {owner.lower().replace("_", "-") for owner in owners.get(name, (name,))} & allowed
    )


def test_every_package_that_is_imported_is_asked_for():
    assert undeclared(reading.third_parties(ROOT, "app", "migrations"), declared()) == []
    assert undeclared(reading.third_parties(ROOT, "tests", "bench", "scripts"), declared("build", "dev", "bench")) == []


def test_a_package_that_is_there_by_chance_is_found(tmp_path):
    house(tmp_path, {"app/web/pages.py": "import fastapi\nimport pytest\nimport nowhere.at_all\n"})
    assert undeclared(reading.third_parties(tmp_path, "app"), declared()) == ["nowhere", "pytest"]
