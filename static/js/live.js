// The table's stream and what hangs on it: parts of the page that changed are fetched anew and morphed in place;
// without the stream the phone says so and switches moves off.
(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const body = document.body;
  let latest = 0; // the table's revision, as far as this phone knows
  let connecting = true; // the next message is the first after a connection
  let synced = new Date();
  let connection = null;
  let grace = 0;

  const revision = (part) => Number(part.dataset.revision);
  const parts = () => [...document.querySelectorAll("[data-part]")];
  const isTyping = (part) => {
    const field = document.activeElement;
    return part.contains(field) && field.matches("input[type=text],input[type=number],textarea") && field.value !== field.defaultValue;
  };

  function fetchPart(part) {
    // never under someone's fingers: fetched when the field is left
    if (!isTyping(part)) htmx.ajax("GET", part.dataset.part, { source: part, target: part, swap: "outerMorph" });
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
    const bringsNow = stale.some((part) => part.dataset.with === "now");
    for (const part of stale) if (part.id !== "now" || !bringsNow) fetchPart(part);
  }

  // from the stream, and from the answer to a move (header HX-Trigger): "revision region region…"
  document.addEventListener("changed", (event) => {
    const [number, ...regions] = String(event.detail.data ?? event.detail.value).split(" ");
    synced = new Date();
    if (Number(number) > latest || connecting) {
      latest = Number(number);
      catchUp(regions, connecting);
    }
    connecting = false;
  });
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

  // ---- connected or not

  function lost() {
    if ("off" in body.dataset) return;
    body.dataset.off = "";
    const now = document.getElementById("now");
    const clock = synced.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const round = now.querySelector("text").textContent;
    now.classList.add("off");
    now.querySelector(".ph").textContent = `Shown as of ${clock}, round ${round}`;
    now.querySelector(".st").textContent = "Not connected";
    now.querySelector(".who").textContent = "Trying";
    document.getElementById("lost").hidden = false;
    for (const button of document.querySelectorAll("form[method=post] button")) button.setAttribute("aria-disabled", "true");
  }

  function found() {
    clearTimeout(grace);
    grace = 0;
    connecting = true;
    if (!("off" in body.dataset)) return;
    delete body.dataset.off;
    document.getElementById("lost").hidden = true;
    for (const part of parts()) part.dataset.revision = -1; // what was switched off comes anew
  }

  // a short gap (a restart, waking up) is not worth a word
  const doubt = (after) => (grace ||= setTimeout(lost, after));
  const retry = () => connection?.delayCanceller?.();

  live.addEventListener("htmx:sse:after:connection", (event) => {
    connection = event.detail.connection;
    found();
  });
  live.addEventListener("htmx:sse:before:connection", (event) => {
    connection = event.detail.connection;
    if (connection.attempt && !document.hidden) doubt(2000);
  });
  for (const name of ["htmx:sse:error", "htmx:sse:close", "htmx:error", "htmx:response:error"])
    live.addEventListener(name, () => doubt(1500));
  document.addEventListener("htmx:error", (event) => event.target.matches("form") && doubt(0));
  addEventListener("offline", () => doubt(0));
  addEventListener("online", retry);
  // a phone that wakes up may hold a stream that died in its sleep
  addEventListener("pageshow", (event) => event.persisted && connection?.reader?.cancel());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) clearTimeout(grace), (grace = 0);
    else setTimeout(retry, 50);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#retry")) retry(), htmx.trigger(live, "every");
  });
})();
