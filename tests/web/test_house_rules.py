"""The house rules on their page: what each decides, where the books are silent, every choice; changes are told."""

from __future__ import annotations

import html
import re

import pytest

from app.rules.ledger import LEDGER
from app.rules.settings import CHOICES, Settings, setting_names
from app.web.messages_settings import setting_name
from app.web.settings_text import setting_row
from tests.web.phones import Phone, guest


def part(page: str, name: str) -> str:
    """The markup of one house rule."""
    found = re.search(rf'<(fieldset|div)[^>]*id="set-{name}".*?</\1>', page, re.DOTALL)
    assert found, name
    return found[0]


def plain(markup: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup))).strip()


@pytest.mark.parametrize("name", setting_names())
def test_each_says_what_it_decides_why_tables_differ_and_what_each_choice_is(name: str) -> None:
    row = setting_row(name, getattr(Settings(), name))
    assert len(row.title) > 3
    for line in (row.means, row.why):
        assert len(line) > 15, line
        assert line.endswith((".", "?")), line
        assert "_" not in line
    assert not re.search(r"to be had|\bmanual\b", row.why), "what the product lacked is nothing to players"
    assert row.rules
    assert set(row.rules) <= LEDGER.keys()
    titles = [choice.title for choice in row.choices]
    assert len(titles) == len(set(titles)) == len(CHOICES.get(name, ()))
    assert all("_" not in title and len(title) > 1 for title in titles)
    assert [choice.value for choice in row.choices if choice.chosen] == ([row.value] if titles else [])
    if titles:
        assert row.choices[0].value == str(getattr(Settings(), name)), "the default comes first, and is marked"


@pytest.mark.parametrize("name", [name for name in setting_names() if not name.startswith("cost_")])
def test_the_page_and_the_rules_page_agree_on_the_rows_that_it_changes(name: str) -> None:
    assert set(setting_row(name, getattr(Settings(), name)).rules) == {
        row.id for row in LEDGER.values() if name in row.settings
    }


@pytest.mark.parametrize(("name", "most"), [("cost_move", "9"), ("cost_explore", "9"), ("rating_max", "10")])
def test_a_number_takes_no_more_than_the_rules_do(ines: Phone, name: str, most: str) -> None:
    assert f'max="{most}"' in part(ines.get("house").text, name)


def test_host_and_guests_read_all_of_it_and_only_the_host_can_choose(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    for phone, hosting in ((ines, True), (mara, False)):
        page = phone.get("house").text
        for name in setting_names():
            row = setting_row(name, getattr(Settings(), name))
            words = plain(part(page, name))
            for said in (row.title, row.means, row.why, *(choice.title for choice in row.choices)):
                assert said in words, (name, said)
            assert ("<input" in part(page, name)) == hosting
            for rule in row.rules:
                assert f'href="/rules/{rule}"' in part(page, name)
        if not hosting:
            held = plain(part(page, "explore_from"))
            assert "A space on that edge, with a way out (holds)" in held


def test_a_change_later_is_told_with_what_it_was_on_every_phone(ines: Phone) -> None:
    mara = guest(ines, "Mara")
    assert "Changed at this table" not in mara.text("house")
    ines.post("house", {"name": "explore_from", "set:explore_from": "tile"})
    ines.post("house", {"name": "cost_door", "set:cost_door": "4"})
    told = mara.text("house")
    assert "Anywhere on the tile; it was: A space on that edge, with a way out. Ines," in told
    assert told.index(setting_name("cost_door")) < told.index("Anywhere on the tile; it was"), "the newest first"
    assert "(holds)" in plain(part(mara.get("house").text, "explore_from")).split("Anywhere on the tile")[1]
    assert "Anywhere on the tile; it was: A space on that edge, with a way out." in mara.text("log")
    ines.post("undo", {})
    assert "it was: 2." not in mara.text("house").partition("Changed at this table")[2].partition("Chapters")[0]
    assert "Anywhere on the tile; it was" in mara.text("house")


@pytest.mark.parametrize("name", [name for name in setting_names() if CHOICES.get(name)])
def test_what_is_in_force_says_so_and_what_is_only_chosen_says_that_it_is_not_set(ines: Phone, name: str) -> None:
    now = str(getattr(Settings(), name))
    for value in [value for value in CHOICES[name] if value != now][:1]:
        for held in (now, value):
            picks = re.findall(
                r'value="([^"]*)"[^>]*><span>(.*?)</label>', part(ines.get("house").text, name), re.DOTALL
            )
            assert len(picks) == len(CHOICES[name])
            for one, said in picks:
                assert ("In force now" in said) == (one == held), (name, one)
                assert ('class="yet">Chosen, not set yet' in said) == (one != held), (name, one)
            if held == now:
                answer = ines.post("house", {"name": name, f"set:{name}": value}, follow_redirects=True)
                assert answer.status_code == 200
                form = re.search(rf'id="set-{name}".*?</form>', answer.text, re.DOTALL)
                assert form is not None
                assert "Set. It counts from now on." in plain(form[0]), "near the button that was pressed"
                assert plain(answer.text).count("Set. It counts from now on.") == 1
