"""Prices as they stand at the right of an action: part by part, with an icon and a word each."""

from __future__ import annotations

from app.rules.vocabulary import Price
from app.web.contexts import Cost

PRICES = (
    ("stamina", "stamina", "verd", "stamina"),
    ("essence", "essence", "ether", "essence"),
    ("health", "health", "ember", "health"),
    ("charges", "token", "brass", "charge"),
    ("spawn_token", "spawn", "ember", "spawn token"),
    ("horror_token", "horror", "ether", "horror token"),
)


def costs(price: Price) -> tuple[Cost, ...]:
    """A printed price, part by part."""
    found = [
        Cost(str(getattr(price, name)), icon, hue, word if getattr(price, name) == 1 else f"{word}s")
        if word.endswith(("token", "charge"))
        else Cost(str(getattr(price, name)), icon, hue, word)
        for name, icon, hue, word in PRICES
        if getattr(price, name)
    ]
    for name, icon, hue in (("add_spawn_token", "spawn", "ember"), ("add_horror_token", "horror", "ether")):
        if getattr(price, name):
            kind = name.split("_")[1]
            found.append(Cost(f"+{getattr(price, name)}", icon, hue, f"{kind} token added"))
    return tuple(found)


def stamina(n: int) -> tuple[Cost, ...]:
    """A price in stamina; nothing for a free one."""
    return (Cost(str(n), "stamina", "verd", "stamina"),) if n else ()
