"""Questions that may have one answer alone: there somebody has to see or do something (docs/architecture.md)."""

from __future__ import annotations

from app.rules.agenda import Ask
from app.rules.state import State

#: A panel is chosen knowingly (CH-7); cards are looked at; the group does something by hand and says that it is done;
#: whoever rolls lets its own dice fall (ST-1).
SEEN = {"choose_panel", "looked_at", "which_to_destroy", "carry_out", "place_entry_by_ruling", "roll_steps"}


def idle_question(state: State) -> str:
    """The question that waits though it has one answer alone, '' when there is none: nobody should be stopped for it.

    An option that is paid together (NC-4) is not taken for the group.
    """
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Ask) or len(top.options) != 1 or top.question in SEEN:
        return ""
    return "" if top.question == "choose" and "together" in "".join(top.labels) else top.question
