"""TK-3: a maximum of tokens is found wherever a card can print it: in any price, and in whatever verbs hold verbs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

import pytest

from app.rules.caps import ability_caps
from app.rules.cards_text import Ability
from app.rules.effects import Band, Choice, Effect
from app.rules.effects_game import AddToken
from app.rules.vocabulary import Price

PRINTED = Price(add_spawn_token=1, add_max=4)
INNER = (AddToken("spawn", 1, 4),)
#: What a field of a verb holds that prints a maximum of 4.
HOLDS: dict[str, tuple[Any, ...]] = {
    "Price": (PRINTED,),
    "Effect": (INNER,),
    "Choice": ((Choice("Yes", INNER),), (Choice("Yes", price=PRINTED),)),
    "Band": ((Band(None, None, INNER),),),
}


def verbs() -> Iterator[tuple[str, Effect]]:
    """Every verb that can hold a price or other verbs, with a maximum in each place by itself."""
    for kind in get_args(Effect):
        hints = get_type_hints(kind)
        plain = {f.name: () if "tuple" in str(hints[f.name]) else 0 for f in fields(kind) if f.default is MISSING}
        for name, hint in hints.items():
            inner = hint if hint is Price else next(iter(get_args(hint)), None)
            word = "Effect" if inner == Effect else getattr(inner, "__name__", "")
            for held in HOLDS.get(word, ()):
                yield f"{kind.__name__}.{name}", kind(**{**plain, name: held})


@pytest.mark.parametrize(("where", "verb"), [pytest.param(*one, id=f"{one[0]}-{n}") for n, one in enumerate(verbs())])
def test_a_maximum_is_found_in_every_verb(where: str, verb: Effect) -> None:
    assert ability_caps(Ability("active", "Active: …", (verb,)), "spawn") == [4], where
    assert ability_caps(Ability("active", "Active: …", (verb,)), "horror") == []


def test_every_place_is_looked_at() -> None:
    assert {where for where, _ in verbs()} >= {
        *("Choose.options", "If.then", "If.otherwise", "EachExplorer.do", "EachUnit.do", "Steps.bands", "Test.then"),
        *("Test.fail", "Attack.on_hit", "Attack.on_miss", "Store.price", "Reroll.price"),
    }
    assert ability_caps(Ability("active", "Active: …", (), PRINTED), "spawn") == [4]
