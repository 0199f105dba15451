/** `chancery doctor`: tries everything that the service stands on, as it is set, and says what is wrong. */
import { parseArgs } from 'node:util'
import { ChanceryError, type DocumentStore } from '@chancery/core'
import { compose, readConfiguration, tryStore } from '@chancery/wiring'
import { runCommand } from './run-command.ts'

const usage = `usage: chancery doctor     (in the repository: npm run doctor)

Reads the settings as a start does, asks everything that the service stands on, and tries each document store by a
document of its own: that it is stored, not overwritten, read and deleted. Ends with 0 where a start would serve, with 1
where something that it needs is wrong, and with 2 where a setting is.`

/** For what the service stands on, each, and for one store, in ms: a person waits for longer than a balancer. */
const [checkMs, storeMs] = [20_000, 60_000]

interface Line {
  readonly name: string
  readonly fault?: string
  /** The service can take calls without it. */
  readonly isOptional?: boolean
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help === true) return console.log(usage)
  const composition = compose(readConfiguration(process.env))
  try {
    const prepared = await outcome('tables', () => composition.prepare())
    const ready = Object.entries(await composition.readiness(checkMs))
    const stores = composition.ports.stores
    const lines: Line[] = [
      { name: 'settings' },
      prepared,
      ...ready.map(([name, { ready: isReady, reason, needed }]) => ({
        name,
        ...(isReady ? {} : { fault: reason ?? 'unavailable' }),
        isOptional: needed === false,
      })),
    ]
    for (const [index, name] of stores.names.entries())
      lines.push({ ...(await tried(name, stores.get(name))), isOptional: index > 0 })
    for (const line of lines) console.log(shown(line))
    if (lines.some(({ fault, isOptional }) => fault !== undefined && isOptional !== true)) process.exitCode = 1
  } finally {
    await composition.close()
  }
}

const tried = (name: string, store: DocumentStore): Promise<Line> =>
  outcome(`store ${name}: stored, kept, read, deleted`, () => tryStore(store, AbortSignal.timeout(storeMs)))

async function outcome(name: string, work: () => Promise<unknown>): Promise<Line> {
  try {
    await work()
    return { name }
  } catch (error) {
    return { name, fault: ChanceryError.is(error) ? error.message : String(error) }
  }
}

const shown = ({ name, fault, isOptional }: Line): string => {
  if (fault === undefined) return `ok     ${name}`
  return `${isOptional === true ? 'warn ' : 'FAULT'}  ${name}: ${fault}`
}

void runCommand(main)
