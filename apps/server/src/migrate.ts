/** `chancery migrate`: makes the tables of the state, or brings them to this version. */
import { parseArgs } from 'node:util'
import { migrateState, readSettings } from '@chancery/wiring'
import { runCommand } from './run-command.ts'

const usage = `usage: chancery migrate     (in the repository: npm run migrate)

Makes the tables of Chancery in the database of CHANCERY_DATABASE_URL, or brings them to this version. Several at once do
it once. The files of CHANCERY_STATE=sqlite need no such command: they are brought up to date when they are opened.`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help === true) return console.log(usage)
  const wanted = ['CHANCERY_STATE', 'CHANCERY_AUDIT', 'CHANCERY_DATABASE_URL', 'CHANCERY_WORK'] as const
  const configuration = readSettings(process.env, wanted)
  const migrated = await migrateState(configuration)
  if (migrated === undefined)
    console.log(`CHANCERY_STATE is ${configuration.CHANCERY_STATE}: there is nothing to migrate.`)
  else if (migrated.from === migrated.to) console.log(`The tables are of version ${migrated.to} already.`)
  else console.log(`The tables were of version ${migrated.from}, and are of version ${migrated.to} now.`)
}

void runCommand(main)
