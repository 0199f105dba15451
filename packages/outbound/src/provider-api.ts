import { invalidRequest } from '@chancery/core'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { isPrivateHost } from './private-addresses.ts'
import { publicLookup } from './public-lookup.ts'

export interface ProviderApiSettings {
  /** An https address; http is for stand-ins on this machine, since it would show the key to the network. */
  readonly baseUrl: string
  /** Of one call, in ms. */
  readonly timeoutMs: number
  /** The address is an operator's own, and may be one of a private network. */
  readonly allowPrivateAddresses?: boolean
  /** What is read of one answer; default: 1 MiB. */
  readonly maxAnswerBytes?: number
}

export interface ProviderCall {
  readonly method: 'GET' | 'POST'
  /** With a slash before it. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

export interface ProviderAnswer {
  readonly status: number
  /** Lower-case names; repeated ones are joined. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent: it broke off, or was too long. */
  readonly body?: string
}

/** No answer came. */
export class ProviderCallFault extends Error {
  override readonly name = 'ProviderCallFault'
  readonly reason: 'unreachable' | 'timeout' | 'broken' | 'cancelled'
  /** Whether the call may have arrived. */
  readonly sent: boolean
  constructor(reason: ProviderCallFault['reason'], sent: boolean) {
    super(`${reason}${sent ? ', after the call had begun' : ''}`)
    this.reason = reason
    this.sent = sent
  }
}

/** @throws ProviderCallFault */
export type ProviderApi = (call: ProviderCall, signal: AbortSignal) => Promise<ProviderAnswer>

/** What is read of an answer where nothing else is said, in bytes. */
const maxAnswer = 1024 * 1024
const isThisMachine = ({ hostname }: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

/** The address of an API to which a key may be shown. @throws `invalid_request` */
export function readProviderAddress(baseUrl: string): URL {
  const url = URL.parse(baseUrl)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url))) return url
  throw invalidRequest('/baseUrl', 'invalid_url', 'The address of the API must be an https address.')
}

/**
 * The way to the API of one provider: each call once, over a connection of its own, so that none fails because one was closed while
 * it lay idle. Nothing is repeated, and no redirect followed: it would carry the key to another host. The address that is really
 * connected to must be a public one.
 * @throws `invalid_request` for a base URL that is not safe
 */
export function createProviderApi(settings: ProviderApiSettings): ProviderApi {
  const { baseUrl, timeoutMs, allowPrivateAddresses, maxAnswerBytes = maxAnswer } = settings
  const base = readProviderAddress(baseUrl)
  const prefix = base.href.replace(/\/$/, '')
  const isGuarded = !isThisMachine(base) && allowPrivateAddresses !== true

  return async ({ method, path, headers, body }, signal) => {
    const limit = AbortSignal.timeout(timeoutMs)
    const either = AbortSignal.any([signal, limit])
    let sent = false
    const reasonOf = (): ProviderCallFault['reason'] => {
      if (signal.aborted) return 'cancelled'
      if (limit.aborted) return 'timeout'
      return sent ? 'broken' : 'unreachable'
    }
    // Literal addresses never come to the lookup.
    if (isGuarded && isPrivateHost(base.hostname)) throw new ProviderCallFault('unreachable', sent)
    const url = new URL(`${prefix}${path}`)
    // TLS is loaded at the first call: it costs a cold start a tenth of its time.
    const request = url.protocol === 'https:' ? (await import('node:https')).request : httpRequest
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(
        url,
        {
          method,
          agent: false,
          signal: either,
          maxHeaderSize: 16 * 1024,
          headers: {
            accept: 'application/json',
            'user-agent': 'chancery',
            ...(body === undefined ? {} : { 'content-length': body.length }),
            ...headers,
          },
          ...(isGuarded ? { lookup: publicLookup } : {}),
        },
        resolve,
      )
      call.on('socket', (socket) => {
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (sent = true))
      })
      // Errors of the network name hosts and hold what was sent, so none is kept.
      call.on('error', () => reject(new ProviderCallFault(reasonOf(), sent)))
      // Without a word of an error: a 101, by which it would be HTTP no more.
      call.on('close', () => reject(new ProviderCallFault(reasonOf(), sent)))
      call.end(body)
    })
    const text = await bodyOf(response, maxAnswerBytes)
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      ...(text === undefined ? {} : { body: text }),
    }
  }
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined
  } finally {
    response.destroy()
  }
  return response.complete ? Buffer.concat(chunks).toString() : undefined
}

const headersOf = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
