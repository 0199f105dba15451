import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { DocumentStore } from '@chancery/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { objectStore } from '../objects/object-store.test-support.ts'
import { startFakeGcs } from './fake-gcs.ts'
import { createGcsDocumentStore } from './gcs-document-store.ts'
import { type FakeGcs, gcsVendor } from './gcs-vendor.test-support.ts'

objectStore(gcsVendor, { isWhole: true })

const { signal } = new AbortController()
let fake: FakeGcs
let store: DocumentStore
beforeEach(async () => {
  fake = await startFakeGcs()
  store = gcsVendor.open(fake, 'docs', { conditions: 'trust' })
})
afterEach(() => fake.stop())

it('counts an object without a size as empty', async () => {
  fake.place('docs', 'empty.txt', Buffer.alloc(0))
  fake.forget('docs', 'empty.txt', 'size')
  const listed: unknown[] = []
  for await (const entry of store.list('', { signal })) listed.push(entry)
  expect(listed).toMatchObject([{ path: 'empty.txt', size: 0 }])
  expect(await store.stat('empty.txt', { signal })).toMatchObject({ size: 0 })
})

it('reads a large document without a warning of Node that listeners leak', async () => {
  fake.place('docs', 'large.txt', Buffer.alloc(1_000_000, 'x'))
  const warnings: Error[] = []
  const keep = (warning: Error): void => void warnings.push(warning)
  process.on('warning', keep)
  try {
    expect((await store.read('large.txt', { signal })).bytes).toHaveLength(1_000_000)
    // Node tells them one turn later.
    await setImmediate()
  } finally {
    process.off('warning', keep)
  }
  expect(warnings).toEqual([])
})

it.each(['break-download', 'stall-download'] as const)(
  'ends no other call when one download is no good: %s',
  async (how) => {
    const asked: ServerResponse[] = []
    const slow = createServer((_, response) => {
      asked.push(response)
      if (asked.length > 1) response.writeHead(200, json).end('{"kind":"storage#objects"}')
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    try {
      const apiEndpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
      const other = createGcsDocumentStore({ bucket: 'docs', apiEndpoint, conditions: 'trust', attempts: 1 })
      const found = other.stat('b.txt', { signal })
      await once(slow, 'request')

      fake.place('docs', 'a.txt', Buffer.from('content'))
      fake.fail({ call: 'media', how })
      const impatient = gcsVendor.open(fake, 'docs', { conditions: 'trust', attempts: 1, callMs: 500 })
      await expect(impatient.read('a.txt', { signal })).rejects.toMatchObject({ code: 'provider_timeout' })
      // The agent of the SDK closes what it holds a turn later.
      await setImmediate()
      asked[0]?.writeHead(404, json).end('{"error":{"code":404}}')
      expect(await found).toBeUndefined()
    } finally {
      slow.closeAllConnections()
      slow.close()
    }
  },
)

it('lets go of the connection of a download that stalls', async () => {
  const object = {
    name: 'a.txt',
    generation: '1',
    timeCreated: '2026-01-01T00:00:00.000Z',
    size: '7',
    crc32c: 'AAAAAA==',
  }
  const stalling = createServer(({ url = '' }, response) => {
    if (url.includes('alt=media')) response.writeHead(200, { 'content-length': '7' }).write('con')
    else response.writeHead(200, json).end(JSON.stringify(object))
  })
  await once(stalling.listen(0, '127.0.0.1'), 'listening')
  try {
    const apiEndpoint = `http://127.0.0.1:${(stalling.address() as AddressInfo).port}`
    const patient = createGcsDocumentStore({
      bucket: 'docs',
      apiEndpoint,
      conditions: 'trust',
      attempts: 1,
      callMs: 500,
    })
    const closed = new Promise<void>((resolve) => {
      stalling.on('request', ({ url = '', socket }) => {
        if (url.includes('alt=media')) socket.once('close', () => resolve())
      })
    })
    await expect(patient.read('a.txt', { signal })).rejects.toMatchObject({ code: 'provider_timeout' })
    await closed
  } finally {
    stalling.closeAllConnections()
    stalling.close()
  }
})

const json = { 'content-type': 'application/json' }
