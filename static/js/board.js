// The board under a finger: distances, pan and pinch, taps, keys. Sheets and reach come from the server;
// without this script every space, unit and edge is still a link in "The board in words".
(() => {
  const board = document.getElementById("board");
  const base = board.dataset.base;
  const main = document.getElementById("main");
  const NEAREST = 96, PLAY = 48, ACTS = 44; // pixels to a space; taps act from ACTS on
  const svg = () => document.getElementById("bd");
  const part = () => document.getElementById("bd-part");
  const sheet = () => document.getElementById("sheet");
  const box = () => svg().viewBox.baseVal;
  const memory = `vt_board ${base}`;
  let cell = PLAY;
  let open = null; // what the sheet shows: { at: [x, y] } or { edge: "x,y,N" }

  // ---- distances

  const lod = () => board.dataset.lod;
  const scale = () => svg().getScreenCTM().a; // pixels to a unit; 20 units to a space

  function setLod(name, px) {
    board.dataset.lod = name;
    if (name === "play") board.style.setProperty("--cell", `${(cell = Math.min(NEAREST, Math.max(ACTS, px ?? cell)))}px`);
    main.classList.toggle("full", name !== "table");
    for (const link of document.querySelectorAll("[data-lod-to]"))
      link.dataset.lodTo === name ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
    if (name === "play") board.tabIndex = 0;
    else board.removeAttribute("tabindex");
    remember();
  }

  // the point of the drawing (in units) that is at a place of the screen
  function pointAt(x, y) {
    return new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());
  }

  const onScreen = (point) => new DOMPoint(point.x, point.y).matrixTransform(svg().getScreenCTM());
  // scroll so that a point of the drawing comes to a place of the screen
  function bring(point, x, y) {
    const now = onScreen(point);
    board.scrollBy({ left: now.x - x, top: now.y - y, behavior: "instant" });
  }

  // the middle of what sheets and news leave free of the frame
  function free() {
    const frame = board.getBoundingClientRect();
    let { right } = frame, bottom = Math.min(frame.bottom, innerHeight);
    for (const cover of document.querySelectorAll(".sheet")) {
      const at = cover.getBoundingClientRect();
      if (at.left > frame.left + 99) right = Math.min(right, at.left);
      else if (at.bottom > bottom - 99) bottom = Math.min(bottom, Math.max(frame.top + 48, at.top));
    }
    const w = (right - frame.left) / 2, h = (bottom - frame.top) / 2;
    return { x: frame.left + w, y: frame.top + h, w, h };
  }

  const middle = ([x, y]) => ({ x: x * 20 + 10, y: y * 20 + 10 });
  function centre(space) {
    if (lod() === "table" || !space) return;
    const { x, y } = free();
    bring(middle(space), x, y);
  }
  const focus = () => open?.at ?? part().dataset.focus.split(",").map(Number);

  function goTo(name, space = focus(), px) {
    setLod(name, px);
    centre(space);
  }

  // zoom to `px` pixels per space with a point of the drawing held at a place of the screen
  function zoomTo(px, point, x, y) {
    const table = Math.min(board.clientWidth / box().width, (innerHeight * 0.62) / box().height) * 20;
    const tile = (board.clientWidth / 234) * 20;
    if (px < Math.max((table + tile) / 2, table * 1.1)) return setLod("table");
    setLod(px < (tile + ACTS) / 2 ? "tile" : "play", px);
    bring(point, x, y);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-lod-to]");
    const step = event.target.closest("[data-zoom]");
    if (link) {
      event.preventDefault();
      goTo(link.dataset.lodTo, undefined, PLAY);
    } else if (step) {
      const nearer = step.dataset.zoom === "in";
      const names = ["table", "tile", "play"], at = names.indexOf(lod());
      if (lod() === "play" && nearer) goTo("play", centreSpace(), cell * 1.35);
      else if (lod() === "play" && cell > PLAY) goTo("play", centreSpace(), Math.max(PLAY, cell / 1.35));
      else goTo(names[Math.min(2, Math.max(0, at + (nearer ? 1 : -1)))], lod() === "table" ? focus() : centreSpace(), PLAY);
    }
  });
  function centreSpace() {
    const { x, y } = free(), p = pointAt(x, y);
    return [Math.floor(p.x / 20), Math.floor(p.y / 20)];
  }

  // ---- two fingers: ours, so that the page itself does not zoom; one finger scrolls natively

  let pinch = null;
  const two = (touches) => {
    const [a, b] = touches;
    return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
  };
  board.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const at = two(event.touches);
    pinch = { far: at.far, px: scale() * 20, point: pointAt(at.x, at.y) };
  }, { passive: false });
  board.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const at = two(event.touches);
    if (Math.abs(at.far - pinch.far) > 8 || pinch.moved) {
      pinch.moved = true;
      zoomTo((pinch.px * at.far) / pinch.far, pinch.point, at.x, at.y);
    }
  }, { passive: false });
  for (const end of ["touchend", "touchcancel"])
    board.addEventListener(end, (event) => event.touches.length < 2 && setTimeout(() => (pinch = null), 60));
  // ---- what only a keyboard or a mouse needs is fetched with the first key, or at once where there is a mouse

  let desk = null, fetching, tries = 0;
  const atDesk = () =>
    (fetching ??= import(`${board.dataset.desk}&${tries++}`) // an address that failed once is not asked for again
      .then((it) => (desk = it.default({ board, base, lod, scale, svg, part, zoomTo, pointAt, centre, focus, isSpace, hitAt, address, edgeSpace, spaceOf, edgeOf })))
      .catch(() => (fetching = null)));
  if (matchMedia("(any-pointer:fine)").matches) atDesk();
  addEventListener("keydown", async (event) => {
    const on = board.contains(event.target) && /^(Arrow|[+-]$)/.test(event.key);
    if (on && lod() !== "table") event.preventDefault();
    await atDesk();
    if (on) desk?.key(event);
  });

  // ---- what an address says

  const queryOf = (href) => new URL(href, location.href).searchParams;
  const pair = (text) => text.split(",").map(Number);
  function address(more) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ unit: part().dataset.unit, ...more })) if (value) query.set(name, value);
    return `?${String(query).replaceAll("%2C", ",")}`;
  }
  const settle = (query) => history.replaceState(null, "", `${base}/board${query}`);
  // from now on the part is fetched from there, and what is still on its way to it is given up
  function fetchTo(target, href) {
    if (target.dataset.part) target.dataset.part = href;
    target.setAttribute("hx-sync", "replace");
    return htmx.ajax("GET", href, { source: target, target, swap: "outerMorph" });
  }

  // ---- taps

  const unitAt = ([x, y]) => svg().querySelector(`.u[transform="translate(${x * 20} ${y * 20})"]`);
  const hitAt = ([x, y]) => svg().querySelector(`.hits rect[x="${x * 20}"][y="${y * 20}"]`)?.parentNode;
  const isSpace = ([x, y]) => `${Math.floor(x / 10)},${Math.floor(y / 10)}` in JSON.parse(part().dataset.tiles);
  const same = (a, b) => a && b && a[0] === b[0] && a[1] === b[1];
  const edgeOf = (link) => queryOf(link.href.baseVal).get("edge");
  function spaceOf(link) {
    const at = queryOf(link.href.baseVal).get("at");
    return at ? pair(at) : edgeSpace(edgeOf(link));
  }
  const idOf = (unit) => unit.id.replace(/^u-/, "");

  let last = { when: -1e9, x: 0, y: 0 };
  board.addEventListener("click", (event) => {
    if (pinch?.moved || desk?.dragged()) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.shiftKey || !event.target.closest("svg")) return;
    event.preventDefault();
    // a nervous double tap is one tap: the board may have moved under the second
    const again = event.timeStamp - last.when < 350 && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
    if (again && event.detail) return;
    last = { when: event.timeStamp, x: event.clientX, y: event.clientY };
    const edge = event.target.closest(".xp");
    if (edge) return visit(queryOf(edge.href.baseVal), !event.detail);
    const p = event.detail || event.clientX ? pointAt(event.clientX, event.clientY) : null;
    const hit = event.target.closest(".sp");
    const space = p ? [Math.floor(p.x / 20), Math.floor(p.y / 20)] : hit ? pair(queryOf(hit.href.baseVal).get("at")) : null;
    if (space) tap(space, !p);
  });

  // far away a tap selects a unit or goes nearer; on a lit space, on another's unit while one's own is selected, and
  // where a finger can tell spaces apart, it opens what can be done, too
  function tap(space, byKey = false) {
    const unit = isSpace(space) && unitAt(space), picked = part().dataset.unit;
    const plays = (id) => id && part().dataset.playable.split(" ").includes(id);
    const own = unit && plays(idOf(unit));
    if (lod() !== "play") {
      if (unit && (own || !plays(picked))) return select(idOf(unit));
      const far = scale() < 1.2 && !unit && !(isSpace(space) && hitAt(space));
      goTo("play", space, PLAY);
      if (far) return;
    }
    if (!isSpace(space)) return;
    if (own && idOf(unit) !== picked && !same(open?.at, space)) select(idOf(unit));
    if (same(open?.at, space) && !unit && hitAt(space)) {
      if (!shown || performance.now() - shown < 350) return; // nobody has read yet what the sheet says
      const walk = sheet().querySelector("[data-act=walk] button,[data-act=answer] button");
      if (walk) return walk.click(); // the second tap on a space in reach walks there
    }
    openAt(space, byKey);
  }

  async function select(unit) {
    const query = address({ unit });
    part().dataset.unit = unit;
    settle(query);
    closeSheet(false);
    const under = document.getElementById("under");
    await Promise.all([
      fetchTo(part(), `${base}/part/board${query}`),
      fetchTo(under, `${base}/part/under${query}`),
    ]);
  }

  async function lookAt(unit) {
    await select(unit);
    centre(focus());
  }

  // ---- leading on: to whoever can act next, and to what is lit for an answer

  let turn, ask, seen; // `seen` = tiles and monsters that this phone has shown
  function leadOn() {
    const now = part().dataset;
    if (now.revision !== document.getElementById("under").dataset.revision || open || board.matches(":active")) return;
    const next = turn !== undefined && now.turn && now.turn !== turn && now.lead;
    turn = now.turn ?? turn ?? "";
    const things = JSON.parse(now.things), fresh = Object.keys(things).filter((id) => seen && !seen[id]).map((id) => things[id]);
    seen = things;
    if (next) lookAt(next);
    const lit = now.ask && now.ask !== ask ? now.lit.split(" ").map(pair) : next ? [] : fresh;
    if (lit[0]) requestAnimationFrame(() => showLit(lit, lit !== fresh && now.ask[0] === "m" && focus()));
    ask = now.ask;
  }
  // how far a space is from the middle of what is free: over 0.8 it is at the rim or out of sight
  function far(space) {
    const { x, y, w, h } = free(), at = onScreen(middle(space));
    return Math.max(Math.abs(at.x - x) / w, Math.abs(at.y - y) / h);
  }
  function showLit(lit, to) {
    lit.sort((a, b) => far(a) - far(b));
    if (far(lit[0]) > 0.8) centre(to || lit[0]);
  }

  // what comes under the thumb that has just pressed, another's turn or a phase, takes no tap yet
  const pushed = () => document.querySelector(".bar-row .push [name=move]")?.value;
  let push = pushed(), late;
  function hold() {
    const now = pushed();
    if (now === push) return;
    push = now;
    document.body.dataset.late = "";
    clearTimeout(late);
    late = setTimeout(() => delete document.body.dataset.late, 800);
  }

  // ---- the sheet

  let opener = null, shown = 0, frozen = 0;
  async function openAt(space, byKey = false) {
    open = { at: space };
    mark();
    await show(address({ at: space.join(",") }), byKey, unitAt(space));
    if (far(space) > 0.8) centre(space); // else the next tap would meet another space
  }
  async function openEdge(edge, byKey = false) {
    open = { edge };
    mark();
    await show(address({ edge }), byKey, true);
  }
  async function show(query, byKey, redraw) {
    opener = document.activeElement;
    frozen = 0;
    settle(query);
    const drawn = part().dataset.part;
    part().dataset.part = `${base}/part/board${query}`;
    shown = 0;
    await Promise.all([
      fetchTo(sheet(), `${base}/part/sheet${query}`),
      // sight to a unit, and the tiles that exploring would cost, are drawn by the server
      redraw || drawn.includes("edge=") ? fetchTo(part(), part().dataset.part) : null,
    ]);
    shown = performance.now();
    if (byKey) document.getElementById("sheet-title")?.focus({ preventScroll: true });
  }
  // a sheet that comes up under a finger that is still tapping takes no tap yet
  document.addEventListener("click", (event) => {
    if (!event.detail || !shown || performance.now() - shown > 350 || !sheet().contains(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  function closeSheet(back = true) {
    if (sheet().hidden) return false;
    const had = open?.edge;
    open = null;
    const closed = document.createElement("section");
    closed.id = "sheet";
    closed.hidden = true;
    sheet().replaceWith(closed);
    const query = address({});
    settle(query);
    part().dataset.part = `${base}/part/board${query}`;
    mark();
    if (had) fetchTo(part(), part().dataset.part);
    if (back && opener?.isConnected) opener.focus({ preventScroll: true });
    if (back) leadOn();
    return true;
  }
  // the bracket at once; the server draws the same
  function mark() {
    const [x, y] = (open?.at ?? []).map((n) => n * 20);
    const corners = `M${x - 1} ${y + 6}v-7h7M${x + 14} ${y - 1}h7v7M${x + 21} ${y + 14}v7h-7M${x + 6} ${y + 21}h-7v-7`;
    svg().querySelector(".pick").setAttribute("d", open?.at ? corners : "");
    svg().querySelector(".sight").setAttribute("d", "");
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("[data-close-sheet]")) {
      event.preventDefault();
      closeSheet();
      return;
    }
    const chosen = event.target.closest("[data-select]");
    const link = chosen ?? event.target.closest("[data-open]");
    if (!link) return;
    event.preventDefault();
    const query = queryOf(link.href);
    scrollTo({ top: 0, behavior: "instant" }); // the drawing is above what was tapped
    if (chosen) return lookAt(query.get("unit"));
    visit(query, true);
  });
  function visit(query, byKey) {
    const edge = query.get("edge"), space = edge ? edgeSpace(edge) : pair(query.get("at"));
    if (lod() !== "play") goTo("play", space, PLAY);
    edge ? openEdge(edge, byKey) : openAt(space, byKey);
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.getElementById("answer")?.firstElementChild) closeSheet();
  });
  function edgeSpace(edge) {
    const [x, y, side] = edge.split(",");
    const off = { N: [5, 0], S: [5, 9], W: [0, 5], E: [9, 5] }[side];
    return [x * 10 + off[0], y * 10 + off[1]];
  }

  // an accepted action has had its say: the board tells what came of it, exploring leads on
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    const form = ctx.sourceElement;
    if (!form?.matches?.("form[data-act]") || !ctx.response || ctx.response.status >= 300) return;
    if (form.dataset.then) location.assign(form.dataset.then);
    else if (form.dataset.act === "near" && open) open.at ? openAt(open.at) : openEdge(open.edge); // what it went there for
    else if (sheet().contains(form)) closeSheet(false);
  });

  // ---- what arrives changes neither distance nor place

  // the sheet keeps its height, so that nothing in it moves under a thumb; unfolding a part of it lets it grow
  document.addEventListener("htmx:before:swap", (event) => {
    if (event.detail.ctx.target === sheet() && event.detail.ctx.sourceElement === sheet() && shown) frozen = sheet().offsetHeight;
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target?.id === "sheet" && frozen && !sheet().hidden) sheet().style.height = `${frozen}px`;
  });
  document.addEventListener("toggle", (event) => sheet().contains(event.target) && (sheet().style.height = ""), true);

  let held = null;
  document.addEventListener("htmx:before:swap", (event) => {
    if (event.detail.ctx.target !== part()) return;
    const { x, y } = free(), on = document.activeElement.closest?.(".sp, .xp");
    held = lod() === "table" ? null : { x, y, point: pointAt(x, y) };
    if (on && svg().contains(on)) held = { ...held, on: on.classList.contains("sp") ? spaceOf(on) : null };
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target?.id === "bd-part" && held) {
      if (held.point) bring(held.point, held.x, held.y); // the lattice may have grown to the north or west
      if (held.on && !svg().contains(document.activeElement) && isSpace(held.on)) (desk ? desk.stand : (at) => hitAt(at)?.focus())(held.on);
      held = null;
    }
    if (event.detail.ctx.target?.id === "under") setLod(lod());
    hold();
    if (["under", "bd-part"].includes(event.detail.ctx.target?.id)) leadOn();
  });

  // ---- the same place again after a visit to another page

  function remember() {
    sessionStorage.setItem(memory, JSON.stringify({ lod: lod(), cell, seen, left: board.scrollLeft, top: board.scrollTop }));
  }
  addEventListener("pagehide", remember);
  const before = JSON.parse(sessionStorage.getItem(memory) ?? "null");
  const asked = new URLSearchParams(location.search);
  seen = before?.seen;
  document.getElementById("zoom").hidden = false;
  if (asked.get("at")) open = { at: pair(asked.get("at")) };
  else if (asked.get("edge")) open = { edge: asked.get("edge") };
  if (open) shown = 1;
  if (asked.get("lod") || open || !before) goTo(open ? "play" : lod(), undefined, PLAY);
  else {
    cell = before.cell;
    setLod(before.lod);
    board.scrollTo(before.left, before.top);
  }
  leadOn();
})();
