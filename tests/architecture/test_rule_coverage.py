"""Every rule in force has its cases: accepted, and refused or at an edge; every reason and house rule too."""

from __future__ import annotations

from app.rules.ledger import LEDGER
from tests.support import rule_coverage


def test_cases_name_only_rules_of_the_ledger():
    assert rule_coverage.unknown_rows() == []


def test_every_row_in_force_has_an_accepted_case_and_a_refused_or_edge_case():
    lacking = rule_coverage.rows_lacking()
    assert {row: what for row, what in lacking.items() if row not in rule_coverage.not_yet().rows} == {}


def test_every_value_of_a_house_rule_has_a_case():
    assert sorted(set(rule_coverage.settings_lacking()) - set(rule_coverage.not_yet().settings)) == []


def test_every_reason_that_the_rules_can_give_has_a_case():
    assert sorted(set(rule_coverage.codes_lacking()) - set(rule_coverage.not_yet().codes)) == []


def test_every_worked_example_of_the_rulebooks_is_a_case():
    assert rule_coverage.examples_lacking() == []


def test_the_list_of_what_has_no_cases_yet_only_shrinks():
    waiting = rule_coverage.not_yet()
    assert sorted(set(waiting.rows) - set(rule_coverage.rows_lacking())) == [], "these rows have cases: take them out"
    assert sorted(set(waiting.settings) - set(rule_coverage.settings_lacking())) == [], "these settings have cases"
    assert sorted(set(waiting.codes) - set(rule_coverage.codes_lacking())) == [], "these reasons have cases"
    assert set(waiting.rows) <= set(LEDGER)


def test_the_document_is_up_to_date():
    written = rule_coverage.DOCUMENT.read_text("utf-8")
    assert written == rule_coverage.document(), f"out of date: run {rule_coverage.COMMAND}"
