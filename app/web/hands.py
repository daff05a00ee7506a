"""Cards that were drawn or are looked at: what each of them is, and the answers that pick it."""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.agenda import Ask
from app.rules.agenda_items import Drawing, Looking, Storing
from app.rules.moves import Answer
from app.rules.state import DECKS
from app.rules.turns import step_rule
from app.web.contexts import HandCard, Option
from app.web.contexts_steps import HandView
from app.web.following import Follow, follow_json
from app.web.item_facts import card_facts
from app.web.messages_questions import asked, option_label
from app.web.option_facts import option_costs, option_facts
from app.web.pages_faces import DECK_ICONS
from app.web.seen_table import Table, form_move

InHand = Looking | Storing | Drawing


def in_hand(table: Table) -> bool:
    """Whether the question on top is about cards in hand, which are shown with it."""
    beneath = table.state.agenda[-2] if len(table.state.agenda) > 1 else None
    return isinstance(beneath, InHand)


def hand_view(table: Table) -> HandView | None:
    """Cards that are looked at, stored or drawn, with the answers that pick each of them."""
    found = next((s for s in reversed(table.state.agenda) if isinstance(s, InHand)), None)
    if found is None:
        return None
    top = table.state.agenda[-1]
    ask = top if isinstance(top, Ask) else None
    picks: dict[str, tuple[Option, ...]] = {}
    others: list[Option] = []
    for move in table.listing.moves:
        if ask is None or not isinstance(move, Answer):
            continue
        label, card = _picked(table, found, ask, move.option)
        by = tuple(table.words.seat(seat) for seat, value in ask.confirmed if value == move.option)
        if card:
            picks[card] = tuple(_picks(table, found, ask, move, label, by))
        else:
            place = ask.options.index(move.option)
            named = {move.option, *ask.labels[place : place + 1]}
            facts = () if named.intersection(found.cards) else option_facts(table, ask, place)  # it is shown beside
            costs = option_costs(table, ask, place)
            others.append(Option(label, _left(table, ask, move.option), form_move(move), by, facts, costs))
    order = found.cards if isinstance(found, Storing) else _placed(found) if isinstance(found, Looking) else ()
    cards = (*found.taken, *found.cards) if isinstance(found, Storing) else found.cards
    shown = (*order, *(card for card in cards if card not in order))
    return HandView(
        title=asked(table.words, ask or found),
        icon=DECK_ICONS.get(_deck_of(found), "cards"),
        text=asked(table.words, found) if ask else "",
        rule=step_rule(ask or found),
        cards=tuple(
            HandCard(
                table.words.card(card),
                card_facts(table.book, table.state, card),
                str(order.index(card) + 1) if card in order else "",
                picks.get(card, ()),
            )
            for card in shown
            if card and card != "?"
        ),
        others=tuple(others),
    )


def _picks(table: Table, found: InHand, ask: Ask, move: Answer, label: str, by: tuple[str, ...]) -> Iterator[Option]:
    """The answers about one card. Where what is left of two is asked next, one tap answers both (BG-5)."""
    others = [card for card in found.cards if card != move.option]
    whole = isinstance(found, Drawing) and found.rest == "choose" and found.keep - found.kept == 1 and len(others) == 1
    if not whole or ask.question != "keep_item":
        yield Option(label, "", form_move(move), by)
        return
    mine = Follow(asked="hand_item", option=ask.who)
    for rest, said in (("destroy", "Keep it, destroy the other"), ("top", "Keep it, put the other back on top")):
        yield Option(said, "", form_move(move), by, then=follow_json(mine, Follow(asked="rest_item", option=rest)))
    for explorer in near(table, found):
        unit = table.words.unit(explorer)
        yield Option(
            f"Give it to {unit}", "", form_move(move), by, then=follow_json(Follow(asked="hand_item", option=explorer))
        )


def near(table: Table, found: InHand) -> tuple[str, ...]:
    """The other explorers that a kept card can be handed to (BG-5)."""
    from app.rules.inventory import adjacent_explorers
    from app.rules.units import taking_part

    if not isinstance(found, Drawing) or not found.hand:
        return ()
    if found.hand == "adjacent":
        return adjacent_explorers(table.book, table.state, found.who)
    return tuple(one for one in taking_part(table.state) if one != found.who)


def _left(table: Table, ask: Ask, option: str) -> str:
    """How many cards are left in a deck that can be drawn from."""
    if ask.question != "draw_from" or option not in DECKS:
        return ""
    deck = table.state.decks[option]
    return f"{len(deck.draw)} left" if deck.draw else f"Empty; its {len(deck.destroyed)} destroyed ones are shuffled"


def _deck_of(found: InHand) -> str:
    return found.deck if isinstance(found, Looking) else found.pile if isinstance(found, Storing) else ""


def _placed(found: Looking) -> tuple[str, ...]:
    """The cards that go on top again, in the order decided so far."""
    return tuple(found.cards[int(value) - 1] for key, value in found.answers if key.startswith("place "))


def _picked(table: Table, found: InHand, ask: Ask, option: str) -> tuple[str, str]:
    """What an answer says, and the card that it picks ('' when it is about none)."""
    label = option_label(table.words, ask, ask.options.index(option)) if option in ask.options else option
    if isinstance(found, Looking) and option.isdecimal() and 0 < int(option) <= len(found.cards):
        return ("To the bottom" if ask.question == "which_to_bottom" else "This one next", found.cards[int(option) - 1])
    if isinstance(found, Storing) and option in found.taken:
        return "This one next", option
    if isinstance(found, Drawing) and option in found.cards:
        return {"keep_item": "Keep it", "swap_for": "Take it in"}.get(ask.question, "This one"), option
    return label, ""
