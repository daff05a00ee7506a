"""HEAD is answered as GET without its body, on every address: previews of links and watchdogs ask so."""

from __future__ import annotations

import http.client
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.proofs.phone import addresses
from tests.web.conftest import Table, ThreadedServer

#: What a name in an address stands for here.
FILLED = {"{step}": "1", "{number}": "1", "{row}": "EX-4", "{deck}": "encounters", "{event}": "1"}
TOLD = ("content-type", "location", "content-security-policy", "referrer-policy", "cache-control", "vary")


def test_every_address_answers_head_as_get(client: TestClient, app: FastAPI, table: Table) -> None:
    headers = table.headers
    asked = 0
    for address in addresses(app):
        path = address.replace("{table}", table.host_key)
        for name, value in FILLED.items():
            path = path.replace(name, value)
        if path.endswith("/stream"):
            assert client.head(path, headers=headers).status_code == 405, path
            continue
        got, head = (ask(path, headers=headers, follow_redirects=False) for ask in (client.get, client.head))
        assert head.status_code == got.status_code != 405, path
        assert head.content == b"", path
        assert told(head) == told(got), path
        assert "content-length" in head.headers or not got.content, path
        asked += 1
    assert asked > 40


def told(answer: Any) -> dict[str, str | None]:
    return {name: answer.headers.get(name) for name in TOLD}


def test_a_connection_goes_on_after_head(server: ThreadedServer) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for method, path in (
        ("HEAD", "/"),
        ("GET", "/new"),
        ("HEAD", "/nowhere"),
        ("HEAD", "/static/app.css"),
        ("GET", "/"),
    ):
        line.request(method, path)
        answer = line.getresponse()
        body = answer.read()
        assert answer.status == (404 if path == "/nowhere" else 200), path
        assert int(answer.headers["content-length"]) > 0
        assert bool(body) == (method == "GET"), path
    line.close()
