// What pages beside the board need: theme, clipboard, sharing, the search over house rules, the switch for the screen.
(() => {
  const root = document.documentElement;
  const on = (name, selector, act) =>
    document.addEventListener(name, (event) => {
      const found = event.target.closest?.(selector);
      if (found) act(found, event);
    });

  on("submit", "form[data-theme-form]", (form, event) => {
    event.preventDefault();
    const light = root.dataset.theme !== "light";
    document.cookie = `vt_theme=${light ? "light" : "dark"};path=/;max-age=31536000;samesite=lax`;
    if (light) root.dataset.theme = "light";
    else delete root.dataset.theme;
    form.querySelector("button").setAttribute("aria-pressed", String(light));
  });

  on("click", "[data-copy]", async (button) => {
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // plain HTTP has no clipboard: the old way
      const field = document.createElement("textarea");
      field.value = text;
      button.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    button.classList.add("done");
    button.setAttribute("aria-label", "Copied");
  });
  for (const button of document.querySelectorAll("[data-send]")) button.hidden = !navigator.share;
  on("click", "[data-send]", (button) => navigator.share({ url: button.dataset.send, title: document.title }).catch(() => {}));

  on("input", "[data-filter]", (field) => {
    const wanted = field.value.trim().toLowerCase();
    for (const row of document.querySelectorAll("[data-find]")) row.hidden = wanted !== "" && !row.dataset.find.includes(wanted);
    for (const group of document.querySelectorAll("[data-group]")) {
      const left = group.querySelector("[data-find]:not([hidden])");
      group.hidden = !left;
      group.open = wanted !== "" && Boolean(left);
    }
  });

  // what is typed here is found at once: Enter has nothing left to do, least of all to send the form around it
  on("keydown", "[data-filter]", (field, event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    field.blur();
  });

  // the number of a ruling starts at what is now for whatever is chosen beside it
  on("change", "form select", ({ form }) => {
    const field = form.querySelector("[data-nows]");
    if (!field) return;
    const key = field.dataset.of.split(" ").map((name) => form.elements[name].value).join("|");
    const now = JSON.parse(field.dataset.nows)[key];
    if (now === undefined) return;
    field.value = form.elements.stood_at.value = now;
    form.elements.stood.value = key;
  });

  // on an address without https there is no such lock: say so instead
  const { awake } = window;
  const toggle = document.querySelector("[data-awake]");
  if (toggle) {
    toggle.hidden = !awake.can;
    document.querySelector("[data-awake-hint]").hidden = awake.can;
    toggle.setAttribute("aria-pressed", String(awake.wants()));
  }
  on("click", "[data-awake]", (button) => {
    localStorage.setItem("vt_awake", awake.wants() ? "0" : "1");
    button.setAttribute("aria-pressed", String(awake.wants()));
    if (awake.wants()) awake.hold();
    else awake.lock?.release();
  });

  // a board to ask about begins where somebody stands
  const map = document.querySelector("[data-look]");
  if (map) {
    const [x, y] = map.dataset.look.split(",").map((n) => n * 20 + 10);
    const at = new DOMPoint(x, y).matrixTransform(map.querySelector("svg").getScreenCTM()), frame = map.getBoundingClientRect();
    map.scrollBy(at.x - frame.x - frame.width / 2, at.y - frame.y - frame.height / 2);
  }

  // what is to be pressed next comes into sight, with what came of the last above it, also when another phone's answer brought it
  const next = () => document.querySelector("#asked, #help, #pay, #hand");
  const due = () => next() && next().id + next().dataset.step;
  let before = due();
  document.addEventListener("htmx:after:swap", () => {
    const now = due();
    if (now && now !== before) (document.getElementById("last") ?? next()).scrollIntoView({ block: "nearest" });
    before = now;
  });

  // at most so many ticks: while that many are on, the others are off, and the page says why
  for (const set of document.querySelectorAll("[data-most]")) {
    const look = () => {
      const ticked = set.querySelectorAll(":checked").length;
      const full = ticked >= set.dataset.most;
      const { count } = set.form.elements; // no fewer play than are ticked
      if (count && ticked > count.value) count.value = ticked;
      for (const box of set.querySelectorAll("input:not(:checked)")) box.disabled = full;
      set.querySelector("[data-full]").hidden = !full;
    };
    set.form.addEventListener("change", look);
    addEventListener("pageshow", look); // a page that comes back brings its ticks
  }
})();
