import { type RemoteDocuments, throwIfCancelled } from '@chancery/core'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { isAllowed, readAllowedHosts } from './allowed-hosts.ts'
import { asFetchError, failed, notAllowed } from './fetch-errors.ts'
import { isPrivateHost } from './private-addresses.ts'
import { publicLookup } from './public-lookup.ts'
import { remoteName } from './remote-name.ts'
import { acceptedEncodings, readBody } from './response-body.ts'

/** Which addresses are fetched, and how patiently. An entry that is no host is a RangeError at the start. */
export interface RemoteDocumentsSettings {
  /** Hosts (`files.example.com`, `*.example.com`), over https; with a scheme and port, that origin. Empty: all refused. */
  readonly allowedHosts: readonly string[]
  /** How many redirects are followed, each checked like the first address. Default 5. */
  readonly maxRedirects?: number
  /** For the whole fetch, in ms. Default 15,000. */
  readonly timeoutMs?: number
  /** For tests on this machine alone: private addresses of allowed hosts may be reached. */
  readonly allowPrivateAddresses?: boolean
}

/**
 * The project's only way out to an address from a request. Scheme and host must be on the list; the address that is
 * really connected to must be public, checked at that moment; each redirect is checked like the first address; decoded
 * bytes and time are bounded; no credentials or cookies are sent.
 */
export function createRemoteDocuments(settings: RemoteDocumentsSettings): RemoteDocuments {
  const hosts = readAllowedHosts(settings.allowedHosts)
  const { maxRedirects = 5, timeoutMs = 15_000, allowPrivateAddresses = false } = settings

  /** Literal addresses never come to the lookup, so they are checked here, in the URL parser's one spelling. */
  function checked(address: string, base?: URL): URL {
    const url = URL.parse(address, base?.href)
    if (url === null || url.username !== '' || url.password !== '' || !isAllowed(url, hosts)) throw notAllowed()
    if (!allowPrivateAddresses && isPrivateHost(url.hostname)) throw notAllowed()
    return url
  }

  return {
    async fetch(address, { maxBytes, signal }) {
      throwIfCancelled(signal)
      let url = checked(address)
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      let response: IncomingMessage | undefined
      try {
        for (let redirects = 0; redirects <= maxRedirects; redirects++) {
          response = await get(url, allowPrivateAddresses, deadline)
          const { statusCode = 0, headers } = response
          if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
            response.destroy()
            url = checked(headers.location, url)
            continue
          }
          if (statusCode !== 200) {
            throw failed(
              'The address did not answer with a document.',
              statusCode === 429 || statusCode >= 500,
              statusCode,
            )
          }
          const bytes = await readBody(response, maxBytes, deadline)
          const filename = remoteName(headers['content-disposition'], url)
          const contentType = headers['content-type']
          return {
            bytes,
            ...(filename === undefined ? {} : { filename }),
            ...(contentType === undefined ? {} : { contentType }),
          }
        }
      } catch (error) {
        throw asFetchError(error, signal, deadline)
      } finally {
        response?.destroy()
      }
      throw failed('The address redirects too often.')
    },
  }
}

async function get(url: URL, allowPrivate: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  // TLS is loaded at the first address: most services fetch none, and it costs a cold start a tenth of its time.
  const request = url.protocol === 'https:' ? (await import('node:https')).request : httpRequest
  return await new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'GET',
        agent: false,
        signal,
        maxHeaderSize: 16 * 1024,
        headers: { accept: '*/*', 'accept-encoding': acceptedEncodings, 'user-agent': 'chancery' },
        ...(allowPrivate ? {} : { lookup: publicLookup }),
      },
      resolve,
    )
    call.on('error', reject)
    call.end()
  })
}
