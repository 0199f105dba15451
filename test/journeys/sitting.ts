import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PizZip from 'pizzip'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterDocument, letters } from '../fixtures/letter.ts'
import {
  odt,
  p as odtParagraph,
  table as odtTable,
  textsOf,
} from '../../packages/odt-templates/src/testing/odt-builder.ts'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import type { Delivery } from './delivery.ts'

const base64 = (content: Uint8Array | string): string => Buffer.from(content).toString('base64')

/** The text of a Word document, a line for each paragraph. */
const textOf = (docx: Uint8Array): string =>
  new PizZip(docx)
    .file('word/document.xml')!
    .asText()
    .split('</w:p>')
    .map((paragraph) => [...paragraph.matchAll(/<w:t[^>]*>([^<]*)/g)].map((match) => match[1]).join(''))
    .join('\n')
    .replaceAll('&amp;', '&')

const csv = `Client No;Name;E-Mail;Telephone;Town
1001;Emmy Noether;emmy@example.com;+49 30 123456;Göttingen
1002;Kurt Gödel;kurt@example.com;+43 1 5880100;Wien
1003;Emmy Noether;EMMY@example.com;;Göttingen
1004;;not an address;;
`

/** All the paperwork of a firm, one thing after the other, over one way to reach the operations. */
export function sittingOver(name: string, open: () => Promise<Delivery>): void {
  describe(`a sitting over ${name}`, () => {
    let delivery: Delivery
    let clientId: string
    beforeAll(async () => {
      delivery = await open()
    })
    afterAll(() => delivery.close())

    it('imports clients, and accounts for every row', async () => {
      const source = { provider: 'csv', document: { content: base64(csv), filename: 'clients.csv' } }
      const dry = await delivery.call('enter-client-data', { source, dryRun: true })
      const { data } = await delivery.call('enter-client-data', { source })
      expect(data.summary).toEqual({ read: 4, created: 2, updated: 0, unchanged: 0, merged: 1, rejected: 1 })
      expect(dry.data.summary).toEqual(data.summary)
      expect(data.rejected[0]).toMatchObject({ row: 4 })
      clientId = data.clients.find((client: { name: string }) => client.name === 'Kurt Gödel').id
      const again = await delivery.call('enter-client-data', { source })
      expect(again.data.summary).toMatchObject({ read: 4, created: 0, rejected: 1 })
    })

    it('stores filled letters and shows them in the tree', async () => {
      for (const [index, letter] of letters.entries()) {
        const document = { content: base64(letterDocument(letter)), filename: 'letter.docx' }
        const { data } = await delivery.call('store-document', { document, path: `letters/${index + 1}.docx` })
        expect(data).toMatchObject({ created: true, document: { path: `letters/${index + 1}.docx` } })
      }
      const { data } = await delivery.call('get-folder-directories', { include: 'folders-and-documents' })
      const folder = data.root.children.find((node: { name: string }) => node.name === 'letters')
      expect(folder).toMatchObject({
        documentCount: 3,
        children: [{ name: '1.docx' }, { name: '2.docx' }, { name: '3.docx' }],
      })
    })

    it('generates a template from them that gives each letter again', async () => {
      const samples = letters.map((_, index) => ({ path: `letters/${index + 1}.docx` }))
      const output = { path: 'templates/letter.docx' }
      const { data } = await delivery.call('generate-document-template', { samples, output })
      expect(data.samples.map(({ exact }: { exact: boolean }) => exact)).toEqual([true, true, true])
      expect(data.template.stored.path).toBe('templates/letter.docx')
      for (const [index, sample] of data.samples.entries()) {
        const filled = await delivery.call('pre-filling', {
          template: { path: 'templates/letter.docx' },
          data: sample.data,
          missing: 'blank',
        })
        const bytes = Buffer.from(filled.data.documents[0].document.content, 'base64')
        expect(textOf(bytes)).toBe(textOf(letterDocument(letters[index]!)))
      }
    })

    it('validates it', async () => {
      const { data } = await delivery.call('validate-document-template', {
        template: { path: 'templates/letter.docx' },
      })
      expect(data.valid).toBe(true)
      expect(data.tags.length).toBeGreaterThan(3)
      expect(data.schema).toMatchObject({ type: 'object' })
    })

    it('comments on what is wrong with a template, in a copy of it', async () => {
      const faulty = letterDocument({ name: '<<name | uper>>', number: '<<number>>', total: '1', date: '2' })
      const { data } = await delivery.call('validate-document-template', {
        template: { content: base64(faulty), filename: 'faulty.docx' },
        delimiters: { open: '<<', close: '>>' },
        annotate: true,
      })
      expect(data.valid).toBe(false)
      expect(data.delimiters).toEqual({ open: '<<', close: '>>' })
      expect(data.statistics.tags).toBe(1)
      expect(data.annotated).toMatchObject({ filename: 'faulty annotated.docx' })
      const codeOf = ({ code }: { code: string }): string => code
      const again = await delivery.call('validate-document-template', {
        template: { content: data.annotated?.content ?? '' },
        delimiters: { open: '<<', close: '>>' },
      })
      expect(again.data.findings.map(codeOf)).toEqual(data.findings.map(codeOf))
    })

    it('fills a template for an imported client and stores the result', async () => {
      const template = letterDocument({
        name: '{client.name}',
        number: '{number}',
        total: '{total | currency:"EUR"}',
        date: '{date | date:"long"}',
      })
      await delivery.call('store-document', {
        document: { content: base64(template), filename: 'welcome.docx' },
        path: 'templates/welcome.docx',
      })
      const { data } = await delivery.call('pre-filling', {
        template: { path: 'templates/welcome.docx' },
        client: clientId,
        data: { number: 'HP-2026-040', total: 99.9, date: '2026-06-01' },
        locale: 'en-GB',
        filename: 'Letter {client.name}.docx',
        output: { path: 'out/{client.name}/{number}.docx' },
      })
      expect(data.documents[0].document).toMatchObject({
        filename: 'Letter Kurt Gödel.docx',
        stored: { path: 'out/Kurt Gödel/HP-2026-040.docx' },
      })
      const inline = await delivery.call('pre-filling', {
        template: { path: 'templates/welcome.docx' },
        client: clientId,
        data: { number: 'HP-2026-040', total: 99.9, date: '2026-06-01' },
        locale: 'en-GB',
      })
      const text = textOf(Buffer.from(inline.data.documents[0].document.content, 'base64'))
      expect(text).toContain('Dear Kurt Gödel,')
      expect(text).toContain('Total: €99.90')
      expect(text).toContain('Date: 1 June 2026')
    })

    it('checks and fills an OpenDocument template, and says what it does not do', async () => {
      const rows = odtTable(['{#items}{title}', '{price | currency:"EUR"}{/items}'])
      const template = { content: base64(odt(odtParagraph('Dear {name},') + rows)), filename: 'offer.ott' }
      const checked = await delivery.call('validate-document-template', { template, annotate: true })
      expect(checked.data).toMatchObject({ valid: true, annotated: { filename: 'offer annotated.odt' } })
      const data = {
        name: 'Ada',
        items: [
          { title: 'Survey', price: 1200 },
          { title: 'Visit', price: 80 },
        ],
      }
      const filled = await delivery.call('pre-filling', { template, data, locale: 'en-GB', filename: 'Offer {name}' })
      const { document } = filled.data.documents[0]
      expect(document).toMatchObject({
        filename: 'Offer Ada.odt',
        contentType: 'application/vnd.oasis.opendocument.text',
      })
      expect(textsOf(Buffer.from(document.content, 'base64'))).toEqual([
        'Dear Ada,',
        'Survey',
        '€1,200.00',
        'Visit',
        '€80.00',
      ])
      const refused = await delivery.call('validate-document-template', {
        template: { content: base64(odt(odtParagraph('{notes | markdown}'))) },
      })
      expect(refused.data).toMatchObject({
        valid: false,
        findings: [{ code: 'unsupported_in_odt', location: { paragraph: 1 } }],
      })
    })

    it('fills and sends an e-mail with it attached, once for one key', async () => {
      const input = {
        template: {
          subject: 'Invoice {{number}}',
          html: '<p>Dear {{client.name}}, see the <b>attached</b> letter.</p>',
          text: 'Dear {{client.name}}, see the attached letter.\n',
        },
        recipients: [{ client: clientId, data: { number: 'HP-2026-040' } }],
        attachments: [{ path: 'out/Kurt Gödel/HP-2026-040.docx' }],
      }
      const idempotencyKey = `journey-${Math.random()}`
      const { data } = await delivery.call('fill-email-template', input, { idempotencyKey })
      expect(data.messages[0]).toMatchObject({
        to: ['kurt@example.com'],
        subject: 'Invoice HP-2026-040',
      })
      const again = await delivery.call('fill-email-template', input, { idempotencyKey })
      expect(again.data.messages[0].id).toBe(data.messages[0].id)
      if (delivery.folder === undefined) return
      const mails = join(delivery.folder, 'outbox', 'new')
      expect(readdirSync(mails)).toHaveLength(1)
      const mail = await PostalMime.parse(readFileSync(join(mails, readdirSync(mails)[0]!)))
      expect(mail.subject).toBe('Invoice HP-2026-040')
      expect(mail.html).toContain('Dear Kurt Gödel')
      expect(mail.attachments[0]!.filename).toBe('HP-2026-040.docx')
      expect(textOf(new Uint8Array(mail.attachments[0]!.content as ArrayBuffer))).toContain('Dear Kurt Gödel,')
    })

    it('extracts a pdf, identifies its fields and fills a template with them', async () => {
      const pdf = pdfOf([
        'INVOICE',
        'Invoice no.: 2026-0815',
        'Invoice date: 3 March 2026',
        'Customer: Ada Lovelace',
        'Total: EUR 1,234.50',
      ])
      const extracted = await delivery.call('extract-document', {
        document: { content: base64(pdf), filename: 'invoice.pdf' },
      })
      expect(extracted.data.text).toContain('Invoice no.: 2026-0815')
      const { data } = await delivery.call('identify-key-fields', {
        text: extracted.data.text,
        fields: [
          { name: 'invoiceNumber' },
          { name: 'invoiceDate', type: 'date' },
          { name: 'total', type: 'money' },
          { name: 'customer', labels: ['Customer'] },
        ],
      })
      const values = Object.fromEntries(
        data.fields.map((field: { name: string; value: unknown }) => [field.name, field.value]),
      )
      expect(values).toMatchObject({
        invoiceNumber: '2026-0815',
        invoiceDate: '2026-03-03',
        total: { amount: '1234.50', currency: 'EUR' },
        customer: 'Ada Lovelace',
      })
      for (const { span, raw } of data.fields) expect(extracted.data.text.slice(span.start, span.end)).toBe(raw)
      const template = letterDocument({
        name: '{customer}',
        number: '{invoiceNumber}',
        total: '{total.amount} {total.currency}',
        date: '{invoiceDate}',
      })
      const filled = await delivery.call('pre-filling', {
        template: { content: base64(template), filename: 't.docx' },
        data: values,
      })
      expect(textOf(Buffer.from(filled.data.documents[0].document.content, 'base64'))).toContain('Total: 1234.50 EUR')
    })

    it('makes and checks an e-mail template from two e-mails', async () => {
      const samples = [
        { subject: 'Invoice HP-1', text: 'Dear Ada Lovelace,\n\nyour invoice HP-1 is due on 3 March 2026.\n' },
        { subject: 'Invoice HP-2', text: 'Dear Alan Turing,\n\nyour invoice HP-2 is due on 9 April 2026.\n' },
      ]
      const { data } = await delivery.call('generate-email-template', { samples })
      expect(data.samples.map(({ exact }: { exact: boolean }) => exact)).toEqual([true, true])
      const checked = await delivery.call('validate-email-template', {
        template: data.template,
        data: data.samples[0].data,
      })
      expect(checked.data.findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
      expect(checked.data.preview).toMatchObject(samples[0]!)
    })

    it('sends a plain e-mail', async () => {
      const { data } = await delivery.call('send-email', { to: ['ada@example.com'], subject: 'Hello', text: 'Hello.' })
      expect(data.message).toMatchObject({ accepted: ['ada@example.com'], rejected: [] })
    })

    it('says what is wrong, all at once', async () => {
      const answer = await delivery.call('send-email', { to: ['nobody'], subject: 'a\nb', texd: 'x' })
      expect(answer.code).toBe('invalid_request')
      expect(answer.errors.map(({ pointer }) => pointer).sort()).toEqual(['', '/subject', '/texd', '/to/0'].sort())
    })
  })
}
