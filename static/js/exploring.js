// The exploring steps have a page of their own; when they are done, back to the board and to who explored.
(() => {
  const here = document.getElementById("exploring");
  if (!here) return;
  let { unit } = here.dataset;
  document.addEventListener("htmx:after:swap", () => {
    const now = document.getElementById("exploring");
    if (now && !now.dataset.stage) location.replace(`${now.dataset.base}/board${unit && `?unit=${unit}`}`);
    if (now) ({ unit } = now.dataset);
  });
  // a placement that is not legal flashes what forbids it each time it is tapped
  document.addEventListener("change", (event) => {
    const cell = event.target.closest(".pl.no");
    if (!cell) return;
    for (const mark of document.querySelectorAll(`.v-${event.target.id.slice(2)} .flash`)) {
      mark.classList.remove("flash");
      mark.getBoundingClientRect();
      mark.classList.add("flash");
    }
  });
})();
