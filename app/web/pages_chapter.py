"""The Chapter tab: both cards, the way on, ratings with their chapter tokens, monster threat."""

from __future__ import annotations

import math
import random

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rules.board import layout
from app.rules.caps import chapter_cap
from app.rules.cards_story import Chapter
from app.rules.conditions import About, amount
from app.rules.geometry import CHAPTER
from app.rules.state import key_of
from app.rules.vocabulary import Condition
from app.web.board_news import SEEN, heard
from app.web.contexts_cards import Bar, Behind, CardView, ChapterPage, ThreatView, TrackView
from app.web.endings import read_on
from app.web.messages_names import counted, listed
from app.web.moments import looked_at
from app.web.pages_cards import bars, variation_card
from app.web.pages_faces import card_view, warned
from app.web.pages_table import chrome
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table

router = APIRouter(include_in_schema=False)

WAYS = {
    "chapter_space": ("Activate a chapter space.", "CH-4"),
    "blocking": ("Fulfil what the chapter asks for.", "CH-4"),
    "endgame": ("The endgame: only what it prints ends it.", "BG-7"),
    "exit_token": ("Leave the board by the exit.", "CH-9"),
    "none": ("This chapter is passed through at once.", "CH-5"),
}
SUBJECTS = {
    "spawn_tokens": "spawn token",
    "horror_tokens": "horror token",
    "lit_chapter_spaces": "lit chapter space",
    "open_options": "open option",
    "explorers": "explorer in play",
    "monsters": "monster",
    "charges": "charge",
    "charges_panel": "charge",
}


@router.get("/t/{table}/chapter")
async def chapter(request: Request, table: AtTable) -> Response:
    """The current chapter."""
    table = await warned(table)
    state, book = table.state, table.book
    card = book.chapters.get(state.chapter_card)
    top, bottom = faces(table, card) if card else (None, None)
    way, rule = way_on(table, card) if card else ("No chapter has entered yet.", "CH-2")
    page = ChapterPage(
        frame=frame(request),
        chrome=chrome(table, "chapter"),
        name=card.name if card else "Before the first chapter",
        number=state.chapter + 1,
        of=len(state.chapters),
        scenario=scenario_words(table),
        variation=variation_words(table),
        engraving=engraving(state.chapter_card),
        top=top,
        bottom=bottom,
        beside=variation_card(table),
        way_on=way,
        way_rule=rule,
        progress=progress(table, card) if card else "",
        passed=passed(table),
        tracks=tracks(table),
        threat=threat(table),
        ended=state.outcome,
        news=heard(table, await table.visit.service.log(table.visit.door, limit=SEEN)),
    )
    return read_on(table, looked_at(table, render(request, page)))


def passed(table: Table) -> tuple[Behind, ...]:
    """The chapters before the current one, each with its page; one that nobody has read has none."""
    state = table.state
    return tuple(
        Behind(table.words.card(card), table.chapter_page(n, card))
        for n, card in enumerate(state.chapters[: max(state.chapter, 0)])
    )


def scenario_words(table: Table) -> str:
    """'Ruins Among the Void, short, Company Orders'."""
    state = table.state
    scenario = table.book.scenarios[state.scenario]
    length = next((one.name for one in scenario.lengths if one.id == state.length), state.length)
    variation = next((one.name for one in scenario.variations if one.id == state.variation), "")
    return ", ".join(part for part in (scenario.name, f"{length.lower()} length", variation) if part)


def variation_words(table: Table) -> str:
    """What the variation changes, '' for the printed one, which has no ability and no chapters of its own."""
    scenario = table.book.scenarios[table.state.scenario]
    found = next((one for one in scenario.variations if one.id == table.state.variation), None)
    return found.text if found is not None and (found.chapters or any(found.abilities())) else ""


def faces(table: Table, card: Chapter) -> tuple[CardView | None, CardView | None]:
    """Its two cards (CH-1); one that has nothing but its illustration is still there."""
    found: list[CardView | None] = []
    for name in ("top", "bottom"):
        face = tuple(one for one in card.faces if one.name == name)
        found.append(card_view(table, card, face, icon="chapter", hue="brass", kind="Chapter") if face else None)
    return found[0], found[1]


def way_on(table: Table, card: Chapter) -> tuple[str, str]:
    """What advances the chapter, and its rule (CH-4, CH-9)."""
    if table.state.exit is not None:
        return "Leave the board by the exit; the chapter advances when nobody is left on it.", "CH-9"
    sentence, rule = WAYS[card.way_on.kind]
    if card.way_on.text:
        return card.way_on.text, rule
    if card.way_on.kind == "chapter_space":
        n = card.way_on.spaces
        sentence = "Activate a chapter space" if n == 1 else f"Activate {n} chapter spaces"
        layout_now = layout(table.book.faces, table.state.board)
        free = [s for s in layout_now.features(CHAPTER) if key_of(s) not in table.state.marks]
        where = listed([table.words.place(s) for s in free[:4]], "or")
        sentence += f": {where}." if free else "; none is on the board yet."
    return sentence, rule


def progress(table: Table, card: Chapter) -> str:
    """How far the way on has come, in figures."""
    way, state = card.way_on, table.state
    if way.kind == "chapter_space":
        return f"{state.lit} of {way.spaces} lit." if way.spaces > 1 else ""
    about = About(card.id)
    told = [
        f"{counted(amount(table.book, state, one, about), SUBJECTS[one.subject])}{_bound(one)}"
        for one in way.conditions
        if one.subject in SUBJECTS
    ]
    return f"Now {listed(told)}." if told else ""


def _bound(condition: Condition) -> str:
    if condition.least is not None and condition.most is None:
        return f" of {condition.least}"
    return f" (at most {condition.most})" if condition.most is not None else ""


def tracks(table: Table) -> tuple[TrackView, ...]:
    """Spawn and horror: rating, the chapter's own value, tokens and their cap (CH-3, TK-1, TK-3)."""
    state = table.state
    card = table.book.chapters.get(state.chapter_card)
    rows = (
        ("spawn", "nest", "ember", "Spawn rating", state.spawn_rating, state.spawn_tokens),
        ("horror", "horror", "ether", "Horror rating", state.horror_rating, state.horror_tokens),
    )
    top = state.settings.rating_max
    return tuple(
        TrackView(
            key,
            icon,
            hue,
            title,
            value,
            card.printed(key) if card else None,
            tuple(range(max(top, value or 0) + 1)),
            tokens,
            chapter_cap(table.book, state, key),
        )
        for key, icon, hue, title, value, tokens in rows
    )


def threat(table: Table) -> ThreatView:
    """Monster threat and level."""
    value = table.state.threat
    last = table.book.threat_positions
    found: tuple[Bar, ...] = bars((("b", min(value, last)),), last)
    return ThreatView(value, table.state.level, last, found)


def engraving(seed: str) -> tuple[str, str, str]:
    """Paths of a chapter's illustration, its own for each chapter: bright rays, faint rays, what stands beside."""
    dice = random.Random(seed)
    step = dice.choice((6, 7.5, 9, 10))
    every = dice.choice((2, 3, 4))
    bright: list[str] = []
    faint: list[str] = []
    for n in range(int(180 / step) + 1):
        angle = math.radians(n * step)
        reach = 104 if n % every == 0 else dice.choice((58, 64, 82))
        (bright if n % every == 0 else faint).append(
            f"M{160 + 22 * math.cos(angle):.0f} {96 - 22 * math.sin(angle):.0f}"
            f"L{160 + reach * math.cos(angle):.0f} {96 - reach * math.sin(angle):.0f}"
        )
    town = []
    for left in (14, 50, 244, 282):
        width, height = dice.choice((18, 24, 28)), dice.choice((22, 30, 44, 52))
        gable, flat = f"l{width / 2:g}-10 {width / 2:g} 10", f"h{width}"
        roof = dice.choice((gable, flat, f"v-8h{width / 3:g}v8h{width * 2 / 3:g}"))
        town.append(f"M{left} 100v-{height}{roof}V100")
    return "".join(bright), "".join(faint), "".join(town)
