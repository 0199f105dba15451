import { inspect } from 'node:util'
import { ChanceryError, type OutgoingEmail, type Receipt } from '@chancery/core'
import { emailForTest } from '@chancery/port-contracts/email-transport'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testCertificate } from './certificate.test-support.ts'
import { faultServer, type FaultServer, type SmtpFaultPlan, type SmtpStage } from './fault-server.test-support.ts'
import { createSmtpTransport, type SmtpTransport } from './smtp-transport.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** Silence that a server is allowed: long enough that no busy machine takes an answer for none. */
const timeoutMs = 500
const login = { user: 'office', password: 'pass-word-canary' }
let server: FaultServer
let transport: SmtpTransport

interface Trial {
  readonly server: FaultServer
  readonly transport: SmtpTransport
  close(): Promise<void>
}

/** A server that can fail, and a transport to it. */
async function open(extensions: readonly string[], settings: Partial<SmtpSettings> = {}): Promise<Trial> {
  const own = await faultServer(extensions)
  const to = createSmtpTransport({
    host: '127.0.0.1',
    port: own.port,
    security: 'none',
    timeoutMs,
    ...login,
    ...settings,
  })
  return {
    server: own,
    transport: to,
    async close() {
      to.close()
      await own.close()
    },
  }
}

const start = async (extensions: readonly string[], settings: Partial<SmtpSettings> = {}): Promise<void> => {
  ;({ server, transport } = await open(extensions, settings))
}
/** Gives each test of the block a server, and ends what it leaves. */
function eachAtAServer(): void {
  beforeEach(async () => await start(['AUTH PLAIN', 'PIPELINING']))
  afterEach(async () => {
    transport.close()
    await server.close()
  })
}

const send = async (
  changes: Partial<OutgoingEmail> = {},
  controller = new AbortController(),
  by = transport,
): Promise<Receipt | ChanceryError> =>
  await by.send(emailForTest(changes), controller).catch((error: unknown) => {
    if (ChanceryError.is(error)) return error
    throw error
  })
const failure = async (changes: Partial<OutgoingEmail> = {}, by = transport): Promise<ChanceryError> => {
  const error = await send(changes, new AbortController(), by)
  if (!ChanceryError.is(error)) throw new Error(`it was ${error.status}`)
  return error
}

/** Long enough that no buffer on the way takes all of it. */
const long = { attachments: [{ filename: 'a.bin', contentType: 'application/zip', bytes: new Uint8Array(12_000_000) }] }

const stages: readonly SmtpStage[] = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'dot']
const faults: readonly SmtpFaultPlan['fault'][] = [
  'reset',
  'close',
  'half',
  'hang',
  { answer: '421 4.3.2 shutting down' },
  { answer: '451 4.3.0 try again' },
  { answer: '550 5.7.1 no' },
  { answer: 'HTTP/1.1 200 OK' },
  { answer: '250-and' },
]
const plans = stages.flatMap((stage) =>
  faults.flatMap((fault): readonly SmtpFaultPlan[] =>
    stage === 'dot' ? [true, false].map((keep) => ({ stage, fault, keep })) : [{ stage, fault }],
  ),
)
const named = (plan: SmtpFaultPlan): string =>
  `${typeof plan.fault === 'string' ? plan.fault : plan.fault.answer} at ${plan.stage}${plan.keep === true ? ', the message kept' : ''}`

/** A server that says 451 or 550 to a message and keeps it all the same breaks the protocol; nobody could know. */
const lies = ({ keep, fault }: SmtpFaultPlan): boolean =>
  keep === true && typeof fault === 'object' && /^(?:451|550)/.test(fault.answer)

/** With a greater silence allowed: a handshake takes its time on a busy machine. */
const inTls: Partial<SmtpSettings> = { security: 'starttls', ca: testCertificate, timeoutMs: 1000 }
/** Whatever goes wrong, nothing but the wish for TLS is said in the clear. */
const onlyTheWish = /^(?:EHLO \S+\r\n|STARTTLS\r\n)*$/

// At once, each at a server of its own: many wait until a silence is given up.
describe.concurrent('every fault', () => {
  const withTrial = async (trial: Promise<Trial>, work: (trial: Trial) => Promise<void>): Promise<void> => {
    const own = await trial
    try {
      await work(own)
    } finally {
      await own.close()
    }
  }

  const honest = plans.filter((plan) => !lies(plan))
  const cases = [
    ['with', ['AUTH PLAIN', 'PIPELINING']],
    ['without', ['AUTH PLAIN']],
  ].flatMap(([how, extensions]) =>
    honest.map((plan) => [named(plan), how as string, extensions as string[], plan] as const),
  )
  it.each(cases)(
    '%s, %s pipelining: told for what it is, never twice, never "sent"',
    async (_, _how, extensions, plan) => {
      await withTrial(open(extensions), async ({ server, transport }) => {
        server.plan(plan)
        const error = await failure({}, transport)
        const isDoubtful =
          plan.stage === 'dot' && !(typeof plan.fault === 'object' && /^(?:451|550)/.test(plan.fault.answer))
        expect(error.details['ambiguous'] ?? false).toBe(isDoubtful)
        expect(server.taken).toHaveLength(plan.keep === true ? 1 : 0)
        expect(server.sessions).toBe(1)
        const refused =
          typeof plan.fault === 'object' &&
          plan.fault.answer.startsWith('550') &&
          plan.stage !== 'greeting' &&
          plan.stage !== 'EHLO'
        if (!isDoubtful)
          expect(error.code).toMatch(refused ? /^(?:provider_failed|invalid_request)$/ : /^provider_unavailable$/)
        expect(error.retryable).toBe(!refused && !isDoubtful)
        const everything = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
        expect(everything).not.toMatch(/canary|Your lease|ada@client|Dear Ada/)
        // What surely did not leave may be sent again.
        server.plan(undefined)
        if (!isDoubtful) expect(await send({}, undefined, transport)).toMatchObject({ status: 'sent' })
      })
    },
  )

  const before: readonly SmtpStage[] = ['STARTTLS', 'handshake', 'EHLO in TLS']
  const inside: readonly SmtpFaultPlan[] = [
    ...(['AUTH', 'MAIL', 'RCPT', 'DATA'] as const).map((stage) => ({ stage, fault: 'reset' as const })),
    ...[true, false].map((keep) => ({ stage: 'dot' as const, fault: 'close' as const, keep })),
  ]
  const all = [...before.flatMap((stage) => faults.map((fault): SmtpFaultPlan => ({ stage, fault }))), ...inside]
  it.each(all.map((plan) => [named(plan), plan] as const))(
    '%s, with STARTTLS: told for what it is, never twice, nothing in the clear',
    async (_, plan) => {
      await withTrial(open(['AUTH PLAIN', 'PIPELINING', 'STARTTLS'], inTls), async ({ server, transport }) => {
        server.plan(plan)
        const error = await failure({}, transport)
        expect(error.details['ambiguous'] ?? false).toBe(plan.stage === 'dot')
        expect(error.code).toBe(plan.stage === 'dot' ? 'provider_failed' : 'provider_unavailable')
        expect(server.taken).toHaveLength(plan.keep === true ? 1 : 0)
        expect(server.sessions).toBe(1)
        expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/canary|Your lease|ada@client|Dear Ada/)
        server.plan(undefined)
        if (plan.stage !== 'dot') expect(await send({}, undefined, transport)).toMatchObject({ status: 'sent' })
        expect(server.clear).toMatch(onlyTheWish)
      })
    },
  )
})

describe('STARTTLS', () => {
  eachAtAServer()
  const restart = async (extensions: readonly string[], settings = inTls): Promise<void> => {
    transport.close()
    await server.close()
    await start(extensions, settings)
  }
  beforeEach(async () => await restart(['AUTH PLAIN', 'PIPELINING', 'STARTTLS']))
  afterEach(() => expect(server.clear).toMatch(onlyTheWish))

  it('has all that is said in TLS, once it is asked for', async () => {
    expect(await send()).toMatchObject({ status: 'sent' })
    expect(server.clear).toMatch(/^EHLO \S+\r\nSTARTTLS\r\n$/)
    expect(server.taken).toHaveLength(1)
  })

  it('that is taken out of what the server offers is not done without', async () => {
    await restart(['AUTH PLAIN', 'PIPELINING'])
    server.plan({ stage: 'STARTTLS', fault: { answer: '502 5.5.1 not here' } })
    const error = await failure()
    expect([error.code, error.message]).toEqual([
      'provider_unavailable',
      'The mail server cannot be spoken with safely.',
    ])
    expect(server.taken).toEqual([])
  })

  it('is asked for again by every session, whatever those before found', async () => {
    await send()
    server.plan({ stage: 'MAIL', fault: { answer: '421 4.3.2 idle' }, times: 1 })
    expect(await send()).toMatchObject({ status: 'sent' })
    expect([server.sessions, server.taken.length]).toEqual([2, 2])
    server.plan({ stage: 'STARTTLS', fault: { answer: '454 4.7.0 TLS not available' } })
    transport.close()
    transport = createSmtpTransport({ host: '127.0.0.1', port: server.port, ...inTls, ...login })
    expect((await failure()).message).toBe('The mail server takes no e-mail for now.')
    expect(server.taken).toHaveLength(2)
  })

  it('throws away what somebody put behind its answer in the clear', async () => {
    const forged = '220 go on\r\n250-fault.example\r\n250-SMTPUTF8\r\n250 AUTH PLAIN\r\n235 2.7.0 welcome'
    server.plan({ stage: 'STARTTLS', fault: { answer: forged, goesOn: true } })
    expect(await send()).toMatchObject({ status: 'sent' })
    const error = await failure({ to: [{ address: 'jörg@client.example' }] })
    expect(error.violations).toMatchObject([{ code: 'address_not_ascii' }])
  })

  it('with a server that nobody vouches for says nothing more', async () => {
    await restart(['AUTH PLAIN', 'STARTTLS'], { security: 'starttls', timeoutMs: 1000 })
    expect((await failure()).code).toBe('provider_unavailable')
    expect(server.taken).toEqual([])
  })
})

describe('a message that is cut off', () => {
  eachAtAServer()
  it.each(['reset', 'close', 'hang'] as const)('inside of its body was surely not taken: %s', async (fault) => {
    server.plan({ stage: 'body', fault })
    const error = await failure(long)
    expect([error.code, error.details['ambiguous'] ?? false]).toEqual(['provider_unavailable', false])
    expect(server.taken).toEqual([])
  })

  it('is refused where the server says so before it has ended', async () => {
    server.plan({ stage: 'body', fault: { answer: '552 5.3.4 too large' } })
    const error = await failure(long)
    expect([error.code, error.details['ambiguous'] ?? false]).toEqual(['payload_too_large', false])
  })

  it('is not sent because something says 250 before it has ended', async () => {
    server.plan({ stage: 'body', fault: { answer: '250 Ok' } })
    expect((await failure(long)).details).toMatchObject({ ambiguous: true })
    expect(server.taken).toEqual([])
  })

  it('by its caller is doubtful after its end alone', async () => {
    for (const [stage, ambiguous] of [
      ['greeting', false],
      ['RCPT', false],
      ['dot', true],
    ] as const) {
      const controller = new AbortController()
      server.plan({ stage, fault: 'hang', onFault: () => controller.abort() })
      const error = await send({}, controller)
      expect(ChanceryError.is(error) && [error.code, error.details['ambiguous'] ?? false]).toEqual([
        'cancelled',
        ambiguous,
      ])
    }
  })
})

describe('replies of a code alone', () => {
  eachAtAServer()
  it('say that the message is taken', async () => {
    server.plan({ stage: 'dot', fault: { answer: '250' }, keep: true })
    expect(await send({})).toMatchObject({ status: 'sent' })
  })

  it('say that the message is refused', async () => {
    server.plan({ stage: 'dot', fault: { answer: '554' } })
    expect(await failure()).toMatchObject({ code: 'provider_failed', details: { reply: '554' } })
  })
})

describe('recipients', () => {
  eachAtAServer()
  const two = { to: [{ address: 'ada@client.example' }], cc: [{ address: 'bob@köln.example' }] }

  it.each([
    ['550 5.1.1 no such user', 'recipient_refused'],
    ['452 4.2.2 mailbox full', 'recipient_deferred'],
  ])('some of whom are refused are told, the others have it: %s', async (answer, code) => {
    server.plan({ stage: 'RCPT', fault: { answer }, times: 1 })
    expect(await send(two)).toMatchObject({
      status: 'sent',
      accepted: ['bob@köln.example'],
      rejected: [{ address: 'ada@client.example', code, message: answer }],
    })
    expect(server.taken.map(({ to }) => to)).toEqual([['bob@xn--kln-sna.example']])
  })

  it('all of whom are refused are no "sent"', async () => {
    server.plan({ stage: 'RCPT', fault: { answer: '550 5.1.1 no such user' } })
    const error = await failure(two)
    expect([error.code, error.violations.map(({ pointer }) => pointer)]).toEqual([
      'invalid_request',
      ['/to/0/address', '/cc/0/address'],
    ])
    expect(JSON.stringify(error.violations)).not.toContain('client.example')
  })

  it('beyond ASCII need a server that takes them', async () => {
    const error = await failure({ to: [{ address: 'jörg@client.example' }] })
    expect(error.violations).toMatchObject([{ pointer: '/to/0/address', code: 'address_not_ascii' }])
    await server.close()
    transport.close()
    await start(['AUTH PLAIN', 'SMTPUTF8', '8BITMIME'])
    expect(await send({ to: [{ address: 'jörg@client.example' }] })).toMatchObject({ status: 'sent' })
  })

  it('beyond ASCII for answers alone are refused, since SMTPUTF8 is asked for by the envelope', async () => {
    transport.close()
    await server.close()
    await start(['AUTH PLAIN', 'SMTPUTF8', '8BITMIME'])
    const answers = { replyTo: [{ address: 'ada@client.example' }, { address: 'jörg@client.example' }] }
    const error = await failure(answers)
    expect(error.violations).toMatchObject([{ pointer: '/replyTo/1/address', code: 'address_not_ascii' }])
    expect(await send({ ...answers, to: [{ address: 'zoë@client.example' }] })).toMatchObject({ status: 'sent' })
    const everywhere = { to: [{ address: 'zoë@client.example' }], from: { address: 'büro@firm.example' } }
    expect(await send(everywhere)).toMatchObject({ status: 'sent' })
  })

  it('with a space in a quoted local part are one argument of the command', async () => {
    const to = [{ address: '"john doe"@client.example' }, { address: '"a> b\\"c"@client.example' }]
    expect((await failure({ to })).violations).toMatchObject([{ pointer: '/to/1/address' }])
    expect(await send({ to: to.slice(0, 1) })).toMatchObject({ accepted: ['"john doe"@client.example'] })
    expect(server.taken[0]).toMatchObject({ to: ['"john doe"@client.example'] })
    expect(server.taken[0]?.message).toContain('\r\nTo: <"john doe"@client.example>\r\n')
  })
})

describe('sessions', () => {
  eachAtAServer()
  it('are used again, and replaced without a word where the server has ended them', async () => {
    await send()
    await send()
    expect([server.sessions, server.taken.length]).toEqual([1, 2])
    server.plan({ stage: 'MAIL', fault: { answer: '421 4.4.2 idle for too long' }, times: 1 })
    expect(await send()).toMatchObject({ status: 'sent' })
    server.plan({ stage: 'DATA', fault: 'reset', times: 1 })
    expect(await send()).toMatchObject({ status: 'sent' })
    expect([server.sessions, server.taken.length]).toEqual([3, 4])
  })

  it.each([
    ['too large', ['SIZE 100000'], long],
    ['beyond ASCII', [], { to: [{ address: 'jörg@client.example' }] }],
  ])('are not replaced for an e-mail that every one of them would refuse: %s', async (_, extensions, changes) => {
    transport.close()
    await server.close()
    await start(['AUTH PLAIN', ...extensions])
    await send()
    await failure(changes)
    expect([server.sessions, server.taken.length]).toEqual([1, 1])
  })

  it('are never replaced once the message may have arrived', async () => {
    await send()
    server.plan({ stage: 'dot', fault: 'reset', keep: true, times: 1 })
    expect((await failure()).details).toMatchObject({ ambiguous: true })
    expect([server.sessions, server.taken.length]).toEqual([1, 2])
  })

  it('are no more at once than said, and whoever waits can leave', async () => {
    transport.close()
    transport = createSmtpTransport({ host: '127.0.0.1', port: server.port, security: 'none', connections: 2 })
    expect(await Promise.all(Array.from({ length: 8 }, () => send()))).toHaveLength(8)
    expect([server.sessions, server.taken.length]).toEqual([2, 8])
    const controller = new AbortController()
    server.plan({ stage: 'MAIL', fault: 'hang', onFault: () => controller.abort() })
    const all = Array.from({ length: 4 }, () => send({}, controller))
    for (const error of await Promise.all(all)) expect(error).toMatchObject({ code: 'cancelled' })
    server.plan(undefined)
    expect(await send()).toMatchObject({ status: 'sent' })
  })
})

describe('a check', () => {
  eachAtAServer()
  const reason = async (): Promise<unknown> =>
    await transport.check({ signal: new AbortController().signal }).then(
      () => 'ready',
      (error: unknown) => ChanceryError.is(error) && [error.code, error.details['reason']],
    )

  it('signs in, and says what is wrong', async () => {
    expect(await reason()).toBe('ready')
    expect(server.taken).toEqual([])
    for (const [plan, told] of [
      [{ stage: 'AUTH', fault: { answer: '535 5.7.8 no' } }, 'credentials_refused'],
      [{ stage: 'AUTH', fault: { answer: '454 4.7.0 later' } }, 'unavailable'],
      [{ stage: 'EHLO', fault: 'hang' }, 'timeout'],
      [{ stage: 'greeting', fault: 'close' }, 'unavailable'],
    ] as const) {
      transport.close()
      transport = createSmtpTransport({
        host: '127.0.0.1',
        port: server.port,
        security: 'none',
        timeoutMs,
        ...login,
      })
      server.plan(plan)
      expect([plan, await reason()]).toEqual([plan, ['provider_unavailable', told]])
    }
  })

  it('says when nobody listens', async () => {
    await server.close()
    expect(await reason()).toEqual(['provider_unavailable', 'unavailable'])
    expect((await failure()).details['ambiguous']).toBeUndefined()
  })
})
