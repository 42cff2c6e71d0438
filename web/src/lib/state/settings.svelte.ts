import { defaults, readSettings, type Settings } from './readSettings'
import { Archive } from './storage'

export { notations, themes, type Settings } from './readSettings'

/** The settings, kept in step with the storage and with other tabs. */
class SettingsStore {
  #archive: Archive
  now = $state<Settings>(structuredClone(defaults))

  constructor(archive: Archive) {
    this.#archive = archive
    this.now = readSettings(archive.loadSettings())
    archive.watch((what) => {
      if (what === 'settings') this.now = readSettings(archive.loadSettings())
    })
    $effect.root(() => {
      $effect(() => applyTheme(this.now))
    })
  }

  change(part: Partial<Settings>): void {
    Object.assign(this.now, part)
    this.#archive.saveSettings({ version: 1, ...$state.snapshot(this.now) })
  }
}

function applyTheme(settings: Settings): void {
  const root = document.documentElement
  if (settings.theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = settings.theme
  root.dataset['board'] = settings.board
  root.dataset['pieces'] = settings.pieces
}

export const archive = new Archive()
export const settings = new SettingsStore(archive)
