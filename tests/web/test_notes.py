"""The note of what just happened: on every page that has one it can be closed, says its words once, and leaves."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from app.web.contexts import News
from app.web.render import environment
from tests.web.conftest import ruling
from tests.web.phones import Phone

CSS = Path(__file__).parents[2] / "static/css"
PAGES = ("party", "items?for=exp-01", "chapter", "cards")
NOTE = re.compile(
    r'id="news"[^>]*>\s*<div class="note" id="([^"]+)">(.*?<details open>.*?</details>)\s*</div>', re.DOTALL
)


def note(phone: Phone, path: str) -> tuple[str, str]:
    """The id of a page's note and what stands in it."""
    found = NOTE.search(phone.get(path).text)
    assert found is not None, path
    return found[1], found[2]


@pytest.mark.parametrize("path", PAGES)
def test_every_note_can_be_closed_and_comes_back_with_new_words_only(ines: Phone, path: str) -> None:
    """Closing is a fold of the browser's own, which needs no script; a part that is fetched anew leaves folds as they
    are, so the note is known by its words: the same stays closed, another is open.
    """
    seen = list[str]()
    for health in (4, 4, 3):
        if len(seen) != 1:
            ines.post("play", {"move": json.dumps(ruling(health))})
        name, inside = note(ines, path)
        close = re.findall(r'<details open><summary class="ib" aria-label="([^"]+)">', inside)
        assert close == ["Close what just happened"]
        assert "Ruling by Ines" in html.unescape(inside)
        seen.append(name)
    assert seen[0] == seen[1] != seen[2]


def test_a_long_note_is_one_line_that_unfolds() -> None:
    news = environment().get_template("macros/parts.html").module.news  # type: ignore[attr-defined]
    short, long = (
        str(news(News(("The trade is over.",)))),
        str(news(News(("The trade is over.", "Ada gave the Brass Lens to Bram.")))),
    )
    assert short.count("<details") == 1
    assert long.count("<details") == 2
    assert "<details><summary>" in long, "it begins folded"
    assert 'role="status"' in short.partition(">")[0], "who listens hears it, and it is there before the note is"
    assert not str(news(News())).strip()


def test_a_closed_note_is_gone_its_button_is_large_enough_and_it_leaves_by_itself() -> None:
    shared = (CSS / "components.css").read_text()
    assert re.search(r"\.note:has\(>details:not\(\[open\]\)\)[^{]*\{display:none\}", shared)
    assert re.search(r"\.ib\{width:var\(--hit\);height:var\(--hit\)", shared)
    assert "@keyframes leave{to{visibility:hidden}}" in shared
    for sheet, floats in (("pages.css", ".heard .note"),):
        found = re.search(re.escape(floats) + r"\{[^}]*animation:leave 0s (\d+)s forwards", (CSS / sheet).read_text())
        assert found is not None, sheet
        assert 20 <= int(found[1]) <= 60, "long enough to read, not for ever"
