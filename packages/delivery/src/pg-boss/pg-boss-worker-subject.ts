/**
 * A process that does calls as pg-boss tells it to; for `pg-boss-delivery.test.ts`. Arguments, as JSON: address, lease and time
 * of a call in ms, by how much its clock is ahead in ms, seconds between looks. Prints a line when it has taken a call, when it
 * has ended one, and when it has lost one.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { openPostgresConnections, openPostgresState } from '@chancery/postgres'
import { createPgBossDelivery } from './pg-boss-delivery.ts'

const { url, leaseMs, callMs, aheadMs, lookSeconds } = JSON.parse(process.argv[2] ?? '') as {
  readonly url: string
  readonly leaseMs: number
  readonly callMs: number
  readonly aheadMs: number
  readonly lookSeconds: number
}
const { calls } = openPostgresState({ url, connections: 2, clock: { now: () => Date.now() + aheadMs } })
const database = openPostgresConnections({ url, connections: 2, statementMs: 5000 })
const delivery = createPgBossDelivery({ database, lookSeconds, superviseSeconds: 1 })

await delivery.receive(
  async () => {
    const taken = await calls.take({ leaseMs })
    if (taken === undefined) return false
    process.stdout.write(`took ${taken.call.id}\n`)
    await wait(callMs)
    process.stdout.write(`${(await calls.finish(taken.token, 'done')) ? 'done' : 'lost'} ${taken.call.id}\n`)
    return true
  },
  { slots: 2 },
)
process.stdout.write('ready\n')
