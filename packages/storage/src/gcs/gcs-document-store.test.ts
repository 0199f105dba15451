import { Content } from '@chancery/core'
import { documentStoreContract } from '@chancery/port-contracts/document-store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeGcs } from './fake-gcs.ts'
import { createGcsDocumentStore } from './gcs-document-store.ts'

const { signal } = new AbortController()
const problem = (code: string): unknown => expect.objectContaining({ name: 'ChanceryError', code })

for (const versions of [false, true]) {
  documentStoreContract(
    `The Google Cloud Storage store ${versions ? 'with' : 'without'} versions`,
    async () => {
      const fake = await startFakeGcs({ versioning: versions, pageSize: 3 })
      const store = createGcsDocumentStore({ bucket: 'docs', prefix: 'firm', apiEndpoint: fake.endpoint, versions })
      return {
        store,
        async damage(path) {
          fake.damage('docs', `firm/${path}`)
        },
        async makeFolder(path) {
          fake.place('docs', `firm/${path}/`, Buffer.alloc(0))
        },
        close: fake.stop,
      }
    },
    { hierarchical: false, segmentBytes: 900 },
  )
}

describe('A Google Cloud Storage store', () => {
  let fake: Awaited<ReturnType<typeof startFakeGcs>>
  beforeEach(async () => {
    fake = await startFakeGcs()
  })
  afterEach(() => fake.stop())

  const open = (bucket = 'docs') => createGcsDocumentStore({ bucket, apiEndpoint: fake.endpoint })
  const request = {
    path: 'a.txt',
    content: new Content([Buffer.from('content')]),
    contentType: 'text/plain',
    metadata: {},
    condition: 'absent',
  } as const

  it('knows its own write again when the answer to it was lost', async () => {
    fake.fail({ status: 503, done: true })
    const stored = await open().put(request, { signal })
    expect(await open().stat('a.txt', { signal })).toEqual(stored)
    await expect(open().put(request, { signal })).rejects.toEqual(problem('document_exists'))
  })

  it('reads what other programs put there, and lists no name that it cannot read', async () => {
    fake.place('docs', 'theirs.pdf', Buffer.from('123456789'), { contentType: 'application/pdf' })
    fake.place('docs', 'a//b', Buffer.from('x'))
    fake.place('docs', '../c', Buffer.from('x'))
    const document = await open().stat('theirs.pdf', { signal })
    expect(document).toMatchObject({ contentType: 'application/pdf', crc32c: '4waSgw==', metadata: {} })
    expect(document?.sha256).toMatch(/^15e2b0d3/)
    const listed: string[] = []
    for await (const { path } of open().list('', { signal })) listed.push(path)
    expect(listed).toEqual(['theirs.pdf'])
  })

  it('refuses metadata names of its own', async () => {
    await expect(open().put({ ...request, metadata: { 'chancery-sha256': 'x' } }, { signal })).rejects.toMatchObject({
      violations: [{ pointer: '/metadata' }],
    })
  })

  it('says that it may not', async () => {
    fake.fail({ status: 403, done: false })
    await expect(open().stat('a.txt', { signal })).rejects.toEqual(problem('provider_failed'))
  })

  it('says that the bucket is missing, or nobody is there', async () => {
    await expect(open('missing').put(request, { signal })).rejects.toEqual(problem('provider_failed'))
    await expect(open('missing').check({ signal })).rejects.toEqual(problem('provider_unavailable'))
  })

  it('does not wait for an answer after it was cancelled', async () => {
    const controller = new AbortController()
    const reading = open().read('a.txt', { signal: controller.signal })
    controller.abort()
    await expect(reading).rejects.toEqual(problem('cancelled'))
  })
})
