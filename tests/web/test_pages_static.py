"""Static files: bundled, compressed, cacheable; and small enough for a phone on a slow network."""

from __future__ import annotations

import gzip
import re
from dataclasses import fields
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.rules.ledger import LEDGER
from app.rules.settings import CHOICES, Settings, setting_names, setting_problem
from app.web.settings_text import MEANS, groups
from app.web.static import BUNDLES, ROOT, Assets, assets
from app.web.tighten import tight_css, tight_js
from tests.web.conftest import open_table

LIMIT = 40 * 1024  # bytes, compressed, of everything that a guest's first page loads


@pytest.mark.parametrize("name", sorted(assets().files))
def test_a_file_is_served_compressed_and_kept_for_a_year(client: TestClient, name: str) -> None:
    url = assets().url(name)
    answer = client.get(url, headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.content == assets().files[name].body
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    packed = assets().files[name].packed
    assert int(answer.headers["content-length"]) == len(packed or assets().files[name].body)
    plain = client.get(url, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content


def test_a_file_without_its_hash_is_asked_for_again_and_answered_with_304(client: TestClient) -> None:
    first = client.get("/static/app.css")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/app.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    stale = client.get("/static/app.css?v=0000000000")
    assert stale.headers["cache-control"] == "no-cache"


def test_what_is_not_there_is_404_and_posts_are_405(client: TestClient) -> None:
    for path in ("/static/nothing.css", "/static/", "/static/../app/main.py", "/static/css/tokens.css"):
        assert client.get(path).status_code == 404
    assert client.post("/static/app.css").status_code == 405
    head = client.head("/static/app.css")
    assert (head.status_code, head.content) == (200, b"")


def test_a_missing_part_of_a_bundle_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Assets(tmp_path)


def test_the_font_is_named_by_its_hashed_address() -> None:
    css = assets().files["app.css"].body.decode()
    assert f"url({assets().url('fonts/display.woff2')})" in css
    assert "../" not in css


def test_raw_colours_stand_in_the_tokens_only() -> None:
    allowed = {"#fff", "#000"}  # paper: the QR code, print
    for path in sorted((ROOT / "css").glob("*.css")):
        if path.name != "tokens.css":
            text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
            assert set(re.findall(r"#[0-9a-f]{3,8}\b", text)) <= allowed, path.name


def test_every_style_sheet_and_script_is_in_a_bundle() -> None:
    bundled = {part for parts in BUNDLES.values() for part in parts}
    there = {path.relative_to(ROOT).as_posix() for kind in ("*.css", "*.js") for path in ROOT.rglob(kind)}
    assert there == bundled


def test_vendored_files_are_what_their_note_says() -> None:
    import hashlib

    note = (ROOT / "vendor/htmx/VERSION.md").read_text()
    for path in (ROOT / "vendor/htmx").glob("*.js"):
        assert hashlib.sha256(path.read_bytes()).hexdigest() in note
    assert (ROOT / "vendor/htmx/LICENSE").exists()
    assert (ROOT / "fonts/OFL.txt").exists()


def test_a_guests_first_page_weighs_at_most_40_kb(client: TestClient) -> None:
    table = open_table(client)
    html = client.get(f"/t/{table.key}/join", headers={"accept-encoding": "gzip"})
    total = len(gzip.compress(html.content, 6))
    links = set(re.findall(r'(?:src|href)="/static/([^"?#]+)', html.text))
    assert {"app.css", "app.js", "icons.svg", "fonts/display.woff2"} <= links
    for name in links:
        asset = assets().files[name]
        total += len(asset.packed or asset.body)
    assert total <= LIMIT


# ------------------------------------------------------------------ what is left out of scripts and styles


@pytest.mark.parametrize(
    ("script", "tight"),
    [
        ("const a = 1; // why\nconst b = 2;", "const a=1;const b=2;"),
        ("a = b\n  ++c", "a=b\n++c"),
        ("x = a + +b - -c", "x=a+ +b- -c"),
        ("return  'a  // b' /* c */ + `d  ${ e + '}' }  // f`;", "return'a  // b'+`d  ${ e + '}' }  // f`;"),
        ("const p = /a [/] \\/ b/.test(x) / 2 / y;", "const p=/a [/] \\/ b/.test(x)/2/y;"),
        ("f(\n  a,\n  b,\n)", "f(a,b,)"),
        ("if (x) {\n  y();\n}\nz()", "if(x){y();}\nz()"),
        ("for (const a of  [1]) in_(a)", "for(const a of[1])in_(a)"),
    ],
)
def test_scripts_lose_what_only_people_read(script: str, tight: str) -> None:
    assert tight_js(script) == tight


def test_styles_lose_what_only_people_read() -> None:
    css = "/* a */\n.a , .b {\n  color : red;\n  width: calc(1px + 2px);\n}\n.c :hover { top: 0 }\n"
    assert tight_css(css) == ".a,.b{color : red;width:calc(1px + 2px)}.c :hover{top:0}"


# ------------------------------------------------------------------ house rules in words


def test_every_house_rule_has_its_words_and_rows() -> None:
    assert set(MEANS) == set(setting_names())
    for name, (rules, means) in MEANS.items():
        assert means.endswith("."), name
        assert rules, name
        assert set(rules) <= set(LEDGER), name
    rows = [row for group in groups(Settings()) for row in group.rows]
    assert len(rows) == len(fields(Settings))
    assert not any(row.changed for row in rows)
    assert all(row.why for row in rows)


def test_the_values_offered_are_those_that_the_rules_take() -> None:
    for group in groups(Settings()):
        for row in group.rows:
            assert row.number == (row.name not in CHOICES)
            assert [pick.value for pick in row.choices if pick.chosen] == ([] if row.number else [row.value])
            for pick in row.choices:
                assert setting_problem(row.name, pick.value) is None


def test_a_search_finds_by_words_rows_and_values_and_opens_what_it_found() -> None:
    found = groups(Settings(), "door")
    assert {row.name for group in found for row in group.rows} >= {"cost_door"}
    assert all(group.open for group in found)
    assert all("door" in row.words for group in found for row in group.rows)
    assert {row.name for group in groups(Settings(), "TK-3") for row in group.rows} == {"token_cap"}
    assert groups(Settings(), "no such word") == ()


def test_a_changed_house_rule_is_counted_and_its_group_is_open() -> None:
    found = groups(Settings(token_cap="ability", max_area="5x3"))
    assert sum(group.changed for group in found) == 2
    assert {group.title for group in found if group.open} == {"Chapters", "Exploring"}
    area = next(row for group in found for row in group.rows if row.name == "max_area")
    assert [pick.value for pick in area.choices if pick.chosen] == ["5x3"], "every size of the area can be chosen"
