// @ts-check
// Loaded before the style sheets, so that a stored theme is there at the first paint. Not a module on purpose.
(() => {
  try {
    const stored = localStorage.getItem("standin-theme");
    if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
  } catch {
    // Storage may be refused (private windows): the system's theme is used then.
  }
})();
