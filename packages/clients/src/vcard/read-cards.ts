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
export function readCards(text: string): readonly Card[] {
  const cards: Card[] = []
  let open: OpenCard | undefined
  const close = (complete: boolean): void => {
    if (open !== undefined) cards.push({ properties: open.properties, complete, unread: open.unread })
    open = undefined
  }
  for (const line of unfoldLines(text)) {
    const property = readContentLine(line)
    const edge = property?.raw.trim().toUpperCase() === 'VCARD' ? property.name : undefined
    if (edge === 'BEGIN') {
      if (open !== undefined && open.properties.at(-1)?.name === 'AGENT') {
        open.inner++
      } else {
        close(false)
        open = { properties: [], unread: 0, inner: 0 }
      }
    } else if (edge === 'END') {
      if (open !== undefined && open.inner > 0) open.inner--
      else close(true)
    } else if (open !== undefined && open.inner === 0) {
      if (property !== undefined) open.properties.push(property)
      else if (line.trim() !== '') open.unread++
    }
  }
  close(false)
  return cards
}
