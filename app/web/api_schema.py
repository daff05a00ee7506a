"""What /openapi.json says about routes that read their bodies raw and answer with ready bytes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, TypeAdapter

from app.rules.moves import Move
from app.web.errors import STATUS

Schema = dict[str, Any]

FOR_SCRIPTS: Final = ("/api", "/healthz")
COMPONENT: Final = "#/components/schemas/"

TEXT: Final[Schema] = {"type": "string"}
WHOLE: Final[Schema] = {"type": "integer", "minimum": 0}
FLAG: Final[Schema] = {"type": "boolean"}
THING: Final[Schema] = {"type": "object"}


def _many(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _maybe(kind: Schema) -> Schema:
    return {"anyOf": [kind, {"type": "null"}]}


def _shape(**members: Schema) -> Schema:
    return {"type": "object", "properties": members, "required": list(members)}


def _named(name: str) -> Schema:
    return {"$ref": COMPONENT + name}


LINKS: Final = _shape(play=TEXT, host=TEXT, watch=TEXT)

#: What each kind of answer holds at least.
SHAPES: Final[Mapping[str, Schema]] = MappingProxyType(
    {
        "Seat": _shape(id=TEXT, name=TEXT, kind={"enum": ["play", "host", "watch"]}, explorers=_many(TEXT)),
        "Created": _shape(table=TEXT, revision=WHOLE, links=LINKS, code=TEXT, token=TEXT, seat=TEXT),
        "Joined": _shape(seat=_named("Seat"), token=TEXT),
        "Table": _shape(
            table=TEXT,
            name=TEXT,
            revision=WHOLE,
            you=_maybe(_named("Seat")),
            seats=_many(_named("Seat")),
            links=THING,
            can_undo=FLAG,
            can_redo=FLAG,
            agenda=_many(THING),
            state=THING,
        ),
        "Listed": _shape(label=TEXT, move=_named("Move")),
        "Moves": _shape(
            revision=WHOLE,
            moves=_many(_named("Listed")),
            refused=_many(_shape(label=TEXT, move=_named("Move"), reasons=_many(_named("Reason")))),
            open=_many(THING),
        ),
        "Played": _shape(revision=WHOLE, events=_many(THING)),
        "Revised": _shape(revision=WHOLE),
        "Log": _shape(revision=WHOLE, entries=_many(THING)),
        "Decks": THING,
        "Export": THING,
        "Ledger": _shape(rules=_many(_shape(id=TEXT, title=TEXT, where=TEXT, text=TEXT, settings=_many(TEXT)))),
        "Verdict": _shape(legal=FLAG, reasons=_many(_named("Reason")), events=_many(THING)),
        "Reason": _shape(
            code=TEXT,
            rule=TEXT,
            where=TEXT,
            message=TEXT,
            alternatives=_many(TEXT),
            instead=TEXT,
            facts=THING,
        ),
        "Problem": _shape(revision=_maybe(WHOLE), reasons=_many(_named("Reason")), meanwhile=_many(THING)),
        "Health": _shape(ok=FLAG),
        "About": _shape(name=TEXT, version=TEXT),
    }
)

PROBLEMS: Final[Mapping[int, str]] = MappingProxyType(
    {
        403: "Not your seat, or a post from another site",
        404: "No such table",
        409: "Refused by the rules, with every reason",
        413: "Too large",
        422: "Malformed, naming the field",
    }
)

QUERIES: Final[Mapping[str, tuple[str, Schema]]] = MappingProxyType(
    {
        "preview": ("1 decides without doing.", {"enum": ["0", "1"]}),
        "before": ("Only entries before this revision.", {**WHOLE, "maximum": 2**53}),
        "limit": ("At most so many entries.", {**WHOLE, "maximum": 200}),
    }
)

#: Moves that cannot be listed, because their values are open: how to make them.
OPEN_ENDED: Final[tuple[Schema, ...]] = (
    {
        "label": "Table ruling: the group overrides the tracker, with a reason (AM-1)",
        "move": {
            "type": "MakeRuling",
            "reason": "why",
            "changes": [{"type": "SetPool", "unit": "an explorer or monster", "what": "health", "value": 3}],
        },
    },
    {
        "label": "Type in what the real die showed (GD-1)",
        "move": {"type": "RollDie", "die": "game", "typed": 7},
    },
    {
        "label": "Walk along a path of one's own choice (BG-2)",
        "move": {"type": "Walk", "explorer": "an explorer", "to": [3, 4], "path": [[3, 3], [3, 4]]},
    },
    {
        "label": "Change a house rule (host)",
        "move": {"type": "ChangeSetting", "name": "turn_order", "value": "one_at_a_time"},
    },
)


def doc(
    summary: str,
    answer: str,
    body: type[BaseModel] | None = None,
    *,
    status: int = 200,
    query: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Arguments of a route: its summary, what it answers (of SHAPES), its body and its query."""
    extra: Schema = {"parameters": [_query(name) for name in query]}
    if body is not None:
        schema = body.model_json_schema(ref_template=COMPONENT + "{model}")
        schema.pop("$defs", None)
        if "move" in schema.get("properties", {}):
            schema["properties"]["move"] = _named("Move")
        extra["requestBody"] = {"content": {"application/json": {"schema": schema}}}
    return {
        "summary": summary,
        "status_code": status,
        "openapi_extra": extra,
        "responses": {status: {"description": "Done", "content": _json(answer)}},
        "response_model": None,
    }


def _query(name: str) -> Schema:
    text, schema = QUERIES[name]
    return {"name": name, "in": "query", "required": False, "description": text, "schema": schema}


def _json(name: str) -> Schema:
    return {"application/json": {"schema": _named(name)}}


@cache
def move_schemas() -> Schema:
    """The schema of Move and of everything in it, by component name."""
    schema = TypeAdapter[Move](Move).json_schema(ref_template=COMPONENT + "{model}")
    parts: Schema = schema.pop("$defs", {})
    return {"Move": schema, **parts}


def openapi(app: FastAPI) -> Schema:
    """The schema of the JSON interface: pages are left out, problems and table keys are said once for all."""
    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schema["paths"] = {path: found for path, found in schema["paths"].items() if path.startswith(FOR_SCRIPTS)}
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            _complete(path, operation)
    components = schema.setdefault("components", {}).setdefault("schemas", {})
    components.update(move_schemas())
    components.update(SHAPES)
    app.openapi_schema = schema
    return schema


def _complete(path: str, operation: Schema) -> None:
    """Add the key of the table and the problems that any route of its kind can answer with."""
    parameters = operation.setdefault("parameters", [])
    if "{table}" in path:
        operation["parameters"] = [_TABLE, *(p for p in parameters if p["name"] != "table")]
    operation["responses"].pop("422", None)
    writes = "requestBody" in operation
    statuses = {404} if "{table}" in path else set()
    statuses |= {403} if "{table}" in path else set()
    statuses |= {403, 409, 413, 422} if writes else {422} if parameters else set()
    for status in sorted(statuses):
        operation["responses"][str(status)] = {
            "description": PROBLEMS[status],
            "content": _json("Problem"),
        }


_TABLE: Final[Schema] = {
    "name": "table",
    "in": "path",
    "required": True,
    "description": "A play, host or watch key: what the address of a table ends with.",
    "schema": {"type": "string"},
}

assert set(PROBLEMS) <= {*STATUS.values(), 409}
