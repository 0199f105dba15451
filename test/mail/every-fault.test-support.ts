import { ChanceryError, type EmailTransport, providers } from '@chancery/core'
import { createHarness } from '@chancery/harness'
import {
  createPostmarkTransport,
  createResendTransport,
  createSendGridTransport,
  createSesTransport,
  createSmtpTransport,
  retrying,
} from '@chancery/mail'
import { describe, expect, it } from 'vitest'
import { apiFaultKinds, apiRefusals, type ApiStandIn } from '../../packages/mail/src/api/api-stand-in.test-support.ts'
import { postmarkStandIn, postmarkToken } from '../../packages/mail/src/postmark/postmark-stand-in.test-support.ts'
import { resendKey, resendStandIn } from '../../packages/mail/src/resend/resend-stand-in.test-support.ts'
import { sendGridStandIn, taken } from '../../packages/mail/src/sendgrid/stand-in.test-support.ts'
import { sesKeys, sesStandIn } from '../../packages/mail/src/ses/ses-stand-in.test-support.ts'
import { faultServer, type SmtpFaultPlan } from '../../packages/mail/src/smtp/fault-server.test-support.ts'

/** A provider at which one fault happens to the first e-mail, and then no more. */
interface Trial {
  readonly transport: EmailTransport
  /** E-mails that it has delivered. */
  delivered(): number
  mend(): void
  close(): Promise<void>
}

/** Only a silence is waited for as long as that: answers may be late on a busy machine. */
const timeoutOf = (what: string): number => (/silence|hang/.test(what) ? 1000 : 20_000)
const send = { from: 'office@firm.example', to: ['ada@client.example'], subject: 'Your lease', text: 'Dear Ada' }

type ApiTrial = ApiStandIn & { readonly count: () => number; readonly transport: EmailTransport }
const apis: Readonly<Record<string, (timeoutMs: number) => Promise<ApiTrial>>> = {
  async Postmark(timeoutMs) {
    const api = await postmarkStandIn()
    const transport = createPostmarkTransport({ token: postmarkToken, baseUrl: api.baseUrl, timeoutMs })
    return { ...api, count: () => api.taken.length, transport }
  },
  async Resend(timeoutMs) {
    const api = await resendStandIn()
    const transport = createResendTransport({ apiKey: resendKey, baseUrl: api.baseUrl, timeoutMs })
    return { ...api, count: () => api.taken.length, transport }
  },
  async 'Amazon SES'(timeoutMs) {
    const api = await sesStandIn()
    const transport = createSesTransport({ ...sesKeys, baseUrl: api.baseUrl, timeoutMs })
    return { ...api, count: () => api.count, transport }
  },
}

const trials: (readonly [name: string, make: () => Promise<Trial>])[] = []
for (const [name, make] of Object.entries(apis)) {
  const kinds = [
    ...apiFaultKinds.flatMap(([what, answer]) => [true, false].map((kept) => [what, answer, kept] as const)),
    ...apiRefusals.map(([what, answer]) => [what, answer, false] as const),
  ]
  for (const [what, answer, kept] of kinds) {
    trials.push([
      `${name}: ${what}${kept ? ', the e-mail taken' : ''}`,
      async () => {
        const { transport, count, fail, close } = await make(timeoutOf(what))
        fail({ taken: kept, answer })
        return { transport, delivered: count, mend: () => fail(), close }
      },
    ])
  }
}
for (const [what, answer] of apiFaultKinds) {
  trials.push([
    `SendGrid: ${what}, the e-mail taken`,
    async () => {
      const api = await sendGridStandIn()
      api.answer(answer)
      return {
        transport: createSendGridTransport({ apiKey: 'SG.test-key', baseUrl: api.baseUrl, timeoutMs: timeoutOf(what) }),
        delivered: () => api.received.filter(({ method }) => method === 'POST').length,
        mend: () => api.answer(taken),
        close: api.close,
      }
    },
  ])
}
const smtpFaults: readonly SmtpFaultPlan['fault'][] = [
  'reset',
  'close',
  'half',
  'hang',
  { answer: '421 4.3.2 shutting down' },
  { answer: '451 4.3.0 try again' },
  { answer: 'HTTP/1.1 200 OK' },
]
const smtpPlans = smtpFaults.flatMap((fault): readonly SmtpFaultPlan[] => [
  { stage: 'greeting', fault },
  { stage: 'RCPT', fault },
  { stage: 'DATA', fault },
  { stage: 'dot', fault, keep: false },
  // A server that says 451 and keeps the message lies; nobody could know.
  ...(typeof fault === 'object' && fault.answer.startsWith('451')
    ? []
    : [{ stage: 'dot', fault, keep: true } as const]),
])
for (const plan of smtpPlans) {
  const fault = typeof plan.fault === 'string' ? plan.fault : plan.fault.answer
  trials.push([
    `SMTP: ${fault} at ${plan.stage}${plan.keep === true ? ', the e-mail taken' : ''}`,
    async () => {
      const server = await faultServer(['PIPELINING'])
      server.plan(plan)
      const { port } = server
      const timeoutMs = timeoutOf(fault)
      const transport = createSmtpTransport({ host: '127.0.0.1', port, security: 'none', timeoutMs })
      return {
        transport,
        delivered: () => server.taken.length,
        mend: () => server.plan(undefined),
        async close() {
          transport.close()
          await server.close()
        },
      }
    },
  ])
}

const ways = {
  alone: (transport: EmailTransport) => transport,
  // Without a wait: the fault is there at every try.
  'with retries': (transport: EmailTransport) => retrying(transport, { retries: 1, random: () => 0 }),
}

/** That each fault of each provider comes to one e-mail at the most, and to the truth about it. */
export function everyFault(how: keyof typeof ways): void {
  const decorate = ways[how]
  // At once, each at a provider of its own: many wait until a silence is given up.
  describe.concurrent(`an e-mail with an Idempotency-Key, ${how}`, () => {
    it.each(trials)('is never sent twice, lost or called sent: %s', async (_, make) => {
      const { transport, delivered, mend, close } = await make()
      const harness = createHarness({ replacements: { transports: providers({ it: decorate(transport) }) } })
      /** What is told: that it was sent, that nobody knows, or that it was not. */
      const call = async (): Promise<'sent' | 'in doubt' | 'not sent'> =>
        await harness.call('send-email', send, { idempotencyKey: 'lease-17' }).then(
          ({ data }) => (data.message.status === 'sent' ? 'sent' : 'in doubt'),
          (error: unknown) => {
            if (!ChanceryError.is(error)) throw error
            const isDoubtful = error.details['ambiguous'] === true || /unknown/.test(error.code)
            return isDoubtful ? 'in doubt' : 'not sent'
          },
        )
      const first = await call()
      if (first === 'sent') expect(delivered()).toBe(1)
      if (first === 'not sent') expect(delivered()).toBe(0)
      mend()
      const told = [await call(), await call(), await call()]
      expect(delivered()).toBeLessThanOrEqual(1)
      // Once sent, always told so; what is not known stays so, unless the provider knows the e-mail again.
      expect(new Set(told).size).toBe(1)
      if (told[0] === 'sent') expect(delivered()).toBe(1)
      else expect([first, told[0]]).toEqual(['in doubt', 'in doubt'])
      await harness.close()
      await close()
    })
  })
}
