"""Decks and piles: drawing, reshuffling, invoking (DK-1, DK-3, DK-4, IP-18)."""

from __future__ import annotations

from .agenda import CardEnters
from .cards_story import Event
from .cards_text import Card
from .engine import Run
from .events_cards import CardMoved, CurrentSet, Shuffled
from .state import PILES, Marks

#: Decks whose cards leave through play and that are never reshuffled (IP-18).
NEVER_RESHUFFLED = ("tiles", "terrains", "environments")


def fresh_marks(card: Card) -> Marks:
    """The count tokens a card enters with: charges and open locked options by panel address (CT-2, CT-3)."""
    charges, opened = {}, {}
    for face in card.faces:
        for p, panel in enumerate(face.panels):
            if panel.charges is not None:
                charges[f"{face.name}.{p}"] = panel.charges
            if panel.unlocks:
                opened[f"{face.name}.{p}"] = panel.open
    return Marks(charges, opened)


def refill(run: Run, deck: str) -> None:
    """An empty deck takes its destroyed pile, without the current card, shuffled (setting empty_deck, DK-1)."""
    piles = run.state.decks[deck]
    if piles.draw or deck in NEVER_RESHUFFLED or run.state.settings.empty_deck != "reshuffle":
        return
    current = run.state.current.get(deck, "")
    back = tuple(c for c in piles.destroyed if c != current)
    if back:
        run.emit(Shuffled(deck, run.chance.shuffle(back), from_destroyed=True))


def top_card(run: Run, deck: str) -> str | None:
    """Turn up the top card of a deck, refilled if need be; None when there is nothing to draw (logged)."""
    refill(run, deck)
    draw = run.state.decks[deck].draw
    if not draw:
        run.note("deck_empty", "IP-18" if deck in NEVER_RESHUFFLED or deck == "encounters" else "DK-1", deck)
        return None
    run.chance.reveal(deck)
    return draw[0]


def invoke(run: Run, pile: str, actor: str | None) -> bool:
    """Draw the top card of a pile, lay it on the destroyed ones; it is current and resolves (DK-1, NC-1).

    A bound event goes to its explorer instead and covers nothing (DK-4). False when nothing was drawn.
    """
    from .triggers import trigger

    card = top_card(run, pile)
    if card is None:
        return False
    rule = "NC-1" if pile == "encounters" else "DK-1"
    found = run.book.card(card)
    if isinstance(found, Event) and found.bound:
        run.emit(CardMoved(pile, card, "in_play", drawn=True, rule="DK-4"))
    else:
        run.emit(CardMoved(pile, card, "destroyed", drawn=True, rule=rule))
        make_current(run, pile, card, fresh_marks(found), rule)
    name = {"encounters": "encounter_drawn"}.get(pile, f"{pile.removesuffix('s')}_invoked")
    trigger(run, name, actor=actor)
    enter(run, pile, card, actor)
    return True


def reinvoke(run: Run, pile: str, actor: str | None) -> bool:
    """Resolve the top of the destroyed pile again; it is current (DK-1). False, logged, when the pile is empty."""
    destroyed = run.state.decks[pile].destroyed
    if not destroyed:
        run.note("pile_empty", "DK-1", pile)
        return False
    card = destroyed[-1]
    found = run.book.card(card)
    run.note("reinvoked", "DK-1", card)
    if isinstance(found, Event) and found.bound:  # it goes to its explorer again, and is not in the pile (DK-4)
        run.emit(CardMoved(pile, card, "in_play", rule="DK-4"))
        if run.state.current.get(pile, "") == card:
            make_current(run, pile, "", None, "DK-4")
    elif run.state.current.get(pile, "") != card:
        make_current(run, pile, card, fresh_marks(found), "DK-1")
    enter(run, pile, card, actor, again=True)
    return True


def enter(run: Run, pile: str, card: str, actor: str | None, *, again: bool = False) -> None:
    """Open the step that resolves a card's 'enters play' abilities in printed order."""
    run.open(CardEnters(run.new_id(), pile, card, entering_parts(run.book.card(card)), actor, again=again))


def entering_parts(card: Card) -> tuple[str, ...]:
    """Addresses of what resolves when a card enters, in printed order: abilities, and choose panels (CH-2, CH-7)."""
    parts: list[str] = []
    for face in card.faces:
        for p, panel in enumerate(face.panels):
            parts += [f"{face.name}.{p}.{i}" for i, ability in enumerate(panel.abilities) if ability.kind == "enters"]
            if panel.kind == "choose":
                parts.append(f"{face.name}.{p}")
    return tuple(parts)


def lay_on_destroyed(run: Run, deck: str, card: str, rule: str) -> None:
    """Lay a card on a destroyed pile: what was current there is covered (IP-11).

    Whether the card laid down is current at once, without resolving, is a house rule (placed_event).
    """
    run.emit(CardMoved(deck, card, "destroyed", rule=rule))
    cover(run, deck, card)


def cover(run: Run, deck: str, card: str) -> None:
    """A card was laid on a destroyed pile: what was current there no longer is, see `lay_on_destroyed`."""
    if deck not in PILES:
        return
    if run.state.settings.placed_event == "current":
        make_current(run, deck, card, fresh_marks(run.book.card(card)), "IP-11")
    elif run.state.current.get(deck, ""):
        make_current(run, deck, "", None, "IP-11")


def make_current(run: Run, pile: str, card: str, marks: Marks | None, rule: str) -> None:
    """Another card of a pile (or none) is current; what was stored on the old one goes where it must (NC-5)."""
    from .storing import release_stored

    old = run.state.current.get(pile, "")
    run.emit(CurrentSet(pile, card, marks, rule))
    if old and old != card:
        release_stored(run, old)


def destroy_card(run: Run, card: str) -> None:
    """Destroy a current or bound card: it stays on (or goes to) the destroyed pile, and none is current (NC-1).

    An item is destroyed wherever it is held (BG-9).
    """
    from .items import destroy_item

    if card in run.book.items:
        destroy_item(run, card, "BG-9")
        return
    for pile in PILES:
        deck = run.state.decks[pile]
        if card in deck.held or card in deck.in_play:
            lay_on_destroyed(run, pile, card, "DK-4")
            return
        if run.state.current.get(pile, "") == card:
            make_current(run, pile, "", None, "NC-1" if pile == "encounters" else "DK-1")
            return
