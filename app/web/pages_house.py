"""The house rules of a table: to read for everybody, to change for the host; each change is a logged move."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from app.rules.events import SettingChanged
from app.rules.moves import ChangeSetting
from app.service import Refused, WrongSeat
from app.web import forms
from app.web.contexts import Why
from app.web.contexts_rulings import HouseChange, HousePage, SettingGroup, SettingRow
from app.web.errors import Malformed, status_of
from app.web.messages_events import happened
from app.web.pages_table import chrome
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table, open_table
from app.web.settings_text import groups

router = APIRouter(include_in_schema=False)

LOOKED_AT = 200  # entries in which changes of house rules are looked for
MOST_CHANGES = 6  # of them shown
LONGEST = 60  # characters of a name or value


@router.get("/t/{table}/house")
async def house(
    request: Request,
    table: AtTable,
    find: Annotated[str, Query(max_length=60)] = "",
    done: Annotated[str, Query(max_length=LONGEST)] = "",
) -> Response:
    """The house rules of this table; `done` is the one that has just been set, which says so where it stands."""
    page = await house_page(request, table, find)
    opened = tuple(replace(g, open=True) if any(row.name == done for row in g.rows) else g for g in page.groups)
    return render(request, replace(page, groups=opened, done=done))


@router.post("/t/{table}/house")
async def change(request: Request, table: AtTable) -> Response:
    """Change a house rule; a refusal brings the page back with what was chosen, and the reason beside it."""
    fields = await forms.read(request)
    name = fields.get("name", "")[:LONGEST]
    typed = fields.get(f"set:{name}", "")[:LONGEST]
    service, door = table.visit.service, table.visit.door
    try:
        move = ChangeSetting(name, forms.setting_value(name, typed))
        await service.play(door, table.seat, move, forms.number(fields, "revision"), None)
    except (Refused, WrongSeat, Malformed) as error:
        now = await open_table(request)
        page = await house_page(request, now, "", typed=(name, typed), problems=now.why(error.reasons))
        return render(request, page, status=status_of(error.reasons))
    return RedirectResponse(f"{table.base}/house?done={quote(name)}#set-{quote(name)}", 303)


async def house_page(
    request: Request, table: Table, find: str, *, typed: tuple[str, str] = ("", ""), problems: tuple[Why, ...] = ()
) -> HousePage:
    """The page; `typed` is the house rule that was to be changed and to what, which `problems` speak of."""
    every = groups(table.state.settings)
    shown = groups(table.state.settings, find) if find.strip() else every
    return HousePage(
        frame=frame(request),
        chrome=chrome(table),
        groups=tuple(typed_again(in_force(group), *typed) for group in shown),
        settings=sum(len(group.rows) for group in every),
        changed=sum(group.changed for group in every),
        hosting=table.hosting,
        find=find.strip(),
        changes=await changes(table),
        problems=problems,
        about=typed[0] if table.hosting and any(row.name == typed[0] for group in shown for row in group.rows) else "",
    )


def in_force(group: SettingGroup) -> SettingGroup:
    """Each choice with what it is at this table: in force, or, once it is chosen, not yet."""

    def noted(row: SettingRow) -> SettingRow:
        notes = {True: "In force now", False: "Chosen, not set yet"}
        return replace(row, choices=tuple(replace(pick, note=notes[pick.value == row.value]) for pick in row.choices))

    return replace(group, rows=tuple(noted(row) for row in group.rows))


def typed_again(group: SettingGroup, name: str, value: str) -> SettingGroup:
    """A group of house rules, open and with what was typed if the rule `name` is one of them."""

    def again(row: SettingRow) -> SettingRow:
        picks = row.choices
        if any(pick.value == value for pick in picks):
            picks = tuple(replace(pick, chosen=pick.value == value) for pick in picks)
        return replace(row, value=value if row.number else row.value, choices=picks)

    if not any(row.name == name for row in group.rows):
        return group
    return replace(group, open=True, rows=tuple(again(row) if row.name == name else row for row in group.rows))


async def changes(table: Table) -> tuple[HouseChange, ...]:
    """The house rules that were changed lately and are in force, the newest first."""
    found = []
    for entry in await table.visit.service.log(table.visit.door, None, LOOKED_AT):
        for event in entry.events:
            if isinstance(event, SettingChanged) and not entry.undone_by:
                found.append(HouseChange(happened(table.words, event), entry.name, entry.at))
    return tuple(found[:MOST_CHANGES])
