"""Writing a position as text, the reverse of `position.read_position`; what is secret is left out unless asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields

from .agenda import Exploration
from .cards import Book
from .decks import fresh_marks
from .determined import determined_at_rest
from .geometry import border_sides
from .invariants import cards_of_deck
from .placed import border_at
from .position_words import DOORS, STATUSES, Names, cell_words, space_words
from .settings import Settings
from .state import DECKS, PILES, Deck, Explorer, Marks, State, TokenPlace, space_of
from .units import ITEM_DECKS
from .visibility import HIDDEN

_STATUS_WORDS = {status: word for word, status in STATUSES.items()}
_DOOR_WORDS = {char: word for word, char in DOORS.items()}


def write_position(book: Book, state: State, *, secrets: bool = False) -> str:
    """The position as text, cards named in comments.

    Draw piles and face-down cards are told by number only, so that a report gives nothing away; with `secrets` they
    are named too (for tests and for the server's own log). A step that waits is written if it is one of an
    exploration; any other is mentioned in a comment.
    """
    names = Names(book)
    lines = list(_heading(book, state, names))
    for section, entries in (
        ("tiles", _tiles(book, state)),
        ("explorers", _explorers(state, names)),
        ("monsters", _monsters(book, state)),
        ("environments", _environments(book, state)),
        ("spaces", (f"{space_words(space_of(key))} {mark}" for key, mark in state.marks.items())),
        ("doors", _doors(state)),
        ("counts", _counts(book, state)),
        ("decks", _decks(book, state, names, secrets)),
        ("items", _items(state)),
        ("lasting", _lasting(state)),
        ("picked", (f"{one.what} {one.n} among {', '.join(one.among)}" for one in state.picked)),
        ("used", _used(state, names)),
        ("settings", _settings(state)),
    ):
        written = [f"  {entry}" for entry in entries]
        if written:
            lines += [f"{section}:", *written]
    return "\n".join(lines) + "\n"


def _named(book: Book, card: str) -> str:
    return f"  # {book.card(card).name}" if card in book.cards else ""


def _heading(book: Book, state: State, names: Names) -> Iterator[str]:
    yield f"scenario: {state.scenario}, {state.length}, {state.variation}"
    length = next(x for x in book.scenarios[state.scenario].lengths if x.id == state.length)
    known = [c for c in state.chapters if c != HIDDEN]
    if tuple(known) != length.chapters[: len(known)] or (
        HIDDEN not in state.chapters and len(known) < len(length.chapters)
    ):
        yield f"chapters: {', '.join(known)}"
    card = state.chapter_card
    if not card:
        yield "chapter: none"
    elif known.index(card) != state.chapter:
        yield f"chapter: {state.chapter + 1}{_named(book, card)}"
    else:
        yield f"chapter: {card}{_named(book, card)}"
    yield f"round: {state.round}, {state.phase} phase"
    ratings = {"spawn": state.spawn_rating, "horror": state.horror_rating}
    if any(value is not None for value in ratings.values()):
        yield "ratings: " + ", ".join(f"{k} {'none' if v is None else v}" for k, v in ratings.items())
    if state.spawn_tokens or state.horror_tokens:
        yield f"tokens: spawn {state.spawn_tokens}, horror {state.horror_tokens}"
    for name in ("threat", "level"):
        yield f"{name}: {getattr(state, name)}"
    for name in ("lit", "replacements"):
        if getattr(state, name):
            yield f"{name}: {getattr(state, name)}"
    if state.lit_tiles:
        yield f"lit tiles: {' | '.join(state.lit_tiles)}"
    if state.remembered:
        yield f"remembered: {' | '.join(state.remembered)}"
    if state.acting:
        yield f"acting: {names.short(state.acting)}"
    for name, token in (("entry", state.entry), ("exit", state.exit)):
        if token is not None:
            yield f"{name}: {_token(token)}"
    yield from _agenda(state, names)
    if state.outcome:
        yield f"outcome: {state.outcome}"


def _token(token: TokenPlace) -> str:
    return "beside the board" if token.cell is None else f"{cell_words(token.cell)} {token.edge}"


def _agenda(state: State, names: Names) -> Iterator[str]:
    step = state.agenda[0] if len(state.agenda) == 1 else None
    if isinstance(step, Exploration) and step.stage in ("terrain", "environment", "encounter"):
        card = f" {step.card}" if step.card else ""
        yield f"pending: {step.stage}{card} for {names.short(step.explorer)} at {cell_words(step.cell)}"
    elif state.agenda:
        yield f"# a step waits that is not written here: {state.agenda[-1].type}"


def _tiles(book: Book, state: State) -> Iterator[str]:
    for tile in state.board.tiles:
        face = tile.tile if tile.tile.startswith("E") else f"{tile.tile}{tile.face}"
        turned = f", turned {tile.turns}" if tile.turns else ""
        laid = tile.terrain
        terrain = f", terrain {laid.card}{laid.face} {laid.edge}" if laid is not None else ""
        yield f"{face} at {cell_words(tile.cell)}{turned}{terrain}  # {book.tiles[face].name}"


def _explorers(state: State, names: Names) -> Iterator[str]:
    everyone = list(state.explorers.values())
    while everyone and everyone[-1].status == "unused":  # those not named are unused
        everyone.pop()
    for explorer in everyone:
        yield _explorer(explorer, names.short(explorer.id))


def _explorer(explorer: Explorer, name: str) -> str:
    pools = f"{explorer.health}/{explorer.stamina}/{explorer.essence}"
    where = f" at {space_words(explorer.space)}" if explorer.space is not None else f" {_STATUS_WORDS[explorer.status]}"
    begun = ", begun" if explorer.begun else ""
    finished = ", finished" if explorer.finished and explorer.status not in ("left", "dead") else ""
    return f"{name} {pools}{where}{begun}{finished}"


def _monsters(book: Book, state: State) -> Iterator[str]:
    for monster in state.monsters.values():
        where = space_words(monster.space)
        yield f"{monster.id} {monster.card} {monster.health} at {where}{_named(book, monster.card)}"


def _environments(book: Book, state: State) -> Iterator[str]:
    for card, placed in state.environments.items():
        edge = placed.edge or "without an edge"
        charges = f", {placed.charges} charges" if placed.charges is not None else ""
        drawn = f", drawn in round {placed.drawn_in_round}" if placed.drawn_in_round else ""
        yield f"{card} at {cell_words(placed.cell)} {edge}{charges}{drawn}{_named(book, card)}"


def _doors(state: State) -> Iterator[str]:
    for key, door in state.board.doors.items():
        (a, _), (b, _) = border_sides(border_at(key))
        yield f"{space_words(a)} | {space_words(b)} {_DOOR_WORDS[door]}"


def _counts(book: Book, state: State) -> Iterator[str]:
    for card, marks in state.card_marks.items():
        fresh = fresh_marks(book.card(card)) if card in book.cards else Marks()
        for what in ("charges", "open", "chosen", "determined"):
            before: Mapping[str, int] = getattr(fresh, what)
            for panel, n in getattr(marks, what).items():
                if before.get(panel) != n:
                    yield f"{card} {panel} {what} {n + 1 if what in ('chosen', 'determined') else n}"
    for card, panel, _ in determined_at_rest(book, state):
        if panel not in state.card_marks.get(card, Marks()).determined:
            yield f"{card} {panel} determined 0"  # what is not said would be read as marked (CT-4)


def _decks(book: Book, state: State, names: Names, secrets: bool) -> Iterator[str]:
    for name in DECKS:
        deck = state.decks[name]
        known = HIDDEN not in deck.draw and not any(card.startswith(HIDDEN) for card in deck.aside)
        if secrets and known and deck.draw:
            yield f"{name} draw: {', '.join(deck.draw)}"
        if deck.destroyed:
            yield f"{name} destroyed: {', '.join(deck.destroyed)}"
        top = deck.destroyed[-1] if deck.destroyed else ""
        if name in PILES and state.current.get(name, "") != top:
            yield f"{name} current: {state.current.get(name, '') or 'none'}"
        if deck.held:
            yield f"{name} held: " + ", ".join(f"{c} by {names.short(who)}" for c, who in deck.held.items())
        lying = {card: at for card, at in deck.in_play.items() if "," in at}  # the others have just been drawn
        if name in ITEM_DECKS and lying:
            where = (f"{c} at {space_words(space_of(at))}" for c, at in lying.items())
            yield f"{name} lying: {', '.join(where)}"
        if deck.stored:
            yield f"{name} stored: " + ", ".join(f"{c} on {card}" for c, card in deck.stored.items())
        if deck.out:
            yield f"{name} out: {', '.join(deck.out)}"
        yield from _aside(book, name, deck, state.level, secrets and known)


def _aside(book: Book, name: str, deck: Deck, level: int, named: bool) -> Iterator[str]:
    if named and deck.aside:
        yield f"{name} aside: " + ", ".join(f"{card} until {what}" for card, what in deck.aside.items())
        return
    counts = Counter(deck.aside.values())
    if counts != _usual(book, name, deck, level):
        yield f"{name} aside: " + (", ".join(f"{n} {what}" for what, n in sorted(counts.items())) or "none")


def _usual(book: Book, name: str, deck: Deck, level: int) -> Counter[str]:
    """What lies aside where nothing is said: the cards of levels to come that are nowhere else."""
    seen = {*deck.destroyed, *deck.in_play, *deck.held, *deck.stored, *deck.out}
    there, names = level if name == "monsters" else 1, Names(book)
    later = (names.level(c) for c in cards_of_deck(book, name) if c not in seen)
    return Counter(f"level {n}" for n in later if n > there)


def _items(state: State) -> Iterator[str]:
    for card, item in state.items.items():
        words = [w for w, there in (("equipped", item.equipped), ("upgraded", item.upgraded)) if there]
        words += [f"under {item.under}"] if item.under else []
        yield f"{card} {', '.join(words)}".strip()


def _lasting(state: State) -> Iterator[str]:
    for effect in state.lasting:
        facts: Iterable[str] = (f"{k} {getattr(effect, k)}" for k in ("who", "unit", "card", "until", "round"))
        told = ", ".join(fact for fact in facts if not fact.endswith(" "))
        told += f", items {effect.items}" if effect.items else ""
        told += f", level_most {effect.level_most}" if effect.level_most is not None else ""
        told += ", apart" if effect.apart else ""
        yield f"{effect.effect} {effect.what} {'=' if effect.sets else ''}{effect.n}, {told}"


def _used(state: State, names: Names) -> Iterator[str]:
    for key, times in state.used.items():
        *what, who = key.split(" ")
        if "." not in who and who not in state.explorers and who not in state.monsters:
            continue  # what a monster did that is gone means nothing any more
        told = " ".join([*what, names.short(who) if who in state.explorers else who])
        yield told + (f", {times} times" if times > 1 else "")


def _settings(state: State) -> Iterator[str]:
    usual = Settings()
    for one in fields(Settings):
        value = getattr(state.settings, one.name)
        if value != getattr(usual, one.name):
            yield f"{one.name} {value}"
