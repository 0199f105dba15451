import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { developmentServer } from '../../apps/server/src/server-program.test-support.ts'
import { issueApiKey } from '@chancery/http'
import { compose, migrateState, readConfiguration } from '@chancery/wiring'

export interface Answer {
  /** 0: there was none, since the instance went away. */
  readonly status: number
  readonly body: {
    readonly code?: string
    readonly data?: unknown
    readonly detail?: string
    readonly retryable?: boolean
  }
}

/** One process of the service. */
export interface Instance {
  /** A call with the shared key. */
  post(operation: string, input: unknown, idempotencyKey?: string): Promise<Answer>
  kill(): Promise<void>
}

/** Several processes of the service that share their state and their data folder. */
export interface Instances {
  readonly data: string
  readonly all: readonly [Instance, Instance]
  close(): Promise<void>
}

/** Two servers as `npm start` has them, with one state. @param settings say where the state is */
export async function startInstances(settings: Readonly<Record<string, string>>): Promise<Instances> {
  const data = mkdtempSync(join(tmpdir(), 'chancery-instances-'))
  const shared = {
    CHANCERY_PORT: '0',
    CHANCERY_DATA: data,
    CHANCERY_LOG: 'off',
    CHANCERY_KEY_SECRET: randomBytes(32).toString('hex'),
    CHANCERY_RATE_PER_MINUTE: '1000000',
    CHANCERY_CONCURRENCY: '64',
    // A claim of a process that was killed lapses soon after.
    CHANCERY_DEADLINE_MS: '8000',
    CHANCERY_EMAIL_FROM: 'office@example.com',
    ...settings,
  }
  const configuration = readConfiguration(shared)
  await migrateState(configuration)
  const composition = compose(configuration)
  const created = { name: 'test', environment: 'dev', operations: '*' as const, createdAt: new Date().toISOString() }
  const { key, record } = issueApiKey(created, composition.keySecret)
  await composition.apiKeys.save(record)
  await composition.close()
  const [first, second] = await Promise.all([startInstance(shared, key), startInstance(shared, key)])
  return {
    data,
    all: [first, second],
    async close() {
      await Promise.all([first.kill(), second.kill()])
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function startInstance(settings: Readonly<Record<string, string>>, key: string): Promise<Instance> {
  const child = spawn(process.execPath, developmentServer, {
    env: {
      ...childEnvironment,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await printedAddress(child)
  return {
    async post(operation, input, idempotencyKey) {
      const headers = {
        'content-type': 'application/json',
        'x-api-key': key,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      }
      try {
        const body = JSON.stringify(input)
        const response = await fetch(`${address}/${operation}`, { method: 'POST', headers, body })
        return { status: response.status, body: (await response.json()) as Answer['body'] }
      } catch {
        return { status: 0, body: {} }
      }
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = ''
    child.stdout?.on('data', (text: Buffer) => {
      told += text.toString()
      const address = /address\s+(\S+)/.exec(told)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The instance ended with ${code} before it was ready: ${told}`)))
  })
}

/** Runs the works, so many at a time. */
export async function atOnce<T>(works: readonly (() => Promise<T>)[], lanes: number): Promise<readonly T[]> {
  const results: T[] = []
  const next = works.entries()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const [index, work] of next) results[index] = await work()
    }),
  )
  return results
}
