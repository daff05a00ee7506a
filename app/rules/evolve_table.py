"""Fold what happened to the game as a whole into the state (evolve)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .altering import altered, replace, without
from .events_table import GameEnded, PhaseBegan, ScenarioSet, SettingChanged, TableSet, TokensChanged, TrackSet
from .evolve_cards import taken_out
from .state import DECKS, Deck, Explorer, State


def table_set(e: TableSet) -> State:
    """The first state of a table, with no card in any deck and nobody on the board."""
    explorers = {}
    for name in (*e.explorers, *e.unused):
        health, stamina, essence = e.pools[name]
        status = "waiting" if name in e.explorers else "unused"
        explorers[name] = Explorer(name, health, stamina, essence, status=status)  # type: ignore[arg-type]
    return State(
        e.pack,
        e.scenario,
        e.length,
        e.variation,
        e.chapters,
        settings=e.settings,
        explorers=explorers,
        decks={name: Deck() for name in DECKS},
    )


def _tokens_changed(s: State, e: TokensChanged) -> State:
    return altered(s, spawn_tokens=e.after) if e.kind == "spawn" else altered(s, horror_tokens=e.after)


def _track_set(s: State, e: TrackSet) -> State:
    changed: dict[str, Any] = {e.track: e.after}
    return altered(s, **changed)


def _phase_began(s: State, e: PhaseBegan) -> State:
    used = s.used
    if e.phase == "explorer":  # a new round: of what was used only the attacks of those in play are still asked for
        made = {key.partition(" ")[2]: n for key, n in s.used.items() if key.startswith("attack ")}
        used = {f"attacked {who}": n for who, n in made.items() if who in s.monsters or who in s.explorers}
    return altered(s, phase=e.phase, round=e.round, used=used, acting="")


def _setting_changed(s: State, e: SettingChanged) -> State:
    changed: dict[str, Any] = {e.name: e.after}
    return altered(s, settings=replace(s.settings, **changed))


def _scenario_set(s: State, e: ScenarioSet) -> State:
    left = s.chapter_card
    decks = dict(s.decks)
    for name, cards in e.boxed.items():
        for card in cards:
            decks[name] = taken_out(name, decks[name], card)
    for name, cards in e.added.items():
        decks[name] = altered(decks[name], draw=(*decks[name].draw, *cards))
    after = altered(
        s,
        scenario=e.scenario,
        length=e.length,
        variation=e.variation,
        chapters=e.chapters,
        chapter=e.number,
        decks=decks,
    )
    return after if after.chapter_card == left else altered(after, card_marks=without(s.card_marks, left))


def _game_ended(s: State, e: GameEnded) -> State:
    return altered(s, outcome=e.outcome, agenda=(), queue=(), due=())


#: How an event of each kind is folded in.
FOLDS: dict[type, Callable[[State, Any], State]] = {
    PhaseBegan: _phase_began,
    TokensChanged: _tokens_changed,
    TrackSet: _track_set,
    ScenarioSet: _scenario_set,
    SettingChanged: _setting_changed,
    GameEnded: _game_ended,
}
