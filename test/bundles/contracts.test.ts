import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Content } from '@chancery/core'
import { docxOf, pdfOf } from '@chancery/port-contracts/sample-documents'
import { textExtractorContract } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { afterAll, expect, it } from 'vitest'
import { startFakeDocumentAi } from '../../packages/document-ai/src/fake-document-ai.ts'
import { recordingOf } from '../../packages/document-ai/src/recording/recorded-answer-fixture.ts'
import { startFakeGcs } from '../../packages/storage/src/gcs/fake-gcs.ts'
import { startFakeAzure } from '../../packages/storage/src/azure/fake-azure.ts'
import { startFakeS3 } from '../../packages/storage/src/s3/fake-s3.ts'
import { bundledPorts, inline } from './bundled-ports.ts'
import { startCredentials } from './google-credentials.ts'

const folder = mkdtempSync(join(tmpdir(), 'chancery-contracts-'))
const credentials = await startCredentials(folder)
Object.assign(process.env, credentials.environment)
const documentAi = await startFakeDocumentAi()
afterAll(() => {
  for (const name of Object.keys(credentials.environment)) delete process.env[name]
  credentials.stop()
  documentAi.stop()
  rmSync(folder, { recursive: true, force: true })
})

const says = ['Größe', 'naïve', '日本語 𝒳', 'ende']

// What reaches for an SDK, in both bundles, and one port that starts children. Both have their ports of the same modules, as the
// packaging test sees, and a journey calls every operation of both; of all other ports `contracts.deep.test.ts` tries the whole
// contract, in the server bundle.
for (const name of ['server', 'functions'] as const) {
  const { portsOf, end } = await bundledPorts(name)
  afterAll(end)
  const { ports } = portsOf({})
  const inBundle = (what: string): string => `${what} of the ${name} bundle`

  const clouds = {
    'Cloud Storage': async () => {
      const fake = await startFakeGcs({ pageSize: 3 })
      const settings = { CHANCERY_STORES: 'gcs', CHANCERY_GCS_BUCKET: 'docs', CHANCERY_GCS_ENDPOINT: fake.endpoint }
      return { fake, settings }
    },
    S3: async () => {
      const fake = await startFakeS3({ pageSize: 3 })
      const settings = {
        CHANCERY_STORES: 's3',
        CHANCERY_S3_BUCKET: 'docs',
        CHANCERY_S3_ENDPOINT: fake.endpoint,
        CHANCERY_S3_ACCESS_KEY_ID: fake.accessKeyId,
        CHANCERY_S3_SECRET_ACCESS_KEY: 'secret',
      }
      return { fake, settings }
    },
    Azure: async () => {
      const fake = await startFakeAzure({ pageSize: 3 })
      const settings = {
        CHANCERY_STORES: 'azure',
        CHANCERY_AZURE_CONTAINER: 'docs',
        CHANCERY_AZURE_ENDPOINT: fake.endpoint,
        CHANCERY_AZURE_ACCOUNT: fake.account,
        CHANCERY_AZURE_KEY: 'c2VjcmV0',
      }
      return { fake, settings }
    },
  }
  // What a bundle can break of them is their SDK: each of its calls is made. Their whole contract is kept by the sources.
  it.each(Object.entries(clouds))('the %s store is the same in the bundle: its SDK is whole', async (_, start) => {
    const { fake, settings } = await start()
    const { ports: own, close } = portsOf({ ...inline, ...settings })
    const { signal } = new AbortController()
    try {
      const store = own.stores.get()
      const sizes = [0, 7, 9_000_000]
      for (const size of sizes) {
        const bytes = new Uint8Array(size).fill(size)
        const path = `folder/${size}.bin`
        const request = {
          path,
          content: new Content([bytes]),
          contentType: 'text/plain',
          metadata: { Client: 'Anna', Größe: '日本語' },
        }
        const first = await store.put({ ...request, condition: 'absent' }, { signal })
        await expect(store.put({ ...request, condition: 'absent' }, { signal })).rejects.toMatchObject({
          code: 'document_exists',
        })
        const condition = { version: first.version }
        const stored = await store.put({ ...request, condition }, { signal })
        await expect(store.put({ ...request, condition }, { signal })).rejects.toMatchObject({ code: 'write_conflict' })
        const read = await store.read(path, { signal })
        expect([read.document, Buffer.compare(read.bytes, bytes)]).toEqual([stored, 0])
        const part = await store.read(path, { range: { start: 2, end: 5 }, signal })
        expect(Buffer.compare(part.bytes, bytes.subarray(2, 5))).toBe(0)
        expect(await store.stat(path, { signal })).toEqual(stored)
        await expect(store.delete(path, { condition, signal })).rejects.toMatchObject({ code: 'write_conflict' })
      }
      const listed: string[] = []
      for await (const { kind, path } of store.list('', { signal })) if (kind === 'document') listed.push(path)
      expect(listed).toEqual(sizes.map((size) => `folder/${size}.bin`))
      for (const path of listed) expect(await store.delete(path, { condition: 'any', signal })).toBe(true)
      expect(await store.stat('folder/7.bin', { signal })).toBeUndefined()
      await expect(store.read('folder/7.bin', { signal })).rejects.toMatchObject({ code: 'document_not_found' })
      await store.check({ signal })
    } finally {
      await close()
      await fake.stop()
    }
  })
  textExtractorContract(
    inBundle('the embedded reader'),
    () => ({ extractor: ports.extractors.get(), document: vettedForTest(docxOf(says), 'docx'), says }),
    { detectsDamage: true },
  )
  const { ports: withDocumentAi } = portsOf({
    CHANCERY_EXTRACTORS: 'document-ai',
    CHANCERY_DOCUMENT_AI_PROJECT: 'p',
    CHANCERY_DOCUMENT_AI_PROCESSOR: 'x',
    CHANCERY_DOCUMENT_AI_ENDPOINT: documentAi.endpoint,
    CHANCERY_DOCUMENT_AI_TRANSPORT: 'rest',
  })
  textExtractorContract(inBundle('Document AI'), () => {
    documentAi.answer(() => ({ body: { document: recordingOf([[{ lines: says }]]) } }))
    return { extractor: withDocumentAi.extractors.get(), document: vettedForTest(pdfOf(['Invoice']), 'pdf'), says }
  })
}
