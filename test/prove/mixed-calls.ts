import { pdfOf, pdfOfPages } from '@chancery/port-contracts/sample-documents'
import { letterDocument } from '../fixtures/letter.ts'

/** An operation and the JSON that it is sent. */
export interface CallBody {
  readonly operation: string
  readonly body: string
}

export const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('base64')

const pdf = base64(pdfOf(['Invoice 1042', 'Total: 120.00 EUR', 'Date: 3 March 2026']))
const letter = base64(
  letterDocument({
    name: 'Ada Lovelace',
    number: '1042',
    total: '120.00',
    items: Array.from({ length: 40 }, (_, index) => [`Item ${index}`, `${index}.00`] as const),
  }),
)
const template = base64(letterDocument({ name: '{name}', number: '{number}', total: '{total}' }))
const note = base64('Dear Ms Lovelace,\n\nyour invoice 1042 of 120.00 EUR is due.\n'.repeat(20))

const readOf = (content: string, filename: string): CallBody => ({
  operation: 'extract-document',
  body: JSON.stringify({ document: { content, filename } }),
})
const fillOf = (content: string): CallBody => ({
  operation: 'pre-filling',
  body: JSON.stringify({ template: { content, filename: 't.docx' }, data: { name: 'Ada', number: '1', total: 2 } }),
})
const storeOf = (content: string, path: string): CallBody => ({
  operation: 'store-document',
  body: JSON.stringify({ document: { content, filename: 'a.txt' }, path, onConflict: 'overwrite' }),
})

export const readPdf = readOf(pdf, 'a.pdf')
export const readLetter = readOf(letter, 'a.docx')
export const fillLetter = fillOf(template)
export const storeNote = (path: string): CallBody => storeOf(note, path)

/** What an office does all day: a PDF and a letter read, a template filled, two documents stored. All are as small as can be. */
export function officeCall(index: number): CallBody {
  const path = `load/${index % 500}.txt`
  return [readPdf, storeNote(path), readLetter, storeNote(`${path}.copy.txt`), fillLetter][index % 5] ?? readPdf
}

const clauses = (count: number): readonly (readonly [string, string])[] =>
  Array.from({ length: count }, (_, index) => [
    `${index + 1}. The tenant keeps the rooms in good repair.`,
    `${index}.00`,
  ])
const report = base64(
  pdfOfPages(
    Array.from({ length: 5 }, (_, page) =>
      Array.from(
        { length: 50 },
        (_, line) => `${page + 1}.${line + 1} Rent of March 2026, paid by A. Lovelace: ${line * 7}.50 EUR`,
      ),
    ),
  ),
)
const contract = base64(letterDocument({ name: 'Ada Lovelace', number: '1042', total: '9.00', items: clauses(200) }))
const form = base64(letterDocument({ name: '{name}', number: '{number}', total: '{total}', items: clauses(120) }))
const minutes = base64('Those who were there agreed to let the rooms on the second floor.\n'.repeat(600))

/** As `officeCall`, with documents of four to six pages. */
export function longerCall(index: number): CallBody {
  const path = `load/${index % 500}.txt`
  const calls = [
    readOf(report, 'report.pdf'),
    storeOf(minutes, path),
    readOf(contract, 'contract.docx'),
    storeOf(minutes, `${path}.copy.txt`),
    fillOf(form),
  ]
  return calls[index % calls.length] ?? readPdf
}
