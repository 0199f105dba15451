import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryService, type MemoryService } from '../fixtures/memory-service.ts'

/** A document that is larger than a request may be, over HTTP. */
describe('a document in parts', () => {
  const maxBytes = 100_000
  const whole = Buffer.from(Uint8Array.from({ length: 95_000 }, (_, at) => (at * 31) % 251))
  const sha256 = createHash('sha256').update(whole).digest('hex')
  const partBytes = 40_000
  let service: MemoryService
  beforeAll(async () => {
    service = await createMemoryService({
      CHANCERY_MAX_BODY_BYTES: '60000',
      CHANCERY_MAX_UPLOAD_BYTES: String(maxBytes),
    })
  })
  afterAll(() => service.close())

  const sendRaw = (part: number): Promise<Response> =>
    service.request('put-upload-part', {
      headers: {
        ...service.headers,
        'content-type': 'application/octet-stream',
        'chancery-request': JSON.stringify({ upload: 'u', part }),
      },
      body: whole.subarray((part - 1) * partBytes, part * partBytes),
    })

  it('comes as raw bytes, in any order, is asked after, and had again as one', async () => {
    for (const part of [3, 1]) expect((await sendRaw(part)).status).toBe(200)
    const finish = { upload: 'u', parts: 3, sha256, path: 'scans/deed.bin', contentType: 'application/octet-stream' }
    const early = await service.call('finish-upload', finish)
    expect([early.status, ((await early.json()) as { missing: number[] }).missing]).toEqual([409, [2]])
    const there = (await (await service.call('get-upload', { upload: 'u' })).json()) as {
      data: { parts: { part: number; size: number }[]; maxSize: number }
    }
    expect(there.data.maxSize).toBe(maxBytes)
    expect(there.data.parts.map(({ part, size }) => [part, size])).toEqual([
      [1, 40_000],
      [3, 15_000],
    ])
    expect((await sendRaw(2)).status).toBe(200)
    const finished = await service.call('finish-upload', finish)
    expect(finished.status).toBe(200)
    const headers = { ...service.headers, accept: 'application/octet-stream' }
    const again: ArrayBuffer[] = []
    // It is larger than what is answered as a whole.
    for (const range of ['bytes=0-49999', 'bytes=50000-']) {
      const body = JSON.stringify({ path: 'scans/deed.bin' })
      const response = await service.request('get-document', { headers: { ...headers, range }, body })
      expect(response.status).toBe(206)
      again.push(await response.arrayBuffer())
    }
    expect(whole.equals(Buffer.concat(again.map((each) => Buffer.from(each))))).toBe(true)
    expect((await service.state()).documents).toHaveLength(1)
  })

  it('is seen in no listing, and under no path, while it is not whole', async () => {
    await sendRaw(1)
    const listing = await (await service.call('get-folder-directories', { include: 'folders-and-documents' })).text()
    expect(listing).not.toContain('.uploads')
    expect((await service.call('get-document', { path: '.uploads/_/x/u/0001' })).status).toBe(422)
  })
})
