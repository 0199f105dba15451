import { ChanceryError, type ClientSource, type DocumentType } from '@chancery/core'
import { lookThrough } from '../look-through.ts'
import { boundedValues, maxValues } from '../max-values.ts'
import { readingPlace } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type RowContent, sourceRows } from '../source-rows.ts'
import { textOfSource } from '../text-of-source.ts'
import { cardRow, cardValues } from './card-row.ts'
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
    const { from, ...place } = readingPlace(request.cursor, document.bytes)
    const { text, findings } = textOfSource(document)
    const all = request.columns === undefined ? await lookThrough(valuesOf(cardsOf(text, 0)), signal) : undefined
    if (all?.total === 0) throw new ChanceryError('document_corrupt', 'There is no card in the document.')
    const columns = all?.columns ?? request.columns ?? []
    return {
      columns,
      findings,
      ...(all === undefined || request.cursor !== undefined ? {} : { total: all.total }),
      // A name that means a form of address elsewhere, so that a role would be taken for the job first.
      fields: columns.includes('TITLE') ? { TITLE: 'jobTitle' } : {},
      rows: sourceRows(cardsOf(text, from), rowOf, {
        bytes: document.bytes,
        ...place,
        endOf: ({ end }) => end,
        signal,
      }),
    }
  },
})

const rowOf = (card: Card): RowContent => boundedValues(cardRow(card))

/** Columns are of values alone: the rest of a card is work that most cards need not have done twice. */
function* valuesOf(cards: Iterable<Card>): Generator<Pick<RowContent, 'values'>> {
  for (const card of cards) yield { values: cardValues(card).values.slice(0, maxValues) }
}
