/**
 * A process that does calls until it is ended; for `postgres-state.test.ts`. Arguments: address, lease in ms. Prints a line
 * when it has taken one, and one when it has ended it.
 */
import { openPostgresState } from './postgres-state.ts'

const [url, lease] = process.argv.slice(2) as [string, string]
const { calls } = openPostgresState({ url, connections: 2, clock: { now: () => Date.now() } })

for (;;) {
  const taken = await calls.take({ leaseMs: Number(lease) })
  if (taken === undefined) continue
  process.stdout.write(`took ${taken.call.id}\n`)
  if (await calls.finish(taken.token, 'done')) process.stdout.write(`done ${taken.call.id}\n`)
}
