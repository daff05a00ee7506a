// This phone, on every page: times in its own clock, the screen kept on. All of it is a convenience.
(() => {
  // times stand in the server's clock until the phone reads them in its own
  function clocks() {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const own = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
      if (time.textContent !== own) time.textContent = own;
    }
  }
  clocks();
  document.addEventListener("htmx:after:swap", clocks);

  // the lock on the screen ends with each page and each glance away, so it is asked for again
  const awake = (window.awake = { can: Boolean(navigator.wakeLock), wants: () => localStorage.getItem("vt_awake") === "1", lock: null, hold });
  async function hold() {
    if (!awake.can || !awake.wants() || document.hidden) return;
    try {
      awake.lock = await navigator.wakeLock.request("screen");
    } catch {
      // low on battery, or not looked at: the phone knows best
    }
  }
  document.addEventListener("visibilitychange", hold);
  hold();
})();
