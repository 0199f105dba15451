/**
 * `node test/state/long.ts [keys] [pairs]`: races two processes on one state, with one of them killed too, and prints what
 * came of it. Fails where an e-mail was sent twice, a person is two clients, or an answer was wrong.
 */
import { findPostgres, startPostgres } from '@chancery/port-contracts/postgres-server'
import type { Answer } from './instances.ts'
import { raceImports, raceKeys, raceKeysToOutbox } from './races.ts'
import { type SharedState, sharedPostgres, sharedSqlite } from './shared-state.ts'

const keys = Number(process.argv[2] ?? 1000)
const pairs = Number(process.argv[3] ?? 50)
let failed = false

const faultsOf = (faults: readonly Answer[]): string =>
  `${faults.length} wrong answers${faults.length === 0 ? '' : ` (${faults.map(({ status, body }) => `${status} ${body.code}: ${body.detail}`).join('; ')})`}`

function report(line: string, holds: boolean): void {
  failed ||= !holds
  process.stdout.write(`${holds ? 'ok  ' : 'NOT '} ${line}\n`)
}

async function racesOn(name: string, state: SharedState): Promise<void> {
  for (const kill of [false, true]) {
    const how = `${name}, two processes${kill ? ', one of them killed' : ''}`
    const sent = await raceKeys(await state.settings(), keys, { kill })
    report(
      `${how}: ${keys} keys raced, ${sent.effects} e-mails sent, ${sent.twice} twice, ${sent.unknown} in doubt and said so, ${faultsOf(sent.faults)}`,
      sent.twice + sent.wrong + sent.faults.length === 0 && (kill || (sent.effects === keys && sent.unknown === 0)),
    )
    const captured = await raceKeysToOutbox(await state.settings(), keys, { kill })
    report(
      `${how}: ${keys} keys raced, ${captured.effects} e-mails in the outbox, ${faultsOf(captured.faults)}`,
      captured.effects === keys && captured.wrong + captured.faults.length === 0,
    )
    const imported = await raceImports(await state.settings(), pairs, { kill }, (data) => state.clients(data))
    report(
      `${how}: ${pairs} pairs of overlapping imports, ${imported.people} people, ${imported.clients - imported.people} doubles, ${faultsOf(imported.faults)}`,
      imported.clients === imported.people && imported.faults.length === 0,
    )
  }
}

await racesOn('SQLite', sharedSqlite)
const programs = findPostgres()
if (programs === undefined) report('There is no Postgres on this machine.', false)
else {
  const server = await startPostgres(programs, { durable: true })
  try {
    await racesOn('Postgres', sharedPostgres(server))
  } finally {
    await server.close()
  }
}
process.exitCode = failed ? 1 : 0
