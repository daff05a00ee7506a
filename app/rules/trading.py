"""Trading: two explorers give each other what they hold, until either says that it is over (BG-1, BG-9, RC-1)."""

from __future__ import annotations

from .agenda import Resolve
from .agenda_items import Recharging, SharedPayment, Trading, UsingInventory
from .cards import Book
from .effects_items import Trade
from .engine import IN_HAND, MOVES, STEPS, Run
from .geometry import Space
from .holding import holder_of, loose_items
from .inventory import adjacent_explorers, check_close_inventory, either_reasons, over_reasons, partner_reasons
from .items import hand_over, own_item_reasons
from .modifiers import forbids, is_said
from .moves_steps import CloseStep, GiveItem
from .moves_turn import StartTrade
from .pricing import Priced, priced
from .resolving import VERBS, next_verb, targets
from .sharing import check_decline, decline
from .spending import spend, stamina_reasons
from .state import Explorer, State
from .turns import answer_reasons, take_turn, turn_move
from .units import in_play, taking_part
from .verdicts import By, Reason, reason


def trade_cost(book: Book, state: State, explorer: str) -> Priced:
    """The stamina that trading costs an explorer (BG-1)."""
    return priced(book, state, state.settings.cost_trade, explorer, "cost_trade")


def forbidden_reasons(book: Book, state: State, explorer: str) -> list[Reason]:
    """A card forbids this explorer to trade."""
    card = forbids(book, state, "trade", explorer)
    return [reason("card_forbids", "IP-22", card=card, who=explorer)] if card else []


def check_trade(book: Book, state: State, move: StartTrade, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-1: with an adjacent explorer, for its stamina."""
    reasons: list[Reason] = []
    reasons += partner_reasons(
        book, state, "BG-1", move.explorer, move.partner, adjacent_explorers(book, state, move.explorer)
    )
    if is_said(book, state, "forbid", "trade"):
        reasons += forbidden_reasons(book, state, move.explorer)
        if move.partner in state.explorers and move.partner != move.explorer:
            reasons += forbidden_reasons(book, state, move.partner)
    return reasons + stamina_reasons(state, move.explorer, trade_cost(book, state, move.explorer))


def do_trade(run: Run, move: StartTrade) -> None:
    """Pay, then both give what they like."""
    take_turn(run, move.explorer)
    spend(run, move.explorer, trade_cost(run.book, run.state, move.explorer), "trade")
    run.open(Trading(run.new_id(), move.explorer, move.partner))


def begin_trade(run: Run, step: Resolve, effect: Trade) -> None:
    """The effect: the acting explorer trades with one that is adjacent, or with any (IP-19)."""
    who = targets(run, step, "acting")
    explorer = who[0] if who else ""
    if effect.where == "anywhere":
        partners = tuple(e for e in taking_part(run.state) if e != explorer)
    else:
        partners = adjacent_explorers(run.book, run.state, explorer)
    if not explorer or forbids(run.book, run.state, "trade", explorer):
        partners = ()
    partners = tuple(p for p in partners if not forbids(run.book, run.state, "trade", p))
    partner = run.ask(
        step, "partner", "trade_with", explorer or "group", partners, rule="BG-9", card=step.card, at=step.at
    )
    if partner is None:
        run.note("nobody_to_trade", "BG-9", explorer)
        return
    next_verb(run, step)
    run.open(Trading(run.new_id(), explorer, partner, "BG-9"))


def carry_trading(run: Run, step: Trading) -> bool:
    """Wait for what is given; over when either has gone."""
    there = taking_part(run.state)
    if step.explorer in there and step.partner in there:
        return False
    run.close(step)
    return True


def trading_step(state: State, step: int) -> Trading | None:
    """The trade on top of the agenda, if it is the one meant."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Trading) and top.id == step else None


def check_give(book: Book, state: State, move: GiveItem, by: By) -> list[Reason]:
    """BG-9: whoever plays the holder gives, to the other one; what lies under another item goes with that."""
    step = trading_step(state, move.step)
    if step is None:
        at_a_station = any(isinstance(waiting, Recharging) for waiting in state.agenda)
        return over_reasons(state, move.step, "RC-1" if at_a_station else "BG-9")
    holder = holder_of(state, move.card)
    if holder not in (step.explorer, step.partner):
        both = (*loose_items(state, step.explorer), *loose_items(state, step.partner))
        return [reason("not_in_this_trade", "BG-9", both, card=move.card)]
    if move.to and move.to not in (step.explorer, step.partner):
        return [reason("not_who_trades", "BG-9", (_other(step, holder),), who=move.to)]
    if move.to == holder:
        return [reason("holds_it_already", "BG-9", card=move.card, who=holder)]
    return answer_reasons(state, holder, by) + own_item_reasons(state, holder, move.card)


def do_give(run: Run, move: GiveItem) -> None:
    """The card arrives unequipped (BG-9)."""
    step = trading_step(run.state, move.step)
    assert step is not None
    hand_over(run, move.card, _other(step, holder_of(run.state, move.card)), "BG-9")


def _other(step: Trading, explorer: str) -> str:
    """With whom an explorer of the trade trades."""
    return step.partner if explorer == step.explorer else step.explorer


def check_close(book: Book, state: State, move: CloseStep, by: By) -> list[Reason]:
    """A trade, a use of inventory or a shared price waits, and the seat has a part in it."""
    top = state.agenda[-1] if state.agenda else None
    if top is not None and top.id == move.step:
        if isinstance(top, Trading):
            return either_reasons(state, (top.explorer, top.partner), by)
        if isinstance(top, UsingInventory) and top.on:
            return check_close_inventory(book, state, top, move, by)
        if isinstance(top, SharedPayment):
            return check_decline(state, by)
    return over_reasons(state, move.step, "BG-9")


def do_close(run: Run, move: CloseStep) -> None:
    """The step is over."""
    top = run.top
    if isinstance(top, SharedPayment):
        decline(run, top)
    else:
        run.close(top)


MOVES[StartTrade] = (turn_move(StartTrade, check_trade), do_trade)
MOVES[GiveItem] = (check_give, do_give)
MOVES[CloseStep] = (check_close, do_close)
STEPS[Trading] = carry_trading
VERBS[Trade] = begin_trade
IN_HAND.add(Trading)

__all__ = ["in_play"]
