"""YAML read in the strictest sensible way: plain values only, nothing is constructed, nothing expands.

Other than `yaml.safe_load`, this refuses anchors and aliases (small files that unfold into huge ones), keys
given twice (the first would be lost without a word), tags, and deep nesting; and it knows no dates, no `yes`
and `no`: a name such as "No" stays a name. Numbers are whole numbers, everything else is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

import yaml

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value] | None"

#: Deepest nesting: a choice within a condition within an option of a panel needs about fifteen.
MAX_DEPTH = 30
#: Most values in one file, counted with the ends of lists and mappings.
MAX_VALUES = 200_000

_INT = re.compile(r"-?(0|[1-9][0-9]{0,8})")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


class UnreadableError(ValueError):
    """Text that is no YAML, or YAML of a kind that packs don't use. `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")


def read_yaml(text: str) -> Value:
    """The one document in `text` as plain values. UnreadableError names the line."""
    try:
        return _document(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = ": ".join(filter(None, (error.context, error.problem)))
        raise UnreadableError(mark.line + 1 if mark else 1, f"not readable as YAML: {message}") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise UnreadableError(line, "a control character, which has no place in a text file") from error


def _document(events: Iterator[yaml.Event]) -> Value:
    counted = _at_most(MAX_VALUES, events)
    document: Value = None
    seen = False
    for event in counted:
        if isinstance(event, yaml.DocumentStartEvent):
            if seen:
                raise UnreadableError(_line(event), "a second document ('---') in one file")
            seen = True
            document = _value(next(counted), counted, 0)
    return document


def _at_most(limit: int, events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
    for number, event in enumerate(events):
        if number > limit:
            raise UnreadableError(_line(event), f"more than {limit} values in one file")
        yield event


def _value(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Value:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise UnreadableError(_line(event), "anchors (&) and aliases (*) are not allowed")
    if getattr(event, "tag", None):
        raise UnreadableError(_line(event), "tags (!) are not allowed: put the text in quotes")
    if depth > MAX_DEPTH:
        raise UnreadableError(_line(event), f"nested more than {MAX_DEPTH} deep")
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event)
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[Value] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(_value(event, events, depth + 1))
        return items
    mapping: dict[str, Value] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        line = _line(event)
        key = _value(event, events, depth + 1)
        if not isinstance(key, str):
            raise UnreadableError(line, "a key must be a word")
        if key in mapping:
            raise UnreadableError(line, f"the key '{key}' is there twice")
        mapping[key] = _value(next(events), events, depth + 1)
    return mapping


def _scalar(event: yaml.ScalarEvent) -> Value:
    if event.style:
        return event.value
    if event.value in _WORDS:
        return _WORDS[event.value]
    return int(event.value) if _INT.fullmatch(event.value) else event.value


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
