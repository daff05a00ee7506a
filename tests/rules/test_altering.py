"""Frozen values are made and changed in shorter ways than dataclasses has, with what dataclasses says they hold."""

from __future__ import annotations

import dataclasses
import inspect
import sys

import pytest

from app.packs import builtin
from app.rules.agenda import Resolve
from app.rules.altering import altered, replace
from app.rules.effects import Price
from app.rules.events_units import PoolChanged
from app.rules.state import Explorer
from app.rules.verdicts import reason


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        (Explorer("exp-01", 5, 4, 3, (1, 2), "in_play"), {"space": (3, 4), "begun": True}),
        (Resolve(7, "rav-01", "top.0.0", actor="exp-01"), {"index": 2, "answers": (("who", "exp-02"),)}),
        (Price(stamina=2), {"stamina": 0, "essence": 1}),
        (PoolChanged("exp-01", "health", 5, 4, "lost", "BG-4"), {"after": 3}),
        (reason("too_far", "BG-1", needed=3), {"rule": "EX-1"}),
    ],
)
def test_a_changed_copy_is_the_one_that_dataclasses_makes(value, parts):
    before = dataclasses.asdict(value)
    assert replace(value, **parts) == dataclasses.replace(value, **parts)
    if hasattr(value, "__dict__"):
        assert altered(value, **parts) == dataclasses.replace(value, **parts)
    assert dataclasses.asdict(value) == before


def test_constructors_written_by_hand_take_each_field_with_its_default():
    assert builtin().cards  # all modules of the rules are there
    found = []
    for module in [m for name, m in sys.modules.items() if name.startswith("app.rules.")]:
        for kind in vars(module).values():
            if not (dataclasses.is_dataclass(kind) and kind.__module__ == module.__name__):
                continue
            if kind.__dataclass_params__.init:
                continue
            taken = dict(list(inspect.signature(kind.__init__).parameters.items())[1:])
            fields = {field.name: field.default for field in dataclasses.fields(kind)}
            missing = fields.keys() - taken.keys()
            assert all(fields[name] is not dataclasses.MISSING for name in missing), kind
            for name, parameter in taken.items():
                empty = parameter.default is inspect.Parameter.empty
                assert (dataclasses.MISSING if empty else parameter.default) == fields[name], (kind, name)
            values = {name: object() for name in taken}
            made = kind(**values)
            assert {name: getattr(made, name) for name in fields} == {**fields, **values}, kind
            found.append(kind.__name__)
    assert {"PoolChanged", "UnitMoved", "StepOpened", "StepChanged", "StepClosed", "Legal", "Reason"} <= set(found)
