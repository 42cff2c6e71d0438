/** The order in which games are shown: data in `shelves.json`, no rule of any game. */

import type { GameCard } from '../rules/api'
import { toldShelf } from './language'
import data from './shelves.json'
import { inOrder } from './words'

export interface ShelfPlan {
  title: string
  about: string
  /** Names: they come first, in this order; then games that extend one of them. */
  games: string[]
}

export interface Shelf {
  title: string
  about: string
  cards: GameCard[]
}

/** Lays every game on one shelf: where it is named, else where its nearest ancestor is, else on the last. */
export function arrange(cards: GameCard[], plans: ShelfPlan[] = data): Shelf[] {
  const named = new Map(plans.flatMap((plan, shelf) => plan.games.map((game) => [game, shelf] as const)))
  const shelfOf = (card: GameCard): number => {
    for (const name of [card.name, ...card.lineage]) {
      const shelf = named.get(name)
      if (shelf !== undefined) return shelf
    }
    return plans.length - 1
  }
  return plans
    .map((plan, shelf) => {
      const place = (card: GameCard): number => {
        const at = plan.games.indexOf(card.name)
        return at < 0 ? plan.games.length : at
      }
      const mine = cards.filter((card) => shelfOf(card) === shelf)
      mine.sort((a, b) => place(a) - place(b) || inOrder(a.title, b.title))
      return { ...toldShelf({ title: plan.title, about: plan.about }), cards: mine }
    })
    .filter((shelf) => shelf.cards.length > 0)
}

/** Cards in which every word of the query occurs: in title, name, inventor or story. */
export function search(cards: GameCard[], query: string): GameCard[] {
  const fold = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const words = fold(query).split(/\s+/).filter(Boolean)
  return cards.filter((card) => {
    const text = fold(`${card.title} ${card.name} ${card.inventor ?? ''} ${card.about}`)
    return words.every((word) => text.includes(word))
  })
}
