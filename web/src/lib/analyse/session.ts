/** How an analysis begins: from what the address carries, from what this tab showed, or afresh. */

import { RulesError, type GameFile } from '../rules/api'
import { loadStudy, type Study, type Tree } from '../rules/study'
import { current } from '../state/current.svelte'
import { files, ownName } from '../state/files'
import { Lease } from '../state/lease'
import { notices } from '../state/notices.svelte'
import { loadRules } from '../state/rules'
import { analyseTexts as texts } from '../texts/analyse'
import { arrange } from '../texts/shelves'
import { receive } from './brought'
import { Desk, type Surroundings } from './desk.svelte'
import { decode, LinkError } from './link'
import { Studies, type SavedStudy } from './store'

/** What a link was meant to open, and why it does not. */
export interface Misread {
  reason: string
  /** What it carried, as a text that can be mended and opened. */
  text: string
}

/** An opened page: the desk that is shown, and how to show another. */
export interface Opened {
  desk: Desk
  world: Surroundings
  saved: Studies
  misread: Misread | null
  /** It is what was looked at before, not what the address says. */
  restored: boolean
  /** Files of a game of somebody else that the address brought, kept nowhere. */
  brought: GameFile[] | null
  /** Shows another tree, or one that was saved. @throws RulesError */
  take(next: Tree | SavedStudy): Desk
  /** The start of a game; one of the person's own as its file is now. @throws RulesError */
  anew(spec: string): Tree
  close(): void
}

/** What the browser's history remembers of a visit: a reload and a step back find it, a link that is opened again does not. */
export interface Visit {
  /** The study that this visit showed. */
  study: string | null
  /** Notes which it shows now. */
  shows(study: string): void
}

/**
 * Opens what an address means. An address that carries a position or moves shows them whenever it is opened; what became of
 * them is shown by the visit that changed them.
 * @throws RulesError for a spec that names no game.
 */
export async function arrive(spec: string, query: string, visit: Visit): Promise<Opened> {
  const [rules, study] = await Promise.all([loadRules(), loadStudy()])
  const saved = new Studies()
  const lease = new Lease()
  const world: Surroundings = {
    rules,
    study,
    save: (one) => saved.save(one),
    now: () => Date.now(),
  }
  // Where nothing is asked for: what was looked at last, else the game that goes on, else the first that is offered.
  const usual = (): string =>
    saved.all()[0]?.spec ?? current.session?.info.spec ?? arrange(rules.games())[0]!.cards[0]!.name
  const name = spec === '' ? usual() : spec
  const brought = await receive(rules, name, query)
  tellFiles(world, saved, name, query, brought)
  const wanted = rules.game(name).spec

  /** What this tab showed; else what was shown last, if no other tab shows it. */
  async function earlier(): Promise<SavedStudy | null> {
    const shown = visit.study === null ? null : saved.load(visit.study)
    const mine = query === '' ? saved.current() : shown?.origin === query ? shown : null
    const fits = mine?.spec === wanted
    const others = query === '' ? saved.all().filter((one) => one.spec === wanted && one.id !== mine?.id) : []
    for (const one of fits ? [mine, ...others] : others) {
      if (await lease.take(`study.${one.id}`, false, () => undefined)) return saved.refresh(one.id)
    }
    return null
  }

  const show = (next: Tree | SavedStudy, origin: string): Desk => {
    const desk =
      'pgn' in next && typeof next.pgn === 'string'
        ? Desk.restore(world, next as SavedStudy)
        : Desk.open(world, next as Tree, origin, brought !== null && origin !== '')
    const mine = lease.take(`study.${desk.id}`, false, () => undefined)
    visit.shows(desk.id)
    void desk.claim(mine).then((copied) => {
      if (copied) visit.shows(desk.id)
      if (copied) notices.say(texts.opening.copied, { here: true, passing: true })
    })
    return desk
  }

  let desk: Desk | null = null
  let misread: Misread | null = null
  const before = await earlier()
  if (before) {
    try {
      desk = show(before, before.origin)
    } catch (error) {
      // It stays as it is; what is shown is another.
      if (!(error instanceof RulesError)) throw error
      misread = { reason: error.message, text: before.pgn }
    }
  } else if (query !== '') {
    try {
      const carried = await decode(query)
      desk = show(treeOf(study, wanted, carried), query)
      if (carried.at !== null) desk.go(desk.tree.moves[carried.at - 1]?.id ?? null)
      else if (carried.pgn === null && carried.moves.length > 0) desk.toEnd()
    } catch (error) {
      if (!(error instanceof RulesError || error instanceof LinkError)) throw error
      misread = { reason: error.message, text: await textOf(wanted, query) }
    }
  }
  const opened: Opened = {
    desk: desk ?? show(study.newTree(wanted), ''),
    world,
    saved,
    misread,
    restored: desk !== null && before !== null && query === '' && saved.current()?.id !== before.id,
    brought,
    take(next) {
      const old = opened.desk
      opened.desk = show(next, '')
      old.close()
      return opened.desk
    },
    anew(spec) {
      tellFiles(world, saved, spec)
      return study.newTree(spec)
    },
    close() {
      opened.desk.save()
      opened.desk.close()
      lease.drop()
    },
  }
  return opened
}

/**
 * Tells the rules of the person's own games. The one that is wanted is as the address brought it, or as it was when the
 * game that the address carries was begun; else as its file is now, or as it was when something of it was kept.
 * @throws RulesError for a file that is no game.
 */
function tellFiles(
  { rules, study }: Surroundings,
  saved: Studies,
  spec: string,
  query?: string,
  brought?: GameFile[] | null,
): void {
  const add = (some: GameFile[]): void => {
    rules.add(some)
    study.add(some)
  }
  add(files.all())
  const name = ownName(spec)
  if (name === null) return
  if (brought) {
    add(brought)
    return
  }
  const played = current.session
  if (played && query === played.record.carried && ownName(played.info.spec) === name) {
    add(played.setup.files ?? [])
    return
  }
  const kept = saved.all().find((one) => one.files && ownName(one.spec) === name)?.files
  try {
    add(current.filesOf(rules, spec) ?? kept ?? [])
  } catch (error) {
    if (!(error instanceof RulesError) || !kept) throw error
    add(kept)
  }
}

function treeOf(
  study: Study,
  spec: string,
  { fen, moves, pgn }: { fen: string | null; moves: string[]; pgn: string | null },
): Tree {
  return pgn === null ? study.newTree(spec, fen, moves) : study.tree(pgn)
}

/** What a bad link carries, as it would be typed. */
async function textOf(spec: string, query: string): Promise<string> {
  try {
    const { fen, moves, pgn } = await decode(query)
    if (pgn !== null) return pgn
    if (fen === null) return moves.join(' ')
    if (moves.length === 0) return fen
    return `[Variant "${spec}"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n${moves.join(' ')}\n`
  } catch {
    return query
  }
}
