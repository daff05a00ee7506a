// Moves: one press is one move, a slow one says so, and the answer gets the focus. Without this the forms still work.
(() => {
  // pages are pages: no history of ours; a fold that someone opened stays open when its part is morphed
  Object.assign(htmx.config, { history: false, defaultTimeout: 12000, morphIgnore: ["data-htmx-powered", "open"] });
  const answer = () => document.getElementById("answer");
  let asked = null; // what the open sheet came from

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button?.getAttribute("aria-disabled") === "true" || ("off" in document.body.dataset && event.target.method === "post")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  const newKey = () => [...crypto.getRandomValues(new Uint8Array(9))].map((n) => n.toString(36)).join("");
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
    if (key && ctx.response) key.value = newKey(); // the next press is another move
  });

  // a sheet that came as an answer: the focus goes in, and back when it is closed
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target === answer()) answer().querySelector("[tabindex='-1']")?.focus();
  });
  function close() {
    if (!answer()?.firstElementChild) return false;
    answer().replaceChildren();
    asked?.isConnected && asked.focus();
    return true;
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]") && close()) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());

  // minus and plus beside a number of the ruling sheet; on the page itself they open that sheet, or change it once open
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step-by]");
    if (!step) return;
    const field = document.getElementById(step.dataset.stepFor ?? "");
    if (!field) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const value = Number(field.value) + Number(step.dataset.stepBy);
    field.value = Math.min(Math.max(value, field.min || 0), field.max || 99);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, true);
})();
