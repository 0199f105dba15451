import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { catalog } from '@chancery/core'
import { issueApiKey } from '@chancery/http'
import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { startFakeGcs } from '../../packages/storage/src/gcs/fake-gcs.ts'
import { type Deployed, deploy } from '../bundles/deployed.ts'
import { startCredentials } from '../bundles/google-credentials.ts'
import { operationDocuments } from '../fixtures/example-documents.ts'
import { atOnce } from '../state/instances.ts'
import { startMailProvider } from '../state/mail-provider.ts'
import { base64 } from './mixed-calls.ts'
import { faultsIn, type Finding, type Proof, tally } from './promise.ts'

const promise = 'Two instances of the function do together what one does: each call once, whichever of them it comes to'

/** As long as an instance may keep a call to itself: after it, the other one goes on with what was killed. */
const deadlineMs = 8000

/** The function as Google starts it, twice, on one Postgres, one bucket and one provider of e-mail. */
export const twoFunctions: Proof = {
  name: 'two-functions',
  async prove(scale) {
    const programs = findPostgres()
    if (programs === undefined)
      return [{ promise, tried: '', figure: 'There is no Postgres on this machine.', holds: 'untried' }]
    const postgres = await startPostgres(programs)
    const world = await startWorld(postgres)
    try {
      const own = await world.deploy()
      const other = await world.deploy()
      const alike = await sameAnswers(world, own, other)
      const raced = await races(world, own, other, scale(200, 10))
      return [finding(alike, raced)]
    } finally {
      await world.close()
      await postgres.close()
    }
  },
}

interface World {
  readonly key: string
  deploy(): Promise<Deployed>
  /** How often each subject was sent. */
  readonly mails: ReadonlyMap<string, number>
  /** Names in the bucket below a folder. */
  documents(folder: string): Promise<readonly string[]>
  clients(): Promise<number>
  close(): Promise<void>
}

async function startWorld(postgres: PostgresServer): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-functions-'))
  const [gcs, mail, credentials] = [await startFakeGcs(), await startMailProvider(), await startCredentials(folder)]
  const url = await postgres.schema()
  const secret = randomBytes(32).toString('hex')
  const created = { name: 'proof', environment: 'dev', operations: '*' as const, createdAt: new Date().toISOString() }
  const { key } = issueApiKey(created, secret)
  const settings = {
    ...credentials.environment,
    ...mail.settings,
    // So Google says that it is one of its services, which may have nothing that an instance takes with it.
    K_SERVICE: 'chancery',
    CHANCERY_API_KEY: key,
    CHANCERY_KEY_SECRET: secret,
    CHANCERY_STATE: 'postgres',
    CHANCERY_DATABASE_URL: url,
    CHANCERY_MIGRATE: 'start',
    CHANCERY_STORES: 'gcs',
    CHANCERY_GCS_BUCKET: 'docs',
    CHANCERY_GCS_ENDPOINT: gcs.endpoint,
    CHANCERY_CONCURRENCY: '64',
    CHANCERY_RATE_PER_MINUTE: '1000000',
    CHANCERY_DEADLINE_MS: String(deadlineMs),
  }
  const started: Deployed[] = []
  return {
    key,
    mails: mail.taken,
    async deploy() {
      const deployed = await deploy('functions', settings)
      started.push(deployed)
      return deployed
    },
    async documents(below) {
      const response = await fetch(`${gcs.endpoint}/storage/v1/b/docs/o?prefix=${encodeURIComponent(below)}`)
      const { items } = (await response.json()) as { readonly items: readonly { readonly name: string }[] }
      return items.map(({ name }) => name)
    },
    clients: async () => Number(await postgres.query(url, 'SELECT count(*) FROM chancery_clients')),
    async close() {
      await Promise.all(started.map((deployed) => deployed.stop()))
      await Promise.all([gcs.stop(), mail.close()])
      credentials.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Answer {
  /** 0: there was none, since the instance went away. */
  readonly status: number
  readonly data?: unknown
}

async function post(address: string, key: string, operation: string, input: unknown, once: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': once }
  try {
    const response = await fetch(`${address}/${operation}`, { method: 'POST', headers, body: JSON.stringify(input) })
    return { status: response.status, data: ((await response.json()) as { readonly data?: unknown }).data }
  } catch {
    return { status: 0 }
  }
}

/** Every example of every operation, to the one and then to the other with the same key. */
async function sameAnswers({ key }: World, own: Deployed, other: Deployed) {
  const faults: string[] = []
  let calls = 0
  const stored = operationDocuments.map((input) => ({ title: input.path, input }))
  for (const { name, examples } of [{ name: 'store-document', examples: stored }, ...catalog]) {
    for (const { title, input } of examples) {
      const once = `example-${calls++}`
      const first = await post(own.address, key, name, input, once)
      const second = await post(other.address, key, name, input, once)
      if (first.status !== 200 || second.status !== 200)
        faults.push(`${name}, ${title}: ${first.status}, ${second.status}`)
      else if (JSON.stringify(first.data) !== JSON.stringify(second.data))
        faults.push(`${name}, ${title}: another answer`)
    }
  }
  return { calls, faults }
}

/** Kinds of effects, each call with a number of its own. */
const effects: readonly ((number: number) => { readonly operation: string; readonly input: object })[] = [
  (number) => ({
    operation: 'send-email',
    input: { to: ['ada@example.com'], subject: `sent ${number}`, text: 'Hello.' },
  }),
  (number) => ({
    operation: 'store-document',
    input: { document: { content: base64(`note ${number}`) }, path: `raced/${number}.txt`, onConflict: 'rename' },
  }),
  (number) => {
    const document = { content: base64(`email\nraced${number}@example.com\n`), filename: 'a.csv' }
    return { operation: 'enter-client-data', input: { source: { provider: 'csv', document } } }
  },
]

/** Done, under way at the other instance, or to be tried again: the process was gone, too much at once, the state was busy. */
const understood = [200, 409, 0, 429, 503]

/** Each call to both at once, again until it is answered; one instance is killed in the middle, and started anew. */
async function races(world: World, own: Deployed, other: Deployed, count: number) {
  const before = await world.clients()
  const instances = [own, other]
  const statuses: number[] = []
  let killed: Promise<void> | undefined
  const kill = async (): Promise<void> => {
    process.kill(own.pid, 'SIGKILL')
    instances[0] = await world.deploy()
  }
  const total = count * effects.length
  const raced = async (number: number): Promise<void> => {
    if (number >= total / 2) killed ??= kill()
    const effect = effects[number % effects.length]
    if (effect === undefined) return
    const { operation, input } = effect(number)
    const untilAnswered = async (which: number): Promise<void> => {
      for (let tries = 0; tries < 600; tries++) {
        const address = instances[which]?.address ?? ''
        const { status } = await post(address, world.key, operation, input, `race-${number}`)
        statuses.push(status)
        if (status === 200 || status === 422) return
        await pause(100)
      }
    }
    await Promise.all([untilAnswered(0), untilAnswered(1)])
  }
  await atOnce(
    Array.from({ length: total }, (_, number) => () => raced(number)),
    8,
  )
  await killed
  const faults = [...new Set(statuses)].filter((status) => !understood.includes(status)).map((status) => `a ${status}`)
  for (let number = 0; number < total; number += effects.length) {
    const times = world.mails.get(`sent ${number}`) ?? 0
    if (times !== 1) faults.push(`an e-mail ${times} times`)
  }
  const documents = await world.documents('raced/')
  if (documents.length !== count) faults.push(`${documents.length} documents`)
  const clients = (await world.clients()) - before
  if (clients !== count) faults.push(`${clients} clients`)
  return { effects: total, statuses, faults }
}

function finding(alike: Awaited<ReturnType<typeof sameAnswers>>, raced: Awaited<ReturnType<typeof races>>): Finding {
  const faults = [...alike.faults, ...raced.faults]
  return {
    promise,
    tried: `The bundle in Google's functions framework, two processes on one Postgres, with stand-ins for Cloud Storage and SendGrid. All examples of all twelve operations went to the one and then, with the same Idempotency-Key, to the other. Then ${raced.effects} e-mails, documents under a free name and imports went to both at once, 8 at a time, again until each had answered; one process was killed in the middle and started anew.`,
    figure: `${alike.calls} calls alike; statuses of the others ${tally(raced.statuses)} (0: the process was gone); lost, doubled or answered otherwise: ${faultsIn(faults)}`,
    holds: faults.length === 0,
  }
}
