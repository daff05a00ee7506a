"""Chromium as every browser test starts it. A missing browser is a failure."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

#: What Playwright turns off itself. Chromium heeds the last list alone, so ours holds these too
#: (tests/web/test_chromium_browser.py compares).
AS_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
#: Nobody sees the address bar of a browser without a window, yet each phone would load two pages of the browser's own
#: for it, at more processor time than its page of ours takes.
ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """A running Chromium with `more` arguments; while it runs, nothing else in the process can run an event loop."""
    program = shutil.which("chromium")
    assert program, "the browser tests need chromium"
    off = f"--disable-features={','.join((*AS_PLAYWRIGHT, *ADDRESS_BAR))}"
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=program, args=[off, *more])
        yield running
        running.close()
