"""What an item is, in one or two short lines: they stand wherever it is offered, held or lies on the board.

Before an item is kept, swapped, traded, picked up or equipped one has to know its attack, its price and what it does;
the same lines are shown everywhere, so that they are learned once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.rules.attacking import profile_of
from app.rules.cards import Book
from app.rules.cards_attacks import AttackProfile
from app.rules.cards_items import ItemCard
from app.rules.cards_text import Ability, Card
from app.rules.cards_units import ExplorerCard, MonsterCard
from app.rules.holding import item_state, loose_items, under
from app.rules.moves import Attack, Move, PickUp
from app.rules.state import ItemState, State
from app.rules.vocabulary import Price
from app.web.board_thumbs import face_words, things_on
from app.web.by_hand import by_hand
from app.web.messages_names import capital, counted, listed

KINDS = {"weapon": "Weapon", "artifact": "Artifact", "consumable": "Consumable", "apparel": "Apparel"}
PAID = ("stamina", "essence", "health")
BY_HAND = {"all": " (By hand)", "part": " (Partly by hand)", "": ""}
_ROOM = re.compile(r"^Room (\d+)\.\s*")
_UPGRADE = re.compile(r"Upgrade \([^)]*\): (?P<gain>[^.]*)\.?")


def card_facts(book: Book, state: State | None, card: str) -> tuple[str, ...]:
    """The lines of any card: an item's with what it is doing in `state`, a monster's or explorer's figures, what is
    printed on a map tile or terrain, else the abilities; () for one that the pack does not know.
    """
    if card in book.items:
        return item_facts(book.items[card]) if state is None else held_facts(book, state, card)
    if card in book.monsters:
        return monster_facts(book.monsters[card])
    if card in book.explorers:
        return explorer_facts(book.explorers[card])
    if card in book.tiles:
        return (f"{capital(listed(things_on(book.tiles[card].drawing) or ['plain floor']))}.",)
    if card + "a" in book.terrains:
        sides = [(face.upper(), book.terrains[card + face]) for face in "ab" if card + face in book.terrains]
        return tuple(f"{letter}, {side.name}: {face_words(side.drawing)}." for letter, side in sides)
    found = book.cards.get(card)
    return tuple(told(ability) for ability in _abilities(found)) if found is not None else ()


def monster_facts(card: MonsterCard) -> tuple[str, ...]:
    """Its figures, its attack, how it behaves and what else it does."""
    figures = f"Level {card.level}. Health {card.health}, armor {card.armor}, will {card.will}, moves {card.moves}"
    attack = f"Attack: {card.attack}" if card.attack else ""
    rest = " ".join([card.behaviour, *(told(ability) for ability in _abilities(card))]).strip()
    return tuple(line for line in (figures + (", ethereal" if card.ethereal else ""), attack, rest) if line)


def explorer_facts(card: ExplorerCard) -> tuple[str, ...]:
    """Its trade and figures, its basic attack, its abilities."""
    figures = (
        f"Health {card.health}, stamina {card.stamina}, essence {card.essence}, armor {card.armor}, will {card.will}"
    )
    first = f"{capital(card.trade)}. {figures}" if card.trade else figures
    attack = f"Attack: {card.attack}" if card.attack else ""
    rest = " ".join(told(ability) for ability in _abilities(card))
    return tuple(line for line in (first, attack, rest) if line)


def item_facts(item: ItemCard, now: ItemState | None = None, without: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Two or three lines: kind, slot and traits; the attack; what else it does and how it is augmented or upgraded.

    `without` = printed abilities that stand beside it with a button.
    """
    now = now or ItemState()
    slot = item.slot if item.slot != item.kind else ""
    first = ", ".join(part for part in (KINDS[item.kind], slot, *item.traits) if part)
    attack = attack_line(item, now)
    texts = [told(ability) for ability in _abilities(item, now) if ability.text not in without]
    printed = augment_line(item, now)
    return tuple(line for line in (first, attack, " ".join([*texts, printed]).strip()) if line)


def held_facts(book: Book, state: State, card: str, without: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """As `item_facts`, for an item as it is now: with what lies under it, and the attack that both make (BG-9)."""
    item, now = book.items[card], item_state(state, card)
    lines = item_facts(item, now, without)
    beneath = [book.items[one] for one in under(state, card)]
    if not beneath:
        return lines
    told_so = attack_line(item, now)
    lines = tuple(attack_now(book, state, card) if line == told_so else line for line in lines)
    return (*lines, *(f"Under it, {one.name}: {beneath_line(one)}" for one in beneath))


def attack_now(book: Book, state: State, card: str) -> str:
    """The attack of an item with what lies under it; as printed where that changes nothing."""
    item, now = book.items[card], item_state(state, card)
    printed = item.upgraded_profile if now.upgraded and item.upgraded_profile else item.attack_profile
    profile, _, _ = profile_of(book, state, "", card)
    if profile is None or profile == printed:
        return attack_line(item, now)
    return f"Attack: {attack_words(profile)}{_on_hit(item)}. What lies under it is counted in"


def beneath_line(item: ItemCard) -> str:
    """What an augment does where it lies: its abilities there, else what is printed about it."""
    there = [told(ability) for _, _, _, ability in item.abilities() if ability.item == "augment"]
    return " ".join(there) or item.augment


def carried_line(book: Book, state: State, explorer: str) -> str:
    """'Carries Pit Pick (equipped) and Tin of Oil', 'Carries nothing': before one trades with somebody."""
    held = [_in_short(book, state, card) for card in loose_items(state, explorer)]
    return f"Carries {listed(held)}" if held else "Carries nothing"


def _in_short(book: Book, state: State, card: str) -> str:
    beneath = listed([book.items[one].name for one in under(state, card)]) if under(state, card) else ""
    said = [state_words(item_state(state, card)).lower(), f"with {beneath} under it" if beneath else ""]
    more = ", ".join(part for part in said if part)
    return f"{book.items[card].name} ({more})" if more else book.items[card].name


def move_facts(book: Book, state: State, move: Move) -> tuple[str, ...]:
    """The lines of the item that a move is about: what is picked up, the attack that is made; () for other moves."""
    if isinstance(move, PickUp) and move.card in book.items:
        return held_facts(book, state, move.card)
    if isinstance(move, Attack):
        if move.weapon in book.items:
            return (attack_now(book, state, move.weapon).removeprefix("Attack: "),)
        explorer = book.explorers.get(move.explorer)
        return (explorer.attack,) if explorer is not None and explorer.attack else ()
    return ()


def attack_line(item: ItemCard, now: ItemState) -> str:
    """'Attack: 2 low dice and 1 high die, adjacent (2 stamina)', as it is now; '' for an item without an attack.

    The printed words stand for the side that is printed on; once upgraded the dice, reach and price are those of the
    other side, and what a hit does is told with them.
    """
    profile = item.upgraded_profile if now.upgraded and item.upgraded_profile else item.attack_profile
    if now.upgraded and item.upgraded_profile:
        gained = _UPGRADE.search(item.augment)
        more = f". The upgrade is counted in: {gained['gain']}" if gained else ""
        return f"Attack: {attack_words(item.upgraded_profile)}{_on_hit(item)}{more}"
    if item.attack:
        return f"Attack: {item.attack}"
    return f"Attack: {attack_words(profile)}" if profile is not None else ""


def _on_hit(item: ItemCard) -> str:
    """What a hit does besides, as printed."""
    _, _, said = item.attack.rpartition(" (")[0].partition("; ")
    return f"; {said}" if said else ""


def attack_words(profile: AttackProfile) -> str:
    """The dice, the reach, whether it is arcane, how many targets, and the price in brackets."""
    dice = [
        f"{n} {kind} {'die' if n == 1 else 'dice'}" for kind, n in (("low", profile.low), ("high", profile.high)) if n
    ]
    reach = "adjacent" if profile.reach == "adjacent" else "in sight"
    if profile.reach == "sight" and profile.within:
        reach += f" within {profile.within}"
    shape = {"area": "on all on or adjacent to 1 space ", "line": "on all in a line "}.get(profile.shape, "")
    said = [listed(dice) if dice else "no dice", shape + reach]
    if profile.past_corners:
        said.append("past corners")
    if profile.arcane:
        said.append("arcane")
    if profile.targets == 0:
        said.append("against each in reach")
    elif profile.targets > 1:
        said.append(f"against up to {profile.targets} targets")
    if profile.times > 1:
        said.append(f"{profile.times} times")
    return f"{', '.join(said)} ({price_words(profile.price)})"


def price_words(price: Price) -> str:
    """'2 stamina, 1 essence', '1 horror token', 'free'."""
    pools = [f"{getattr(price, pool)} {pool}" for pool in PAID if getattr(price, pool)]
    tokens = [counted(n, f"{kind} token") for kind in ("spawn", "horror") if (n := getattr(price, f"{kind}_token"))]
    return ", ".join([*pools, *tokens]) or "free"


def told(ability: Ability) -> str:
    """An ability as printed, its price in it, with a word where the group has to carry it out."""
    return ability.text.strip() + BY_HAND[by_hand(ability)]


def abilities_of(card: Card) -> tuple[str, ...]:
    """The abilities of a card as printed, in their order."""
    return tuple(told(ability) for *_, ability in card.abilities())


def augment_line(item: ItemCard, now: ItemState) -> str:
    """How many augments it takes, what it goes under, and its upgrade: what is printed, but for an upgrade made."""
    text = _ROOM.sub(lambda found: f"Takes {counted(int(found[1]), 'augment')}. ", item.augment)
    return _UPGRADE.sub("", text).strip() if now.upgraded else text.strip()


def _abilities(card: Card, now: ItemState | None = None) -> Iterator[Ability]:
    """Its abilities; of an item those of the side that counts, as the other side is told by its upgrade."""
    hidden = () if now is None else ("plain", "augment") if now.upgraded else ("upgraded", "augment")
    for _, _, _, ability in card.abilities():
        if ability.item not in hidden:
            yield ability


def state_words(now: ItemState) -> str:
    """'Equipped', 'Laid under another', 'Upgraded'; '' for an item that is only carried."""
    doing = "Equipped" if now.equipped else "Laid under another" if now.under else ""
    return capital(", ".join(part for part in (doing, "upgraded" if now.upgraded else "") if part))
