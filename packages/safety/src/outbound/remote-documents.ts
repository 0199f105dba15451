import { lookup as resolveName, type LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ChanceryError, type RemoteDocuments } from '@chancery/core'
import { isAllowed, readAllowedHosts } from './allowed-hosts.ts'
import { isPrivateAddress } from './private-addresses.ts'

export interface RemoteDocumentsSettings {
  /** Hosts (`files.example.com`, `*.example.com`), over https; with a scheme and port, that origin. Empty: all refused. */
  readonly allowedHosts: readonly string[]
  /** For tests on this machine alone: private addresses of allowed hosts may be reached. */
  readonly allowPrivateAddresses?: boolean
  readonly maxRedirects?: number
  /** For the whole fetch, in ms. */
  readonly timeoutMs?: number
}

/**
 * The project's only way out to an address from a request. Scheme and host must be on the list; the address that is
 * really connected to is checked at that moment, so a name that changes its address in between gains nothing; each
 * redirect is checked like the first address; decoded bytes and time are bounded; no credentials or cookies are sent.
 */
export function createRemoteDocuments(settings: RemoteDocumentsSettings): RemoteDocuments {
  const hosts = readAllowedHosts(settings.allowedHosts)
  const { maxRedirects = 5, timeoutMs = 15_000, allowPrivateAddresses = false } = settings

  function checked(address: string, base?: URL): URL {
    const url = URL.parse(address, base?.href)
    const plain = url !== null && url.username === '' && url.password === '' && /^https?:$/.test(url.protocol)
    if (!plain || !isAllowed(url, hosts)) throw notAllowed()
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && isPrivateAddress(literal) && !allowPrivateAddresses) throw notAllowed()
    return url
  }

  return {
    async fetch(address, { maxBytes, signal }) {
      let url = checked(address)
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        for (let redirect = 0; redirect <= maxRedirects; redirect++) {
          const response = await get(url, allowPrivateAddresses, deadline)
          const { statusCode = 0, headers } = response
          if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
            response.destroy()
            url = checked(headers.location, url)
            continue
          }
          if (statusCode !== 200) {
            response.destroy()
            throw failed(statusCode)
          }
          const bytes = await readBody(response, maxBytes)
          const filename = nameOf(headers['content-disposition'], url)
          return {
            bytes,
            ...(filename === undefined ? {} : { filename }),
            ...(headers['content-type'] === undefined ? {} : { contentType: headers['content-type'] }),
          }
        }
      } catch (error) {
        throw asFetchError(error, signal, deadline)
      }
      throw new ChanceryError('provider_failed', 'The address redirects too often.', { retryable: false })
    },
  }
}

function get(url: URL, allowPrivate: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'GET',
        agent: false,
        signal,
        maxHeaderSize: 16 * 1024,
        headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'chancery' },
        ...(allowPrivate ? {} : { lookup: publicLookup }),
      },
      resolve,
    )
    call.on('error', reject)
    call.end()
  })
}

/** Resolves a name, and answers only addresses of the public internet: what is checked is what is connected to. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, '', 0)
    const found = addresses.filter(({ address }) => !isPrivateAddress(address))
    const [first] = found
    if (first === undefined || found.length < addresses.length) return callback(notAllowed(), '', 0)
    if (options.all === true) return callback(null, found)
    callback(null, first.address, first.family)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const stated = Number(response.headers['content-length'])
  if (stated > maxBytes) {
    response.destroy()
    throw tooLarge(stated, maxBytes)
  }
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const decoder = decoders[encoding]
  if (decoder === undefined) {
    response.destroy()
    throw new ChanceryError('provider_failed', 'The answer is encoded in an unusual way.', { retryable: false })
  }
  const stream = decoder(response)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(size, maxBytes)
      chunks.push(chunk)
    }
  } finally {
    response.destroy()
  }
  if (!response.complete) throw new ChanceryError('provider_failed', 'The answer was cut off.', { retryable: true })
  return Buffer.concat(chunks)
}

/** Errors of the connection reach the decoder, or its reader would wait for ever. */
const through =
  (make: () => NodeJS.ReadWriteStream & { destroy(error: Error): void }) =>
  (response: IncomingMessage): AsyncIterable<Buffer | string> => {
    const decoder = make()
    response.on('error', (error) => decoder.destroy(error))
    response.on('aborted', () => decoder.destroy(new Error('aborted')))
    return response.pipe(decoder) as unknown as AsyncIterable<Buffer | string>
  }

const decoders: Readonly<Record<string, (response: IncomingMessage) => AsyncIterable<Buffer | string>>> = {
  identity: (response) => response,
  gzip: through(createGunzip),
  'x-gzip': through(createGunzip),
  deflate: through(createInflate),
  br: through(createBrotliDecompress),
}

/** RFC 6266: `filename*` before `filename`; else the last name of the path. */
function nameOf(disposition: string | undefined, url: URL): string | undefined {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '')
  const path = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  const name = extended ?? plain?.[1] ?? plain?.[2] ?? path
  try {
    return decodeURIComponent(name) || undefined
  } catch {
    return name || undefined
  }
}

const notAllowed = (): ChanceryError =>
  new ChanceryError('url_not_allowed', 'This address may not be fetched.', {
    violations: [
      {
        pointer: '/url',
        code: 'url_not_allowed',
        message: 'This address may not be fetched.',
        hint: 'Send the document as `content`, or have its host added to the allow-list.',
      },
    ],
  })

const tooLarge = (actual: number, limit: number): ChanceryError =>
  new ChanceryError('payload_too_large', 'The document is larger than allowed.', {
    details: { what: 'document bytes', limit, actual },
  })

const failed = (status: number): ChanceryError =>
  new ChanceryError('provider_failed', 'The address did not answer with a document.', {
    details: { upstreamStatus: status },
    retryable: status === 429 || status >= 500,
  })

/** What went wrong on the way; the cause may name hosts, so it is not kept. */
function asFetchError(error: unknown, caller: AbortSignal, deadline: AbortSignal): unknown {
  if (ChanceryError.is(error)) return error
  if (caller.aborted) return caller.reason
  if (deadline.aborted)
    return new ChanceryError('provider_timeout', 'The address did not answer in time.', { retryable: true })
  return new ChanceryError('provider_unavailable', 'The address cannot be reached.')
}
