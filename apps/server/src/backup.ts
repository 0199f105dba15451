/** `chancery backup`: copies what is kept in the data folder, while the service works. */
import { parseArgs } from 'node:util'
import { backUpData, ConfigurationError, readSettings } from '@chancery/wiring'
import { runCommand } from './run-command.ts'

const usage = `usage: chancery backup --to FOLDER [--data FOLDER]     (in the repository: npm run backup -- --to FOLDER)

Copies what the settings of this environment keep in the data folder (CHANCERY_DATA, or --data), while the service works: the
databases of CHANCERY_STATE=sqlite, the secret of the keys, documents of the local store, the outbox. FOLDER is new, and
appears when all of it is there; put in the place of a data folder, it is one. What is elsewhere (Postgres, a bucket) is not
in it.`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help === true) return console.log(usage)
  if (values.to === undefined || values.to === '') throw new ConfigurationError(['--to: name a new folder.'])
  const environment = { ...process.env, ...(values.data === undefined ? {} : { CHANCERY_DATA: values.data }) }
  const configuration = readSettings(environment, [
    'CHANCERY_DATA',
    'CHANCERY_STATE',
    'CHANCERY_STORES',
    'CHANCERY_TRANSPORTS',
  ])
  const { folder, files, bytes } = await backUpData(configuration, values.to)
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${folder}`)
  if (configuration.CHANCERY_STATE === 'postgres') console.log('The state is in Postgres: back it up by pg_dump.')
  if (configuration.CHANCERY_STORES.some((store) => ['gcs', 's3', 'azure'].includes(store)))
    console.log('Documents in the bucket are not in it.')
}

void runCommand(main)
