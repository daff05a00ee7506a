"""A page that lists the JSON interface, made from its own schema: nothing is loaded from another host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.contexts import Frame
from app.web.render import frame, render

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method and path: what it does, the fields of its body, its query, what it can answer."""

    method: str
    path: str
    summary: str
    text: str
    fields: tuple[tuple[str, str], ...]
    query: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DocsPage:
    """All endpoints, by what they are about."""

    template: ClassVar[str] = "docs.html"
    partial: ClassVar[str] = ""
    frame: Frame
    version: str
    groups: tuple[tuple[str, tuple[Endpoint, ...]], ...]
    moves: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The page."""
    schema = request.app.openapi()
    return render(request, docs_page(frame(request), schema))


def docs_page(frame: Frame, schema: dict[str, Any]) -> DocsPage:
    """What the page shows of an OpenAPI schema."""
    groups: dict[str, list[Endpoint]] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            groups.setdefault(operation["tags"][0], []).append(_endpoint(method, path, operation))
    parts = schema["components"]["schemas"]
    kinds = [(name, part) for name, part in parts.items() if "type" in part.get("properties", {}) and "x" not in name]
    moves = tuple((name, part.get("description", "").split("\n\n")[0], _fields(part)) for name, part in kinds)
    order = ("tables", "rules", "server")
    return DocsPage(
        frame,
        schema["info"]["version"],
        tuple((name, tuple(groups[name])) for name in order if name in groups),
        moves,
    )


def _endpoint(method: str, path: str, operation: dict[str, Any]) -> Endpoint:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    query = [p for p in operation.get("parameters", []) if p["in"] == "query"]
    return Endpoint(
        method.upper(),
        path,
        operation.get("summary", ""),
        operation.get("description", ""),
        _fields(body),
        tuple((p["name"], p.get("description", "")) for p in query),
        tuple((status, answer["description"]) for status, answer in operation["responses"].items()),
    )


def _fields(schema: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """The fields of an object, with their types in words; those that must be given are marked."""
    needed = schema.get("required", [])
    return tuple(
        (name, kind(field) + (", needed" if name in needed else ""))
        for name, field in schema.get("properties", {}).items()
    )


def kind(schema: dict[str, Any]) -> str:
    """A type in words: 'text', 'number', 'one of N, E, S, W', 'list of ...', a named part."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return f"“{schema['const']}”"
    if "enum" in schema:
        return f"one of {', '.join(str(value) for value in schema['enum'])}"
    if "anyOf" in schema or "oneOf" in schema:
        parts = [kind(part) for part in schema.get("anyOf", schema.get("oneOf", ()))]
        return " or ".join(dict.fromkeys(parts))
    if schema.get("type") == "array":
        items = schema.get("items") or {"type": "any"}
        if "prefixItems" in schema:
            return f"[{', '.join(kind(part) for part in schema['prefixItems'])}]"
        return f"list of {kind(items)}"
    names = {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "null"}
    return names.get(schema.get("type", ""), str(schema.get("type", "any")))
