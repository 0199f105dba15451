import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { diskFolder } from '@chancery/port-contracts/disk-folder'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal, type Journal } from './journal.ts'
import { decodeRecords, type JournaledDelete, type JournaledPut } from './journal-record.ts'

let folder: string
let settled: string[][]
let isFull: boolean
let journal: Journal
const open = (settings: { segmentBytes?: number; settleAfterMs?: number } = {}): Journal =>
  createJournal({
    folder,
    settle: async (paths) => {
      if (isFull) throw new Error('The disk is full.')
      settled.push([...paths].sort())
    },
    ...settings,
  })
beforeEach(() => {
  folder = mkdtempSync(join(diskFolder, 'chancery-journal-'))
  settled = []
  isFull = false
  journal = open()
})
afterEach(async () => {
  isFull = false
  await journal.close()
  rmSync(folder, { recursive: true })
})

const put = (path: string, body = Buffer.from(path)): JournaledPut => ({
  row: {
    path,
    version: path,
    identity: '1-2-3',
    contentType: 't/t',
    sha256: createHash('sha256').update(body).digest('hex'),
    crc32c: '',
    createdAt: '',
    metadata: {},
  },
  over: 'anything',
  body,
})
const keep = (of: JournaledDelete | JournaledPut) => journal.keep(of, async () => undefined)
/** Of all journals as they were made: those of one process are numbered, and all tests of a worker are one process. */
const records = () =>
  readdirSync(folder)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .flatMap((name) => [...decodeRecords(readFileSync(join(folder, name)))])

it('has written a put when it says so, and lets it go when it is settled', async () => {
  await Promise.all([keep(put('a')), keep(put('b'))])
  await keep(put('c'))
  expect(records()).toEqual([put('a'), put('b'), put('c')])
  expect(settled).toEqual([])
  await journal.close()
  expect(settled).toEqual([['a', 'b', 'c']])
  expect(readdirSync(folder)).toEqual([])
})

it('writes more pieces than one call of the system takes', async () => {
  const paths = Array.from({ length: 1500 }, (_, n) => `${n}`)
  await Promise.all(paths.map((path) => keep(put(path))))
  expect(records()).toEqual(paths.map((path) => put(path)))
})

it('settles what is full, and what is old', async () => {
  journal = open({ segmentBytes: 100 })
  await keep(put('a', Buffer.alloc(200)))
  await keep(put('b', Buffer.alloc(200)))
  await expect.poll(() => settled).toEqual([['a'], ['b']])
  expect(readdirSync(folder)).toEqual([])

  journal = open({ settleAfterMs: 10 })
  await keep(put('c'))
  await expect.poll(() => settled).toEqual([['a'], ['b'], ['c']])
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

it('keeps what cannot be settled, and in the end takes no more', async () => {
  journal = open({ segmentBytes: 100 })
  isFull = true
  for (const path of ['a', 'b', 'c']) await keep(put(path, Buffer.alloc(200)))
  await expect(keep(put('d'))).rejects.toThrow('full')
  expect(records()).toHaveLength(3)
  isFull = false
  await keep(put('e'))
  await journal.close()
  expect(settled.flat()).toEqual(['a', 'b', 'c', 'e'])
  expect(readdirSync(folder)).toEqual([])
})

it('goes on after its folder was away', async () => {
  rmSync(folder, { recursive: true })
  await expect(keep(put('a'))).rejects.toThrow('ENOENT')
  mkdirSync(folder)
  await keep(put('b'))
  expect(records()).toContainEqual(put('b'))
})

it('takes back a put that cannot be placed, and flushes nothing for it', async () => {
  await expect(
    journal.keep(put('a'), async () => {
      throw new Error('taken')
    }),
  ).rejects.toThrow('taken')
  await keep(put('b'))
  expect(records()).toEqual([put('a'), { failed: 'a' }, put('b')])
  await journal.close()
  expect(settled).toEqual([['b']])
})

const removal = (path: string): JournaledDelete => ({ id: `no ${path}`, path, deleted: '1-2-3', version: path, at: 5 })

it('keeps a delete behind the put, does them in that order, and takes it back as well', async () => {
  const done: string[] = []
  const slow = Promise.withResolvers<undefined>()
  const putting = journal.keep(put('a'), async () => {
    await slow.promise
    done.push('put')
  })
  const deleting = journal.keep(removal('a'), async () => done.push('delete'))
  const other = journal.keep(removal('b'), async () => {
    done.push('other')
    throw new Error('changed')
  })
  await expect(other).rejects.toThrow('changed')
  slow.resolve(undefined)
  await Promise.all([putting, deleting])
  expect(done).toEqual(['other', 'put', 'delete'])
  await keep(put('c'))
  expect(records()).toEqual([put('a'), removal('a'), removal('b'), { failed: 'no b' }, put('c')])
  await journal.close()
  expect(settled).toEqual([['a', 'c']])
  expect(readdirSync(folder)).toEqual([])
})

it('keeps a settled delete as long as there is a journal of another from before it, and a put no longer', async () => {
  const others = createJournal({ folder, settle: async () => undefined })
  await others.keep(put('a'), async () => undefined)
  journal = open({ settleAfterMs: 10 })
  await keep(put('b'))
  await expect.poll(() => settled).toEqual([['b']])
  await expect.poll(() => records()).toEqual([put('a')])
  await keep(removal('a'))
  await expect.poll(() => settled).toEqual([['b'], ['a']])
  await expect.poll(() => records()).toEqual([put('a'), removal('a')])
  await others.close()
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

it('settles also where nothing more can be written', async () => {
  await keep(put('a'))
  rmSync(folder, { recursive: true })
  await journal.settle()
  expect(settled).toEqual([['a']])
  await expect(keep(put('b'))).rejects.toThrow('ENOENT')
  mkdirSync(folder)
})

it('settles nothing before it is in its place', async () => {
  journal = open({ segmentBytes: 100 })
  await journal.keep(put('a', Buffer.alloc(200)), async () => {
    expect(records()).toHaveLength(1)
    expect(settled).toEqual([])
  })
  await journal.close()
  expect(settled).toEqual([['a']])
})
