"""Every template is given exactly its context: no field that it does not use, no name that nobody gives it."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from functools import cache

import pytest
from jinja2 import meta

from app.web import (
    contexts,
    contexts_answers,
    contexts_cards,
    contexts_doors,
    contexts_log,
    contexts_party,
    contexts_rules,
    contexts_rulings,
)
from app.web.render import TEMPLATES, environment, fill
from tests.web.pages_examples import examples

EXAMPLES = examples()
#: Those of the steps have a test of their own.
MODULES = (
    contexts,
    contexts_answers,
    contexts_cards,
    contexts_doors,
    contexts_log,
    contexts_party,
    contexts_rules,
    contexts_rulings,
)
#: Pages before a table have no chrome, which base.html asks about.
ASKED = {"chrome"}
#: Set by a loop around an include, or imported by base.html.
LOOPED = {"row", "parts"}
INLINE = re.compile(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE)
ELSEWHERE = re.compile(r"""(?:src|href|action)=["'](?:https?:)?//(?!192\.168\.1\.20:8000)""")


@cache
def names(template: str) -> frozenset[str]:
    """What a template and all that it extends, includes or imports reads from its context."""
    tree = environment().parse((TEMPLATES / template).read_text())
    found = set(meta.find_undeclared_variables(tree))
    for other in meta.find_referenced_templates(tree):
        assert other is not None, f"{template} picks a template at run time"
        found |= names(other)
    return frozenset(found - {"static", "caller"})


def pages() -> list[type]:
    """The context classes that stand for a page."""
    found = [(module, kind) for module in MODULES for kind in vars(module).values() if is_dataclass(kind)]
    return [kind for module, kind in found if hasattr(kind, "template") and kind.__module__ == module.__name__]


@pytest.mark.parametrize("kind", pages(), ids=lambda kind: kind.__name__)
def test_a_template_is_given_exactly_what_it_reads(kind: type) -> None:
    given = {field.name for field in fields(kind)}
    read = names(kind.template) | (names(kind.partial) if kind.partial else frozenset())
    assert given - read == set(), "given, but not read"
    assert read - given - ASKED - LOOPED == set(), "read, but not given"


def test_every_page_has_an_example() -> None:
    assert {type(example) for example in EXAMPLES.values()} == set(pages())


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_page_has_one_h1_its_landmarks_and_nothing_inline(name: str, theme: contexts.Theme) -> None:
    page = examples(theme)[name]
    html = fill(page, page.template)
    assert len(re.findall(r"<h1\b", html)) == 1
    assert html.count('<main id="main"') == 1
    assert ('data-theme="light"' in html) == (theme == "light")
    assert not INLINE.search(html), INLINE.search(html)
    assert not ELSEWHERE.search(html), ELSEWHERE.search(html)
    if hasattr(page, "chrome"):
        assert len(re.findall(r'<header id="now"|<section id="now"', html)) == 1
        assert html.count('role="status"') == 1, "only the now bar speaks by itself"


@pytest.mark.parametrize("name", [name for name, page in EXAMPLES.items() if page.partial])
def test_a_fragment_renders_alone(name: str) -> None:
    page = examples(fragment=True)[name]
    html = fill(page, page.partial)
    assert "<html" not in html
    assert "<h1" in html or "<h2" in html or "<fieldset" in html


@pytest.mark.parametrize("name", EXAMPLES)
def test_ids_are_there_once(name: str) -> None:
    page = EXAMPLES[name]
    ids = re.findall(r'\sid="([^"]+)"', fill(page, page.template))
    assert sorted(ids) == sorted(set(ids))


def test_what_is_imported_knows_no_page_and_is_filled_once() -> None:
    """Macros get what they show as arguments: with the page's context their file would be filled for every import."""
    sources = {path.relative_to(TEMPLATES): path.read_text() for path in TEMPLATES.rglob("*.html")}
    imported = {name for text in sources.values() for name in re.findall(r"{%-? *(?:import|from) '([^']+)'", text)}
    assert len(imported) > 4, imported
    for name in sorted(imported):
        read = meta.find_undeclared_variables(environment().parse((TEMPLATES / name).read_text()))
        assert read <= environment().globals.keys(), name
    assert not [path for path, text in sources.items() if "with context" in text]


def test_names_and_texts_are_escaped() -> None:
    evil = "<script>alert(1)</script>\"'&"
    home = contexts_doors.HomePage(contexts.Frame("dark", "/"), (), evil, evil)
    html = fill(home, home.template)
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&amp;" in html


def test_every_icon_that_is_named_is_drawn_and_every_drawing_is_named() -> None:
    found = [
        name
        for path in sorted((TEMPLATES.parent / "static").glob("icons*.svg"))
        for name in re.findall(r'<symbol id="i-([a-z]+)"', path.read_text())
    ]
    drawn = set(found)
    assert len(drawn) == len(found), "each is drawn once"
    sources = [*TEMPLATES.rglob("*.html"), *(TEMPLATES.parent / "app/web").glob("*.py")]
    sources += [*(TEMPLATES.parent / "static/js").glob("*.js")]
    text = "\n".join(path.read_text() for path in sources)
    used = set(re.findall(r"""icon\(['"]([a-z]+)['"]""", text))
    for page in EXAMPLES.values():
        used |= set(re.findall(r"#i-([a-z]+)", fill(page, page.template)))
    assert used <= drawn
    spoken = set(re.findall(r"""['"]([a-z]+)['"]""", text)) | set(re.findall(r"#i-([a-z]+)", text))
    assert drawn <= spoken, "drawn for nobody"
