"""Labels of moves with items, action spaces and prices paid together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.rules import moves as mv
from app.rules.agenda_items import SharedPayment, Trading, UsingInventory
from app.rules.holding import holder_of
from app.web.messages import Words


def _space(words: Words, m: mv.ActivateSpace) -> str:
    what = "the action space"
    if words.state is not None:
        from app.rules.board import layout

        char = layout(words.book.faces, words.state.board).spaces.get(m.space, "")
        what = {
            "C": "the chest",
            "W": "the workbench",
            "R": "the recharge station",
            "E": "the event space",
            "L": "the trap lever",
        }.get(char, what)
    return f"{words.unit(m.explorer)}: activate {what} at {words.place(m.space)}"


def _inventory(words: Words, m: mv.UseInventory) -> str:
    on = "" if m.on in ("", m.explorer) else f" on {words.unit(m.on)}"
    return f"{words.unit(m.explorer)}: use inventory{on}"


def _upgrade(words: Words, m: mv.Upgrade) -> str:
    gone = f", destroying {words.card(m.destroy)}" if m.destroy else ""
    step = next((s for s in words.state.agenda if s.id == m.step), None) if words.state else None
    item = words.book.items.get(m.card)
    if words.state is not None and isinstance(step, UsingInventory) and item is not None and item.upgrade is not None:
        bearer = words.state.explorers.get(step.on)
        if bearer is not None and 0 < bearer.health <= item.upgrade.health:
            gone += f", with the last health of {words.unit(step.on)}"
    return f"Upgrade {words.card(m.card)}{gone}"


def _give(words: Words, m: mv.GiveItem) -> str:
    step = next((s for s in words.state.agenda if s.id == m.step), None) if words.state else None
    if m.to:
        return f"Give {words.card(m.card)} to {words.unit(m.to)}"
    if words.state is None or not isinstance(step, Trading):
        return f"Give {words.card(m.card)}"
    to = step.partner if holder_of(words.state, m.card) == step.explorer else step.explorer
    return f"Give {words.card(m.card)} to {words.unit(to)}"


def _close(words: Words, m: mv.CloseStep) -> str:
    step = next((s for s in words.state.agenda if s.id == m.step), None) if words.state else None
    if isinstance(step, SharedPayment):
        return "Do not pay"
    if isinstance(step, Trading):
        return "The trade is over"
    return "Done with the inventory" if isinstance(step, UsingInventory) else "Done"


def _pay(words: Words, m: mv.PayShare) -> str:
    who = words.unit(m.explorer)
    step = next((s for s in words.state.agenda if s.id == m.step), None) if words.state else None
    what = f" {step.pool}" if isinstance(step, SharedPayment) else ""
    if not m.n:
        return f"{who}: take the promise back"
    warned = ""
    unit = words.state.explorers.get(m.explorer) if words.state else None
    if isinstance(step, SharedPayment) and step.pool == "health" and unit is not None and m.n >= unit.health:
        warned = ", its last"
    return f"{who}: give {m.n}{what}{warned}"


LABELS: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        mv.ActivateSpace: _space,
        mv.PlaceDoor: lambda words, m: f"{words.unit(m.explorer)}: place a door towards {words.place(m.to)}",
        mv.DestroyDoor: lambda words, m: f"{words.unit(m.explorer)}: destroy the door to {words.place(m.to)}",
        mv.StartTrade: lambda words, m: f"{words.unit(m.explorer)}: trade with {words.unit(m.partner)}",
        mv.GiveItem: _give,
        mv.UseInventory: _inventory,
        mv.Equip: lambda words, m: f"Equip {words.card(m.card)}",
        mv.Unequip: lambda words, m: f"Unequip {words.card(m.card)}",
        mv.Augment: lambda words, m: f"Lay {words.card(m.card)} under {words.card(m.under)} for good",
        mv.Upgrade: _upgrade,
        mv.CloseStep: _close,
        mv.PayShare: _pay,
        mv.Drop: lambda words, m: f"{words.unit(m.explorer)}: drop {words.card(m.card)} at {words.place(m.space)}",
        mv.PickUp: lambda words, m: f"{words.unit(m.explorer)}: pick up {words.card(m.card)}",
    }
)
