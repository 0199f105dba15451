import type { CallName } from '@chancery/core'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { letterDocument } from '../fixtures/letter.ts'
import type { Attack } from '../hostile/attack.ts'
import { scannedSheet, scannedTiff } from '../hostile/image-attacks.ts'
import { wordBody, wordText } from '../hostile/packages.ts'
import { findOffice } from '../../packages/conversion/src/libreoffice/find-office.ts'
import { base64, type CallBody } from './mixed-calls.ts'

/** A document as it is tried, with the name by which it is found again. */
export type TriedDocument = Pick<Attack, 'name' | 'filename' | 'bytes' | 'password'>

/** Where a document, or what stands in it, can come in. */
export interface Place {
  readonly name: string
  /** Endings of documents that are read there, and not refused at the door. */
  readonly reads: readonly string[]
  call(document: TriedDocument): CallBody
}

const texts = ['txt', 'html', 'md', 'csv', 'json', 'vcf', 'eml', 'rtf', 'svg', 'xml']
const readable = texts.concat(
  'docx docm dotx doc xlsx xlsm xls pptx ppt odt ods odp pdf msg png gif jpg tif webp bmp'.split(' '),
)
const views = 'text markdown html blocks tables keyValues formFields images links outline revisions attachments'.split(
  ' ',
)
const word = ['docx', 'docm', 'dotx']
const mails = ['eml', 'json']

export const endingOf = (filename: string): string => filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
const clientProviders: Readonly<Record<string, string>> = { json: 'json', vcf: 'vcard', xlsx: 'xlsx', ods: 'ods' }

const sourceOf = ({ bytes, filename }: TriedDocument) => ({ content: base64(bytes), filename })
const textOf = ({ bytes }: TriedDocument): string => Buffer.from(bytes).toString()
/** Half of a pair alone would be refused at the door. */
const startOf = (document: TriedDocument, length: number): string => textOf(document).slice(0, length).toWellFormed()
const lineOf = (document: TriedDocument, length: number): string =>
  // oxlint-disable-next-line no-control-regex -- a header is one line.
  startOf(document, length).replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]/gu, ' ')

const data = { name: 'Ada', number: '1', total: 2, a: [1], items: [{ title: 'x', price: 1 }] }
const goodLetter = letterDocument({ name: 'Ada', number: '1042', total: '120.00', items: [['Survey', '120.00']] })
const letter = { content: base64(goodLetter), filename: 'letter.docx' }
const rawTemplate = {
  content: base64(wordBody(wordText('{name}') + wordText('{@raw}') + wordText('{name | upper}'))),
  filename: 't.docx',
}
const toAda = [{ to: 'ada@example.com', data }]
const plainTemplate = { subject: 'Invoice {{number}}', text: 'Dear {{name}}' }

const place = (
  operation: CallName,
  where: string,
  reads: readonly string[],
  input: (document: TriedDocument) => object,
): Place => ({
  name: `${operation}, ${where}`,
  reads,
  call: (document) => ({ operation, body: JSON.stringify(input(document)) }),
})

/** Every place of the twelve operations in which a document, or a text of somebody else, can stand. */
export const places: readonly Place[] = [
  place('store-document', 'document', readable, (document) => ({
    document: sourceOf(document),
    path: `hostile/one.${endingOf(document.filename)}`,
    onConflict: 'overwrite',
  })),
  place('get-folder-directories', 'path and filter', [], (document) => ({
    path: startOf(document, 300),
    filter: { name: startOf(document, 255) || '*', contentType: 'image/*' },
    include: 'folders-and-documents',
  })),
  place('get-folder-directories', 'cursor', [], (document) => ({ cursor: startOf(document, 8192) })),
  place('extract-document', 'document', readable, (document) => ({
    document: sourceOf(document),
    ...(document.password === undefined ? {} : { password: document.password }),
  })),
  place('extract-document', 'document, all views', readable, (document) => ({
    document: sourceOf(document),
    include: views,
    revisions: 'all',
  })),
  place('identify-key-fields', 'document', readable, (document) => ({ document: sourceOf(document) })),
  place('identify-key-fields', 'text', texts, (document) => ({ text: textOf(document) })),
  place('identify-key-fields', 'text, by a hundred patterns', texts, (document) => ({
    text: textOf(document),
    fields: Array.from({ length: 100 }, (_, n) => ({ name: `f${n}`, pattern: `[A-Z]{2}${n}[0-9 ]{5,30}` })),
  })),
  place('identify-key-fields', 'pattern', [], (document) => ({
    text: textOf({ ...document, bytes: document.bytes.subarray(0, 100_000) }),
    fields: [{ name: 'a', pattern: startOf(document, 512) || '.', labels: [startOf(document, 128) || 'a'] }],
  })),
  place('pre-filling', 'template', word, (document) => ({ template: sourceOf(document), data, missing: 'blank' })),
  place('pre-filling', 'template, as PDF', word, (document) => ({
    template: sourceOf(document),
    data,
    missing: 'blank',
    format: 'pdf',
  })),
  place('pre-filling', 'data', texts, (document) => ({
    template: rawTemplate,
    data: { name: textOf(document), raw: textOf(document) },
    rawXml: true,
  })),
  place('validate-document-template', 'template', word, (document) => ({
    template: sourceOf(document),
    data,
    annotate: true,
  })),
  place('generate-document-template', 'samples', word, (document) => ({
    samples: [sourceOf(document), sourceOf(document)],
  })),
  place('generate-document-template', 'sample beside a good one', word, (document) => ({
    samples: [letter, sourceOf(document)],
  })),
  place('send-email', 'attachment', readable, (document) => ({
    to: ['ada@example.com'],
    subject: 'Invoice',
    text: 'Dear Ada',
    attachments: [sourceOf(document)],
  })),
  place('send-email', 'html, text and subject', texts, (document) => ({
    to: ['ada@example.com'],
    subject: lineOf(document, 998),
    html: textOf(document),
    text: textOf(document),
  })),
  place('generate-email-template', 'sample document', mails, (document) => ({
    samples: [sourceOf(document), sourceOf(document)],
  })),
  place('generate-email-template', 'html and text beside good ones', texts, (document) => ({
    samples: [
      { subject: 'Invoice 1042', html: '<p>Dear Ada, 120.00 is due.</p>', text: 'Dear Ada, 120.00 is due.' },
      { subject: startOf(document, 4000), html: textOf(document), text: textOf(document) },
    ],
  })),
  place('validate-email-template', 'template document', mails, (document) => ({ template: sourceOf(document) })),
  place('validate-email-template', 'html, text and subject', texts, (document) => ({
    template: { subject: startOf(document, 4000), html: textOf(document), text: textOf(document) },
    data,
  })),
  place('fill-email-template', 'template document', mails, (document) => ({
    template: sourceOf(document),
    recipients: toAda,
    missing: 'blank',
  })),
  place('fill-email-template', 'html, text and data', texts, (document) => ({
    template: { subject: lineOf(document, 990), html: textOf(document), text: `{{name}} ${textOf(document)}` },
    recipients: [{ to: 'ada@example.com', data: { ...data, name: textOf(document) } }],
    missing: 'blank',
  })),
  place('fill-email-template', 'attached template', word, (document) => ({
    template: plainTemplate,
    recipients: toAda,
    missing: 'blank',
    attachments: [{ template: sourceOf(document) }],
  })),
  place('enter-client-data', 'document', ['csv', 'json', 'vcf', 'txt', 'xlsx', 'ods'], (document) => ({
    source: { provider: clientProviders[endingOf(document.filename)] ?? 'csv', document: sourceOf(document) },
  })),
]

/** A sound call, and what its answer has to say. */
export interface GoodCall extends CallBody {
  readonly says: string
}

const good = (operation: CallName, input: object, says: string): GoodCall => ({
  operation,
  body: JSON.stringify(input),
  says,
})

const invoice = { content: base64(pdfOf(['Invoice 1042', 'Total: 120.00 EUR'])), filename: 'a.pdf' }

/** What is asked after each batch, to see that the service has come through. */
export const goodCalls: readonly GoodCall[] = [
  good('extract-document', { document: invoice }, 'Invoice 1042'),
  good('identify-key-fields', { document: invoice }, '120'),
  good('extract-document', { document: letter }, 'Survey'),
  good('pre-filling', { template: rawTemplate, data: { name: 'Ada' }, missing: 'blank' }, 'wordprocessingml'),
  good('validate-document-template', { template: letter }, '"valid":true'),
  good('generate-document-template', { samples: [letter, letter] }, '"template"'),
  good('store-document', { document: invoice, path: 'good/a.pdf', onConflict: 'overwrite' }, 'good/a.pdf'),
  good('get-folder-directories', { path: 'good', include: 'folders-and-documents' }, 'a.pdf'),
  good('send-email', { to: ['ada@example.com'], subject: 'x', text: 'y', attachments: [invoice] }, 'captured'),
  good('fill-email-template', { template: plainTemplate, recipients: toAda }, 'Invoice 1'),
  good('validate-email-template', { template: plainTemplate }, '"valid":true'),
  good('generate-email-template', { samples: [{ subject: 'Invoice 1042', text: 'Dear Ada, 120.00 EUR' }] }, 'template'),
  good(
    'enter-client-data',
    { source: { provider: 'csv', document: { content: base64('name,email\nAda,ada@example.com\n') } } },
    '"read":1',
  ),
]

/** Starts the office where there is one, which takes seconds of a processor once, and stays open. */
export const officeCalls: readonly GoodCall[] =
  findOffice() === undefined
    ? []
    : [
        good(
          'pre-filling',
          { template: rawTemplate, data: { name: 'Ada' }, missing: 'blank', format: 'pdf' },
          'application/pdf',
        ),
      ]

const largeText = 'Invoice 1042. Dear Ada, the total of 120.00 EUR is due.\n'.repeat(20_000)
const scan = { content: base64(scannedTiff(30)), filename: 'scan.tif' }
const sheet = { content: base64(scannedSheet()), filename: 'sheet.png' }
const large = { content: base64(largeText.repeat(4)), filename: 'a.txt' }

/**
 * Sound calls with megabytes in them, scanned pages too, whose raster passes through the service: what is sent later brings no
 * more, so what they leave behind is there before.
 */
export const largeCalls: readonly GoodCall[] = [
  good('send-email', { to: ['ada@example.com'], subject: 'x', html: largeText, attachments: [large] }, 'captured'),
  good('extract-document', { document: large }, 'Invoice 1042'),
  good('identify-key-fields', { text: largeText }, '120'),
  good('extract-document', { document: scan }, '"pages"'),
  good('extract-document', { document: sheet }, '"pages"'),
  good('fill-email-template', { template: { ...plainTemplate, html: largeText }, recipients: toAda }, 'Invoice 1'),
]
