"""What `make bench` measures can still be measured: the parts that look into the application."""

from __future__ import annotations

from bench import waiting


def test_every_page_that_waits_for_moves_is_timed() -> None:
    waited = waiting.waits(times=2)
    assert waited.keys() == {*waiting.PAGES}
    assert all(len(seconds) == 2 and min(seconds) > 0 for seconds in waited.values()), waited
