"""Prices: paid whole, or nothing happens (TK-2, TK-3, CT-2, IP-1)."""

from __future__ import annotations

from .caps import cap_for
from .cards import Book
from .chapter_tokens import add_tokens, lose_tokens, tokens_of
from .charging import change_charges
from .conditions import charges_of, panel_address
from .decks import destroy_card
from .engine import Run
from .sharing import shared_reasons
from .state import State
from .units import lose
from .verdicts import Reason, reason
from .vocabulary import Price

POOLS = ("stamina", "essence", "health")
POOL_RULE = {"stamina": "BG-1", "essence": "BG-1", "health": "ST-2"}


def price_reasons(book: Book, state: State, price: Price, payer: str | None, card: str, at: str) -> list[Reason]:
    """Every part of a price that cannot be paid now, with what it takes and what is there."""
    reasons = shared_reasons(state, price) if price.shared else _pool_reasons(state, price, payer)
    if price.charges:
        there = charges_of(state, card, panel_address(at)) or 0
        if there < price.charges:
            reasons.append(reason("no_charges", "CT-2", needed=price.charges, there=there))
    for kind, needed, adding in (
        ("spawn", price.spawn_token, price.add_spawn_token),
        ("horror", price.horror_token, price.add_horror_token),
    ):
        if not needed and not adding:
            continue
        there = tokens_of(state, kind)
        if needed > there:
            reasons.append(reason("not_enough_tokens", "TK-2", what=kind, needed=needed, there=there))
        cap = cap_for(book, state, kind, price.add_max) if adding else None
        if cap is not None and there + adding > cap:
            reasons.append(reason("token_cap", "TK-3", what=kind, cap=cap, there=there))
    return reasons


def _pool_reasons(state: State, price: Price, payer: str | None) -> list[Reason]:
    reasons: list[Reason] = []
    explorer = state.explorers.get(payer or "")
    stamina, essence, health = (explorer.stamina, explorer.essence, explorer.health) if explorer else (0, 0, 0)
    for pool, needed, there in (
        ("stamina", price.stamina, stamina),
        ("essence", price.essence, essence),
        ("health", price.health, health),
    ):
        if needed > there:
            reasons.append(
                reason("not_enough", POOL_RULE[pool], what=pool, needed=needed, there=there, who=payer or "")
            )
        elif needed and pool == "health" and needed == there and state.settings.pay_last_health == "refused":
            reasons.append(reason("last_health", "ST-2", who=payer or ""))
    return reasons


def can_pay(book: Book, state: State, price: Price, payer: str | None, card: str, at: str) -> bool:
    """Whether the whole price can be paid now. A shared price counts what all explorers have together (NC-4)."""
    return not price_reasons(book, state, price, payer, card, at)


def pay(run: Run, price: Price, payer: str | None, card: str, at: str) -> None:
    """Pay a price that can be paid. What a shared one takes from pools is paid in a step of its own (sharing)."""
    for pool in () if price.shared else POOLS:
        needed = getattr(price, pool)
        if needed and payer is not None:
            lose(run, payer, pool, needed, "IP-1", paid=True)
    if price.charges:
        change_charges(run, card, panel_address(at), -price.charges)
    for kind, given, added in (
        ("spawn", price.spawn_token, price.add_spawn_token),
        ("horror", price.horror_token, price.add_horror_token),
    ):
        if given:
            lose_tokens(run, kind, given, "TK-2")
        if added:
            add_tokens(run, kind, added, price.add_max, "TK-3")
    if price.destroy_this:
        destroy_card(run, card)
