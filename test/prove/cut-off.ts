import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { Content } from '@chancery/core'
import { createFaults, type Faults, type Hold } from '@chancery/port-contracts/faulty'
import { compose, readConfiguration } from '@chancery/wiring'
import { isWhole } from './effects.ts'
import { type FaultCase, faultCases, storedBefore } from './fault-cases.ts'
import { callerOf } from './faulty-service.ts'
import { keptState } from './kept-state.ts'
import { faultsIn, type Proof } from './promise.ts'

/** After it, the claim of a life that was cut off has lapsed, in ms. */
const lapsedMs = 7_200_000
const bornAt = Date.UTC(2026, 2, 3)
const { signal } = new AbortController()

/** A life ends within each effect of each operation, and another goes on with what the first has left on the disk. */
export const cutOff: Proof = {
  name: 'cut-off',
  async prove(scale) {
    const every = scale(1, 5)
    const cases = faultCases.filter((_, index) => index % every === 1 % every)
    const operations = new Set(cases.map(({ operation }) => operation))
    const faults: string[] = []
    let trials = 0
    for (const each of cases) {
      const { calls, whole } = await unharmed(each)
      for (const hold of ['held', 'held-after'] as const) {
        for (let at = 1; at <= calls; at++) {
          trials++
          faults.push(...(await cut(each, at, hold, whole)))
        }
      }
    }
    return [
      {
        promise:
          'Wherever a call is cut off by the end of its process, the same call at the next start gives the whole effect once',
        tried: `${cases.length} calls to ${operations.size} operations, over HTTP in one process, with SQLite, the local store and the outbox on the disk: the n-th call of any port never came back, for all n, before it had done its work and after. Then a service was started on the same folder, whose clock was past the claim, and the call repeated with its Idempotency-Key.`,
        figure: `${trials} cut off; faults ${faultsIn(faults, 6)}`,
        holds: faults.length === 0,
      },
    ]
  },
}

/** What a call changes, and how many port calls it makes, where nothing cuts it off. */
async function unharmed({ operation, about, input }: FaultCase) {
  const data = await newFolder()
  try {
    const faults = createFaults({ how: 'held' })
    const life = lifeIn(data, faults, bornAt)
    const { status, body } = await life.call(operation, input, 'key')
    if (status !== 200 || !isWhole(body)) throw new Error(`${operation}, ${about}: ${body}`)
    await life.close()
    return { calls: faults.calls(), whole: await changesIn(data) }
  } finally {
    rmSync(data, { recursive: true })
  }
}

/** What is wrong at the end of the second life. */
async function cut({ operation, about, input }: FaultCase, at: number, how: Hold, whole: string): Promise<string[]> {
  const data = await newFolder()
  const faults = createFaults({ at, how })
  const first = lifeIn(data, faults, bornAt)
  try {
    const held = new AbortController()
    const answered = first.call(operation, input, 'key').then(({ status }) => status)
    const ended = await Promise.race([answered, untilHeld(faults, held.signal)])
    held.abort()
    const name = `${operation}, ${about}, ${at} (${faults.failed() ?? 'none'}) ${how}`
    if (ended !== undefined) return [`${name}: not cut off, ${ended}`]
    const second = lifeIn(data, createFaults({ how: 'held' }), bornAt + lapsedMs)
    const again = await second.call(operation, input, 'key')
    await second.close()
    if (again.status !== 200 || !isWhole(again.body)) return [`${name}: ${again.status} ${again.body.slice(0, 200)}`]
    return (await changesIn(data)) === whole ? [] : [`${name}: another effect`]
  } finally {
    await first.close()
    rmSync(data, { recursive: true })
  }
}

/** Resolves when a call is held; looks until then, or until it is not asked any more. */
async function untilHeld(faults: Faults, asked: AbortSignal): Promise<undefined> {
  while (faults.failed() === undefined && !asked.aborted) await turn()
}

function lifeIn(data: string, faults: Faults, now: number) {
  const clock = { now: () => now }
  const composition = compose(
    readConfiguration({
      CHANCERY_DATA: data,
      CHANCERY_SAFETY: 'inline',
      CHANCERY_CONVERTERS: 'off',
      CHANCERY_LOG: 'off',
      CHANCERY_DEADLINE_MS: '3600000',
      CHANCERY_EMAIL_FROM: 'Office <office@example.com>',
    }),
    { clock },
  )
  return { call: callerOf(composition, faults, clock), close: () => composition.close(), ports: composition.ports }
}

/** With what calls refer to. */
async function newFolder(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'chancery-cut-off-'))
  const { ports, close } = lifeIn(data, createFaults({ how: 'held' }), bornAt)
  for (const { path, bytes } of storedBefore) {
    const request = { path, content: new Content([bytes]), contentType: 'text/plain', metadata: {} }
    await ports.stores.get().put({ ...request, condition: 'absent' }, { signal })
  }
  await close()
  return data
}

/** All that is kept, in a form that two folders have in common. */
async function changesIn(data: string): Promise<string> {
  const { documents, mails, clients, torn } = await keptState(data)
  return JSON.stringify({
    documents: [...documents].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]).sort(),
    mails: mails.map((mail) => /^To: .*$/m.exec(mail)?.[0]).sort(),
    clients: clients
      .map((record) => JSON.parse(record) as { readonly emails: readonly string[]; readonly version: number })
      .map(({ emails, version }) => `${emails.join()} ${version}`)
      .sort(),
    torn,
  })
}
