import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ServiceProcess {
  readonly address: string
  readonly key: string
  readonly pid: number
  stop(): Promise<void>
}

/** The bundled server as a process of its own, on a free port and with a data folder of its own. */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const data = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  const child = spawn('node', [join(import.meta.dirname, '../../build/server/main.js'), '--development-key'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      CHANCERY_PORT: '0',
      CHANCERY_DATA: data,
      CHANCERY_RATE_PER_MINUTE: '1000000',
      CHANCERY_CONCURRENCY: '64',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const text = await printed(child, /key\s+(chk_\S+)/)
  return {
    address: /address\s+(\S+)/.exec(text)?.[1] ?? '',
    key: /key\s+(chk_\S+)/.exec(text)?.[1] ?? '',
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** What a process has printed as soon as it matches. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (pattern.test(text)) resolve(text)
    })
    child.once('exit', (code) => reject(new Error(`The process ended with ${code} before it was ready: ${text}`)))
  })
}
