import { createHash } from 'node:crypto'
import type { CallName } from '@chancery/core'
import { pngOf } from '@chancery/port-contracts/sample-documents'
import { letterDocument } from '../fixtures/letter.ts'
import { base64 } from './spaced-service.ts'

const letter = (name: string): Uint8Array => letterDocument({ name, number: 'HP-2026-001', total: 'EUR 1,200.00' })
const csv = 'Name,E-Mail\nAda Lovelace,ada@example.com\nAlan Turing,alan@example.com\n'

/** What an owner keeps, by the names that cases ask for. */
export const files = {
  'note.txt': 'Dear Ada,\nthe invoice no. is HP-2026-001.\nTotal: EUR 1,200.00\n',
  'template.docx': letter('{name}'),
  'letter.docx': letter('Ada Lovelace'),
  'logo.png': pngOf(2, 2),
  'mail.json': JSON.stringify({ subject: 'Hello {{name}}', text: 'Dear {{name}},\n' }),
  'mail.eml': 'From: a@example.com\r\nTo: b@example.com\r\nSubject: Hello Ada\r\n\r\nDear Ada,\r\n',
  'clients.csv': csv,
} satisfies Record<string, Uint8Array | string>
export type File = keyof typeof files

/** A source of a document, or its path alone. */
export type Reference = { readonly path: string; readonly version?: string } | string

/** A call with a reference at one place. */
export interface ReferenceCase {
  readonly operation: CallName
  readonly title: string
  /** What is looked for. */
  readonly file: File
  input(reference: Reference): object
  readonly headers?: Readonly<Record<string, string>>
  /** At this place nothing is looked up: it makes no difference whether the thing is there, for its owner neither. */
  readonly inert?: true
}

const inline = (content: Uint8Array): object => ({ content: base64(content) })
const recipient = { to: 'ada@example.com' }
const mail = { subject: 'Hello', text: 'Hello' }
const withPicture = inline(letter('{%thing}'))

/** Every place where a document may come from a path. */
export const documentCases: readonly ReferenceCase[] = [
  {
    operation: 'store-document',
    title: 'a copy',
    file: 'note.txt',
    input: (document) => ({ document, path: 'copies/note.txt', onConflict: 'overwrite' }),
  },
  {
    operation: 'store-document',
    title: 'a version to replace',
    file: 'note.txt',
    input: (document) => {
      const { path, version } = placeOf(document)
      const more = { onConflict: 'overwrite', dryRun: true, ...(version !== undefined && { ifVersion: version }) }
      return { document: inline(Buffer.from('Dear Alan')), path, ...more }
    },
  },
  { operation: 'extract-document', title: 'a document', file: 'note.txt', input: (document) => ({ document }) },
  { operation: 'identify-key-fields', title: 'a document', file: 'note.txt', input: (document) => ({ document }) },
  {
    operation: 'pre-filling',
    title: 'a template',
    file: 'template.docx',
    input: (template) => ({ template, data: { name: 'Ada' } }),
  },
  {
    operation: 'pre-filling',
    title: 'a template, streamed',
    file: 'template.docx',
    input: (template) => ({ template, records: [{ data: { name: 'Ada' } }] }),
    headers: { accept: 'application/zip' },
  },
  {
    operation: 'pre-filling',
    title: 'a picture in the data',
    file: 'logo.png',
    input: (thing) => ({ template: withPicture, data: { thing } }),
  },
  {
    operation: 'pre-filling',
    title: 'a picture in the data of a record',
    file: 'logo.png',
    input: (thing) => ({ template: withPicture, records: [{ data: { thing } }] }),
  },
  {
    operation: 'pre-filling',
    title: 'a picture in the data of a record, streamed',
    file: 'logo.png',
    input: (thing) => ({ template: withPicture, records: [{ data: { thing } }] }),
    headers: { accept: 'application/zip' },
  },
  {
    operation: 'pre-filling',
    title: 'a document in the data',
    file: 'letter.docx',
    input: (thing) => ({ template: inline(letter('{thing | document}')), data: { thing } }),
  },
  {
    operation: 'pre-filling',
    title: 'a document in the data that says what it is',
    file: 'letter.docx',
    input: (document) => ({ template: inline(letter('{thing | rich}')), data: { thing: { document } } }),
  },
  {
    operation: 'validate-document-template',
    title: 'a template',
    file: 'template.docx',
    input: (template) => ({ template }),
  },
  {
    operation: 'validate-document-template',
    title: 'the data',
    file: 'logo.png',
    input: (thing) => ({ template: withPicture, data: { thing } }),
    inert: true,
  },
  {
    operation: 'generate-document-template',
    title: 'a sample',
    file: 'letter.docx',
    input: (sample) => ({ samples: [inline(letter('Alan Turing')), sample] }),
  },
  {
    operation: 'send-email',
    title: 'an attachment',
    file: 'note.txt',
    input: (attachment) => ({ ...recipient, ...mail, attachments: [attachment], dryRun: true }),
  },
  {
    operation: 'generate-email-template',
    title: 'a sample',
    file: 'mail.eml',
    input: (sample) => ({ samples: [{ subject: 'Hello Alan', text: 'Dear Alan,\n' }, sample] }),
  },
  {
    operation: 'validate-email-template',
    title: 'a template',
    file: 'mail.json',
    input: (template) => ({ template }),
  },
  {
    operation: 'validate-email-template',
    title: 'the data',
    file: 'logo.png',
    input: (thing) => ({ template: { subject: 'Hello', text: '{{thing.path}}' }, data: { thing } }),
    inert: true,
  },
  {
    operation: 'fill-email-template',
    title: 'a template',
    file: 'mail.json',
    input: (template) => ({ template, recipients: [recipient], data: { name: 'Ada' }, dryRun: true }),
  },
  {
    operation: 'fill-email-template',
    title: 'an attachment of all',
    file: 'note.txt',
    input: (attachment) => ({ template: mail, recipients: [recipient], attachments: [attachment], dryRun: true }),
  },
  {
    operation: 'fill-email-template',
    title: 'an attachment of one',
    file: 'note.txt',
    input: (attachment) => ({
      template: mail,
      recipients: [{ ...recipient, attachments: [attachment] }],
      dryRun: true,
    }),
  },
  {
    operation: 'fill-email-template',
    title: 'a template to attach',
    file: 'template.docx',
    input: (template) => ({
      template: mail,
      recipients: [recipient],
      attachments: [{ template, format: 'docx' }],
      data: { name: 'Ada' },
      dryRun: true,
    }),
  },
  {
    operation: 'fill-email-template',
    title: 'a template to attach for one',
    file: 'template.docx',
    input: (template) => ({
      template: mail,
      recipients: [{ ...recipient, attachments: [{ template, format: 'docx' }], data: { name: 'Ada' } }],
      dryRun: true,
    }),
  },
  ...(['/data', '/recipients/0/data'] as const).map((at): ReferenceCase => ({
    operation: 'fill-email-template',
    title: `a picture for an attachment in ${at}`,
    file: 'logo.png',
    input: (thing) => ({
      template: mail,
      recipients: [{ ...recipient, ...(at === '/data' ? {} : { data: { thing } }) }],
      ...(at === '/data' ? { data: { thing } } : {}),
      attachments: [{ template: withPicture, format: 'docx' }],
      dryRun: true,
    }),
  })),
  {
    operation: 'enter-client-data',
    title: 'a file',
    file: 'clients.csv',
    input: (document) => ({ source: { provider: 'csv', document }, dryRun: true }),
  },
  { operation: 'get-document', title: 'a document', file: 'note.txt', input: (document) => ({ ...placeOf(document) }) },
  {
    operation: 'list-document-versions',
    title: 'a document',
    file: 'note.txt',
    input: (document) => ({ path: placeOf(document).path }),
  },
  {
    operation: 'get-document',
    title: 'a document as bytes',
    file: 'note.txt',
    input: (document) => {
      const { path, version } = placeOf(document)
      return { path, ...(version !== undefined && { version, ifVersion: version }) }
    },
    headers: { accept: 'application/octet-stream' },
  },
  {
    operation: 'move-document',
    title: 'a document',
    file: 'note.txt',
    input: (document) => {
      const { path, version } = placeOf(document)
      return { from: path, to: 'moved/note.txt', dryRun: true, ...(version !== undefined && { ifVersion: version }) }
    },
  },
  {
    operation: 'delete-document',
    title: 'a document',
    file: 'note.txt',
    input: (document) => {
      const { path, version } = placeOf(document)
      return { path, dryRun: true, ...(version !== undefined && { ifVersion: version }) }
    },
  },
  {
    operation: 'put-upload-part',
    title: 'a document',
    file: 'note.txt',
    input: (document) => ({ upload: 'copy', part: 1, document, dryRun: true }),
  },
  {
    operation: 'finish-upload',
    title: 'a version to replace',
    file: 'note.txt',
    input: (document) => {
      const { path, version } = placeOf(document)
      const more = { onConflict: 'overwrite', dryRun: true, ...(version !== undefined && { ifVersion: version }) }
      return { ...uploaded, path, ...more }
    },
  },
]

/** The fields of a reference, for calls whose own fields they are. */
function placeOf(reference: Reference): { readonly path: string; readonly version?: string } {
  return typeof reference === 'string' ? { path: reference } : reference
}

/** What all spaces have sent a part of, and not finished. */
export const uploadedText = 'Dear Alan'
const uploaded = {
  upload: 'letter',
  parts: 1,
  sha256: createHash('sha256').update(uploadedText).digest('hex'),
}

/** A call with the id of a client at one place. */
export interface ClientCase {
  readonly operation: CallName
  readonly title: string
  input(client: string): object
  readonly headers?: Readonly<Record<string, string>>
}

const toClient = inline(letter('{client.name}'))

export const clientCases: readonly ClientCase[] = [
  { operation: 'pre-filling', title: 'of the call', input: (client) => ({ template: toClient, client }) },
  {
    operation: 'pre-filling',
    title: 'of a record',
    input: (client) => ({ template: toClient, records: [{ client }] }),
  },
  {
    operation: 'pre-filling',
    title: 'of a record, streamed',
    input: (client) => ({ template: toClient, records: [{ client }] }),
    headers: { accept: 'application/zip' },
  },
  {
    operation: 'fill-email-template',
    title: 'of a recipient',
    input: (client) => ({
      template: { subject: 'Hello', text: 'Dear {{client.name}},\n' },
      recipients: [{ client }],
      dryRun: true,
    }),
  },
  { operation: 'get-client', title: 'of the directory', input: (client) => ({ client }) },
  { operation: 'delete-client', title: 'to delete', input: (client) => ({ client, dryRun: true }) },
  { operation: 'split-client', title: 'to split', input: (client) => ({ client, parts: [0], dryRun: true }) },
  {
    operation: 'settle-clients',
    title: 'to settle',
    input: (client) => ({ client, other: 'pierre@example.com', decision: 'different', dryRun: true }),
  },
  {
    operation: 'settle-clients',
    title: 'to settle with another',
    input: (other) => ({ client: 'pierre@example.com', other, decision: 'different', dryRun: true }),
  },
]

/** A call that stores something at a path, or would. */
export interface TargetCase {
  readonly operation: CallName
  input(path: string, onConflict: string): object
}

export const targetCases: readonly TargetCase[] = [
  {
    operation: 'store-document',
    input: (path, onConflict) => ({ document: { content: base64('Dear Alan') }, path, onConflict }),
  },
  {
    operation: 'pre-filling',
    input: (path, onConflict) => ({
      template: inline(letter('{name}')),
      data: { name: 'Ada' },
      output: { path, onConflict },
    }),
  },
  {
    operation: 'generate-document-template',
    input: (path, onConflict) => ({
      samples: [inline(letter('Alan Turing')), inline(letter('Ada Lovelace'))],
      output: { path, onConflict },
    }),
  },
  {
    operation: 'generate-email-template',
    input: (path, onConflict) => ({
      samples: [
        { subject: 'Hello Alan', text: 'Dear Alan,\n' },
        { subject: 'Hello Ada', text: 'Dear Ada,\n' },
      ],
      output: { path, onConflict },
    }),
  },
  {
    operation: 'enter-client-data',
    // No row of it is a client: all that it leaves is the file.
    input: (path, onConflict) => ({
      source: { provider: 'csv', document: { content: base64('name,email\n,nobody\n') } },
      rejects: { output: { path, onConflict } },
    }),
  },
  {
    operation: 'export-clients',
    input: (path, onConflict) => ({ format: 'csv', output: { path, onConflict } }),
  },
  {
    operation: 'move-document',
    input: (path, onConflict) => ({ from: 'all/note.txt', to: path, onConflict, dryRun: true }),
  },
  {
    operation: 'finish-upload',
    input: (path, onConflict) => ({ ...uploaded, path, onConflict, dryRun: true }),
  },
]
