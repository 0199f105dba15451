import { ChanceryError, type EmailTransport, type OutgoingEmail, type Receipt } from '@chancery/core'
import { emailForTest, emailTransportContract } from '@chancery/port-contracts/email-transport'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryTransport, type MemoryTransport } from '../memory/memory-transport.ts'
import { failover } from './failover.ts'
import { type Pause, realPause } from './pause.ts'
import { rateLimited } from './rate-limited.ts'
import { retrying } from './retrying.ts'

const signal = (): AbortSignal => new AbortController().signal
const later = (retryAfterMs?: number): ChanceryError =>
  new ChanceryError('provider_unavailable', 'later', retryAfterMs === undefined ? {} : { retryAfterMs })
const doubt = (): ChanceryError => new ChanceryError('provider_failed', 'cut', { details: { ambiguous: true } })
const wrongKey = (): ChanceryError => new ChanceryError('provider_failed', 'key', { retryable: false })
const refused = (): ChanceryError => new ChanceryError('invalid_request', 'refused')

/** A clock that only waits move. */
function clock(): Pause & { readonly waits: number[] } {
  let time = 1_000_000
  const waits: number[] = []
  return {
    waits,
    now: () => time,
    async wait(ms) {
      waits.push(ms)
      time += ms
    },
  }
}

/** What a try does: fails so, after the e-mail was taken or not; absent: succeeds. */
interface Try {
  readonly error: ChanceryError
  readonly taken?: boolean
}
type Scripted = EmailTransport & { readonly memory: MemoryTransport; readonly tries: () => number }

/** Keeps what it is given twice where `deduplicates` is false. */
function scripted(id: string, plan: readonly (Try | undefined)[], deduplicates = false): Scripted {
  const memory = createMemoryTransport({ id })
  let tries = 0
  return {
    ...memory,
    capabilities: { ...memory.capabilities, deduplicates },
    memory,
    tries: () => tries,
    async send(email, options) {
      const now = plan[tries]
      tries += 1
      const own = deduplicates ? email : { ...email, id: `${email.id} ${tries}` }
      if (now === undefined || now.taken === true) await memory.send(own, options)
      if (now !== undefined) throw now.error
      return { status: 'sent', providerMessageId: id, accepted: [], rejected: [] }
    },
  }
}

const contracted = async (decorate: (transport: EmailTransport) => EmailTransport) => {
  const memory = createMemoryTransport()
  const address = ({ address }: { readonly address: string }) => address
  const delivery = (email: OutgoingEmail) => ({
    ...email,
    from: email.from.address,
    to: email.to.map(address),
    cc: email.cc.map(address),
    bcc: email.bcc.map(address),
  })
  return { transport: decorate(memory), deliveries: async () => memory.sent.map(delivery) }
}
emailTransportContract('a retrying transport', async () => await contracted((each) => retrying(each, { retries: 2 })))
emailTransportContract(
  'a rate limited transport',
  async () => await contracted((each) => rateLimited(each, { perSecond: 10_000 })),
)

const outcome = async (sending: Promise<Receipt>): Promise<unknown> =>
  await sending.then(
    ({ provider, providerMessageId }) => provider ?? providerMessageId,
    (error: unknown) => (ChanceryError.is(error) ? [error.code, error.details['ambiguous'] === true] : error),
  )

describe('retrying', () => {
  it('waits as long as the provider says, else up to half a second, one, two, …', async () => {
    const pause = clock()
    const transport = scripted('a', [{ error: later() }, { error: later(3000) }, { error: later() }])
    const sent = retrying(transport, { retries: 3, pause, random: () => 0.5 }).send(emailForTest(), {
      signal: signal(),
    })
    expect(await outcome(sent)).toBe('a')
    expect(pause.waits).toEqual([250, 3250, 1000])
    expect(transport.memory.sent).toHaveLength(1)
  })

  it.each<[string, Try[], unknown, number]>([
    ['as often as said', [1, 2, 3, 4].map(() => ({ error: later() })), ['provider_unavailable', false], 3],
    ['not what is in doubt', [{ error: doubt(), taken: true }], ['provider_failed', true], 1],
    ['not what is wrong', [{ error: refused() }], ['invalid_request', false], 1],
    ['not what no waiting mends', [{ error: wrongKey() }], ['provider_failed', false], 1],
    ['not longer than ten seconds', [{ error: later(10_001) }], ['provider_unavailable', false], 1],
  ])('repeats %s', async (_, plan, told, tries) => {
    const transport = scripted('a', plan)
    const retried = retrying(transport, { retries: 2, pause: clock(), random: () => 0 })
    expect(await outcome(retried.send(emailForTest(), { signal: signal() }))).toEqual(told)
    expect(transport.tries()).toBe(tries)
  })

  it('passes on how long to wait where that is too long for it, and stays inside of the deadline', async () => {
    const pause = clock()
    const options = { signal: signal(), deadline: pause.now() + 4000 }
    const transport = scripted('a', [{ error: later(2500) }, { error: later(2500) }])
    const sent = retrying(transport, { retries: 5, pause, random: () => 0 }).send(emailForTest(), options)
    await expect(sent).rejects.toMatchObject({ retryAfterMs: 2500 })
    expect([pause.waits, transport.tries()]).toEqual([[2500], 2])
  })

  it('repeats what is in doubt where it is known again, and never forgets the doubt', async () => {
    const settings = { retries: 2, pause: clock(), random: () => 0 }
    const good = scripted('a', [{ error: doubt(), taken: true }], true)
    expect(await outcome(retrying(good, settings).send(emailForTest(), { signal: signal() }))).toBe('a')
    expect(good.memory.sent).toHaveLength(1)
    for (const second of [later(), refused(), wrongKey()]) {
      const bad = scripted('a', [{ error: doubt(), taken: true }, { error: second }, { error: second }], true)
      const sent = retrying(bad, settings).send(emailForTest(), { signal: signal() })
      expect(await outcome(sent)).toEqual(['provider_failed', true])
    }
  })

  it('ends its wait when the caller leaves, and says that nothing was handed over', async () => {
    const controller = new AbortController()
    const transport = scripted('a', [{ error: later(5000) }])
    const sent = retrying(transport, { retries: 1 }).send(emailForTest(), controller)
    setTimeout(() => controller.abort(), 20)
    expect(await outcome(sent)).toEqual(['provider_unavailable', false])
    expect(transport.tries()).toBe(1)
  })
})

describe('rate limited', () => {
  it('hands e-mails over one by one', async () => {
    const pause = clock()
    const transport = rateLimited(scripted('a', []), { perSecond: 4, pause })
    for (let count = 0; count < 4; count++) await transport.send(emailForTest(), { signal: signal() })
    expect(pause.waits).toEqual([250, 250, 250])
  })

  it('tells who would wait too long when to come again, at no cost for those who wait', async () => {
    const pause: Pause = { now: () => 1000, wait: async () => {} }
    const transport = rateLimited(scripted('a', []), { perSecond: 0.1, pause })
    const send = async (deadline?: number) =>
      await outcome(
        transport.send(emailForTest(), { signal: signal(), ...(deadline === undefined ? {} : { deadline }) }),
      )
    expect(await send()).toBe('a')
    expect(await send(5000)).toEqual(['provider_unavailable', false])
    expect(await send()).toBe('a')
    await expect(transport.send(emailForTest(), { signal: signal() })).rejects.toMatchObject({ retryAfterMs: 20_000 })
  })

  it('sends nothing for who has left meanwhile', async () => {
    const memory = createMemoryTransport()
    const transport = rateLimited(memory, { perSecond: 1, pause: realPause })
    const controller = new AbortController()
    await transport.send(emailForTest(), controller)
    const sent = transport.send(emailForTest(), controller)
    controller.abort()
    expect(await outcome(sent)).toEqual(['cancelled', false])
    expect(memory.sent).toHaveLength(1)
  })
})

describe('failover', () => {
  const through = async (...plans: readonly (readonly Try[])[]) => {
    const all = plans.map((plan, index) => scripted('abc'[index] ?? '', plan))
    const [first, ...others] = all
    if (first === undefined) throw new Error('none')
    const told = await outcome(failover([first, ...others]).send(emailForTest(), { signal: signal() }))
    return [told, all.map(({ memory }) => memory.sent.length)]
  }

  it('goes on where nothing was taken, and says who has it', async () => {
    expect(await through([], [])).toEqual(['a', [1, 0]])
    expect(await through([{ error: later() }], [])).toEqual(['b', [0, 1]])
    expect(await through([{ error: wrongKey() }], [{ error: later() }], [])).toEqual(['c', [0, 0, 1]])
  })

  it('ends at a doubt, and where the e-mail is wrong', async () => {
    expect(await through([{ error: doubt(), taken: true }], [])).toEqual([
      ['provider_failed', true],
      [1, 0],
    ])
    expect(await through([{ error: later() }], [{ error: doubt() }], [])).toEqual([
      ['provider_failed', true],
      [0, 0, 0],
    ])
    expect(await through([{ error: refused() }], [])).toEqual([
      ['invalid_request', false],
      [0, 0],
    ])
  })

  it('says that it may work later, if any of them says so', async () => {
    expect(await through([{ error: wrongKey() }], [{ error: later() }])).toEqual([
      ['provider_unavailable', false],
      [0, 0],
    ])
  })

  it('asks one that failed last, until it has rested', async () => {
    let time = 0
    const a = scripted('a', [{ error: later() }])
    const b = scripted('b', [])
    const both = failover([a, b], { now: () => time })
    const send = async () => await outcome(both.send(emailForTest(), { signal: signal() }))
    expect([await send(), await send(), a.tries()]).toEqual(['b', 'b', 1])
    time = 30_000
    expect(await send()).toBe('a')
  })

  it('can what all of them can, and is ready where one of them is', async () => {
    const small = {
      ...createMemoryTransport(),
      capabilities: { deduplicates: true, schedule: false, tags: true, metadata: true, maxBytes: 9 },
    }
    const away = { ...small, check: async () => await Promise.reject(later()) }
    expect(failover([createMemoryTransport(), small]).capabilities).toEqual({
      deduplicates: false,
      schedule: false,
      tags: true,
      metadata: true,
      maxBytes: 9,
      concurrent: 10,
    })
    await failover([away, small]).check({ signal: signal() })
    await expect(failover([away, away]).check({ signal: signal() })).rejects.toThrow('later')
  })

  it('finds an e-mail at whichever has it', async () => {
    const receipt: Receipt = { status: 'sent', providerMessageId: 'x', accepted: [], rejected: [] }
    const none = { ...createMemoryTransport(), lookUp: async () => ({ state: 'absent' }) as const }
    const has = { ...createMemoryTransport(), lookUp: async () => ({ state: 'taken', receipt }) as const }
    const options = { signal: signal() }
    expect(await failover([none, createMemoryTransport(), has]).lookUp?.(emailForTest(), options)).toMatchObject({
      receipt,
    })
    expect(await failover([none, none]).lookUp?.(emailForTest(), options)).toBeUndefined()
  })

  it('cannot be asked where none of them can', () => {
    expect(failover([createMemoryTransport(), createMemoryTransport()]).lookUp).toBeUndefined()
  })
})

it('never doubles and never loses, whatever goes wrong', async () => {
  const fault = fc.constantFrom<Try | undefined>(
    undefined,
    { error: later() },
    { error: later(20) },
    { error: wrongKey() },
    { error: doubt() },
    { error: doubt(), taken: true },
    { error: refused() },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fault, { maxLength: 6 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (plans, deduplicates) => {
        const all = plans.map((plan, index) => scripted('abc'[index] ?? '', plan, deduplicates))
        const [first, ...others] = all
        if (first === undefined) return
        // One that knows ids again is retried alone: behind a failover, nobody knows who has it.
        const inner = deduplicates ? first : failover([first, ...others])
        const transport = retrying(inner, { retries: 4, pause: clock() })
        const told = await outcome(transport.send(emailForTest(), { signal: signal() }))
        const delivered = all.reduce((sum, { memory }) => sum + memory.sent.length, 0)
        expect(delivered).toBeLessThanOrEqual(1)
        if (typeof told === 'string') expect(delivered).toBe(1)
        // What is told as surely not taken, was not.
        else if (Array.isArray(told) && told[1] === false) expect(delivered).toBe(0)
      },
    ),
    { numRuns: 500 },
  )
})
