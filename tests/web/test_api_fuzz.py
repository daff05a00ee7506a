"""Whatever the schema allows, and much that it does not, never brings the server down: a fixed, small dose."""

from __future__ import annotations

import schemathesis
from httpx2 import Client
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error

from tests.web.conftest import Table, ThreadedServer, open_table

EXAMPLES = 25  # of each operation and mode
ODD_BODIES = st.one_of(
    st.binary(max_size=60),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=8,
    ),
)
dose = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_no_request_made_from_the_schema_is_a_server_error(server: ThreadedServer) -> None:
    with Client(base_url=server.url, timeout=30) as client:
        fuzz_schema(server.url, open_table(client))


def fuzz_schema(url: str, table: Table) -> None:
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 12
    tried = 0
    for operation in operations:
        if operation.path.endswith("/stream"):
            continue  # it never ends
        can_be_wrong = bool(operation.body or operation.query)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)[: 1 + can_be_wrong]:

            @seed(1)
            @dose
            @given(case=operation.as_strategy(generation_mode=mode))
            def fuzz(case: schemathesis.Case) -> None:
                nonlocal tried
                tried += 1
                if "table" in case.path_parameters:
                    case.path_parameters["table"] = table.key
                    case.headers["authorization"] = f"Bearer {table.token}"
                answer = case.call()
                case.validate_response(answer, checks=[not_a_server_error])

            fuzz()
    assert tried > EXAMPLES * len(operations)
    assert table.get().status_code == 200


def test_no_odd_body_is_a_server_error(table: Table) -> None:
    paths = [f"/api/tables/{table.key}{end}" for end in ("/moves", "/join", "/undo", "/redo")]
    paths += ["/api/tables", "/api/tables/import", "/api/rules/check", "/api/rules/moves"]

    @seed(2)
    @dose
    @given(
        path=st.sampled_from(paths), body=ODD_BODIES, wrapped=st.sampled_from(["", "move", "position", "to", "name"])
    )
    def fuzz(path: str, body: object, wrapped: str) -> None:
        if isinstance(body, bytes):
            answer = table.client.post(path, content=body, headers=table.headers)
        else:
            answer = table.client.post(path, json={wrapped: body} if wrapped else body, headers=table.headers)
        assert answer.status_code < 500, (path, body, answer.text)
        if answer.status_code >= 400:
            assert answer.json()["reasons"][0]["message"]

    fuzz()
