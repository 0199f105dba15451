import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, atOnce, type Instance, startInstances } from './instances.ts'
import { startMailProvider } from './mail-provider.ts'

/** What became of raced keys. */
export interface KeyRace {
  readonly keys: number
  /** E-mails that arrived. */
  readonly effects: number
  /** Keys whose e-mail arrived more than once. */
  readonly twice: number
  /** Keys whose last answer says that it is not known whether the e-mail was sent. */
  readonly unknown: number
  /** Keys that were told a success and have no e-mail, or the reverse. */
  readonly wrong: number
  /** Answers that are neither a success nor a refusal that says what to do. */
  readonly faults: readonly Answer[]
}

/** How an instance is ended in the middle of a race. */
export interface RaceSettings {
  readonly kill: boolean
}

const lanes = 8

/** About half of what a call takes, in ms. */
const killAfterMs = 10

/**
 * Sends one e-mail for each of so many Idempotency-Keys, by both instances at once, through a provider that recognizes no
 * repetition; then until each key has its last answer.
 * @param settings say where the state is
 */
export async function raceKeys(
  settings: Readonly<Record<string, string>>,
  keys: number,
  { kill }: RaceSettings,
): Promise<KeyRace> {
  const provider = await startMailProvider()
  const instances = await startInstances({ ...settings, ...provider.settings })
  try {
    const { faults, last } = await sendAll(instances.all, keys, kill)
    const subjects = Array.from({ length: keys }, (_, n) => `Letter ${n}`)
    const unknown = last.filter(isUnknown)
    const wrong = subjects.filter((subject, n) => {
      const answer = last[n]
      return answer?.status === 200 && !isUnknown(answer) && provider.taken.get(subject) !== 1
    })
    return {
      keys,
      effects: [...provider.taken.values()].reduce((sum, count) => sum + count, 0),
      twice: subjects.filter((subject) => (provider.taken.get(subject) ?? 0) > 1).length,
      unknown: unknown.length,
      wrong: wrong.length,
      faults,
    }
  } finally {
    await instances.close()
    await provider.close()
  }
}

/** The same with the outbox, which recognizes a repetition: also what a killed instance left in doubt arrives. */
export async function raceKeysToOutbox(
  settings: Readonly<Record<string, string>>,
  keys: number,
  { kill }: RaceSettings,
): Promise<KeyRace> {
  const instances = await startInstances(settings)
  try {
    const { faults, last } = await sendAll(instances.all, keys, kill)
    return {
      keys,
      effects: readdirSync(join(instances.data, 'outbox/new')).length,
      twice: 0,
      unknown: last.filter(isUnknown).length,
      wrong: last.filter(({ status }) => status !== 200).length,
      faults,
    }
  } finally {
    await instances.close()
  }
}

async function sendAll(
  [first, second]: readonly [Instance, Instance],
  keys: number,
  kill: boolean,
): Promise<{ readonly faults: readonly Answer[]; readonly last: readonly Answer[] }> {
  const faults: Answer[] = []
  const send = async (instance: Instance, n: number): Promise<Answer> => {
    const answer = await instance.post(
      'send-email',
      { to: 'ada@example.com', subject: `Letter ${n}`, text: '.' },
      `${n}`,
    )
    if (!isExpected(answer)) faults.push(answer)
    return answer
  }
  await atOnce(
    Array.from({ length: keys }, (_, n) => async () => {
      const answers = Promise.all([send(first, n), send(second, n)])
      // While calls are under way, wherever each of them is by then.
      if (kill && n === Math.floor(keys / 2)) await wait(killAfterMs).then(second.kill)
      await answers
    }),
    lanes,
  )
  const last = await atOnce(
    Array.from({ length: keys }, (_, n) => () => untilFinal(() => send(first, n))),
    lanes,
  )
  return { faults, last }
}

/** Repeats a call as its answers tell. */
async function untilFinal(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call()
    if (answer.body.retryable !== true) return answer
    await wait(100)
  }
}

/** Whether it is a success that does not know whether the e-mail was sent. */
const isUnknown = ({ body }: Answer): boolean => JSON.stringify(body.data ?? null).includes('"status":"unknown"')

const isExpected = ({ status, body }: Answer): boolean =>
  status === 0 ||
  status === 200 ||
  ['idempotency_in_flight', 'provider_unavailable', 'overloaded'].includes(body.code ?? '')

/** What became of imports that overlap. */
export interface ImportRace {
  readonly pairs: number
  /** People in the rows. */
  readonly people: number
  /** Clients that are in the directory by now. */
  readonly clients: number
  readonly faults: readonly Answer[]
}

const rowsOfImport = 40
const overlap = 25

/**
 * Imports pairs of lists that overlap, one by each instance at the same time.
 * @param countClients reads how many are kept, from beside the service
 */
export async function raceImports(
  settings: Readonly<Record<string, string>>,
  pairs: number,
  { kill }: RaceSettings,
  countClients: (data: string) => Promise<number>,
): Promise<ImportRace> {
  // Children begin in it, which takes long on a busy machine; a claim is in nobody's way here.
  const instances = await startInstances({ ...settings, CHANCERY_DEADLINE_MS: '30000' })
  const [first, second] = instances.all
  const faults: Answer[] = []
  const importRows = async (instance: Instance, rows: readonly object[]): Promise<Answer> => {
    const content = Buffer.from(JSON.stringify(rows)).toString('base64')
    const document = { content, filename: 'people.json' }
    const answer = await instance.post('enter-client-data', { source: { provider: 'json', document } })
    if (answer.status !== 200 && answer.status !== 0 && answer.body.retryable !== true) faults.push(answer)
    return answer
  }
  try {
    for (let pair = 0; pair < pairs; pair++) {
      const person = (n: number) => ({ name: `Person P${pair}N${n}`, email: `p${pair}n${n}@example.com` })
      const one = Array.from({ length: rowsOfImport }, (_, n) => person(n))
      // Other rows of the same people: what tells that they are is the e-mail address alone.
      const two = Array.from({ length: rowsOfImport }, (_, n) => ({
        ...person(n + rowsOfImport - overlap),
        jobTitle: 'Clerk',
      }))
      const both = Promise.all([importRows(first, one), importRows(second, two)])
      if (kill && pair === Math.floor(pairs / 2)) await wait(killAfterMs).then(second.kill)
      const [answerOne, answerTwo] = await both
      // What was cut off is imported again, as its caller would.
      if (answerOne.status !== 200) await untilFinal(() => importRows(first, one))
      if (answerTwo.status !== 200) await untilFinal(() => importRows(first, two))
    }
    const people = pairs * (2 * rowsOfImport - overlap)
    return { pairs, people, clients: await countClients(instances.data), faults }
  } finally {
    await instances.close()
  }
}
