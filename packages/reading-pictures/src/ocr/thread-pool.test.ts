import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ThreadPool } from './thread-pool.ts'

/** Waits, or works, for so many milliseconds; a thread that waits is what a thread on a busy machine is. */
const code = `
const { parentPort } = require('node:worker_threads')
const sleeping = new Int32Array(new SharedArrayBuffer(4))
parentPort.on('message', ({ waitMs, workMs }) => {
  Atomics.wait(sleeping, 0, 0, waitMs)
  const before = process.threadCpuUsage()
  for (let used = 0; used < workMs * 1000;) {
    const { user, system } = process.threadCpuUsage(before)
    used = user + system
  }
  parentPort.postMessage('done')
})
`
const pool = new ThreadPool<{ readonly waitMs: number; readonly workMs: number }, string>({
  start: async () => new Worker(code, { eval: true }),
  atOnce: 1,
  idleMs: 1000,
  taskTimeoutMs: 5000,
})
afterAll(() => pool.close())
const { signal } = new AbortController()

// What a thread takes to start is not the task's.
beforeAll(async () => void (await pool.run({ waitMs: 0, workMs: 1 }, [], signal)))

it('lets a task take any time in which it does not get the processor, and tells what it used', async () => {
  const { answer, usedMs } = await pool.run({ waitMs: 900, workMs: 60 }, [], signal, 200)
  expect(answer).toBe('done')
  expect(usedMs).toBeGreaterThanOrEqual(60)
  expect(usedMs).toBeLessThan(200)
})

it('ends a task that has used up its time, and goes on with another thread', async () => {
  const work = pool.run({ waitMs: 0, workMs: 60_000 }, [], signal, 200)
  await expect(work).rejects.toMatchObject({ code: 'deadline_exceeded' })
  expect((await pool.run({ waitMs: 0, workMs: 1 }, [], signal)).answer).toBe('done')
})
