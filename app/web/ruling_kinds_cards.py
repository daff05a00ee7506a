"""Kinds of table rulings about cards, items and count tokens, each a little form to pick from lists (AM-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from app.rules.cards_story import Event
from app.rules.conditions import panel_at
from app.rules.holding import item_state
from app.rules.rulings_cards import KINDS as COUNTED
from app.rules.rulings_cards import options_of
from app.rules.rulings_lasting import counted_keys, limited_keys
from app.rules.set_values import values_of
from app.rules.state import PILES
from app.rules.triggers import cards_in_force
from app.rules.units import ITEM_DECKS
from app.web.contexts_rulings import RulingKind
from app.web.messages_effects import lasting_words
from app.web.messages_names import CARD_OF, capital
from app.web.messages_rulings import used_label, value_name
from app.web.ruling_fields import Asked, Choices, choice, explorer_choices, place
from app.web.seen_table import Table


def _draw(table: Table, asked: Asked) -> RulingKind | None:
    decks = [(deck, capital(CARD_OF[deck])) for deck in (*PILES, *ITEM_DECKS)]
    to = [
        ("resolved", "It resolves, as if drawn by the rules"),
        ("destroyed", "It is destroyed"),
        ("out", "It leaves the game"),
        ("held", "An explorer takes it (items)"),
    ]
    fields = (
        choice("deck", "Deck", decks, asked.get("deck", "")),
        choice("source", "From", [("top", "The top"), ("bottom", "The bottom")], "top"),
        choice("to", "Then", to, "resolved"),
        choice("unit", "Who takes it", explorer_choices(table, "in_play", "waiting", "left"), asked.get("unit", "")),
    )
    return RulingKind("draw", "Turn up a card", "cards", "", fields)


def _face_up(table: Table) -> Iterator[tuple[str, str]]:
    """Every card that lies face up and can be moved, with where it lies."""
    words = table.words
    for name, deck in table.state.decks.items():
        kind = capital(CARD_OF[name])
        yield from ((c, f"{kind} {words.card(c)}, held by {words.unit(who)}") for c, who in deck.held.items())
        yield from ((c, f"{kind} {words.card(c)}, on {words.card(on)}") for c, on in deck.stored.items())
        if name in ITEM_DECKS:
            yield from ((c, f"{kind} {words.card(c)}, on the board") for c, at in deck.in_play.items() if "," in at)
        yield from ((c, f"{kind} {words.card(c)}, destroyed") for c in reversed(deck.destroyed))
        yield from ((c, f"{kind} {words.card(c)}, out of the game") for c in deck.out)


def _card(table: Table, asked: Asked) -> RulingKind | None:
    cards = list(_face_up(table))
    if not cards:
        return None
    to = [
        ("destroyed", "On top of the destroyed ones"),
        ("under", "Under the destroyed ones"),
        ("out", "Out of the game"),
        ("top", "On top of its deck"),
        ("bottom", "Under its deck"),
        ("held", "To the explorer below"),
        ("stored", "Stored on the card below"),
        ("lying", "Onto the space below"),
    ]
    state = table.state
    holds = [card for card in (state.chapter_card, *state.current.values()) if card]
    fields = (
        choice("card", "Which", cards, asked.get("card", "")),
        choice("to", "Where to", to, "destroyed"),
        choice("unit", "Explorer", explorer_choices(table, "in_play", "waiting", "left"), asked.get("unit", "")),
        choice("on", "Card", [(card, table.words.card(card)) for card in holds], asked.get("on", "")),
        *place(table, "", "Space", asked.get("at", "")),
    )
    shown = tuple(field for field in fields if field.choices)
    return RulingKind("card", "Put a card somewhere else", "move", "", shown)


def _current(table: Table, asked: Asked) -> RulingKind | None:
    choices: Choices = []
    for pile in PILES:
        current, destroyed = table.state.current.get(pile, ""), table.state.decks[pile].destroyed
        for card in reversed(destroyed):
            found = table.book.card(card)
            if not (isinstance(found, Event) and found.bound):
                now = ", current now" if card == current else ""
                choices.append((f"{pile}|{card}", f"{capital(CARD_OF[pile])} {table.words.card(card)}{now}"))
        if current:
            choices.append((f"{pile}|", f"No {CARD_OF[pile]}"))
    if not choices:
        return None
    fields = (
        choice("card", "Which", choices, asked.get("card", "")),
        choice("resolves", "It is invoked again", [("no", "No"), ("yes", "Yes")], "no"),
    )
    return RulingKind("current", "The current card of a pile", "encounter", "", fields)


def _option(table: Table, asked: Asked) -> RulingKind | None:
    """Every setting of every panel in force as one list."""
    choices: Choices = []
    what_of = {kind: what for what, kind in COUNTED.items()}
    for card, _ in cards_in_force(table.state):
        for face in table.book.card(card).faces:
            for p in range(len(face.panels)):
                panel = panel_at(table.book.card(card), f"{face.name}.{p}")
                what = what_of.get(panel.kind)
                key, name = f"{card}|{face.name}.{p}|{what}|", table.words.card(card)
                if what == "open":
                    choices += [
                        (f"{key}{n}", f"{name}: {n} of {len(panel.options)} open")
                        for n in range(len(panel.options) + 1)
                    ]
                elif what:
                    verb = "chosen" if what == "chosen" else "holds"
                    choices += [(f"{key}{n}", f"{name}: “{o.label}” {verb}") for n, o in enumerate(panel.options)]
                    choices.append((f"{key}-1", f"{name}: none {verb}"))
    if not choices:
        return None
    field = choice("option", "What", choices, asked.get("option", ""))
    return RulingKind("option", "Options of a card", "slot", "", (field,))


def _remember(table: Table, asked: Asked) -> RulingKind | None:
    """Only options of chapters that were read are named."""
    known = options_of(table.book, table.state.chapters[: table.state.chapter + 1])
    remembered = table.state.remembered
    choices = [(f"forget|{name}", f"Forget “{name}”") for name in remembered]
    choices += [(f"keep|{name}", f"Remember “{name}”") for name in sorted(known - set(remembered))]
    if not choices:
        return None
    field = choice("option", "What", choices, asked.get("option", ""))
    return RulingKind("remember", "What the scenario remembers", "text", "", (field,))


def _lasting(table: Table, asked: Asked) -> RulingKind | None:
    """Whatever lasts for a while."""
    lasting = table.state.lasting
    choices = {f"{one.card}|{one.what}|{one.unit}": lasting_words(table.words, one) for one in lasting}
    if not choices:
        return None
    field = choice("lasting", "What is over", list(choices.items()), asked.get("lasting", ""))
    return RulingKind("lasting", "End what lasts", "end", "", (field,))


def _value(table: Table, asked: Asked) -> RulingKind | None:
    """Which of several values counts that cards set a number to: another than the group picked."""
    found = [(one.what, n) for one in table.state.picked for n in values_of(one) if n != one.n]
    choices = {f"{what}|{n}": capital(value_name(table.words, what, n)) for what, n in found}
    if not choices:
        return None
    field = choice("value", "What", list(choices.items()), asked.get("value", ""))
    return RulingKind("value", "Which of several values counts", "slot", "", (field,))


def _used(table: Table, asked: Asked) -> RulingKind | None:
    """What can be used once each round, the other way round than it is; and how often units attacked."""
    state, words = table.state, table.words
    choices: Choices = []
    for key in dict.fromkeys(limited_keys(table.book, state)):
        times = 0 if state.used.get(key) else 1
        choices.append((f"{times}|{key}", capital(used_label(words, key, times))))
    for key in counted_keys(state):
        now = state.used.get(key, 0)
        choices += [(f"{n}|{key}", capital(used_label(words, key, n))) for n in (now - 1, now + 1) if n >= 0]
    if not choices:
        return None
    field = choice("used", "What", choices, asked.get("used", ""))
    return RulingKind("used", "Used this round, or not", "check", "", (field,))


def _item(table: Table, asked: Asked) -> RulingKind | None:
    held = [(c, who) for deck in ITEM_DECKS for c, who in table.state.decks[deck].held.items()]
    if not held:
        return None
    words = table.words
    cards = [(card, f"{words.card(card)} ({words.unit(who)})") for card, who in held]
    does = [
        ("equipped", "Equipped"),
        ("both", "Equipped and upgraded"),
        ("upgraded", "Upgraded, not equipped"),
        ("plain", "Neither"),
    ]
    does += [
        (f"under|{card}", f"Laid under {words.card(card)}, for good")
        for card, _ in held
        if not item_state(table.state, card).under
    ]
    fields = (
        choice("card", "Which", cards, asked.get("card", "")),
        choice("does", "It is", does, asked.get("does", "")),
    )
    return RulingKind("item", "Equip, upgrade, augment", "gear", "", fields)


CARDS: Mapping[str, Callable[[Table, Asked], RulingKind | None]] = {
    "draw": _draw,
    "card": _card,
    "current": _current,
    "option": _option,
    "lasting": _lasting,
    "value": _value,
    "used": _used,
    "remember": _remember,
    "item": _item,
}
