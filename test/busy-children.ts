import { ChanceryError, Content, providers } from '@chancery/core'
import { createHarness, type Harness } from '@chancery/harness'
import { docxBody, docxOf, docxParts, pngOf } from '@chancery/port-contracts/sample-documents'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import { afterAll, describe, expect, it } from 'vitest'
import { agileOffice } from '../packages/guard/src/encryption/encrypted-fixture.ts'
import { createDocumentGuard } from '../packages/guard/src/index.ts'
import { createDocumentSandbox } from '../packages/sandbox/src/document-sandbox.ts'
import { sandboxedGuard } from '../packages/sandbox/src/ports/sandboxed-guard.ts'
import { sandboxedIdentifier } from '../packages/sandbox/src/ports/sandboxed-identifier.ts'
import { sandboxedTemplates } from '../packages/sandbox/src/ports/sandboxed-templates.ts'

/** A bitmap of 270 kB: more than is vetted outside of children. */
function largePicture(): Uint8Array {
  const [width, height, header] = [300, 300, 54]
  const bytes = Buffer.alloc(header + width * height * 3, 0x80)
  bytes.fill(0, 0, header)
  bytes.write('BM')
  for (const [at, value] of [
    [2, bytes.length],
    [10, header],
    [14, 40],
    [18, width],
    [22, height],
    [34, bytes.length - header],
  ] as const)
    bytes.writeUInt32LE(value, at)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

/** Text that a zip does not make small. */
const noise = (characters: number): string =>
  Array.from({ length: characters }, (_, index) => String.fromCharCode(0x4e00 + ((index * 7919) % 20_000))).join('')
const line = 'The fee for this part of the work is due within thirty days of the invoice, and paid without deduction.'
const letter = docxOf(['Client: Ada Lovelace', 'Date: 3 March 2026', ...Array.from({ length: 1500 }, () => line)])

const { signal } = new AbortController()

/** As many children, and one call more than there are. */
export function busyChildren(processes: number): void {
  describe(`with ${processes} children, one call more than there are`, () => {
    const documentBytes = 8 * 1024 * 1024
    const settings = { pages: 500, cells: 200_000, documentBytes, maxMs: 30_000 }
    const sandbox = createDocumentSandbox({}, processes)
    const harness: Harness = createHarness({
      configuration: { CHANCERY_MAX_BODY_BYTES: String(documentBytes) },
      replacements: {
        guard: sandboxedGuard(sandbox, createDocumentGuard({ limits: { documentBytes } }), settings),
        documentTemplates: sandboxedTemplates(sandbox, settings),
        identifiers: providers({ rules: sandboxedIdentifier(sandbox, { maxMs: 30_000 }) }),
      },
    })
    const inline = createHarness({ configuration: { CHANCERY_MAX_BODY_BYTES: String(documentBytes) } })
    afterAll(async () => {
      await inline.close()
      await harness.close()
      await sandbox.close()
    })

    const stored: Readonly<Record<string, Uint8Array>> = {
      'logo.bmp': largePicture(),
      'annex.docx': docxOf(['Annex for {name}', noise(120_000)]),
      'letter.docx': docxOf(['Dear {name},', '{%logo}', '{annex | document}']),
    }
    const data = { name: 'Ada', logo: { path: 'logo.bmp' }, annex: { path: 'annex.docx' } }
    const put = ({ documents }: Harness, path: string, content: Uint8Array) =>
      documents.put(
        {
          path,
          content: new Content([content]),
          contentType: 'application/octet-stream',
          metadata: {},
          condition: 'any',
        },
        { signal },
      )
    const store = async (files: Readonly<Record<string, Uint8Array>>): Promise<void> => {
      for (const [path, content] of Object.entries(files)) await put(harness, path, content)
    }
    const atOnce = <Answer>(call: () => Promise<Answer>): Promise<Answer[]> =>
      Promise.all(Array.from({ length: processes + 1 }, call))

    it.each([
      ['a stored picture', 'Dear {name}, {%logo}'],
      ['a stored document', '{annex | document}'],
      ['both', '{%logo}{annex | document}'],
    ])('fills templates with %s', async (_, text) => {
      await store({ ...stored, 'letter.docx': docxOf(text.split(/(?=\{annex)/)) })
      const answers = await atOnce(() =>
        harness.call('pre-filling', { template: { path: 'letter.docx' }, data, missing: 'blank' }),
      )
      for (const answer of answers) expect(answer.data.documents[0]?.document?.size).toBeGreaterThan(0)
    })

    it('fills records with them', async () => {
      await store(stored)
      const answers = await atOnce(() =>
        harness.call('pre-filling', { template: { path: 'letter.docx' }, records: [{ data }, { data }, { data }] }),
      )
      for (const { data: filled } of answers)
        expect(filled.documents.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
    })

    it('fills attachments with them', async () => {
      await store(stored)
      const answers = await atOnce(() =>
        harness.call('fill-email-template', {
          template: { subject: 'Letter', text: 'Dear {{name}}' },
          recipients: [{ to: 'ada@example.com', data, attachments: [{ template: { path: 'letter.docx' } }] }],
        }),
      )
      for (const { data: sent } of answers) expect(sent.messages).toMatchObject([{ status: 'sent' }])
      expect(harness.transport.sent.at(-1)?.attachments[0]?.bytes.length).toBeGreaterThan(stored['annex.docx']!.length)
    })

    it('tells in which data an attachment names what cannot be opened', async () => {
      const attachments = [{ template: { content: docxOf(['{%logo}']), filename: 'letter.docx' } }]
      const data = { logo: { path: 'absent.bmp' } }
      const answer = await harness.call('fill-email-template', {
        template: { subject: 'Letter', text: 'Dear' },
        recipients: [{ to: 'ada@example.com', data, attachments }],
      })
      expect(answer.data.messages[0]?.error).toMatchObject({
        code: 'document_not_found',
        errors: [{ pointer: '/recipients/0/data/logo' }],
      })
    })

    it('makes templates, and looks for facts in the samples', async () => {
      const samples = [{ content: letter, filename: 'letter.docx' }]
      const answers = await atOnce(() => harness.call('generate-document-template', { samples, dryRun: true }))
      for (const { data: made } of answers) {
        expect(made.fields).toEqual(expect.arrayContaining([expect.objectContaining({ values: ['3 March 2026'] })]))
      }
    })

    const refused: Readonly<Record<string, Uint8Array>> = {
      'nothing.bmp': new Uint8Array(200_000),
      'cut.bmp': largePicture().subarray(0, 60),
      'wide.png': pngOf(1, 1, { width: 60_000, height: 60_000 }),
      'text.docx': new TextEncoder().encode('no package at all. '.repeat(10_000)),
      'sealed.docx': agileOffice(stored['annex.docx']!, 'secret', { rounds: 1 }),
      'bomb.docx': buildZip([
        ...docxParts(docxBody(['x'])),
        { name: 'word/media/a.png', content: Buffer.alloc(70_000_000) },
      ]),
      'empty.docx': new Uint8Array(),
      'long.docx': new Uint8Array(documentBytes + 1),
    }
    it.each([
      ['{%x}', 'absent.bmp', 'document_not_found'],
      ['{%x}', 'nothing.bmp', 'data_incomplete'],
      ['{%x}', 'cut.bmp', 'document_corrupt'],
      ['{%x}', 'wide.png', 'payload_too_large'],
      ['{x | document}', 'text.docx', 'data_incomplete'],
      ['{x | document}', 'logo.bmp', 'data_incomplete'],
      ['{x | document}', 'sealed.docx', 'document_encrypted'],
      ['{x | document}', 'bomb.docx', 'payload_too_large'],
      ['{x | document}', 'empty.docx', 'document_corrupt'],
      ['{x | document}', 'long.docx', 'payload_too_large'],
    ])('refuses for %s as it does without children: %s', async (tag, path, code) => {
      const problemOf = async (to: Harness): Promise<object> => {
        const content = { ...refused, ...stored }[path]
        if (content !== undefined) await put(to, path, content)
        const template = { content: docxOf([tag]), filename: 'template.docx' }
        const failing = to.call('pre-filling', { template, data: { x: { path } } })
        const error: unknown = await failing.then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (!ChanceryError.is(error)) throw new Error('A problem was expected.', { cause: error })
        const { code, message, violations, details, retryable } = error
        return { code, message, violations, details, retryable }
      }
      const problem = await problemOf(harness)
      expect(problem).toEqual(await problemOf(inline))
      expect(problem).toMatchObject({ code, violations: [{ pointer: '/data/x' }] })
    })
  })
}
