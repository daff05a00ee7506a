"""Every example of docs/cards.md is a card that can be read, and each of its abilities can be played to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import app.packs
from app.packs import load_pack
from app.packs.verbs import PLAY_VERBS, VERBS, WORDS, every
from app.rules import legal_moves
from app.rules.cards import Book
from tests.packs.tables import Case, abilities, begun, first, last, ready, seat, to_the_end

BUILTIN = Path(app.packs.__file__).parent / "builtin"
DOCS = Path(__file__).parents[2] / "docs" / "cards.md"
EXAMPLES = re.findall(r"^```yaml\n# ([a-z_]+\.yaml)\n(.*?)^```$", DOCS.read_text("utf-8"), re.M | re.S)
IDS = [card["id"] for _, text in EXAMPLES for card in yaml.safe_load(text)]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The built-in pack with all examples in it: they need its decks to draw from."""
    folder = tmp_path_factory.mktemp("pack") / "builtin"
    folder.mkdir()
    for file in BUILTIN.iterdir():
        if file.suffix in (".yaml", ".txt"):
            added = [text for name, text in EXAMPLES if name == file.name]
            (folder / file.name).write_text("\n".join([file.read_text("utf-8"), *added]), "utf-8")
    return load_pack(folder)


def test_no_example_is_left_out(book: Book) -> None:
    assert DOCS.read_text("utf-8").count("```yaml") == len(EXAMPLES) == len(IDS)
    assert set(IDS) <= set(book.cards)
    assert len(IDS) >= 18


def test_every_verb_is_shown(book: Book) -> None:
    shown = {verb.type for id in IDS for *_, ability in book.cards[id].abilities() for verb in every(ability.do)}
    words = " ".join(text for _, text in EXAMPLES)
    assert [word for word in PLAY_VERBS if word not in shown] == []
    assert [word for word in (*VERBS, *WORDS) if not re.search(rf"\b{word}\b", words)] == []


@pytest.mark.parametrize("card", IDS)
def test_an_example_is_played(book: Book, card: str) -> None:
    cases = [case for case in abilities(book) if case.card == card]
    for case in cases:
        for seed, pick in ((1, first), (2, last), (3, first)):
            state, _ = begun(book, case, seed)
            to_the_end(book, state, seed, pick)
    for at, _, _, ability in book.cards[card].abilities():
        if ability.kind == "passive":
            state = ready(book, Case(card, at, ability.text))
            assert legal_moves(book, state, seat(state)).moves
            assert state.agenda == ()
