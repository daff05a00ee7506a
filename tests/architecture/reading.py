"""Reads Python source without running it, to tell which way imports point.

Each check takes the folder that holds ``app/`` and returns one line for each place that breaks the rule, so
that the same check can be turned on the project and on a sample that is broken on purpose.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

# Standard library modules through which a clock, chance or the outside world would come into the rules.
IMPURE = frozenset(
    """
    asyncio concurrent datetime glob http io logging multiprocessing os pathlib random secrets select
    selectors shutil signal socket sqlite3 ssl subprocess sys tempfile threading time urllib uuid
    """.split()
)
# What a card, a tile or a scenario is made of: the modules of the rules that packs may name, with those beside them
# (`cards_units` beside `cards`).
WORDS_OF_CARDS = frozenset({"cards", "conditions", "drawings", "effects", "geometry", "vocabulary"})
IMPURE_CALLS = frozenset({"open", "print", "input", "eval", "exec", "breakpoint", "__import__"})
ENVIRONMENT = frozenset({"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv"})


def sources(root: Path, *folders: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield every Python file below the folders with its syntax tree, in a fixed order."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path, tree: ast.Module, root: Path) -> Iterator[tuple[int, str]]:
    """Yield line and full name of every module imported anywhere in the file, also inside functions.

    ``from package import name`` yields ``package.name``, since the name may be a module.
    """
    package = path.relative_to(root).with_suffix("").parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                yield node.lineno, f"{start}.{alias.name}"


def imports_beyond_the_rules(root: Path) -> list[str]:
    """The rules import the pure part of the standard library and themselves, nothing else."""
    found = []
    for path, tree in sources(root, "app/rules"):
        for line, name in imports(path, tree, root):
            top = name.partition(".")[0]
            own = name == "app.rules" or name.startswith("app.rules.")
            if not own and (top not in sys.stdlib_module_names or top in IMPURE):
                found.append(f"{path.relative_to(root)}:{line} imports {name}")
    return found


def impure_calls_in_the_rules(root: Path) -> list[str]:
    """The rules open no file, print nothing and ask nobody."""
    return [
        f"{path.relative_to(root)}:{node.lineno} calls {node.func.id}"
        for path, tree in sources(root, "app/rules")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
    ]


def packs_beyond_cards(root: Path) -> list[str]:
    """Packs know of the rules only the words that cards are written in, nothing of states and moves."""
    return [
        f"{path.relative_to(root)}:{line} imports {name}"
        for path, tree in sources(root, "app/packs")
        for line, name in imports(path, tree, root)
        if name.startswith("app.rules") and (*name.split("."), "")[2].partition("_")[0] not in WORDS_OF_CARDS
    ]


def readers_of_the_environment(root: Path) -> list[str]:
    """Only app/config.py reads environment variables."""
    found = []
    for path, tree in sources(root, "app"):
        if path == root / "app/config.py":
            continue
        for node in ast.walk(tree):
            named = isinstance(node, ast.Attribute) and node.attr in ENVIRONMENT
            taken = (
                isinstance(node, ast.ImportFrom) and node.module == "os" and ENVIRONMENT & {a.name for a in node.names}
            )
            if named or taken:
                found.append(f"{path.relative_to(root)}:{node.lineno} reads the environment")
    return found


def third_parties(root: Path, *folders: str) -> set[str]:
    """Return the top-level names of all packages imported below the folders that are not ours or Python's."""
    ours = {"app", "bench", "tests", "migrations", "scripts"}
    return {
        top
        for path, tree in sources(root, *folders)
        for _, name in imports(path, tree, root)
        if (top := name.partition(".")[0]) not in sys.stdlib_module_names and top not in ours
    }
