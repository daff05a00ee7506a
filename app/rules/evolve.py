"""Fold one event into the state: no rule is looked at, no card is read (architecture, decision 1).

Each kind of event has one small function; `evolve` finds it by type. Events record outcomes, so an old table
folds to the same state whatever today's rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from . import events as ev
from .placed import Board, cell_of
from .state import DECKS, Ask, Deck, Explorer, Monster, State, key_of

K = TypeVar("K")
V = TypeVar("V")


def with_item(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """A copy of `mapping` with one item set."""
    copy = dict(mapping)
    copy[key] = value
    return copy


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """A copy of `mapping` without `key`, if it was there."""
    copy = dict(mapping)
    copy.pop(key, None)
    return copy


Thing = TypeVar("Thing")
_new, _put = object.__new__, object.__setattr__


def altered(thing: Thing, /, **parts: Any) -> Thing:
    """A copy of a frozen value with some parts changed, as dataclasses.replace, without going through its constructor.

    Folding does this several times a move and replay thousands of times; for values without slots it is five times
    as quick.
    """
    copy = _new(type(thing))
    _put(copy, "__dict__", vars(thing) | parts)
    return copy


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after `event`. `state` is None only before TableSet. Raises TypeError for anything else."""
    if state is not None and type(event) in _FOLD:
        return _FOLD[type(event)](state, event)
    if isinstance(event, ev.TableSet):
        return _table_set(event)
    if state is None:
        raise TypeError("the first event of a table is TableSet")
    raise TypeError(f"{type(event).__name__} is no event")


def replay(events: Iterable[ev.Event], state: State | None = None) -> State:
    """Fold all `events`, onto `state` if given. Raises ValueError when there is neither."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("no events to fold")
    return state


def _table_set(e: ev.TableSet) -> State:
    explorers = {}
    for name in (*e.explorers, *e.unused):
        health, stamina, essence = e.pools[name]
        status = "waiting" if name in e.explorers else "unused"
        explorers[name] = Explorer(name, health, stamina, essence, status=status)  # type: ignore[arg-type]
    return State(
        e.pack,
        e.scenario,
        e.length,
        e.variation,
        e.chapters,
        settings=e.settings,
        explorers=explorers,
        decks={name: Deck() for name in DECKS},
    )


def _shuffled(s: State, e: ev.Shuffled) -> State:
    deck = s.decks[e.deck]
    destroyed = tuple(c for c in deck.destroyed if c not in e.order) if e.from_destroyed else deck.destroyed
    return altered(
        s,
        decks=with_item(
            s.decks,
            e.deck,
            altered(deck, draw=e.order, destroyed=destroyed, aside={**deck.aside, **dict.fromkeys(e.out, "out")}),
        ),
    )


def same_card(deck: str, a: str, b: str) -> bool:
    """Whether two ids name one card of a deck: a tile's faces are one card ('07a' and '07b')."""
    return a == b or (deck == "tiles" and a[:-1] == b[:-1] and a[:1] != "E")


def taken_out(name: str, deck: Deck, card: str) -> Deck:
    """The deck without `card`, wherever it is."""
    if name == "tiles":
        twins: tuple[str, ...] = (card, card[:-1] + ("b" if card.endswith("a") else "a"))
    else:
        twins = (card,)
    for twin in twins:
        if twin in deck.in_play:
            return altered(deck, in_play=without(deck.in_play, twin))
        if twin in deck.held:
            return altered(deck, held=without(deck.held, twin))
        if twin in deck.stored:
            return altered(deck, stored=without(deck.stored, twin))
        if twin in deck.draw:
            return altered(deck, draw=_without_one(deck.draw, twin))
        if twin in deck.destroyed:
            return altered(deck, destroyed=_without_one(deck.destroyed, twin))
        if twin in deck.aside:
            return altered(deck, aside=without(deck.aside, twin))
        if twin in deck.out:
            return altered(deck, out=_without_one(deck.out, twin))
    raise ValueError(f"{card} is not in the deck {name}")


def _without_one(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _card_moved(s: State, e: ev.CardMoved) -> State:
    deck = taken_out(e.deck, s.decks[e.deck], e.card)
    match e.to:
        case "destroyed":
            deck = altered(deck, destroyed=(*deck.destroyed, e.card))
        case "in_play":
            deck = altered(deck, in_play=with_item(deck.in_play, e.card, e.holder))
        case "held":
            deck = altered(deck, held=with_item(deck.held, e.card, e.holder))
        case "stored":
            deck = altered(deck, stored=with_item(deck.stored, e.card, e.holder))
        case "out":
            deck = altered(deck, out=(*deck.out, e.card))
        case "aside":
            deck = altered(deck, aside=with_item(deck.aside, e.card, e.holder))
        case "top":
            deck = altered(deck, draw=(e.card, *deck.draw))
        case "bottom":
            deck = altered(deck, draw=(*deck.draw, e.card))
        case "under":
            deck = altered(deck, destroyed=(e.card, *deck.destroyed))
    return altered(s, decks=with_item(s.decks, e.deck, deck))


def _deck_ordered(s: State, e: ev.DeckOrdered) -> State:
    deck = s.decks[e.deck]
    rest = tuple(card for card in deck.draw if card not in e.top and card not in e.under)
    return altered(s, decks=with_item(s.decks, e.deck, altered(deck, draw=(*e.top, *rest, *e.under))))


def _current_set(s: State, e: ev.CurrentSet) -> State:
    old = s.current.get(e.pile, "")
    marks = without(s.card_marks, old) if old and old != e.card else dict(s.card_marks)
    if e.card and e.marks is not None:
        marks[e.card] = e.marks
    return altered(s, current=with_item(s.current, e.pile, e.card), card_marks=marks)


def _tile_joined(s: State, e: ev.TileJoined) -> State:
    return altered(s, board=Board((*s.board.tiles, e.tile), s.board.doors))


def _tile_left(s: State, e: ev.TileLeft) -> State:
    x0, y0 = e.cell[0] * 10, e.cell[1] * 10

    def inside(key: str) -> bool:
        x, y = key.split(",")[:2]
        return x0 <= int(x) < x0 + 10 and y0 <= int(y) < y0 + 10

    return altered(
        s,
        board=Board(
            tuple(t for t in s.board.tiles if t.cell != e.cell),
            {k: v for k, v in s.board.doors.items() if k not in e.doors},
        ),
        marks={k: v for k, v in s.marks.items() if not inside(k)},
    )


def _terrain_placed(s: State, e: ev.TerrainPlaced) -> State:
    tiles = tuple(replace(t, terrain=e.terrain) if t.cell == e.cell else t for t in s.board.tiles)
    doors = {k: v for k, v in s.board.doors.items() if k not in e.doors} if e.doors else s.board.doors
    return altered(s, board=Board(tiles, doors))


def _terrain_left(s: State, e: ev.TerrainLeft) -> State:
    tiles = tuple(replace(t, terrain=None) if t.cell == e.cell else t for t in s.board.tiles)
    doors = {k: v for k, v in s.board.doors.items() if k not in e.doors}
    return altered(s, board=Board(tiles, doors), marks={k: v for k, v in s.marks.items() if k not in e.marks})


def _tile_turned(s: State, e: ev.TileTurned) -> State:
    tiles = tuple(e.tile if t.cell == e.tile.cell else t for t in s.board.tiles)
    return altered(s, board=Board(tiles, e.doors), marks=e.marks)


def _environment_set(s: State, e: ev.EnvironmentSet) -> State:
    return altered(s, environments=with_item(s.environments, e.environment.card, e.environment))


def _environment_left(s: State, e: ev.EnvironmentLeft) -> State:
    return altered(s, environments=without(s.environments, e.card))


def _token_placed(s: State, e: ev.TokenPlaced) -> State:
    return altered(s, entry=e.place) if e.token == "entry" else altered(s, exit=e.place)


def _pool_changed(s: State, e: ev.PoolChanged) -> State:
    explorer = s.explorers.get(e.unit)
    if explorer is not None:
        changed: dict[str, Any] = {e.what: e.after}
        return altered(s, explorers=with_item(s.explorers, e.unit, altered(explorer, **changed)))
    monster = s.monsters[e.unit]
    return altered(s, monsters=with_item(s.monsters, e.unit, altered(monster, health=e.after)))


def _unit_moved(s: State, e: ev.UnitMoved) -> State:
    explorer = s.explorers.get(e.unit)
    if explorer is not None:
        moved = altered(explorer, space=e.to, status="in_play")
        return altered(s, explorers=with_item(s.explorers, e.unit, moved), used=_steps_counted(s, e, explorer))
    return altered(s, monsters=with_item(s.monsters, e.unit, altered(s.monsters[e.unit], space=e.to)))


def _steps_counted(s: State, e: ev.UnitMoved, explorer: Explorer) -> Mapping[str, int]:
    """What an explorer walked this round, and how much of it when it came to its tile (pacing)."""
    walked = s.used.get(f"walked {e.unit}", 0)
    cell = cell_of(explorer.space) if explorer.space is not None else None
    came, walks = 0, e.how == "walk"
    for n, space in enumerate(e.path or (e.to,), 1):
        other = cell_of(space)
        if other != cell:
            came, cell = walked + n if walks else walked, other
    if not came and not walks:
        return s.used
    used = dict(s.used)
    if walks:
        used[f"walked {e.unit}"] = walked + len(e.path)
    if came:
        used[f"came {e.unit}"] = came
    return used


def _unit_left(s: State, e: ev.UnitLeft) -> State:
    explorer = s.explorers.get(e.unit)
    if explorer is None:
        return altered(s, monsters=without(s.monsters, e.unit))
    if e.how == "exit":
        gone = altered(explorer, space=None, status="left", finished=True)
        return altered(s, explorers=with_item(s.explorers, e.unit, gone))
    gone = altered(explorer, space=None, status="dead", health=0, finished=True)
    return altered(s, explorers=with_item(s.explorers, e.unit, gone), replacements=s.replacements + 1)


def _monster_placed(s: State, e: ev.MonsterPlaced) -> State:
    monster = Monster(e.unit, e.card, e.health, e.space)
    return altered(s, monsters=with_item(s.monsters, e.unit, monster), next_id=s.next_id + 1)


def _explorer_took(s: State, e: ev.ExplorerTook) -> State:
    if e.what == "acts":  # whatever was walked before is over
        walked = {key.partition(" ")[2]: n for key, n in s.used.items() if key.startswith("walked ")}
        stopped = {f"stopped {who}": n for who, n in walked.items()}
        return altered(s, acting=e.explorer, used={**s.used, **stopped} if stopped else s.used)
    explorer = s.explorers[e.explorer]
    if e.what == "begun":
        explorer = altered(explorer, begun=True)
    elif e.what == "finished":
        explorer = altered(explorer, begun=True, finished=True, stamina=0)
    else:
        explorer = altered(explorer, begun=False, finished=False)
    return altered(s, explorers=with_item(s.explorers, e.explorer, explorer))


def _explorer_joined(s: State, e: ev.ExplorerJoined) -> State:
    explorer = altered(s.explorers[e.explorer], status="waiting")
    return altered(s, explorers=with_item(s.explorers, e.explorer, explorer), replacements=max(0, s.replacements - 1))


def _explorer_set(s: State, e: ev.ExplorerSet) -> State:
    explorer = s.explorers[e.explorer]
    changed = altered(explorer, status=e.status, space=None, health=e.health, begun=False, finished=False)
    return altered(s, explorers=with_item(s.explorers, e.explorer, changed))


def _tokens_changed(s: State, e: ev.TokensChanged) -> State:
    return altered(s, spawn_tokens=e.after) if e.kind == "spawn" else altered(s, horror_tokens=e.after)


def _track_set(s: State, e: ev.TrackSet) -> State:
    changed: dict[str, Any] = {e.track: e.after}
    return altered(s, **changed)


def _marks_changed(s: State, e: ev.MarksChanged) -> State:
    return altered(s, card_marks=with_item(s.card_marks, e.card, e.marks))


def _space_marked(s: State, e: ev.SpaceMarked) -> State:
    return altered(
        s,
        marks=with_item(s.marks, key_of(e.space), e.mark),
        lit=s.lit + 1 if e.mark == "lit" else s.lit,
    )


def _space_cleared(s: State, e: ev.SpaceCleared) -> State:
    return altered(s, marks=without(s.marks, key_of(e.space)))


def _door_set(s: State, e: ev.DoorSet) -> State:
    return altered(s, board=Board(s.board.tiles, with_item(s.board.doors, e.border, e.door)))


def _chapter_entered(s: State, e: ev.ChapterEntered) -> State:
    marks = without(s.card_marks, s.chapter_card)
    marks[e.card] = e.marks
    return altered(s, chapter=e.number, card_marks=marks, lit=0)


def _ability_used(s: State, e: ev.AbilityUsed | ev.AbilityBegan) -> State:
    if not e.limit:
        return s
    return altered(s, used=with_item(s.used, e.limit, s.used.get(e.limit, 0) + 1))


def _phase_began(s: State, e: ev.PhaseBegan) -> State:
    used = s.used
    if e.phase == "explorer":  # a new round: of what was used only the attacks of those in play are still asked for
        made = {key.partition(" ")[2]: n for key, n in s.used.items() if key.startswith("attack ")}
        used = {f"attacked {who}": n for who, n in made.items() if who in s.monsters or who in s.explorers}
    return altered(s, phase=e.phase, round=e.round, used=used, acting="")


def _chosen(s: State, e: ev.Chosen) -> State:
    if e.done:
        return s
    top = s.agenda[-1]
    if not isinstance(top, Ask):
        return s
    confirmed = (*(c for c in top.confirmed if c[0] != e.seat), (e.seat, e.option))
    return altered(s, agenda=(*s.agenda[:-1], replace(top, confirmed=confirmed)))


def _attack_made(s: State, e: ev.AttackMade) -> State:
    if not e.attacker:
        return s
    key = f"attack {e.attacker}"
    return altered(s, used=with_item(s.used, key, s.used.get(key, 0) + 1))


def _lasting_began(s: State, e: ev.LastingBegan) -> State:
    return altered(s, lasting=(*s.lasting, e.lasting))


def _lasting_ended(s: State, e: ev.LastingEnded) -> State:
    return altered(s, lasting=e.kept)


def _item_set(s: State, e: ev.ItemSet) -> State:
    items = without(s.items, e.card) if e.item is None else with_item(s.items, e.card, e.item)
    return altered(s, items=items)


def _remembered(s: State, e: ev.Remembered) -> State:
    return s if e.option in s.remembered else altered(s, remembered=(*s.remembered, e.option))


def _forgotten(s: State, e: ev.Forgotten) -> State:
    return altered(s, remembered=tuple(option for option in s.remembered if option != e.option))


def _same(s: State, e: ev.Event) -> State:
    return s


def _setting_changed(s: State, e: ev.SettingChanged) -> State:
    changed: dict[str, Any] = {e.name: e.after}
    return altered(s, settings=replace(s.settings, **changed))


def _game_ended(s: State, e: ev.GameEnded) -> State:
    return altered(s, outcome=e.outcome, agenda=(), queue=(), due=())


def _step_opened(s: State, e: ev.StepOpened) -> State:
    return altered(s, agenda=(*s.agenda, e.step), next_id=max(s.next_id, e.step.id) + 1)


def _step_changed(s: State, e: ev.StepChanged) -> State:
    if s.agenda and s.agenda[-1].id == e.step.id:
        return altered(s, agenda=(*s.agenda[:-1], e.step))
    return altered(s, agenda=tuple(e.step if step.id == e.step.id else step for step in s.agenda))


def _step_closed(s: State, e: ev.StepClosed) -> State:
    if s.agenda and s.agenda[-1].id == e.step:
        return altered(s, agenda=s.agenda[:-1])
    return altered(s, agenda=tuple(step for step in s.agenda if step.id != e.step))


def _trigger_queued(s: State, e: ev.TriggerQueued) -> State:
    return altered(s, queue=(*s.queue, e.trigger))


def _triggers_taken(s: State, e: ev.TriggersTaken) -> State:
    return altered(s, queue=s.queue[e.n :])


def _due_set(s: State, e: ev.DueSet) -> State:
    return altered(s, due=e.due)


_FOLD: dict[type, Callable[[State, Any], State]] = {
    ev.Shuffled: _shuffled,
    ev.CardMoved: _card_moved,
    ev.CurrentSet: _current_set,
    ev.TileJoined: _tile_joined,
    ev.TileLeft: _tile_left,
    ev.TerrainPlaced: _terrain_placed,
    ev.TerrainLeft: _terrain_left,
    ev.TileTurned: _tile_turned,
    ev.EnvironmentSet: _environment_set,
    ev.EnvironmentLeft: _environment_left,
    ev.TokenPlaced: _token_placed,
    ev.PoolChanged: _pool_changed,
    ev.UnitMoved: _unit_moved,
    ev.UnitLeft: _unit_left,
    ev.MonsterPlaced: _monster_placed,
    ev.ExplorerTook: _explorer_took,
    ev.ExplorerJoined: _explorer_joined,
    ev.ExplorerSet: _explorer_set,
    ev.TokensChanged: _tokens_changed,
    ev.TrackSet: _track_set,
    ev.MarksChanged: _marks_changed,
    ev.SpaceMarked: _space_marked,
    ev.SpaceCleared: _space_cleared,
    ev.DoorSet: _door_set,
    ev.ChapterEntered: _chapter_entered,
    ev.AbilityUsed: _ability_used,
    ev.AbilityBegan: _ability_used,
    ev.PhaseBegan: _phase_began,
    ev.DieRolled: _same,
    ev.DiceRolled: _same,
    ev.AttackMade: _attack_made,
    ev.HelpGiven: _same,
    ev.StepResolved: _same,
    ev.LastingBegan: _lasting_began,
    ev.LastingEnded: _lasting_ended,
    ev.ItemSet: _item_set,
    ev.Remembered: _remembered,
    ev.Forgotten: _forgotten,
    ev.Chosen: _chosen,
    ev.CardsLookedAt: _same,
    ev.DeckOrdered: _deck_ordered,
    ev.SharePromised: _same,
    ev.TrapsTriggered: _same,
    ev.Noted: _same,
    ev.SettingChanged: _setting_changed,
    ev.RulingMade: _same,
    ev.GameEnded: _game_ended,
    ev.StepOpened: _step_opened,
    ev.StepChanged: _step_changed,
    ev.StepClosed: _step_closed,
    ev.TriggerQueued: _trigger_queued,
    ev.TriggersTaken: _triggers_taken,
    ev.DueSet: _due_set,
}

__all__ = ["evolve", "replay", "same_card", "taken_out", "with_item", "without"]
