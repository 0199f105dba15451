import { ChanceryError, type ProblemCodeName, type RemoteDocuments } from '@chancery/core'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What a fetcher is made with; `allowPrivateAddresses` is for servers of the test itself. */
export interface RemoteDocumentsMake {
  readonly allowedHosts: readonly string[]
  readonly allowPrivateAddresses: boolean
  readonly maxRedirects: number
  readonly timeoutMs: number
}

/** Spellings of hosts on this machine, in private networks, or of no use to the public. */
const privateHosts = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 0x7f.0x0.0x0.0x1
  127.0.0.1. 0 0.0.0.0 0x0 00 [::1] [0:0:0:0:0:0:0:1] [::] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [0:0:0:0:0:ffff:7f00:0001] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::]
  [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd12:3456::1] [fec0::1] [ff02::1] [100::1] [2001:db8::1] 10.0.0.1 10.1
  172.16.0.1 172.31.255.255 192.168.0.1 192.168.1 169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376
  [::ffff:169.254.169.254] [fd00:ec2::254] metadata.google.internal 100.64.0.1 100.100.100.200 192.0.0.192 192.0.2.1
  198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255 240.0.0.1 localhost LOCALHOST localhost. a.localhost
  １２７.０.０.１ ①②⑦.0.0.1 127。0。0。1 %31%32%37.0.0.1 127.0.0.1%2e loc%61lhost printer.local`

/** Forbidden addresses; `port` is where a server listens. */
const privateUrls = (port: number): readonly string[] =>
  privateHosts
    .trim()
    .split(/\s+/)
    .map((host) => `http://${host}:${port}/`)

const codeOf = async (promise: Promise<unknown>): Promise<ProblemCodeName | 'fetched'> => {
  try {
    await promise
    return 'fetched'
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    return error.code
  }
}

async function listen(listener: RequestListener): Promise<{ server: Server; port: number; origin: string }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, port, origin: `http://127.0.0.1:${port}` }
}

/** The suite that every `RemoteDocuments` passes, against servers on 127.0.0.1. */
export function remoteDocumentsContract(name: string, make: (settings: RemoteDocumentsMake) => RemoteDocuments): void {
  describe(`${name} as RemoteDocuments`, () => {
    const signal = new AbortController().signal
    const options = { maxBytes: 100_000, signal }
    let main: Awaited<ReturnType<typeof listen>>
    let canary: Awaited<ReturnType<typeof listen>>
    let hits = 0
    let seen: Readonly<Record<string, unknown>> = {}
    let open: RemoteDocuments

    const answers: Readonly<Record<string, RequestListener>> = {
      '/plain': (_, response) => response.setHeader('content-type', 'text/plain').end('Grüße'),
      '/named': (_, response) =>
        response
          .setHeader(
            'content-disposition',
            `attachment; filename="old.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%28neu%29.pdf`,
          )
          .end('x'),
      '/quoted': (_, response) =>
        response.setHeader('content-disposition', 'attachment; filename="../a b.pdf"').end('x'),
      '/folder/Gr%C3%BC%C3%9Fe.pdf': (_, response) => response.end('x'),
      '/empty': (_, response) => response.end(),
      '/gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('inflated')),
      '/bomb': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
      '/not-gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end('this is no gzip'),
      '/cut-gzip': (_, response) =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync('inflated').subarray(0, 12)),
      '/odd-encoding': (_, response) => response.setHeader('content-encoding', 'toString').end('x'),
      '/large': (_, response) => response.end(Buffer.alloc(100_001)),
      '/exact': (_, response) => response.end(Buffer.alloc(100_000)),
      '/stated-large': (_, response) => {
        response.setHeader('content-length', 5_000_000_000)
        response.flushHeaders()
      },
      '/endless': (_, response) => {
        const write = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(10_000)));
        }
        response.on('drain', write)
        write()
      },
      '/slow': (_, response) => {
        const timer = setInterval(() => response.write('.'), 50)
        response.on('close', () => clearInterval(timer))
      },
      '/silent': () => {},
      '/cut-off': (_, response) => {
        response.setHeader('content-length', 1000)
        response.write('part')
        setTimeout(() => response.destroy(), 20)
      },
      '/missing': (_, response) => response.writeHead(404).end('no'),
      '/failing': (_, response) => response.writeHead(503).end('later'),
      '/large-headers': (_, response) => response.setHeader('x-large', 'x'.repeat(60_000)).end('x'),
      '/cookie': (_, response) => response.writeHead(302, { location: '/headers', 'set-cookie': 'a=b' }).end(),
      '/headers': (request, response) => {
        seen = request.headers
        response.end('seen')
      },
      '/relative': (_, response) => response.writeHead(307, { location: 'plain' }).end(),
      '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
      '/twice': (_, response) => response.writeHead(302, { location: '/relative' }).end(),
      '/to-canary': (_, response) => response.writeHead(302, { location: canary.origin }).end(),
      '/to-file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      '/to-metadata': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    }

    beforeAll(async () => {
      main = await listen((request, response) => {
        const answer = answers[request.url ?? '']
        if (answer === undefined) response.writeHead(404).end()
        else answer(request, response)
      })
      canary = await listen((_, response) => {
        hits++
        response.end('SECRET')
      })
      open = make({ allowedHosts: [main.origin], allowPrivateAddresses: true, maxRedirects: 2, timeoutMs: 4000 })
    })

    afterAll(async () => {
      for (const { server } of [main, canary]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    })

    const get = (path: string, more: object = {}): ReturnType<RemoteDocuments['fetch']> =>
      open.fetch(main.origin + path, { ...options, ...more })

    it('fetches bytes, with the media type and the name that the server gives', async () => {
      const fetched = await get('/plain')
      expect(new TextDecoder().decode(fetched.bytes)).toBe('Grüße')
      expect(fetched.contentType).toBe('text/plain')
      expect((await get('/named')).filename).toBe('Grüße (neu).pdf')
      expect((await get('/quoted')).filename).toBe('a b.pdf')
      expect((await get('/folder/Gr%C3%BC%C3%9Fe.pdf')).filename).toBe('Grüße.pdf')
      expect((await get('/empty')).bytes).toHaveLength(0)
    })

    it('decodes what is compressed, and counts what comes out', async () => {
      expect(new TextDecoder().decode((await get('/gzip')).bytes)).toBe('inflated')
      await expect(get('/bomb')).rejects.toMatchObject({ code: 'payload_too_large', details: { limit: 100_000 } })
      for (const path of ['/not-gzip', '/cut-gzip', '/odd-encoding']) {
        expect(await codeOf(get(path)), path).toBe('provider_failed')
      }
    })

    it('cuts off large, endless, slow and silent answers', async () => {
      expect((await get('/exact')).bytes).toHaveLength(100_000)
      for (const path of ['/large', '/stated-large', '/endless']) {
        expect(await codeOf(get(path)), path).toBe('payload_too_large')
      }
      const start = performance.now()
      const codes = await Promise.all(['/slow', '/silent'].map((path) => codeOf(get(path))))
      expect(codes).toEqual(['provider_timeout', 'provider_timeout'])
      expect(performance.now() - start).toBeLessThan(5000)
    })

    it('tells what the server did wrong, and whether to come again', async () => {
      await expect(get('/missing')).rejects.toMatchObject({ code: 'provider_failed', retryable: false })
      await expect(get('/failing')).rejects.toMatchObject({ code: 'provider_failed', retryable: true })
      await expect(get('/cut-off')).rejects.toMatchObject({ code: 'provider_failed', retryable: true })
      expect(await codeOf(get('/large-headers'))).toBe('provider_failed')
      const closed = await listen(() => {})
      await new Promise((resolve) => closed.server.close(resolve))
      const fetcher = make({
        allowedHosts: [closed.origin],
        allowPrivateAddresses: true,
        maxRedirects: 0,
        timeoutMs: 1000,
      })
      expect(await codeOf(fetcher.fetch(closed.origin, options))).toBe('provider_unavailable')
    })

    it('follows a bounded number of redirects, and sends no cookies or credentials along', async () => {
      expect(new TextDecoder().decode((await get('/twice')).bytes)).toBe('Grüße')
      expect(await codeOf(get('/loop'))).toBe('provider_failed')
      await get('/cookie')
      expect(seen).not.toHaveProperty('cookie')
      expect(seen).not.toHaveProperty('authorization')
      expect(seen).not.toHaveProperty('referer')
    })

    it('checks each redirect like the first address', async () => {
      for (const path of ['/to-canary', '/to-file', '/to-metadata']) {
        expect(await codeOf(get(path)), path).toBe('url_not_allowed')
      }
      expect(hits).toBe(0)
    })

    it('refuses everything with an empty list, and all that is not on the list', async () => {
      const off = make({ allowedHosts: [], allowPrivateAddresses: true, maxRedirects: 2, timeoutMs: 4000 })
      expect(await codeOf(off.fetch(canary.origin, options))).toBe('url_not_allowed')
      expect(await codeOf(off.fetch('https://example.com/', options))).toBe('url_not_allowed')
      const port = new URL(main.origin).port
      const others = [
        canary.origin,
        `http://user:secret@127.0.0.1:${port}/plain`,
        `http://user@127.0.0.1:${port}/plain`,
        `https://127.0.0.1:${port}/plain`,
        `ftp://127.0.0.1:${port}/plain`,
        'file:///etc/passwd',
        'data:text/plain,x',
        'javascript:alert(1)',
        'http:///',
        '/plain',
        'not a url',
        '',
      ]
      for (const url of others) expect(await codeOf(open.fetch(url, options)), url).toBe('url_not_allowed')
      expect(hits).toBe(0)
    })

    it('never reaches a private address, however it is spelt, even one that is on the list', async () => {
      const urls = privateUrls(canary.port)
      expect(urls.length).toBeGreaterThanOrEqual(60)
      const spelt = urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []))
      const settings = { maxRedirects: 2, timeoutMs: 1000 }
      const shut = make({ ...settings, allowedHosts: spelt, allowPrivateAddresses: false })
      for (const url of urls) expect(await codeOf(shut.fetch(url, options)), url).toBe('url_not_allowed')
      expect(hits).toBe(0)
      // The same fetcher with the flag does reach it: the canary is alive.
      const flagged = make({ ...settings, allowedHosts: spelt, allowPrivateAddresses: true })
      expect(await codeOf(flagged.fetch(`http://0x7f.1:${canary.port}/`, options))).toBe('fetched')
      expect(hits).toBe(1)
      hits = 0
    })

    it('stops when the call is cancelled, and gives the reason where it is one', async () => {
      expect(await codeOf(get('/plain', { signal: AbortSignal.abort() }))).toBe('cancelled')
      const controller = new AbortController()
      const waiting = codeOf(get('/slow', { signal: controller.signal }))
      setTimeout(() => controller.abort(new ChanceryError('deadline_exceeded', 'Too late.')), 100)
      expect(await waiting).toBe('deadline_exceeded')
    })
  })
}
