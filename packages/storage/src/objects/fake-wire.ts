import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What goes wrong with one call to a stand-in of an object store. */
export interface WireFault<Call extends string> {
  /** Absent: the next call of any kind. */
  readonly call?: Call
  /**
   * A status; a connection that breaks before or in the midst of the answer, or an answer that never comes; or what
   * somebody else answers in its place, with 200 if nothing else is said.
   */
  readonly how:
    | number
    | 'reset'
    | 'cut'
    | 'hang'
    /** The connection breaks while the body still comes, or while the right answer still goes out. */
    | 'break-upload'
    | 'break-download'
    /** Half of the right answer, and then nothing more; or all of it, with one bit another. */
    | 'stall-download'
    | 'flip-download'
    | { readonly body: string; readonly status?: number; readonly type?: string }
  /** The call is done all the same, and only its answer is lost. */
  readonly done?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A call that a stand-in refuses, in the words of its vendor. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, code = `status${status}`, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Does to the answer what a fault says. @throws Refusal for one that is a status */
function breakAnswer(response: ServerResponse, { how, headers }: WireFault<string>): void {
  if (typeof how === 'number') throw new Refusal(how, undefined, headers)
  if (how === 'reset') response.socket?.resetAndDestroy()
  else if (typeof how === 'object') {
    const { body, status = 200, type = 'application/json' } = how
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  } else if (how === 'cut') {
    response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' }).write('{"a":')
    setTimeout(() => response.socket?.destroy(), 5)
  }
}

/** One call as a stand-in sees it. */
export interface WireCall<Call extends string> {
  readonly call: Call
  readonly request: IncomingMessage
  readonly url: URL
  readonly body: Buffer
}

export interface WireAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

/** What is answered to a `Range` of one part (RFC 9110, section 14), as all vendors do. @throws Refusal where it has no byte */
export function partOf(
  bytes: Uint8Array,
  range: string | undefined,
): Required<Pick<WireAnswer, 'status' | 'headers' | 'body'>> {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined || to === undefined)
    return { status: 200, headers: { 'content-length': String(bytes.length) }, body: bytes }
  if (Number(from) >= bytes.length) throw new Refusal(416)
  const body = bytes.subarray(Number(from), Number(to) + 1)
  const place = `bytes ${from}-${Number(from) + body.length - 1}/${bytes.length}`
  return { status: 206, headers: { 'content-length': String(body.length), 'content-range': place }, body }
}

/**
 * An HTTP server on 127.0.0.1 with faults on demand, on which the stand-ins of object stores stand.
 * @param callOf the kind of a call
 * @param answer does a call and says what is answered; throws `Refusal`
 * @param refuse writes a refusal as the vendor does
 */
export async function startFakeWire<Call extends string>({
  callOf,
  answer,
  refuse,
}: {
  readonly callOf: (request: IncomingMessage, url: URL) => Call
  readonly answer: (call: WireCall<Call>) => WireAnswer
  readonly refuse: (refusal: Refusal, request: IncomingMessage) => WireAnswer
}) {
  const faults: WireFault<Call>[] = []
  const calls: Call[] = []
  const interruptions: { readonly call: Call; left: number; readonly work: () => void }[] = []

  const send = (response: ServerResponse, { status = 200, headers = {}, body }: WireAnswer): void => {
    response.writeHead(status, headers).end(body)
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const call = callOf(request, url)
    calls.push(call)
    for (const each of interruptions) if (each.call === call && --each.left === 0) each.work()
    const place = faults.findIndex((each) => each.call === undefined || each.call === call)
    const [fault] = place === -1 ? [] : faults.splice(place, 1)
    if (fault?.how === 'break-upload') {
      request.once('data', () => request.socket.resetAndDestroy())
      return
    }
    const body = await bodyOf(request)
    if (fault?.how === 'break-download' || fault?.how === 'stall-download' || fault?.how === 'flip-download') {
      const { status = 200, headers, body: right = '' } = answer({ call, request, url, body })
      const whole = Buffer.from(right)
      response.writeHead(status, { 'content-length': String(whole.length), ...headers })
      if (fault.how === 'flip-download') {
        whole[0] = (whole[0] ?? 0) ^ 1
        response.end(whole)
        return
      }
      response.write(whole.subarray(0, Math.ceil(whole.length / 2)))
      if (fault.how === 'break-download') setTimeout(() => response.socket?.destroy(), 5)
      return
    }
    if (fault !== undefined && fault.done !== true) return breakAnswer(response, fault)
    const answered = answer({ call, request, url, body })
    if (fault === undefined) send(response, answered)
    else breakAnswer(response, fault)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, String(error))
      if (!response.headersSent) send(response, refuse(refusal, request))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was asked, in its order. */
    calls,
    /** The next call of its kind fails. */
    fail(fault: WireFault<Call>): void {
      faults.push(fault)
    },
    /** Something happens just before the n-th call of a kind from now on is done. */
    before(call: Call, nth: number, work: () => void): void {
      interruptions.push({ call, left: nth, work })
    },
    forgive(): void {
      faults.length = 0
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
