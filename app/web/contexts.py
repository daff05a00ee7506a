"""What each page is given: one frozen dataclass per template, and nothing beside it. Here is what pages share;
the pages themselves are in `contexts_*.py`, by what they are about.

`template` names the page, `partial` the part of it that is fetched anew when something changed at the table ('' for
pages that stay as they are). Templates are strict about unknown names; a test holds each of them to exactly the
fields of its class. Hues are 'brass' (yours to act), 'verd' (well, legal), 'ember' (harm) and 'ether' (arcane).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Theme = Literal["dark", "light", "device"]


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page needs: the theme of this phone, its own address to come back to after a form. The theme is what
    the device prefers on a page that follows it, as long as this phone has chosen none.

    `fragment` is set while only the part of the page is fetched that changes.
    """

    theme: Theme
    here: str
    fragment: bool = False


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
    the page that it leads to ('' = the one it stands on). `vain` says what it would be paid for without effect, or that
    no way leads out of where a unit would be moved.
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
class RollTold:
    """A roll against a rating: who rolled, the result, the rating as it was then, and what came of it in a word."""

    name: str
    total: int
    rating: int
    safe: bool
    verdict: str


@dataclass(frozen=True, slots=True)
class Came:
    """What a roll came to: a word with its icon, whom it is about and what that cost, the roll against its need."""

    icon: str
    hue: str
    word: str
    text: str
    rolled: str


@dataclass(frozen=True, slots=True)
class News:
    """What just happened: `came` of rolls in a word each, read first and never cut, and the sentences."""

    lines: tuple[str, ...] = ()
    came: tuple[Came, ...] = ()


@dataclass(frozen=True, slots=True)
class NowBar:
    """The bar on top: the round, the phase in small, what is asked, who answers, whether undo has something.

    `unit` is who acts or answers, where it stands on the board: the bar leads to it there; '' for none.
    """

    round: int
    arcs: tuple[str, str, str, str]
    phase: str
    asked: str
    who: str
    mine: bool
    can_undo: bool
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the five tabs: `waiting` counts the pending steps that its page answers, `unread` = it has what this phone
    has not looked at yet.
    """

    name: str
    icon: str
    href: str
    current: bool
    waiting: int
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question, with the form's move; `by` names who has already picked it.

    `facts` are the lines of the card that it names, or what the option says; `costs` what it takes; `then` answers
    what the move brings up (`following`); `vain` says what it would be taken for without effect.
    """

    title: str
    note: str
    move: str
    by: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    costs: tuple[Cost, ...] = ()
    then: str = ""
    vain: str = ""


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
class LeftOpen:
    """What somebody else has open while all others wait: who has what, what to do; the way to end it for them.

    `href` is '' where this phone may not. `since` = when it was opened, None where that is not looked for.
    """

    text: str
    note: str
    title: str
    href: str
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What waits: its words, who may answer, the options (none for those who only wait), what is refused and why.

    `cards` are those in hand, each with its answers; `closed` the options that are printed and cannot be chosen now.
    `page` is the address of a page of its own that shows more, `page_text` the words of the way there; `inline` = this
    is that page, which shows the question itself. `board` is the address of the board where answers are lit, to be
    tapped there, which `hint` says; `others` are (title, address) of what can be seen to first instead. `first` is
    what most will want, above the options; `about` the monster that is asked for. `story` is the address of the page
    that tells what leads up to it: read there before it is answered, so the question stands folded on that page.
    `left_open` is what somebody else has to be done with first; `decline` is the answer that takes nothing of what is
    lit on the board: one tap beside the folded question. `brief` says `text` on two lines at most.
    `theirs` = another phone is to answer.
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
    first: Option | None = None
    about: str = ""
    story: str = ""
    left_open: LeftOpen | None = None
    theirs: bool = False
    decline: Option | None = None
    brief: str = ""


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
class Moment:
    """What everybody reads once (`moments.py`): its key, what it is, how its story begins, where it is read.

    `link` are the words of the way there.
    """

    key: str
    icon: str
    hue: str
    kind: str
    name: str
    lines: str
    href: str
    link: str = "Read it"


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of the game: how it went out, in a line each where it ended and what became of whom.

    `story` = where the story begins, '' where none can be read; `key` = what a phone closes it by, which has not done
    so yet while it is `fresh`.
    """

    title: str
    lines: tuple[str, ...]
    won: bool
    story: str
    key: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class Chrome:
    """What surrounds every page of a table. `base` is '/t/<key>', `here` the page's own address.

    `nonce` makes the keys of this rendering's forms; `stream` tells of changes; a `still` page, on which something is
    written or decided, listens too, but only to know that it is connected. `moment` is what this phone has not read
    yet, `ended` the end of the game, `goal` where the bar on top leads to: a place on this page ('#asked') or an
    address. `folded` names the question that this phone has folded, on whichever page; `may_rule` = this seat may enter
    table rulings.
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
    moment: Moment | None = None
    ended: Ended | None = None
    goal: str = ""
    folded: str = ""
    may_rule: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to choose in a form: its value, words, whether it is chosen, and the token of an explorer."""

    value: str
    title: str
    note: str = ""
    chosen: bool = False
    token: Token | None = None
