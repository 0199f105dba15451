import { parseArgs } from 'node:util'
import type { Composition } from '@chancery/wiring'
import { type Invocation, UsageError } from './run-command.ts'
import { withKeptState } from './with-kept-state.ts'

const usage = `usage: chancery events <command> [options]     (in the repository: npm run events -- <command>)

  list  [--dead] [--waiting] [--limit N]
        events that were not delivered yet, the oldest first
          waiting  it is tried again
          dead     a day of tries was in vain, or the address answered 410: it wants nothing any more
  retry                tries dead ones again, and has addresses that answered 410 told of what comes

An address is shown by its host where CHANCERY_WEBHOOK_URLS has it. Dead ones are kept for 30 days. The settings are those of
the service: CHANCERY_WEBHOOK_URLS, CHANCERY_STATE, CHANCERY_DATA or --data, CHANCERY_DATABASE_URL.`

/** `chancery events …`: what the firm's own systems were not told yet, and what they will not be told by itself. */
export async function events({ args, environment }: Invocation): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dead: { type: 'boolean' },
      waiting: { type: 'boolean' },
      limit: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) return console.log(usage)
  const [command, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(usage)
  await withKeptState(environment, values.data, async (composition) => {
    if (command === 'list') {
      const both = values.dead === values.waiting
      return await list(composition, both ? undefined : values.dead === true ? 'dead' : 'waiting', values.limit)
    }
    if (command !== 'retry') throw new UsageError(usage)
    const count = await composition.events.retry(Date.now())
    console.log(count === 1 ? '1 event is tried again.' : `${count} events are tried again.`)
  })
}

async function list(
  { events, eventWork }: Composition,
  state: 'waiting' | 'dead' | undefined,
  text = '1000',
): Promise<void> {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number from 1.')
  const found = await events.list({ limit, ...(state === undefined ? {} : { state }) })
  console.log(['id', 'type', 'state', 'since', 'tries', 'code', 'address'].join('\t'))
  for (const { id, type, state: own, at, tries, code = '-', endpoint } of found) {
    const address = eventWork?.webhooks.hostOf(endpoint) ?? endpoint
    console.log([id, type, own, new Date(at).toISOString(), tries, code, address].join('\t'))
  }
  if (found.length === limit) console.error(`There may be more: these are ${limit}.`)
}
