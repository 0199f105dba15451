import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Report } from './report.ts'
import { printed, startService } from './service-process.ts'

const rounds = 9
/** A service is compiled later than a route of ten lines. */
const warmUpRounds = 3
const perRound = 1500
const inFlight = 16
const size = 10_000

/** Documents a second, `inFlight` at a time, each new and under a path of its own. */
async function rate(address: string, key: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight })
  let next = 0
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({
        document: { content: randomBytes(size).toString('base64'), filename: 'bench.bin' },
        path: `bench/${randomUUID()}.bin`,
      })
      const call = request(`${address}/store-document`, {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, 'content-length': Buffer.byteLength(body) },
      })
      call.on('response', (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
        )
      })
      call.on('error', reject)
      call.end(body)
    })
  const worker = async (): Promise<void> => {
    while (next++ < perRound) await one()
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: inFlight }, worker))
  agent.destroy()
  return (perRound / (performance.now() - started)) * 1000
}

export async function store(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  const bare = spawn('node', [join(import.meta.dirname, 'bare-route.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const bareAddress = /address (\S+)/.exec(await printed(bare, /address \S+/))?.[1] ?? ''
  const service = await startService()
  const ours: number[] = []
  const theirs: number[] = []
  try {
    for (let round = 0; round < warmUpRounds; round++) {
      await rate(bareAddress, '')
      await rate(service.address, service.key)
    }
    for (let round = 0; round < rounds; round++) {
      theirs.push(await rate(bareAddress, ''))
      ours.push(await rate(service.address, service.key))
    }
  } finally {
    bare.kill('SIGKILL')
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const ratios = ours.map((each, round) => each / (theirs[round] ?? Number.NaN))
  const ratio = median(ratios)
  return {
    title: 'Storing over HTTP',
    method: `\`/store-document\` of ${size} random bytes with key, checks, checksums, metadata and an atomic, durable write, beside a bare Hono route that parses the same JSON and writes the same bytes to a new file with fsync. ${perRound} documents a round, ${inFlight} in flight, medians of ${rounds} interleaved rounds after ${warmUpRounds} to warm up. What the ratio is depends on the disk: where it flushes fast, the processor decides, and the bare route has less to do; where it flushes slowly, one flush for all that wait decides.`,
    columns: ['route', 'documents a second', 'ratio', 'ratios of single rounds'],
    rows: [
      ['bare Hono route', median(theirs).toFixed(0), '1', ''],
      [
        '`/store-document`',
        median(ours).toFixed(0),
        ratio.toFixed(2),
        `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
      ],
    ],
    goals: [{ text: 'at least 0.45 of the bare route', met: ratio >= 0.45 }],
  }
}
