import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallName, providers } from '@chancery/core'
import { issueApiKey } from '@chancery/http'
import { createMemoryTransport } from '@chancery/mail'
import { findPostgres, startPostgres } from '@chancery/port-contracts/postgres-server'
import { createHttpService, migrateState, readConfiguration, readSettings } from '@chancery/wiring'
import { startFakeGcs } from '../../packages/storage/src/gcs/fake-gcs.ts'

/** The spaces of the tests; `''` is the common one. */
export const spaces = ['', 'lisbon', 'porto'] as const
export type Space = (typeof spaces)[number]

/** What a caller got. */
export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly replayed: boolean
  /** JSON, or base64 of anything else. */
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of twelve operations, and problems.
  readonly body: any
}

/** How things are kept: by which settings, and what runs beside the service for it. */
interface Keeping {
  readonly settings: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const postgres = findPostgres()
if (postgres === undefined) process.stdout.write('No Postgres on this machine: spaces are not tried with one.\n')

/** Ways of keeping things, by name. */
export const keepings: Readonly<Record<string, () => Promise<Keeping>>> = {
  memory: async () => ({ settings: { CHANCERY_STORES: 'memory', CHANCERY_STATE: 'memory' }, stop: async () => {} }),
  'a folder and SQLite': async () => ({ settings: {}, stop: async () => {} }),
  'Cloud Storage and SQLite': async () => {
    const fake = await startFakeGcs()
    const settings = { CHANCERY_STORES: 'gcs', CHANCERY_GCS_BUCKET: 'docs', CHANCERY_GCS_ENDPOINT: fake.endpoint }
    return { settings, stop: fake.stop }
  },
  ...(postgres !== undefined && {
    'a folder and Postgres': async () => {
      const server = await startPostgres(postgres)
      const url = await server.schema()
      const settings = { CHANCERY_STATE: 'postgres', CHANCERY_DATABASE_URL: url }
      await migrateState(
        readSettings(settings, ['CHANCERY_STATE', 'CHANCERY_AUDIT', 'CHANCERY_DATABASE_URL', 'CHANCERY_WORK']),
      )
      return { settings, stop: server.close }
    },
  }),
}
/**
 * The whole service behind its HTTP face, with a key for each space. All keys are one caller's, so that nothing but the
 * space tells them apart.
 */
export async function createSpacedService(keep: () => Promise<Keeping>) {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-spaces-'))
  const { settings, stop } = await keep()
  const transport = createMemoryTransport()
  const { app, composition } = createHttpService(
    readConfiguration({
      CHANCERY_DATA: folder,
      CHANCERY_TRANSPORTS: 'memory',
      // Whether an office is installed must not change what tests see.
      CHANCERY_CONVERTERS: 'off',
      CHANCERY_LOG: 'off',
      CHANCERY_SAFETY: 'inline',
      CHANCERY_EMAIL_FROM: 'Office <office@example.com>',
      CHANCERY_RATE_PER_MINUTE: '1000000',
      CHANCERY_KEY_SECRET: randomBytes(32).toString('hex'),
      ...settings,
    }),
    { replacements: { transports: providers({ memory: transport }) }, checkOutputs: true },
  )
  const keys = new Map<Space, string>()
  for (const space of spaces) {
    const wanted = { name: 'test', environment: 'dev', operations: '*', createdAt: '2026-01-01T00:00:00Z' } as const
    const own = space === '' ? {} : { space }
    const { key, record } = issueApiKey({ ...wanted, ...own, caller: 'shared' }, composition.keySecret)
    await composition.apiKeys.save(record)
    keys.set(space, key)
  }
  return {
    transport,
    async call(
      space: Space,
      operation: CallName,
      input: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> {
      const response = await app.request(`/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keys.get(space) ?? '', ...headers },
        body: JSON.stringify(input),
      })
      const type = response.headers.get('content-type')
      const bytes = Buffer.from(await response.arrayBuffer())
      return {
        status: response.status,
        type,
        replayed: response.headers.has('idempotency-replayed'),
        body: type?.includes('json') === true ? JSON.parse(bytes.toString()) : bytes.toString('base64'),
      }
    },
    async close() {
      await composition.close()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type SpacedService = Awaited<ReturnType<typeof createSpacedService>>

/** A call that must do. */
export async function done(answer: Promise<Answer>) {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.data
}

export const base64 = (content: Uint8Array | string): string => Buffer.from(content).toString('base64')
