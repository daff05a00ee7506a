"""What a page must be for everybody: measured in Chromium, in both themes, on narrow phones, with large text."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.browser.conftest import Phone

THEMES = ("dark", "light")
NARROW = (390, 360)
#: Everything that folds, but for a question's sheet, which may lie over another one: it has a page of its own.
OPEN_ALL = "document.querySelectorAll('details:not(.ask)').forEach((fold) => (fold.open = true))"

#: Everything that can be pressed and answers on less than 44 by 44 pixels. What counts is where a finger is taken for
#: it: a chip may be small to the eye. Spaces of the drawing count at the distance where a tap acts; links within a
#: sentence are exempt, as they are everywhere.
TARGETS = """() => {
  const small = [];
  const spaces = document.querySelector("#board")?.dataset.lod === "play";
  const list = "a[href], button, summary, select, label.pick, label.pl, input:not([type=hidden]), [role=button]";
  for (const one of document.querySelectorAll(list)) {
    if (one.matches(".skip, .vh, p a, li .said a, .note a, .pick input, .pl input, .seg input")) continue;
    if (one.closest("svg") && !(spaces && one.matches(".sp"))) continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest("[inert]")) continue;
    const drawn = one.matches(".sp") ? one.firstElementChild : one;
    let box = drawn.getBoundingClientRect();
    if (!box.width || (box.width >= 43.5 && box.height >= 43.5)) continue;
    if (one.matches(".sp") && box.width < 43.5) { small.push(`space ${box.width}`); continue; }
    const fits = ["center", "start", "end"].some((block) => {
      // where a bar or a sheet does not lie over it, as a finger would scroll it
      one.scrollIntoView({ block, inline: "center", behavior: "instant" });
      if (block === "start") scrollBy({ top: -120, behavior: "instant" });
      box = drawn.getBoundingClientRect();
      const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
      const hits = (dx, dy) => {
        const found = document.elementFromPoint(x + dx, y + dy);
        return found && (found === one || one.contains(found) || found.control === one || one.control === found);
      };
      const wide = box.width >= 43.5 || (hits(-21, 0) && hits(21, 0));
      const high = box.height >= 43.5 || (hits(0, -21) && hits(0, 21));
      return wide && high;
    });
    if (!fits) small.push(`${one.outerHTML.slice(0, 140)} ${box.width} x ${box.height}`);
  }
  return small;
}"""
#: Text of several words squeezed into so narrow a column that it takes more lines than it has words.
SQUEEZED = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const parent = node.parentElement;
    if (text.length < 12 || !parent.checkVisibility() || parent.closest("svg, .vh, .skip, script")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    const words = text.split(/\\s+/).length;
    if (words > 1 && lines > words) found.push(text);
  }
  return found;
}"""
ACROSS = "[document.documentElement.scrollWidth, innerWidth]"


class Auditor:
    """Looks at the pages that a phone sees, with the same seat, in a browser where axe may run."""

    def __init__(self, browser: Browser, phone: Phone) -> None:
        self.seen: list[str] = []
        self.faults: dict[str, object] = {}
        self.phone = Phone(browser, f"{phone.name}, audited", bypass_csp=True)  # axe itself is an inline script
        self.phone.context.add_cookies(phone.context.cookies())
        self.phone.base = phone.base
        self.url = phone.base.split("/t/")[0]

    def look(self, path: str, name: str = "", press: str = "") -> None:
        """Measure one page; `press` = a button or link that opens a sheet on it first."""
        page, name = self.phone.page, name or path
        self.seen.append(name)
        for theme in THEMES:
            self.phone.context.add_cookies([{"name": "vt_theme", "value": theme, "url": self.url}])
            page.set_viewport_size({"width": 390, "height": 844})
            page.goto(self.url + path if path.startswith("/") else f"{self.phone.base}/{path}")
            page.wait_for_load_state("load")
            page.evaluate(OPEN_ALL)
            if press:
                page.locator(press).first.click()
                page.locator("#answer > *").first.wait_for()
            result = Axe().run(page)
            if result.violations_count:
                self.faults[f"{name}, {theme}: axe"] = result.generate_report()
            if theme == "light":
                continue
            for width in NARROW:
                page.set_viewport_size({"width": width, "height": 844})
                for size in ("", "150%"):
                    page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
                    across, inner = page.evaluate(ACROSS)
                    if across > inner or inner > width:
                        self.faults[f"{name}: scrolls sideways at {width} px, text {size or '100%'}"] = across
                    if squeezed := page.evaluate(SQUEEZED):
                        self.faults[f"{name}: squeezed text at {width} px, text {size or '100%'}"] = squeezed
                    if small := page.evaluate(TARGETS):
                        self.faults[f"{name}: small targets at {width} px, text {size or '100%'}"] = small
                page.evaluate("document.documentElement.style.fontSize = ''")

    def close(self) -> None:
        self.phone.context.close()
        assert not self.faults, "\n".join(f"{name}: {fault}" for name, fault in self.faults.items())
