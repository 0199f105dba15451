import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostgres, startPostgres } from '@chancery/port-contracts/postgres-server'
import { migrateState, readSettings } from '@chancery/wiring'
import { copied } from '../bundles/deployed.ts'
import { letterDocument } from '../fixtures/letter.ts'
import { inLanes } from './load.ts'
import { createLeanCaller } from './lean-caller.ts'
import { type LongCall, longCalls } from './long-calls.ts'
import { longerCall } from './mixed-calls.ts'
import { faultsIn, type Finding, type Proof, type Scale } from './promise.ts'
import { type ProvenServer, startServer } from './proven-server.ts'

const leastBeside = 0.8

/** Calls that take minutes are done in the background, and go on where they were cut off. */
export const longWork: Proof = {
  name: 'long-work',
  async prove(scale) {
    const sizes = {
      pages: scale(200, 4),
      mails: scale(1000, 50),
      samples: scale(50, 3),
      samplePages: scale(100, 3),
      rows: scale(100_000, 3000),
    }
    const calls = longCalls(sizes)
    return [await onOneMachine(calls), await byTwoWorkers(calls), await besideOthers(scale)]
  },
}

interface Operation {
  readonly done: boolean
  readonly progress?: { readonly done: number }
  readonly response?: { readonly data: unknown }
  readonly error?: { readonly code: string }
}

/** Calls the service until it answers: it may be killed and started again meanwhile. */
async function posted(
  address: () => string,
  key: string,
  name: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{
  readonly status: number
  readonly body: { readonly data: { readonly operation: Operation & { readonly id: string } } }
}> {
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(`${address()}/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as never }
    } catch (error) {
      if (tries === 300) throw error
      await pause(200)
    }
  }
}

interface Service {
  address(): string
  readonly key: string
  /** Kills what is at work, as soon as there is some progress, and has it started again. */
  killOne(): Promise<void>
}

/** Takes all on, kills once in the middle, and waits for all. */
async function tried(calls: readonly LongCall[], { address, key, killOne }: Service): Promise<readonly string[]> {
  const post = (name: string, body: object, headers?: Record<string, string>) =>
    posted(address, key, name, body, headers)
  const faults: string[] = []
  const ids: string[] = []
  for (const [index, call] of calls.entries()) {
    const taken = await post(call.operation, call.body, { prefer: 'respond-async', 'idempotency-key': `key-${index}` })
    if (taken.status !== 202) faults.push(`${call.name}: ${taken.status}`)
    else ids[index] = taken.body.data.operation.id
  }
  const stateOf = async (id: string, waitMs = 0): Promise<Operation> =>
    (await post('get-operation', { id, waitMs })).body.data.operation
  const isBegun = async (id: string): Promise<boolean> => {
    const { done, progress } = await stateOf(id)
    return done || (progress?.done ?? 0) > 0
  }
  // The first call is in its middle.
  while (ids[0] !== undefined && !(await isBegun(ids[0]))) await pause(50)
  await killOne()
  for (const [index, call] of calls.entries()) {
    const id = ids[index]
    if (id === undefined) continue
    let operation = await stateOf(id, 20_000)
    while (!operation.done) operation = await stateOf(id, 20_000)
    if (operation.response === undefined) faults.push(`${call.name}: ${operation.error?.code ?? 'no answer'}`)
    else for (const fault of call.faults(operation.response.data as never)) faults.push(`${call.name}: ${fault}`)
  }
  return faults
}

const mailsIn = (data: string): number => readdirSync(join(data, 'outbox/new')).length

async function onOneMachine(calls: readonly LongCall[]): Promise<Finding> {
  const data = mkdtempSync(join(tmpdir(), 'chancery-long-'))
  let server = await startServer({ data })
  const [key = ''] = server.keys
  const begin = performance.now()
  const faults = await tried(calls, {
    address: () => server.address,
    key,
    async killOne() {
      await server.end('SIGKILL')
      server = await startServer({ data })
    },
  })
  const seconds = (performance.now() - begin) / 1000
  const mails = mailsIn(data)
  await server.stop()
  rmSync(data, { recursive: true, force: true })
  return finding(
    calls,
    seconds,
    mails,
    faults,
    'one machine, with SQLite and default settings; the server was killed in the middle and started again',
  )
}

async function byTwoWorkers(calls: readonly LongCall[]): Promise<Finding> {
  const programs = findPostgres()
  const how = 'two workers on Postgres; one was killed in the middle'
  if (programs === undefined)
    return {
      promise: promiseOf(calls),
      tried: how,
      figure: 'There is no Postgres on this machine.',
      holds: 'untried',
    }
  const postgres = await startPostgres(programs)
  const data = mkdtempSync(join(tmpdir(), 'chancery-long-'))
  const settings = {
    CHANCERY_STATE: 'postgres',
    CHANCERY_DATABASE_URL: await postgres.schema(),
    CHANCERY_KEY_SECRET: 'a secret of the proof, long enough',
  }
  await migrateState(
    readSettings(settings, ['CHANCERY_STATE', 'CHANCERY_AUDIT', 'CHANCERY_DATABASE_URL', 'CHANCERY_WORK']),
  )
  const server = await startServer({ data, settings: { ...settings, CHANCERY_WORKERS: '0' } })
  const workers = [await startedWorker(data, settings), await startedWorker(data, settings)]
  const begin = performance.now()
  const faults = await tried(calls, {
    address: () => server.address,
    key: server.keys[0] ?? '',
    async killOne() {
      workers[0]?.kill('SIGKILL')
      workers.push(await startedWorker(data, settings))
    },
  })
  const seconds = (performance.now() - begin) / 1000
  const mails = mailsIn(data)
  for (const worker of workers) worker.kill('SIGTERM')
  await Promise.all(workers.map((worker) => (worker.exitCode ?? worker.signalCode) === null && once(worker, 'exit')))
  await server.stop()
  await postgres.close()
  rmSync(data, { recursive: true, force: true })
  return finding(calls, seconds, mails, faults, how)
}

async function startedWorker(data: string, settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const { folder } = await copied('server')
  const child = spawn(process.execPath, [join(folder, 'work.js')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: data,
      CHANCERY_DATA: data,
      CHANCERY_LOG: 'error',
      CHANCERY_EMAIL_FROM: 'Harrow & Pine <office@example.com>',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

const promiseOf = (calls: readonly LongCall[]): string =>
  `${calls.map(({ name }) => name).join(', ')}: each is complete with one call in the background, though a process is killed in the middle`

function finding(
  calls: readonly LongCall[],
  seconds: number,
  mails: number,
  faults: readonly string[],
  tried: string,
): Finding {
  const wanted = (calls.find(({ operation }) => operation === 'fill-email-template')?.body as { recipients: unknown[] })
    .recipients.length
  const doubled =
    mails > wanted ? [`${mails - wanted} mails twice`] : mails < wanted - 1 ? [`${wanted - mails} mails lost`] : []
  const all = [...faults, ...doubled]
  return {
    promise: promiseOf(calls),
    tried: `All were sent at once with \`Prefer: respond-async\`, on ${tried}.`,
    figure: `done in ${seconds.toFixed(0)} s, ${mails} mails in the outbox; lost, doubled or failed: ${faultsIn(all)}`,
    holds: all.length === 0,
  }
}

/** Others are answered as ever while the queue is full. */
async function besideOthers(scale: Scale): Promise<Finding> {
  const server = await startServer({ keys: 8 })
  const caller = createLeanCaller(server.address)
  const ms = scale(30_000, 4000)
  const send = (index: number) => caller.send({ ...longerCall(index), key: server.keys[1 + (index % 7)] ?? '' })
  const throughput = async (): Promise<number> => {
    const begin = performance.now()
    const answers = await inLanes(7, ms, send)
    return (answers.filter(({ status }) => status === 200).length * 1000) / (performance.now() - begin)
  }
  await inLanes(7, ms / 2, send)
  const alone = await throughput()
  await fillQueue(server)
  const beside = await throughput()
  caller.close()
  await server.stop()
  return {
    promise: `Calls that are waited for keep at least ${leastBeside * 100} % of their throughput beside a full queue in the background`,
    tried: `Seven callers that wait for their answers (documents of four to six pages), for ${(ms / 1000).toFixed(0)} s alone and as long beside 200 operations of another key, each of which fills 2,000 letters.`,
    figure: `${alone.toFixed(0)} a second alone, ${beside.toFixed(0)} beside (${((100 * beside) / alone).toFixed(0)} %)`,
    holds: beside >= leastBeside * alone,
  }
}

async function fillQueue({ address, keys }: ProvenServer): Promise<void> {
  const template = letterDocument({ name: '{name}', number: '{n}', total: '1', items: [['Survey', '1']] })
  const records = Array.from({ length: 2000 }, (_, n) => ({ data: { name: `A ${n}`, n } }))
  const content = Buffer.from(template).toString('base64')
  for (let n = 0; n < 200; n++) {
    await posted(
      () => address,
      keys[0] ?? '',
      'pre-filling',
      { template: { content, filename: 't.docx' }, records, missing: 'blank' },
      { prefer: 'respond-async' },
    )
  }
}
