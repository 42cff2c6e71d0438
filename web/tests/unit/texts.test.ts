/**
 * Texts of the interface. That a catalogue misses an entry, or has one that English has not, is told by the compiler
 * (`npm run check`); what it cannot tell is told here.
 */
import { expect, test } from 'vitest'
import { allTexts, usesOf } from './catalogues'

const all = allTexts()

/** Groups that are given on whole, and what is used of them there; without a list all is. */
const givenOn: Record<string, string[] | undefined> = {
  'lib/pages/Games.svelte: kept': ['deleted', 'undo'],
  'lib/pages/Home.svelte: home': ['deleted', 'undo'],
  'lib/pages/home/Ways.svelte: home.ways.games': undefined,
  'lib/pages/home/Ways.svelte: home.ways.invent': undefined,
  'lib/pages/home/Ways.svelte: home.ways.learn': undefined,
  'lib/pages/home/Ways.svelte: home.ways.puzzles': undefined,
  'lib/pages/workshop/MovesDialog.svelte: moves.symmetries': undefined,
  'lib/pages/workshop/MovesDialog.svelte: moves.times': undefined,
  'lib/pages/workshop/MovesDialog.svelte: moves.whens': undefined,
  'lib/pages/workshop/Welcome.svelte: workshop.steps.share': undefined,
  'lib/pages/workshop/Welcome.svelte: workshop.steps.try': undefined,
  'lib/pages/workshop/Welcome.svelte: workshop.steps.write': undefined,
  'lib/workshop/checker.ts: workshop': ['tooLong', 'failed', 'notLoaded'],
  'lib/workshop/foreign-reader.ts: workshop.foreign': ['tooLong', 'failed', 'notLoaded'],
  'lib/workshop/reporter.svelte.ts: workshop.report.worker': undefined,
}

test('every text is used', () => {
  const unused = all.flatMap(({ name, exported, file, entries }) => {
    const isIn = (path: string[], group: string[]): boolean => group.every((part, at) => part === path[at])
    const isGroup = (path: string[]): boolean =>
      entries.some((entry) => entry.path.length > path.length && isIn(entry.path, path))
    const stray: string[] = []
    const used = usesOf({ exported, file }).flatMap(({ file: user, path, any }) => {
      if (any || !isGroup(path)) return [path]
      const given = `${user}: ${[name, ...path].join('.')}`
      if (!Object.hasOwn(givenOn, given)) stray.push(given)
      return givenOn[given]?.map((part) => [...path, part]) ?? [path]
    })
    const isUsed = (path: string[]): boolean => used.some((group) => isIn(path, group) || isIn(group, path))
    return [
      ...entries.filter(({ path }) => !isUsed(path)).map(({ path }) => [name, ...path].join('.')),
      ...stray,
    ]
  })
  expect(unused).toEqual([])
})
