"""When a page has done what it was asked to do: nothing under way to the server, and nothing since for a moment.

A fixed pause is no such sign: on a busy machine an answer takes longer than any pause that a test can afford.
"""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

#: Milliseconds, by the page's own clock, in which nothing happened.
QUIET = 150

#: Counts what is under way, up to the last byte of each answer. The table's stream never ends and is not counted.
#: A page that is about to be left is never calm; the one that follows it is asked.
_COUNT = """(() => {
  const doing = (window.__doing = { requests: 0, since: performance.now(), leaving: false });
  const seen = () => (doing.since = performance.now());
  const fetched = window.fetch;
  window.fetch = async (what, how) => {
    const headers = new Headers(how?.headers ?? (what instanceof Request ? what.headers : undefined));
    if (headers.get("Accept") === "text/event-stream") return fetched(what, how);
    doing.requests++;
    seen();
    const over = () => (doing.requests--, seen());
    try {
      const answer = await fetched(what, how);
      answer.clone().arrayBuffer().then(over, over);
      return answer;
    } catch (failure) {
      over();
      throw failure;
    }
  };
  for (const kind of ["click", "keydown", "keyup", "touchstart", "touchend", "submit", "scroll", "wheel"])
    addEventListener(kind, seen, true);
  addEventListener("beforeunload", () => (doing.leaving = true));
})()"""

_CALM = """(quiet) => window.__doing && document.readyState === "complete" && !__doing.leaving && !__doing.requests
  && performance.now() - __doing.since > quiet"""


def watch(context: BrowserContext) -> BrowserContext:
    """The same context, whose pages, all those opened from now on, count what they have under way."""
    context.add_init_script(_COUNT)
    return context


def calm(page: Page, timeout: float = 15_000) -> None:
    """Wait until a page of a watched context has got what it asked for and has put it in place.

    Raises Playwright's TimeoutError after `timeout` milliseconds.
    """
    page.wait_for_function(_CALM, arg=QUIET, timeout=timeout)
