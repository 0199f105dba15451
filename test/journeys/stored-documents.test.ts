import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryService, type MemoryService } from '../fixtures/memory-service.ts'

/** The life of a document over HTTP: it is stored, had again, moved and deleted. */
describe('a stored document', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 31) % 256)
  const document = { content: Buffer.from(bytes).toString('base64') }
  let service: MemoryService
  beforeAll(async () => {
    service = await createMemoryService({ CHANCERY_MAX_ANSWER_BYTES: '120000' })
    await service.call('store-document', { document, path: 'a/b.bin', contentType: 'text/csv; x="€"' })
  })
  afterAll(() => service.close())

  const asBytes = (accept: string, input: object): Promise<Response> =>
    service.request('get-document', { headers: { ...service.headers, accept }, body: JSON.stringify(input) })

  it.each([
    ['application/octet-stream', 'application/octet-stream'],
    // Its parameter cannot stand in a header.
    ['text/csv', 'text/csv'],
  ])('comes as bytes where %s is accepted', async (accept, type) => {
    const response = await asBytes(accept, { path: 'a/b.bin' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="b.bin"; filename*=UTF-8''b.bin`)
    const answered = createHash('sha256').update(new Uint8Array(await response.arrayBuffer()))
    expect(answered.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it.each([
    [{ range: 'bytes=10-19' }, {}, 206, 10, 20],
    [{ range: 'BYTES=99990-' }, {}, 206, 99_990, 100_000],
    [{ range: 'bytes=-7' }, {}, 206, 99_993, 100_000],
    [{ range: 'bytes=99999-200000' }, {}, 206, 99_999, 100_000],
    [{}, { range: { start: 3, end: 5 } }, 206, 3, 5],
    [{ range: 'bytes=0-0' }, { range: { start: 3, end: 5 } }, 206, 3, 5],
    // What is no single range of bytes is not regarded.
    [{ range: 'bytes=0-1,5-6' }, {}, 200, 0, 100_000],
    [{ range: 'bytes=9-1' }, {}, 200, 0, 100_000],
    [{ range: 'lines=0-1' }, {}, 200, 0, 100_000],
    [{ range: 'bytes=-0' }, {}, 200, 0, 100_000],
    [{ range: 'bytes=0-1', 'if-range': '"x"' }, {}, 200, 0, 100_000],
  ])('comes in part by %j and %j, over the wire', async (headers, more, status, start, end) => {
    for (const accept of ['application/octet-stream', 'text/csv']) {
      const response = await service.request('get-document', {
        headers: { ...service.headers, ...headers, accept },
        body: JSON.stringify({ path: 'a/b.bin', ...more }),
      })
      const range = response.headers.get('content-range')
      expect([response.status, range]).toEqual([status, status === 206 ? `bytes ${start}-${end - 1}/100000` : null])
      expect(response.headers.get('accept-ranges')).toBe('bytes')
      expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/)
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes.slice(start, end))
    }
  })

  it('has no bytes behind its end', async () => {
    const headers = { ...service.headers, accept: 'application/octet-stream', range: 'bytes=100000-' }
    const response = await service.request('get-document', { headers, body: JSON.stringify({ path: 'a/b.bin' }) })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */100000'])
    expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable', size: 100_000 })
  })

  it('is too large for an answer in JSON, which says how to have it', async () => {
    const response = await service.call('get-document', { path: 'a/b.bin' })
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('`Accept: application/octet-stream`')
  })

  it('is a problem in JSON where it is not there, also where bytes are accepted', async () => {
    const response = await asBytes('application/octet-stream', { path: 'a/none.bin' })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  })

  it('is moved and deleted, and each repetition with the same key is answered as before', async () => {
    const call = async (name: 'move-document' | 'delete-document', input: object, key: string) => {
      const headers = { ...service.headers, 'idempotency-key': key }
      const response = await service.request(name, { headers, body: JSON.stringify(input) })
      return [response.status, response.headers.get('idempotency-replayed'), await response.json()] as const
    }
    const move = { from: 'a/b.bin', to: 'c/b.bin' }
    const [moved, , answer] = await call('move-document', move, 'm')
    expect(moved).toBe(200)
    expect(await call('move-document', move, 'm')).toEqual([200, 'true', answer])
    expect((await call('move-document', move, 'n'))[0]).toBe(404)
    const { version } = (answer as { data: { document: { version: string } } }).data.document
    const remove = { path: 'c/b.bin', ifVersion: version }
    expect((await call('delete-document', { ...remove, ifVersion: 'x' }, 'd1'))[0]).toBe(409)
    expect((await call('delete-document', remove, 'd2'))[0]).toBe(200)
    expect((await call('delete-document', remove, 'd2'))[1]).toBe('true')
    expect(await service.state()).toMatchObject({ documents: [] })
  })

  it('is let alone by a key that was issued for other calls', async () => {
    const key = await service.issue({ operations: ['store-document', 'get-document'] })
    const headers = { ...service.headers, 'x-api-key': key }
    const body = JSON.stringify({ path: 'x.txt' })
    expect((await service.request('get-document', { headers, body })).status).toBe(404)
    const refused = await service.request('delete-document', { headers, body })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'operation_not_allowed'])
  })
})
