import { type ContentLine, readContentLine, unfoldLines } from '@chancery/formats/content-lines'

export interface Card {
  readonly properties: readonly ContentLine[]
  /** `END:VCARD` was there. */
  readonly complete: boolean
  /** Lines that are no properties. */
  readonly unread: number
}

interface OpenCard {
  readonly properties: ContentLine[]
  unread: number
  /** Cards inside it, as `AGENT` of vCard 2.1 has them: open ones. */
  inner: number
}

/**
 * Reads vCard 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350). A card inside a card (`AGENT`) is somebody else's and passed over; a
 * card that begins before the last one has ended cuts that one off.
 */
export function* readCards(text: string): Generator<Card> {
  let open: OpenCard | undefined
  for (const line of unfoldLines(text)) {
    const property = readContentLine(line)
    const edge = property?.raw.trim().toUpperCase() === 'VCARD' ? property.name : undefined
    if (edge === 'BEGIN') {
      if (open !== undefined && open.properties.at(-1)?.name === 'AGENT') {
        open.inner++
      } else {
        if (open !== undefined) yield cardOf(open, false)
        open = { properties: [], unread: 0, inner: 0 }
      }
    } else if (edge === 'END') {
      if (open !== undefined && open.inner > 0) open.inner--
      else if (open !== undefined) {
        yield cardOf(open, true)
        open = undefined
      }
    } else if (open !== undefined && open.inner === 0) {
      if (property !== undefined) open.properties.push(property)
      else if (line.trim() !== '') open.unread++
    }
  }
  if (open !== undefined) yield cardOf(open, false)
}

const cardOf = ({ properties, unread }: OpenCard, complete: boolean): Card => ({ properties, complete, unread })
