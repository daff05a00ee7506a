"""Every rule in force has its cases: accepted, and refused or at an edge; every reason and house rule too."""

from __future__ import annotations

from dataclasses import replace

from app.rules.ledger import LEDGER
from tests.support import crossings, ledger_edges, rule_coverage, rule_examples
from tests.support.casebook import cases

#: How many questions about two chapters of the ledger at once there are at least.
LEAST_CROSSINGS = 60


def test_cases_name_only_rules_of_the_ledger():
    assert rule_coverage.unknown_rows() == []


def test_every_row_in_force_has_an_accepted_case_and_a_refused_or_edge_case():
    lacking = rule_coverage.rows_lacking()
    assert {row: what for row, what in lacking.items() if row not in rule_coverage.not_yet().rows} == {}


def test_every_value_of_a_house_rule_has_a_case():
    assert sorted(set(rule_coverage.settings_lacking()) - set(rule_coverage.not_yet().settings)) == []


def test_every_reason_that_the_rules_can_give_has_a_case():
    assert sorted(set(rule_coverage.codes_lacking()) - set(rule_coverage.not_yet().codes)) == []


def test_every_edge_of_a_row_has_its_case_or_the_test_that_proves_it():
    """tests/cases/edges.yml: a case that is gone, or that no longer names the row, or a test that is gone is found."""
    assert ledger_edges.problems(ledger_edges.edges()) == []


def test_an_edge_that_nothing_shows_is_found():
    fine = next(edge for edge in ledger_edges.edges() if edge.test)
    for wrong, said in (
        (replace(fine, cases=("no-such-case",)), "no case no-such-case"),
        (replace(fine, cases=("exploring-an-edge",)), "exploring-an-edge does not name the row"),
        (replace(fine, test=f"{fine.test}_no_more"), f"no test {fine.test}_no_more"),
        (replace(fine, test="tests/rules/test_nowhere.py::test_it"), "no test tests/rules/test_nowhere.py::test_it"),
        (replace(fine, row="EX-99"), "no such row"),
    ):
        assert f"{wrong.row}: {wrong.words}: {said}" in ledger_edges.problems((wrong,))
    assert "EX-1: no edges" in ledger_edges.problems((fine,))


def test_every_worked_example_of_the_rulebooks_is_a_case():
    assert rule_coverage.examples_lacking() == []


def test_chapters_of_the_ledger_meet_in_sixty_questions():
    """Questions count, not cases: the rows of an `each`, and cases about the same meeting, are one."""
    real = {one.case.crosses: one for one in crossings.crossings() if one.is_real}
    assert len(real) >= LEAST_CROSSINGS
    assert {"IT", "MN", "RC", "EV", "TL", "XB", "CS", "GD", "ED", "SC", "EX", "TR", "EN", "NC", "ST", "CH"} <= {
        chapter for one in real.values() for chapter in one.shown
    }


def test_what_says_that_chapters_meet_shows_two_of_them():
    """A crossing names rows of two chapters, and both make something happen, refuse it or lie on the table."""
    found = crossings.crossings()
    real = {one.case.crosses for one in found if one.is_real}
    hollow = [one for one in found if one.case.crosses not in real]
    assert [(one.case.id, sorted(one.named), sorted(one.shown)) for one in hollow] == []


def test_a_crossing_that_is_none_is_found():
    plain = next(case for case in cases() if case.id == "exploring-an-edge")
    for rules in (("EX-1", "BG-1"), ("EX-1", "IP-1", "AM-1"), ("EX-1", "TL-1"), ("EX-1", "EX-2")):
        assert not crossings.crossing(replace(plain, rules=rules, crosses="Nothing")).is_real
    assert crossings.crossing(replace(plain, rules=("EX-1", "TR-1"), crosses="A tile, a terrain")).is_real


def test_the_list_of_what_has_no_cases_yet_only_shrinks():
    waiting = rule_coverage.not_yet()
    assert sorted(set(waiting.rows) - set(rule_coverage.rows_lacking())) == [], "these rows have cases: take them out"
    assert sorted(set(waiting.settings) - set(rule_coverage.settings_lacking())) == [], "these settings have cases"
    assert sorted(set(waiting.codes) - set(rule_coverage.codes_lacking())) == [], "these reasons have cases"
    assert set(waiting.rows) <= set(LEDGER)


def test_the_document_is_up_to_date():
    written = rule_coverage.DOCUMENT.read_text("utf-8")
    assert written == rule_coverage.document(), f"out of date: run {rule_coverage.COMMAND}"


def test_the_worked_examples_of_the_rules_page_are_up_to_date():
    written = rule_examples.FILE.read_text("utf-8")
    assert written == rule_examples.document(), f"out of date: run {rule_coverage.COMMAND}"
