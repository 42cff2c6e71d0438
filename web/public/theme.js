// Before anything is painted: the chosen theme, so that a dark page does not flash white. See state/storage.ts.
try {
  var theme = localStorage.getItem('berolina.theme')
  if (/^(light|dark)$/.test(theme)) document.documentElement.dataset.theme = theme
} catch {
  // Nothing was chosen, or there is no storage.
}
