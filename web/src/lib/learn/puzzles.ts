/** Puzzles: an index of all, and parts that are loaded when one of theirs is wanted. `courses/README.md` describes the files. */

import type { Node } from './files'
import { gamesOf } from './puzzle-games'
import { readTree } from './tree'

export interface Puzzle {
  id: string
  game: string
  fen: string
  moves: number
  rating: number
  themes: string[]
  answers: Node
}

/** A puzzle as the index has it. */
export interface Entry {
  id: string
  /** Without its options. */
  game: string
  rating: number
  moves: number
  themes: string[]
  /** The name of the part that holds it. */
  part: string
}

/** Puzzles in the order of difficulty. */
export interface Family {
  name: string
  title: string
  entries: Entry[]
}

interface Index {
  themes: string[]
  families: { name: string; title: string; parts: string[] }[]
}

/** A part cannot be loaded, or is not what it should be. */
export class PartError extends Error {}

const urls = import.meta.glob<string>('../../../../courses/puzzles/*-*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})
const files = new Map(
  Object.entries(urls).map(([path, url]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, url] as const),
)

/** Whether there are puzzles of that family. */
export const hasPuzzles = (family: string): boolean => files.has(`${family}-1`)

/** All families, without their puzzles. */
export async function loadFamilies(): Promise<Family[]> {
  return readIndex((await import('../../../../courses/puzzles/index.json')).default)
}

export function readIndex({ themes, families }: Index): Family[] {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const entry = (text: string, family: string, part: string): Entry => {
    const [id = '', rating = '', [of = '', moves = '', ...about] = ''] = text.split(' ')
    const game = gamesOf(family)[letters.indexOf(of)] ?? ''
    const named = about.map((letter) => themes[letters.indexOf(letter)] ?? '')
    return { id, game, rating: Number(rating), moves: Number(moves), themes: named, part }
  }
  return families.map(({ name, title, parts }) => ({
    name,
    title,
    entries: parts.flatMap((list, at) =>
      list.split(',').map((text) => entry(text, name, `${name}-${at + 1}`)),
    ),
  }))
}

const parts = new Map<string, Puzzle[]>()

/** @throws PartError if its part does not load; asking again tries again. */
export async function loadPuzzle({ id, part }: Entry, get: typeof fetch = fetch): Promise<Puzzle> {
  let puzzles = parts.get(part)
  if (!puzzles) {
    puzzles = readPart(await textOf(part, get))
    parts.set(part, puzzles)
  }
  const puzzle = puzzles.find((one) => one.id === id)
  if (!puzzle) throw new PartError(`${part}: no ${id}`)
  return puzzle
}

async function textOf(part: string, get: typeof fetch): Promise<string> {
  try {
    const response = await get(files.get(part) ?? part)
    if (!response.ok) throw new PartError(`${part}: ${response.status}`)
    return await response.text()
  } catch (error) {
    throw error instanceof PartError ? error : new PartError(`${part}: ${String(error)}`, { cause: error })
  }
}

/** The puzzles of a part's text. @throws PartError */
export function readPart(text: string): Puzzle[] {
  try {
    const { puzzles } = JSON.parse(text) as { puzzles: (Omit<Puzzle, 'answers'> & { answers: string })[] }
    return puzzles.map((puzzle) => ({ ...puzzle, answers: readTree(puzzle.answers) }))
  } catch (error) {
    throw new PartError(`damaged: ${String(error)}`, { cause: error })
  }
}
