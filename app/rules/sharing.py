"""Prices that explorers pay together: promised share by share, paid all at once or not at all (NC-4, IP-1, IP-19)."""

from __future__ import annotations

from typing import Any, Literal

from .agenda import Resolve
from .agenda_items import SharedPayment
from .altering import replace
from .cards import Book
from .engine import MOVES, STEPS, Run
from .events_agenda import SharePromised
from .moves_steps import PayShare
from .state import State
from .turns import answer_reasons, pending_reason, unheard_of
from .units import lose, row_of_absence, taking_part
from .verdicts import By, Reason, reason
from .vocabulary import Price

Pool = Literal["health", "stamina", "essence"]
POOLS: tuple[Pool, ...] = ("health", "stamina", "essence")


def shared_pool(price: Price) -> tuple[Pool, int]:
    """What a shared price takes from pools, and how much: the first pool that it names."""
    for pool in POOLS:
        if getattr(price, pool):
            return pool, int(getattr(price, pool))
    return "health", 0


def can_give(state: State, explorer: str, pool: Pool) -> int:
    """What an explorer can give of a pool; its last health only where the table pays with it (ST-2)."""
    unit = state.explorers[explorer]
    if explorer not in taking_part(state):
        return 0
    there = int(getattr(unit, pool))
    return max(0, there - 1) if pool == "health" and state.settings.pay_last_health == "refused" else there


def shared_reasons(state: State, price: Price) -> list[Reason]:
    """Why a shared price cannot be met: all explorers have too little together, or (pooled_payment) each by itself."""
    pool, needed = shared_pool(price)
    amounts = [can_give(state, explorer, pool) for explorer in taking_part(state)]
    there = max(amounts, default=0) if state.settings.pooled_payment == "one" else sum(amounts)
    if needed <= there:
        return []
    return [reason("not_enough_together", "NC-4", what=pool, needed=needed, there=there)]


def open_payment(
    run: Run, price: Price, *, key: str = "paid", what: str = "", card: str = "", at: str = "", rule: str = "NC-4"
) -> None:
    """Let the explorers pay the pool of a shared price; its outcome is answered under `key` to the step beneath."""
    pool, needed = shared_pool(price)
    run.open(SharedPayment(run.new_id(), pool, needed, key, what=what, card=card, at=at, rule=rule))


def promised(state: State, step: SharedPayment) -> tuple[tuple[str, int], ...]:
    """The shares that still can be paid; what changed since (a ruling, a death) makes the others void."""
    return tuple((who, n) for who, n in step.shares if n <= can_give(state, who, step.pool))


def missing(state: State, step: SharedPayment, but: str = "") -> int:
    """What is still to be promised, leaving out one explorer's share."""
    return step.needed - sum(n for who, n in promised(state, step) if who != but)


def payment_step(state: State, step: int) -> SharedPayment | None:
    """The shared payment on top of the agenda, if it is the one meant."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, SharedPayment) and top.id == step else None


def check_share(book: Book, state: State, move: PayShare, by: By) -> list[Reason]:
    """NC-4: exact, out of what the explorer has; whole where one explorer must pay it."""
    step = payment_step(state, move.step)
    if step is None:
        pending = pending_reason(state)
        return unheard_of(state, move.step, "NC-4") or [
            reason("payment_over", "NC-4", now=str(pending.param("what")) if pending else "")
        ]
    payer = state.explorers.get(move.explorer)
    if payer is None:
        return [reason("no_such_explorer", "NC-4", who=move.explorer)]
    if move.explorer not in by.explorers:
        return [reason("not_your_explorer", "NC-4", who=move.explorer)]
    if move.explorer not in taking_part(state):
        return [reason("not_in_play", row_of_absence(payer), who=move.explorer, status=payer.status)]
    reasons: list[Reason] = []
    left, there = missing(state, step, move.explorer), can_give(state, move.explorer, step.pool)
    if not 0 <= move.n <= left:
        reasons.append(reason("over_the_price", "NC-4", what=step.pool, left=left, n=move.n))
    if move.n == dict(step.shares).get(move.explorer, 0):
        reasons.append(reason("share_unchanged", "NC-4", n=move.n, who=move.explorer))
    if state.settings.pooled_payment == "one" and move.n not in (0, step.needed):
        reasons.append(reason("pays_whole", "NC-4", what=step.pool, needed=step.needed))
    if move.n > int(getattr(payer, step.pool)):
        has = int(getattr(payer, step.pool))
        reasons.append(reason("not_enough", "NC-4", what=step.pool, needed=move.n, there=has, who=move.explorer))
    elif move.n > there:
        reasons.append(reason("last_health", "ST-2", who=move.explorer))
    return reasons


def do_share(run: Run, move: PayShare) -> None:
    """Promise; once nothing is missing all of it is paid, by those who promised, in that order."""
    step = payment_step(run.state, move.step)
    assert step is not None
    others = tuple(share for share in promised(run.state, step) if share[0] != move.explorer)
    step = replace(step, shares=(*others, (move.explorer, move.n)) if move.n else others)
    run.change(step)
    open_ = missing(run.state, step)
    run.emit(SharePromised(move.explorer, step.pool, move.n, open_, step.rule))
    if open_ == 0:
        for who, n in step.shares:
            lose(run, who, step.pool, n, step.rule, paid=True)
        _answer(run, step, paid=True)


def check_decline(state: State, by: By) -> list[Reason]:
    """Not paying is the group's decision (AM-2)."""
    return answer_reasons(state, "group", by)


def decline(run: Run, step: SharedPayment) -> None:
    """The price is not paid: nothing is lost. With group_choice = every seat, once all of them say so."""
    if run.state.settings.group_choice == "every_seat" and run.by.players:
        said = (*(seat for seat in step.declined if seat != run.by.seat), run.by.seat)
        run.change(replace(step, declined=said))
        if any(seat not in said for seat in run.by.players):
            return
    run.note("not_paid", step.rule, step.what or step.card)
    _answer(run, step, paid=False)


def _answer(run: Run, step: SharedPayment, *, paid: bool) -> None:
    from .playing import after_payment

    run.close(step)
    beneath: Any = run.top
    if step.key == "price" and isinstance(beneath, Resolve):
        after_payment(run, beneath, paid=paid)
        return
    run.change(replace(beneath, answers=(*beneath.answers, (step.key, "yes" if paid else "no"))))


def carry_payment(run: Run, step: SharedPayment) -> bool:
    """Wait for shares."""
    return False


MOVES[PayShare] = (check_share, do_share)
STEPS[SharedPayment] = carry_payment
