/** What the stand-ins of all vendors share: a real HTTP server with OAuth, strict about what it is asked, and with faults to order. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a vendor's part of a stand-in sees it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly headers: IncomingMessage['headers']
}

/** What it answers: a status and JSON. */
export interface Answered {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Instead of an answer, or around it. */
export type Fault =
  | { readonly kind: 'answer'; readonly answer: Answered }
  | { readonly kind: 'reset' }
  | { readonly kind: 'half' }
  | { readonly kind: 'half-json' }
  /** With a byte order mark. */
  | { readonly kind: 'marked' }
  | { readonly kind: 'html' }
  | { readonly kind: 'revoke' }

export interface StandInDialect {
  /** Answers a call that has shown a valid token. */
  answer(asked: Asked): Answered
  /** How a token is shown: of a header, what stands before it. */
  readonly header: string
  readonly scheme: string
  readonly unauthorized: Answered
  readonly tokenPath: string
  readonly client: 'body' | 'basic'
  readonly expiresIn?: number
  /** Whether each refresh token is good once. */
  readonly rotates?: boolean
}

export interface StandIn {
  readonly address: string
  readonly tokenAddress: string
  /** Paths with their queries, in order; `token` for a call of the token address. */
  readonly calls: string[]
  readonly counts: { tokens: number }
  /** Faults of the next calls that show a token; `undefined` lets one through. */
  readonly faults: (Fault | undefined)[]
  /** What the next calls of the token address are answered. */
  readonly tokenFaults: Answered[]
  close(): Promise<void>
}

export const secrets = { clientId: 'client-canary', clientSecret: 'secret-canary', refreshToken: 'refresh-canary' }

export async function startStandIn(dialect: StandInDialect): Promise<StandIn> {
  const calls: string[] = []
  const faults: (Fault | undefined)[] = []
  const tokenFaults: Answered[] = []
  const counts = { tokens: 0 }
  /** Each is good until it is withdrawn: of two processes each has its own. */
  const valid = new Set<string>()
  let refresh = secrets.refreshToken
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => respond(request, response, Buffer.concat(chunks).toString()))
  })

  function respond(request: IncomingMessage, response: ServerResponse, text: string): void {
    const url = new URL(request.url ?? '/', 'http://stand-in.invalid')
    if (url.pathname === dialect.tokenPath) {
      calls.push('token')
      return send(response, tokenFaults.shift() ?? tokenAnswer(request, text))
    }
    calls.push(`${request.method} ${url.pathname}${url.search}`)
    const shown = String(request.headers[dialect.header])
    if (!shown.startsWith(dialect.scheme) || !valid.has(shown.slice(dialect.scheme.length))) {
      return send(response, dialect.unauthorized)
    }
    const fault = faults.shift()
    if (fault?.kind === 'revoke') {
      valid.clear()
      return send(response, dialect.unauthorized)
    }
    if (fault?.kind === 'reset') return void response.socket?.destroy()
    if (fault?.kind === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in')
    if (fault?.kind === 'answer') return send(response, fault.answer)
    const answered = dialect.answer({
      method: request.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      body: text === '' ? undefined : JSON.parse(text),
      headers: request.headers,
    })
    if (fault === undefined || answered.body === undefined) return send(response, answered)
    const whole = JSON.stringify(answered.body)
    if (fault.kind === 'marked')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(`\uFEFF${whole}`)
    const half = whole.slice(0, whole.length / 2)
    if (fault.kind === 'half-json')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(half)
    response.writeHead(200, { 'content-length': String(Buffer.byteLength(whole)) })
    response.write(half, () => response.socket?.destroy())
  }

  function tokenAnswer(request: IncomingMessage, text: string): Answered {
    const form = new URLSearchParams(text)
    const basic = `Basic ${Buffer.from(`${secrets.clientId}:${secrets.clientSecret}`).toString('base64')}`
    const isClient =
      dialect.client === 'basic'
        ? request.headers.authorization === basic && !form.has('client_secret')
        : form.get('client_id') === secrets.clientId && form.get('client_secret') === secrets.clientSecret
    const isGranted = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === refresh
    if (request.method !== 'POST' || !isClient || !isGranted) return { status: 400, body: { error: 'invalid_grant' } }
    counts.tokens += 1
    const access = `access-canary-${counts.tokens}`
    valid.add(access)
    const { expiresIn = 3600 } = dialect
    if (dialect.rotates === true) refresh = `${secrets.refreshToken}-${counts.tokens}`
    const next = dialect.rotates === true ? { refresh_token: refresh } : {}
    return { status: 200, body: { access_token: access, token_type: 'Bearer', expires_in: expiresIn, ...next } }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    tokenAddress: `${address}${dialect.tokenPath}`,
    calls,
    counts,
    faults,
    tokenFaults,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, { status, body, headers }: Answered): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

/** Refuses parameters that the vendor does not know, as it does. */
export function unknownParameters(query: URLSearchParams, known: readonly string[]): readonly string[] {
  return [...query.keys()].filter((name) => !known.includes(name))
}

/** The part of a list behind an opaque token of this stand-in, and the token of the next. */
export class Pages<Item> {
  readonly #items: readonly Item[]
  readonly #size: number
  readonly #name: string
  constructor(name: string, items: readonly Item[], size: number) {
    this.#name = name
    this.#items = items
    this.#size = size
  }

  /** `undefined` for a token that was never given out. */
  page(token: string | null): { readonly items: readonly Item[]; readonly next: string | undefined } | undefined {
    const at = token === null ? 0 : Number(new RegExp(`^${this.#name}-(\\d+)-x$`).exec(token)?.[1] ?? Number.NaN)
    if (!(at >= 0 && at < Math.max(this.#items.length, 1)) || at % this.#size !== 0) return undefined
    const next = at + this.#size
    return {
      items: this.#items.slice(at, next),
      next: next < this.#items.length ? `${this.#name}-${next}-x` : undefined,
    }
  }
}
