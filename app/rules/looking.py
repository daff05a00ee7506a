"""Cards that are looked at: seen by everybody while the step is open, hidden again after it (NC-1, DK-1, EX-1)."""

from __future__ import annotations

from .effects_play import Look
from .engine import IN_HAND, STEPS, Run
from .events import CardsLookedAt, DeckOrdered
from .resolving import VERBS, _next, asking
from .state import Looking, Resolve

DONE, BACK, BOTTOM = "done", "back", "bottom"


def begin_look(run: Run, step: Resolve, effect: Look) -> None:
    """Turn the top cards of a deck for all to see; fewer than named are looked at as they are, without reshuffling."""
    cards = run.state.decks[effect.deck].draw[: effect.n]
    _next(run, step)
    if not cards:
        run.note("deck_empty", "DK-1", effect.deck)
        return
    run.chance.reveal(effect.deck)
    who = asking(run, step, "acting")
    by = "" if who == "group" else who
    run.emit(CardsLookedAt(effect.deck, cards, by))
    run.open(Looking(run.new_id(), effect.deck, cards, effect.put, by, step.card, step.at))


def carry_look(run: Run, step: Looking) -> bool:
    """Ask where the cards go, then put them there; what a table ruling has moved meanwhile stays where it is."""
    there = tuple(card for card in step.cards if card in run.state.decks[step.deck].draw)
    top: tuple[str, ...] = there
    under: tuple[str, ...] = ()
    match step.put:
        case "any_order" if len(there) > 1:
            top = _ordered(run, step, there)
        case "one_bottom" if len(there) > 1:
            under = (_picked(run, step, "under", "which_to_bottom", there),)
        case "bottom_or_back" | "one_bottom" if there:
            under = there if _asked(run, step, "where", "bottom_or_back", (BACK, BOTTOM), there) == BOTTOM else ()
        case _:
            _asked(run, step, "seen", "looked_at", (DONE,), there)
    run.close(step)
    run.emit(DeckOrdered(step.deck, tuple(card for card in top if card not in under), under))
    return True


def _ordered(run: Run, step: Looking, there: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in the order that they are to lie in, asked from the top one down."""
    order: list[str] = []
    for place in range(len(there)):
        left = tuple(card for card in there if card not in order)
        order.append(left[0] if len(left) == 1 else _picked(run, step, f"place {place}", "which_on_top", left))
    return tuple(order)


def _picked(run: Run, step: Looking, key: str, question: str, cards: tuple[str, ...]) -> str:
    """One of the cards. It is answered by its place among those looked at, so that no move names a hidden card."""
    places = tuple(str(step.cards.index(card) + 1) for card in cards)
    return step.cards[int(_asked(run, step, key, question, places, cards)) - 1]


def _asked(run: Run, step: Looking, key: str, question: str, options: tuple[str, ...], labels: tuple[str, ...]) -> str:
    """One answer about the cards, kept out of every log."""
    answer = run.ask(
        step,
        key,
        question,
        step.who or "group",
        options,
        rule="DK-1",
        labels=labels,
        card=step.card,
        at=step.at,
        sure=False,
        secret=True,
    )
    assert answer is not None
    return answer


VERBS[Look] = begin_look
STEPS[Looking] = carry_look
IN_HAND.add(Looking)
