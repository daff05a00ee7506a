"""The Cards tab: what is in force now, where every card is, and one page for each deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rules.invariants import cards_of_deck
from app.rules.state import DECKS, PILES, Deck
from app.web.board_news import SEEN, heard
from app.web.came_of import came_of
from app.web.contexts_cards import Bar, CardsPage, CardView, DeckPage, DeckRow, Placed
from app.web.errors import Refusal
from app.web.item_facts import card_facts
from app.web.messages_names import DECKS as DECK_NAMES
from app.web.messages_names import capital, edge_name
from app.web.moments import looked_at
from app.web.pages_faces import DECK_ICONS, card_view, warned
from app.web.pages_table import chrome
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table

if TYPE_CHECKING:
    from app.service import LogEntry

router = APIRouter(include_in_schema=False)

PILE_NOTES = {
    "encounters": ("Encounter", "Anyone, from any tile, while it lies on top.", "NC-3", "ether"),
    "explorer_events": ("Explorer event", "Anyone, from any tile, while it is current.", "DK-4", "brass"),
    "horror_events": ("Horror event", "It counts while it is current.", "DK-4", "ember"),
}


@router.get("/t/{table}/cards")
async def cards(request: Request, table: AtTable) -> Response:
    """What is in force, and the sum that must come out (DK-3)."""
    table = await warned(table)
    entries = await table.visit.service.log(table.visit.door, limit=SEEN)
    rows = tuple(deck_row(table, deck) for deck in DECKS if cards_of_deck(table.book, deck))
    page = CardsPage(
        frame=frame(request),
        chrome=chrome(table, "cards"),
        cards=(*variation_card(table), *current_cards(table, entries), *bound_cards(table), *environments(table)),
        decks=rows,
        counted=sum(row.draw + row.play + row.gone + row.aside for row in rows),
        total=sum(row.total for row in rows),
        news=heard(table, entries),
    )
    return looked_at(table, render(request, page))


@router.get("/t/{table}/cards/{deck}")
async def deck(request: Request, table: AtTable, deck: str) -> Response:
    """One deck."""
    if deck not in DECKS:
        raise Refusal("not_found")
    lies = table.state.decks[deck]
    pile = next((card for card in current_cards(table) if card.id == table.state.current.get(deck)), None)
    page = DeckPage(
        frame=frame(request),
        chrome=chrome(table, "cards"),
        deck=deck_row(table, deck),
        current=pile,
        in_play=_in_play(table, deck, lies),
        destroyed=tuple(_placed(table, card) for card in reversed(lies.destroyed)),
        out=tuple(sorted((_placed(table, card) for card in lies.out), key=lambda one: one.name)),
        has_pile=deck in PILES,
    )
    return render(request, page)


def variation_card(table: Table) -> tuple[CardView, ...]:
    """The variation that is played, where it has abilities to play: it counts like a card all session long (SC-1)."""
    scenario = table.book.scenarios[table.state.scenario]
    found = next((one for one in scenario.variations if one.id == table.state.variation), None)
    if found is None or all(ability.kind != "active" for *_, ability in found.abilities()):
        return ()
    note = "Anyone, from any tile, in every chapter."
    return (
        card_view(table, found, found.faces, icon="chapter", hue="brass", kind="Variation", note=note, rule="SC-1"),
    )


def current_cards(table: Table, entries: Sequence[LogEntry] = ()) -> tuple[CardView, ...]:
    """The current encounter and events; with the newest `entries` of the log, what came of each of them."""
    found = []
    for pile in PILES:
        card = table.state.current.get(pile, "")
        if card and card != "?":
            kind, note, rule, hue = PILE_NOTES[pile]
            face = table.book.card(card)
            view = card_view(table, face, face.faces, icon=DECK_ICONS[pile], hue=hue, kind=kind, note=note, rule=rule)
            found.append(replace(view, came=came_of(table, entries, card)))
    return tuple(found)


def bound_cards(table: Table) -> tuple[CardView, ...]:
    """Events that stay with an explorer (DK-4)."""
    found = []
    for pile in ("explorer_events", "horror_events"):
        for card, bearer in table.state.decks[pile].held.items():
            face = table.book.card(card)
            note = f"Bound to {table.words.unit(bearer)}, who alone may use it."
            kind, _, _, hue = PILE_NOTES[pile]
            found.append(
                card_view(
                    table,
                    face,
                    face.faces,
                    icon=DECK_ICONS[pile],
                    hue=hue,
                    kind=kind,
                    note=note,
                    rule="DK-4",
                    bearer=bearer,
                )
            )
    return tuple(found)


def environments(table: Table) -> tuple[CardView, ...]:
    """Environments in play, each on its tile."""
    found = []
    for lies in table.state.environments.values():
        face = table.book.environments[lies.card]
        where = f"at its {edge_name(lies.edge)} edge" if lies.edge else "without an edge"
        note = f"On {table.words.tile(lies.cell)}, {where}. It acts on every unit there."
        found.append(
            card_view(
                table,
                face,
                face.faces,
                icon="env",
                hue="ether",
                kind="Environment",
                note=note,
                rule="EN-2",
                charges=lies.charges,
            )
        )
    return tuple(found)


def deck_row(table: Table, deck: str) -> DeckRow:
    """The numbers of a deck; the current card of a pile counts as in play, though it lies on the destroyed ones."""
    lies = table.state.decks[deck]
    current = table.state.current.get(deck, "")
    on_top = int(bool(current) and current in lies.destroyed)
    play = len(lies.in_play) + len(lies.held) + len(lies.stored) + on_top
    gone = len(lies.destroyed) + len(lies.out) - on_top
    total = len(cards_of_deck(table.book, deck, table.state.scenario))
    top = next((card for card in reversed(lies.destroyed) if card != current), "")
    return DeckRow(
        deck=deck,
        icon=DECK_ICONS[deck],
        name=capital(DECK_NAMES[deck]),
        href=f"{table.base}/cards/{deck}",
        draw=len(lies.draw),
        play=play,
        gone=gone,
        aside=len(lies.aside),
        total=total,
        bars=bars((("a", len(lies.draw)), ("b", play), ("c", gone), ("d", len(lies.aside))), total),
        top=_name(table, deck, top) if top else "",
    )


def bars(parts: tuple[tuple[str, int], ...], total: int) -> tuple[Bar, ...]:
    """Counts as stretches of a gauge of 100, with a hair between them."""
    found, x = [], 0.0
    for kind, n in parts:
        width = 100 * n / total if total else 0.0
        if n:
            found.append(Bar(kind, round(x, 1), round(max(width - 0.6, 0.4), 1)))
        x += width
    return tuple(found)


def _in_play(table: Table, deck: str, lies: Deck) -> tuple[Placed, ...]:
    found = [_placed(table, card, _place(table, deck, at)) for card, at in lies.in_play.items()]
    found += [_placed(table, card, f"With {table.words.unit(who)}") for card, who in lies.held.items()]
    found += [_placed(table, card, f"Stored on {table.words.card(on)}") for card, on in lies.stored.items()]
    return tuple(found)


def _placed(table: Table, card: str, where: str = "") -> Placed:
    """A card that everybody may read, with what it says."""
    return Placed(table.words.card(card), where, card_facts(table.book, None, card))


def _place(table: Table, deck: str, at: str) -> str:
    if deck == "monsters":
        return "On the board"
    return f"On {table.words.tile(at)}" if deck != "tiles" else "On the board"


def _name(table: Table, deck: str, card: str) -> str:
    return table.words.card(card)
