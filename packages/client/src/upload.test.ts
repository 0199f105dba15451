import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createClient, type Fetch } from './index.ts'

const large = Uint8Array.from({ length: 25 }, (_, at) => at)
const sha256 = createHash('sha256').update(large).digest('hex')

interface Asked {
  readonly name: string
  readonly key: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/** A service that answers everything, after so many failures. */
function service(failures = 0) {
  const asked: Asked[] = []
  let left = failures
  const fetch: Fetch = async (url, { headers, body }) => {
    const name = url.slice(url.lastIndexOf('/') + 1)
    asked.push({ name, key: headers['idempotency-key'], body: JSON.parse(body) as Asked['body'] })
    const isFailure = name === 'put-upload-part' && left-- > 0
    const answer = isFailure ? '' : JSON.stringify({ data: { name }, meta: { operation: name, warnings: [] } })
    return new Response(answer, { status: isFailure ? 503 : 200, headers: { 'retry-after': '0' } })
  }
  const client = createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'k', fetch, partBytes: 10 })
  return { asked, client }
}

const document = { content: large, filename: 'a.bin', contentType: 'text/odd' }

describe('a document that is larger than a part', () => {
  it('goes out in parts, and is answered as if it had gone out whole', async () => {
    const { asked, client } = service()
    const { data, meta } = await client.storeDocument(
      { document, path: 'b.bin', provider: 'here' },
      { idempotencyKey: 'k1' },
    )
    expect([data, meta.operation]).toEqual([{ name: 'finish-upload' }, 'store-document'])
    const upload = createHash('sha256').update('k1').digest('hex')
    expect(asked.map(({ name }) => name)).toEqual([...Array<string>(3).fill('put-upload-part'), 'finish-upload'])
    expect(asked.slice(0, 3).map(({ body }) => body)).toEqual(
      [0, 10, 20].map((at, index) => ({
        upload,
        part: index + 1,
        provider: 'here',
        document: { content: Buffer.from(large.subarray(at, at + 10)).toString('base64') },
      })),
    )
    expect(asked[3]).toEqual({
      name: 'finish-upload',
      key: 'k1',
      body: {
        upload,
        parts: 3,
        sha256,
        path: 'b.bin',
        provider: 'here',
        document: { filename: 'a.bin', contentType: 'text/odd' },
      },
    })
  })

  it('is sent again only in part where the connection breaks', async () => {
    const { asked, client } = service(1)
    await client.storeDocument({ document, path: 'b.bin' })
    expect(asked.map(({ body }) => body['part'] ?? 'end')).toEqual([1, 1, 2, 3, 'end'])
    expect(asked[0]?.key).toBe(asked[1]?.key)
  })

  it.each([
    ['that fits', { document: { content: large.subarray(0, 10) }, path: 'b.bin' }],
    ['that is only checked', { document, path: 'b.bin', dryRun: true }],
    ['that is stored already', { document: { path: 'a.bin' }, path: 'b.bin' }],
  ])('is a call of its own where it is one %s', async (_, input) => {
    const { asked, client } = service()
    await client.storeDocument(input)
    expect(asked.map(({ name }) => name)).toEqual(['store-document'])
  })

  it.each([0, -1, 0.5, Number.NaN, Infinity, 256 * 1024 * 1024 + 1, '10' as unknown as number])(
    'has no parts of %s bytes',
    (partBytes) => {
      expect(() => createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'k', partBytes })).toThrow(
        /^partBytes is .+: it must be a whole number of bytes from 1 to 268435456\.$/,
      )
    },
  )

  it.each([1, 256 * 1024 * 1024])('may have parts of %i bytes', (partBytes) => {
    expect(() => createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'k', partBytes })).not.toThrow()
  })

  it('is not begun where it would have more parts than an upload may', async () => {
    const { asked, client } = service()
    const content = new Uint8Array(10_001)
    await expect(client.storeDocument({ document: { content }, path: 'b.bin' })).rejects.toThrow(
      new RangeError('An upload has at most 1000 parts: set partBytes to 11 or more for this document.'),
    )
    expect(asked).toEqual([])
    await client.storeDocument({ document: { content: content.subarray(1) }, path: 'b.bin' })
    expect(asked).toHaveLength(1001)
  })
})
