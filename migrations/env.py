"""Alembic's entry: runs on the connection that app.store.migrate hands over."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from app.store.migrate import VERSION_TABLE
from app.store.tables import METADATA


def plain_types(kind: str, item: Any, _: AutogenContext) -> str | Literal[False]:
    """A migration outlives the library that the tables are written in: its strings are SQLAlchemy's own."""
    return "sa.String()" if kind == "type" and type(item).__name__ == "AutoString" else False


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    render_as_batch=True,
    compare_type=True,
    render_item=plain_types,
    transaction_per_migration=False,
)
context.run_migrations()
