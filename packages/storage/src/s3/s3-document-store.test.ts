import { Content } from '@chancery/core'
import { afterEach, describe, expect, it } from 'vitest'
import { objectStore } from '../objects/object-store.test-support.ts'
import { startFakeS3 } from './fake-s3.ts'
import { createS3DocumentStore } from './s3-document-store.ts'
import { type FakeS3, refused, s3Vendor } from './s3-vendor.test-support.ts'

objectStore(s3Vendor)

const { signal } = new AbortController()
const text = (content: string) => new Content([Buffer.from(content)])
const request = { path: 'a.txt', contentType: 'text/plain', metadata: {}, condition: 'absent' } as const
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
async function started(settings: Parameters<typeof startFakeS3>[0]): Promise<FakeS3> {
  const fake = await startFakeS3(settings)
  ends.push(() => fake.stop())
  return fake
}

describe('What speaks S3, and ignores conditions', () => {
  it.each(['create-only', 'replace-only'] as const)('of writes, is not used: %s', async (ignored) => {
    const fake = await started({ ignored: [ignored] })
    const store = s3Vendor.open(fake, 'docs', {})
    await expect(store.put({ ...request, content: text('x') }, { signal })).rejects.toMatchObject({
      code: 'provider_failed',
      retryable: false,
      message: expect.stringContaining('writes against a condition'),
    })
    await expect(store.check({ signal })).rejects.toMatchObject({ code: 'provider_unavailable' })
    // Nothing was written but what the trial took away again.
    const listed: string[] = []
    for await (const { path } of store.list('', { signal })) listed.push(path)
    expect(listed).toEqual([])
  })

  it('of deletes, deletes what is there, and nothing on the condition of a version', async () => {
    const fake = await started({ ignored: ['delete-only'] })
    const store = s3Vendor.open(fake, 'docs', {})
    const { version } = await store.put({ ...request, content: text('x') }, { signal })
    await expect(store.delete('a.txt', { condition: { version }, signal })).rejects.toMatchObject({
      code: 'unsupported_option',
    })
    expect(await store.delete('a.txt', { condition: 'any', signal })).toBe(true)
    expect(await store.stat('a.txt', { signal })).toBeUndefined()
  })
})

describe('A store in S3', () => {
  it('says of a bucket without versions that it keeps none, before anything is stored', async () => {
    const fake = await started({ versioning: false })
    const store = s3Vendor.open(fake, 'docs', { versions: true })
    await expect(store.put({ ...request, content: text('x') }, { signal })).rejects.toMatchObject({
      code: 'provider_failed',
      retryable: false,
      message: expect.stringContaining('CHANCERY_S3_VERSIONS') as string,
    })
    expect(await s3Vendor.open(fake, 'docs', {}).stat('a.txt', { signal })).toBeUndefined()
  })

  it('keeps metadata of any name, and says where it is too much', async () => {
    const store = s3Vendor.open(await started({}), 'docs', {})
    const metadata = {
      Client: 'Anna',
      'chancery-sha256': 'mine',
      plain: 'as it is',
      spaced: ' x ',
      empty: '',
      __proto__1: '1',
    }
    await store.put({ ...request, content: text('x'), metadata }, { signal })
    expect((await store.stat('a.txt', { signal }))?.metadata).toEqual(metadata)
    const much = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`n${index}`, 'x'.repeat(1024)]))
    await expect(
      store.put({ ...request, path: 'b', content: text('x'), metadata: much }, { signal }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/metadata', code: 'metadata_too_large' }],
    })
  })

  it('leaves nothing in the bucket of the trial of conditions', async () => {
    const fake = await started({})
    await s3Vendor.open(fake, 'docs', {}).put({ ...request, content: text('x') }, { signal })
    const left: string[] = []
    for await (const { path } of s3Vendor.open(fake, 'docs', { prefix: '.chancery' }).list('', { signal }))
      left.push(path)
    expect(left).toEqual([])
  })

  it('leaves no parts behind of what it could not write', async () => {
    const fake = await started({})
    const store = s3Vendor.open(fake, 'docs', { conditions: 'trust', attempts: 2, backoffMs: 1 })
    const content = new Content([new Uint8Array(9_000_000)])
    for (let count = 0; count < 2; count++) fake.fail({ call: 'part', how: 503 })
    await expect(store.put({ ...request, content }, { signal })).rejects.toMatchObject({ code: 'provider_unavailable' })
    await store.put({ ...request, content: text('x') }, { signal })
    await expect(store.put({ ...request, content }, { signal })).rejects.toMatchObject({ code: 'document_exists' })
    expect(fake.uploads.size).toBe(0)
  })

  it.each([
    [403, 'SignatureDoesNotMatch', 'provider_failed', false, /signature/],
    [403, 'InvalidObjectState', 'provider_failed', false, /archive/],
    [403, 'QuotaExceeded', 'provider_unavailable', true, /no room/],
    [400, 'ThrottlingException', 'provider_unavailable', true, /busy/],
    [400, 'IncompleteBody', 'provider_failed', true, /did not arrive/],
  ] as const)('says what S3 means by %i %s', async (status, name, code, retryable, message) => {
    const fake = await started({})
    const store = s3Vendor.open(fake, 'docs', { conditions: 'trust', attempts: 1 })
    fake.fail({ call: 'insert', how: refused(status, name) })
    await expect(store.put({ ...request, content: text('x') }, { signal })).rejects.toMatchObject({
      code,
      retryable,
      message: expect.stringMatching(message),
    })
  })

  it('goes on where its clock is wrong, by that of S3', async () => {
    const fake = await started({})
    const store = s3Vendor.open(fake, 'docs', { conditions: 'trust', backoffMs: 1 })
    const hence = new Date(Date.now() + 3_600_000).toUTCString()
    fake.fail({ call: 'insert', how: refused(403, 'RequestTimeTooSkewed'), headers: { date: hence } })
    await store.put({ ...request, content: text('x') }, { signal })
    // The call that was made again, to the hour, as `20260102T03`.
    expect(fake.signedAt[1]?.slice(0, 11)).toBe(new Date(hence).toISOString().replaceAll('-', '').slice(0, 11))
  })

  it.each([[{ accessKeyId: 'AKOTHER', secretAccessKey: 'x' }, 'The service may not do this in the bucket.']])(
    'says that its key is refused',
    async (credentials, message) => {
      const { endpoint } = await started({})
      const store = createS3DocumentStore({ bucket: 'docs', endpoint, credentials })
      await expect(store.stat('a', { signal })).rejects.toMatchObject({ code: 'provider_failed', message })
      await expect(store.check({ signal })).rejects.toMatchObject({ details: { reason: 'credentials_refused' } })
    },
  )
})
