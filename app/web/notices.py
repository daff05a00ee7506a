"""What everybody should hear of on any page: moves taken back, who asks for a seat, whose phone is away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.rules.turns import who_answers
from app.web.contexts import Notice, NoticeButton
from app.web.log_lines import Told, sentences_of
from app.web.messages_names import counted, listed

if TYPE_CHECKING:
    from app.service import Seat, SeatAsked
    from app.service.records import LogEntry, TakenBack
    from app.web.seen_table import Table


LONGEST: Final = 90  # characters of a move in a notice


def notices(table: Table) -> tuple[Notice, ...]:
    """The notices for this phone, the most pressing first; none for a phone that only looks on."""
    if table.watching or table.seat is None:
        return ()
    found = [asking(table, one) for one in table.view.asked]
    found += [taken_back(table, one) for one in table.view.taken_back]
    found += [freed(table, entry) for entry in table.view.freed]
    found += [away(table, seat) for seat in table.view.seats if seat.id in table.view.away and is_awaited(table, seat)]
    return tuple(found)


# ------------------------------------------------------------------ moves taken back


def taken_back(table: Table, one: TakenBack) -> Notice:
    """Who took back whose moves, and what they were; with the way to bring them back as long as there is one."""
    who = "You" if one.undo.seat == _own(table) else one.undo.name
    n = one.moves
    moves = counted(n, "move")
    makers = list(dict.fromkeys("you" if seat == _own(table) else name for seat, name in one.makers))
    if len(makers) == 1:
        text = f"{who} took back {_whose(table, one)} {'move' if n == 1 else f'last {moves}'}."
    else:
        text = f"{who} took back {moves}, made by {listed(makers)}."
    oldest = short(next(sentences_of(one.oldest, Told(table.words).at(one.oldest)), ""))
    note = oldest if n == 1 else f"Back to before: {oldest}"
    buttons: tuple[NoticeButton, ...] = ()
    if one.redo:
        buttons = (NoticeButton("redo", "Redo", "redo", (("revision", str(table.view.revision)),)),)
    return Notice(
        f"undone-{one.undo.revision}",
        "undo",
        text,
        note.strip(),
        buttons,
        f"{table.base}/log#r{one.undo.revision}",
        "Log",
    )


def short(sentence: str) -> str:
    """A sentence of the log as a notice has room for: without what it quotes, and not longer than LONGEST."""
    quotes = ": “" in sentence[:LONGEST] and not sentence.startswith("Ruling")
    told = sentence.partition(": “")[0] + "." if quotes else sentence
    return told if len(told) <= LONGEST else f"{told[: LONGEST - 1].rsplit(' ', 1)[0]}…"


def _own(table: Table) -> str:
    return table.seat.id if table.seat is not None else ""


def _whose(table: Table, one: TakenBack) -> str:
    """Whose the moves are, when all are one seat's."""
    seat, name = one.makers[0]
    if seat == _own(table):
        return "your own" if one.undo.seat == seat else "your"
    return "their own" if seat == one.undo.seat else f"{name}’s"


# ------------------------------------------------------------------ seats


def asked_words(table: Table, one: SeatAsked) -> str:
    """Who asks for what, so that it makes sense also when both have the same name."""
    held = next((seat for seat in table.view.seats if seat.id == one.seat), None)
    name = held.name if held else table.words.seat(one.seat)
    explorers = [table.words.unit(e) for e in held.explorers] if held else []
    mine = one.seat == _own(table)
    if one.by:
        who = "You ask" if one.by == _own(table) else f"{one.name} asks"
        return f"{who} to play {listed(explorers)} for {'you' if mine else name}."
    plays = f" with {listed(explorers)}" if explorers and not mine else ""
    if one.name.casefold() == name.casefold():
        whose = "your seat" if mine else f"{name}’s seat"
        return f"Another phone, also called {name}, asks for {whose}{plays}."
    whose = "your seat" if mine else f"the seat of {name}"
    return f"{one.name}, on another phone, asks for {whose}{plays}."


def asking(table: Table, one: SeatAsked) -> Notice:
    """A request for a seat, with the answers for those who may give them."""
    may = table.hosting or (bool(one.by) and one.seat == _own(table))
    request = ("request", str(one.id))
    buttons: tuple[NoticeButton, ...] = ()
    if may:
        buttons = (
            NoticeButton("check", "Give it", "grant", (request, ("yes", "1"))),
            NoticeButton("cross", "No", "grant", (request, ("yes", ""))),
        )
        note = "" if one.by else "That phone then plays on; the phone that had the seat loses it."
    elif one.seat == _own(table):
        note = "The host answers. If that is not you, say so."
    else:
        note = "The host answers."
    return Notice(f"asked-{one.id}", "person", asked_words(table, one), note, buttons)


def freed(table: Table, entry: LogEntry) -> Notice:
    """Somebody else took an explorer from this phone; with the way to have it back while nobody else plays it."""
    explorer = str(entry.detail["explorer"])
    name, holder = table.words.unit(explorer), table.holder(explorer)
    fields = (("explorer", explorer),)
    buttons = () if holder is not None else (NoticeButton("person", f"Play {name}", "claim", fields),)
    to = table.words.seat(holder.id) if holder is not None else ""
    text = f"{entry.name} freed {name}." if not to else f"{name} is played by {to} now."
    note = f"{entry.name} changed it." if to and holder is not None and holder.name != entry.name else ""
    if not to:
        note = f"{name} was yours; everybody may play {name} now."
    return Notice(f"freed-{entry.revision}", "slot", text, note, buttons)


def away(table: Table, seat: Seat) -> Notice:
    """The table waits for somebody whose phone is away: what can be done, by the host and by everybody else."""
    names = [table.words.unit(e) for e in seat.explorers]
    who = listed(names)
    fields = (("seat", seat.id),)
    own = table.seat
    buttons: tuple[NoticeButton, ...] = ()
    if not names:
        note = "Everyone has to answer, by a house rule of this table. The host can change it."
        return Notice(
            f"away-{seat.id}",
            "warn",
            _away_text(seat),
            note,
            (),
            f"{table.base}/house?find=answer",
            "House rules",
            since=table.view.away[seat.id],
        )
    if table.hosting:
        note = f"The table waits for {who}. Free: everybody may play {_them(names)}."
        buttons = (
            NoticeButton("slot", f"Free {who}", "free", fields),
            NoticeButton("person", f"Play {who} myself", "take-over", fields),
        )
    else:
        asked = any(one.by == (own.id if own else "") and one.seat == seat.id for one in table.view.asked)
        them = _them(names)
        note = f"The table waits for {who}. The host can free {them}, or give {them} to you."
        if seat.kind == "host":
            note = f"The table waits for {who}. The host link, opened on another phone, can free {them}."
        if not asked:
            buttons = (NoticeButton("person", f"Ask to play {who}", "ask-explorers", fields),)
    return Notice(f"away-{seat.id}", "warn", _away_text(seat), note, buttons, since=table.view.away[seat.id])


def _away_text(seat: Seat) -> str:
    return f"{seat.name}’s phone is away"


def _them(names: list[str]) -> str:
    return names[0] if len(names) == 1 else "them"


def is_awaited(table: Table, seat: Seat) -> bool:
    """Whether the table cannot go on without this seat: it has to answer, or has explorers that still act."""
    state = table.state
    if seat.kind == "watch" or (table.seat is not None and seat.id == table.seat.id) or state.outcome:
        return False
    if state.agenda:
        who = who_answers(state, state.agenda[-1])
        if who != "group":
            return who in seat.explorers
        choice = state.settings.group_choice
        return (choice == "every_seat" and seat.id in table.by.players) or (choice == "host" and seat.kind == "host")
    if state.phase != "explorer":
        return False
    acting = {e.id for e in state.explorers.values() if e.status == "in_play" and not e.finished}
    return not acting.isdisjoint(seat.explorers)
