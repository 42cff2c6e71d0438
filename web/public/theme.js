// Before anything is painted: the chosen theme, so that a dark page does not flash white. See settings.svelte.ts.
try {
  var settings = JSON.parse(localStorage.getItem('berolina.settings'))
  if (/^(light|dark)$/.test(settings.theme)) document.documentElement.dataset.theme = settings.theme
} catch {
  // Nothing was chosen, or there is no storage.
}
