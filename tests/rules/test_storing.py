"""What is looked at or stored: who may see it and when, and that no card is lost on the way."""

from __future__ import annotations

from app.rules import Legal, decide, legal_moves, public_events, public_move, replay, reveals, view_for, violations
from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.agenda import Ask
from app.rules.agenda_items import Looking
from app.rules.events import CardsLookedAt, Chosen, DeckOrdered, Event, StepOpened
from app.rules.position import read_position
from app.rules.state import State
from app.store.codec import dump_events, dump_state, load_events, load_state
from tests.support import casebook
from tests.support.players import Scripted, Seeded, everyone

BOOK = casebook.book()
KEYHOLE = """
tiles:
  90a at 0,0
explorers:
  Ada 6/7/4 at e5 of 0,0
  Bram 5/5/3 at f5 of 0,0
decks:
  encounters current: enc-c-look
  encounters destroyed: enc-c-look
  horror_events draw: hev-01, hev-02, hev-03
"""
SEEN = ("hev-01", "hev-02", "hev-03")


def done(state: State, move: mv.Move) -> tuple[State, tuple[Event, ...]]:
    verdict = decide(BOOK, state, move, everyone(*state.explorers), Scripted())
    assert isinstance(verdict, Legal), verdict
    assert violations(BOOK, verdict.state) == ()
    return verdict.state, verdict.events


def test_cards_looked_at_are_shown_while_it_lasts_and_named_in_no_log() -> None:
    state = read_position(BOOK, KEYHOLE)
    state, events = done(state, mv.PlayAbility("exp-01", "enc-c-look", "card.0.0"))
    assert reveals(events)  # an undo across it is marked
    looking = next(s for s in view_for(state).agenda if isinstance(s, Looking))
    assert looking.cards == SEEN  # everybody at the table sees them
    question = view_for(state).agenda[-1]
    assert isinstance(question, Ask)
    assert (question.options, question.labels) == (("1", "2", "3"), SEEN)
    assert not any(card in repr(public_events(events)) for card in SEEN)

    moves = (mv.Answer(question.id, "3"), None)
    state, events = done(state, moves[0])
    second = state.agenda[-1]
    state, more = done(state, mv.Answer(second.id, "1"))
    assert not any(card in repr(public_events((*events, *more))) for card in SEEN)
    assert state.decks["horror_events"].draw[:3] == ("hev-03", "hev-01", "hev-02")
    assert not any(card in repr(view_for(state).decks["horror_events"].draw) for card in SEEN)
    assert not view_for(state).agenda


def test_the_answer_itself_is_not_told_but_stays_with_whoever_stores_it() -> None:
    state = read_position(BOOK, KEYHOLE)
    state, _ = done(state, mv.PlayAbility("exp-01", "enc-c-look", "card.0.1"))
    move = mv.Answer(state.agenda[-1].id, "2")
    state, events = done(state, move)
    assert public_move(move, events) == mv.Answer(move.step, "?")
    assert public_move(move, public_events(events)) == mv.Answer(move.step, "?")
    shown = [e for e in public_events(events) if isinstance(e, Chosen)]
    assert [(e.option, e.label) for e in shown] == [("?", "")]
    told = next(e for e in public_events(events) if isinstance(e, DeckOrdered))
    assert (told.top, told.under) == (("?", "?"), ("?",))
    assert state.decks["horror_events"].draw[-1] == "hev-02"
    open_move = mv.FinishTurn("exp-01")
    assert public_move(open_move, events) == open_move
    assert public_move(None, events) is None


def test_what_was_looked_at_survives_being_stored_and_folded() -> None:
    before = read_position(BOOK, KEYHOLE)
    state, events = done(before, mv.PlayAbility("exp-01", "enc-c-look", "card.0.1"))
    after, more = done(state, mv.Answer(state.agenda[-1].id, "1"))
    told = (*events, *more)
    assert load_events(dump_events(told)) == told
    assert load_state(dump_state(state)) == state
    assert replay(told, before) == after
    assert any(isinstance(e, CardsLookedAt) and e.cards == SEEN for e in told)
    assert any(isinstance(e, StepOpened) and isinstance(e.step, Looking) for e in told)


def test_a_ruling_in_between_leaves_the_rest_where_it_was() -> None:
    """The chapter is set while cards are looked at, and its horror event takes the top one: the others stay."""
    text = KEYHOLE.replace("tiles:", "chapters: cas-zero, cas-read-blocking, cas-caps\ntiles:", 1)
    state = read_position(BOOK, text)
    state, _ = done(state, mv.PlayAbility("exp-01", "enc-c-look", "card.0.1"))
    state, _ = done(state, mv.MakeRuling("turn the page", (ch.SetChapter(1),)))
    by = everyone(*state.explorers)
    for _ in range(40):
        if not state.agenda:
            break
        state, _ = done(state, next(m for m in legal_moves(BOOK, state, by).moves if not isinstance(m, mv.RollDie)))
    assert state.decks["horror_events"].destroyed[-1:] == ("hev-01",)
    assert {"hev-02", "hev-03"} <= set(state.decks["horror_events"].draw)


def test_stored_cards_keep_their_order_in_the_stack() -> None:
    text = """
tiles:
  90a at 0,0
explorers:
  Ada 6/7/4 at e5 of 0,0
decks:
  encounters current: enc-c-four
  encounters destroyed: enc-c-four
  explorer_events stored: xev-07 on enc-c-four, xev-01 on enc-c-four, xev-04 on enc-c-four
"""
    state = read_position(BOOK, text)
    state = load_state(dump_state(state))
    state, _ = done(state, mv.PlayAbility("exp-01", "enc-c-four", "card.0.3"))
    assert state.decks["explorer_events"].destroyed == ("xev-07", "xev-01", "xev-04")


def test_random_payers_lose_no_card_and_nothing_but_the_price() -> None:
    text = """
tiles:
  90a at 0,0
explorers:
  Ada 6/7/4 at e5 of 0,0
  Bram 5/5/3 at f5 of 0,0
  Vey 5/6/6 at g5 of 0,0
decks:
  encounters current: enc-c-four
  encounters destroyed: enc-c-four
"""
    for seed in range(12):
        chance = Seeded(seed)
        state = read_position(BOOK, text)
        by = everyone(*state.explorers)
        move: mv.Move = mv.PlayAbility("exp-01", "enc-c-four", "card.0.4")
        health = sum(e.health for e in state.explorers.values() if e.status == "in_play")
        for _ in range(80):
            state, _ = done(state, move)
            if not state.agenda:
                break
            listed = [m for m in legal_moves(BOOK, state, by).moves if not isinstance(m, mv.RollDie)]
            move = chance.random.choice(listed)
        assert not state.agenda
        stored = len(state.decks["explorer_events"].stored)
        left = sum(e.health for e in state.explorers.values() if e.status == "in_play")
        assert health - left == 2 * stored
        assert stored + len(state.decks["explorer_events"].destroyed) == 4
