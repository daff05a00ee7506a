"""Which entries of a log are in force: moves form a tree, undo and redo walk along it, nothing is ever cut off.

Each entry has a head: the entry whose state holds after it. A move is its own head and hangs on the head before it;
undo sets the head back, redo forward; everything else leaves it where it was. So the state after any revision is
known from the heads alone (architecture, decision 1).
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: Kinds of entries that change the state; they alone are undone and redone.
MOVES = frozenset({"create", "move"})


@dataclass
class Timeline:
    """The line of entries in force and what redo would bring back.

    `heads[r - 1]` = head after revision r. `line` = entries in force, oldest first. `ahead` = groups of moves that
    were taken back, one group for each undo, the next to come back last; in a group the oldest first.
    `undone_by[m]` = the undo that took back move m (while it is taken back); `redone` = moves that came back.
    """

    heads: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    ahead: list[list[int]] = field(default_factory=list)
    undone_by: dict[int, int] = field(default_factory=dict)
    redone: set[int] = field(default_factory=set)

    @property
    def revision(self) -> int:
        """The number of entries."""
        return len(self.heads)

    @property
    def head(self) -> int:
        """The entry whose state holds now."""
        return self.line[-1]

    def add(self, kind: str, head: int) -> None:
        """Take the next entry. Raises ValueError when it can't follow what is there: the log is damaged."""
        revision = len(self.heads) + 1
        if kind in MOVES:
            if head != revision:
                raise ValueError(f"entry {revision} is a move but not its own head")
            self.line.append(revision)
            self.ahead.clear()
        elif kind == "undo":
            self._undo(revision, head)
        elif kind == "redo":
            self._redo(head)
        elif not self.line or head != self.head:
            raise ValueError(f"entry {revision} moves the head")
        self.heads.append(head)

    def way_to(self, head: int) -> list[int]:
        """The entries, oldest first, whose events fold to the state after `head`: a move in force or taken back."""
        way = [head]
        while way[-1] not in self.line:
            way.append(self.heads[way[-1] - 2])  # what it was made on
        fork = way.pop()
        return self.line[: self.line.index(fork) + 1] + way[::-1]

    def fork(self, head: int) -> int:
        """The last entry in force from which the state after `head`, a move, came about; `head` itself if it is one."""
        line = set(self.line)
        while head not in line:
            head = self.heads[head - 2]  # what it was made on
        return head

    def taken_back(self, to: int) -> list[int] | None:
        """The moves that undo to the state after revision `to` takes back, oldest first; None if it leads elsewhere."""
        if not 1 <= to <= self.revision:
            return None
        head = self.heads[to - 1]
        if head not in self.line or head == self.head:
            return None
        return self.line[self.line.index(head) + 1 :]

    def brought_back(self, to: int | None) -> list[int] | None:
        """The moves that redo brings back, oldest first: the last undo's, or up to the state after revision `to`.

        None when there is nothing, or `to` leads elsewhere.
        """
        if not self.ahead:
            return None
        if to is None:
            return list(self.ahead[-1])
        if not 1 <= to <= self.revision:
            return None
        path = [move for group in reversed(self.ahead) for move in group]
        head = self.heads[to - 1]
        return path[: path.index(head) + 1] if head in path else None

    def _undo(self, revision: int, head: int) -> None:
        if head not in self.line or head == self.head:
            raise ValueError(f"entry {revision} undoes to {head}, which is not on the way back")
        place = self.line.index(head) + 1
        group = self.line[place:]
        del self.line[place:]
        self.ahead.append(group)
        for move in group:
            self.undone_by[move] = revision
            self.redone.discard(move)

    def _redo(self, head: int) -> None:
        path = self.brought_back(None) or []
        while self.ahead and head not in path:
            self._come_back(self.ahead.pop())
            path = list(self.ahead[-1]) if self.ahead else []
        if head not in path:
            raise ValueError(f"redo to {head}, which was not taken back")
        group = self.ahead.pop()
        place = group.index(head) + 1
        self._come_back(group[:place])
        if group[place:]:
            self.ahead.append(group[place:])

    def _come_back(self, moves: list[int]) -> None:
        for move in moves:
            self.line.append(move)
            self.undone_by.pop(move, None)
            self.redone.add(move)
