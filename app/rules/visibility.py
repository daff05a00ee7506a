"""What may be seen: the one place that strips deck orders, face-down cards and chapters to come (decision 5, F19)."""

from __future__ import annotations

from collections.abc import Iterable

from . import events as ev
from .agenda import Ask
from .agenda_items import Looking
from .altering import replace
from .moves import Move
from .moves_steps import Answer
from .state import State

HIDDEN = "?"

#: Places of a deck that lie face down: a card that went there is not named.
FACE_DOWN = frozenset({"top", "bottom", "aside"})


def view_for(state: State) -> State:
    """The state as every seat may see it: face-down cards are '?', chapters to come too.

    The game is cooperative and open: what one player sees all see, so the view is the same for every seat.
    """
    decks = {
        name: replace(
            deck,
            draw=(HIDDEN,) * len(deck.draw),
            aside={f"{HIDDEN}{i}": where for i, where in enumerate(sorted(deck.aside.values()))},
        )
        for name, deck in state.decks.items()
    }
    known = state.chapter + 1
    chapters = tuple(c if i < known else HIDDEN for i, c in enumerate(state.chapters))
    return replace(state, decks=decks, chapters=chapters)


def public_event(event: ev.Event) -> ev.Event | None:
    """The event as everybody may read it; None when there is nothing to read in it."""
    match event:
        case ev.TableSet():
            return replace(event, chapters=(HIDDEN,) * len(event.chapters))
        case ev.ScenarioSet():
            # What is not among the boxed cards lies somewhere face down.
            return replace(event, chapters=(HIDDEN,) * len(event.chapters), boxed={}, added={})
        case ev.Shuffled():
            return replace(event, order=(HIDDEN,) * len(event.order), out=(HIDDEN,) * len(event.out))
        case ev.CardMoved() if event.to in FACE_DOWN:
            return replace(event, card=HIDDEN)
        case ev.StepOpened(step=Looking() as step):
            return ev.StepOpened(replace(step, cards=(HIDDEN,) * len(step.cards)))
        case ev.StepOpened(step=Ask(secret=True) as step):
            return ev.StepOpened(replace(step, options=(HIDDEN,) * len(step.options), labels=()))
        case ev.Chosen(secret=True):
            return replace(event, option=HIDDEN, label="")
        case ev.CardsLookedAt():
            return replace(event, cards=(HIDDEN,) * len(event.cards))
        case ev.DeckOrdered():
            return replace(event, top=(HIDDEN,) * len(event.top), under=(HIDDEN,) * len(event.under))
        case ev.StepChanged() | ev.StepClosed() | ev.TriggerQueued() | ev.TriggersTaken() | ev.DueSet():
            return None
        case _:
            return event


def public_move(move: Move | None, events: Iterable[ev.Event]) -> Move | None:
    """The move as every log may show it: an answer about cards that were only looked at is not told."""
    if isinstance(move, Answer) and any(isinstance(e, ev.Chosen) and e.secret for e in events):
        return replace(move, option=HIDDEN)
    return move


def public_events(events: Iterable[ev.Event]) -> tuple[ev.Event, ...]:
    """All events that may be read, in order."""
    return tuple(shown for event in events if (shown := public_event(event)) is not None)


def reveals(events: Iterable[ev.Event]) -> bool:
    """Whether something hidden came to light: a drawn card, a chapter, a die. Undo across it is marked (F20)."""
    return any(
        (isinstance(e, ev.CardMoved) and e.drawn)
        or isinstance(e, ev.ChapterEntered | ev.CardsLookedAt)
        or (isinstance(e, ev.DieRolled | ev.DiceRolled) and e.source == "tracker")
        for e in events
    )


_REGIONS: dict[type, tuple[str, ...]] = {
    ev.TableSet: ("board", "cards", "chapter", "party"),
    ev.ScenarioSet: ("board", "cards", "chapter", "party"),
    ev.Shuffled: ("cards",),
    ev.CardMoved: ("cards", "party"),
    ev.CurrentSet: ("cards",),
    ev.TileJoined: ("board",),
    ev.TileLeft: ("board",),
    ev.TilesLit: ("board",),
    ev.TerrainPlaced: ("board",),
    ev.TerrainLeft: ("board",),
    ev.TileTurned: ("board",),
    ev.EnvironmentSet: ("board", "cards"),
    ev.EnvironmentLeft: ("board", "cards"),
    ev.TokenPlaced: ("board",),
    ev.DeadEnd: ("board",),
    ev.PoolChanged: ("board", "party", "chapter", "cards"),
    ev.UnitMoved: ("board", "party"),
    ev.UnitLeft: ("board", "party"),
    ev.MonsterPlaced: ("board", "party"),
    ev.ExplorerTook: ("board", "party", "chapter", "cards"),
    ev.ExplorerJoined: ("party",),
    ev.ExplorerSet: ("board", "party"),
    ev.TokensChanged: ("chapter", "cards"),
    ev.TrackSet: ("chapter",),
    ev.MarksChanged: ("chapter", "cards"),
    ev.SpaceMarked: ("board", "chapter"),
    ev.SpaceCleared: ("board", "chapter"),
    ev.Remembered: ("chapter",),
    ev.Forgotten: ("chapter",),
    ev.DoorSet: ("board",),
    ev.ChapterEntered: ("chapter", "cards"),
    ev.DiceRolled: ("cards", "chapter"),
    ev.AttackMade: ("board", "party"),
    ev.HelpGiven: ("cards", "chapter"),
    ev.StepResolved: ("cards", "chapter"),
    ev.LastingBegan: ("board", "party"),
    ev.LastingEnded: ("board", "party"),
    ev.ValuePicked: ("board", "party", "chapter", "cards"),
    ev.ValuesForgotten: (),
    ev.ItemSet: ("party",),
    ev.CardsLookedAt: ("cards",),
    ev.DeckOrdered: ("cards",),
    ev.SharePromised: ("cards", "chapter", "party"),
    ev.AbilityUsed: ("chapter", "cards"),
    ev.UsedSet: ("board", "party", "chapter", "cards"),
    ev.PhaseBegan: ("board", "party", "chapter", "cards"),
    ev.SettingChanged: ("board", "party", "chapter", "cards"),
    ev.GameEnded: ("board", "party", "chapter", "cards"),
    ev.StepOpened: ("board", "party", "chapter", "cards"),
    ev.StepClosed: ("board", "party", "chapter", "cards"),
    ev.StepChanged: ("board",),
}


def regions(events: Iterable[ev.Event]) -> frozenset[str]:
    """The parts of the pages that the events change; 'now' and 'log' always."""
    found = {"now", "log"}
    for event in events:
        found.update(_REGIONS.get(type(event), ()))
    return frozenset(found)
