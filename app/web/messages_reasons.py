"""A sentence for every reason against something: the condition, with its figures, in the players' words.

Each code has one template, or several from rich to plain: the first whose facts are all given is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.rules.ledger import LEDGER
from app.web import messages_items, messages_rulings
from app.web.messages import Words
from app.web.messages_conditions import needs_not_met
from app.web.messages_fields import malformed
from app.web.messages_names import Value, capital, counted

if TYPE_CHECKING:
    from app.rules.verdicts import Reason


A_WHILE: Final = 100  # seconds, from which a wait is told in minutes

Fact = Mapping[str, Value]
Templates = str | tuple[str | Callable[[Words, Fact], str], ...]


def _not_that_step(words: Words, facts: Fact) -> str:
    wanted, now = str(facts["wanted"]), str(facts["what"])
    if not now:
        return f"The {wanted} has been seen to already."
    return f"The {wanted} is not due now: first {words.one('pending', now)}."


def _already_decided(words: Words, facts: Fact) -> str:
    now = str(facts["now"])
    after = f" Now {words.one('pending', now)}." if now else ""
    seat = words.seats.get(str(facts["seat"]), "")
    return f"This was decided already{f', by {seat}' if seat else '; the log says by whom'}.{after}"


def _no_such_step(words: Words, facts: Fact) -> str:
    now = str(facts["now"])
    after = f" Now {words.one('pending', now)}." if now else ""
    return f"This was never asked here, or what asked it was taken back.{after}"


def _adjust_closed(words: Words, facts: Fact) -> str:
    now = str(facts["now"])
    after = f" Now {words.one('pending', now)}." if now else ""
    return f"This roll takes no help any more.{after}"


def _chapter_blocks(words: Words, facts: Fact) -> str:
    way = str(facts["way_on"]).rstrip(".")
    if not way:
        raise KeyError("way_on")
    return f"{words.card(str(facts['chapter']))} is left another way: {way}."


def _too_many_tries(words: Words, facts: Fact) -> str:
    return f"Too many tries. Try again in {_how_long(facts)}."


def _too_many_seats(words: Words, facts: Fact) -> str:
    return f"Many seats were taken at this table in a short time. Try again in {_how_long(facts)}."


def _how_long(facts: Fact) -> str:
    """'40 seconds', '8 minutes': until it can be tried again, rounded up."""
    wait = int(str(facts["wait"]))
    return counted(wait, "second") if wait < A_WHILE else counted(-(-wait // 60), "minute")


def _space_used(words: Words, facts: Fact) -> str:
    how = {"lit": "lit already", "destroyed": "destroyed"}.get(str(facts["mark"]), "used already")
    return f"{words.place(str(facts['space']))} is {how}."


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
        "step_pending": "First {what:pending}; {who} answers that.",
        # paying
        "not_enough": (
            "This costs {needed} {what:words}, with {because}; {who} has {there}.",
            "This costs {needed} {what:words}; {who} has {there}.",
            "This costs {needed}.",
        ),
        "not_enough_tokens": "This costs {needed#what:track token}; {there} are there.",
        "no_charges": "This takes {needed#charge}; {there} are left.",
        "last_health": "That would be the last health of {who}, and your table does not pay with it.",
        "token_cap": (
            "No more than {cap} {what:track} tokens fit now, and {there} are there already, so that the price cannot "
            "be paid (a reading)."
        ),
        # walking
        "no_space": "There is no such space on the board.",
        "no_step": "There is no step to {space}: a wall or a closed door lies between, or it is not adjacent.",
        "not_reachable": "{who} can't get to {space}: walls, doors, obstacles or units close it off.",
        "obstacle": "{space} holds {what:feature}, which can't be walked on.",
        "path_blocked": "The way is blocked at {space}.",
        "space_taken": "{who} stands on {space}.",
        "stands_there": "{who} stands there already.",
        "too_far": (
            "{space} takes {needed} stamina, with {because}; {who} has {there}.",
            "{space} takes {needed} stamina; {who} has {there}.",
        ),
        "no_closed_door": "No closed door leads to {space} from where {who} stands.",
        "no_exit": "There is no exit token on the board.",
        "not_at_exit": "The exit is {edge}; leave from there.",
        "no_border": "{a:place} and {b:place} are no neighbours, so no door can be between them.",
        # exploring
        "edge_explored": "{edge} is explored already.",
        "token_on_edge": "A token lies on {edge}, and your table does not explore such edges.",
        "not_at_edge": "Explore from a space on {edge} that has a way out.",
        "not_at_dead_end": "Every way on is closed, so exploring goes through the wall, from any space on {edge}.",
        "edge_walled": (
            "{edge} has no way out but a closed door at {doors:space}, which counts as a wall while nothing lies "
            "beyond it (a reading). Only a table ruling joins a tile there.",
            "{edge} is walled off: no space on it has a way out.",
        ),
        "explorer_would_go": "{who} would be left behind on {cells}, which would scroll away: only {area:area} stay.",
        "no_tiles_left": "No map tile is left in the deck.",
        "not_that_step": (_not_that_step,),
        "unit_in_the_way": "{who} would stand on an obstacle.",
        "covers_space": "That would cover {what:features} at {spaces}.",
        # chapters and abilities
        "no_chapter_space": "There is no chapter space at {space}.",
        "not_adjacent": (
            "{between:parting}, so {space} is not adjacent. Stand next to it for that.",
            "Stand next to {space} for that.",
        ),
        "space_used": (_space_used,),
        "chapter_blocks": (_chapter_blocks, "{chapter} is left another way."),
        "exit_is_the_way": "With an exit token in play the way on is the exit.",
        "no_such_ability": "{card} has no such ability.",
        "not_active": "This ability of {card} is not one to be played: it happens by itself.",
        "card_gone": "{card} is not in play any more.",
        "bound_to_other": "{card} is bound to {who}.",
        "option_not_chosen": ("“{option}” of {card} was not chosen.", "This option was not chosen."),
        "option_locked": ("“{option}” of {card} is still locked.", "This option is still locked."),
        "option_not_determined": ("“{option}” of {card} does not hold now.", "This option does not hold now."),
        "needs_not_met": (needs_not_met, "What {card} asks for is not met: {what:words}."),
        "used_this_round": "This ability of {card} was used this round already.",
        # attacks
        "leaving_forbidden": "{card} keeps {who} from leaving.",
        "attack_forbidden": "{who} cannot attack: {card}.",
        "attack_takes_each": "This attack is on each unit in reach, not on some of them.",
        "hidden_from_outside": "{who} cannot be seen from outside its map tile: {card}.",
        "names_itself": "{who} does not attack itself.",
        "no_attack": "{card} has no attack.",
        "no_sight": "There is no sight: {what:blocker} is in the way at {space}.",
        "no_such_target": "{who} is not there to be attacked.",
        "no_target_named": "Name whom {who} attacks.",
        "no_space_named": "This attack is aimed at a space: name one.",
        "one_space_only": "This attack is aimed at 1 space.",
        "no_straight_line": "{who} lies in no straight line from there.",
        "nobody_there": "There is nobody to hit at {who}.",
        "nobody_in_reach": "Nobody is in reach of this attack of {who}.",
        "sight_limited": "Sight reaches {most#space} here, {far} are between them: {card}.",
        "spared": "Monsters do not attack {who}: {card}.",
        "passed_over": "It does not pick {who}: {card}.",
        "target_ethereal": (
            "{who} is ethereal: attack it from a map tile with a lit chapter space, or with a card that allows it."
        ),
        "ethereal_without_card": "{who} is ethereal: attack it with a card that allows it.",
        "target_not_adjacent": (
            "{between:parting}, so {who} is not adjacent.",
            "{who} is not adjacent.",
        ),
        "target_too_far": "This attack reaches {most#space}; {who} is {far#space} away.",
        "too_many_targets": "This attack takes {most#target}; {n} are named.",
        "wrong_target": "This attack is not on {who}, only on {what:words}s.",
        # the monster phase
        "monster_acting": "First {who} does what it has begun, then the next.",
        "monster_has_acted": "{who} has acted in this monster phase already.",
        "monster_not_listed": "{who} came after this monster phase began and does not act in it.",
        "monster_too_far": "{space} takes {needed} moves; {who} has {there}.",
        "monsters_done": "Every monster has acted.",
        "no_attacks_left": "{who} attacks {n#time} in its phase and has done so.",
        "no_moves_left": "{who} has no moves left.",
        # answers and dice
        "already_decided": (_already_decided,),
        "no_such_step": (_no_such_step,),
        "not_an_option": "That is not one of the answers.",
        "no_such_die": "There is no such die in this set.",
        "no_such_face": "{die} has no {face}.",
        # step abilities
        "adjust_closed": (_adjust_closed,),
        "no_allowance": "The card lets nobody help with this roll. Now {now:pending}.",
        "not_rolled_yet": "Help comes after the roll: first {now:pending}.",
        "may_not_help": "{who} can't help other explorers' rolls now.",
        "over_the_maximum": "Only {left} more fits: all help together raises this roll by {most} at most.",
        # rulings and house rules
        "no_reason_given": "A table ruling needs a reason, for the log.",
        "reason_too_long": "A reason has at most {most} characters.",
        "no_changes": "This ruling changes nothing.",
        "no_such_unit": "There is no such unit on the board.",
        "no_such_card": "No monster of this set has that name.",
        "card_elsewhere": "{card} is in play already, and no card can be in two places.",
        "monster_deck_empty": "The monster deck is empty.",
        "item_deck_empty": "The deck of {what:deck} is empty.",
        "monster_has_none": "Monsters have no {what}.",
        "out_of_range": "{what:track} runs from {least} to {most}; {value} is not on it.",
        "no_charges_there": "{card} has no charges.",
        "not_held": "Nobody holds {card}.",
        "unknown_setting": "There is no house rule called {name}.",
        "unknown_value": (
            "{name:setting}: {least} to {most} is possible, {value} is not.",
            "{name:setting} can't be {value}.",
        ),
        "setting_unchanged": "{name:setting} is like that already.",
        "unfinished_explorers": "This waits until everyone has finished.",
        **messages_items.REASONS,
        **messages_rulings.REASONS,
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
        "malformed": (malformed, "{field}: {fault}."),
        "unknown_explorer": "No explorer “{asked}” plays at this table.",
        "unknown_seat": "There is no such seat at this table.",
        "unknown_request": "This request has been answered, or was taken back.",
        "too_many_requests": "Too many seats are being asked for; the host answers those first.",
        "table_full": "The table is full: {most} seats are taken.",
        "table_busy": "Too much happens at this table at once. Try again.",
        "table_unreadable": (
            "“{table}” was made with rules {made_with} and can't be opened by this release, which has rules {now}: "
            "entry {entry} is not understood. It can still be exported.",
            "“{table}” can't be opened by this release: entry {entry} is not understood. It can still be exported.",
        ),
        "table_of_other_pack": (
            "“{table}” is played with the cards of the pack “{pack}”, and this server has those of “{has}”. Start it "
            "with that pack to go on. The table can still be exported."
        ),
        "moved_meanwhile": "Something happened meanwhile. Look at what would go now, then undo.",
        "gone_meanwhile": "What this was meant for was taken back, and something else has come. See what is there now.",
        "made_meanwhile": "{who} has just done this, so it was not done again. If it is wanted twice, do it now.",
        "helped_meanwhile": "{who} has just helped this roll. See what it is now; if it needs more, help then.",
        "nothing_to_undo": "There is nothing to undo.",
        "nothing_to_redo": "There is nothing to redo.",
        "not_on_the_way_back": "Entry {to} is not on the way back from here.",
        "revision_ahead": "You saw revision {asked}, but the table is at {has}: it was set back. Reload it.",
        "endless_ability": "This ability never comes to an end, so it was not done. See to it by table ruling.",
        "not_an_export": "This file is no exported table.",
        "export_incomplete": "This file was made without what is hidden: it can be read, not imported. A host's can.",
        "export_of_other_pack": "This table was played with other cards than “{has}”.",
        "export_of_newer_release": "This file was made by a newer release. Update this server first.",
        "file_damaged": "This file is damaged: it can't be put together to a table.",
        "file_too_large": "This file is too large for a table.",
        "key_expired": "This key is of an earlier move, too long ago to be repeated. Use a new key.",
        "key_reused": "This key was used for another move before. Every new move needs a new key.",
        "too_many_tries": (_too_many_tries,),
        "too_many_seats": (_too_many_seats,),
        "fault": "Something went wrong here. Nothing was changed; try again.",
        "not_ready": "The server is just starting or stopping. Try again in a moment.",
        "database_away": "The host's database can't be used just now. Nothing was changed; try again in a moment.",
        "disk_full": "The host's disk is full, so nothing was stored. Free some space there, then try again.",
        "looks_like_another": (
            "“{other}” has a seat at this table already, and nobody could tell this name from it. Take another one, or "
            "ask for that seat if it is yours."
        ),
        "explorer_taken": ("{explorer} is taken by {name}.", "{explorer} is taken already."),
    }
)


def sentence(words: Words, reason: Reason) -> str:
    """The reason in one sentence. A code without words gives a general one, never an error."""
    facts: Mapping[str, Value] = dict(reason.params)
    if reason.code == "malformed" and not facts.get("field"):
        facts = {**facts, "field": "The request"}
    templates = REASONS.get(reason.code) or OURS.get(reason.code)
    for template in (templates,) if isinstance(templates, str) else templates or ():
        try:
            return words.fill(template, facts) if isinstance(template, str) else capital(template(words, facts))
        except (KeyError, ValueError):
            continue  # a fact is missing: a plainer one follows
    return general(reason)


def general(reason: Reason) -> str:
    """What can be said about any reason: the rule that it comes from."""
    row = LEDGER.get(reason.rule)
    what = reason.code.replace("_", " ")
    return f"Not possible: {what} ({row.title})." if row else f"Not possible: {what}."
