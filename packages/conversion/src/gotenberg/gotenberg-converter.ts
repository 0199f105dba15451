import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { cancellation, ChanceryError, throwIfCancelled, unready } from '@chancery/core'
import {
  defaultMaxBytes,
  isPdf,
  refuseTypes,
  type RunningConverter,
  tooLarge,
  unreadable,
} from '../running-converter.ts'

/** Every document to convert is sent there in full. The id is `gotenberg` unless said. */
export interface GotenbergSettings {
  /** Where Gotenberg listens, `https://gotenberg.internal:3000`; with a name and password for basic authentication. */
  readonly baseUrl: string
  /** For one conversion, in ms. Default 60,000. */
  readonly timeoutMs?: number
  /** Calls at once; Gotenberg does one conversion after the other for each of its containers. Default 4. */
  readonly parallel?: number
  /** Bytes of a converted document. Default 256 MB. */
  readonly maxBytes?: number
  readonly id?: string
}

/** For the question whether it is well, in ms. */
const checkMs = 5000

/** Converts by a Gotenberg (version 7 or later) over HTTP: its LibreOffice route. Redirects are not followed. */
export function createGotenbergConverter(settings: GotenbergSettings): RunningConverter {
  const { timeoutMs = 60_000, parallel = 4, maxBytes = defaultMaxBytes, id = 'gotenberg' } = settings
  const base = new URL(settings.baseUrl)
  const credentials =
    base.username === '' ? {} : { auth: `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}` }
  base.username = ''
  base.password = ''
  const address = new URL(`${base.href.replace(/\/$/, '')}/forms/libreoffice/convert`)
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest
  const details = { provider: id }

  function post(body: readonly Uint8Array[], boundary: string, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const call = send(address, {
        method: 'POST',
        signal,
        maxHeaderSize: 16 * 1024,
        ...credentials,
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': body.reduce((sum, { length }) => sum + length, 0),
          accept: 'application/pdf',
          'user-agent': 'chancery',
        },
      })
      call.once('response', resolve)
      call.once('error', reject)
      for (const part of body) call.write(part)
      call.end()
    })
  }

  const statusOf = (url: URL, options: { readonly signal: AbortSignal }): Promise<number> =>
    new Promise((resolve, reject) => {
      const call = send(url, { ...options, headers: { 'user-agent': 'chancery' } })
      call.once('error', reject)
      call.once('response', (answer) => {
        answer.destroy()
        resolve(answer.statusCode ?? 0)
      })
      call.end()
    })

  /** What an answer other than the document means. Its text may hold paths of that machine, and stays out. */
  function refusal(status: number): ChanceryError {
    const facts = { ...details, status }
    if (status === 401 || status === 403) {
      return new ChanceryError('provider_failed', 'The converter refused our credentials.', { details: facts })
    }
    if (status === 413)
      return new ChanceryError('payload_too_large', 'The document is too large for the converter.', { details: facts })
    if (status === 400) return unreadable(id)
    if (status === 429 || status === 503) {
      return new ChanceryError('provider_unavailable', 'The converter is busy.', { details: facts, retryAfterMs: 1000 })
    }
    return new ChanceryError('provider_failed', 'The converter failed.', { details: facts, retryable: status >= 500 })
  }

  return {
    id,
    parallel,
    async convert(bytes, types, { signal }) {
      refuseTypes(types)
      throwIfCancelled(signal)
      const boundary = randomUUID()
      const body = [
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="document.${types.from}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]
      const deadline = AbortSignal.timeout(timeoutMs)
      let answer: IncomingMessage | undefined
      try {
        answer = await post(body, boundary, AbortSignal.any([signal, deadline]))
        if (answer.statusCode !== 200) throw refusal(answer.statusCode ?? 0)
        const pdf = await bodyOf(answer, maxBytes)
        if (!isPdf(pdf)) throw new ChanceryError('provider_failed', 'The converter answered no PDF.', { details })
        return pdf
      } catch (error) {
        if (signal.aborted) throw cancellation(signal)
        if (deadline.aborted) {
          throw new ChanceryError('provider_timeout', 'The converter took too long.', {
            details: { ...details, limit: timeoutMs, unit: 'ms' },
            retryable: true,
          })
        }
        if (ChanceryError.is(error)) throw error
        throw answer === undefined
          ? new ChanceryError('provider_unavailable', 'The converter cannot be reached.', { details, cause: error })
          : new ChanceryError('provider_failed', 'The answer of the converter was cut off.', {
              details,
              retryable: true,
              cause: error,
            })
      } finally {
        answer?.destroy()
      }
    },
    async check({ signal }) {
      throwIfCancelled(signal)
      const deadline = AbortSignal.timeout(checkMs)
      let status: number
      try {
        status = await statusOf(new URL(`${base.href.replace(/\/$/, '')}/health`), {
          ...credentials,
          signal: AbortSignal.any([signal, deadline]),
        })
      } catch (cause) {
        throw unready(id, deadline.aborted ? 'timeout' : 'unavailable', 'The converter cannot be reached.', { cause })
      }
      if (status === 200) return
      const refused = status === 401 || status === 403
      throw unready(id, refused ? 'credentials_refused' : 'unavailable', 'The converter cannot be used now.')
    },
    close: async () => undefined,
  }
}

async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const stated = Number(answer.headers['content-length'])
  if (stated > maxBytes) throw tooLarge(maxBytes, stated)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes, size)
    chunks.push(chunk)
  }
  if (!answer.complete) throw new Error('cut off')
  return new Uint8Array(Buffer.concat(chunks))
}
