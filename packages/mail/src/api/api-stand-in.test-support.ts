import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { ChanceryError, type EmailTransport, type OutgoingEmail } from '@chancery/core'
import { emailForTest } from '@chancery/port-contracts/email-transport'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

export interface ApiRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ApiReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Instead of the provider's own answer; whether the provider has taken the e-mail before is `taken`. */
export interface ApiFault {
  readonly taken: boolean
  answer(response: ServerResponse): void
}

export interface ApiStandIn {
  readonly baseUrl: string
  readonly received: readonly ApiRequest[]
  /** The next answer goes wrong, and all after it; absent: none does. */
  fail(fault?: ApiFault): void
  close(): Promise<void>
}

/**
 * A stand-in of an API on 127.0.0.1, made from the provider's documentation.
 * @param reply what the provider answers to a call, and does
 */
export async function apiStandIn(reply: (request: ApiRequest) => ApiReply): Promise<ApiStandIn> {
  const received: ApiRequest[] = []
  let fault: ApiFault | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const call = { method, url, headers, body: Buffer.concat(chunks).toString() }
    received.push(call)
    if (fault !== undefined && method === 'POST') {
      if (fault.taken) reply(call)
      return fault.answer(response)
    }
    const { status, headers: more = {}, body } = reply(call)
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    fail: (next) => {
      fault = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What each provider would answer, in one. */
const likeAll = JSON.stringify({ id: 'x', MessageId: 'x', MessageID: 'x', ErrorCode: 0, Message: 'OK' })
const page = '<html><body>Sign in to the network</body></html>'
const cut = (to: ServerResponse, status: number): void => {
  to.writeHead(status, { 'content-length': '500', 'content-type': 'application/json' }).write('{"a')
  setTimeout(() => to.socket?.destroy(), 20)
}
/** What goes wrong, its code, and whether the e-mail may have been taken. */
export const apiFaultKinds: readonly (readonly [string, ApiFault['answer'], code: string, doubtful: boolean])[] = [
  ['a 200 that breaks off', (to) => cut(to, 200), 'provider_failed', true],
  ['a 202 that breaks off', (to) => cut(to, 202), 'provider_failed', true],
  ['a 500 that breaks off', (to) => cut(to, 500), 'provider_failed', true],
  ['a proxy’s page', (to) => to.writeHead(200, { 'content-type': 'text/html' }).end(page), 'provider_failed', true],
  ['an empty 200', (to) => to.writeHead(200).end(), 'provider_failed', true],
  ['an object of somebody else', (to) => to.writeHead(200).end('{"ok":true}'), 'provider_failed', true],
  ['another status', (to) => to.writeHead(201).end(likeAll), 'provider_failed', true],
  ['no content', (to) => to.writeHead(204).end(), 'provider_failed', true],
  ['a 500', (to) => to.writeHead(500).end(page), 'provider_failed', true],
  ['a 502 of a proxy', (to) => to.writeHead(502).end(page), 'provider_failed', true],
  ['a 503 that says when', (to) => to.writeHead(503, { 'retry-after': '1' }).end(), 'provider_failed', true],
  ['a 504 of a proxy', (to) => to.writeHead(504).end(page), 'provider_failed', true],
  ['a page elsewhere', (to) => to.writeHead(303, { location: '/' }).end(), 'provider_failed', true],
  ['a reset', (to) => to.socket?.resetAndDestroy(), 'provider_failed', true],
  ['a close', (to) => to.socket?.end(), 'provider_failed', true],
  ['half of the headers', (to) => to.socket?.end('HTTP/1.1 200 OK\r\nContent-Ty'), 'provider_failed', true],
  ['silence', () => {}, 'provider_timeout', true],
  ['an endless answer', (to) => to.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024, 'x')), 'provider_failed', true],
]
/** By what an e-mail is surely not taken, its code, and whether it may be tried again. */
export const apiRefusals: readonly (readonly [string, ApiFault['answer'], code: string, retryable: boolean])[] = [
  ['a 429 that says when', (to) => to.writeHead(429, { 'retry-after': '2' }).end('{}'), 'provider_unavailable', true],
  ['a redirect', (to) => to.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), 'provider_failed', false],
  ['a 404 of a proxy', (to) => to.writeHead(404).end(page), 'provider_failed', false],
  ['a 401', (to) => to.writeHead(401).end('{}'), 'provider_failed', false],
  ['a 403', (to) => to.writeHead(403).end(page), 'provider_failed', false],
  ['a 413', (to) => to.writeHead(413).end(page), 'payload_too_large', false],
]

export interface UnderFaults {
  readonly api: ApiStandIn
  /** Waits as long as a busy machine may take. */
  readonly transport: EmailTransport
  /** Gives a silence up after a second. */
  readonly impatient: EmailTransport
  /** E-mails that the provider has taken. */
  taken(): number
}

/** What every transport by an API makes of faults. */
export function apiFaults(name: string, make: () => Promise<UnderFaults>): void {
  describe(`${name} under faults`, () => {
    let subject: UnderFaults
    beforeEach(async () => {
      subject = await make()
    })
    afterEach(async () => await subject.api.close())
    const send = async (
      changes: Partial<OutgoingEmail> = {},
      signal = new AbortController().signal,
      transport = subject.transport,
    ) => {
      const error = await transport.send(emailForTest(changes), { signal }).then(
        ({ status }) => status,
        (caught: unknown) => caught,
      )
      const everything = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
      expect(everything).not.toMatch(/canary|Your lease|ada@client|Dear Ada/)
      return error
    }
    const told = (error: unknown): unknown =>
      ChanceryError.is(error) ? [error.code, error.details['ambiguous'] ?? false, error.retryable] : error

    it.each(apiFaultKinds.flatMap((fault) => [true, false].map((taken) => [...fault, taken] as const)))(
      'asks once, and is in doubt: %s',
      async (_, answer, code, doubtful, taken) => {
        subject.api.fail({ taken, answer })
        const transport = code === 'provider_timeout' ? subject.impatient : subject.transport
        expect(told(await send({}, undefined, transport))).toEqual([code, doubtful, false])
        expect(subject.api.received).toHaveLength(1)
        expect(subject.taken()).toBe(taken ? 1 : 0)
      },
    )

    it.each(apiRefusals)('asks once, and knows that nothing was taken: %s', async (_, answer, code, retryable) => {
      subject.api.fail({ taken: false, answer })
      expect(told(await send())).toEqual([code, false, retryable])
      expect(subject.api.received).toHaveLength(1)
    })

    it('passes on when to come again', async () => {
      subject.api.fail({ taken: false, answer: (to) => to.writeHead(429, { 'retry-after': '7' }).end() })
      expect(await send()).toMatchObject({ retryAfterMs: 7000 })
    })

    it('says when nobody listens that nothing was handed over', async () => {
      await subject.api.close()
      expect(told(await send())).toEqual(['provider_unavailable', false, true])
      await expect(subject.transport.check({ signal: new AbortController().signal })).rejects.toMatchObject({
        code: 'provider_unavailable',
      })
    })

    it('says of a call cancelled on the way that it may have arrived', async () => {
      const controller = new AbortController()
      subject.api.fail({ taken: true, answer: () => controller.abort() })
      expect(told(await send({}, controller.signal))).toEqual(['cancelled', true, false])
    })
  })
}
