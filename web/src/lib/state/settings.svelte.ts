import { taste } from '../board/taste'
import { keepLanguage, type Kept } from '../texts/language'
import { defaults, readSettings, type Settings } from './readSettings'
import { Archive } from './storage'

export { LONGEST_NAME, notations, soundSets, themes, type Settings } from './readSettings'

/** The settings, kept in step with the storage and with other tabs. */
class SettingsStore {
  #archive: Archive
  now = $state<Settings>(structuredClone(defaults))

  constructor(archive: Archive) {
    this.#archive = archive
    const read = (): void => {
      const stored = archive.loadSettings()
      this.now = readSettings(stored)
      if (stored !== null) keepLanguage(this.now.language)
    }
    void archive.ready.then(read)
    archive.watch((what) => {
      if (what === 'settings') read()
    })
    $effect.root(() => {
      $effect(() => applyTheme(this.now))
      $effect(() => {
        taste.volume = this.now.volume / 100
        taste.set = this.now.soundSet
      })
    })
  }

  change(part: Partial<Settings>): void {
    void this.#change(part)
  }

  /** All texts are of one language, so the app begins anew if it is another; not where nothing is kept, and the choice would be lost with all else. */
  async speak(language: Settings['language']): Promise<Kept> {
    const kept = keepLanguage(language)
    if (kept === 'refused') return kept
    await this.#change({ language })
    if (kept === 'other') location.reload()
    return kept
  }

  #change(part: Partial<Settings>): Promise<unknown> {
    Object.assign(this.now, part)
    return this.#archive.saveSettings({ version: 1, ...$state.snapshot(this.now) })
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
