"""A sentence for every reason against something: the condition, with its figures, in the players' words.

Each code has one template, or several from rich to plain: the first whose facts are all given is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.rules.ledger import LEDGER
from app.web.messages import EDGES, Value, Words, listed

if TYPE_CHECKING:
    from app.rules.verdicts import Reason

MOST_ALTERNATIVES: Final = 6  # named in a sentence; the rest is counted

Templates = str | tuple[str, ...]

REASONS: Final[Mapping[str, Templates]] = MappingProxyType(
    {
        # who asks
        "seat_watches": "This seat only watches. Join as a player to make moves.",
        "not_your_explorer": "{who} is played from another seat.",
        "not_yours_to_answer": "{who} answers this.",
        "host_only": "Only the host decides this at your table.",
        # turns and phases
        "game_over": "The game is {outcome:words}. Nothing moves any more, but you can undo.",
        "already_finished": "{who} has finished for this round.",
        "another_turn": "{who} has begun a turn and finishes it first: your table plays one at a time.",
        "wrong_phase": "This belongs to the {needed:phase}; now is the {phase}.",
        "not_in_play": "{who} {status:status}.",
        "no_such_explorer": "No explorer called {who} plays at this table.",
        "step_pending": "First {what:pending}. {who} answers that.",
        # paying
        "not_enough": ("This costs {needed} {what:words}; {who} has {there}.", "This costs {needed}."),
        "not_enough_tokens": "This costs {needed#what:track token}; {there} are there.",
        "no_charges": "This takes {needed#charge}; {there} are left.",
        "last_health": "That would be the last health of {who}, and your table does not pay with it.",
        "token_cap": "No more than {cap} {what:track} tokens fit now, and {there} are there already.",
        # walking
        "no_space": "There is no such space on the board.",
        "no_step": "There is no step to {space}: a wall or a closed door lies between, or it is not adjacent.",
        "not_reachable": "{who} can't get to {space}: walls, doors, obstacles or units close it off.",
        "obstacle": "{space} holds {what:feature}, which can't be walked on.",
        "path_blocked": "The way is blocked at {space}.",
        "space_taken": "{who} stands on {space}.",
        "stands_there": "{who} stands there already.",
        "too_far": "{space} takes {needed} stamina; {who} has {there}.",
        "no_closed_door": "There is no closed door between here and {space}.",
        "no_exit": "There is no exit token on the board.",
        "not_at_exit": "The exit is on the {edge} edge, and this explorer does not stand on a space there.",
    }
)

#: What the web itself refuses; no rule of the game is behind these.
OURS: Final[Mapping[str, Templates]] = MappingProxyType(
    {
        "no_seat": "You have no seat at this table yet. Join it first.",
        "wrong_seat": "Your seat may not do this.",
        "unknown_token": "This token holds no seat at this table. Join the table to get one.",
        "cross_site": "This came from a page of another site, so it was not done.",
        "unknown_table": "There is no table behind this link. Ask the host for a fresh one.",
        "unknown_code": "No table has this code. Check it, or ask the host for the link.",
        "not_found": "There is nothing at this address.",
        "method_not_allowed": "This address does not take that kind of request.",
        "too_large": "That is too large: at most {limit} KB are taken here.",
        "malformed": "{field}: {fault}.",
        "key_reused": "This key was used for another move before. Every new move needs a new key.",
        "too_many_tries": "Too many tries. Wait a minute, then try again.",
        "fault": "Something went wrong here. Nothing was changed; try again.",
        "not_ready": "The server is just starting or stopping. Try again in a moment.",
        "explorer_taken": ("{explorer} is taken by {name}.", "{explorer} is taken already."),
    }
)

#: How the legal alternatives of a reason begin; 'Legal instead' for all others.
LEADS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "already_finished": "Still to act",
        "too_far": "Within reach",
        "explorer_taken": "Still free",
    }
)


def sentence(words: Words, reason: Reason) -> str:
    """The reason in one sentence. A code without words gives a general one, never an error."""
    facts: Mapping[str, Value] = dict(reason.params)
    if reason.code == "malformed" and not facts.get("field"):
        facts = {**facts, "field": "The request"}
    templates = REASONS.get(reason.code) or OURS.get(reason.code)
    said = words.first_that_fits(templates, facts) if templates else None
    return said if said is not None else general(reason)


def general(reason: Reason) -> str:
    """What can be said about any reason: the rule that it comes from."""
    row = LEDGER.get(reason.rule)
    what = reason.code.replace("_", " ")
    return f"Not possible: {what} ({row.title})." if row else f"Not possible: {what}."


def instead(words: Words, reason: Reason) -> str:
    """What would be legal, in one sentence; '' when the reason names nothing."""
    if not reason.alternatives:
        return ""
    named = [alternative(words, value) for value in reason.alternatives[:MOST_ALTERNATIVES]]
    more = len(reason.alternatives) - len(named)
    if more:
        named.append(f"{more} more")
    return f"{LEADS.get(reason.code, 'Legal instead')}: {listed(named, 'and' if more else 'or')}."


def alternative(words: Words, value: str) -> str:
    """One alternative in words: an edge, a placement ('a N'), a space ('3,4'), a unit, a card, or itself."""
    if value in EDGES:
        return f"the {EDGES[value]} edge"
    face, _, edge = value.partition(" ")
    if face in ("a", "b") and edge in EDGES:
        return f"face {face.upper()} on the {EDGES[edge]} edge"
    if "," in value:
        return words.place(value)
    if words.state is not None and (value in words.state.explorers or value in words.state.monsters):
        return words.unit(value)
    if value in words.book.explorers:
        return words.unit(value)
    return words.card(value) if words.knows(value) else value.replace("_", " ")
