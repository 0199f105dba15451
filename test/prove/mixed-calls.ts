import { pdfOf } from '@chancery/port-contracts/sample-documents'
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

export const readPdf: CallBody = {
  operation: 'extract-document',
  body: JSON.stringify({ document: { content: pdf, filename: 'a.pdf' } }),
}
export const readLetter: CallBody = {
  operation: 'extract-document',
  body: JSON.stringify({ document: { content: letter, filename: 'a.docx' } }),
}
export const fillLetter: CallBody = {
  operation: 'pre-filling',
  body: JSON.stringify({
    template: { content: template, filename: 't.docx' },
    data: { name: 'Ada', number: '1', total: 2 },
  }),
}
export const storeNote = (path: string): CallBody => ({
  operation: 'store-document',
  body: JSON.stringify({ document: { content: note, filename: 'a.txt' }, path, onConflict: 'overwrite' }),
})

/** What an office does all day: a PDF and a letter read, a template filled, two documents stored. */
export function officeCall(index: number): CallBody {
  const path = `load/${index % 500}.txt`
  return [readPdf, storeNote(path), readLetter, storeNote(`${path}.copy.txt`), fillLetter][index % 5] ?? readPdf
}
