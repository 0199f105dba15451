import { parseArgs } from 'node:util'
import {
  type EmailLedger,
  type FoundMessage,
  keptEmail,
  mailboxKey,
  normalizeAddress,
  type OpenMessage,
  type OpenState,
  present,
  readSpaceName,
  splitAtSpace,
} from '@chancery/core'
import type { Composition } from '@chancery/wiring'
import { type Invocation, UsageError } from './run-command.ts'
import { withKeptState } from './with-kept-state.ts'

const usage = `usage: chancery mail <command> [options]     (in the repository: npm run mail -- <command>)

  list  [--unknown] [--failed] [--scheduled] [--limit N]
        e-mails without a receipt, the oldest first; without an option all but those that are scheduled
          unknown    it may have been sent: the answer of the provider was lost, or, with the code cut_off, its process has
                     ended before it came, or is sending it just now
          failed     it was to be sent later, and surely was not
          scheduled  it waits for its time
  settle ID sent       it was sent, as the provider's own records show: it will never be sent again
  settle ID not-sent   it was not: the same call with the same Idempotency-Key sends it
        One that is cut_off may still be on its way: it is left alone for as long as a call can take, unless --cut-off says
        that the process which sent it has ended.
  cancel ID            one that is scheduled will not be sent

  events [--email ID] [--limit N]     what providers told of e-mails: bounces, complaints and the like, the newest first

  suppress ADDRESS [--reason WORDS] [--space NAME]
        nothing is sent to it any more, whoever calls, or by that space alone: it bounced, complained or asked for it
  allow ADDRESS [--space NAME]        takes it off the list again, wherever it is, or of that space alone
  suppressed                          the list

The Message-ID of an e-mail begins with its ID, without the space before a slash. The settings are those of the service:
CHANCERY_STATE, CHANCERY_DATA or --data, CHANCERY_DATABASE_URL.`

const every: readonly OpenState[] = ['unknown', 'failed', 'scheduled']

/** `chancery mail …`: e-mails of which nobody knows whether they were sent, those that wait, and addresses that get none. */
export async function mail({ args, environment }: Invocation): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      unknown: { type: 'boolean' },
      failed: { type: 'boolean' },
      scheduled: { type: 'boolean' },
      limit: { type: 'string' },
      email: { type: 'string' },
      reason: { type: 'string' },
      space: { type: 'string' },
      'cut-off': { type: 'boolean' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) return console.log(usage)
  const [command, ...rest] = positionals
  await withKeptState(environment, values.data, async (composition) => {
    switch (command) {
      case 'list': {
        if (rest.length > 0) throw new UsageError(usage)
        const chosen = every.filter((state) => values[state] === true)
        const states = chosen.length > 0 ? chosen : every.filter((state) => state !== 'scheduled')
        return await list(composition, states, readLimit(values.limit))
      }
      case 'events':
        if (rest.length > 0) throw new UsageError(usage)
        return await listEvents(composition, readLimit(values.limit), values.email)
      case 'settle':
        return await settle(composition, rest, values['cut-off'] === true)
      case 'cancel':
        return await cancel(composition, rest)
      case 'suppress':
        return await suppress(composition, rest, values.reason ?? '', readSpace(values.space))
      case 'allow':
        return await allow(composition, rest, readSpace(values.space))
      case 'suppressed':
        return await listSuppressed(composition)
      default:
        throw new UsageError(usage)
    }
  })
}

function readLimit(text = '1000'): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number from 1.')
  return limit
}

async function list({ ports }: Composition, states: readonly OpenState[], limit: number): Promise<void> {
  const messages = await ports.emailLedger.open({ states, limit })
  const rows = messages.map(({ id, state, provider = '-', at, dueAt, code, request }) => {
    const email = request === undefined ? undefined : keptEmail(request)
    const to = email && [...email.to, ...email.cc, ...email.bcc].map(({ address }) => address).join(',')
    // One line each, whatever the subject holds.
    return [
      id,
      state,
      provider,
      timeOf(at),
      timeOf(dueAt),
      code ?? (state === 'unknown' ? 'cut_off' : '-'),
      to ?? '-',
      oneLine(email?.subject ?? '-'),
    ]
  })
  for (const row of [['id', 'state', 'provider', 'since', 'due', 'code', 'to', 'subject'], ...rows])
    console.log(row.join('\t'))
  if (messages.length === limit) console.error(`There may be more: these are ${limit}.`)
}

async function listEvents({ emailEventLog }: Composition, limit: number, email?: string): Promise<void> {
  console.log(['time', 'provider', 'kind', 'code', 'id'].join('\t'))
  for (const each of await emailEventLog.list({ limit, ...(email === undefined ? {} : { email }) })) {
    const { at, provider, kind, code = '-', email: id = '-' } = each
    console.log([timeOf(at), provider, kind, code, id].join('\t'))
  }
}

const timeOf = (at: number | undefined): string => (at === undefined ? '-' : new Date(at).toISOString())

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ')

async function settle(
  { ports, configuration }: Composition,
  [id, outcome, ...rest]: readonly string[],
  isCutOff: boolean,
): Promise<void> {
  if (id === undefined || rest.length > 0 || (outcome !== 'sent' && outcome !== 'not-sent')) throw new UsageError(usage)
  const message = await openMessage(ports.emailLedger, id)
  const { state, code, at = 0, request } = message
  if (state === 'scheduled') throw new UsageError(`${id} waits for its time: cancel it instead.`)
  const until = at + Math.max(configuration.CHANCERY_DEADLINE_MS, configuration.CHANCERY_WORK_MS)
  if (state === 'unknown' && code === undefined && !isCutOff && Date.now() < until) {
    throw new UsageError(
      `${id} may be on its way until ${timeOf(until)}. Wait, or say --cut-off if its process has ended.`,
    )
  }
  if (outcome === 'not-sent') await ports.emailLedger.release(id, message.at)
  else {
    const email = request === undefined ? undefined : keptEmail(request)
    const accepted = email ? [...email.to, ...email.cc, ...email.bcc].map(({ address }) => address) : []
    await ports.emailLedger.settle(id, { status: 'sent', providerMessageId: '', accepted, rejected: [] })
  }
  console.log(`${id} is settled: ${outcome}.`)
}

async function cancel({ ports }: Composition, [id, ...rest]: readonly string[]): Promise<void> {
  if (id === undefined || rest.length > 0) throw new UsageError(usage)
  if (!(await ports.emailSchedule.cancel(id))) throw new UsageError(`No e-mail ${id} waits for its time.`)
  console.log(`${id} is cancelled.`)
}

async function suppress(
  { ports }: Composition,
  given: readonly string[],
  reason: string,
  space: string | undefined,
): Promise<void> {
  const address = readAddress(given)
  await ports.suppressions.add({ address, reason, at: Date.now(), ...present({ space }) })
  console.log(`${address} gets no e-mails${space === undefined ? '' : ` from ${space}`}.`)
}

async function allow({ ports }: Composition, given: readonly string[], space: string | undefined): Promise<void> {
  const address = readAddress(given)
  if (!(await ports.suppressions.remove(address, space))) throw new UsageError(`${address} is not on the list.`)
  console.log(`${address} gets e-mails again${space === undefined ? '' : ` from ${space}`}.`)
}

function readSpace(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const read = readSpaceName(name)
  if ('fault' in read) throw new UsageError(read.fault)
  if (read.space === '') throw new UsageError('The common space has no list of its own: leave --space out.')
  return read.space
}

async function listSuppressed({ ports }: Composition): Promise<void> {
  console.log(['address', 'since', 'reason', 'space'].join('\t'))
  for (const { address, at, reason, space } of await ports.suppressions.list())
    console.log([address, timeOf(at), oneLine(reason), space ?? '-'].join('\t'))
}

function readAddress([written, ...rest]: readonly string[]): string {
  if (written === undefined || rest.length > 0) throw new UsageError(usage)
  const address = normalizeAddress(written)
  if (address === undefined) throw new UsageError(`${written} is not one e-mail address.`)
  return mailboxKey(address)
}

async function openMessage(ledger: EmailLedger, id: string): Promise<OpenMessage> {
  const [message] = await ledger.open({ states: every, limit: 1, id })
  if (message !== undefined) return message
  const found = await ledger.find(splitAtSpace(id)[1])
  throw new UsageError(found === undefined ? `There is no e-mail ${id}; \`mail list\` shows them.` : notOpen(id, found))
}

function notOpen(asked: string, { id, state, receipt }: FoundMessage): string {
  if (id !== asked) return `There is no e-mail ${asked}, but ${id}: give the space, too.`
  return state === 'cancelled'
    ? `${id} was cancelled: there is nothing to settle.`
    : `${id} is settled already, as ${receipt?.status ?? state}: what was told first, by the provider or by a person, stays.`
}
