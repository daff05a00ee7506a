"""Which rows of the ledger, house rules and reasons the cases show; `python -m tests.support.rule_coverage` writes it
to docs/rules-coverage.md, and the worked examples of the rules page beside it.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from app.rules.ledger import LEDGER
from app.rules.settings import CHOICES, COSTS
from tests.support import rule_examples
from tests.support.casebook import CASES, Case, cases
from tests.support.crossings import crossings
from tests.support.ledger_edges import Edge, edges, shown
from tests.support.packcases import PackCase, pack_cases
from tests.web.rule_codes import collect

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules-coverage.md"
#: What has no cases yet. It must only shrink: whatever is covered has to leave it.
NOT_YET = CASES / "not-yet.yml"
COMMAND = "python -m tests.support.rule_coverage"

#: The worked examples of the two rulebooks, each of which a case plays.
EXAMPLES = (
    *(f"Quick answer {number}" for number in range(1, 11)),
    *(f"The trembling tone, roll {roll}" for roll in ("1", "3", "5", "below 0")),
    "Four cards taken",
    "A stored card used",
    "Trap levers",
    "A token is the price of 3 essence",
    "A chapter holds 2 horror tokens at most",
    "Recharge station: the activated one counts",
    "Recharge station: not on a partner who is not adjacent",
)

HEAD = f"""\
# What the rule cases cover

Written by `{COMMAND}` from tests/cases; a test says when it is out of date. Each line is one
case: a position, a move and its verdict, played through the rules with every run of the tests; or a pack and what is
said of it. Under them stand the edges of the row, and which of its cases show them (tests/cases/edges.yml).
"""


@dataclass(frozen=True)
class NotYet:
    """Rows, settings (`name=value`) and reason codes that no case shows yet."""

    rows: tuple[str, ...]
    settings: tuple[str, ...]
    codes: tuple[str, ...]


def not_yet() -> NotYet:
    raw: Mapping[str, list[str]] = yaml.safe_load(NOT_YET.read_text("utf-8")) or {}
    return NotYet(*(tuple(raw.get(key) or ()) for key in ("rows", "settings", "codes")))


def by_row() -> Mapping[str, list[Case | PackCase]]:
    """The cases of each ledger id, also of ids that the ledger does not have."""
    found: dict[str, list[Case | PackCase]] = defaultdict(list)
    for case in (*cases(), *pack_cases()):
        for row in dict.fromkeys(case.rules):
            found[row].append(case)
    return found


def unknown_rows() -> list[str]:
    """Ids in cases that no row of the ledger has."""
    named = set(by_row()) | {rule for case in cases() for _, rule in refusals(case)}
    return sorted(named - set(LEDGER))


def rows_lacking() -> dict[str, str]:
    """Rows without an accepted case, or without one that is refused or shows an edge: what they lack."""
    found: dict[str, str] = {}
    cases_of = by_row()
    for row in LEDGER:
        kinds = {case.kind for case in cases_of.get(row, ())}
        missing = [] if "accepted" in kinds else ["accepted"]
        missing += [] if kinds & {"refused", "edge"} else ["refused or edge"]
        if missing:
            found[row] = " and ".join(missing)
    return found


def settings_lacking() -> list[str]:
    """House rules with a value that no case is about, as `name=value`; costs count once."""
    shown = {(name, str(value)) for case in cases() for name, value in case.setting.items()}
    shown |= {
        (match[1], match[2]) for case in cases() for match in re.finditer(r"^ {2}(\w+) (\w+)$", case.position, re.M)
    }
    lacking = [f"{name}={value}" for name, values in CHOICES.items() for value in values if (name, value) not in shown]
    named = {name for name, _ in shown}
    return lacking + [name for name in (*COSTS, "rating_max") if name not in named]


def refusals(case: Case) -> Iterator[tuple[str, str]]:
    """(code, rule) of every reason that a case expects, `cannot:` facts included."""
    for said in case.refused:
        text = said if isinstance(said, str) else str(said["reason"])
        code, _, rule = text.partition(": ")[0].partition(" ")
        yield code, rule
    for fact in case.then:
        match = re.fullmatch(r"cannot: .+? \((.+)\)", fact)
        for part in match[1].split(", ") if match else ():
            code, _, rule = part.partition(" ")
            yield code, rule


def codes_lacking() -> list[str]:
    """Reason codes of the rules that no case is refused with."""
    shown = {code for case in cases() for code, _ in refusals(case)}
    return sorted(set(collect().reasons) - shown)


def shrink() -> None:
    """Take what has its cases now out of the list of what has none."""
    waiting = not_yet()
    still = {*rows_lacking(), *settings_lacking(), *codes_lacking()}
    head = NOT_YET.read_text("utf-8").partition("rows:")[0]
    parts = {"rows": waiting.rows, "settings": waiting.settings, "codes": waiting.codes}
    text = "".join(
        f"{key}:\n" + "".join(f"  - {item}\n" for item in items if item in still) for key, items in parts.items()
    )
    NOT_YET.write_text(head + text, "utf-8")


def examples_lacking() -> list[str]:
    """Worked examples of the rulebooks that no case plays, and names of examples that there are not."""
    played = {case.example for case in cases() if case.example}
    return sorted(set(EXAMPLES) ^ played)


# ------------------------------------------------------------------ the document


def document() -> str:
    """The whole document."""
    cases_of, waiting, edges_of = by_row(), not_yet(), edges()
    kinds = [case.kind for case in (*cases(), *pack_cases())]
    lines = [HEAD]
    lines.append(
        f"{len(kinds)} cases: {kinds.count('accepted')} accepted, {kinds.count('refused')} refused, "
        f"{kinds.count('edge')} accepted that show an edge of their rule. Rows without cases yet: "
        f"{', '.join(waiting.rows) or 'none'}.\n"
    )
    for row in LEDGER.values():
        found = cases_of.get(row.id, [])
        if not found:
            continue
        lines.append(f"## {row.id} {row.title}\n")
        lines += [_line(case, row.id) for case in found]
        lines += ["", "Its edges:\n", *(_edge(edge) for edge in edges_of if edge.row == row.id), ""]
    lines += ["## Worked examples of the rulebooks\n", "| example | case |", "|---|---|"]
    for example in EXAMPLES:
        lines += [f"| {example} | {case.title} |" for case in cases() if case.example == example]
    lines.append("")
    meetings = {one.case.crosses: one for one in crossings() if one.is_real}
    lines += [f"## Where chapters of the ledger meet: {len(meetings)} questions\n", "| what meets | chapters | case |"]
    lines += ["|---|---|---|"]
    lines += [f"| {what} | {', '.join(sorted(one.shown))} | {one.case.title} |" for what, one in meetings.items()]
    lines.append("")
    lines += ["## House rules\n", "| house rule | value | cases |", "|---|---|---|"]
    for name, values in CHOICES.items():
        for value in values:
            about = [case.id for case in cases() if str(case.setting.get(name)) == value]
            lines.append(f"| `{name}` | {value} | {', '.join(about[:4]) or '–'} |")
    return "\n".join(lines) + "\n"


def _edge(edge: Edge) -> str:
    by = [f"“{case.title.rstrip('.')}”" for case in shown(edge)]
    by += [f"`{edge.test}`, for: {edge.because[:1].lower()}{edge.because[1:].rstrip('.')}"] if edge.test else []
    return f"- {edge.words}: {'; '.join(by)}."


def _line(case: Case | PackCase, row: str) -> str:
    words = {"accepted": "legal", "edge": "edge", "refused": "refused"}[case.kind]
    codes = ""
    if case.refused:
        codes = "; ".join(
            map(str, case.refused)
            if isinstance(case, PackCase)
            else (f"{code} ({rule})" for code, rule in refusals(case))
        )
    edge = f" *{case.edge}.*" if case.edge and case.rules[0] == row else ""
    house = ", ".join(f"`{name}` {value}" for name, value in case.setting.items())
    extra = "".join(f" [{part}]" for part in (codes, house) if part)
    return f"- {words}: {case.title.rstrip('.')}.{edge}{extra}"


def main() -> int:
    """Write the document."""
    shrink()
    DOCUMENT.write_text(document(), "utf-8")
    rule_examples.FILE.write_text(rule_examples.document(), "utf-8")
    sys.stdout.write(f"{DOCUMENT.name}: {len(cases())} cases\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
