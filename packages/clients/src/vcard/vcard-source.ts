import { ChanceryError, type ClientSource, type DocumentType, nextTurn } from '@chancery/core'
import { rowsAtOnce } from '../rows-at-once.ts'
import { textOfSource } from '../text-of-source.ts'
import { boundColumns } from '../max-columns.ts'
import { readingPlace } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type RowContent, sourceRows } from '../source-rows.ts'
import { cardRow } from './card-row.ts'
import { jcardCards } from './jcard-cards.ts'
import { jscontactCards } from './jscontact-cards.ts'
import { type Card, readCards } from './read-cards.ts'

/** Client records of vCards, as every address book exports them. */
export const createVcardSource = (): ClientSource => cardSource('vcard', ['vcard', 'text', 'unknown'], readCards)

/** Client records of jCards (RFC 7095): the same cards as JSON. */
export const createJcardSource = (): ClientSource => cardSource('jcard', ['json', 'text', 'unknown'], jcardCards)

/** Client records of JSContact cards (RFC 9553), read as the vCards that RFC 9555 makes of them. */
export const createJscontactSource = (): ClientSource =>
  cardSource('jscontact', ['json', 'text', 'unknown'], jscontactCards)

const cardSource = (
  id: string,
  types: readonly DocumentType[],
  cardsOf: (text: string, from: number) => Iterable<Card>,
): ClientSource => ({
  id,
  fromDocument: true,
  async read(request, { signal }) {
    signal.throwIfAborted()
    const document = sourceDocument(request.document, types)
    const { skip, passed, from } = readingPlace(request, document.bytes)
    const { text, findings } = textOfSource(document)
    const cards = cardsOf(text, from)
    // Only all of them tell the columns.
    const rows = request.columns === undefined ? await rowsOfAll(cards, signal) : new Map<Card, RowContent>()
    const columns = request.columns ?? columnsOf(rows.values())
    return {
      columns,
      findings,
      // A name that means a form of address elsewhere, so that a role would be taken for the job first.
      fields: columns.includes('TITLE') ? { TITLE: 'jobTitle' } : {},
      rows: sourceRows(request.columns === undefined ? rows.keys() : cards, (card) => rows.get(card) ?? cardRow(card), {
        bytes: document.bytes,
        skip,
        passed,
        endOf: ({ end }) => end,
        signal,
      }),
    }
  },
})

/** @throws `document_corrupt` where there is none. */
async function rowsOfAll(cards: Iterable<Card>, signal: AbortSignal): Promise<ReadonlyMap<Card, RowContent>> {
  const rows = new Map<Card, RowContent>()
  for (const card of cards) {
    if (rows.size % rowsAtOnce === 0) await nextTurn(signal)
    rows.set(card, cardRow(card))
  }
  if (rows.size === 0) throw new ChanceryError('document_corrupt', 'There is no card in the document.')
  return rows
}

/** @throws `unsupported_document` where there are more than a table of clients has. */
function columnsOf(rows: Iterable<RowContent>): readonly string[] {
  const columns = new Set<string>()
  for (const { values } of rows) for (const { column } of values) columns.add(column)
  boundColumns(columns.size)
  return [...columns]
}
