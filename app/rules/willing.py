"""An ability that any explorer may use: who does, or nobody, in one answer (AM-2)."""

from __future__ import annotations

from typing import NoReturn

from .agenda import Resolve
from .altering import altered
from .cards import Book
from .effects import Choose
from .engine import Restart, Run
from .paying import can_pay
from .state import State
from .units import taking_part
from .vocabulary import Price

#: The answer that nobody does it.
NOBODY = "none"
#: Under this key, with the explorer, a verb knows whether it was picked by who plays it, and so has agreed to pay.
MEANT = "meant"


def leaving_it(e: Choose) -> int | None:
    """The number of the option of 'any explorer may' that takes and does nothing; None where there is no such one."""
    idle = [i for i, option in enumerate(e.options) if not option.do and option.price == Price()]
    return idle[0] if e.who == "any_explorer" and len(idle) == 1 and len(e.options) > 1 else None


def able(book: Book, state: State, step: Resolve, e: Choose, no: int) -> dict[str, tuple[int, ...]]:
    """The explorers that can pay for an option other than leaving it, each with the numbers of those options."""
    found = {}
    for explorer in taking_part(state):
        can = tuple(
            i
            for i, option in enumerate(e.options)
            if i != no and can_pay(book, state, option.price, explorer, step.card, step.at)
        )
        if can:
            found[explorer] = can
    return found


def who_will(run: Run, step: Resolve, e: Choose, no: int) -> str | None:
    """The explorer that does it, None for nobody; asked of the group, together with leaving it.

    Who is picked by its own player does what there is to pay for with the same answer; picked by somebody else it is
    asked. Raises Restart when what is chosen is known, Paused while it is asked.
    """
    given = dict(step.answers)
    if "choice" in given:
        done_by = given.get("who", NOBODY)
        return done_by if done_by != NOBODY else None
    can = able(run.book, run.state, step, e, no)
    if not can:  # nobody is stopped for what is no choice
        run.note("only_option", "AM-2", e.options[no].label)
        _chosen(run, step, no)
    options, labels = (*can, NOBODY), (*can, e.options[no].label)
    who = run.ask(step, "who", "any_may", "group", options, rule="AM-2", labels=labels, card=step.card, at=step.at)
    assert who is not None
    if who == NOBODY:
        _chosen(run, step, no)
    meant = f"{MEANT} {who}"
    if meant not in given:
        run.answered(step, meant, "yes" if who in run.by.explorers else "no")
        raise Restart
    if given[meant] == "yes" and len(can[who]) == 1:
        _chosen(run, step, can[who][0])
    return who


def _chosen(run: Run, step: Resolve, option: int) -> NoReturn:
    run.change(altered(step, answers=(*step.answers, ("choice", str(option)))))
    raise Restart
