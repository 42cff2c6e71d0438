// What a person does most. Each flow is at an address of its own, as in a new browser.

import { expect } from 'vitest'
import type { Host } from '../host'
import { keys, type Person } from './person'

/** A person to whom the app is new, and its host. */
export type Newcomer = () => Promise<{ person: Person; host: Host }>

export const flows: [name: string, run: (newcomer: Newcomer) => Promise<void>][] = [
  [
    'from the first page to the first moves against the computer',
    async (newcomer) => {
      const { person } = await newcomer()
      await person.go('')
      await person.press({ kind: 'button', name: /^Play Near Chess$/ })
      await person.press({ kind: 'button', name: /^Start the game$/ })
      await person.reads(/Your move, as White/)
      await person.moves('e3', 'e4')
      await person.seesMoves(2)
      await person.reads(/Your move, as White/)
      await person.moves('d3', 'd4')
      await person.seesMoves(4)
    },
  ],

  [
    'a game is there again after a reload',
    async (newcomer) => {
      const { person } = await newcomer()
      await person.go('#/play/near')
      await person.plays('e4')
      await person.seesMoves(2)
      const before = await person.movesMade()
      await person.reload()
      await person.seesMoves(2)
      expect(await person.movesMade()).toEqual(before)
      await person.plays('d4')
      await person.seesMoves(4)
    },
  ],

  [
    'two games are kept, listed and gone on with',
    async (newcomer) => {
      const { person } = await newcomer()
      await person.go('#/play/near')
      await person.plays('e4')
      await person.seesMoves(2)
      await person.go('#/play/crazyhouse')
      await person.plays('Nf3')
      await person.seesMoves(2)
      await person.press({ kind: 'link', name: /^Games$/ })
      await person.press({ kind: 'link', name: /^All your games$/ })
      await person.reads(/2 games/)
      await person.press({ kind: 'link', name: /^Continue: Near Chess/ })
      await person.seesMoves(2)
      expect((await person.movesMade())[0]).toBe('1, White: e4')
    },
  ],

  [
    'everything goes out as a file and comes in elsewhere',
    async (newcomer) => {
      const { person } = await newcomer()
      await person.go('#/play/near')
      await person.plays('e4')
      await person.seesMoves(2)
      const before = await person.movesMade()
      await person.go('#/games')
      await person.press({ kind: 'button', name: /^Export everything$/ })
      const { path, text } = await person.saved(/^berolina-.*\.json$/)
      expect(JSON.parse(text)).toMatchObject({ format: 'berolina-everything' })
      const { person: other } = await newcomer()
      await other.go('#/games')
      await other.reads(/No games yet/)
      await other.gives(path)
      await other.reads(/things? came in/)
      await other.press({ kind: 'link', name: /^Continue: Near Chess/ })
      await other.seesMoves(2)
      expect(await other.movesMade()).toEqual(before)
    },
  ],

  [
    'the star of a lesson stays',
    async (newcomer) => {
      const { person } = await newcomer()
      await person.go('#/learn/near/danger')
      await person.moves('d4', 'c5')
      await person.sees({ kind: 'image', name: /^3 of 3 stars$/ })
      await person.reload()
      await person.go('#/learn/near')
      await person.sees({ kind: 'image', name: /^3 of 3 stars$/ })
    },
  ],

  [
    'a game is written, its faults are shown, and it is played',
    async (newcomer) => {
      const { person } = await newcomer()
      await person.go('#/workshop')
      await person.press({ kind: 'button', name: /^New file$/ })
      await person.press({ kind: 'radio', name: /^An empty file/ })
      await person.press({ kind: 'button', name: /^Create$/ })
      await person.reads(/\d+ errors?/)
      await person.press({ kind: 'field', name: /^The variant file$/ })
      await person.type('extends = "chess"\ntitle = "Riders"\nabout = "x"\npieces.knight.moves = "NU')
      await person.reads(/1 error/)
      // Behind it stands the quotation mark with which the editor closed the text.
      await person.type(`${keys.backspace}N`)
      await person.reads(/No faults · Saved/)
      await person.press({ kind: 'button', name: /^Play it now$/ })
      await person.plays('Nd5')
      await person.seesMoves(2)
      await person.go('#/workshop')
      await person.reads(/title = "Riders"/)
    },
  ],

  [
    'a game is opened, judged by the engine, stepped through and commented on',
    async (newcomer) => {
      const { person } = await newcomer()
      await person.go('#/analyse/chess')
      await person.press({ kind: 'button', name: /^Open$/ })
      await person.fills(/^PGN or FEN/, '1. e4 e5 2. Nf3 Nc6 *')
      await person.press({ kind: 'button', name: /^Open$/ })
      await person.seesMoves(4)
      await person.press({ kind: 'switch', name: /^Engine/ })
      await person.sees({ kind: 'line', name: /^Line 1, / })
      await person.press({ kind: 'switch', name: /^Engine/ })
      await person.press({ kind: 'button', name: /^To the start$/ })
      for (let step = 0; step < 3; step += 1) await person.press({ kind: 'button', name: /^One move on$/ })
      await person.fills(/^Comment on Nf3/, 'the knight comes out')
      await person.reload()
      await person.seesMoves(4)
      await person.reads(/the knight comes out/)
    },
  ],

  [
    'moves are typed as people write them, and what is not legal is explained',
    async (newcomer) => {
      const { person } = await newcomer()
      await person.go('#/play/near')
      await person.plays('e3e4')
      await person.seesMoves(2)
      await person.plays('Ke5')
      await person.reads(/No king/)
      await person.seesMoves(2)
      await person.plays('d4')
      await person.seesMoves(4)
    },
  ],

  [
    'settings stay',
    async (newcomer) => {
      const { person } = await newcomer()
      const theme = (): Promise<string> => person.run('return document.documentElement.dataset.theme ?? ""')
      await person.go('#/settings')
      await person.press({ kind: 'radio', name: /^Dark/ })
      await person.press({ kind: 'radio', name: /^Pictures/ })
      await person.press({ kind: 'switch', name: /^Sounds/ })
      expect(await theme()).toBe('dark')
      await person.reload()
      expect(await theme()).toBe('dark')
      await person.go('#/play/near')
      await person.plays('Nf4')
      await person.seesMoves(2)
      expect((await person.movesMade())[0]).toBe('1, White: Nf4')
      // The knight is drawn in place of its letter.
      expect(await person.run('return document.querySelector("[data-ply] svg") !== null')).toBe(true)
    },
  ],

  [
    'after the first visit no host is needed, also for a game and its analysis',
    async (newcomer) => {
      const { person, host } = await newcomer()
      await person.go('#/')
      await person.run('await navigator.serviceWorker.ready')
      await person.reload()
      host.stop()
      await person.go('?later#/play/near')
      await person.plays('e4')
      await person.seesMoves(2)
      await person.reload()
      await person.seesMoves(2)
      await person.press({ kind: 'link', name: /^Analyse$/ })
      await person.press({ kind: 'switch', name: /^Engine/ })
      await person.sees({ kind: 'line', name: /^Line 1, / })
    },
  ],
]
