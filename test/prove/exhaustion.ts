import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { effectCalls, lostOrTorn, toldOf, unclear } from './effect-calls.ts'
import { isWhole } from './effects.ts'
import { type Answered, atOnce, createCaller, inLanes } from './load.ts'
import { openDescriptors } from './process-tree.ts'
import { faultsIn, type Finding, type Proof, type Scale } from './promise.ts'
import { startServer } from './proven-server.ts'

const lanes = 4
const clear = [200, 429, 503, 507]

/** Nothing left to open files with, and nothing left to write them to. */
export const exhaustion: Proof = {
  name: 'exhaustion',
  prove: async (scale) => [await withoutDescriptors(scale), await withoutDisk(scale)],
}

async function withoutDescriptors(scale: Scale): Promise<Finding> {
  const durationMs = scale(15_000, 3000)
  const server = await startServer({ settings: { CHANCERY_CONCURRENCY: '64' } })
  const caller = createCaller(server.address, { keepBodies: true })
  const { call, done } = effectCalls(server, caller)
  const limit = (soft: string): void => void execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${soft}:`])
  // Connections are open, and children there, before nothing more can be opened.
  await inLanes(lanes, 3000, call)
  const before = openDescriptors(server.pid)
  limit(String(before + 1))
  const during = await inLanes(lanes, durationMs, call)
  limit('4096')
  // What was refused a moment ago may be refused a moment longer, as it was told.
  await pause(3000)
  const after = await inLanes(lanes, 3000, call)
  caller.close()
  const isRunning = server.isRunning()
  await server.end('SIGTERM')
  const lost = await lostOrTorn(server.data, done)
  await server.stop()
  const odd = unclear(during, clear)
  const bad = after.filter(({ status }) => status !== 200)
  return {
    promise: 'A service without descriptors says so (503), goes on as soon as there are some, and loses nothing',
    tried: `While all kinds of effects were called for, the limit was set to what was open just then, for ${(durationMs / 1000).toFixed(0)} s, and raised again. Connections were kept.`,
    figure: `at the limit ${toldOf(during)}; afterwards ${toldOf(after)}; neither 200, 429, 503 nor 507: ${faultsIn(odd)}; lost or torn: ${faultsIn(lost)}`,
    holds: isRunning && odd.length === 0 && bad.length === 0 && lost.length === 0,
  }
}

const diskMb = 24
const ballastMb = 12

async function withoutDisk(scale: Scale): Promise<Finding> {
  const promise =
    'A service whose disk is full says so (503 or 507, and by /readyz), goes on as soon as there is room, and loses nothing'
  const tried = `All it keeps lay on a file system of ${diskMb} MB in memory (tmpfs), half of it taken by another file. All kinds of effects were called for until it was full, and for a while longer; then the other file was taken away. At the end the service was started again on what was there.`
  const data = mkdtempSync(join(tmpdir(), 'chancery-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', data], { encoding: 'utf8' })
  if (mounted.status !== 0) {
    rmSync(data, { recursive: true })
    return { promise, tried, figure: 'no file system can be mounted here', holds: 'untried' }
  }
  try {
    mkdirSync(join(data, 'kept'))
    writeFileSync(join(data, 'ballast'), randomBytes(ballastMb * 1024 ** 2))
    const server = await startServer({ data: join(data, 'kept'), settings: { CHANCERY_CONCURRENCY: '64' } })
    const caller = createCaller(server.address, { keepBodies: true })
    const { call, done } = effectCalls(server, caller)
    const before: Answered[] = []
    while (before.at(-1)?.status === 200 || before.length === 0) before.push(await call())
    const during = await inLanes(lanes, scale(10_000, 2000), call)
    const readyWhileFull = await statusOf(`${server.address}/readyz`)
    rmSync(join(data, 'ballast'))
    await pause(1000)
    // Fewer than would fill it again.
    const after = await atOnce(
      Array.from({ length: 80 }, () => call),
      2,
    )
    caller.close()
    const isRunning = server.isRunning()
    await server.end('SIGTERM')
    const again = await startServer({ data: join(data, 'kept'), keys: 0 })
    await again.stop()
    const lost = await lostOrTorn(join(data, 'kept'), done)
    const odd = unclear([...before, ...during], clear)
    const bad = after.filter(({ status, body }) => status !== 200 || !isWhole(body))
    return {
      promise,
      tried,
      figure: `full after ${before.length} calls; then ${toldOf(during)}; /readyz ${readyWhileFull}; with room again ${toldOf(after)}; neither 200, 429, 503 nor 507: ${faultsIn(odd)}; lost or torn: ${faultsIn(lost)}`,
      holds: isRunning && readyWhileFull === 503 && odd.length === 0 && bad.length === 0 && lost.length === 0,
    }
  } finally {
    spawnSync('umount', [data])
    rmSync(data, { recursive: true, force: true })
  }
}

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).once('error', () => resolve(0))
  })
