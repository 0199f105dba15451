import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { LogFields, Logger } from '@chancery/core'
import { createMemoryTelemetry } from '@chancery/telemetry'
import { build } from 'esbuild'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox, type SandboxSettings } from './sandbox.ts'

const { signal } = new AbortController()
const soon = { budget: 10_000, signal }
const folder = mkdtempSync(join(tmpdir(), 'chancery-watched-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const entry = pathToFileURL(join(folder, 'subject.mjs'))
await build({
  entryPoints: [fileURLToPath(new URL('../testing/jobs-subject.ts', import.meta.url))],
  outfile: fileURLToPath(entry),
  bundle: true,
  platform: 'node',
  format: 'esm',
})
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
const broken = pathToFileURL(join(folder, 'broken.mjs'))
writeFileSync(broken, 'process.exit(3)')

const open: Sandbox[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
})

function watchedSandbox(settings: Partial<SandboxSettings> = {}) {
  const lines: object[] = []
  const ofCall = new AsyncLocalStorage<LogFields>()
  const logger: Logger = {
    log: (_level, event, fields) => void lines.push({ event, ...ofCall.getStore(), ...fields }),
    within: (fields, run) => ofCall.run({ ...ofCall.getStore(), ...fields }, run),
  }
  const telemetry = createMemoryTelemetry()
  const sandbox = createSandbox({ entry, processes: 1, watch: { telemetry, logger }, ...settings })
  open.push(sandbox)
  return { sandbox, lines, logger, telemetry }
}

describe('a pool that is watched', () => {
  it('lays a job, its child and what that asks for into the span of the call', async () => {
    const { sandbox, telemetry } = watchedSandbox()
    const services = { double: (value: number) => telemetry.span('double', {}, async () => value * 2) }
    await telemetry.span('call', {}, () =>
      sandbox.run('service', { name: 'double', payload: 21 }, { ...soon, services }),
    )
    const names = telemetry.spans.map(({ name }) => name)
    expect(names).toEqual(['double', 'job service', 'call'])
    const ids = telemetry.spans.map(({ context }) => context.spanId)
    expect(telemetry.spans.map(({ parentSpanId }) => parentSpanId)).toEqual([ids[1], ids[2], undefined])
    expect(telemetry.spans[1]?.attributes).toEqual({
      outcome: 'ok',
      waitMs: expect.any(Number) as number,
      cpuMs: expect.any(Number) as number,
    })
    expect(telemetry.figures.map(({ name }) => name)).toEqual([
      'chancery.children.started',
      'chancery.job.wait',
      'chancery.job.duration',
    ])
  })

  it('says whose job it was that a child had to be ended for, and counts why', async () => {
    const { sandbox, lines, logger, telemetry } = watchedSandbox()
    const run = (requestId: string, job: string, payload: unknown, budget: number) =>
      logger.within({ requestId }, () => sandbox.run(job, payload, { budget, signal })).catch(() => undefined)
    await run('spins', 'spin', null, 50)
    await run('leaves', 'exit', 1, 10_000)
    await run('does', 'echo', 1, 10_000)
    const child = expect.any(Number) as number
    expect(lines).toEqual([
      { event: 'child-ended', requestId: 'spins', job: 'spin', reason: 'work', child },
      { event: 'child-ended', requestId: 'leaves', job: 'exit', reason: 'crashed', child },
      { event: 'child-ended', requestId: 'leaves', job: 'exit', reason: 'crashed', child },
    ])
    const ends = telemetry.figures.filter(({ name }) => name === 'chancery.children.ended')
    expect(ends.map(({ attributes }) => attributes['reason'])).toEqual(['work', 'crashed', 'crashed'])
    const outcomes = telemetry.figures.filter(({ name }) => name === 'chancery.job.duration')
    expect(outcomes.map(({ attributes }) => attributes['outcome'])).toEqual([
      'payload_too_large',
      'document_corrupt',
      'ok',
    ])
  })

  it('tells what it is busy with', async () => {
    const { sandbox } = watchedSandbox()
    expect(sandbox.load()).toEqual({ busy: 0, idle: 0, starting: 0, waiting: 0 })
    await sandbox.check({ signal })
    await expect.poll(() => sandbox.load()).toEqual({ busy: 0, idle: 1, starting: 0, waiting: 0 })
    const leave = new AbortController()
    const jobs = ['listen', 'listen'].map((job) => sandbox.run(job, null, { budget: 10_000, signal: leave.signal }))
    const ends = Promise.allSettled(jobs)
    await expect.poll(() => sandbox.load()).toMatchObject({ busy: 1, idle: 0, waiting: 1 })
    leave.abort()
    await ends
  })
})

describe('the check of a pool', () => {
  it('starts a child where there is none', async () => {
    // Also on a busy machine, where the start takes its time.
    const { sandbox } = watchedSandbox({ limits: { doubtMs: 60_000 } })
    await expect(sandbox.check({ signal })).resolves.toBeUndefined()
    expect(sandbox.pids()).toHaveLength(1)
    await expect(sandbox.check({ signal: AbortSignal.abort() })).resolves.toBeUndefined()
  })

  it('fails where children cannot be started, every time, and says so in the log', async () => {
    // Also on a busy machine, where such a start takes its time to fail.
    const { sandbox, lines } = watchedSandbox({ entry: broken, limits: { doubtMs: 60_000 } })
    for (let round = 0; round < 3; round++) {
      await expect(sandbox.check({ signal })).rejects.toMatchObject({
        code: 'provider_unavailable',
        details: { reason: 'children_cannot_start' },
      })
    }
    expect(lines[0]).toEqual({ event: 'child-not-started', failures: 1 })
  })

  it('does not fail for a start that only takes its time', async () => {
    const { sandbox } = watchedSandbox({ entry: broken, limits: { doubtMs: 1 } })
    await expect(sandbox.check({ signal })).resolves.toBeUndefined()
  })

  it('fails with its caller, and in a pool that is closed', async () => {
    const { sandbox } = watchedSandbox()
    await expect(sandbox.check({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' })
    await sandbox.close()
    await expect(sandbox.check({ signal })).rejects.toMatchObject({ code: 'overloaded' })
  })
})
