"""What each page is given: one frozen dataclass per template, and nothing beside it.

`template` names the page, `partial` the part of it that is fetched anew when something changed at the table ('' for
pages that stay as they are). Templates are strict about unknown names; a test holds each of them to exactly the
fields of its class. Hues are 'brass' (yours to act), 'verd' (well, legal), 'ember' (harm) and 'ether' (arcane).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal

Theme = Literal["dark", "light"]


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page needs: the theme of this phone, its own address to come back to after a form.

    `fragment` is set while only the part of the page is fetched that changes.
    """

    theme: Theme
    here: str
    fragment: bool = False


# ------------------------------------------------------------------ parts of table pages


@dataclass(frozen=True, slots=True)
class Token:
    """The mark of a unit or seat: `kind` is 'ex', 'ex me', 'mo' or 'mo eth'; `mark` a letter or a number."""

    kind: str
    mark: str
    name: str


@dataclass(frozen=True, slots=True)
class Cost:
    """One part of a price: how many (with a sign if it needs one), icon and hue, the word for those who listen."""

    n: str
    icon: str
    hue: str
    word: str


@dataclass(frozen=True, slots=True)
class Why:
    """One reason against something: a sentence and its ledger id."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Action:
    """Something that could be done: legal when it has a `move` (JSON), else with all `reasons` against it.

    `facts` are the lines of the card that it is about, `then` answers what the move brings up (`following`), `back` is
    the page that it leads to ('' = the one it stands on). `vain` says what it would be paid for without effect.
    """

    icon: str
    title: str
    note: str = ""
    costs: tuple[Cost, ...] = ()
    move: str = ""
    reasons: tuple[Why, ...] = ()
    facts: tuple[str, ...] = ()
    then: str = ""
    back: str = ""
    vain: str = ""


@dataclass(frozen=True, slots=True)
class NowBar:
    """The bar on top: the round, the phase in small, what is asked, who answers, whether undo has something."""

    round: int
    arcs: tuple[str, str, str, str]
    phase: str
    asked: str
    who: str
    mine: bool
    can_undo: bool


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the five tabs; `waiting` counts the pending steps that its page answers."""

    name: str
    icon: str
    href: str
    current: bool
    waiting: int


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question, with the form's move; `by` names who has already picked it.

    `facts` are the lines of the card that it names, or what the option says; `costs` what it takes; `then` answers
    what the move brings up (`following`).
    """

    title: str
    note: str
    move: str
    by: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    costs: tuple[Cost, ...] = ()
    then: str = ""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card that was drawn or is looked at: its facts, its place in the order ('' = none), the answers about it."""

    name: str
    facts: tuple[str, ...]
    place: str
    picks: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Many options of one kind, under one heading."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What waits: its words, who may answer, the options (none for those who only wait), what is refused and why.

    `cards` are those in hand, each with its answers; `closed` the options that are printed and cannot be chosen now.
    `page` is the address of a page of its own that shows more, `page_text` the words of the way there; `inline` = this
    is that page, which shows the question itself. `board` is the address of the board where answers are lit, to be
    tapped there, which `hint` says; `others` are (title, address) of what can be seen to first instead.
    """

    step: int
    text: str
    card: str
    card_text: str
    rule: str
    who: str
    options: tuple[Option, ...]
    groups: tuple[OptionGroup, ...] = ()
    later: tuple[Action, ...] = ()
    icon: str = "info"
    page: str = ""
    page_text: str = ""
    inline: bool = False
    cards: tuple[HandCard, ...] = ()
    closed: tuple[Action, ...] = ()
    board: str = ""
    hint: str = ""
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NoticeButton:
    """Something to do about a notice: posts `fields` to the address `action` below the table's base."""

    icon: str
    title: str
    action: str
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """What everybody should hear of, on every page: a sentence, more about it, what can be done, a link.

    `since` ends a `text` that has no full stop: '… since 21:14.'
    """

    key: str
    icon: str
    text: str
    note: str = ""
    buttons: tuple[NoticeButton, ...] = ()
    href: str = ""
    link: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Chrome:
    """What surrounds every page of a table. `base` is '/t/<key>', `here` the page's own address.

    `nonce` makes the keys of this rendering's forms; `stream` tells of changes; a `still` page, on which something is
    written or decided, listens too, but only to know that it is connected.
    """

    base: str
    here: str
    nonce: str
    revision: int
    stream: str
    now: NowBar
    tabs: tuple[Tab, ...]
    question: Question | None
    watching: bool
    notices: tuple[Notice, ...] = ()
    still: bool = False


# ------------------------------------------------------------------ before the table


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table that this phone has a seat at."""

    name: str
    href: str
    seat: str
    where: str
    at: datetime
    over: bool


@dataclass(frozen=True, slots=True)
class HomePage:
    """The tables of this server that this phone knows, a code to enter, a new table."""

    template: ClassVar[str] = "pages/home.html"
    partial: ClassVar[str] = ""
    frame: Frame
    tables: tuple[KnownTable, ...]
    code: str
    problem: str


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to choose in a form: its value, words, whether it is chosen, and the token of an explorer."""

    value: str
    title: str
    note: str = ""
    chosen: bool = False
    token: Token | None = None


@dataclass(frozen=True, slots=True)
class ScenarioPick:
    """A scenario with the lengths and variations that it has."""

    value: str
    title: str
    note: str
    chosen: bool
    lengths: tuple[Pick, ...]
    variations: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One house rule: what it decides, where the books are silent, its values. `words` is what the search reads."""

    name: str
    title: str
    means: str
    why: str
    rules: tuple[str, ...]
    value: str
    choices: tuple[Pick, ...]
    number: bool
    changed: bool
    words: str


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """House rules that belong together; `open` when one of them differs from the default or was searched for."""

    title: str
    rows: tuple[SettingRow, ...]
    changed: int
    open: bool


@dataclass(frozen=True, slots=True)
class NewPage:
    """A new table: everything has a default. `problems` are sentences about what could not be read.

    `kept` holds changed house rules, name and value, that a search leaves out. `most` explorers can play.
    """

    template: ClassVar[str] = "pages/new.html"
    partial: ClassVar[str] = ""
    frame: Frame
    problems: tuple[str, ...]
    name: str
    player: str
    scenarios: tuple[ScenarioPick, ...]
    explorers: tuple[Pick, ...]
    most: int
    groups: tuple[SettingGroup, ...]
    kept: tuple[tuple[str, str], ...]
    settings: int
    changed: int
    find: str


@dataclass(frozen=True, slots=True)
class ImportPage:
    """Bring in a table that was exported."""

    template: ClassVar[str] = "pages/import.html"
    partial: ClassVar[str] = ""
    frame: Frame
    problems: tuple[str, ...]
    player: str


@dataclass(frozen=True, slots=True)
class JoinPick:
    """An explorer when joining: free, or taken by somebody, whose seat `seat` can be asked for."""

    value: str
    token: Token
    title: str
    note: str
    taken: bool
    chosen: bool
    seat: str = ""


@dataclass(frozen=True, slots=True)
class JoinPage:
    """Take a seat: name, explorer, sit or watch. `only_watch` is the watch door, where nothing else is to choose.

    `asked` says whose seat this phone asks for, until the host answers.
    """

    template: ClassVar[str] = "pages/join.html"
    partial: ClassVar[str] = "partials/_join.html"
    frame: Frame
    base: str
    table: str
    hosted_by: str
    problems: tuple[Why, ...]
    player: str
    explorers: tuple[JoinPick, ...]
    watch: bool
    only_watch: bool
    asked: str
    stream: str
    revision: int


# ------------------------------------------------------------------ the table's menu


@dataclass(frozen=True, slots=True)
class DoorLink:
    """One of the doors that this phone may show to others."""

    icon: str
    title: str
    note: str
    href: str
    watch: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Somebody at the table, or an explorer whose seat is free; the host may give a seat's explorers back."""

    token: Token
    name: str
    note: str
    icon: str
    mark: str
    explorers: tuple[tuple[str, str], ...]
    seat: str
    mine: bool
    away: datetime | None = None


@dataclass(frozen=True, slots=True)
class SharePage:
    """The menu behind the dial: call the others in, who is here, this phone, this table."""

    template: ClassVar[str] = "pages/share.html"
    partial: ClassVar[str] = "partials/_share.html"
    frame: Frame
    chrome: Chrome
    table: str
    code: str
    address: str
    reachable: bool
    doors: tuple[DoorLink, ...]
    seats: tuple[SeatRow, ...]
    free: tuple[SeatRow, ...]
    hosting: bool
    you: str
    pack: str


# ------------------------------------------------------------------ cards


@dataclass(frozen=True, slots=True)
class AbilityView:
    """One ability of a card: when it counts, its words, and what this phone may do with it.

    `hand` = what of it the group carries out: '' nothing, 'part' or 'all' (`by_hand`).
    """

    when: str
    text: str
    icon: str
    done: bool
    actions: tuple[Action, ...]
    hand: str = ""


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option of a panel: `state` is 'on' (chosen, open), 'no' (not taken, locked) or 'free'; `mark` says which.

    `facts` is what it prints, but for the `abilities` that can be played and stand below it; `why` says what it waits
    for, or what it depends on.
    """

    title: str
    state: str
    mark: str
    facts: tuple[str, ...]
    abilities: tuple[AbilityView, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class PanelView:
    """A panel under its heading: a word about how it works with its rule, charges, abilities, options."""

    heading: str
    note: str
    rule: str
    charges: int | None
    abilities: tuple[AbilityView, ...]
    options: tuple[OptionView, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that is in force: what kind it is, why it counts (with its rule), lore and panels.

    `hand` says what of it the tracker does by itself and what the group does: '' all by itself, 'part', 'all' by hand.
    """

    id: str
    icon: str
    hue: str
    kind: str
    name: str
    note: str
    rule: str
    lore: tuple[str, ...]
    panels: tuple[PanelView, ...]
    charges: int | None = None
    stored: tuple[str, ...] = ()
    href: str = ""
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """One stretch of a gauge, in hundredths: its class, where it begins, how long it is."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class DeckRow:
    """Where a deck's cards are: to draw, in play (or held, stored, bound), gone, aside; in sum `total`."""

    deck: str
    icon: str
    name: str
    href: str
    draw: int
    play: int
    gone: int
    aside: int
    total: int
    bars: tuple[Bar, ...]
    top: str


@dataclass(frozen=True, slots=True)
class CardsPage:
    """What is in force now, and where every card is. `counted` of `total` cards are where one can say.

    `news` = what the newest move brought, in sentences.
    """

    template: ClassVar[str] = "pages/cards.html"
    partial: ClassVar[str] = "partials/_cards.html"
    frame: Frame
    chrome: Chrome
    cards: tuple[CardView, ...]
    decks: tuple[DeckRow, ...]
    counted: int
    total: int
    news: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A card of a deck and where it lies."""

    name: str
    place: str


@dataclass(frozen=True, slots=True)
class DeckPage:
    """One deck: its numbers, its current card, and every card that has been seen, by place."""

    template: ClassVar[str] = "pages/deck.html"
    partial: ClassVar[str] = "partials/_deck.html"
    frame: Frame
    chrome: Chrome
    deck: DeckRow
    current: CardView | None
    in_play: tuple[Placed, ...]
    destroyed: tuple[str, ...]
    out: tuple[str, ...]
    has_pile: bool


# ------------------------------------------------------------------ chapter


@dataclass(frozen=True, slots=True)
class TrackView:
    """A rating with its track, its chapter tokens and their cap; `value` None while none was ever set (RD-6)."""

    key: str
    icon: str
    hue: str
    title: str
    value: int | None
    base: int | None
    steps: tuple[int, ...]
    tokens: int
    cap: int | None


@dataclass(frozen=True, slots=True)
class ThreatView:
    """Monster threat and level; `last` = the position after which the level rises, None when the track is open."""

    value: int
    level: int
    last: int | None
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class ChapterPage:
    """The chapter: its two cards, the way on, ratings, tokens, threat. `ended` is '' while the session goes on.

    `variation` = what the variation changes, '' for one that changes nothing: it tells of chapters to come. `news` =
    what the newest move brought, in sentences.
    """

    template: ClassVar[str] = "pages/chapter.html"
    partial: ClassVar[str] = "partials/_chapter.html"
    frame: Frame
    chrome: Chrome
    name: str
    number: int
    of: int
    scenario: str
    variation: str
    engraving: tuple[str, str, str]
    top: CardView | None
    bottom: CardView | None
    way_on: str
    way_rule: str
    progress: str
    passed: tuple[str, ...]
    tracks: tuple[TrackView, ...]
    threat: ThreatView
    ended: str
    news: tuple[str, ...] = ()


# ------------------------------------------------------------------ party


@dataclass(frozen=True, slots=True)
class PoolView:
    """Health, stamina or essence of a unit, with its printed maximum (None without one)."""

    what: str
    icon: str
    hue: str
    value: int
    of: int | None


@dataclass(frozen=True, slots=True)
class Carried:
    """An item in an explorer's hands: what it is doing, its facts, and what this phone can do with it now."""

    icon: str
    name: str
    mark: str
    facts: tuple[str, ...]
    deals: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitView:
    """An explorer or a monster on the party page: who plays it, where it is, how it is, what it can do."""

    id: str
    token: Token
    name: str
    note: str
    mark: str
    mark_icon: str
    mine: bool
    in_play: bool
    pools: tuple[PoolView, ...]
    carries: tuple[Carried, ...]
    abilities: tuple[AbilityView, ...]
    actions: tuple[Action, ...]
    line: str = ""


@dataclass(frozen=True, slots=True)
class PartyPage:
    """The explorers, one's own open; the monsters; what ends the phase; warnings; what the newest move brought."""

    template: ClassVar[str] = "pages/party.html"
    partial: ClassVar[str] = "partials/_party.html"
    frame: Frame
    chrome: Chrome
    explorers: tuple[UnitView, ...]
    monsters: tuple[UnitView, ...]
    phase: tuple[Action, ...]
    warnings: tuple[Why, ...]
    may_rule: bool
    news: tuple[str, ...] = ()


# ------------------------------------------------------------------ log, undo


@dataclass(frozen=True, slots=True)
class LogSaid:
    """Sentences of the log that follow one another, with the ledger row that made all of them happen."""

    texts: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry, or the part of it that belongs to one phase: who (a token), its sentences, when and by whom.

    `folded` = bookkeeping that can be unfolded. `undone_by` took it back; `seen` = what it revealed has been seen.
    `whole` = it is the last part of its entry, which a link can lead to.
    """

    revision: int
    token: Token | None
    icon: str
    said: tuple[LogSaid, ...]
    folded: tuple[LogSaid, ...]
    at: datetime
    by: str
    source: str
    undone_by: str
    seen: bool
    can_go_back: bool = False
    whole: bool = True


@dataclass(frozen=True, slots=True)
class LogPart:
    """The entries of one phase, newest first."""

    title: str
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class LogPage:
    """The log, newest first; `older` is the address of what came before ('' at the beginning), `redo` its words."""

    template: ClassVar[str] = "pages/log.html"
    partial: ClassVar[str] = "partials/_log.html"
    frame: Frame
    chrome: Chrome
    phases: tuple[LogPart, ...]
    filters: tuple[Pick, ...]
    older: str
    can_undo: bool
    redo: str


@dataclass(frozen=True, slots=True)
class UndoLine:
    """A move that would go: whose it is, and whether what it revealed stays known."""

    token: Token | None
    text: str
    owner: str
    mine: bool
    revealed: bool


@dataclass(frozen=True, slots=True)
class UndoPage:
    """Take back moves? `to` is the revision to go back to; `only_last` offers less when several would go."""

    template: ClassVar[str] = "pages/undo.html"
    partial: ClassVar[str] = "partials/_undo.html"
    frame: Frame
    chrome: Chrome
    to: int
    lines: tuple[UndoLine, ...]
    others: tuple[str, ...]
    across_reveal: bool
    only_last: str


# ------------------------------------------------------------------ answers


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """Why not: every reason, what happened while it was chosen, what is legal instead."""

    template: ClassVar[str] = "pages/refused.html"
    partial: ClassVar[str] = "partials/_refused.html"
    frame: Frame
    chrome: Chrome
    back: str
    title: str
    reasons: tuple[Why, ...]
    meanwhile: tuple[str, ...]
    instead: tuple[Action, ...]
    instead_of: str


@dataclass(frozen=True, slots=True)
class AskPage:
    """A question on its own page; without options it says whom it waits for, or that it was answered by whom."""

    template: ClassVar[str] = "pages/ask.html"
    partial: ClassVar[str] = "partials/_ask.html"
    frame: Frame
    chrome: Chrome
    question: Question | None
    answered: str


@dataclass(frozen=True, slots=True)
class RulingField:
    """One thing to fill in: a choice, a text, a number with its bounds and the id of its field, or a hidden value."""

    name: str
    label: str
    value: str
    choices: tuple[Pick, ...] = ()
    least: int = 0
    most: int = 99
    id: str = ""
    text: bool = False


@dataclass(frozen=True, slots=True)
class RulingKind:
    """A kind of table ruling, with its own form; `group` heads the first of several that belong together."""

    kind: str
    title: str
    icon: str
    note: str
    fields: tuple[RulingField, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class RulingPage:
    """A table ruling: one kind with its fields (from a stepper), or all kinds to choose from. A reason is asked."""

    template: ClassVar[str] = "pages/ruling.html"
    partial: ClassVar[str] = "partials/_ruling.html"
    frame: Frame
    chrome: Chrome
    kinds: tuple[RulingKind, ...]
    only: bool
    reason: str
    problem: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HouseChange:
    """A house rule that was changed at the table: what it is now and was before, by whom, when."""

    text: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class HousePage:
    """The house rules of a table; the host changes them, each change a logged move. `changes`: the newest first."""

    template: ClassVar[str] = "pages/house.html"
    partial: ClassVar[str] = ""
    frame: Frame
    chrome: Chrome
    groups: tuple[SettingGroup, ...]
    settings: int
    changed: int
    hosting: bool
    find: str
    changes: tuple[HouseChange, ...]


# ------------------------------------------------------------------ others


@dataclass(frozen=True, slots=True)
class WatchUnit:
    """A line of the big screen's party: an explorer with its pools."""

    token: Token
    name: str
    note: str
    acting: bool
    pools: tuple[PoolView, ...]


@dataclass(frozen=True, slots=True)
class WatchPage:
    """The big screen: board, who acts, party, monsters, chapter, what just happened. No controls."""

    template: ClassVar[str] = "pages/watch.html"
    partial: ClassVar[str] = "partials/_watch.html"
    frame: Frame
    chrome: Chrome
    board: str
    headline: str
    after: str
    party: tuple[WatchUnit, ...]
    monsters: tuple[Token, ...]
    chapter: str
    way_on: str
    progress: str
    tracks: tuple[TrackView, ...]
    threat: ThreatView
    current: tuple[tuple[str, str, str, str], ...]
    last: tuple[tuple[datetime, str], ...]
    code: str
    address: str


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """What went wrong, for a browser: 403, 404, 413, 422, 429 and 500."""

    template: ClassVar[str] = "pages/problem.html"
    partial: ClassVar[str] = "partials/_problem.html"
    frame: Frame
    title: str
    reasons: tuple[Why, ...]
    back: str
    back_text: str


@dataclass(frozen=True, slots=True)
class RuleExample:
    """A worked example: a position and moves in words, the verdict ('legal', 'refused', 'unknown') and what is said.

    `edge` names the edge of the rule that it shows; `said` are all reasons against the move, or what it makes happen.
    """

    title: str
    edge: str
    at: tuple[str, ...]
    before: tuple[str, ...]
    move: str
    verdict: str
    said: tuple[LogSaid, ...]


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A row of the ledger in our own words; `examples` counts its worked examples."""

    id: str
    title: str
    where: str
    text: str
    settings: tuple[str, ...]
    examples: int = 0


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Every rule that a chip may name, or those of a chapter (`part`) that have the words of `find`."""

    template: ClassVar[str] = "pages/rules.html"
    partial: ClassVar[str] = ""
    frame: Frame
    rows: tuple[RuleRow, ...]
    chapters: tuple[Pick, ...]
    part: str
    find: str
    total: int
    back: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """One rule with its worked examples; `chapter` is its part of the ledger, `before` and `after` its neighbours."""

    template: ClassVar[str] = "pages/rule.html"
    partial: ClassVar[str] = ""
    frame: Frame
    row: RuleRow
    chapter: str
    part: str
    examples: tuple[RuleExample, ...]
    before: str
    after: str
    back: str
