import { soon } from '../board/soon'
import { createEngine } from '../engine'
import { RulesError, type Color, type GameFile, type Rules } from '../rules/api'
import { drawn, leavesOpen, undrawn } from '../rules/shuffle'
import { texts } from '../texts'
import { filesOf, ownName } from './files'
import { Lease, leased } from './lease'
import { notices, sayUnkept } from './notices.svelte'
import { router } from './router.svelte'
import * as routes from './routes'
import type { PlayRoute } from './routes'
import { loadRulesFor } from './rules'
import { Session, type World } from '../play/session.svelte'
import { archive, settings } from './settings.svelte'
import { shelf } from './shelf'
import type { Player, SavedGame, Setup } from './storage'

/** The game of this tab. It goes on while other pages are looked at. */
class Current {
  session = $state.raw<Session | null>(null)
  readonly #lease = new Lease()
  #takeBackNotice: (() => void) | null = null
  /** Grows when another game is asked for: what was still being opened is not wanted any more. */
  #turn = 0
  /** Games that were left without a move, which are not kept: their addresses are in the history of this tab. */
  readonly #unmoved = new Map<string, SavedGame>()
  /** The browser was asked to keep what is stored. */
  #asked = false

  constructor() {
    const save = (): void => {
      this.session?.settle()
    }
    addEventListener('pagehide', save)
    addEventListener('beforeunload', (event) => {
      // What is kept nowhere is not left without a question.
      if (shelf.perishable) event.preventDefault()
    })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') save()
    })
    archive.watch((what) => {
      if (what === 'games') void this.#follow()
    })
    const unkept = sayUnkept((written) => {
      const run = (): void => router.go(routes.games)
      return written === 'refused'
        ? notices.say(texts.notices.cannotSave, { passing: false })
        : notices.say(texts.notices.storageFull, {
            action: { label: texts.notices.choose, run },
            passing: false,
          })
    })
    $effect.root(() => {
      $effect(() => unkept(this.session?.written ?? 'saved'))
    })
  }

  /**
   * The game of an address; `null` for an id that is not in this browser. Without an id: this tab's game of that kind and
   * start, else one that was begun and is open nowhere, else a new one.
   * @throws RulesError for an address that names no game, or a position that cannot be played.
   */
  async open({ spec, fen, game }: PlayRoute): Promise<Session | null> {
    const turn = ++this.#turn
    const rules = await loadRulesFor(spec)
    // Another address was asked for meanwhile.
    if (turn !== this.#turn) return this.session
    if (game !== null) {
      if (this.session?.answersTo(game)) return this.session
      const saved = archive.load(game) ?? this.#unmoved.get(game) ?? null
      if (saved) return this.#resume(saved)
    }
    this.filesOf(rules, spec)
    const info = rules.game(spec)
    const wanted = info.spec
    const start = startOf(rules, wanted, fen)
    if (game !== null) return null
    // Where the address leaves open which of several starts is meant, any that was drawn will do.
    const open = fen === null && leavesOpen(info, spec)
    const meant = (other: string): boolean =>
      other === wanted || (open && undrawn({ ...info, spec: other }, spec) === undrawn(info, spec))
    const mine = this.session
    if (mine && !mine.over && meant(mine.info.spec) && mine.record.start === start) return mine
    const last = archive.current === null ? null : archive.load(archive.current)
    const elsewhere = await leased()
    if (turn !== this.#turn) return this.session
    const fits = (one: SavedGame): boolean =>
      meant(one.setup.spec) && (one.start ?? null) === start && !one.over && !archive.isDamaged(one.id)
    if (last && fits(last)) return this.#resume(last)
    const begun = archive.games().find((one) => fits(one) && one.moves.length > 0 && !elsewhere.has(one.id))
    const anotherSpec = (): string => (open ? drawn(info, spec) : wanted)
    if (begun === undefined) return this.begin(usualSetup(anotherSpec()), start)
    const session = await this.#resume(begun)
    const anew = async (): Promise<void> =>
      router.go(addressOf(await this.begin(usualSetup(anotherSpec()), start)))
    notices.say(texts.notices.continued, {
      action: { label: texts.play.again, run: () => void anew() },
      passing: true,
      here: true,
    })
    return session
  }

  /**
   * A new game, from its start or from a position; the one before stays among the saved ones.
   * @throws RulesError
   */
  async begin(setup: Setup, start: string | null = null): Promise<Session> {
    const world = await this.#world(setup.spec)
    const files = setup.files ?? this.filesOf(world.rules, setup.spec)
    if (files) world.rules.add(files)
    const spec = world.rules.game(setup.spec).spec
    this.leave()
    const session = Session.begin(world, { ...setup, spec, ...(files ? { files } : {}) }, start)
    this.session = session
    archive.current = session.id
    await this.#lease.take(session.id, false, () => this.#lost(session))
    return session
  }

  /** Goes on with a saved game, or shows how it ended. @throws RulesError if there are no such rules any more. */
  async #resume(saved: SavedGame, force = false): Promise<Session | null> {
    const world = await this.#world(saved.setup.spec)
    this.leave()
    const turn = ++this.#turn
    const lost = (): void => {
      if (this.session) this.#lost(this.session)
    }
    const mine = await this.#lease.take(saved.id, force, lost)
    // Another tab may have moved until it lost the game.
    const latest = (await archive.refresh(saved.id)) ?? saved
    // Another game was begun meanwhile, which has the lease now.
    if (turn !== this.#turn) return this.session
    const session = this.#restore(world, latest, !mine)
    this.session = session
    archive.current = saved.id
    if (session.damaged) notices.say(texts.notices.damaged, { passing: false })
    if (!mine) this.#sayElsewhere(texts.notices.elsewhere, session)
    return session
  }

  /** What cannot be replayed to its end, or makes the rules fail, is marked so that it is left as it is. */
  #restore(world: World, saved: SavedGame, elsewhere: boolean): Session {
    let session: Session
    try {
      session = Session.restore(world, saved, elsewhere)
    } catch (error) {
      if (!(error instanceof RulesError)) archive.markDamaged(saved.id)
      throw error
    }
    if (session.damaged) archive.markDamaged(saved.id)
    return session
  }

  /**
   * What an own game is made of: its files as they are now, else as they were in a game of it that was begun. The rules
   * know them then. @throws RulesError
   */
  filesOf(rules: Rules, spec: string): GameFile[] | undefined {
    const name = ownName(spec)
    if (name === null) return undefined
    let problem: unknown = null
    try {
      const now = filesOf(rules, spec)
      if (now) return now
    } catch (error) {
      // The file has become faulty since; what was begun goes on.
      problem = error
    }
    const begun = [this.session?.setup, ...archive.games().map((game) => game.setup)]
    const then = begun.find((setup) => setup && ownName(setup.spec) === name)?.files
    if (then) rules.add(then)
    else if (problem !== null) throw problem
    return then
  }

  /** Puts the game away; one without a move is forgotten, but for the way back in this tab. */
  leave(): void {
    this.#turn += 1
    const session = this.session
    this.#takeBackNotice?.()
    if (session === null) return
    this.session = null
    session.close()
    if (session.history.length === 0 && !session.over && !session.elsewhere) {
      const unmoved = archive.load(session.id)
      if (unmoved) this.#unmoved.set(session.id, unmoved)
      void archive.remove(session.id)
    }
    this.#lease.drop()
    archive.current = null
  }

  #lost(session: Session): void {
    if (this.session !== session) return
    session.setElsewhere(true)
    this.#sayElsewhere(texts.notices.takenOver, session)
  }

  #sayElsewhere(text: string, session: Session): void {
    this.#takeBackNotice?.()
    const run = (): void => {
      const saved = archive.load(session.id)
      if (saved) void this.#resume(saved, true)
    }
    this.#takeBackNotice = notices.say(text, { action: { label: texts.notices.takeOver, run } })
  }

  /** Shows what another tab plays, and how it ended there. */
  async #follow(): Promise<void> {
    const session = this.session
    if (!session?.elsewhere) return
    const world = await this.#world(session.setup.spec)
    const saved = archive.load(session.id)
    if (this.session !== session || saved === null || session.agrees(saved)) return
    session.close()
    this.session = this.#restore(world, saved, true)
  }

  async #world(spec: string): Promise<World> {
    return {
      rules: await loadRulesFor(spec),
      engine: createEngine,
      save: (game) => {
        // What goes on from a damaged game is found again once it is kept.
        const { session } = this
        if (session?.id === game.id && archive.current !== game.id) {
          archive.current = game.id
          if (router.route.page === 'play') router.rename(router.route, addressOf(session))
        }
        if (!this.#asked && game.moves.length > 0) {
          this.#asked = true
          void import('./lasting').then((lasting) => lasting.askToLast()).catch(() => undefined)
        }
        return archive.save(game)
      },
      steady: () => performance.now(),
      date: () => Date.now(),
      later: (milliseconds, task) => {
        const timer = setTimeout(task, milliseconds)
        return () => clearTimeout(timer)
      },
      heard: (move) => {
        const { session } = this
        const winner = session?.outcome?.winner ?? null
        const side = session?.side ?? null
        const end = winner === null || side === null ? 'end' : winner === side ? 'won' : 'lost'
        if (settings.now.sounds)
          soon(({ play, soundOf }) => play(move && !session?.over ? soundOf(move) : end))
      },
    }
  }
}

/** A position to begin from, as the rules write it; `null` for the game's own start. @throws RulesError */
function startOf(rules: Rules, spec: string, fen: string | null): string | null {
  if (fen === null) return null
  const handle = rules.start(spec, fen)
  try {
    const written = handle.view().fen
    return written === rules.game(spec).start ? null : written
  } finally {
    handle.free()
  }
}

/** What was chosen the last time, for another game. */
export function usualSetup(spec: string, random = Math.random()): Setup {
  const { opponent, level, side, clock, names } = settings.now.last
  const person = { kind: 'person' } as const
  const named = (name: string): Player => (name.trim() === '' ? person : { ...person, name: name.trim() })
  const computer = { kind: 'computer', level } as const
  const mine: Color = side === 'random' ? (random < 0.5 ? 'white' : 'black') : side
  const players =
    opponent === 'person'
      ? { white: named(names[0]), black: named(names[1]) }
      : mine === 'white'
        ? { white: person, black: computer }
        : { white: computer, black: person }
  return {
    spec,
    players,
    clock: clock ? { base: clock.minutes * 60_000, increment: clock.increment * 1000 } : null,
  }
}

/** Where a game is played, and where one that is kept. */
export const savedAddressOf = ({ id, setup, start }: SavedGame): string =>
  routes.play(setup.spec, start ?? null, id)

export function addressOf(session: Session): string {
  return routes.play(session.info.spec, session.record.start, session.keptAs)
}

export const current = new Current()
