/**
 * The app in a real browser, whatever happens to tabs, storage, clock, workers and connection, in random orders: nothing is lost that was
 * shown as kept, no page fails, and one can always go on playing. `SEEDS=200` goes through more orders.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { LegalMove, Rules } from '../../src/lib/rules/api'
import type { Learnt } from '../../src/lib/learn/progress.svelte'
import { dice, type Dice } from '../dice'
import { rules as loadRules } from '../unit/module'
import { forgive, useBrowser } from './browser'
import { Device, type Tab } from './chaos'
import { editor, mine } from './workshop'

useBrowser()

const SEEDS = Number(process.env['SEEDS'] ?? 20)
const FIRST = Number(process.env['FIRST_SEED'] ?? 0)
const STEPS = 10
const DAY = 86_400_000
const specs = ['near', 'chess', 'berolina']
/** Lessons that a single move solves. */
const lessons: [lesson: string, from: string, to: string][] = [
  ['near/danger', 'd4', 'c5'],
  ['near/blocked', 'h1', 'g2'],
  ['npnc/castling', 'e1', 'g1'],
  ['npnc/guarding', 'c1', 'e2'],
  ['forward/creation', 'c1', 'f4'],
]
const patience = { timeout: 30_000 }

let rules: Rules
beforeAll(async () => {
  rules = await loadRules()
})

/** Does something in a tab, or nothing where that makes no sense now; says what. */
type Step = (device: Device, tab: Tab, random: Dice) => Promise<string | null>

const list = (page: Page) => page.getByRole('region', { name: 'Moves' })
const square = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}(,|$)`) })
const notices = (page: Page) => page.getByRole('status', { name: 'Notices' })
const status = (page: Page) => page.getByRole('status', { name: 'State of the game' })

/** The moves that a page shows, in SAN. */
const shown = (page: Page): Promise<string[]> =>
  list(page)
    .locator('li button[aria-label], button[data-move]')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const text =
          button.getAttribute('aria-label') ?? button.querySelector('.hidden')!.parentElement!.textContent
        return text!.replace(/^.*?: /, '').trim()
      }),
    )

/** A legal move after these, which asks nothing. */
function pick(spec: string, sans: readonly string[], random: Dice): LegalMove | null {
  const handle = rules.start(spec)
  for (const san of sans) handle.play(san)
  const legal = handle.view().legal.filter((move) => move.from !== null && move.promotion === null)
  handle.free()
  return legal[random(legal.length)] ?? null
}

async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

/** Makes a move by its squares or its text, and waits until it is shown. */
async function make(tab: Tab, spec: string, random: Dice): Promise<string | null> {
  const { page } = tab
  const before = await shown(page)
  const move = pick(spec, before, random)
  if (!move) return null
  const [from, to] = move.text.match(/[a-i]\d+/g) ?? []
  // What is said may lie over squares of the board.
  const free = (await notices(page).textContent()) === ''
  const pointed = random(2) === 0 && free && /^[a-i]\d+[a-i]\d+$/.test(move.text)
  if (pointed) for (const name of [from!, to!]) await square(page, name).click({ force: true })
  else await type(page, move.text)
  await expect
    .poll(() => shown(page), {
      ...patience,
      message: `${move.san} is played by ${pointed ? 'mouse' : 'typing'}`,
    })
    .toEqual(expect.arrayContaining([...before, move.san]))
  return move.san
}

/** Waits until a person is to move; `false` where the game is over. */
async function turn({ page }: Tab): Promise<boolean> {
  const text = async (): Promise<string> => (await status(page).textContent()) ?? ''
  await expect
    .poll(text, { ...patience, message: 'it is a person’s turn' })
    .toMatch(/Your move|to move|win|Draw/)
  return !/win|Draw/.test(await text())
}

const playMove: Step = async (device, tab, random) => {
  const { page } = tab
  if (tab.place !== 'play') {
    tab.spec = specs[random(specs.length)]!
    await device.go(tab, 'play', `#/play/${tab.spec}`)
  }
  await status(page).waitFor()
  const takeOver = page.getByRole('button', { name: 'Play here' })
  if (await takeOver.isVisible()) await takeOver.click()
  if (!(await turn(tab))) return null
  const made = await make(tab, tab.spec, random)
  if (made === null) return null
  // Or what comes next comes while the computer thinks.
  if (random(3) > 0) await turn(tab)
  const sans = await shown(page)
  await device.promise(tab, `${tab.spec} ${sans.slice(0, 2).join(' ')}`, device.line(tab.spec, sans))
  return `${tab.spec}: ${made}`
}

const study: Step = async (device, tab, random) => {
  const { page } = tab
  if (tab.place !== 'analyse') await device.go(tab, 'analyse', '#/analyse/near')
  await page.getByRole('switch', { name: 'Engine' }).waitFor()
  const made = await make(tab, 'near', random)
  const token = `note${random(1_000_000)}`
  const said = random(2) === 0
  if (said) await page.getByLabel(/^Comment on/).fill(token)
  const sans = (await shown(page)).join(' ')
  await device.promise(tab, `study ${said ? token : sans}`, {
    text: `the analysis ${sans}${said ? ` with the comment ${token}` : ''}`,
    heldBy: (records) =>
      records.some(
        ([key, text]) =>
          key.includes('.study.') && mainLine(text).startsWith(sans) && (!said || text.includes(token)),
      ),
  })
  return `analysis: ${made}${said ? ` {${token}}` : ''}`
}

/** The moves of a kept analysis, which has no variations here. */
function mainLine(text: string): string {
  const { pgn } = JSON.parse(text) as { pgn: string }
  return pgn
    .replace(/\[[^\]]*\]\s*/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\d+\.+|\*\s*$/g, '')
    .trim()
    .split(/\s+/)
    .join(' ')
}

const write: Step = async (device, tab, random) => {
  const { page } = tab
  if (tab.place !== 'workshop') await device.go(tab, 'workshop', '#/workshop/mine')
  const token = `# t${random(1_000_000)}`
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(`${token}\n`)
  const text = { text: `the text ${token}`, heldBy: holds('.file.', token) }
  const state = page.getByText(/^· (Saved|Not saved)$/)
  await editor(page).getByText(token).first().waitFor()
  await state.waitFor()
  if ((await state.textContent())!.includes('Not')) return `writes ${token}, which is not kept`
  device.promises.set(token, text)
  return `writes ${token}`
}

/** Some text under such a key has this in it. */
function holds(keys: string, part: string): (records: readonly [string, string][]) => boolean {
  return (records) => records.some(([key, text]) => key.includes(keys) && text.includes(part))
}

const learn: Step = async (device, tab, random) => {
  const { page } = tab
  const [lesson, from, to] = lessons[random(lessons.length)]!
  // The same lesson may be there with its stars.
  await device.go(tab, 'home', '#/learn')
  await device.go(tab, 'learn', `#/learn/${lesson}`)
  await page.locator('.board.live').waitFor()
  // What is said may lie over squares of the board.
  await dismiss(tab)
  for (const name of [from, to]) await square(page, name).click({ force: true })
  await page.getByRole('img', { name: 'of 3 stars' }).first().waitFor()
  await device.promise(tab, lesson, {
    text: `the stars of ${lesson}`,
    heldBy: (records) =>
      records.some(
        ([key, text]) => key === 'berolina.learn' && ((JSON.parse(text) as Learnt).lessons[lesson] ?? 0) > 0,
      ),
  })
  return `learns ${lesson}`
}

const reload: Step = async (device, tab) => {
  await device.reload(tab)
  return 'is loaded again'
}

const close: Step = async (device, tab) => {
  await device.close(tab)
  return 'is closed'
}

const openAnother: Step = async (device, _, random) => {
  if (device.tabs.length > 2) return null
  const tab = await device.open()
  if (random(2) === 0) return `${tab.name} is opened`
  tab.spec = specs[random(specs.length)]!
  await device.go(tab, 'play', `#/play/${tab.spec}`)
  return `${tab.name} is opened with ${tab.spec}`
}

const fill: Step = async (device, _, random) => {
  const full = device.full === 'none' ? (['all', 'small', 'database'] as const)[random(3)]! : 'none'
  await device.fill(full)
  if (full === 'none') for (const tab of device.tabs) await dismiss(tab)
  return `the storage that is full: ${full}`
}

/** What was said while the storage was full is not true any more. */
async function dismiss({ page }: Tab): Promise<void> {
  const said = notices(page).getByRole('button', { name: 'Dismiss' })
  for (const one of (await said.all()).reverse()) await one.click()
}

const kill: Step = async (_, tab) => {
  if (tab.place !== 'play' && tab.place !== 'analyse') return null
  await tab.page.evaluate(() => (window as unknown as { killWorkers(): void }).killWorkers())
  return 'its workers end'
}

const connection: Step = async (device) => {
  await device.setOffline(!device.offline)
  return device.offline ? 'there is no connection' : 'there is a connection again'
}

const disk: Step = async (device) => {
  await device.delay(device.slow ? 0 : 1000)
  return `the disk is ${device.slow ? 'slow' : 'quick again'}`
}

const clock: Step = async (device, _, random) => {
  const days = random(60) - 30
  await device.shift(days * DAY)
  return `the clock is ${days} days off`
}

/** A game that no tab shows is damaged on the disk. */
const damage: Step = async (device, tab, random) => {
  if (device.tabs.some((other) => other.place === 'play') || device.full !== 'none' || device.slow)
    return null
  const games = (await device.records(tab)).filter(([key]) => key.startsWith('berolina.game.'))
  const [key, whole] = games[random(Math.max(1, games.length))] ?? []
  if (key === undefined || device.damaged.has(key)) return null
  const text = random(2) === 0 ? '{"version":2}' : whole!.slice(0, 30)
  await device.damage(tab, key, text)
  return `${key} is damaged`
}

/** Everything that can happen, as often as it stands here. */
const steps: Step[] = [
  ...[playMove, playMove, playMove, playMove, study, study, write, write, learn],
  ...[reload, reload, close, openAnother, openAnother, fill, fill, kill, kill],
  ...[disk, disk, disk, connection, clock, damage],
]

async function run(seed: number): Promise<void> {
  const random = dice(seed)
  const last = { opponent: random(3) === 0 ? 'person' : 'computer', level: 1, side: 'white', clock: null }
  const device = await Device.start(rules, {
    'berolina.settings': { version: 1, sounds: false, last },
    'berolina.file.mine': { version: 1, text: mine, updated: 1 },
  })
  const story: string[] = []
  try {
    await device.open()
    for (let step = 0; step < STEPS; step += 1) {
      const tab = device.tabs[random(device.tabs.length)] ?? (await device.open())
      const happening = steps[random(steps.length)]!
      story.push(`${tab.name}: ${happening.name}`)
      const what = await happening(device, tab, random)
      story[story.length - 1] = what === null ? '' : `${tab.name}: ${what}`
      if (device.tabs[0]) await device.check(device.tabs[0])
    }
    story.push('in the end')
    await end(device, random)
  } catch (error) {
    const told = story.filter((line) => line !== '').join('\n  ')
    throw new Error(`seed ${seed}:\n  ${told}\n${(error as Error).message}`, { cause: error })
  } finally {
    // What pages complain of is looked at with every step.
    forgive()
  }
}

/** All is well again: what was promised is there, and the game goes on, in the tabs that are open and in a new one. */
async function end(device: Device, random: Dice): Promise<void> {
  await device.fill('none')
  await device.delay(0)
  if (device.offline) await device.setOffline(false)
  const [old] = device.tabs
  if (old) {
    await playMove(device, old, random)
    await device.check(old)
  }
  for (const tab of [...device.tabs]) await device.close(tab)
  const anew = await device.open()
  await playMove(device, anew, random)
  await device.check(anew)
}

/** A person waits most of the time, so several do at once what one does. */
const AT_ONCE = 4

test.each(Array.from({ length: Math.ceil(SEEDS / AT_ONCE) }, (_, at) => [FIRST + at * AT_ONCE]))(
  'nothing is lost in order %i and the next',
  async (first) => {
    const seeds = Array.from({ length: AT_ONCE }, (_, at) => first + at).filter(
      (seed) => seed < FIRST + SEEDS,
    )
    const ends = await Promise.allSettled(seeds.map(run))
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
    expect(failed.join('\n')).toBe('')
  },
)
