"""Cards that are looked at: seen by everybody while the step is open, hidden again after it (NC-1, DK-1, EX-1)."""

from __future__ import annotations

from .agenda import Resolve
from .agenda_items import Looking
from .decks import lay_on_destroyed, reinvoke
from .effects_cards import Look
from .engine import IN_HAND, STEPS, Run
from .events_cards import CardsLookedAt, DeckOrdered
from .resolving import VERBS, asking, next_verb

DONE, BACK, BOTTOM = "done", "back", "bottom"


def begin_look(run: Run, step: Resolve, effect: Look) -> None:
    """Turn the top cards of a deck for all to see; fewer than named are looked at as they are, without reshuffling."""
    cards = run.state.decks[effect.deck].draw[: effect.n]
    next_verb(run, step)
    if not cards:
        run.note("deck_empty", "DK-1", effect.deck)
        return
    run.chance.reveal(effect.deck)
    who = asking(run, step, "acting")
    by = "" if who == "group" else who
    run.emit(CardsLookedAt(effect.deck, cards, by))
    run.open(Looking(run.new_id(), effect.deck, cards, effect.put, by, step.card, step.at, (), effect.reinvoke))


def carry_look(run: Run, step: Looking) -> bool:
    """Ask where the cards go, then put them there; what a table ruling has moved meanwhile stays where it is.

    A card is answered by its place among those looked at, and no log tells the answer.
    """
    given = dict(step.answers)
    there = tuple(card for card in step.cards if card in run.state.decks[step.deck].draw)
    placed = tuple(step.cards[int(value) - 1] for key, value in step.answers if key.startswith("place "))
    left = tuple(card for card in there if card not in placed)
    several = len(there) > 1
    options: tuple[str, ...] = (DONE,)
    key, question, labels = "seen", "looked_at", there
    if step.put == "any_order" and several:
        key, question, options, labels = f"place {len(placed)}", "which_on_top", _places(step, left), left
    elif step.put == "one_bottom" and several:
        key, question, options, labels = "under", "which_to_bottom", _places(step, there), there
    elif step.put == "one_top" and several:
        key, question, options, labels = "top", "which_to_join", _places(step, there), there
    elif step.put == "one_destroyed":
        key, question, options, labels = "gone", "which_to_destroy", _places(step, there), there
    elif step.put in ("bottom_or_back", "one_bottom"):
        key, question, options, labels = "where", "bottom_or_back", (BACK, BOTTOM), there
    ordered = key.startswith("place ") and len(left) < 2
    if there and not ordered and key not in given:
        who = step.who or "group"
        run.ask(
            step,
            key,
            question,
            who,
            options,
            rule="DK-1",
            labels=labels,
            card=step.card,
            at=step.at,
            sure=False,
            secret=True,
        )
    under: tuple[str, ...] = ()
    gone = ""
    if key == "gone" and there:
        gone = next((card for card in there if card == step.cards[int(given[key]) - 1]), "")
    elif key == "top":
        under = tuple(card for card in there if card != step.cards[int(given[key]) - 1])
    elif key == "under":
        under = tuple(card for card in there if card == step.cards[int(given[key]) - 1])
    elif given.get(key) == BOTTOM:
        under = there
    run.close(step)
    top = tuple(card for card in (*placed, *left) if card in there and card not in (*under, gone))
    run.emit(DeckOrdered(step.deck, top, under))
    if gone:
        lay_on_destroyed(run, step.deck, gone, "IP-11")
        if step.reinvoke:
            reinvoke(run, step.deck, step.who or None)
    return True


def _places(step: Looking, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The places of cards among those looked at, counted from 1."""
    return tuple(str(step.cards.index(card) + 1) for card in cards)


VERBS[Look] = begin_look
STEPS[Looking] = carry_look
IN_HAND.add(Looking)
