"""Cards stored on an encounter, and what becomes of them (NC-4, NC-5, IP-10, IP-11)."""

from __future__ import annotations

from .agenda import Resolve
from .agenda_items import Storing
from .altering import replace
from .cards import Book
from .decks import lay_on_destroyed
from .effects_cards import Recall, Store, StoreItem
from .engine import IN_HAND, STEPS, Run
from .events_cards import CardMoved, ItemSet
from .holding import held_in, loose_items, under
from .resolving import VERBS, asking, branch_of, next_verb, targets
from .sharing import open_payment, shared_reasons
from .state import PILES, State
from .units import ITEM_DECKS, taking_part


def stored_on(state: State, card: str, pile: str = "") -> tuple[str, ...]:
    """The cards stored on a card, those of one pile ('items' = all four item decks), as the stack lies, top last."""
    decks = ITEM_DECKS if pile == "items" else (pile,) if pile else tuple(state.decks)
    return tuple(c for deck in decks for c, holder in state.decks[deck].stored.items() if holder == card)


# ------------------------------------------------------------------ taking, ordering, storing


def begin_storing(run: Run, step: Resolve, effect: Store) -> None:
    """Take the top cards face up; fewer than named are taken as they are, nothing is reshuffled (NC-4)."""
    taken = run.state.decks[effect.pile].draw[: effect.n]
    next_verb(run, step)
    if not taken:
        run.note("deck_empty", "NC-4", effect.pile)
        return
    run.chance.reveal(effect.pile)
    if len(taken) < effect.n:
        run.note("fewer_cards", "NC-4", effect.pile, len(taken))
    for card in taken:
        run.emit(CardMoved(effect.pile, card, "in_play", step.card, drawn=True, rule="NC-4"))
    run.open(Storing(run.new_id(), step.card, step.at, step.branch, step.index, effect.pile, taken, of=len(taken)))


def effect_of(book: Book, step: Storing) -> Store:
    """The verb that is being carried out."""
    effect = branch_of(book, Resolve(0, step.card, step.at, step.branch))[step.index]
    assert isinstance(effect, Store)
    return effect


def carry_storing(run: Run, step: Storing) -> bool:
    """The order of all of them first, then each in turn is paid for or goes where unpaid ones go."""
    if step.stage == "order":
        answer = run.ask(step, "next", "which_card_next", "group", step.taken, rule="NC-4", card=step.card, at=step.at)
        left = tuple(card for card in step.taken if card != answer)
        ordered = (*step.cards, answer) if answer else step.cards
        run.change(replace(step, taken=left, cards=ordered, stage="order" if left else "pay", answers=()))
        return True
    if not step.cards:
        run.close(step)
        return True
    card, price = step.cards[0], effect_of(run.book, step).price
    paid = dict(step.answers).get("paid") or ("no" if shared_reasons(run.state, price) else None)
    if paid is None:
        open_payment(run, price, what=card, card=step.card, at=step.at)
        return True
    _settle(run, step, card, stored=paid == "yes")
    run.change(replace(step, cards=step.cards[1:], answers=()))
    return True


def _settle(run: Run, step: Storing, card: str, *, stored: bool) -> None:
    if card not in run.state.decks[step.pile].in_play:
        return
    if stored:
        run.emit(CardMoved(step.pile, card, "stored", step.card, rule="NC-4"))
        if not holds_cards(run.state, step.card):
            release_stored(run, step.card)  # covered meanwhile (IP-10)
        return
    run.note("not_stored", "NC-4", card)
    if effect_of(run.book, step).unpaid == "bottom":
        run.emit(CardMoved(step.pile, card, "bottom", rule="NC-4"))
    else:
        lay_on_destroyed(run, step.pile, card, "NC-4")


def holds_cards(state: State, card: str) -> bool:
    """Whether a card still is one that can hold stored cards: the current encounter, event or chapter."""
    return card == state.chapter_card or any(state.current.get(pile, "") == card for pile in PILES)


def store_item(run: Run, step: Resolve, effect: StoreItem) -> None:
    """An explorer's own item is laid on the encounter, unequipped, its augments with it (NC-4)."""
    who = next((unit for unit in targets(run, step, effect.who) if unit in run.state.explorers), "")
    own = loose_items(run.state, who)
    card = run.ask(step, "item", "store_which", asking(run, step, who), own, rule="NC-4", card=step.card, at=step.at)
    if card is None:
        run.note("no_item_to_store", "NC-4", step.card)
        return
    for part in (*under(run.state, card), card):
        if part in run.state.items:
            run.emit(ItemSet(part, None, "gone"))
        run.emit(CardMoved(held_in(run.state, part) or "", part, "stored", step.card, rule="NC-4"))


# ------------------------------------------------------------------ using them


def recall(run: Run, step: Resolve, effect: Recall) -> None:
    """Choose stored cards and put them on top of their destroyed pile, or hand items to any explorer (NC-5)."""
    chosen: list[tuple[str, str]] = []
    for time in range(effect.n):
        there = tuple(c for c in stored_on(run.state, step.card, effect.pile) if c not in dict(chosen))
        card = run.ask(
            step,
            f"stored {time}",
            "which_stored",
            asking(run, step, "acting"),
            there,
            rule="NC-5",
            card=step.card,
            at=step.at,
        )
        if card is None:
            break
        to = ""
        if effect.to == "hand_any":
            who = taking_part(run.state)
            to = run.ask(step, f"to {time}", "which_explorer", "group", who, rule="NC-5", card=step.card) or ""
        chosen.append((card, to))
    for card, to in chosen:
        if to:
            run.emit(CardMoved(pile_with(run.state, card), card, "held", to, rule="NC-5"))
        else:
            lay_on_destroyed(run, pile_with(run.state, card), card, "NC-5")
    if not chosen:
        run.note("nothing_stored", "NC-5", step.card)


def pile_with(state: State, card: str) -> str:
    """The deck in which a card is stored; raises StopIteration when it is stored nowhere."""
    return next(deck for deck, lying in state.decks.items() if card in lying.stored)


def release_stored(run: Run, holder: str) -> None:
    """The encounter is covered or destroyed: its stored cards go (setting stored_on_cover, NC-5, IP-10)."""
    how = run.state.settings.stored_on_cover
    stored = stored_on(run.state, holder)
    for card in reversed(stored) if how == "under" else stored:
        pile = pile_with(run.state, card)
        if how == "top":
            lay_on_destroyed(run, pile, card, "NC-5")
        else:
            run.emit(CardMoved(pile, card, "under" if how == "under" else "out", rule="NC-5"))


VERBS[Store] = begin_storing
VERBS[StoreItem] = store_item
VERBS[Recall] = recall
STEPS[Storing] = carry_storing
IN_HAND.add(Storing)
