/** Many callers, processes that are killed, and providers that fail in every way: what becomes of each e-mail. */
import {
  ChanceryError,
  type Context,
  type EmailLedger,
  type EmailSchedule,
  execute,
  fillEmailTemplate,
  type Ports,
  providers,
  sendDueEmail,
  sendEmail,
} from '@chancery/core'
import { compose, readConfiguration } from '@chancery/wiring'
import { once as onceForKey } from '../../packages/http/src/call/idempotency.ts'
import { type Ability, randomOf, unreliableProvider } from './unreliable-provider.ts'

/** How e-mails are sent: as the service does, or as one without a ledger does that tries again what failed. */
export type Sender = 'chancery' | 'naive'

/** What became of many e-mails. */
export interface Deliveries {
  readonly emails: number
  /** Tries of the provider's, also those that nobody took. */
  readonly delivered: number
  /** Delivered more than once. */
  readonly double: number
  /** Told as sent, and not delivered. */
  readonly falseSent: number
  /** Told as failed for good, and delivered. */
  readonly falseFailed: number
  /** Neither delivered, nor told as failed, nor left where somebody can see it. */
  readonly lost: number
  /** Told as unknown at the end. */
  readonly unknown: number
  /** Another e-mail under a used key that was not refused. */
  readonly mistaken: number
  /** Lines of the log that name a recipient, a subject or a text. */
  readonly told: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const abilities: readonly Ability[] = ['none', 'knows ids', 'knows ids for a day', 'can be asked']

/** What a caller was told last of an e-mail; nothing: no answer ever came. */
type Told = 'sent' | 'failed' | 'unknown' | 'scheduled' | 'cancelled' | 'refused' | undefined

/** A process that may be killed: from then on nothing of it goes on. */
function newProcess(killsAt: number) {
  let calls = 0
  let die: () => void = () => undefined
  const dead = new Promise<'dead'>((resolve) => (die = () => resolve('dead')))
  const hang = (): Promise<never> => {
    die()
    return new Promise<never>(() => undefined)
  }
  /** Dies before or after the call whose turn it is. */
  const mortal =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const at = ++calls
      if (at === killsAt && killsAt % 2 === 0) return await hang()
      const result = await call(...args)
      return at === killsAt ? await hang() : result
    }
  return { dead, hang, mortal }
}

type Process = ReturnType<typeof newProcess>

/** Sends so many e-mails by one or more recipients a call; the same seed makes the same world. */
export async function simulateDeliveries(sender: Sender, emails: number, seed: number): Promise<Deliveries> {
  const random = randomOf(seed)
  let now = Date.UTC(2026, 0, 1)
  const clock = { now: () => now }
  const composition = compose(
    readConfiguration({
      CHANCERY_STORES: 'memory',
      CHANCERY_TRANSPORTS: 'memory',
      CHANCERY_STATE: 'memory',
      CHANCERY_SAFETY: 'inline',
      CHANCERY_CONVERTERS: 'off',
      CHANCERY_LOG: 'off',
      CHANCERY_KEY_SECRET: 'of a world that lives for one trial, long enough',
    }),
    { clock },
  )
  const { idempotency } = composition
  const { emailLedger: ledger, emailSchedule: schedule } = composition.ports
  const lines: string[] = []
  const counts = { delivered: 0, double: 0, falseSent: 0, falseFailed: 0, lost: 0, unknown: 0, mistaken: 0 }
  let done = 0

  for (let call = 0; done < emails; call++) {
    const ability = abilities[call % abilities.length] ?? 'none'
    const size = random() < 0.7 ? 1 : 1 + Math.floor(random() * 5)
    const isLater = size === 1 && random() < 0.15
    const key = `key-${seed}-${call}`
    const addresses = Array.from({ length: size }, (_, n) => `canary${call}.${n}@example.com`)
    const subjects = addresses.map((_, n) => (size === 1 ? `Canary ${call}` : `Canary ${call} to ${n}`))
    const sendAt = new Date(now + dayMs).toISOString()
    const input =
      size === 1
        ? { from: 'o@example.com', to: addresses, subject: subjects[0], text: 'Canary.', ...(isLater && { sendAt }) }
        : {
            from: 'o@example.com',
            template: { subject: `Canary ${call} to {{n}}`, text: 'Canary.' },
            recipients: addresses.map((to, n) => ({ to, data: { n } })),
          }
    const provider = unreliableProvider('p', ability, { random, now: () => now })

    const portsOf = ({ mortal, hang }: Process): Ports => ({
      ...composition.ports,
      settings: { ...composition.ports.settings, sendsLater: true },
      transports: providers({ p: provider.transportIn(hang) }),
      emailLedger: {
        claim: mortal(ledger.claim),
        settle: mortal(ledger.settle),
        release: mortal(ledger.release),
        open: ledger.open,
        find: ledger.find,
        countInDoubt: ledger.countInDoubt,
      } satisfies EmailLedger,
      emailSchedule: {
        takeDue: mortal(schedule.takeDue),
        postpone: mortal(schedule.postpone),
        cancel: schedule.cancel,
      } satisfies EmailSchedule,
      logger: {
        log: (...line) => void lines.push(JSON.stringify(line)),
        within: (_fields, run) => run(),
      },
    })
    const contextOf = (): Context => ({
      principal: { id: 'caller', operations: '*' },
      requestId: `r-${call}`,
      signal: new AbortController().signal,
      deadline: now + 30_000,
      idempotencyKey: key,
    })
    const chancery = async (ports: Ports, body: object): Promise<readonly Told[]> => {
      const run = async () => {
        const { data, goesOn } =
          size === 1
            ? await execute(sendEmail, body, ports, contextOf())
            : await execute(fillEmailTemplate, body, ports, contextOf())
        return { status: 200, headers: {}, body: JSON.stringify(data), ...(goesOn && { goesOn: true as const }) }
      }
      const { response } = await onceForKey(
        idempotency,
        { scope: ['caller', 'send', key], fingerprint: JSON.stringify(body), leaseMs: 35_000, ttlMs: dayMs },
        { run, keep: () => undefined, notKept: () => undefined },
      )
      const answer = JSON.parse(response.body) as {
        readonly message?: { readonly status: Told }
        readonly messages?: readonly { readonly status: Told; readonly retryable?: boolean }[]
      }
      if (answer.message) return [answer.message.status]
      return (answer.messages ?? []).map(({ status, retryable }) => (retryable === true ? undefined : status))
    }
    /** No ledger, and another try for whatever failed. */
    const naive = async ({ hang }: Process): Promise<readonly Told[]> =>
      await Promise.all(
        subjects.map(async (subject, n): Promise<Told> => {
          const to = [{ address: addresses[n] ?? '' }]
          const email = { id: `${key}-${n}`, from: { address: 'o@example.com' }, to, subject, text: 'Canary.' }
          const rest = { cc: [], bcc: [], replyTo: [], attachments: [], headers: {}, tags: [], metadata: {}, date: now }
          await provider.transportIn(hang).send({ ...email, ...rest }, contextOf())
          return 'sent'
        }),
      )

    /** One call by a process that may be killed at any of its steps. */
    const ask = async (body: object): Promise<readonly Told[] | ChanceryError> => {
      const process = newProcess(random() < 0.3 ? 1 + Math.floor(random() * 8) : 0)
      try {
        const answer = await Promise.race([
          sender === 'naive' ? naive(process) : chancery(portsOf(process), body),
          process.dead,
        ])
        return answer === 'dead' ? new ChanceryError('provider_timeout', 'No answer.', { retryable: true }) : answer
      } catch (error) {
        return ChanceryError.is(error) ? error : new ChanceryError('internal', 'No answer.', { retryable: true })
      }
    }

    let told: readonly Told[] = addresses.map(() => undefined)
    // What a caller was ever told to be sent counts, whatever it is told later.
    const everSent = new Set<number>()
    const hear = (answer: readonly Told[] | ChanceryError): void => {
      if (ChanceryError.is(answer)) {
        // After no answer, or one that says to come again, what was told before need not hold any more.
        if (answer.code !== 'idempotency_in_flight') told = told.map(() => (answer.retryable ? undefined : 'refused'))
        return
      }
      told = answer
      for (const [n, each] of answer.entries()) if (each === 'sent') everSent.add(n)
    }
    for (let tries = 0; tries < 6; tries++) {
      const twins = random() < 0.2 ? 2 + Math.floor(random() * 3) : 1
      const answers = await Promise.all(Array.from({ length: twins }, () => ask(input)))
      for (const answer of answers) hear(answer)
      if (told.every((each) => each !== undefined)) break
      // A claim of a process that was killed lapses.
      now += 40_000
    }
    if (isLater && sender === 'chancery') {
      if (random() < 0.2) await schedule.cancel((await ledger.open({ states: ['scheduled'], limit: 1 }))[0]?.id ?? '')
      now += dayMs
      for (let look = 0; look < 4; look++) {
        const process = newProcess(random() < 0.3 ? 1 + Math.floor(random() * 4) : 0)
        const due = sendDueEmail(portsOf(process), new AbortController().signal).catch(() => false)
        await Promise.race([due, process.dead])
        now += hourMs
      }
      for (let tries = 0; tries < 3; tries++) hear(await ask(input))
    }
    // The answer that was kept for the key has ended.
    now += 2 * dayMs
    if (sender === 'chancery') {
      hear(await ask(input))
      now += 40_000
      const other = await ask(
        size === 1
          ? { ...input, subject: `Other ${call}` }
          : { ...input, template: { subject: `Other ${call} {{n}}`, text: 'Canary.' } },
      )
      const others = Array.from(provider.delivered.keys()).filter((subject) => subject.startsWith('Other'))
      const isSaidToBeSent = !ChanceryError.is(other) && other.includes('sent') && others.length === 0
      if (isSaidToBeSent) counts.mistaken++
    }
    const left = await ledger.open({ states: ['unknown', 'failed', 'scheduled'], limit: 1e9 })
    const seen = (n: number): boolean => left.some(({ request = '' }) => request.includes(`"${addresses[n]}"`))
    for (const [n, subject] of subjects.entries()) {
      const times = provider.delivered.get(subject) ?? 0
      counts.delivered += times
      if (times > 1) counts.double++
      if (times === 0 && everSent.has(n)) counts.falseSent++
      if (times > 0 && (told[n] === 'failed' || told[n] === 'cancelled')) counts.falseFailed++
      if (told[n] === 'unknown') counts.unknown++
      const isTold = told[n] === 'failed' || told[n] === 'refused' || told[n] === 'cancelled'
      // One of which the caller was told nothing was not begun, or is where a person sees it.
      if (times === 0 && !isTold && told[n] !== undefined && !seen(n)) counts.lost++
    }
    for (const { id, state } of left) await (state === 'scheduled' ? schedule.cancel(id) : ledger.release(id))
    done += size
  }
  await composition.close()
  return { emails: done, ...counts, told: lines.filter((line) => /canary/i.test(line)).length }
}
