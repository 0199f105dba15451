import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { effectCalls, lostOrTorn, toldOf, unclear } from './effect-calls.ts'
import { createCaller, inLanes } from './load.ts'
import { faultsIn, type Finding, type Proof, type Scale } from './promise.ts'
import { startServer } from './proven-server.ts'

const lanes = 6
const clear = [200, 429, 502, 503, 507]
/** Of all calls of the file system. */
const shares = [0.02, 0.1, 0.4]

/** A disk, a mount or a limit that fails now and then, wherever the service's own process calls for a file. */
export const failingFiles: Proof = {
  name: 'failing-files',
  async prove(scale) {
    const findings: Finding[] = []
    for (const share of shares) findings.push(await withShare(share, scale))
    return findings
  },
}

async function withShare(share: number, scale: Scale): Promise<Finding> {
  const durationMs = scale(30_000, 2000)
  const server = await startServer({
    settings: {
      CHANCERY_CONCURRENCY: '64',
      FAULTY_SHARE: String(share),
      FAULTY_SEED: '1',
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'faulty-files.ts')).href}`,
      NODE_NO_WARNINGS: '1',
    },
  })
  const caller = createCaller(server.address, { keepBodies: true })
  const { call, done } = effectCalls(server, caller)
  await inLanes(lanes, 2000, call)
  process.kill(server.pid, 'SIGWINCH')
  const during = await inLanes(lanes, durationMs, call)
  process.kill(server.pid, 'SIGWINCH')
  const after = await inLanes(lanes, 3000, call)
  caller.close()
  const isRunning = server.isRunning()
  await server.end('SIGTERM')
  const count = Number(/^faults (\d+)$/m.exec(server.output())?.[1] ?? 0)
  const lost = await lostOrTorn(server.data, done)
  await server.stop()
  const odd = unclear(during, clear)
  const bad = after.filter(({ status }) => status !== 200)
  return {
    promise:
      'Whichever call of the file system fails, a caller is told so (502, 503), the service goes on, and nothing is lost',
    tried: `While all kinds of effects were called for, ${share * 100} % of the calls that the service's process made of the file system failed for ${(durationMs / 1000).toFixed(0)} s, as a full disk, a limit, a broken disk or a mount that is gone would have it.`,
    figure: `${count} failed; ${toldOf(during)}; afterwards ${toldOf(after)}; neither 200, 429, 502, 503 nor 507: ${faultsIn(odd)}; lost or torn: ${faultsIn(lost)}`,
    holds: isRunning && count > 0 && odd.length === 0 && bad.length === 0 && lost.length === 0,
  }
}
