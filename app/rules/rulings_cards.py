"""Table rulings about cards: where they lie, which is current, their count tokens, what items are doing (AM-1).

A card that lies face down cannot be picked out by its name: it can only be drawn (DK-1).
"""

from __future__ import annotations

from collections.abc import Iterable

from . import changes as ch
from .altering import replace
from .cards import Book
from .cards_story import Event
from .conditions import panel_address, panel_at
from .decks import NEVER_RESHUFFLED, cover, enter, fresh_marks, invoke, lay_on_destroyed, make_current, refill
from .engine import Run
from .events_cards import CardMoved, Forgotten, ItemSet, MarksChanged, Remembered
from .holding import under
from .items import hand_over, lay_down
from .rulings import CHANGES
from .rulings_map import named_in
from .rulings_units import floor_reasons
from .state import PILES, Marks, State, key_of
from .storing import holds_cards
from .triggers import cards_in_force
from .units import ITEM_DECKS
from .verdicts import Reason, reason

#: Where the cards of a deck may go.
ANYWHERE = ("destroyed", "under", "out", "top", "bottom")
KINDS = {"open": "locked", "chosen": "choose", "determined": "determined"}


def place_of(state: State, card: str) -> tuple[str, str, str] | None:
    """Deck, place and id of a card as it lies; None when no deck has it. A map tile may be named by its number."""
    for name, deck in state.decks.items():
        places: dict[str, tuple[str, ...]] = {
            "face_down": (*deck.draw, *deck.aside),
            "destroyed": deck.destroyed,
            "in_play": tuple(deck.in_play),
            "held": tuple(deck.held),
            "stored": tuple(deck.stored),
            "out": deck.out,
        }
        for place, cards in places.items():
            found = named_in(cards, name, card)
            if found is not None:
                return name, place, found
    return None


def _holder_reasons(state: State, who: str) -> list[Reason]:
    explorer = state.explorers.get(who)
    if explorer is None:
        return [reason("no_such_explorer", "AM-1", who=who)]
    if explorer.status in ("dead", "unused"):
        return [reason("not_in_play", "BG-6", who=who, status=explorer.status)]
    return []


# ------------------------------------------------------------------ drawing


def _check_draw(book: Book, state: State, c: ch.DrawCard) -> list[Reason]:
    deck, reasons = state.decks[c.deck], []
    refills = state.settings.empty_deck == "reshuffle"
    if not deck.draw and not (refills and any(x != state.current.get(c.deck) for x in deck.destroyed)):
        reasons.append(reason("deck_is_empty", "AM-1", what=c.deck))
    if c.to == "held":
        items = c.deck in ITEM_DECKS
        reasons += _holder_reasons(state, c.holder) if items else [reason("not_to_be_held", "AM-1", what=c.deck)]
    elif c.to == "resolved" and c.deck in ITEM_DECKS:
        reasons.append(reason("not_to_be_resolved", "AM-1", what=c.deck))
    return reasons


def _do_draw(run: Run, c: ch.DrawCard) -> None:
    refill(run, c.deck)
    run.chance.reveal(c.deck)
    card = run.state.decks[c.deck].draw[0 if c.source == "top" else -1]
    if c.to == "resolved":
        if c.source == "bottom":
            run.emit(CardMoved(c.deck, card, "top", rule="AM-1"))
        invoke(run, c.deck, None)
        return
    run.emit(CardMoved(c.deck, card, c.to, c.holder if c.to == "held" else "", drawn=True, rule="AM-1"))
    if c.to == "destroyed":
        cover(run, c.deck, card)


# ------------------------------------------------------------------ moving


def _ways(book: Book, deck: str, card: str) -> tuple[str, ...]:
    """Where a card of a deck may go at all."""
    if deck in NEVER_RESHUFFLED:
        return ("out", "top", "bottom")
    if deck in ITEM_DECKS:
        return (*ANYWHERE, "held", "stored", "lying")
    if deck == "monsters":
        return ANYWHERE
    found = book.card(card)
    return (*ANYWHERE, "stored", "held") if isinstance(found, Event) and found.bound else (*ANYWHERE, "stored")


def _check_move(book: Book, state: State, c: ch.MoveCard) -> list[Reason]:
    found = place_of(state, c.card)
    if found is None:
        return [reason("unknown_card", "AM-1", card=c.card)]
    deck, place, card = found
    if place == "face_down":
        return [reason("card_face_down", "AM-1", card=c.card)]
    if place == "in_play" and (deck in NEVER_RESHUFFLED or deck == "monsters"):
        return [reason("card_on_the_board", "AM-1", card=c.card)]
    if c.to not in _ways(book, deck, card):
        return [reason("cannot_go_there", "AM-1", card=c.card)]
    reasons: list[Reason] = []
    if c.to in ("top", "bottom") and any(getattr(step, "card", "") == card for step in state.agenda):
        reasons.append(reason("being_resolved", "AM-1", card=card))
    if c.to == "held":
        reasons += _holder_reasons(state, c.holder)
    elif c.to == "stored" and (not c.holder or c.holder == card or not holds_cards(state, c.holder)):
        reasons.append(reason("cannot_store_there", "AM-1", card=c.holder))
    elif c.to == "lying":
        reasons += floor_reasons(book, state, c.space) if c.space else [reason("place_missing", "AM-1")]
    lies = state.decks[deck]
    so_already = {
        "destroyed": card in lies.destroyed[-1:],
        "under": card in lies.destroyed[:1],
        "out": card in lies.out,
        "held": lies.held.get(card) == c.holder,
        "stored": lies.stored.get(card) == c.holder,
        "lying": c.space is not None and lies.in_play.get(card) == key_of(c.space),
    }
    if not reasons and so_already.get(c.to, False):
        reasons.append(reason("like_that_already", "AM-1"))
    return reasons


def _do_move(run: Run, c: ch.MoveCard) -> None:
    found = place_of(run.state, c.card)
    assert found is not None
    deck, place, card = found
    if deck in ITEM_DECKS:
        _move_item(run, c, place, deck)
    elif c.to == "destroyed" and deck in PILES and run.state.current.get(deck, "") != card:
        lay_on_destroyed(run, deck, card, "AM-1")
    else:
        holder = c.holder if c.to in ("held", "stored") else ""
        run.emit(CardMoved(deck, card, c.to, holder, rule="AM-1"))  # type: ignore[arg-type]
        if c.to not in ("destroyed", "under") and run.state.current.get(deck, "") == card:
            make_current(run, deck, "", None, "AM-1")


def _move_item(run: Run, c: ch.MoveCard, place: str, deck: str) -> None:
    """An item goes with the augments under it; only by an explorer or on the board it keeps what was done to it."""
    if c.to == "held" and place in ("held", "in_play"):
        hand_over(run, c.card, c.holder, "AM-1")
        return
    if c.to == "lying" and c.space is not None and place == "held":
        lay_down(run, c.card, c.space, "AM-1")
        return
    to, holder = (c.to, c.holder if c.to in ("held", "stored") else "")
    if c.to == "lying" and c.space is not None:
        to, holder = "in_play", key_of(c.space)  # type: ignore[assignment]
    for part in (*under(run.state, c.card), c.card):
        lies = place_of(run.state, part)
        if part in run.state.items and c.to != "lying":
            run.emit(ItemSet(part, None, "gone", "AM-1"))
        if lies is not None:
            run.emit(CardMoved(lies[0], part, to, holder, rule="AM-1"))  # type: ignore[arg-type]


# ------------------------------------------------------------------ current cards, count tokens


def _check_current(book: Book, state: State, c: ch.SetCurrent) -> list[Reason]:
    if c.card and c.card not in state.decks[c.pile].destroyed:
        return [reason("not_among_destroyed", "AM-1", card=c.card)]
    found = book.card(c.card) if c.card else None
    if isinstance(found, Event) and found.bound:
        return [reason("never_current", "DK-4", card=c.card)]
    if state.current.get(c.pile, "") == c.card and not (c.resolves and c.card):
        return [reason("like_that_already", "AM-1")]
    return []


def _do_current(run: Run, c: ch.SetCurrent) -> None:
    if run.state.current.get(c.pile, "") != c.card:
        marks = fresh_marks(run.book.card(c.card)) if c.card else None
        make_current(run, c.pile, c.card, marks, "AM-1")
    if c.resolves and c.card:
        run.note("reinvoked", "AM-1", c.card)
        enter(run, c.pile, c.card, None, again=True)


def _check_option(book: Book, state: State, c: ch.SetOption) -> list[Reason]:
    if c.card not in {card for card, _ in cards_in_force(state)}:
        return [reason("card_gone", "AM-1", card=c.card)]
    try:
        panel = panel_at(book.card(c.card), panel_address(c.panel))
    except KeyError:
        return [reason("no_such_panel", "AM-1", card=c.card)]
    if panel.kind != KINDS[c.what] and not (c.what == "open" and panel.unlocks):
        return [reason("no_such_panel", "AM-1", card=c.card)]
    least, most = (0, len(panel.options)) if c.what == "open" else (-1, len(panel.options) - 1)
    if not least <= c.value <= most:
        return [reason("out_of_range", "AM-1", what="options", least=least, most=most, value=c.value)]
    if _count(state, c) == c.value:
        return [reason("like_that_already", "AM-1")]
    return []


def _count(state: State, c: ch.SetOption) -> int:
    counts: dict[str, int] = dict(getattr(state.card_marks.get(c.card, Marks()), c.what))
    return counts.get(panel_address(c.panel), 0 if c.what == "open" else -1)


def _do_option(run: Run, c: ch.SetOption) -> None:
    panel = panel_address(c.panel)
    marks = run.state.card_marks.get(c.card, Marks())
    counts: dict[str, int] = {**getattr(marks, c.what), panel: c.value}
    if c.what == "chosen" and c.value < 0:
        counts.pop(panel)
    parts = {"open": marks.open, "chosen": marks.chosen, "determined": marks.determined, c.what: counts}
    changed = replace(marks, open=parts["open"], chosen=parts["chosen"], determined=parts["determined"])
    run.emit(MarksChanged(c.card, changed, c.what, panel, c.value, "AM-1"))
    if c.what == "chosen" and c.value >= 0 and c.card in run.book.chapters:
        run.emit(Remembered(panel_at(run.book.card(c.card), panel).options[c.value].label, "AM-1"))


def options_of(book: Book, chapters: Iterable[str] | None = None) -> frozenset[str]:
    """The names of the options that chapters let the group choose: those named, or all of the pack."""
    return frozenset(
        option.label
        for chapter in (book.chapters if chapters is None else chapters)
        for face in book.chapters[chapter].faces
        for panel in face.panels
        if panel.kind == "choose"
        for option in panel.options
    )


def _check_remember(book: Book, state: State, c: ch.RememberOption) -> list[Reason]:
    if c.option not in options_of(book):
        return [reason("no_such_option", "AM-1")]
    if (c.option in state.remembered) != c.forget:
        return [reason("like_that_already", "AM-1")]
    return []


def _do_remember(run: Run, c: ch.RememberOption) -> None:
    run.emit(Forgotten(c.option, "AM-1") if c.forget else Remembered(c.option, "AM-1"))


# ------------------------------------------------------------------ what items are doing


CHANGES[ch.DrawCard] = (_check_draw, _do_draw)
CHANGES[ch.MoveCard] = (_check_move, _do_move)
CHANGES[ch.SetCurrent] = (_check_current, _do_current)
CHANGES[ch.SetOption] = (_check_option, _do_option)
CHANGES[ch.RememberOption] = (_check_remember, _do_remember)
