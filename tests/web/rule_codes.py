"""The codes that the rules use, read from their source: every one must have words."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from app import rules, service

RULES = Path(rules.__file__).parent
SERVICE = Path(service.__file__).parent
WEB = SERVICE.parent / "web"


#: Functions that take a code from their caller.
PASSING_ON = ("note", "ask", "refusal")


@dataclass
class Use:
    """One place where a code is used: the facts given with it, and the rule if it is written out."""

    place: str
    facts: frozenset[str] = frozenset()
    rule: str = ""


@dataclass
class Codes:
    """Codes by kind, with all their uses. `unclear` are places where the code is not written out."""

    reasons: dict[str, list[Use]] = field(default_factory=lambda: defaultdict(list))
    notes: dict[str, list[Use]] = field(default_factory=lambda: defaultdict(list))
    questions: dict[str, list[Use]] = field(default_factory=lambda: defaultdict(list))
    unclear: list[str] = field(default_factory=list)


@cache
def collect(folder: Path = RULES) -> Codes:
    """Everything that the modules of a folder say in codes. Reading them takes seconds, and they stay as they are."""
    codes = Codes()
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and function.name not in PASSING_ON:
                for node in ast.walk(function):
                    if isinstance(node, ast.Call):
                        _look(codes, node, f"{path.name}:{function.name}", function)
    return codes


def _look(codes: Codes, call: ast.Call, place: str, function: ast.FunctionDef) -> None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("reason", "refusal", "Refusal"):
        facts = frozenset(k.arg for k in call.keywords if k.arg and k.arg != "alternatives")
        rule = "|".join(_strings(call.args[1])) if len(call.args) > 1 else ""
        _add(codes, codes.reasons, call.args[0], Use(place, facts, rule), function)
    elif name in ("note", "Noted"):
        given = frozenset(["what", "n"][: max(0, len(call.args) - 2)]) | {k.arg for k in call.keywords if k.arg}
        _add(codes, codes.notes, call.args[0], Use(place, given & {"what", "n"}), function)
    elif name == "ask" or name == "Ask":
        at = call.args[2] if len(call.args) > 2 else next(k.value for k in call.keywords if k.arg == "question")
        _add(codes, codes.questions, at, Use(place), function)


def _add(codes: Codes, kind: dict[str, list[Use]], node: ast.expr, use: Use, function: ast.FunctionDef) -> None:
    found = list(_strings(node)) or list(_assigned(node, function))
    if not found:
        codes.unclear.append(use.place)
    for code in found:
        kind[code].append(use)


def _strings(node: ast.expr) -> Iterator[str]:
    """The strings an expression can be: written out, either side of a condition, or `lay_*` for an f-string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body)
        yield from _strings(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _strings(value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)


def _assigned(node: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    """The codes that a variable can hold: every string like one in what is assigned to it."""
    if not isinstance(node, ast.Name):
        return
    for statement in ast.walk(function):
        if isinstance(statement, ast.Assign) and any(
            isinstance(name, ast.Name) and name.id == node.id
            for target in statement.targets
            for name in ast.walk(target)
        ):
            for part in ast.walk(statement.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and "_" in part.value:
                    yield part.value
