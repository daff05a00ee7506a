"""Events in the log: a step is read by what it says it is, and by nothing else."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from app.rules import agenda as ag
from app.rules.events import StepChanged, StepOpened
from app.store import codec


@pytest.mark.parametrize("event", [StepOpened, StepChanged])
def test_a_step_is_told_by_its_type_alone(event):
    stored = json.loads(codec.dump_events((event(ag.TileGoes(3, (0, 1))), event(ag.Determine(4, "rav-01", "top.0")))))
    assert codec.load_events(json.dumps(stored)) == (
        event(ag.TileGoes(3, (0, 1))),
        event(ag.Determine(4, "rav-01", "top.0")),
    )
    stored[1]["step"]["type"] = "unheard_of"
    with pytest.raises(ValidationError) as caught:
        codec.load_events(json.dumps(stored))
    (fault,) = caught.value.errors()  # one, not one for each kind of step that it might have been
    assert fault["type"] == "union_tag_invalid"
    assert fault["loc"][:2] == (1, event.__name__)
