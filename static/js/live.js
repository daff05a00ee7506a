// The table's stream and what hangs on it: parts of the page that changed are fetched anew and morphed in place;
// without the stream the phone says so and switches moves off.
(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const body = document.body;
  const SILENCE = 7000; // milliseconds: the server says something, if only a ping, every 5 s
  let latest = 0; // the table's revision, as far as this phone knows
  let connecting = true; // the next message is the first after a connection
  let synced = new Date(); // when this phone last knew how the table stands
  let heard = Date.now(); // when the server last said anything
  let stream = null; // aborts the stream that is open
  let failures = 0;
  let again = 0; // timers
  let grace = 0;
  let before = null; // the now bar as it was when the stream was lost

  // ---- parts that changed

  const revision = (part) => Number(part.dataset.revision);
  const parts = () => ("still" in live.dataset ? [] : [...document.querySelectorAll("[data-part]")]);
  const isTyping = (part) => {
    const field = document.activeElement;
    return part.contains(field) && field.matches("input[type=text],input[type=number],textarea") && field.value !== field.defaultValue;
  };

  // a part that can't be had, or that nobody waits for any more, is no failure: it comes with the next connection
  const quietly = (address, request) =>
    fetch(address, request).catch(() => {
      throw new DOMException("", "AbortError");
    });

  // never under someone's fingers: it is fetched when the field is left
  function fetchPart(part) {
    if (!isTyping(part)) htmx.ajax("GET", part.dataset.part, { source: part, target: part, swap: "outerMorph", fetch: quietly });
  }

  // `all`: whatever the regions, every part that is behind is fetched
  function catchUp(regions, all) {
    const stale = parts().filter((part) => {
      if (revision(part) >= latest) return false;
      const misses = all || revision(part) !== latest - 1;
      if (misses || part.dataset.regions.split(" ").some((region) => regions.includes(region))) return true;
      part.dataset.revision = latest;
      return false;
    });
    const bringsNow = stale.some((part) => part.dataset.with === "now" && !isTyping(part));
    for (const part of stale) if (part.id !== "now" || !bringsNow) fetchPart(part);
  }

  // "revision region region…", from the stream and from the answer to a move (header HX-Trigger)
  function changed(words) {
    const [number, ...regions] = words.split(" ");
    synced = new Date();
    // that somebody was quicker is no news any more once something else has happened, but is read first
    const told = document.querySelector("#quicker.told");
    if (told && number > Number(told.dataset.at)) setTimeout(() => told.remove(), 4000);
    if (Number(number) > latest || connecting) {
      latest = Number(number);
      catchUp(regions, connecting);
    } else if (regions.includes("seats")) {
      // who is there changed, the table did not
      for (const part of parts()) if (part.dataset.regions.includes("seats")) part.dataset.revision = -1;
      catchUp([]);
    }
  }
  document.addEventListener("changed", (event) => changed(event.detail.data));
  document.addEventListener("focusout", () => setTimeout(() => catchUp([], true)));

  // a plate whose words changed says so for a moment
  const words = new Map();
  document.addEventListener("htmx:before:swap", () => {
    words.clear();
    for (const plate of document.querySelectorAll(".plate[id]")) words.set(plate.id, plate.textContent);
  });
  document.addEventListener("htmx:after:swap", () => {
    for (const [id, before] of words) {
      const plate = document.getElementById(id);
      if (plate && plate.textContent !== before) plate.classList.add("fresh");
    }
  });
  document.addEventListener("animationend", (event) => event.target.classList.remove("fresh"));

  // ---- the stream

  async function listen() {
    clearTimeout(again);
    stream?.abort();
    const mine = (stream = new AbortController());
    try {
      const answer = await fetch(live.dataset.stream, { headers: { Accept: "text/event-stream" }, cache: "no-store", signal: mine.signal });
      if (!answer.ok) throw answer.status;
      found();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        heard = Date.now();
        const events = (text + value).split("\n\n");
        text = events.pop();
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event);
          if (data) {
            changed(data[1]);
            connecting = false;
          }
        }
      }
    } catch {
      // cut off, refused, or not to be reached: all the same to whoever looks at the phone
    }
    if (stream !== mine || document.hidden) return;
    doubt(1500); // a short gap (a restart, waking up) is not worth a word
    again = setTimeout(listen, Math.min(2000, 250 * 2 ** failures++));
  }

  // hidden pages let go of it, for a browser opens six at most; a phone that wakes up may hold one that is dead
  function wake() {
    failures = 0;
    if (!document.hidden) return listen();
    clearTimeout(grace), (grace = 0);
    stream?.abort();
  }
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", () => stream?.abort());
  addEventListener("offline", () => doubt(0));
  // a host that fell asleep, or a network that swallows everything, says nothing at all: not even that it failed
  setInterval(() => {
    if (document.hidden || again || Date.now() - heard < SILENCE) return;
    heard = Date.now(); // as long to answer anew
    doubt(1500);
    listen();
  }, 1000);
  document.addEventListener("htmx:error", (event) => event.target.matches?.("form") && doubt(0));

  // ---- connected or not

  const doubt = (after) => (grace ||= setTimeout(lost, after));

  function lost() {
    if ("off" in body.dataset) return;
    body.dataset.off = "";
    const now = document.getElementById("now");
    before = now?.cloneNode(true);
    const clock = synced.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
    const say = (line, words) => now?.querySelector(line)?.replaceChildren(words);
    now?.classList.add("off");
    now?.classList.remove("mine");
    say(".ph", `Shown as of ${clock}, round ${now?.querySelector("text").textContent}`);
    say(".st", "Not connected");
    say(".who", "Trying");
    document.getElementById("lost")?.removeAttribute("hidden");
    for (const button of document.querySelectorAll("form[method=post] button")) button.setAttribute("aria-disabled", "true");
  }

  function found() {
    clearTimeout(grace);
    grace = again = failures = 0;
    connecting = true;
    heard = Date.now();
    if (!("off" in body.dataset)) return;
    delete body.dataset.off;
    document.getElementById("lost")?.setAttribute("hidden", "");
    document.getElementById("kept")?.replaceChildren();
    document.getElementById("now")?.replaceWith(before);
    if (before) htmx.process(before);
    for (const button of document.querySelectorAll("form[method=post] button")) button.removeAttribute("aria-disabled");
    for (const part of parts()) part.dataset.revision = -1; // what was greyed comes anew
  }

  // without a server every way out ends on the browser's own error page: one stays, and is told what cannot be seen
  function stay(event, name) {
    event.preventDefault();
    event.stopImmediatePropagation();
    lost();
    document.getElementById("kept")?.replaceChildren(`${name} can be seen again when this phone is connected.`);
  }
  const gone = () => grace || "off" in body.dataset;
  document.addEventListener("click", (event) => {
    if (event.target.closest("#retry")) wake();
    else if (gone() && event.target.closest("[hx-get],[data-open],[data-select]")) stay(event, "That");
  }, true);
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !gone() || event.defaultPrevented || link.getAttribute("href")[0] === "#") return;
    const name = [...link.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
    stay(event, name ? name.data.trim() : "That page");
  });
  document.addEventListener("submit", (event) => gone() && event.target.method === "get" && stay(event, "The answer"), true);

  listen();
})();
