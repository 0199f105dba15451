/** A process that claims what it is told to, beside others; for `state-database.test.ts`. Arguments: file, how many. */
import { messageForTest } from '@chancery/port-contracts/email-ledger'
import { openStateDatabase } from './state-database.ts'

const [file, count] = process.argv.slice(2) as [string, string]
const stores = openStateDatabase({ file, clock: { now: () => Date.now() } })
const { signal } = new AbortController()
const won: string[] = []
for (let n = 0; n < Number(count); n++) {
  const claim = await stores.idempotency.claim({ key: `key ${n}`, fingerprint: 'x', leaseMs: 60_000 })
  if (claim.state === 'claimed') won.push(`key ${n}`)
  if ((await stores.emailLedger.claim(messageForTest(`mail ${n}`), { signal })).state === 'claimed')
    won.push(`mail ${n}`)
}
process.stdout.write(won.join('\n'))
stores.close()
