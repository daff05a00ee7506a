"""Drawing items: from which deck, which to keep or hand over, what becomes of the rest (BG-5, BG-10, DK-3)."""

from __future__ import annotations

from .agenda import Resolve
from .agenda_items import Drawing
from .altering import replace
from .decks import top_card
from .effects_items import DestroyItem, Draw, HandItem
from .engine import IN_HAND, STEPS, Run
from .events_cards import CardMoved
from .holding import loose_items
from .inventory import adjacent_explorers
from .items import destroy_item, hand_over
from .resolving import VERBS, asking, next_verb, targets
from .state import State
from .units import ITEM_DECKS, taking_part


def begin_draw(run: Run, step: Resolve, effect: Draw) -> None:
    """The effect: whom it names draw, one after another in the group's order."""
    who = tuple(e for e in targets(run, step, effect.who) if e in run.state.explorers)
    next_verb(run, step)
    if who:
        hand = effect.rest.removeprefix("hand_") if effect.rest.startswith("hand_") else ""
        run.open(
            Drawing(
                run.new_id(),
                who,
                effect.n,
                effect.keep,
                hand,
                effect.keep_optional,
                rule="BG-9",
                card=step.card,
                at=step.at,
            )
        )


def decks_to_draw(state: State) -> tuple[str, ...]:
    """The item decks that a card can be drawn from: with cards, or with destroyed ones to shuffle (empty_deck)."""
    refills = state.settings.empty_deck == "reshuffle"
    return tuple(d for d in ITEM_DECKS if state.decks[d].draw or (refills and state.decks[d].destroyed))


def carry_drawing(run: Run, step: Drawing) -> bool:
    """One explorer after another: draw, keep or hand over, see to the rest."""
    if not step.who:
        return _next_drawer(run, step)
    if step.who not in taking_part(run.state):  # gone meanwhile: what it drew is destroyed
        for card in step.cards:
            _put(run, card, "destroyed", "", step.rule)
        run.change(replace(step, who="", cards=(), answers=()))
    elif step.left > 0:
        _draw_one(run, step)
    elif step.rest == "swap":
        _swap(run, step)
    elif step.cards and step.kept < step.keep:
        _keep_one(run, step)
    elif step.cards:
        _see_to_rest(run, step)
    else:
        run.change(replace(step, who="", answers=()))
    return True


def _next_drawer(run: Run, step: Drawing) -> bool:
    waiting = tuple(e for e in step.waiting if e in taking_part(run.state))
    who = run.ask(step, "who", "who_draws", "group", waiting, rule="ST-4", card=step.card, at=step.at)
    if who is None:
        run.close(step)
        return True
    left = tuple(e for e in waiting if e != who)
    run.change(replace(step, waiting=left, who=who, left=step.n, cards=(), kept=0, answers=()))
    return True


def _draw_one(run: Run, step: Drawing) -> None:
    deck = run.ask(
        step,
        "deck",
        "draw_from",
        step.who,
        decks_to_draw(run.state),
        rule=step.rule,
        card=step.card,
        at=step.at,
    )
    card = top_card(run, deck) if deck is not None else None
    if deck is None or card is None:
        run.note("no_items_left", step.rule, step.who, step.left)
        run.change(replace(step, left=0, answers=()))
        return
    run.emit(CardMoved(deck, card, "in_play", step.who, drawn=True, rule=step.rule))
    run.change(replace(step, left=step.left - 1, cards=(*step.cards, card), answers=()))


def _keep_one(run: Run, step: Drawing) -> None:
    """One of the drawn cards is kept or handed over; where all of them are, there is nothing to pick."""
    options = (*step.cards, "none") if step.optional else step.cards
    if not step.optional and step.keep - step.kept >= len(step.cards):
        options = step.cards[:1]
    card = run.ask(step, "keep", "keep_item", step.who, options, rule=step.rule, card=step.card, at=step.at)
    assert card is not None
    if card == "none":
        run.change(replace(step, kept=step.keep, answers=()))
        return
    to = step.who
    if step.hand:
        others = (
            adjacent_explorers(run.book, run.state, step.who)
            if step.hand == "adjacent"
            else tuple(e for e in taking_part(run.state) if e != step.who)
        )
        to = run.ask(step, "to", "hand_item", step.who, (step.who, *others), rule=step.rule, card=card) or step.who
    _put(run, card, "held", to, step.rule)
    run.change(replace(step, cards=tuple(c for c in step.cards if c != card), kept=step.kept + 1, answers=()))


def _see_to_rest(run: Run, step: Drawing) -> None:
    """The cards not kept: destroyed, or (chest) one by one destroyed or back on top of their deck."""
    card, where = step.cards[0], "destroy"
    if step.rest == "choose":
        answer = run.ask(
            step, "rest", "rest_item", step.who, ("destroy", "top"), rule=step.rule, labels=(card,), card=card
        )
        where = answer or "destroy"
    _put(run, card, "top" if where == "top" else "destroyed", "", step.rule)
    run.change(replace(step, cards=step.cards[1:], answers=()))


def _swap(run: Run, step: Drawing) -> None:
    """BG-10: any number of the drawn cards go one for one against own items; the rest are destroyed (Reading)."""
    own = loose_items(run.state, step.who)
    take = run.ask(
        step,
        "take",
        "swap_for",
        step.who,
        (*step.cards, "none") if own and step.cards else (),
        rule=step.rule,
        card=step.card,
    )
    if take is None or take == "none":
        for card in step.cards:
            _put(run, card, "destroyed", "", step.rule)
        run.change(replace(step, who="", cards=(), answers=()))
        return
    give = run.ask(step, "give", "swap_away", step.who, own, rule=step.rule, card=step.card)
    assert give is not None
    if len(own) == 1:
        run.note("only_card", step.rule, give)
    destroy_item(run, give, step.rule)
    _put(run, take, "held", step.who, step.rule)
    run.change(replace(step, cards=tuple(c for c in step.cards if c != take), answers=()))


def _put(run: Run, card: str, to: str, holder: str, rule: str) -> None:
    """A drawn card goes where it was decided; one that a ruling has moved meanwhile stays there."""
    deck = next((d for d in ITEM_DECKS if card in run.state.decks[d].in_play), None)
    if deck is not None:
        run.emit(CardMoved(deck, card, to, holder, rule=rule))  # type: ignore[arg-type]


# ------------------------------------------------------------------ destroying own items


def _destroy_items(run: Run, step: Resolve, effect: DestroyItem) -> None:
    """Each of those named destroys so many of its own items, of the trait if one is named, or as many as it has."""
    gone: list[str] = []
    for unit in targets(run, step, effect.who):
        if unit not in run.state.explorers:
            continue
        items = {card: run.book.items[card] for card in loose_items(run.state, unit)}
        own = [
            card
            for card, item in items.items()
            if (not effect.trait or effect.trait in item.traits) and effect.kind in ("", item.kind)
        ]
        for i in range(effect.n):
            left = [card for card in own if card not in gone]
            answer = run.ask(
                step,
                f"item {unit} {i}",
                "destroy_which",
                asking(run, step, unit),
                left,
                rule="BG-9",
                card=step.card,
                at=step.at,
            )
            if answer is not None:
                gone.append(answer)
    for card in gone:
        destroy_item(run, card, "BG-9")
    if not gone:
        run.note("no_item_to_destroy", "IP-1", step.card)


# ------------------------------------------------------------------ handing one over


def _hand_item(run: Run, step: Resolve, effect: HandItem) -> None:
    """One item, no more and no less, goes to another explorer; without an item or anybody else, that is told."""
    giver = next((unit for unit in targets(run, step, effect.who) if unit in run.state.explorers), "")
    others = [e for e in taking_part(run.state) if e != giver]
    own = loose_items(run.state, giver) if giver and others else ()
    who = asking(run, step, giver)
    card = run.ask(step, "item", "hand_which", who, own, rule="BG-9", card=step.card, at=step.at)
    if card is None:
        run.note("no_item_handed", "IP-1", giver or step.card)
        return
    to = run.ask(step, "to", "hand_to", who, others, rule="BG-9", card=card)
    assert to is not None
    hand_over(run, card, to, "BG-9")


VERBS[Draw] = begin_draw
VERBS[DestroyItem] = _destroy_items
VERBS[HandItem] = _hand_item
STEPS[Drawing] = carry_drawing
IN_HAND.add(Drawing)
