"""What surrounds every page of a table: its tabs, the bar that says what is waited for, and the ends of turns."""

from __future__ import annotations

import secrets

from fastapi import Request

from app.rules.agenda import Exploration, StepAbility
from app.rules.agenda_items import SharedPayment
from app.rules.moves import EndPhase, FinishTurn
from app.rules.state import PHASES, Explorer
from app.rules.turns import who_answers
from app.web.board_units import to_act, unit_space
from app.web.contexts import Action, Chrome, NowBar, Question, Tab
from app.web.endings import ended
from app.web.hands import hand_view
from app.web.messages_names import capital, listed
from app.web.messages_play import phase_end, phase_note
from app.web.moments import moment, unread_chapter
from app.web.notices import notices
from app.web.pages_questions import brief_task, question
from app.web.render import page_address
from app.web.seen_table import Table, answerer, looked_at
from app.web.spent_turns import spent

FOLDED = "vt_folded"
"""The cookie by which a question that was folded on one page waits folded on the next."""
TABS = (("Board", "board"), ("Cards", "cards"), ("Chapter", "chapter"), ("Party", "party"), ("Log", "log"))


def chrome(table: Table, tab: str = "", live: bool = True) -> Chrome:
    """What surrounds the page `tab` ('' for one that is none of the five); not `live` = it stays as it is."""
    now, asked = now_bar(table), question(table)
    return Chrome(
        base=table.base,
        here=page_address(table.request),
        nonce=secrets.token_urlsafe(6),
        revision=table.view.revision,
        stream=f"{table.base}/stream",
        now=now,
        tabs=tabs(table, tab),
        question=asked,
        watching=table.watching,
        may_rule=table.may_rule,
        notices=notices(table),
        still=not live,
        moment=moment(table),
        ended=ended(table),
        goal=goal(table, now, asked),
        folded=table.request.cookies.get(FOLDED, ""),
    )


def goal(table: Table, now: NowBar, asked: Question | None) -> str:
    """Where the task in the bar is done: its place on this page, or the page that has it."""
    if table.state.outcome:
        return f"{table.base}/board#ended"
    if asked is not None and asked.inline:
        if asked.first or asked.options or asked.groups:
            return "#asked"
        if not page_address(table.request).startswith(f"{table.base}/step"):
            return "#main"
        top = table.state.agenda[-1]
        kinds = {StepAbility: "#help" if getattr(top, "stage", "") == "adjust" else "#step", SharedPayment: "#pay"}
        return kinds.get(type(top), "#hand" if hand_view(table) is not None else "#main")
    on_board = page_address(table.request).startswith(f"{table.base}/board")
    if asked is not None:
        here = asked.options or asked.groups or asked.cards or asked.first
        # named as its sheet is: a name that outlived the question would make a folded sheet of the next one
        there = f"#to-{asked.step}{asked.about}{'-lit' if asked.board else ''}"
        return ("" if here else asked.page) or ("" if on_board else asked.board) or there
    if on_board and not now.unit:
        return "#bar-row"
    return f"{table.base}/board" + (f"?unit={now.unit}&lod=play" if now.unit else "")


def tab_of(request: Request) -> str:
    """The tab of the page that a fragment is for, by the address that htmx tells."""
    path = page_address(request).partition("?")[0].rstrip("/")
    return path.split("/")[3] if path.count("/") >= 3 else "board"


def tabs(table: Table, current: str) -> tuple[Tab, ...]:
    """The five tabs; the one whose page answers the pending step carries its number."""
    waiting = waiting_tab(table)
    unread = "chapter" if unread_chapter(table) else ""
    return tuple(
        Tab(name, icon, f"{table.base}/{icon}", icon == current, int(icon == waiting), icon == unread)
        for name, icon in TABS
    )


def waiting_tab(table: Table) -> str:
    """The page that the pending step belongs to; '' when nothing is pending."""
    if not table.state.agenda:
        return ""
    top = table.state.agenda[-1]
    card = str(getattr(top, "card", "")) if not isinstance(top, Exploration) else ""
    if card in table.book.chapters:
        return "chapter"
    if card in table.book.encounters or card in table.book.explorer_events or card in table.book.horror_events:
        return "cards"
    return "board"


def now_bar(table: Table) -> NowBar:
    """What is being waited for, and whether it is this phone's."""
    state = table.state
    at = PHASES.index(state.phase)
    arcs = tuple("on" if n == at else "was" if n < at else "" for n in range(4))
    phase, task, who, mine = _asked(table)
    return NowBar(
        round=state.round,
        arcs=(arcs[0], arcs[1], arcs[2], arcs[3]),
        phase=phase,
        asked=task,
        who=who,
        mine=mine and not table.watching,
        can_undo=table.view.can_undo and not table.watching,
        unit=acting_unit(table),
    )


def acting_unit(table: Table) -> str:
    """Who acts or answers now, where it stands on the board; '' where the group does, or nobody."""
    state = table.state
    if state.outcome:
        return ""
    unit = to_act(state, table.listing.moves, looked_at(table))
    if not unit and state.agenda:
        unit = who_answers(state, state.agenda[-1])
    elif not unit and state.phase == "explorer":
        acting = [e for e in state.explorers.values() if e.status == "in_play" and not e.finished]
        unit = _in_turn(table, acting)[0].id if acting else ""
    return unit if unit_space(state, unit) is not None else ""


def _asked(table: Table) -> tuple[str, str, str, bool]:
    """(what is going on, what is asked, who answers, whether that is this phone)."""
    state = table.state
    phase = f"{capital(state.phase)} phase"
    if state.outcome:
        return phase, "Won" if state.outcome == "won" else "Lost", "Over", False
    if state.agenda:
        return _pending(table, phase)
    if state.phase != "explorer":
        return phase, phase_end(state), "Anyone", True  # nothing of it waits any more
    acting = [e for e in state.explorers.values() if e.status == "in_play" and not e.finished]
    if not acting:
        return phase, phase_end(state), "Anyone", True
    own = [e for e in acting if e.id in table.by.explorers]
    one, others = _in_turn(table, acting)
    if others:
        return phase, *_others_act(table, others, own)
    # before anybody has begun it is no more the turn of this phone than of another, nor ever with a free explorer
    certain = (one.begun or own == acting) and (one.id in table.mine or table.plays_alone)
    over = spent(table.book, state, table.by, table.listing, one.id)
    left = ": end the turn" if over else f", {one.stamina} stamina left"
    return phase, f"{table.words.unit(one.id)}{left}", "Your turn" if certain else "Anyone", True


def _in_turn(table: Table, acting: list[Explorer]) -> tuple[Explorer, list[Explorer]]:
    """(who acts now, the explorers of other phones if it is one of theirs)."""
    own = [e for e in acting if e.id in table.by.explorers]
    others = [e for e in acting if e.begun and e not in own]
    if not own or (others and not any(e.begun for e in own)):
        return _first(others or acting), others or acting
    looked = next((e for e in own if e.id == looked_at(table)), None)
    return looked or _first([e for e in own if e.id in table.mine] or own), []


def _others_act(table: Table, acting: list[Explorer], own: list[Explorer]) -> tuple[str, str, bool]:
    """(what, who, False) while explorers of other phones act: who they are, and whether one's `own` may too."""
    one = _first(acting)
    seat = table.holder(one.id)
    names = listed([table.words.unit(e.id) for e in acting])
    said = f"{names} to act"
    if own and table.state.settings.turn_order == "free":
        said = f"{names} acts; {listed([table.words.unit(e.id) for e in own], 'or')} may too"
    return said, seat.name if seat else table.words.unit(one.id), False


def _first(explorers: list[Explorer]) -> Explorer:
    """The one whose turn has begun, else the first."""
    return next((e for e in explorers if e.begun), explorers[0])


def _pending(table: Table, phase: str) -> tuple[str, str, str, bool]:
    top = table.state.agenda[-1]
    said = brief_task(table, top)
    name, mine = answerer(table, who_answers(table.state, top))
    if isinstance(top, Exploration):
        card = table.words.card(top.card) if top.card else f"the {top.stage}"
        asks = {"terrain": f"Place {card}", "environment": f"Connect {card}", "encounter": "Draw the encounter"}
        explored = f"{table.words.unit(top.explorer)} explores {table.words.tile(top.cell)}"
        return explored, asks.get(top.stage, said), name, mine
    card = str(getattr(top, "card", ""))
    if isinstance(top, StepAbility) and top.stage == "adjust":
        return f"{table.words.card(card)}, {table.words.unit(top.roller)} rolled", said, "Anyone", True
    return table.words.card(card) if card else phase, said, name, mine


def turn_actions(table: Table) -> tuple[Action, ...]:
    """Finishing the turn of each explorer that this phone plays, then ending the phase."""
    found: list[Action | None] = []
    for explorer in table.state.explorers.values():
        if explorer.id not in table.by.explorers or explorer.status != "in_play" or explorer.finished:
            continue
        name = table.words.unit(explorer.id)
        left = explorer.stamina
        over = f"{name} acts no more this round"
        note = f"{left} stamina goes; {over}" if left else over
        found.append(table.act(FinishTurn(explorer.id), "end", f"Finish {name}’s turn", note))
    found.append(table.act(EndPhase(table.state.phase), "end", phase_end(table.state), phase_note(table.state)))
    return tuple(action for action in found if action is not None)
