// This phone: its theme, its clock, its screen, its clipboard. All of it is a convenience.
(() => {
  const root = document.documentElement;
  const on = (name, selector, act) =>
    document.addEventListener(name, (event) => {
      const found = event.target.closest?.(selector);
      if (found) act(found, event);
    });

  on("submit", "form[data-theme-form]", (form, event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const light = root.dataset.theme !== "light";
    document.cookie = `vt_theme=${light ? "light" : "dark"};path=/;max-age=31536000;samesite=lax`;
    if (light) root.dataset.theme = "light";
    else delete root.dataset.theme;
    const button = form.querySelector("button");
    button.setAttribute("aria-pressed", String(light));
  });

  // times stand in the server's clock until the phone reads them in its own
  function clocks() {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const own = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
      if (time.textContent !== own) time.textContent = own;
    }
  }
  clocks();
  document.addEventListener("htmx:after:swap", clocks);

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

  // the search over the house rules
  on("input", "[data-filter]", (field) => {
    const wanted = field.value.trim().toLowerCase();
    for (const row of document.querySelectorAll("[data-find]")) row.hidden = wanted !== "" && !row.dataset.find.includes(wanted);
    for (const group of document.querySelectorAll("[data-group]")) {
      const left = group.querySelector("[data-find]:not([hidden])");
      group.hidden = !left;
      group.open = wanted !== "" && Boolean(left);
    }
  });

  // keep the screen on: the lock ends with each page and each glance away, so it is asked for again
  const can = Boolean(navigator.wakeLock);
  const wants = () => localStorage.getItem("vt_awake") === "1";
  const hold = () => can && wants() && !document.hidden && navigator.wakeLock.request("screen").then((lock) => (held = lock), () => {});
  let held = null;
  const toggle = document.querySelector("[data-awake]");
  if (toggle) {
    toggle.hidden = !can;
    document.querySelector("[data-awake-hint]").hidden = can;
    toggle.setAttribute("aria-pressed", String(wants()));
  }
  on("click", "[data-awake]", (button) => {
    localStorage.setItem("vt_awake", wants() ? "0" : "1");
    button.setAttribute("aria-pressed", String(wants()));
    if (wants()) hold();
    else held?.release();
  });
  document.addEventListener("visibilitychange", hold);
  hold();
})();
