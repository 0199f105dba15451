import type { CallName } from '@chancery/core'
import { docxOf, emlOf } from '@chancery/port-contracts/sample-documents'
import { letterDocument, letters } from '../fixtures/letter.ts'
import { base64 } from './mixed-calls.ts'

/** One call whose ports fail, one after the other. */
export interface FaultCase {
  readonly operation: CallName
  readonly about: string
  readonly input: object
}

/** What is stored before, so that calls can refer to it. */
export const storedBefore: readonly { readonly path: string; readonly bytes: Uint8Array }[] = [
  { path: 'templates/letter.docx', bytes: docxOf(['Letter {number} to {name}']) },
  { path: 'letters/1.docx', bytes: letterDocument(letters[0] ?? { name: '', number: '', total: '' }) },
  { path: 'letters/2.docx', bytes: letterDocument(letters[1] ?? { name: '', number: '', total: '' }) },
  { path: 'mails/1.eml', bytes: emlOf('Invoice 1', 'Dear Ada,\r\n\r\nthe invoice 1 is due.\r\n') },
  { path: 'mails/2.eml', bytes: emlOf('Invoice 2', 'Dear Alan,\r\n\r\nthe invoice 2 is due.\r\n') },
  { path: 'taken/note.txt', bytes: Buffer.from('Another note.') },
  {
    path: 'lists/people.csv',
    bytes: Buffer.from(
      'Name,Email\nAda Lovelace,ada@example.com\nAlan Turing,alan@example.com\nGrace,grace@example.com\n',
    ),
  },
]

const note = { content: base64('A note.'), filename: 'note.txt' }
const template = { path: 'templates/letter.docx' }
const people = ['ada', 'alan', 'grace']

/** All twelve operations; those with effects in all the ways in which they have them. */
export const faultCases: readonly FaultCase[] = [
  { operation: 'store-document', about: 'new', input: { document: note, path: 'new/note.txt' } },
  {
    operation: 'store-document',
    about: 'over another',
    input: { document: note, path: 'taken/note.txt', onConflict: 'overwrite' },
  },
  {
    operation: 'store-document',
    about: 'under a free name',
    input: { document: note, path: 'taken/note.txt', onConflict: 'rename' },
  },
  { operation: 'get-folder-directories', about: 'all', input: { include: 'folders-and-documents' } },
  { operation: 'extract-document', about: 'a stored letter', input: { document: { path: 'letters/1.docx' } } },
  { operation: 'identify-key-fields', about: 'a stored letter', input: { document: { path: 'letters/1.docx' } } },
  {
    operation: 'pre-filling',
    about: 'one, stored',
    input: { template, data: { number: 1, name: 'Ada' }, output: { path: 'filled/1.docx' } },
  },
  {
    operation: 'pre-filling',
    about: 'three, stored',
    input: {
      template,
      records: people.map((name, number) => ({ data: { number, name } })),
      output: { path: 'filled/{name}.docx' },
    },
  },
  { operation: 'validate-document-template', about: 'stored', input: { template } },
  {
    operation: 'generate-document-template',
    about: 'from two letters, stored',
    input: {
      samples: [{ path: 'letters/1.docx' }, { path: 'letters/2.docx' }],
      output: { path: 'templates/made.docx' },
    },
  },
  {
    operation: 'send-email',
    about: 'with an attachment',
    input: { to: ['ada@example.com'], subject: 'Note', text: 'Hello.', attachments: [{ path: 'letters/1.docx' }] },
  },
  {
    operation: 'generate-email-template',
    about: 'from two mails, stored',
    input: { samples: [{ path: 'mails/1.eml' }, { path: 'mails/2.eml' }], output: { path: 'templates/made.json' } },
  },
  { operation: 'validate-email-template', about: 'a stored mail', input: { template: { path: 'mails/1.eml' } } },
  {
    operation: 'fill-email-template',
    about: 'to three, with a filled attachment',
    input: {
      template: { subject: 'Letter {{number}}', text: 'Dear {{name}}.' },
      recipients: people.map((name, number) => ({ to: `${name}@example.com`, data: { number, name } })),
      attachments: [{ template }],
    },
  },
  {
    operation: 'enter-client-data',
    about: 'a stored list',
    input: { source: { provider: 'csv', document: { path: 'lists/people.csv' } } },
  },
]
