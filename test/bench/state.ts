import { randomUUID } from 'node:crypto'
import { findPostgres, startPostgres } from '@chancery/port-contracts/postgres-server'
import { median, type Report } from './report.ts'
import { type ServiceProcess, startService } from './service-process.ts'

const rounds = 7
const warmUpRounds = 2
const mailsOneByOne = 100
const mailsAtOnce = 300
const inFlight = 8
const importedRows = 1000

async function post(service: ServiceProcess, operation: string, input: unknown, key?: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': service.key,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const response = await fetch(`${service.address}/${operation}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${operation} answered ${response.status}: ${text}`)
}

const mail = { from: 'office@example.com', to: 'ada@example.com', subject: 'Hello', text: 'Hello.' }
const send = (service: ServiceProcess) => post(service, 'send-email', mail, randomUUID())

async function took(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** What is measured, each as milliseconds of one of its units. */
const works: readonly {
  readonly name: string
  run(service: ServiceProcess): Promise<number>
}[] = [
  {
    name: '`/send-email` to the outbox with an Idempotency-Key, one after the other',
    run: async (service) =>
      (await took(async () => {
        for (let n = 0; n < mailsOneByOne; n++) await send(service)
      })) / mailsOneByOne,
  },
  {
    name: `the same, ${inFlight} at once`,
    async run(service) {
      let left = mailsAtOnce
      const lane = async (): Promise<void> => {
        while (left-- > 0) await send(service)
      }
      return (await took(async () => void (await Promise.all(Array.from({ length: inFlight }, lane))))) / mailsAtOnce
    },
  },
  {
    name: `\`/enter-client-data\` of ${importedRows} new people`,
    run(service) {
      const run = randomUUID()
      const rows = Array.from({ length: importedRows }, (_, n) => ({
        name: `Person ${run} ${n}`,
        email: `p${n}-${run}@example.com`,
      }))
      const document = { content: Buffer.from(JSON.stringify(rows)).toString('base64'), filename: 'people.json' }
      return took(() => post(service, 'enter-client-data', { source: { provider: 'json', document } }))
    },
  },
]

export async function state(): Promise<Report> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('There is no Postgres on this machine.')
  const server = await startPostgres(programs, { durable: true })
  const sqlite = await startService({ CHANCERY_STATE: 'sqlite' })
  const postgres = await startService({
    CHANCERY_STATE: 'postgres',
    CHANCERY_DATABASE_URL: await server.schema(),
    CHANCERY_MIGRATE: 'start',
    CHANCERY_KEY_SECRET: randomUUID(),
  })
  const measured = works.map(() => ({ sqlite: [] as number[], postgres: [] as number[] }))
  try {
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      for (const [index, work] of works.entries()) {
        const times = { sqlite: await work.run(sqlite), postgres: await work.run(postgres) }
        if (round < warmUpRounds) continue
        measured[index]?.sqlite.push(times.sqlite)
        measured[index]?.postgres.push(times.postgres)
      }
    }
  } finally {
    await Promise.all([sqlite.stop(), postgres.stop()])
    await server.close()
  }
  return {
    title: 'State in Postgres beside SQLite',
    method: `The bundled server with its state in SQLite (WAL, \`synchronous=FULL\`) and in a Postgres on the same machine over a socket (\`fsync=on\`), interleaved; medians of ${rounds} rounds after ${warmUpRounds} to warm up. With Postgres, a call with an Idempotency-Key takes the ways there and back for its key, its rate, its claim and its answer, an e-mail two more for the ledger; a network between both adds its time to each.`,
    columns: ['operation', 'SQLite', 'Postgres', 'ratio', 'ratios of single rounds'],
    rows: works.map(({ name }, index) => {
      const { sqlite: one = [], postgres: other = [] } = measured[index] ?? {}
      const ratios = other.map((each, round) => each / (one[round] ?? Number.NaN))
      return [
        name,
        `${median(one).toFixed(1)} ms`,
        `${median(other).toFixed(1)} ms`,
        median(ratios).toFixed(2),
        `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
      ]
    }),
    goals: [],
  }
}
