// Moves: one press is one move, a slow one says so, and the answer gets the focus. Without this the forms still work.
(() => {
  // pages are pages: no history of ours; a fold that someone opened stays open when its part is morphed
  Object.assign(htmx.config, { history: false, defaultTimeout: 12000, morphIgnore: ["data-htmx-powered", "open"] });
  const answer = () => document.getElementById("answer");
  let asked = null; // what the open sheet came from

  let last, when; // a nervous double tap is one tap: the page may have moved on under the second
  document.addEventListener("submit", (event) => {
    const button = event.submitter, name = button?.querySelector("b")?.textContent ?? button;
    const again = button && name === last && event.timeStamp - when < 350;
    last = name, when = event.timeStamp;
    if (again || button?.getAttribute("aria-disabled") === "true" || ("off" in document.body.dataset && event.target.method === "post")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  // a question that is folded waits folded on other pages, too, until the next one comes
  document.addEventListener("toggle", ({ target }) => {
    if (target.matches(".ask"))
      document.cookie = `vt_folded=${target.open ? "" : target.id};path=${location.pathname.split("/", 3).join("/")};samesite=lax`;
  }, true);

  let slow = 0;

  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    const button = ctx.request.submitter;
    if (ctx.target === answer()) asked = button ?? event.target;
    if (ctx.request.method !== "POST") return;
    button?.setAttribute("aria-disabled", "true");
    const line = document.querySelector("#now .ph");
    if (!line) return;
    const before = line.textContent;
    slow = setTimeout(() => (line.textContent = "Sending"), 400);
    ctx.sent = () => {
      clearTimeout(slow);
      if (line.textContent === "Sending") line.textContent = before;
    };
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const { ctx } = event.detail;
    ctx.sent?.();
    if (ctx.request.method !== "POST" || "off" in document.body.dataset) return;
    ctx.request.submitter?.removeAttribute("aria-disabled");
    const key = ctx.request.form?.elements.key;
    if (key && ctx.response) key.value = Math.random(); // the next press is another move; keys count for one seat alone
  });

  // a sheet that came as an answer: the focus goes in, and back when it is closed
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target !== answer()) return;
    guard();
    answer().querySelector("[aria-invalid],[tabindex='-1']")?.focus();
    for (const [id, by] of taps) stepBy(document.getElementById(id), by);
    taps.clear();
  });
  function close() {
    if (!answer()?.firstElementChild) return false;
    answer().replaceChildren();
    guard();
    asked?.isConnected && asked.focus();
    return true;
  }
  // while one is asked whether to undo, the rest of the page keeps still
  function guard() {
    const modal = answer().querySelector("[aria-modal]");
    for (const part of document.body.children) if (part !== answer()) part.inert = Boolean(modal);
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]") && close()) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());

  // minus and plus: the first tap on the page opens the ruling sheet, every further one changes its number, also
  // while the sheet is still on its way: no tap is lost
  const taps = new Map();
  function stepBy(field, by) {
    if (field) field.value = Math.min(Math.max(Number(field.value) + by, field.min), field.max);
  }
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step-by]");
    if (!step || "off" in document.body.dataset) return;
    const id = step.dataset.stepFor, by = Number(step.dataset.stepBy), field = document.getElementById(id);
    if (field) stepBy(field, by);
    else if (taps.has(id)) taps.set(id, taps.get(id) + by);
    else return void taps.set(id, 0);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:error", () => taps.clear());
})();
