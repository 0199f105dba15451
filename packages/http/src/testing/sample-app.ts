import { defaultSettings, type ApiKeyRecord, type ApiKeyStore, type LogLevel, type Ports } from '@chancery/core'
import { createMemoryState } from '@chancery/state'
import { createMemoryDocumentStore } from '@chancery/storage'
import type { WorkSettings } from '../background/work-call.ts'
import { issueApiKey, type NewApiKey } from '../access/api-key.ts'
import { fingerprintOf } from '../json/canonical-json.ts'
import { createHttpApp } from '../app.ts'
import { type BackgroundSettings, defaultBackgroundLimits } from '../background/background-settings.ts'
import type { HttpSettings } from '../settings.ts'
import { sampleOperations } from './sample-operations.ts'

const keySecret = 'the secret of the tests'

interface LogLine {
  readonly level: LogLevel
  readonly event: string
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

/** The app over the sample operations, with a key, a clock that is moved by hand, and everything it logged. */
export function sampleApp(settings: Partial<HttpSettings> = {}) {
  const kept: string[] = []
  const logs: LogLine[] = []
  const time = { now: Date.parse('2026-11-21T10:00:00Z') }
  const clock = { now: () => time.now }
  const state = createMemoryState({ clock })
  const store = createMemoryDocumentStore()
  const records = new Map<string, ApiKeyRecord>()
  const apiKeys: ApiKeyStore = {
    find: async (id) => records.get(id),
    list: async () => [...records.values()],
    save: async (record) => void records.set(record.id, record),
    check: async () => undefined,
  }
  const issue = (wanted: Partial<NewApiKey> = {}, changes: Partial<ApiKeyRecord> = {}): string => {
    const { key, record } = issueApiKey(
      { name: 'test', environment: 'dev', operations: '*', createdAt: '2026-11-21T10:00:00Z', ...wanted },
      keySecret,
    )
    records.set(record.id, { ...record, ...changes })
    return key
  }
  const key = issue()
  let ids = 0
  const ports = {
    clock,
    ids: { next: () => `id${++ids}` },
    logger: {
      log: (level, event, fields = {}) => void logs.push({ level, event, fields }),
      within: (_fields, run) => run(),
    },
    settings: defaultSettings,
    hasher: {
      sha256OfStream: async () => '',
      sha256: (bytes) => fingerprintOf(bytes),
    },
    telemetry: {
      span: (_name, _options, run) => run({ note: () => undefined }),
      count: () => undefined,
      record: () => undefined,
      gauge: () => undefined,
    },
  } satisfies Partial<Ports> as Partial<Ports> as Ports
  const announced: string[] = []
  const background: BackgroundSettings = {
    register: state.calls,
    delivery: {
      id: 'sample',
      announce: async (id) => void announced.push(id),
      receive: async () => ({ close: async () => undefined }),
    },
    store,
    ports,
    limits: defaultBackgroundLimits,
    documentLimits: {
      ...defaultSettings.limits,
      pages: 5000,
      cells: 1_000_000,
      records: 50_000,
      samples: 200,
      clientRows: 1_000_000,
    },
  }
  const operations = sampleOperations(kept)
  const app = createHttpApp({
    operations,
    background,
    ports,
    auth: { mode: 'keys', apiKeys, keySecret },
    idempotency: state.idempotency,
    rates: state.rates,
    clock,
    ids: ports.ids,
    logger: ports.logger,
    info: { version: '0.1.0', baseUrl: 'http://127.0.0.1:8080' },
    ...settings,
  })
  /** Calls an operation with the key; a body that is no string is written as JSON. */
  const post = (name: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    Promise.resolve(
      app.request(`/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
    )
  /** Does what waits, as a worker does. */
  const worked: WorkSettings = { operations, background, answerBytes: 1_000_000, checkOutputs: true }
  return { app, post, key, issue, kept, logs, time, records, announced, background, worked, store }
}
