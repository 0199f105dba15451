import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Report } from './report.ts'

const rounds = 15
const server = join(import.meta.dirname, '../../build/server/main.js')

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

/** One request on a connection of its own; `false` where nobody listens yet. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
    )
    socket.once('data', (chunk) => {
      resolve(chunk.toString().startsWith('HTTP/1.1 200'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })

/** From the start of the process to the first answered request, in ms. */
async function toFirstAnswer(environment: Readonly<Record<string, string>> = {}): Promise<number> {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  const started = performance.now()
  const child = spawn('node', [server], {
    env: { PATH: process.env['PATH'] ?? '', CHANCERY_PORT: String(port), CHANCERY_DATA: data, ...environment },
    stdio: 'ignore',
  })
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 2))
  const elapsed = performance.now() - started
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(data, { recursive: true, force: true })
  return elapsed
}

function emptyNode(): number {
  const started = performance.now()
  spawnSync('node', ['-e', '0'])
  return performance.now() - started
}

export async function startUp(): Promise<Report> {
  const empty: number[] = []
  const built: number[] = []
  const uncompiled: number[] = []
  await toFirstAnswer()
  for (let round = 0; round < rounds; round++) {
    empty.push(emptyNode())
    built.push(await toFirstAnswer())
    uncompiled.push(await toFirstAnswer({ NODE_DISABLE_COMPILE_CACHE: '1' }))
  }
  const row = (name: string, times: readonly number[]): string[] => [
    name,
    median(times).toFixed(0),
    (median(times) / median(empty)).toFixed(2),
  ]
  return {
    title: 'Start-up',
    method: `From the start of the bundled server's process to its first answered request, beside a process that runs \`node -e 0\` and ends. Medians of ${rounds} interleaved rounds. The bundle brings what its build compiled.`,
    columns: ['process', 'ms', 'ratio'],
    rows: [
      row('`node -e 0`', empty),
      row('bundled server', built),
      row('bundled server without its compiled code', uncompiled),
    ],
    goals: [{ text: 'at most 6 times an empty process', met: median(built) <= 6 * median(empty) }],
  }
}
