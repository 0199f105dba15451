/** A child for the tests, whose jobs do what hostile documents have libraries do. */
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup, Resolver } from 'node:dns'
import { readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Worker } from 'node:worker_threads'
import { ChanceryError } from '@chancery/core'
import { type JobTools, serveJobs } from '../child/serve-jobs.ts'

/** What an attempt came to: the code of its error, or what it reached. */
const attempt = (work: () => unknown): string => {
  try {
    return `reached ${String(work())}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const keep: unknown[] = []

serveJobs({
  echo: async (payload: unknown) => payload,
  size: async (payload: Uint8Array) => payload.length,
  pid: async () => process.pid,
  slowPid: async () => {
    await wait(40)
    return process.pid
  },
  wait: async (ms: number) => wait(ms),
  spin: async () => {
    for (;;) keep.length = 0
  },
  backtrack: async () => /^(a+)+$/.test(`${'a'.repeat(40)}b`),
  listen: async (_payload: unknown, { signal }: JobTools) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw new ChanceryError('cancelled', 'Stopped.')
  },
  objects: async () => {
    for (;;) keep.push({ text: `text ${keep.length}`, list: [keep.length] })
  },
  buffers: async () => {
    for (;;) keep.push(Buffer.alloc(32 * 1024 * 1024, 1))
  },
  hold: async (bytes: number) => {
    keep.push(Buffer.alloc(bytes, 1))
  },
  answer: async (bytes: number) => new Uint8Array(bytes),
  exit: async (code: number) => process.exit(code),
  /** As a machine without descriptors refuses to open one. */
  refusal: async () => void readSync(9999, Buffer.alloc(1)),
  crash: async () => {
    setImmediate(() => {
      throw new Error('secret words')
    })
    await wait(10_000)
  },
  reject: async () => {
    void Promise.reject(new Error('secret words'))
    await wait(10_000)
  },
  fail: async () => {
    throw new TypeError('secret words')
  },
  throw: async (value: unknown) => {
    // oxlint-disable-next-line no-throw-literal -- what odd libraries do
    throw value
  },
  load: async (name: string) => import(name),
  function: async () => () => 'cannot be sent',
  problem: async () => {
    throw new ChanceryError('template_invalid', 'Two faults.', {
      violations: [{ pointer: '/template', code: 'unclosed', message: 'Open.', location: { part: 'body' } }],
      details: { total: 2 },
      retryAfterMs: 7,
      retryable: true,
      cause: new Error('secret words'),
    })
  },
  print: async () => {
    const garbage = '\u0000\u00ff{"type":"answer"}\n'.repeat(100_000)
    process.stdout.write(garbage)
    process.stderr.write(garbage)
    return 'printed'
  },
  /** What a child says that is no longer its own program: to the parent, past all rules. */
  say: async (bytes: Uint8Array) => {
    writeSync(3, bytes)
    await wait(10_000)
  },
  /** Calls the service `more`, then works for so many ms of a processor, which a busy machine gives it late. */
  async work(ms: number, { call }: JobTools) {
    await call('more', null)
    const before = process.cpuUsage()
    for (let used = 0; used < ms * 1000;) {
      const { user, system } = process.cpuUsage(before)
      used = user + system
    }
    return 'worked'
  },
  service: async ({ name, payload }: { name: string; payload: unknown }, { call }: JobTools) =>
    `answered ${String(await call(name, payload))}`,
  reach: async (secret: string) => ({
    file: attempt(() => readFileSync(secret)),
    passwords: attempt(() => readFileSync('/etc/passwd')),
    parent: attempt(() => readFileSync(`/proc/${process.ppid}/environ`)),
    databases: typeof process.getBuiltinModule('node:sqlite'),
    write: attempt(() => writeFileSync('/tmp/chancery-was-here', '')),
    spawn: attempt(() => execFileSync('/bin/true')),
    worker: attempt(() => new Worker('', { eval: true }).threadId),
    connect: attempt(() => connect(9, '127.0.0.1')),
    listen: attempt(() => createServer().listen(0, '127.0.0.1')),
    datagram: attempt(() => createSocket('udp4').send('x', 9, '127.0.0.1')),
    name: attempt(() => lookup('localhost', () => undefined)),
    resolver: attempt(() => new Resolver().resolve4('localhost', () => undefined)),
    user: process.getuid?.(),
    interfaces: Object.keys(networkInterfaces()),
    code: attempt(() => new Function('return 1')()),
    environment: Object.keys(process.env),
    folder: process.cwd(),
  }),
})
