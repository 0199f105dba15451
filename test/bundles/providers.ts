import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docxOf, pdfOf } from '@chancery/port-contracts/sample-documents'
import PizZip from 'pizzip'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeDocumentAi } from '../../packages/document-ai/src/fake-document-ai.ts'
import { startFakeDocumentAiGrpc } from '../../packages/document-ai/src/fake-document-ai-grpc.ts'
import { recordingOf } from '../../packages/document-ai/src/recording/recorded-answer-fixture.ts'
import { pngOf } from '../../packages/reading-pictures/src/image/image-fixture.ts'
import { drawnText } from '../../packages/reading-pictures/src/ocr/drawn-text-fixture.ts'
import { sendGridStandIn, taken } from '../../packages/mail/src/sendgrid/stand-in.test-support.ts'
import { type GcsCall, type GcsFault, startFakeGcs } from '../../packages/storage/src/gcs/fake-gcs.ts'
import { type BundleName, type Deployed, deploy } from './deployed.ts'
import { localCertificate, startCredentials } from './google-credentials.ts'

const folder = mkdtempSync(join(tmpdir(), 'chancery-providers-'))
const gcs = await startFakeGcs()
const sendGrid = await sendGridStandIn()
const documentAi = await startFakeDocumentAi()
const credentials = await startCredentials(folder)
const certificate = localCertificate(folder)
const grpc =
  certificate === undefined
    ? undefined
    : await startFakeDocumentAiGrpc(
        { process: () => ({ document: recordingOf([[{ lines: ['Read over gRPC.'] }]]) }) },
        { key: readFileSync(certificate.key), certificate: readFileSync(certificate.certificate) },
      )
if (grpc === undefined) process.stdout.write('OpenSSL is not installed: gRPC is not tried in the bundles.\n')
const hasLibreOffice = ((): boolean => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stdout.write('LibreOffice is not installed: PDF output is not tried in the bundles.\n')
    return false
  }
})()
const settings = {
  ...credentials.environment,
  CHANCERY_STORES: 'gcs,local',
  CHANCERY_GCS_BUCKET: 'docs',
  CHANCERY_GCS_ENDPOINT: gcs.endpoint,
  CHANCERY_TRANSPORTS: 'sendgrid',
  CHANCERY_SENDGRID_API_KEY: 'SG.test-key',
  CHANCERY_SENDGRID_ENDPOINT: sendGrid.baseUrl,
  CHANCERY_EXTRACTORS: 'embedded,mammoth,document-ai',
  CHANCERY_DOCUMENT_AI_PROJECT: 'p',
  CHANCERY_DOCUMENT_AI_PROCESSOR: 'x',
  CHANCERY_DOCUMENT_AI_ENDPOINT: documentAi.endpoint,
  CHANCERY_DOCUMENT_AI_TRANSPORT: 'rest',
}
const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64')
const file = (bytes: Uint8Array | string, filename: string) => ({ content: base64(bytes), filename })
const letter = docxOf(['Dear {name},', 'your total is {total | currency:"EUR"}.'])
const mail = { to: ['ada@example.com'], subject: 'Hello', text: 'Hello.' }

async function scan(): Promise<Uint8Array> {
  const { width, height, pixels } = await drawnText(['Invoice number 2026-0815', 'Total due 1,234.50'])
  const at = (x: number, y: number) => [pixels[y * width + x] ?? 255]
  return pngOf({ width, height, colour: 0, depth: 8, interlaced: false, perMetre: 11_811, at })
}

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- looked into in many shapes.
  readonly body: any
}

/**
 * The providers of bundles as they are deployed, with a stand-in for the service of each: it works, and goes on after faults.
 * @param all also those that other tests try: Document AI over REST in the contracts, programs that are no part of a bundle
 */
export function providersOf(names: readonly BundleName[], all: boolean): void {
  afterAll(async () => {
    await Promise.all([gcs.stop(), sendGrid.close()])
    documentAi.stop()
    grpc?.stop()
    credentials.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  describe.each(names)('the %s bundle with providers', (name) => {
    let deployed: Deployed
    beforeAll(async () => {
      deployed = await deploy(name, settings)
    })
    afterAll(() => deployed.stop())
    beforeEach(() => sendGrid.answer(taken))

    const post = async (to: Deployed, operation: string, input: object, key?: string): Promise<Answer> => {
      const response = await fetch(`${to.address}/${operation}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': to.key,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: JSON.stringify(input),
      })
      return { status: response.status, body: await response.json() }
    }
    const call = (operation: string, input: object, key?: string): Promise<Answer> =>
      post(deployed, operation, input, key)

    it('sends by SendGrid, once for a key', async () => {
      const before = sendGrid.received.length
      for (const _ of [1, 2]) {
        const { body } = await call('send-email', mail, `${name}-sends`)
        expect(body.data.message).toMatchObject({ status: 'sent', providerMessageId: 'sg-1' })
      }
      expect(sendGrid.received.slice(before).map(({ body }) => body.subject)).toEqual(['Hello'])
    })

    it('calls nothing sent that SendGrid has not taken', async () => {
      sendGrid.answer((to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
      const unknown = {
        status: 200,
        body: { data: { message: { status: 'unknown', doubt: { settledBy: 'person' } } } },
      }
      expect(await call('send-email', mail, `${name}-page`)).toMatchObject(unknown)
      sendGrid.answer((to) => to.writeHead(429).end())
      expect(await call('send-email', mail, `${name}-busy`)).toMatchObject({ status: 503 })
      sendGrid.answer(taken)
      expect(await call('send-email', mail, `${name}-busy`)).toMatchObject({ status: 200 })
      expect(await call('send-email', mail, `${name}-page`)).toMatchObject(unknown)
    })

    const faults: readonly GcsFault['how'][] = [503, 429, 'reset', 'cut']
    const calls: readonly (readonly [GcsCall, string, object])[] = [
      ['insert', 'store-document', { document: file('new', 'a.txt'), onConflict: 'overwrite' }],
      ['get', 'extract-document', {}],
      ['media', 'extract-document', {}],
      ['list', 'get-folder-directories', {}],
    ]
    const cases = calls.flatMap(([kind, operation, input]) =>
      faults.map((how) => [kind, how, operation, input] as const),
    )
    it.each(cases)('goes on after Cloud Storage met a %s with %s', async (kind, how, operation, input) => {
      const path = `${name}/a.txt`
      const stored = await call('store-document', { document: file('kept', 'a.txt'), path, onConflict: 'overwrite' })
      expect(stored).toMatchObject({ status: 200 })
      gcs.fail({ call: kind, how })
      const about =
        operation === 'extract-document' ? { document: { path } } : operation === 'store-document' ? { path } : {}
      expect(await call(operation, { ...input, ...about })).toMatchObject({ status: 200 })
      expect(await call('extract-document', { document: { path } })).toMatchObject({ status: 200 })
    })

    it.runIf(grpc !== undefined)('reads by Document AI over gRPC', async () => {
      const own = await deploy(name, {
        ...settings,
        CHANCERY_DOCUMENT_AI_TRANSPORT: 'grpc',
        CHANCERY_DOCUMENT_AI_ENDPOINT: `127.0.0.1:${grpc?.port}`,
        GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: certificate?.certificate ?? '',
      })
      try {
        const pdf = pdfOf(['Invoice'])
        const { body } = await post(own, 'extract-document', { document: file(pdf, 'a.pdf'), provider: 'document-ai' })
        expect(body, own.printed()).toMatchObject({
          data: { text: expect.stringContaining('Read over gRPC.') as string },
        })
        expect(Buffer.from(pdf).equals(grpc?.calls.at(-1)?.request.rawDocument?.content as Uint8Array)).toBe(true)
      } finally {
        await own.stop()
      }
    })

    it('reads a picture and a scanned page', async () => {
      const { body } = await call('extract-document', { document: file(await scan(), 'scan.png') })
      expect(body.data.text).toContain('2026-0815')
      expect(body.data.pages[0].method).toBe('ocr')
    })

    it('reads a Word document by mammoth', async () => {
      const { body } = await call('extract-document', { document: file(letter, 'letter.docx'), provider: 'mammoth' })
      expect(body.data).toMatchObject({ extractor: 'mammoth', text: expect.stringContaining('Dear {name},') })
    })

    it('fills Word templates', async () => {
      const input = { template: file(letter, 'letter.docx'), data: { name: 'Ada', total: 12.5 } }
      const { body } = await call('pre-filling', input)
      const filled = new PizZip(Buffer.from(body.data.documents[0].document.content, 'base64'))
      expect(filled.file('word/document.xml')?.asText()).toContain('Dear Ada,')
    })

    if (all) {
      it('reads by Document AI, which gets the bytes of the document', async () => {
        documentAi.answer(() => ({ body: { document: recordingOf([[{ lines: ['Read over REST.'] }]]) } }))
        const pdf = pdfOf(['Invoice'])
        const { body } = await call('extract-document', { document: file(pdf, 'a.pdf'), provider: 'document-ai' })
        expect(body.data.text).toContain('Read over REST.')
        expect(documentAi.requests[0]?.body).toMatchObject({ rawDocument: { content: base64(pdf) } })
        documentAi.answer(() => ({ status: 503, body: { error: { code: 503, status: 'UNAVAILABLE', message: 'x' } } }))
        const away = await call('extract-document', { document: file(pdf, 'a.pdf'), provider: 'document-ai' })
        expect(away).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
        documentAi.answer(() => ({ body: { document: recordingOf([[{ lines: ['Again.'] }]]) } }))
        expect((await call('extract-document', { document: file(pdf, 'a.pdf'), provider: 'document-ai' })).status).toBe(
          200,
        )
      })

      it('reads with the compiled OCR alone', async () => {
        const own = await deploy(name, { ...settings, CHANCERY_OCR: 'tesseract' })
        try {
          const { body } = await post(own, 'extract-document', { document: file(await scan(), 'scan.png') })
          expect(body.data.text).toContain('1,234.50')
        } finally {
          await own.stop()
        }
      })

      it.runIf(hasLibreOffice)('fills them as PDF', async () => {
        const data = { name: 'Ada', total: 12.5 }
        const { body } = await call('pre-filling', { template: file(letter, 'letter.docx'), data, format: 'pdf' })
        const read = await call('extract-document', {
          document: file(Buffer.from(body.data.documents[0].document.content, 'base64'), 'a.pdf'),
        })
        expect(read.body.data.text).toContain('Dear Ada,')
      })
    }

    it('has blamed no provider for a fault of its own, and logged none', () => {
      expect(deployed.printed()).not.toMatch(/TypeError|"internal"/)
    })
  })
}
