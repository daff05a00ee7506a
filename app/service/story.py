"""Which chapters have lain face up at a table, and what was chosen on them: told by the log, for the state forgets.

The marks of a chapter go with it (CT-1), and a ruling can pass chapters over that nobody has read. So the entries that
entered a chapter or marked one are read, each of them once; an undo takes back what they told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pydantic import ValidationError

from app.rules.events import ChapterEntered, Event, MarksChanged
from app.rules.state import Marks
from app.store import codec
from app.store.log import Log

from .timeline import Timeline

#: What an entry holds that says something of a chapter.
TELLING: Final = ("ChapterEntered", "MarksChanged")


@dataclass(frozen=True, slots=True)
class ChapterSeen:
    """A chapter that lay face up: the entry with which it came last, and its marks as they were last."""

    revision: int
    marks: Marks


Story = Mapping[str, ChapterSeen]


@dataclass
class Stories:
    """The story of one table, after each entry that told something new; `read` = the last entry that was looked at,
    `revision` = that of the table when it was.
    """

    kept: list[tuple[int, Story]] = field(default_factory=list)
    read: int = 0
    revision: int = 0

    async def now(self, log: Log, game: int, timeline: Timeline) -> Story:
        """By card: the chapters that have entered on the line of entries in force.

        Every page asks: as long as nothing has happened, a long line is not looked through again.
        """
        revision = timeline.revision
        if revision == self.revision:
            return self._last()
        line = tuple(timeline.line)
        inforce = set(line)
        kept = [one for one in self.kept if one[0] in inforce]
        start = max((revision for revision in line if revision <= self.read), default=0)
        if start < line[-1]:
            for told in await log.lines(game, start, line[-1], TELLING):
                if told.revision not in inforce:
                    continue
                before = kept[-1][1] if kept else {}
                after = fold(before, told.revision, _events(told.events))
                if after != before:
                    kept.append((told.revision, after))
        self.kept, self.read, self.revision = kept, line[-1], revision
        return self._last()

    def _last(self) -> Story:
        return self.kept[-1][1] if self.kept else {}


def fold(story: Story, revision: int, events: Iterable[Event]) -> Story:
    """The story after one more entry."""
    after = dict(story)
    for event in events:
        if isinstance(event, ChapterEntered):
            after[event.card] = ChapterSeen(revision, event.marks)
        elif isinstance(event, MarksChanged) and event.card in after:
            after[event.card] = replace(after[event.card], marks=event.marks)
    return after


def _events(stored: str) -> tuple[Event, ...]:
    """The events of an entry; none of one that this release can't read."""
    try:
        return codec.load_events(stored)
    except ValidationError:
        return ()
