// What the tests of the workshop do again and again.

import type { Page } from 'playwright-core'
import { desk, kept, newContext, openIn } from './browser'

/** Chromium on a machine that does many things at once. */
export const patient = { timeout: 60_000 }

export const mine = 'extends = "chess"\ntitle = "Mine"\nabout = "Chess, changed."\n'

/** A browser with files that were written before. */
export async function writer(files: Record<string, string>, hash: string, options = desk): Promise<Page> {
  const context = await newContext(options)
  await context.addInitScript((files) => {
    if (localStorage.getItem('written') !== null) return
    localStorage.setItem('written', 'yes')
    for (const [name, text] of Object.entries(files)) {
      localStorage.setItem(`berolina.file.${name}`, JSON.stringify({ version: 1, text, updated: 1 }))
    }
  }, files)
  return openIn(context, hash)
}

/** Opens the workshop with files that were written before. */
export const workshop = (files: Record<string, string>, options = desk, hash = ''): Promise<Page> =>
  writer(files, `#/workshop${hash}`, options)

export const editor = (page: Page) => page.getByRole('textbox', { name: 'The variant file' })
export const good = (page: Page) => page.getByText('No faults').waitFor(patient)
export async function stored(page: Page, name: string): Promise<string | undefined> {
  const file = (await kept(page))[`berolina.file.${name}`]
  return (JSON.parse(file ?? '{}') as { text?: string }).text
}

/** Replaces the text by what is pasted, as a person would. */
export async function paste(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

/** Writes at the end of the text, key by key. */
export async function type(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}
