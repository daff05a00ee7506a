"""How many chapter tokens a chapter holds: the maxima that it prints (TK-3)."""

from __future__ import annotations

from functools import lru_cache

from .cards import Book
from .cards_text import Ability, Option, Panel
from .effects import Attack, Choose, EachExplorer, EachUnit, Effect, If, Steps, Test
from .effects_cards import Store
from .effects_game import AddToken
from .effects_lasting import Reroll
from .state import State
from .triggers import option_is_open
from .vocabulary import Price


def _price_caps(price: Price, kind: str) -> list[int]:
    adds = price.add_spawn_token if kind == "spawn" else price.add_horror_token
    return [price.add_max] if price.add_max is not None and adds else []


def _printed_caps(effects: tuple[Effect, ...], kind: str) -> list[int]:
    caps: list[int] = []
    for effect in effects:
        match effect:
            case AddToken(kind=k, max=int(cap)) if k == kind:
                caps.append(cap)
            case Choose(options=options):
                for option in options:
                    caps += _price_caps(option.price, kind) + _printed_caps(option.do, kind)
            case Store(price=price) | Reroll(price=price):
                caps += _price_caps(price, kind)
            case If(then=then, otherwise=otherwise):
                caps += _printed_caps(then, kind) + _printed_caps(otherwise, kind)
            case EachExplorer(do=do) | EachUnit(do=do):
                caps += _printed_caps(do, kind)
            case Steps(bands=bands):
                for band in bands:
                    caps += _printed_caps(band.do, kind)
            case Test(then=then, fail=fail):
                caps += _printed_caps(then, kind) + _printed_caps(fail, kind)
            case Attack(on_hit=on_hit, on_miss=on_miss):
                caps += _printed_caps(on_hit, kind) + _printed_caps(on_miss, kind)
    return caps


def ability_caps(ability: Ability, kind: str) -> list[int]:
    """The maxima of one kind of token that an ability prints."""
    return _price_caps(ability.price, kind) + _printed_caps(ability.do, kind)


def chapter_cap(book: Book, state: State, kind: str) -> int | None:
    """How many tokens of a kind the current chapter holds: the lowest maximum it prints (TK-3); None without one.

    What stands under an option that was not chosen, is locked or not determined counts for nothing (CH-7, CT-3, CT-4).
    """
    card = state.chapter_card
    if state.settings.token_cap != "chapter" or not card:
        return None
    caps = [
        cap
        for cap, at, panel, option in _printed_on(book, card, kind)
        if option_is_open(state, card, at, panel, option)
    ]
    return min(caps, default=None)


@lru_cache(maxsize=256)
def _printed_on(book: Book, card: str, kind: str) -> tuple[tuple[int, str, Panel, Option | None], ...]:
    """Each maximum that a chapter prints, and where; of one that is only read on what enters play with it (CH-5)."""
    read = book.chapters[card].is_pass_through
    return tuple(
        (cap, at, panel, option)
        for at, panel, option, ability in book.abilities_of(card)
        if ability.kind == "enters" or not read
        for cap in ability_caps(ability, kind)
    )


def cap_for(book: Book, state: State, kind: str, printed: int | None) -> int | None:
    """The cap that binds one adding: the ability's own maximum and the chapter's, whichever is lower."""
    caps = [c for c in (printed, chapter_cap(book, state, kind)) if c is not None]
    return min(caps, default=None)
