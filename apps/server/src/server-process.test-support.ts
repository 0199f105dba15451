import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { diskFolder } from '@chancery/port-contracts/disk-folder'
import { developmentServer, serverProgram } from './server-program.test-support.ts'

export interface ServerProcess {
  readonly address: string
  readonly port: number
  /** Empty where none was printed. */
  readonly key: string
  readonly child: ChildProcess
  readonly pid: number
  /** What it printed on its standard output, so far. */
  text(): string
  log(): string
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Besides port and data folder. */
  readonly args?: readonly string[]
  /** Absent: what starts fastest with a key for development. */
  readonly entry?: 'start.ts' | 'serve.ts'
  /** A program that runs it, with its options: `prlimit --nofile=64`. */
  readonly within?: readonly string[]
  readonly detached?: boolean
}

/** Servers as processes of their own, on free ports, with one data folder. */
export function serverProcesses() {
  const data = mkdtempSync(join(diskFolder, 'chancery-server-'))
  const children: ChildProcess[] = []
  return {
    data,
    /** @throws where it ends before it is ready, with what it logged */
    async start({ env, args = [], entry, within = [], detached = false }: StartOptions = {}): Promise<ServerProcess> {
      const [program = '', ...options] = [...within, process.execPath]
      const server = entry === undefined ? developmentServer : [serverProgram(entry)]
      const child = spawn(program, [...options, ...server, '--port', '0', '--data', data, ...args], {
        env: {
          ...childEnvironment,
          ...env,
        },
        detached,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      let text = ''
      let log = ''
      child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (text.includes('"onConflict":"overwrite"}\'')) resolve()
        })
        child.once('exit', (code) => reject(new Error(`ended with ${code}: ${log}`)))
      })
      const address = /address\s+(\S+)/.exec(text)?.[1] ?? ''
      return {
        address,
        port: Number(new URL(address).port),
        key: /key\s+(chk_\S+)/.exec(text)?.[1] ?? '',
        child,
        pid: child.pid ?? 0,
        text: () => text,
        log: () => log,
      }
    },
    /** Ends all, and takes their data away. */
    async end(): Promise<void> {
      for (const child of children.splice(0)) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      rmSync(data, { recursive: true, force: true })
    },
  }
}
