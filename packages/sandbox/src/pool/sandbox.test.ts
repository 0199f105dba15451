import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ChanceryError } from '@chancery/core'
import { build } from 'esbuild'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { sendMessage } from '../messages/message-stream.ts'
import { createSandbox, type Sandbox, type SandboxSettings } from './sandbox.ts'

const megabyte = 1024 ** 2
const source = new URL('../testing/jobs-subject.ts', import.meta.url)
const { signal } = new AbortController()
const soon = { budget: 10_000, signal }
const folder = mkdtempSync(join(tmpdir(), 'chancery-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
// As it is deployed, in one file: a child of sources spends most of its short life on reading them.
const entry = pathToFileURL(join(folder, 'bundle', 'subject.mjs'))
await build({
  entryPoints: [fileURLToPath(source)],
  outfile: fileURLToPath(entry),
  bundle: true,
  platform: 'node',
  format: 'esm',
})
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')

/** What a child would send. */
function said(...messages: readonly unknown[]): Buffer {
  const stream = new PassThrough()
  for (const message of messages) sendMessage(stream, message)
  return stream.read() as Buffer
}

/** A message of this JSON, and no parts. */
function framedJson(json: string): Buffer {
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(json.length + 4)
  frame.writeUInt32BE(json.length, 4)
  return Buffer.concat([frame, Buffer.from(json)])
}

const open: Sandbox[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
})

function sandboxOf(settings: Partial<SandboxSettings> = {}): Sandbox {
  const sandbox = createSandbox({ entry, packages: [], processes: 1, ...settings })
  open.push(sandbox)
  return sandbox
}

it('closes, and lets its process end only then, where a child says just now that it is ready', async () => {
  const script = `
    import { createSandbox } from ${JSON.stringify(new URL('sandbox.ts', import.meta.url).href)}
    const sandbox = createSandbox({ entry: new URL(${JSON.stringify(entry.href)}), processes: 1 })
    sandbox.prepare()
    while (sandbox.pids().length === 0) await new Promise((resolve) => setImmediate(resolve))
    // The child comes to serve, and nobody listens before it is to end.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
    await sandbox.close()
    process.stdout.write('closed')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  const [code] = (await once(child, 'close')) as [number]
  expect([code, Buffer.concat(out).toString()]).toEqual([0, 'closed'])
})

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(holds: () => boolean, ms = 5000): Promise<void> {
  const end = Date.now() + ms
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(holds()).toBe(true)
}

const failureOf = async (work: Promise<unknown>): Promise<ChanceryError> =>
  work.then(
    () => expect.unreachable('It should have failed.'),
    (error: unknown) => error as ChanceryError,
  )

describe('a job', () => {
  it('gets its payload and gives its answer, bytes and all', async () => {
    const sandbox = sandboxOf()
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    const payload = { text: 'naïve 日本語 𝒳 \ud800', bytes, nested: [{ none: null, more: [bytes, -1.5e-7] }] }
    expect(await sandbox.run('echo', payload, soon)).toEqual(payload)
    const large = new Uint8Array(20 * megabyte).fill(7)
    const back = await sandbox.run<Uint8Array>('echo', large, soon)
    expect(Buffer.from(large).equals(back)).toBe(true)
  })

  it('may be one of sources, with the packages that they load', async () => {
    const sandbox = sandboxOf({ entry: source, packages: ['@chancery/core', '@chancery/formats'] })
    expect(await sandbox.run('echo', 'read', soon)).toBe('read')
    expect(await sandbox.run('reach', '/', soon)).toMatchObject({ passwords: 'ERR_ACCESS_DENIED', folder: '/' })
  })

  it('throws its ChanceryErrors here, whole but for their cause', async () => {
    const failure = await failureOf(sandboxOf().run('problem', null, soon))
    expect(failure).toMatchObject({
      code: 'template_invalid',
      kind: 'invalid-input',
      message: 'Two faults.',
      violations: [{ pointer: '/template', code: 'unclosed', location: { part: 'body' } }],
      details: { total: 2 },
      retryAfterMs: 7,
      retryable: true,
    })
    expect(failure.cause).toBeUndefined()
  })

  it('may call services of this process', async () => {
    const sandbox = sandboxOf()
    const services = {
      double: async (value: number) => value * 2,
      refuse: async () => Promise.reject(new RangeError('a fault of ours')),
    }
    const run = (name: string) => sandbox.run('service', { name, payload: 21 }, { ...soon, services })
    expect(await run('double')).toBe('answered 42')
    await expect(run('refuse')).rejects.toThrow(new RangeError('a fault of ours'))
    await expect(run('constructor')).rejects.toThrow('There is no such service.')
    expect(await run('double')).toBe('answered 42')
  })

  it('fails where a service answers what cannot be sent, and alone', async () => {
    const sandbox = sandboxOf()
    const services = { odd: () => Promise.resolve(new Date(0)) }
    const failing = sandbox.run('service', { name: 'odd', payload: null }, { ...soon, services })
    await expect(failing).rejects.toThrow('A message cannot hold an object of Date.')
    expect(await sandbox.run('echo', 'next', soon)).toBe('next')
    await expect(sandbox.run('echo', new Date(0), soon)).rejects.toThrow('A message cannot hold an object of Date.')
    expect(await sandbox.run('echo', 'last', soon)).toBe('last')
  })

  it('may not call a service that waits for a child of the same pool, nor for one that calls services', async () => {
    const [own, other] = [sandboxOf(), sandboxOf()]
    const inner = (sandbox: Sandbox, services = {}) =>
      own.run(
        'service',
        { name: 'inner', payload: null },
        { ...soon, services: { inner: () => sandbox.run('echo', 7, { ...soon, services }) } },
      )
    await expect(inner(own)).rejects.toThrow('a child of the same pool')
    await expect(inner(other, { any: async () => 1 })).rejects.toThrow('calls services')
    expect(await inner(other)).toBe('answered 7')
    // What was made within a service is no service: the other pool's child, here.
    const together = ['a', 'b'].map((text) => other.run('echo', text, { ...soon, services: { any: async () => 1 } }))
    expect(await Promise.all(together)).toEqual(['a', 'b'])
  })

  it('has time for what a service brings', async () => {
    const sandbox = sandboxOf()
    await sandbox.run('pid', null, soon)
    const run = (ms: number) =>
      sandbox.run('work', 400, {
        budget: 150,
        signal,
        services: { more: async (_: never, { allow }: { allow: (ms: number) => void }) => allow(ms) },
      })
    expect(await run(10_000)).toBe('worked')
    expect(await failureOf(run(1))).toMatchObject({ details: { what: 'ms of work', limit: 151 } })
  })

  it('is charged for its work, and not for the time that passes', async () => {
    const services = { slow: () => new Promise((resolve) => setTimeout(resolve, 400, 'late')) }
    const options = { budget: 300, signal, services }
    const sandbox = sandboxOf()
    await sandbox.run('pid', null, soon)
    await sandbox.run('wait', 400, options)
    expect(await sandbox.run('service', { name: 'slow', payload: null }, options)).toBe('answered late')
  })
})

describe('a job that does harm costs its own caller alone', () => {
  const time = { budget: 150, signal }
  const limits = { heapBytes: 48 * megabyte, dataBytes: 700 * megabyte, answerBytes: 4 * megabyte }
  let sandbox: Sandbox | undefined
  afterAll(() => sandbox?.close())

  it.each([
    ['spin', null, { code: 'payload_too_large', details: { what: 'ms of work', limit: 150 } }, time],
    ['backtrack', null, { code: 'payload_too_large', details: { what: 'ms of work' } }, time],
    ['objects', null, { code: 'payload_too_large', details: { what: 'memory', limit: 48 * megabyte } }, soon],
    ['buffers', null, { code: 'payload_too_large', details: { what: 'memory' } }, soon],
    ['answer', 5 * megabyte, { code: 'payload_too_large', details: { limit: 4 * megabyte } }, soon],
    ['exit', 0, { code: 'document_corrupt' }, soon],
    ['exit', 7, { code: 'document_corrupt' }, soon],
    ['crash', null, { code: 'document_corrupt' }, soon],
    ['reject', null, { code: 'document_corrupt' }, soon],
    ['fail', null, { code: 'document_corrupt' }, soon],
    ['load', './not-there.ts', { code: 'internal' }, soon],
    ['load', 'not-installed', { code: 'internal' }, soon],
    ['load', 'file:///etc/not-allowed.mjs', { code: 'internal' }, soon],
    ['refusal', null, { code: 'overloaded', retryAfterMs: 1000 }, soon],
    ['throw', undefined, { code: 'document_corrupt' }, soon],
    ['throw', 'secret words', { code: 'document_corrupt' }, soon],
    ['throw', { code: 'ENOENT' }, { code: 'document_corrupt' }, soon],
    ['function', null, { code: 'document_corrupt' }, soon],
    ['no such job', null, { code: 'document_corrupt' }, soon],
  ] as const)('%s %j', async (job, payload, expected, options) => {
    sandbox ??= createSandbox({ entry, packages: [], processes: 1, limits })
    const failing = failureOf(sandbox.run(job, payload, options))
    const queued = sandbox.run('echo', 'still here', soon)
    const failure = await failing
    expect(failure).toMatchObject(expected)
    expect(`${failure.message} ${JSON.stringify(failure)} ${String(failure.cause)}`).not.toContain('secret')
    expect(await queued).toBe('still here')
  })

  it.each([
    ['bytes that are no message', Buffer.from([0, 0, 0, 2, 1, 2])],
    ['nothing', said(null)],
    ['what nobody knows', said({ type: 'nonsense' })],
    ['no outcome', said({ type: 'answer' })],
    ['a problem that is none', said({ type: 'answer', outcome: { ok: false, problem: null } })],
    [
      'a part that is not there',
      framedJson('{"type":"answer","outcome":{"ok":true,"value":{"\\u0000":"bytes","part":9}}}'),
    ],
  ])('says %s', async (_, bytes) => {
    sandbox ??= createSandbox({ entry, packages: [], processes: 1, limits })
    const failing = failureOf(sandbox.run('say', bytes, soon))
    const queued = sandbox.run('echo', 'still here', soon)
    expect(await failing).toMatchObject({ code: 'document_corrupt' })
    expect(await queued).toBe('still here')
    expect([]).not.toContain('secret')
    expect(Object.keys(Array.prototype)).toEqual([])
  })

  it('prints where nobody reads, and reaches nothing', async () => {
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'secret')
    process.env['CHANCERY_CANARY'] = 'secret'
    const harmless = sandboxOf()
    expect(await harmless.run('print', null, soon)).toBe('printed')
    const reached = await harmless.run<Record<string, unknown>>('reach', secret, soon)
    delete process.env['CHANCERY_CANARY']
    const denied = 'ERR_ACCESS_DENIED'
    expect(reached).toEqual({
      file: denied,
      passwords: denied,
      parent: denied,
      databases: 'undefined',
      write: denied,
      spawn: denied,
      worker: denied,
      connect: 'There is no network here.',
      listen: 'There is no network here.',
      datagram: 'There is no network here.',
      name: 'There is no network here.',
      resolver: 'There is no network here.',
      user: expect.any(Number) as number,
      interfaces: [],
      code: expect.stringContaining('Code generation from strings disallowed') as string,
      environment: [],
      folder: '/',
    })
    expect(existsSync('/tmp/chancery-was-here')).toBe(false)
  })

  it('may start workers where it was allowed to', async () => {
    const reached = await sandboxOf({ workers: true }).run<Record<string, string>>('reach', '/', soon)
    expect(reached['worker']).toMatch(/^reached/)
    expect(reached['passwords']).toBe('ERR_ACCESS_DENIED')
  })
})

describe('a call that ends early', () => {
  it.each(['listen', 'spin'])('frees its place at once: %s', async (job) => {
    const sandbox = sandboxOf()
    const pid = await sandbox.run<number>('pid', null, soon)
    const controller = new AbortController()
    const running = failureOf(sandbox.run(job, null, { budget: 10_000, signal: controller.signal }))
    const queued = sandbox.run<number>('pid', null, soon)
    await new Promise((resolve) => setTimeout(resolve, 30))
    const aborted = performance.now()
    controller.abort()
    expect(await running).toMatchObject({ code: 'cancelled' })
    if (job === 'spin') await until(() => !isAlive(pid), 5000)
    else expect(await queued).toBe(pid)
    // Far below its budget: it is not that which ends it.
    expect(performance.now() - aborted).toBeLessThan(5000)
    expect(await queued).not.toBe(job === 'spin' ? pid : 0)
  })

  it('ends alone: the next job of its child has all its time', async () => {
    const sandbox = sandboxOf()
    await sandbox.run('pid', null, soon)
    const leaving = new AbortController()
    const left = failureOf(sandbox.run('listen', null, { budget: 10_000, signal: leaving.signal }))
    setTimeout(() => leaving.abort(), 500)
    expect(await left).toMatchObject({ code: 'cancelled' })
    await sandbox.run('wait', 600, { budget: 10_000, signal })
  })

  it('leaves the queue', async () => {
    const sandbox = sandboxOf()
    const controller = new AbortController()
    const running = sandbox.run('wait', 50, soon)
    const waiting = failureOf(sandbox.run('echo', 1, { budget: 1000, signal: controller.signal }))
    controller.abort()
    expect(await waiting).toMatchObject({ code: 'cancelled' })
    await running
    expect(await failureOf(sandbox.run('echo', 1, { budget: 1, signal: controller.signal }))).toMatchObject({
      code: 'cancelled',
    })
    expect(await sandbox.run('echo', 2, soon)).toBe(2)
  })

  it('ends for its services too', async () => {
    const controller = new AbortController()
    let ended = false
    const services = {
      endless: (_: unknown, options: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          options.signal.addEventListener('abort', () => {
            ended = true
            reject(new Error('ended'))
          })
          setImmediate(() => controller.abort())
        }),
    }
    const sandbox = sandboxOf()
    await sandbox.run('pid', null, soon)
    const payload = { name: 'endless', payload: null }
    const failure = await failureOf(
      sandbox.run('service', payload, { budget: 1000, signal: controller.signal, services }),
    )
    expect([failure.code, ended]).toEqual(['cancelled', true])
  })
})

describe('the pool', () => {
  it('works side by side, as far as it has processes', async () => {
    const sandbox = sandboxOf({ processes: 2 })
    const seen = new Set<number>()
    const twice = () => Promise.all([1, 2].map(() => sandbox.run<number>('slowPid', null, soon)))
    // The second child is there when it is there.
    while (seen.size < 2) for (const pid of await twice()) seen.add(pid)
    const together = await twice()
    expect(new Set(together).size).toBe(2)
    expect(sandbox.pids()).toHaveLength(2)
  })

  it('takes calls in their order', async () => {
    const sandbox = sandboxOf()
    const order: number[] = []
    const calls = Array.from({ length: 6 }, async (_, index) => order.push(await sandbox.run('echo', index, soon)))
    await Promise.all(calls)
    expect(order).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('refuses calls when too many wait', async () => {
    const sandbox = sandboxOf({ limits: { waiting: 1 } })
    const calls = [sandbox.run('pid', null, soon), sandbox.run('pid', null, soon)]
    expect(await failureOf(calls[1]!)).toMatchObject({ code: 'overloaded', retryAfterMs: 1000 })
    await calls[0]
  })

  it('replaces a child that has done its share', async () => {
    const sandbox = sandboxOf({ limits: { jobs: 2 } })
    const pid = () => sandbox.run<number>('pid', null, soon)
    const first = await pid()
    let second = await pid()
    expect(second).toBe(first)
    // The old one goes on until the new one is there.
    while (second === first) second = await pid()
    await until(() => !isAlive(first))
  })

  it('replaces a child that holds too much, though no other job comes', async () => {
    const sandbox = sandboxOf({ limits: { grownBytes: 100 * megabyte } })
    const pid = await sandbox.run<number>('pid', null, soon)
    await sandbox.run('hold', 150 * megabyte, soon)
    await until(() => !isAlive(pid))
    await until(() => sandbox.pids().length === 1)
    expect(await sandbox.run('pid', null, soon)).not.toBe(pid)
  })

  it('starts one ahead, and keeps nobody alive', async () => {
    const sandbox = sandboxOf()
    sandbox.prepare()
    await until(() => sandbox.pids().length === 1)
    const [pid] = sandbox.pids()
    expect(await sandbox.run('pid', null, soon)).toBe(pid)
  })

  it('replaces a child that was killed from outside', async () => {
    const sandbox = sandboxOf()
    const pid = await sandbox.run<number>('pid', null, soon)
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid))
    expect(await sandbox.run('echo', 'again', soon)).toBe('again')
  })

  it('says `overloaded` where children cannot start, and starts again later', async () => {
    const file = join(folder, 'entry.mjs')
    writeFileSync(file, 'process.exit(1)')
    const sandbox = sandboxOf({ entry: pathToFileURL(file) })
    expect(await failureOf(sandbox.run('echo', 1, soon))).toMatchObject({ code: 'overloaded' })
    expect(await failureOf(sandbox.run('echo', 1, soon))).toMatchObject({ code: 'overloaded' })
    expect(sandbox.pids()).toEqual([])
  })

  it('ends all children when it is closed', async () => {
    const sandbox = sandboxOf({ processes: 2 })
    const pids = await Promise.all([sandbox.run<number>('pid', null, soon), sandbox.run<number>('pid', null, soon)])
    const calls = ['spin', 'wait', 'wait'].map((job) => failureOf(sandbox.run(job, 10_000, soon)))
    await sandbox.close()
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(['overloaded', 'overloaded', 'overloaded'])
    expect(pids.filter(isAlive)).toEqual([])
    expect(await failureOf(sandbox.run('pid', null, soon))).toMatchObject({ code: 'overloaded' })
  })

  it('leaves no child behind when this process is killed, a busy one neither', async () => {
    const program = `
      import { createSandbox } from ${JSON.stringify(new URL('./sandbox.ts', import.meta.url).href)}
      const sandbox = createSandbox({ entry: new URL(${JSON.stringify(entry.href)}), packages: [], processes: 2 })
      const options = { budget: 60_000, signal: new AbortController().signal }
      const pids = await Promise.all([sandbox.run('pid', null, options), sandbox.run('pid', null, options)])
      sandbox.run('spin', null, options)
      setTimeout(() => console.log(JSON.stringify(pids)), 100)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer]
    const pids = JSON.parse(printed.toString()) as number[]
    expect(pids.filter(isAlive)).toHaveLength(2)
    parent.kill('SIGKILL')
    await until(() => pids.filter(isAlive).length === 0)
  })
})
