/** `chancery work`: does the calls that services have taken on to be done in the background, until a signal comes. */
import { parseArgs } from 'node:util'
import { endAtUncaughtErrors } from '@chancery/http/server'
import { ConfigurationError, createHttpService, readConfiguration } from '@chancery/wiring'
import { leaveNoCores } from './core-limit.ts'
import { tellFault } from './run-command.ts'
import { endAtSignals } from './end-at-signals.ts'

const usage = `usage: chancery work     (in the repository: npm run work)

Does calls in the background, CHANCERY_WORKERS at once, with the settings of the service that takes them on: the same
CHANCERY_DATABASE_URL, or the same CHANCERY_DATA on one machine. It opens no port. At a signal it hands back what it is
doing, and another worker goes on with it.`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help === true) return console.log(usage)
  const configuration = readConfiguration(process.env)
  if (configuration.CHANCERY_STATE === 'memory') {
    throw new ConfigurationError(['CHANCERY_STATE: what is in the memory of a service no worker sees.'])
  }
  if (configuration.CHANCERY_WORK === 'off' || configuration.CHANCERY_WORKERS === 0) {
    throw new ConfigurationError(['CHANCERY_WORK, CHANCERY_WORKERS: a worker that is to do nothing.'])
  }
  const { composition, startWorker } = createHttpService(configuration)
  await leaveNoCores()
  const worker = await composition
    .prepare()
    .then(startWorker)
    .catch(async (error: unknown) => {
      await composition.close()
      throw error
    })
  let stopping: Promise<void> | undefined
  const stop = (code: number): void => {
    stopping ??= (async () => {
      await worker?.close()
      await composition.close()
    })().then(() => process.exit(code), fail)
  }
  endAtUncaughtErrors(composition.ports.logger, () => stop(1))
  endAtSignals(() => stop(0))
  console.log(`Chancery is working: ${configuration.CHANCERY_WORKERS} at once.`)
}

function fail(error: unknown): never {
  process.exit(tellFault(error))
}

main().catch(fail)
