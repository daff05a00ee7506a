"""What one has to know before the rules say anything: how a round goes, what is paid with, the dice, the symbols."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.rules.cards import Book
from app.rules.ledger import LEDGER
from app.web.contexts_rules import Primer, PrimerLine

#: What it is all about, and how a phone is asked what one can do.
GOAL: Final = (
    (
        "Together",
        "All of you win or lose as one: get through the chapters, each by the way on that it prints, and win by what "
        "the last one asks. With nobody left alive the game is lost.",
        "BG-7",
    ),
    (
        "Your turn",
        "Tap your own token on the board: all that your explorer can do there is listed with its price. Tap another "
        "space, a monster or an edge to see what can be done with it, or why not. Numbers: the stamina to walk there.",
        "RD-2",
    ),
    ("A mistake", "Undo takes moves back; whoever made one is told of it, and it can be brought back.", "AM-2"),
)
#: What the icons of sheets and bars stand for.
POOLS: Final = (
    ("stamina", "Stamina", "pays for steps and other moves, and is full again in a new round.", "RD-1"),
    ("health", "Health", "is what attacks and cards take. An explorer without any is out.", "BG-6"),
    ("essence", "Essence", "pays for abilities and upgrades; it comes back by cards and event spaces.", "EV-1"),
)
#: The symbols of the board, with what each is in a few words.
SYMBOLS: Final = (
    ("chest", "Chest", "gives items.", "BG-5"),
    ("bench", "Workbench", "lets one trade and use the inventory.", "BG-10"),
    ("recharge", "Recharge station", "restores by a roll, then lets one trade and use the inventory.", "RC-1"),
    ("event", "Event space", "restores essence, brings an event or lowers the threat.", "EV-1"),
    ("lever", "Trap lever", "sets off the trapped spaces.", "TL-1"),
    ("trap", "Trapped space", "is attacked when a lever is pulled there.", "TL-1"),
    ("lamp", "Chapter space", "leads on to the next chapter, and is lit from then on.", "CS-2"),
    ("nest", "Spawn space", "is where monsters come from.", "RD-3"),
    ("barrel", "Barrel", "explodes when it is hit.", "XB-1"),
    ("door", "Door", "counts as a wall while it is closed.", "BG-2"),
    ("terrain", "Terrain", "covers a corner of a map tile; what it shows counts.", "TR-5"),
    ("env", "Environment", "acts on everybody on its map tile.", "EN-2"),
)
ROUND: Final = ("RD-2", "RD-3", "RD-4", "RD-5", "IP-5")
#: What each die is rolled for.
DICE: Final = {
    "low": ("Low die", "BG-4"),
    "high": ("High die", "BG-4"),
    "game": ("Game die", "GD-1"),
    "recharge": ("Recharge die", "RC-1"),
}


def primer(book: Book) -> Primer:
    """The lines of all parts, each with the rule that says more; the dice are those of the pack."""
    return Primer(
        goal=tuple(PrimerLine("", *line) for line in GOAL),
        round=tuple(PrimerLine("", LEDGER[row].title, LEDGER[row].text, row) for row in ROUND),
        pools=tuple(PrimerLine(*line) for line in POOLS),
        dice=tuple(_dice(book)),
        symbols=tuple(PrimerLine(*line) for line in SYMBOLS),
    )


def _dice(book: Book) -> Iterator[PrimerLine]:
    for die, (name, row) in DICE.items():
        faces = book.dice.get(die, ())
        if faces:
            yield PrimerLine("die", name, f"has {', '.join(map(str, faces))} on its sides.", row)
