"""What a price that is paid together is for: the card, what becomes of it paid and unpaid, which of several it is."""

from __future__ import annotations

from dataclasses import dataclass

from app.rules.agenda import Resolve, Step
from app.rules.agenda_items import SharedPayment, Storing
from app.rules.storing import effect_of
from app.web.item_facts import card_facts, told
from app.web.messages_names import DECKS
from app.web.seen_table import Table


@dataclass(frozen=True, slots=True)
class Priced:
    """The lines about what is paid for, what follows when it is paid and when it is not, and its place ('2 of 3').

    `declined` is `unpaid` as a note under "Do not pay": nothing is paid then, but a card may be lost all the same.
    """

    facts: tuple[str, ...]
    paid: str
    unpaid: str
    declined: str
    place: str


def beneath(table: Table) -> Step | None:
    """The step that a shared price was opened for."""
    return table.state.agenda[-2] if len(table.state.agenda) > 1 else None


def paid_for(table: Table, top: SharedPayment, unnamed: str) -> str:
    """The card that a price is for, by name; `unnamed` where it is for none."""
    return table.words.card(top.what or top.card) if top.what or top.card else unnamed


def priced(table: Table, top: SharedPayment) -> Priced:
    """What hangs on a price on top of the agenda (NC-4)."""
    name = paid_for(table, top, "what it is for")
    match beneath(table):
        case Storing() as step:
            goes = goes_unpaid(table, step)
            facts = card_facts(table.book, table.state, top.what)
            paid = f"{name} is stored on {table.words.card(step.card)}."
            short = f"Nobody pays; {name} {goes.partition(':')[0]}"
            return Priced(facts, paid, f"{name} {goes}.", short, place_of(step))
        case Resolve() as step if top.key != "price":
            facts = (told(table.book.ability(step.card, step.at)[2]),)
            open_again = "The choice is open again."
            return Priced(facts, "What was chosen is done.", open_again, "Nobody pays; the choice is open again", "")
        case _:
            facts = (told(table.book.ability(top.card, top.at)[2]),) if top.card and top.at else ()
            unpaid = "It does nothing, and can be played later."
            return Priced(facts, "It does what it says.", unpaid, "Nobody pays; the ability is not used", "")


def goes_unpaid(table: Table, step: Storing) -> str:
    """What becomes of a card that nobody pays for: 'goes to the bottom of the deck of explorer events'."""
    deck = DECKS.get(step.pile, step.pile.replace("_", " "))
    if effect_of(table.book, step).unpaid == "bottom":
        return f"goes to the bottom of the deck of {deck}"
    return f"is destroyed: it goes on top of the destroyed {deck}"


def place_of(step: Storing) -> str:
    """Which of the cards is paid for now: '2 of 3'; '' for one alone."""
    return f"{step.of - len(step.cards) + 1} of {step.of}" if step.of > 1 else ""


def price_asked(table: Table, top: SharedPayment) -> str:
    """The price as a question for a narrow header: 'A Good Knot, card 2 of 3: pay 2 health? 1 missing'."""
    under, name = beneath(table), paid_for(table, top, "This")
    place = f", card {of}" if isinstance(under, Storing) and (of := place_of(under)) else ""
    given = sum(n for _, n in top.shares)
    left = f" {top.needed - given} missing" if given else ""
    return f"{name}{place}: pay {top.needed} {top.pool}?{left}"
