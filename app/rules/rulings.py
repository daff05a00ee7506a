"""Table rulings and house rules: the group overrides the tracker on purpose (AM-1, ledger: Settings)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from . import changes as ch
from .altering import replace
from .board import cell_of, layout
from .cards import Book
from .chapters import chapter_of, enter_chapter
from .conditions import charges_of, panel_address
from .engine import IN_HAND, MOVES, STEPS, NoChance, Paused, Restart, Run, UnknownYet
from .events_agenda import DueSet, StepClosed
from .events_cards import CardMoved, MarksChanged
from .events_map import DoorSet, EnvironmentSet
from .events_table import GameEnded, RulingMade, SettingChanged, TokensChanged, TrackSet
from .events_units import MonsterPlaced, UnitMoved
from .evolve import evolve
from .geometry import border_between
from .invariants import violations
from .moves_table import ChangeSetting, MakeRuling
from .moving import entered
from .placed import border_key
from .settings import setting_problem
from .state import Ask, CardEnters, Marks, Recharging, State, TileGoes, TrapsSprung, UsingEventSpace, key_of
from .triggers import trigger
from .units import (
    ITEM_DECKS,
    destroy_unit,
    destroyed_spawns,
    occupied,
    printed,
    set_pool,
    space_of_unit,
    unit_of,
)
from .verdicts import By, Reason, reason

REASON_LENGTH = 200
DOORS = {"open": "/", "closed": "=", "none": " "}

#: What may be changed -> (every reason against it, doing it). The modules `rulings_...` beside this one add theirs.
CHANGES: dict[type, tuple[Callable[[Book, State, Any], list[Reason]], Callable[[Run, Any], None]]] = {}


def check_ruling(book: Book, state: State, move: MakeRuling, by: By) -> list[Reason]:
    """AM-1: a reason is given, the seat may rule, and no change breaks an invariant (DK-3, BG-2)."""
    reasons: list[Reason] = []
    if not move.reason.strip():
        reasons.append(reason("no_reason_given", "AM-1"))
    if len(move.reason) > REASON_LENGTH:
        reasons.append(reason("reason_too_long", "AM-1", most=REASON_LENGTH))
    if state.settings.ruling_by == "host" and not by.host:
        reasons.append(reason("host_only", "AM-1"))
    if not move.changes:
        reasons.append(reason("no_changes", "AM-1"))
    return reasons + _change_reasons(book, state, move.changes, by)


def _change_reasons(book: Book, state: State, changes: tuple[ch.Change, ...], by: By) -> list[Reason]:
    """Each change is checked on what those before it have made of the table; a card that is hidden stays so."""
    reasons: list[Reason] = []
    trial = Run(book, state, by, NoChance())
    for change in changes:
        if trial.state.outcome:
            reasons.append(reason("game_over", "BG-7", outcome=trial.state.outcome))
            break
        check, do = CHANGES[type(change)]
        found = check(book, trial.state, change)
        reasons += found
        if not found:
            with suppress(UnknownYet):
                do(trial, change)
    return reasons or _broken(book, state, trial.state)


def _broken(book: Book, before: State, after: State) -> list[Reason]:
    """The invariants that the changes together would break; one that was broken before may be mended by a ruling."""
    names = violations(book, after)
    known = violations(book, before) if names else ()
    told = (name.partition(" ") for name in names if name not in known)
    return [reason("breaks_invariant", "AM-1", what=name, which=which) for name, _, which in told]


def do_ruling(run: Run, move: MakeRuling) -> None:
    """Log the reason, then let the changes happen; one that a card just turned up makes impossible is logged."""
    run.emit(RulingMade(move.reason.strip()))
    for change in move.changes:
        check, do = CHANGES[type(change)]
        if run.state.outcome or check(run.book, run.state, change):
            run.note("ruling_part_skipped", "AM-1")
        else:
            do(run, change)
    ask_again(run)


def ask_again(run: Run) -> None:
    """A question that waits is asked anew if its options are others by now; else it stays as it is (AM-1).

    One that something else has come on top of is asked anew when it is its turn again.
    """
    for step in run.state.agenda[:-1]:
        if isinstance(step, Ask):
            run.close(step)
    asked = run.state.agenda[-1] if run.state.agenda else None
    if not isinstance(asked, Ask) or len(run.state.agenda) < 2:
        return
    trial = Run(run.book, evolve(run.state, StepClosed(asked.id)), run.by, NoChance())
    with suppress(Paused, Restart, UnknownYet):
        STEPS[type(trial.top)](trial, trial.top)
    now = trial.state.agenda[-1] if trial.state.agenda else None
    if not isinstance(now, Ask) or replace(now, id=asked.id, confirmed=asked.confirmed) != asked:
        run.close(asked)


def _no_unit(state: State, unit: str) -> list[Reason]:
    found = unit_of(state, unit)
    return [] if found is not None else [reason("no_such_unit", "AM-1", who=unit)]


def _range(value: int, least: int, most: int, what: str) -> list[Reason]:
    if least <= value <= most:
        return []
    return [reason("out_of_range", "AM-1", what=what, least=least, most=most, value=value)]


def _check_pool(book: Book, state: State, c: ch.SetPool) -> list[Reason]:
    reasons = _no_unit(state, c.unit)
    if reasons:
        return reasons
    if c.unit in state.monsters and c.what != "health":
        return [reason("monster_has_none", "EN-4", what=c.what)]
    explorer = state.explorers.get(c.unit)
    if explorer is not None and explorer.status in ("dead", "unused"):
        return [reason("not_in_play", "BG-6", who=c.unit, status=explorer.status)]
    return _range(c.value, 0, printed(book, state, c.unit, c.what), c.what)


def _do_pool(run: Run, c: ch.SetPool) -> None:
    set_pool(run, c.unit, c.what, c.value, "ruling", "AM-1")


def space_reasons(book: Book, state: State, space: tuple[int, int]) -> list[Reason]:
    """Why a unit cannot be put on a space: there is none, somebody stands there, an obstacle is there (BG-2)."""
    if space in occupied(state):
        return [reason("space_taken", "BG-2", space=key_of(space), who=occupied(state)[space])]
    return floor_reasons(book, state, space)


def floor_reasons(book: Book, state: State, space: tuple[int, int]) -> list[Reason]:
    """Why nothing can be laid on a space: there is none, or an obstacle is there."""
    table = layout(book.faces, state.board)
    if space not in table.spaces:
        return [reason("no_space", "AM-1", x=space[0], y=space[1])]
    if table.is_obstacle(space, destroyed_spawns(state)):
        return [reason("obstacle", "BG-2", space=key_of(space), what=table.spaces[space])]
    return []


def _check_put(book: Book, state: State, c: ch.PutUnit) -> list[Reason]:
    reasons = _no_unit(state, c.unit)
    explorer = state.explorers.get(c.unit)
    if explorer is not None and explorer.status in ("dead", "unused"):
        reasons.append(reason("not_in_play", "BG-6", who=c.unit, status=explorer.status))
    if space_of_unit(state, c.unit) == c.space:
        return [*reasons, reason("stands_there", "AM-1", who=c.unit)]
    return reasons + space_reasons(book, state, c.space)


def _do_put(run: Run, c: ch.PutUnit) -> None:
    before = space_of_unit(run.state, c.unit)
    run.emit(UnitMoved(c.unit, c.space, "ruling", rule="AM-1"))
    if c.enters and (before is None or cell_of(before) != cell_of(c.space)):
        entered(run, [c.unit])


def _check_add(book: Book, state: State, c: ch.AddMonster) -> list[Reason]:
    deck = state.decks["monsters"]
    reasons = space_reasons(book, state, c.space)
    if c.card and c.card not in book.monsters:
        reasons.append(reason("no_such_card", "AM-1", card=c.card))
    elif c.card and c.card in deck.in_play:
        reasons.append(reason("card_elsewhere", "DK-3", card=c.card))
    elif not c.card and not deck.draw:
        reasons.append(reason("monster_deck_empty", "IP-17"))
    return reasons


def _do_add(run: Run, c: ch.AddMonster) -> None:
    """A spawn by ruling; whether it counts as entering the tile is a house rule (spawn_enters, EN-4)."""
    if not c.card:
        run.chance.reveal("monsters")
    card = c.card or run.state.decks["monsters"].draw[0]
    unit = f"m{run.new_id()}"
    run.emit(CardMoved("monsters", card, "in_play", unit, drawn=not c.card, rule="AM-1"))
    run.emit(MonsterPlaced(unit, card, c.space, run.book.monsters[card].health, "AM-1"))
    trigger(run, "monster_spawned", actor=None, unit=unit)
    if run.state.settings.spawn_enters == "yes":
        entered(run, [unit])


def _check_remove(book: Book, state: State, c: ch.RemoveMonster) -> list[Reason]:
    return [] if c.unit in state.monsters else [reason("no_such_unit", "AM-1", who=c.unit)]


def _do_remove(run: Run, c: ch.RemoveMonster) -> None:
    destroy_unit(run, c.unit, "AM-1", c.how, by_ruling=True)


def _check_tokens(book: Book, state: State, c: ch.SetTokens) -> list[Reason]:
    return _range(c.value, 0, 99, f"{c.kind}_tokens")


def _do_tokens(run: Run, c: ch.SetTokens) -> None:
    before = run.state.spawn_tokens if c.kind == "spawn" else run.state.horror_tokens
    if before != c.value:
        run.emit(TokensChanged(c.kind, before, c.value, "AM-1"))
        if c.value > before:
            trigger(run, "tokens_reached", actor=None)


def _check_track(book: Book, state: State, c: ch.SetTrack) -> list[Reason]:
    levels = {card.level for card in book.monsters.values()}
    ranges = {
        "threat": (1, book.threat_positions),
        "level": (1, max(levels, default=1)),
        "lit": (0, 99),
        "replacements": (0, len(state.explorers)),
    }
    least, most = ranges.get(c.track, (0, state.settings.rating_max))
    return _range(c.value, least, most, c.track)


def _do_track(run: Run, c: ch.SetTrack) -> None:
    before = getattr(run.state, c.track)
    if before != c.value:
        run.emit(TrackSet(c.track, before, c.value, "AM-1"))
        if c.track == "lit" and c.value > before:
            lead_on(run)


def lead_on(run: Run) -> None:
    """As many chapter spaces are lit as the chapter asks for: it is over once the ability in hand is (CH-4)."""
    chapter = chapter_of(run.book, run.state)
    if chapter is None or chapter.way_on.kind != "chapter_space" or "advance" in run.state.due:
        return
    if run.state.lit >= chapter.way_on.spaces:
        run.emit(DueSet((*run.state.due, "advance")))


def _check_charges(book: Book, state: State, c: ch.SetCharges) -> list[Reason]:
    if charges_of(state, c.card, panel_address(c.panel)) is None:
        return [reason("no_charges_there", "CT-1", card=c.card)]
    return _range(c.value, 0, 99, "charges")


def _do_charges(run: Run, c: ch.SetCharges) -> None:
    placed = run.state.environments.get(c.card)
    if placed is not None:
        run.emit(EnvironmentSet(replace(placed, charges=c.value), "charged", "AM-1"))
        if c.value == 0 and any(type(step) in IN_HAND for step in run.state.agenda):
            run.emit(DueSet((*run.state.due, f"tile {key_of(placed.cell)}")))
        elif c.value == 0:
            run.open(TileGoes(run.new_id(), placed.cell))
        return
    panel = panel_address(c.panel)
    marks = run.state.card_marks[c.card]
    changed: Marks = replace(marks, charges={**marks.charges, panel: c.value})
    run.emit(MarksChanged(c.card, changed, "charges", panel, c.value, "AM-1"))
    if c.value == 0:
        trigger(run, "charges_gone", actor=None, card=c.card, panel=panel)


def _check_door(book: Book, state: State, c: ch.SetDoor) -> list[Reason]:
    table = layout(book.faces, state.board)
    if c.a not in table.spaces or c.b not in table.spaces or abs(c.a[0] - c.b[0]) + abs(c.a[1] - c.b[1]) != 1:
        return [reason("no_border", "BG-1", a=key_of(c.a), b=key_of(c.b))]
    return []


def _do_door(run: Run, c: ch.SetDoor) -> None:
    run.emit(DoorSet(border_key(border_between(c.a, c.b)), DOORS[c.door], "", "AM-1"))  # type: ignore[arg-type]


def _check_take(book: Book, state: State, c: ch.TakeItem) -> list[Reason]:
    explorer = state.explorers.get(c.explorer)
    if explorer is None:
        return [reason("no_such_explorer", "AM-1", who=c.explorer)]
    if explorer.status in ("dead", "unused"):
        return [reason("not_in_play", "BG-6", who=c.explorer, status=explorer.status)]
    return [] if state.decks[c.deck].draw else [reason("item_deck_empty", "AM-1", what=c.deck)]


def _do_take(run: Run, c: ch.TakeItem) -> None:
    run.chance.reveal(c.deck)
    card = run.state.decks[c.deck].draw[0]
    run.emit(CardMoved(c.deck, card, "held", c.explorer, drawn=True, rule="AM-1"))


def _item_deck(state: State, card: str) -> str | None:
    return next((d for d in ITEM_DECKS if card in state.decks[d].held), None)


def _check_drop(book: Book, state: State, c: ch.DropItem) -> list[Reason]:
    if _item_deck(state, c.card) is None:
        return [reason("not_held", "AM-1", card=c.card)]
    if c.to and (c.to not in state.explorers or state.explorers[c.to].status in ("dead", "unused")):
        return [reason("not_in_play", "BG-6", who=c.to, status="")]
    return []


def _do_drop(run: Run, c: ch.DropItem) -> None:
    from .items import destroy_item, hand_over

    if c.to:
        hand_over(run, c.card, c.to, "AM-1")
    else:
        destroy_item(run, c.card, "AM-1")


def _check_chapter(book: Book, state: State, c: ch.SetChapter) -> list[Reason]:
    return _range(c.number, 0, len(state.chapters) - 1, "chapter")


def _do_chapter(run: Run, c: ch.SetChapter) -> None:
    run.emit(DueSet(tuple(d for d in run.state.due if d != "advance")))
    for at, step in enumerate(run.state.agenda):
        if isinstance(step, CardEnters) and step.kind == "chapter":  # what it had not begun is dropped (IP-9)
            above = run.state.agenda[at + 1 :]
            if above and isinstance(above[0], Ask):
                run.close(above[0])
            run.close(step)
    enter_chapter(run, c.number)


def _check_end(book: Book, state: State, c: ch.EndGame) -> list[Reason]:
    return []


def _do_end(run: Run, c: ch.EndGame) -> None:
    run.emit(GameEnded(c.outcome, "ruling", "AM-1"))


CHANGES.update(
    {
        ch.SetPool: (_check_pool, _do_pool),
        ch.PutUnit: (_check_put, _do_put),
        ch.AddMonster: (_check_add, _do_add),
        ch.RemoveMonster: (_check_remove, _do_remove),
        ch.SetTokens: (_check_tokens, _do_tokens),
        ch.SetTrack: (_check_track, _do_track),
        ch.SetCharges: (_check_charges, _do_charges),
        ch.SetDoor: (_check_door, _do_door),
        ch.TakeItem: (_check_take, _do_take),
        ch.DropItem: (_check_drop, _do_drop),
        ch.SetChapter: (_check_chapter, _do_chapter),
        ch.EndGame: (_check_end, _do_end),
    }
)


# ------------------------------------------------------------------ house rules

#: While a lever, a station or an event space is being resolved the edition cannot be switched (ED-1).
UNDER_4_0 = (TrapsSprung, Recharging, UsingEventSpace)


def check_setting(book: Book, state: State, move: ChangeSetting, by: By) -> list[Reason]:
    """Only the host, and only a value that the setting has."""
    reasons = [] if by.host else [reason("host_only", "AM-1")]
    problem = setting_problem(move.name, move.value)
    if problem is not None:
        reasons.append(reason(problem, "AM-1", name=move.name, value=str(move.value)))
    elif move.name == "rules_4_0" and any(isinstance(step, UNDER_4_0) for step in state.agenda):
        reasons.append(reason("setting_pending", "ED-1", name=move.name))
    elif getattr(state.settings, move.name) == move.value:
        reasons.append(reason("setting_unchanged", "AM-1", name=move.name, value=str(move.value)))
    return reasons


def do_setting(run: Run, move: ChangeSetting) -> None:
    """The house rule is valid from now on; what is no longer within it stays until it moves."""
    run.emit(SettingChanged(move.name, getattr(run.state.settings, move.name), move.value))
    if move.name in ("cost_explore", "cost_event_space") and move.value != 2:
        run.note("books_say_two", "BG-1", move.name)
    ask_again(run)


MOVES[MakeRuling] = (check_ruling, do_ruling)
MOVES[ChangeSetting] = (check_setting, do_setting)
