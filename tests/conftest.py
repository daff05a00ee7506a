"""How every test process runs."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Look for cycles seldom: what was read by now, some hundred thousand objects, stays to the end of the run.

    Left alone, the collector goes through all of it again and again, for about an eleventh of the processor time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
