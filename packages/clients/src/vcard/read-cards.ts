import { type ContentLine, contentLineReader, unfoldedLines } from '@chancery/formats/content-lines'

export interface Card {
  readonly properties: readonly ContentLine[]
  /** `END:VCARD` was there. */
  readonly complete: boolean
  /** Lines that are no properties. */
  readonly unread: number
  /** Where reading goes on behind it, in UTF-16 units; absent: not known of its format. */
  readonly end?: number
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
 * @param from the end of a card, in UTF-16 units
 */
export function* readCards(text: string, from = 0): Generator<Card> {
  let open: OpenCard | undefined
  let before = from
  const read = contentLineReader()
  for (const { text: line, end } of unfoldedLines(text, from)) {
    const property = read(line)
    const edge = edgeOf(property)
    if (edge === 'BEGIN') {
      if (open !== undefined && open.properties.at(-1)?.name === 'AGENT') {
        open.inner++
      } else {
        if (open !== undefined) yield cardOf(open, false, before)
        open = { properties: [], unread: 0, inner: 0 }
      }
    } else if (edge === 'END') {
      if (open !== undefined && open.inner > 0) open.inner--
      else if (open !== undefined) {
        yield cardOf(open, true, end)
        open = undefined
      }
    } else if (open !== undefined && open.inner === 0) {
      if (property !== undefined) open.properties.push(property)
      else if (line.trim() !== '') open.unread++
    }
    before = end
  }
  if (open !== undefined) yield cardOf(open, false, text.length)
}

/** Lines are asked for their names first: there may be a million. */
const edgeOf = (property: ContentLine | undefined): string | undefined =>
  (property?.name === 'BEGIN' || property?.name === 'END') && property.raw.trim().toUpperCase() === 'VCARD'
    ? property.name
    : undefined

const cardOf = ({ properties, unread }: OpenCard, complete: boolean, end: number): Card => ({
  properties,
  complete,
  unread,
  end,
})
