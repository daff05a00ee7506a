"""Whoever looks at a sheet of the board, with the explorer that would act; how reasons and prices are told there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from app.rules import Listing, legal_moves, why_not
from app.rules.board import Layout, layout
from app.rules.cards import Book
from app.rules.geometry import Space
from app.rules.moves import Move
from app.rules.pricing import Priced
from app.rules.state import Explorer, State
from app.rules.verdicts import By, Reason
from app.rules.ways import walk_costs
from app.store.codec import dump_move
from app.web.board_contexts import Item
from app.web.board_units import to_act, unit_name
from app.web.contexts import Action, Cost, Why
from app.web.messages import Words
from app.web.messages_instead import instead
from app.web.messages_names import listed
from app.web.messages_reasons import sentence


@dataclass(frozen=True)
class Scene:
    """Whoever looks at a sheet: the table, the seat that asks, and the explorer that would act ('' for none).

    `selected` is the selected unit, which may be a monster: nobody acts with it, but it can be put somewhere by ruling.
    """

    book: Book
    state: State
    by: By
    words: Words
    unit: str
    selected: str = ""
    listed: Listing | None = None

    @cached_property
    def listing(self) -> Listing:
        """Every move of this seat, legal and refused; worked out here when it was not given."""
        return self.listed or legal_moves(self.book, self.state, self.by)

    @cached_property
    def layout(self) -> Layout:
        """The layout of the board."""
        return layout(self.book.faces, self.state.board)

    @property
    def explorer(self) -> Explorer | None:
        """The explorer that would act, when it is on the board."""
        found = self.state.explorers.get(self.unit)
        return found if found is not None and found.space is not None else None

    @property
    def acting(self) -> str:
        """Whose moves a sheet shows: in the monster phase the selected monster's, else the explorer's."""
        return to_act(self.state, self.listing.moves, self.selected) or self.unit

    @cached_property
    def steps(self) -> dict[Space, int]:
        """Every space that the explorer could walk to with any stamina, with what it costs."""
        return walk_costs(self.book, self.state, self.unit) if self.explorer else {}

    def whys(self, move: Move) -> tuple[Why, ...]:
        """Every reason against a move, in words."""
        return self.told(why_not(self.book, self.state, move, self.by))

    def told(self, reasons: Iterable[Reason]) -> tuple[Why, ...]:
        """Reasons in words."""
        return tuple(why(self.words, reason) for reason in reasons)

    def item(self, key: str, move: Move, icon: str, title: str, note: str = "", cost: int = 0) -> Item:
        """A move as an action of the sheet, legal or with everything against it."""
        if self.unit and self.selected and self.selected != self.unit:
            title = f"{unit_name(self.book, self.state, self.unit)}: {title[:1].lower()}{title[1:]}"
        reasons = self.whys(move)
        if reasons:
            return Item(key, Action(icon, title, costs=stamina(cost), reasons=reasons))
        return Item(key, Action(icon, title, note, stamina(cost), dump_move(move).decode()))


def why(words: Words, reason: Reason) -> Why:
    """A reason as a sentence, with what would be legal instead, and its rule."""
    return Why(f"{sentence(words, reason)} {instead(words, reason)}".strip(), reason.rule)


def stamina(cost: int) -> tuple[Cost, ...]:
    """A price in stamina as it stands at the right of an action; nothing for a free one."""
    return (Cost(str(cost), "stamina", "", "stamina"),) if cost else ()


def with_changes(note: str, words: Words, price: Priced) -> str:
    """A note with what cards add to the price or take from it."""
    if not price.because:
        return note
    changes = listed([words.one("because", change) for change in price.because])
    return f"{note.rstrip('.')}. Counted in: {changes}." if note else f"Counted in: {changes}."


def possessive(name: str) -> str:
    """'Ada’s', 'Boros’'."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"
