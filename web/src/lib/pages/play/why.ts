import { squareName } from '../../board/geometry'
import type { Ending } from '../../play/ending'
import type { Session } from '../../play/session.svelte'
import { sentence, type Color, type Standing } from '../../rules/api'
import { texts } from '../../texts'
import { endingTexts, type Owner, type Placed } from '../../texts/ending'

/** Whose pieces are whose, for whoever reads it. */
function ownerOf(session: Session, color: Color): Owner {
  const player = session.player(color)
  if (session.side === color) return 'you'
  if (session.side === null) {
    const named = player.kind === 'person' ? player.name : undefined
    return { named: named ?? texts.color(color) }
  }
  return player.kind === 'computer' ? 'computer' : 'opponent'
}

/** One or two sentences that say why a game ended as it did; without more to tell what the rules say. */
export function why(session: Session, { story }: Ending): string {
  const reason = session.outcome?.text ?? ''
  const { info } = session
  const at = ({ piece, square }: Standing): Placed => ({
    owner: ownerOf(session, piece.color),
    kind: info.kinds[piece.kind]?.name ?? '',
    square: squareName(square, info),
  })
  switch (story?.kind) {
    case 'taken': {
      const { by, what, exposed } = story
      const told = exposed ? ` ${endingTexts.exposed[exposed.how](exposed.san)}` : ''
      return endingTexts.taken(at(by), at(what)) + told
    }
    case 'mate':
      return endingTexts.mate(story.by.map(at), at(story.what))
    case 'check':
      return endingTexts.check(story.by.map(at), at(story.what))
    case 'arrived':
      return endingTexts.arrived(at(story.by))
    case 'last':
      return endingTexts.last(at(story.by), at(story.what), reason)
    default:
      return sentence(reason)
  }
}
