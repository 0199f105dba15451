import { ChanceryError, type ClientSource, type DocumentType, nextTurn } from '@chancery/core'
import { rowsAtOnce } from '../rows-at-once.ts'
import { textOfSource } from '../text-of-source.ts'
import { boundColumns } from '../max-columns.ts'
import { rowsBefore } from '../row-cursor.ts'
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
  cardsOf: (text: string) => Iterable<Card>,
): ClientSource => ({
  id,
  fromDocument: true,
  async read(request, { signal }) {
    signal.throwIfAborted()
    const document = sourceDocument(request.document, types)
    const skip = rowsBefore(request.cursor, document.bytes)
    const { text, findings } = textOfSource(document)
    const rows: RowContent[] = []
    const columns = new Set<string>()
    for (const card of cardsOf(text)) {
      if (rows.length % rowsAtOnce === 0) await nextTurn(signal)
      const row = cardRow(card)
      rows.push(row)
      for (const { column } of row.values) columns.add(column)
    }
    if (rows.length === 0) throw new ChanceryError('document_corrupt', 'There is no card in the document.')
    boundColumns(columns.size)
    return {
      columns: [...columns],
      findings,
      // A name that means a form of address elsewhere, so that a role would be taken for the job first.
      fields: columns.has('TITLE') ? { TITLE: 'jobTitle' } : {},
      rows: sourceRows(rows, (row) => row, { bytes: document.bytes, skip, signal }),
    }
  },
})
