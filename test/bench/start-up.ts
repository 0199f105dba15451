import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
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

/** From the start of the process to the first answered request, in ms. */
async function toFirstAnswer(): Promise<number> {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  const started = performance.now()
  const child = spawn('node', [server], {
    env: { PATH: process.env['PATH'] ?? '', CHANCERY_PORT: String(port), CHANCERY_DATA: data },
    stdio: 'ignore',
  })
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) break
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
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
  const full: number[] = []
  await toFirstAnswer()
  for (let round = 0; round < rounds; round++) {
    empty.push(emptyNode())
    full.push(await toFirstAnswer())
  }
  const ratio = median(full) / median(empty)
  return {
    title: 'Start-up',
    method: `From the start of the bundled server's process to its first answered request, beside a process that runs \`node -e 0\` and ends. Medians of ${rounds} interleaved rounds.`,
    columns: ['process', 'ms', 'ratio'],
    rows: [
      ['`node -e 0`', median(empty).toFixed(0), '1'],
      ['bundled server, first answer', median(full).toFixed(0), ratio.toFixed(2)],
      ['entry file, kB', (statSync(server).size / 1000).toFixed(0), ''],
    ],
    goal: { text: 'at most 5 times an empty process', met: ratio <= 5 },
  }
}
