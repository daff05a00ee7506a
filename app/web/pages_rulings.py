"""Table rulings (AM-1): the group overrides the tracker on purpose; every kind of change has its own little form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.service import WrongSeat
from app.service.errors import refusal
from app.web.contexts import Why
from app.web.contexts_rulings import RulingKind, RulingPage
from app.web.item_facts import card_facts
from app.web.pages_table import chrome
from app.web.render import frame, render
from app.web.ruling_fields import Asked, of_another, typed_again
from app.web.ruling_kinds import FURTHER
from app.web.ruling_kinds_play import OWN
from app.web.seen_table import AtTable, Table

router = APIRouter(include_in_schema=False)

WHYS = ("A card says so", "We forgot something", "We misread the rule", "Wrong button", "We play it so")


@router.get("/t/{table}/ruling")
async def ruling(
    request: Request,
    table: AtTable,
    kind: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """One kind of ruling with what the address already says, or all of them. Who may not rule is told so at once."""
    if not table.may_rule and not table.watching:
        raise WrongSeat(refusal("host_only", "AM-1"), table.view.revision)
    return render(request, ruling_page(request, table, kind, dict(request.query_params)))


def ruling_page(
    request: Request,
    table: Table,
    kind: str,
    asked: Asked,
    problems: tuple[Why, ...] = (),
    meanwhile: tuple[str, ...] = (),
) -> RulingPage:
    """The page; with an unknown kind it offers all. `problems` say what was wrong with what was sent, `asked`."""
    kinds = (kind,) if kind in KINDS else tuple(KINDS)
    found = _made(table, kinds, asked) or _made(table, tuple(KINDS), {})
    if problems:
        found = tuple(typed_again(one, asked) if one.kind == kind else one for one in found)
    return RulingPage(
        frame=frame(request),
        chrome=chrome(table, "party", live=False),
        kinds=found,
        only=len(found) == 1,
        reason=asked.get("reason", ""),
        problems=problems,
        meanwhile=meanwhile,
        reasons=WHYS,
    )


def left_of_another(table: Table, kind: str, asked: Asked) -> tuple[Asked, Why] | None:
    """What to show instead of a number that was left as it stood for another choice: the form with what is now."""
    made = KINDS[kind](table, {}) if kind in KINDS else None
    found = of_another(made, asked) if made is not None else None
    if found is None:
        return None
    return {**asked, "value": str(found[1])}, Why(f"That is {found[1]} now: say what it becomes.", "")


def _made(table: Table, kinds: tuple[str, ...], asked: Asked) -> tuple[RulingKind, ...]:
    """The forms of those kinds that are possible now; the first of each group has its name."""
    found: list[RulingKind] = []
    for group, members in GROUPS.items():
        head = group
        for kind in members:
            made = KINDS[kind](table, asked) if kind in kinds else None
            if made is not None:
                found.append(replace(made, group=head, facts=picked_facts(table, made)))
                head = ""
    return tuple(found)


def picked_facts(table: Table, kind: RulingKind) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The items that a form lets one pick, with what they say: a name alone tells nobody which one is meant."""
    cards = dict.fromkeys(one.value for field in kind.fields for one in field.choices)
    items = [card for card in cards if card in table.book.items]
    return tuple((table.words.card(card), card_facts(table.book, table.state, card)) for card in items)


#: The kinds as they stand on the page, by what they are about.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "Explorers and monsters": ("pool", "put", "status", "turn", "monster", "remove"),
    "The board": ("door", "mark", "token", "tile", "tile_off", "tile_turn"),
    "Terrains and environments": ("terrain", "terrain_off", "environment", "environment_move"),
    "Items and cards": ("take", "drop", "item", "draw", "card", "current", "lasting", "value", "used"),
    "The chapter and its tracks": ("tracks", "level", "charges", "option", "remember", "chapter"),
    "The round and the game": ("over", "phase", "scenario", "end"),
}
KINDS: Mapping[str, Callable[[Table, Asked], RulingKind | None]] = {
    kind: {**OWN, **FURTHER}[kind] for kinds in GROUPS.values() for kind in kinds
}
