import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueApiKey } from '@chancery/http'
import { compose, readConfiguration } from '@chancery/wiring'
import { copied } from '../bundles/deployed.ts'

export interface ServerOptions {
  /** `CHANCERY_…`, and what else its environment has. */
  readonly settings?: Readonly<Record<string, string>>
  /** How many keys are made, each a caller of its own. */
  readonly keys?: number
  /** A program that runs it, with its options: `prlimit --nofile=64`. */
  readonly within?: readonly string[]
  /** Where it keeps things; absent: in a folder of its own, that goes with it. */
  readonly data?: string
}

/** The bundle as it is deployed, in a process of its own. */
export interface ProvenServer {
  readonly address: string
  /** Where a thread of its own answers for its health. */
  readonly healthAddress: string
  readonly port: number
  readonly keys: readonly string[]
  readonly pid: number
  readonly data: string
  /** All that it has printed and logged. */
  output(): string
  isRunning(): boolean
  /** Resolves with the exit code, or the signal by which it ended. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
  /** Ends it, and takes away what it keeps, where that is its own. */
  stop(): Promise<void>
}

let copy: Promise<{ readonly folder: string; remove(): void }> | undefined

/** One copy of the bundle for all trials of this process. */
async function bundleFolder(): Promise<string> {
  copy ??= copied('server').then((made) => {
    process.once('exit', made.remove)
    return made
  })
  return (await copy).folder
}

const usual = {
  CHANCERY_PORT: '0',
  CHANCERY_HEALTH_PORT: '0',
  CHANCERY_LOG: 'error',
  CHANCERY_EMAIL_FROM: 'Harrow & Pine <office@example.com>',
  CHANCERY_RATE_PER_MINUTE: '1000000',
}

/** Makes keys in the state of a data folder, before or beside a service that uses it. */
export async function makeKeys(settings: Readonly<Record<string, string>>, count: number): Promise<readonly string[]> {
  const chancery = Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('CHANCERY_')))
  const composition = compose(readConfiguration({ ...chancery, CHANCERY_SAFETY: 'inline' }))
  const keys: string[] = []
  for (let index = 0; index < count; index++) {
    const createdAt = new Date().toISOString()
    const wanted = { name: `key ${index}`, environment: 'dev', operations: '*' as const, createdAt }
    const { key, record } = issueApiKey(wanted, composition.keySecret)
    await composition.apiKeys.save(record)
    keys.push(key)
  }
  await composition.close()
  return keys
}

/** @throws what was printed, where it ends before it serves */
export async function startServer(options: ServerOptions = {}): Promise<ProvenServer> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'chancery-prove-'))
  const settings = { ...usual, CHANCERY_DATA: data, ...options.settings }
  const keys = await makeKeys(settings, options.keys ?? 1)
  const child = await spawned(options, { ...settings, HOME: data })
  const output = outputOf(child)
  const address = await printedAddress(child, output)
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> => {
    if (isRunning()) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return child.exitCode ?? child.signalCode
  }
  return {
    address,
    healthAddress: /health\s+(http:\S+)\/healthz/.exec(output())?.[1] ?? address,
    port: Number(new URL(address).port),
    keys,
    pid: child.pid ?? 0,
    data,
    output,
    isRunning,
    end,
    async stop() {
      const force = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await end('SIGTERM')
      clearTimeout(force)
      if (options.data === undefined) rmSync(data, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function spawned({ within = [] }: ServerOptions, settings: Readonly<Record<string, string>>) {
  const main = join(await bundleFolder(), 'main.js')
  const [program = '', ...args] = [...within, process.execPath, main]
  return spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let output = ''
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return () => output
}

/** What a service prints that does not start, or that ends soon after. */
export async function refusedStart(options: ServerOptions): Promise<string> {
  const child = await spawned(options, { ...usual, ...options.settings })
  const output = outputOf(child)
  const late = setTimeout(() => child.kill('SIGTERM'), 5000)
  await once(child, 'close')
  clearTimeout(late)
  return output()
}

function printedAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const address = /address\s+(http:\S+)[^]*\n\nTry it/.exec(output())?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it served: ${output()}`)))
    child.once('error', reject)
  })
}
