// What a desk adds to the board: keys and a mouse. board.js fetches it when the first of them is there; a phone that is
// held in the hand does without. Given are the parts of the board; what board.js asks of it comes back.
export default ({ board, base, lod, scale, svg, part, zoomTo, pointAt, centre, focus, isSpace, hitAt, address, edgeSpace, spaceOf, edgeOf }) => {
  // ---- keys: one stop in the tab order; arrows go from space to space, Enter taps

  let spot = 0;
  function stand(space) {
    const hit = hitAt(space);
    if (hit) return hit.focus();
    // a space out of reach has no link of its own: two marks take turns, so that each is announced
    const group = svg().querySelector(".cursor");
    const mark = group.children[(spot = 1 - spot)];
    const [x, y] = space;
    mark.firstElementChild.setAttribute("x", x * 20);
    mark.firstElementChild.setAttribute("y", y * 20);
    mark.setAttribute("href", `${base}/board${address({ at: `${x},${y}` })}`);
    mark.setAttribute("aria-label", tell(space));
    mark.removeAttribute("display");
    mark.focus();
    group.children[1 - spot].setAttribute("display", "none");
  }
  function tell(space) {
    const [x, y] = space;
    const name = JSON.parse(part().dataset.tiles)[`${Math.floor(x / 10)},${Math.floor(y / 10)}`];
    const within = `${"abcdefghij"[((x % 10) + 10) % 10]}${(((y % 10) + 10) % 10) + 1}`;
    const things = [...svg().querySelectorAll(".u > title, .ft > title")].map((t) => t.textContent);
    const here = things.find((text) => text.endsWith(` ${name} ${within}`) || text.endsWith(`, ${name} ${within}`));
    return here ?? `${name} ${within}, out of reach`;
  }
  const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  function key(event) {
    const step = STEPS[event.key];
    if (event.key === "+" || event.key === "-") return document.querySelector(`[data-zoom=${event.key === "+" ? "in" : "out"}]`).click();
    if (!step || lod() === "table") return;
    const on = document.activeElement.closest(".sp, .xp");
    const from = on ? spaceOf(on) : focus();
    const to = on ? [from[0] + step[0], from[1] + step[1]] : from;
    if (isSpace(to)) {
      stand(to);
      centre(to);
    } else {
      const side = { ArrowUp: "N", ArrowDown: "S", ArrowLeft: "W", ArrowRight: "E" }[event.key];
      const edge = `${Math.floor(from[0] / 10)},${Math.floor(from[1] / 10)},${side}`;
      [...svg().querySelectorAll(".xp")].find((link) => edgeOf(link) === edge)?.focus();
    }
  }
  rove(document.activeElement);
  board.addEventListener("focusin", (event) => rove(event.target));
  function rove(on) {
    const link = on.closest(".sp, .xp");
    if (!link) return;
    for (const other of svg().querySelectorAll("[tabindex='0']")) if (other !== link) other.setAttribute("tabindex", "-1");
    link.setAttribute("tabindex", "0");
  }

  // ---- a mouse: the wheel with Ctrl is a pinch, and it drags the board as a finger does

  board.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(scale() * 20 * Math.exp(-event.deltaY / 200), pointAt(event.clientX, event.clientY), event.clientX, event.clientY);
  }, { passive: false });
  let drag = null;
  board.addEventListener("pointerdown", (event) => {
    drag = event.pointerType === "mouse" && event.button === 0 && lod() !== "table" ? { x: event.clientX, y: event.clientY, moved: false } : null;
  });
  addEventListener("pointermove", (event) => {
    if (!drag || !(event.buttons & 1)) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
    drag.moved = true;
    board.scrollBy(drag.x - event.clientX, drag.y - event.clientY);
    drag.x = event.clientX, drag.y = event.clientY;
  });
  board.addEventListener("dragstart", (event) => event.preventDefault());

  return { key, stand, dragged: () => drag?.moved };
};
