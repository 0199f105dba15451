import { setImmediate } from 'node:timers/promises'
import type { DocumentStore } from '@chancery/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ObjectStoreVendor, objectStoreContract, objectStoreFaults } from '../objects/object-store.test-support.ts'
import { startFakeGcs } from './fake-gcs.ts'
import { createGcsDocumentStore } from './gcs-document-store.ts'

type Fake = Awaited<ReturnType<typeof startFakeGcs>>

const vendor: ObjectStoreVendor<Fake> = {
  name: 'Google Cloud Storage',
  ownPrefix: 'chancery-',
  tellsVersions: true,
  partCall: 'part',
  lastCall: 'complete',
  uploadGone: [
    { call: 'part', how: 410 },
    { call: 'part', how: 404 },
    { call: 'complete', how: 404 },
  ],
  noLists: ['{"kind":"storage#objects","items":5}', '{"kind":"storage#objects","items":[null]}'],
  start: startFakeGcs,
  open: (fake, bucket, settings) => createGcsDocumentStore({ bucket, apiEndpoint: fake.endpoint, ...settings }),
}

objectStoreContract(vendor)
objectStoreFaults(vendor)

const { signal } = new AbortController()
let fake: Fake
let store: DocumentStore
beforeEach(async () => {
  fake = await startFakeGcs()
  store = vendor.open(fake, 'docs', { conditions: 'trust' })
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
