import { ChanceryError, type ClientSource, type Finding, type SourceRow } from '@chancery/core'
import { decodeText } from '../decode-text.ts'
import { rowCursor, rowsBefore } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type Card, type CardProperty, readVcards, splitValue } from './read-vcards.ts'

/** Client records of vCards, as every address book exports them. */
export const createVcardSource = (): ClientSource => ({
  id: 'vcard',
  fromDocument: true,
  async read(request) {
    const document = sourceDocument(request.document, ['vcard', 'text'])
    const skip = rowsBefore(request.cursor, document.bytes)
    const cards = readVcards(decodeText(document))
    if (cards.length === 0) throw new ChanceryError('document_corrupt', 'There is no vCard in the document.')
    const rows = cards.map((card, index) => rowOf(card, index + 1, document.bytes))
    const columns = new Set(rows.flatMap(({ values }) => values.map(({ column }) => column)))
    return { columns: [...columns], findings: [], rows: rowsFrom(rows, skip) }
  },
})

async function* rowsFrom(rows: readonly SourceRow[], skip: number): AsyncIterable<SourceRow> {
  yield* rows.slice(skip)
}

/** Parts of the structured properties, in the order of RFC 6350 6.2.2, 6.3.1 and 6.6.4. */
const structures: Readonly<Record<string, readonly string[]>> = {
  N: ['N.family', 'N.given', 'N.additional', 'N.prefix', 'N.suffix'],
  ADR: ['ADR.box', 'ADR.extended', 'ADR.street', 'ADR.locality', 'ADR.region', 'ADR.postcode', 'ADR.country'],
  ORG: ['ORG', 'ORG.unit'],
}

/** Pictures, sounds and housekeeping. */
const passedOver = new Set([
  'VERSION',
  'PRODID',
  'PHOTO',
  'LOGO',
  'SOUND',
  'KEY',
  'REV',
  'SOURCE',
  'CLIENTPIDMAP',
  'X-ABLABEL',
])

function rowOf(card: Card, row: number, bytes: Uint8Array): SourceRow {
  const preferredFirst = [...card.properties].sort((a, b) => preference(a) - preference(b))
  const values = preferredFirst.flatMap((property) => valuesOf(property))
  const uid = values.find(({ column }) => column === 'UID')?.value
  return {
    row,
    values: values.filter(({ column }) => column !== 'UID'),
    faults: card.complete ? [] : [cutOff],
    cursor: rowCursor(row, bytes),
    ...(uid === undefined ? {} : { externalId: uid }),
  }
}

/** `PREF=1` of 4.0, `TYPE=pref` before. */
function preference({ parameters }: CardProperty): number {
  const number = Number(parameters.get('PREF')?.[0])
  if (number >= 1) return number
  return parameters.get('TYPE')?.some((type) => type.toLowerCase() === 'pref') === true ? 0 : 101
}

function valuesOf({ name, value, parameters }: CardProperty): { column: string; value: string }[] {
  if (passedOver.has(name) || parameters.get('ENCODING')?.some((encoding) => /^(?:b|base64)$/i.test(encoding)) === true)
    return []
  const structure = structures[name]
  const parts =
    structure === undefined
      ? [{ column: name, value: splitValue(value, '\u0000')[0] ?? '' }]
      : splitValue(value).map((part, index) => ({ column: structure[index] ?? name, value: part }))
  return parts
    .map((part) => ({ ...part, value: part.value.trim().replace(/^(?:tel|mailto):/i, '') }))
    .filter((part) => part.value !== '')
}

const cutOff: Finding = {
  code: 'card_cut_off',
  severity: 'error',
  message: 'The card has no end.',
  hint: 'The file may have been cut off; export it again.',
}
