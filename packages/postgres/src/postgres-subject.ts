/**
 * A process that claims what it is told to, beside others; for `postgres-state.test.ts`. Arguments: address, how many.
 * Prints what it won, a line each.
 */
import { messageForTest } from '@chancery/port-contracts/email-ledger'
import { sealForTest } from '@chancery/port-contracts/seal-for-test'
import { openPostgresState } from './postgres-state.ts'

const [url, count] = process.argv.slice(2) as [string, string]
const state = openPostgresState({ url, connections: 4, clock: { now: () => 1_700_000_000_000 } })
const clients = state.clientDirectory(sealForTest)
const { signal } = new AbortController()

/** What of one number this process won. */
async function race(n: number): Promise<string[]> {
  const won: string[] = []
  const claim = await state.idempotency.claim({ key: `key ${n}`, fingerprint: 'x', leaseMs: 60_000 })
  if (claim.state === 'claimed') won.push(`key ${n}`)
  const entry = await state.emailLedger.claim(messageForTest(`mail ${n}`), { signal })
  if (entry.state === 'claimed') won.push(`mail ${n}`)
  // Of a minute, another would be free again every 857 ms.
  const taken = await state.rates.take('rate', { limit: 70, windowMs: 3_600_000 })
  if (taken.allowed) won.push(`rate ${process.pid} ${n}`)
  // Half of what waits: whose turn it was shows.
  const call = n % 2 === 0 ? await state.calls.take({ leaseMs: 60_000 }) : undefined
  if (call !== undefined) won.push(`call ${call.call.id}`)
  const address = { kind: 'email', value: `${n}@example.com` } as const
  await clients.change(
    [address],
    ([known]) => {
      if (known !== undefined) return [{ ...known, version: known.version + 1 }]
      const record = {
        version: 1,
        kind: 'person',
        name: `${n}`,
        phones: [],
        custom: {},
        externalIds: [],
        rows: [],
      } as const
      return [{ ...record, id: `${process.pid}-${n}`, emails: [address.value], createdAt: '2026', updatedAt: '2026' }]
    },
    { signal },
  )
  return won
}

const numbers = Array.from({ length: Number(count) }, (_, n) => n)
const won = await Promise.all(
  [0, 1, 2, 3].map(async (lane) => {
    const lines: string[] = []
    for (const n of numbers.filter((each) => each % 4 === lane)) for (const item of await race(n)) lines.push(item)
    return lines
  }),
)
process.stdout.write(won.flat().join('\n'))
await state.close()
