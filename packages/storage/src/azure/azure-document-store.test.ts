import { Content, type DocumentStore } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { objectStore } from '../objects/object-store.test-support.ts'
import { createAzureDocumentStore } from './azure-document-store.ts'
import { azuriteContract } from './azurite.test-support.ts'
import { azureVendor, type FakeAzure, refused } from './azure-vendor.test-support.ts'
import { startFakeAzure } from './fake-azure.ts'

objectStore(azureVendor)

describe('A store in Azure Blob Storage', () => {
  const { signal } = new AbortController()
  const text = (content: string) => new Content([Buffer.from(content)])
  const request = { path: 'a.txt', contentType: 'text/plain', metadata: {}, condition: 'absent' } as const
  let fake: FakeAzure
  let store: DocumentStore
  beforeEach(async () => {
    fake = await startFakeAzure()
    store = azureVendor.open(fake, 'docs', { conditions: 'trust' })
  })
  afterEach(() => fake.stop())

  it('keeps metadata of any name, and says where it is too much', async () => {
    const metadata = {
      Client: 'Anna',
      'with-hyphen': '1',
      'with.dot': '2',
      chancery_sha256: 'mine',
      plain: 'as it is',
      '1st': 'x',
    }
    await store.put({ ...request, content: text('x'), metadata }, { signal })
    expect((await store.stat('a.txt', { signal }))?.metadata).toEqual(metadata)
    const much = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`n${index}`, 'x'.repeat(1024)]))
    await expect(
      store.put({ ...request, path: 'b', content: text('x'), metadata: much }, { signal }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/metadata', code: 'metadata_too_large' }],
    })
  })

  it.each([
    [409, 'BlobArchived', 'provider_failed', false, /archive/],
    [409, 'BlobImmutableDueToPolicy', 'provider_failed', false, /rule/],
    [409, 'ContainerBeingDeleted', 'provider_failed', false, /no such container/],
    [412, 'LeaseIdMissing', 'write_conflict', true, /lease/],
    [403, 'AuthenticationFailed', 'provider_failed', false, /signature/],
  ] as const)('says what Azure means by %i %s', async (status, name, code, retryable, message) => {
    const { version } = await store.put({ ...request, content: text('x') }, { signal })
    const told = { code, retryable, message: expect.stringMatching(message) }
    for (const call of ['insert', 'delete'] as const) {
      fake.fail({ call, how: refused(status, name), headers: { 'x-ms-error-code': name } })
      const work =
        call === 'insert'
          ? store.put({ ...request, content: text('y'), condition: 'any' }, { signal })
          : store.delete('a.txt', { condition: { version }, signal })
      await expect(work).rejects.toMatchObject(told)
    }
    expect((await store.stat('a.txt', { signal }))?.version).toBe(version)
  })

  it('goes on after a name without going through what lies before it', async () => {
    for (let folder = 0; folder < 30; folder++)
      for (let file = 0; file < 30; file++)
        fake.place('docs', `${String(folder).padStart(2, '0')}/${file}`, Buffer.from('x'))
    await fake.stop()
    const paged = await startFakeAzure({ pageSize: 20 })
    for (let folder = 0; folder < 30; folder++)
      for (let file = 0; file < 30; file++)
        paged.place('docs', `${String(folder).padStart(2, '0')}/${file}`, Buffer.from('x'))
    fake = paged
    store = azureVendor.open(paged, 'docs', { conditions: 'trust' })
    paged.calls.length = 0
    const listed: string[] = []
    for await (const { path } of store.list('', { after: '27/9', signal })) listed.push(path)
    expect(listed).toEqual(
      ['28', '29'].flatMap((folder) => Array.from({ length: 30 }, (_, file) => `${folder}/${file}`).sort()),
    )
    // 900 blobs in pages of 20 would be 45 calls.
    expect(paged.calls.length).toBeLessThan(10)
  })

  it('writes over blobs whose blocks have other ids', async () => {
    fake.place('docs', 'a.txt', Buffer.from('theirs'), { blockIdLength: 12 })
    const content = new Content([new Uint8Array(9_000_000).fill(3)])
    await store.put({ ...request, content, condition: 'any' }, { signal })
    expect((await store.read('a.txt', { signal })).bytes.every((byte) => byte === 3)).toBe(true)
  })

  it('gets in by a connection string, and says that a key is refused', async () => {
    const { account, endpoint } = fake
    const access = (name: string) => ({
      connectionString: `DefaultEndpointsProtocol=http;AccountName=${name};AccountKey=c2VjcmV0;BlobEndpoint=${endpoint};`,
    })
    const own = createAzureDocumentStore({ container: 'docs', access: access(account) })
    await own.put({ ...request, content: text('x') }, { signal })
    const other = createAzureDocumentStore({ container: 'docs', access: access('another') })
    await expect(other.check({ signal })).rejects.toMatchObject({ details: { reason: 'credentials_refused' } })
  })
})

const azurite = process.env['CHANCERY_AZURITE']
if (azurite === undefined) process.stdout.write('CHANCERY_AZURITE names no Azurite: Azure is our own stand-in alone.\n')
else azuriteContract(azurite)
