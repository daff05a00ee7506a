"""Words for items, action spaces, doors, cards looked at and stored, prices paid together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from app.rules import events as ev
from app.rules.agenda import Ask
from app.rules.agenda_items import Drawing, Looking, SharedPayment, Storing, Trading, UsingInventory
from app.web.messages import Words
from app.web.messages_names import CARD_OF, DECKS, Value, counted, listed

if TYPE_CHECKING:
    from app.rules.agenda import Step

Fact = Mapping[str, Value]
Templates = str | tuple[str | Callable[[Words, Fact], str], ...]

SLOTS: Final = {
    "hand": "hands",
    "head": "the head",
    "body": "the body",
    "feet": "the feet",
    "artifact": "artifacts",
}


def _over(words: Words, facts: Fact) -> str:
    now = str(facts["now"])
    return f"That is over. Now {words.one('pending', now)}." if now else "That is over."


def _no_slot(words: Words, facts: Fact) -> str:
    slot = SLOTS.get(str(facts["slot"]), str(facts["slot"]))
    who = words.unit(str(facts["who"]))
    return (
        f"It needs {facts['needed']} of the {facts['limit']} slots that {who} has for {slot}; unequip something first."
    )


REASONS: Final[Mapping[str, Templates]] = MappingProxyType(
    {
        "no_action_space": "There is no chest, workbench, station, event space or lever at {space}.",
        "no_open_door": "There is no open doorway between here and {space}.",
        "no_door": "There is no door between here and {space}.",
        "explorer_not_adjacent": (
            "{between:parting}, so {who} is not adjacent.",
            "{who} is not adjacent.",
        ),
        "card_forbids": "{card} forbids {who} to trade.",
        "not_its_item": "{card} is not held by {who}.",
        "lies_under": "{card} lies under {host:card} and stays with it.",
        "cannot_drop_there": "{space} is not an adjacent space that an item can be dropped on.",
        "does_not_lie_there": "{card} does not lie on the board.",
        "not_in_this_trade": "{card} is held by neither of the two who trade.",
        "not_who_trades": "{who} is neither of the two who trade.",
        "holds_it_already": "{who} holds {card} already.",
        "step_is_over": (_over,),
        "equipped_already": "{card} is equipped already.",
        "not_equipped": "{card} is not equipped; a use of inventory equips it.",
        "item_forbidden": "{item:card} cannot be used: {card}.",
        "needs_no_slot": "{card} is a consumable: it is used from the hand and never equipped.",
        "no_slot_free": (_no_slot, "There is no slot free for it."),
        "no_augment": "{card} is no augment.",
        "carries_augments": "{card} carries an augment itself, so it can't be laid under another.",
        "does_not_take": "{host:card} does not take {card} as an augment.",
        "no_room": "{host:card} carries {room#augment} at most.",
        "no_upgrade": "{card} prints no upgrade.",
        "upgraded_already": "{card} is upgraded already.",
        "upgrade_says_otherwise": "This line of {card} does not hold as the item is now.",
        "destroy_what": "The upgrade of {card} also destroys an own item with the trait {trait}.",
        "destroys_nothing": "The upgrade of {card} destroys nothing.",
        "not_enough_together": "This costs {needed} {what:words}; together there are {there}.",
        "payment_over": (_over,),
        "over_the_price": "{n} is too much: {left} {what:words} still missing.",
        "share_unchanged": "{who} has promised {n} already.",
        "pays_whole": "At your table one explorer pays it whole: {needed} {what:words}.",
        "card_stored": "{card} is stored on {holder:card}: only an ability of that card can use it.",
        "nothing_stored": "No card is stored on {card}.",
        "setting_pending": "This is decided once what is under way is over.",
    }
)

#: Lines for `Noted`.
NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "books_say_two": "{what:setting}: the rulebooks say 2.",
        "cannot_explore": "There was no edge for {what:unit} to explore.",
        "inventory_ended": "{what:unit}’s use of inventory was ended for all to go on.",
        "trade_ended": "{what:unit}’s trade was ended for all to go on.",
        "fewer_cards": "Only {n#card} of the {what:deck} were left to take.",
        "level_added": "Item level {n} was added: half of each item deck left, the new cards came in.",
        "level_added_already": "Item level {n} had been added before, so nothing happened.",
        "nobody_can_explore": "No explorer stood where {what:card} could let anybody explore.",
        "no_door_there": "There was no door for {what:card}.",
        "no_item_to_destroy": "There was no item to destroy for {what:card}.",
        "no_item_handed": "There was no item, or nobody, for one to be handed over.",
        "no_items_left": "There was no item left for {what:unit} to draw.",
        "no_recharge_die": "This set has no recharge die.",
        "no_space_to_destroy": "There was no unused action space for {what:card}.",
        "no_tile_to_destroy": "There was no map tile without explorers for {what:card}.",
        "nobody_on_traps": "Nobody stood on a trapped space.",
        "nobody_on_traps_there": "Nobody stood on a trapped space where {what:unit} is.",
        "nobody_to_trade": "There was nobody for {what:unit} to trade with.",
        "not_paid": "{what:card} was not paid for.",
        "not_stored": "{what:card} was not stored.",
        "nothing_stored": "Nothing was stored on {what:card}.",
        "nothing_to_prevent": "There was nothing left for {what:card} to prevent.",
        "threat_lowest": "The monster threat is at its first position already.",
    }
)

#: Long questions in a few words: `messages_questions.BRIEF`.
BRIEF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "bottom_or_back": ("Back, or to the bottom?",),
        "which_to_join": ("Which of these is joined?",),
        "which_to_destroy": ("Which one is destroyed?",),
        "which_to_bottom": ("Which one goes to the bottom?",),
        "draw_from": ("From which deck does {who} draw?",),
        "explore_free": ("Over which edge is explored?",),
        "hand_item": ("Who gets {about:card}?", "Who gets it?"),
        "which_space_goes": ("Which action space is destroyed?",),
    }
)
#: Questions: facts as in `messages_questions.QUESTIONS`.
QUESTIONS: Final[Mapping[str, str | tuple[str, ...]]] = MappingProxyType(
    {
        "bottom_or_back": ("{about:card} was on top. Back, or to the bottom?", "Back, or to the bottom?"),
        "looked_at": ("{about:card} lies on top. Seen it?", "Seen it?"),
        "which_on_top": "Which of these goes on top next?",
        "which_to_join": "Which of these is joined? The others go to the bottom.",
        "which_to_destroy": "Which of these goes on top of the destroyed ones? The others go back.",
        "door_where": "From which space does the new door lead?",
        "door_towards": "Towards which space?",
        "which_to_bottom": "Which of these goes to the bottom? The others go back.",
        "destroy_which": "Which item does {who} destroy?",
        "draw_from": (
            "Card {drawn} of {of}: from which deck does {who} draw?",
            "From which deck does {who} draw?",
        ),
        "event_space_use": "What does {who} use the event space for?",
        "explore_free": "Over which edge does {who} explore without paying?",
        "hand_item": ("Who gets {about:card}: {who}, or somebody else?", "Who gets it: {who}, or somebody else?"),
        "hand_to": ("Who gets {about:card}?", "Who gets it?"),
        "hand_which": "Which item does {who} hand over?",
        "keep_item": ("Is {only:card} kept, or destroyed?", "Which one is kept?"),
        "rest_item": ("What becomes of {about:card}?", "What becomes of the other one?"),
        "swap_for": "Which of the drawn items does {who} swap in?",
        "swap_away": "Which own item goes for it?",
        "trade_with": "With whom does {who} trade?",
        "which_card_next": "Which card comes next?",
        "which_door": "Which door?",
        "which_space_goes": "Which of the nearest action spaces is destroyed?",
        "which_stored": "Which of the stored cards?",
        "store_which": "Which item does {who} store?",
        "which_tile_goes": "Which map tile is destroyed?",
        "who_draws": "Who draws first?",
        "who_fires": "Who fires the traps next?",
        "whose_inventory": "On whom does {who} use inventory?",
    }
)

#: Answers that are words of their own.
ANSWERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "essence": "Restore 1 essence",
        "event": "Invoke an explorer event",
        "essence_and_event": "Restore 1 essence and invoke an explorer event",
        "die": "Roll against the horror rating: monster threat goes down, or a horror event is invoked again",
        "destroy": "It is destroyed",
        "top": "Back on top of its deck",
        "back": "Back on top",
        "bottom": "To the bottom",
    }
)

#: What the answer that takes none of those offered does, by its question: "None" alone would hide what it costs.
NONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "keep_item": "Keep none, destroy what was drawn",
        "swap_for": "Swap none in: what is left of them is destroyed",
        "trade_with": "Trade with nobody",
        "whose_inventory": "Use no inventory",
    }
)

#: Why stamina was spent: the line that follows tells the deed.
PAYING: Final = frozenset(
    {
        "chest",
        "workbench",
        "station",
        "event_space",
        "lever",
        "trade",
        "inventory",
        "drop",
        "place_door",
        "destroy_door",
    }
)


def waiting(words: Words, step: Step) -> str:
    """What one of these steps waits for, in one sentence; '' for any other step."""
    match step:
        case SharedPayment(pool=pool, needed=needed, shares=shares, what=what, card=card):
            given = sum(n for _, n in shares)
            name = words.card(what or card) if what or card else "this"
            return f"For {name} the explorers may pay {needed} {pool} together; {needed - given} still missing."
        case Trading(explorer=explorer, partner=partner):
            return f"{words.unit(explorer)} and {words.unit(partner)} trade: each gives what they like."
        case UsingInventory(explorer=explorer, on=on):
            whose = "" if on in ("", explorer) else f" on {words.unit(on)}"
            return f"{words.unit(explorer)} uses inventory{whose}."
        case Drawing():
            return _drawing(words, step)
        case Looking(deck=deck, cards=cards):
            return f"The top {counted(len(cards), 'card')} of the {DECKS.get(deck, deck)} are looked at."
        case Storing(pile=pile):
            return f"Cards of the {DECKS.get(pile, pile)} are stored, or not."
    return ""


def _drawing(words: Words, step: Drawing) -> str:
    """How many are drawn, how many of them stay, and what becomes of the others (BG-5, BG-10)."""
    if not step.who:
        return "Items are drawn."
    said = f"{words.unit(step.who)} draws {counted(step.n, 'item')}"
    if step.rest == "swap":
        return f"{said} and may swap own ones for any of them."
    if step.keep >= step.n:
        return f"{said}."
    rest = "destroyed or put back on top" if step.rest == "choose" else "destroyed"
    return f"{said} and keeps {step.keep}; the rest is {rest}."


def warning(words: Words, step: Ask, option: str) -> str:
    """What an answer would waste, as an addition to its words; '' for nothing (EV-1)."""
    if step.question != "event_space_use" or option not in ("essence", "essence_and_event") or words.state is None:
        return ""
    explorer, card = words.state.explorers.get(step.who), words.book.explorers.get(step.who)
    full = explorer is not None and card is not None and explorer.essence >= card.essence
    return "; essence is full, so that is lost" if full else ""


def only_card(step: Ask) -> str:
    """The card that is kept or not, where it is the only one that was drawn; '' where there are several."""
    cards = [option for option in step.options if option != "none"]
    return cards[0] if step.question == "keep_item" and len(cards) == 1 < len(step.options) else ""


# ------------------------------------------------------------------ log lines


def _looked(words: Words, e: ev.CardsLookedAt) -> str:
    kind = CARD_OF.get(e.deck, "card")
    what = f"the top {kind}" if len(e.cards) == 1 else f"the top {counted(len(e.cards), kind)}"
    return f"{words.unit(e.by)} looked at {what}."


def _ordered(words: Words, e: ev.DeckOrdered) -> str:
    kind = CARD_OF.get(e.deck, "card")
    told = [f"{counted(len(e.top), kind)} to the top"] if e.top else []
    told += [f"{counted(len(e.under), kind)} to the bottom"] if e.under else []
    return f"Back to the deck: {listed(told)}." if told else ""


def _share(words: Words, e: ev.SharePromised) -> str:
    who = words.unit(e.explorer)
    if not e.n:
        return f"{who} took the promise back; {e.missing} {e.what} missing."
    rest = f"{e.missing} still missing" if e.missing else "that makes it whole"
    return f"{who} promised {e.n} {e.what}; {rest}."


def _traps(words: Words, e: ev.TrapsTriggered) -> str:
    by = f"{words.unit(e.unit)} triggered the traps" if e.unit else "The traps were triggered"
    first = f"3 high dice on {listed([words.unit(u) for u in e.units])}" if e.units else "nobody stands on them"
    told = [f"{by}: {first}"]
    for explorer, units in e.secondary:
        whom = listed([words.unit(u) for u in units]) if units else "nobody"
        told.append(f"{words.unit(explorer)}, at a lever, with 3 low dice on {whom}")
    return f"{'; then '.join(told)}."


LINES: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        ev.CardsLookedAt: _looked,
        ev.DeckOrdered: _ordered,
        ev.SharePromised: _share,
        ev.TrapsTriggered: _traps,
    }
)
