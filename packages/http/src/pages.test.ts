import { calls, commonProblems, defaultSettings, problemCodes } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { docsPage } from './docs/docs-page.ts'
import { openApiDocument, type OpenApiDocument } from './openapi/openapi.ts'
import { defaultHttpLimits } from './settings.ts'
import { sampleApp } from './testing/sample-app.ts'

const openApi = async (): Promise<OpenApiDocument> =>
  (await (await sampleApp().app.request('/openapi.json')).json()) as OpenApiDocument

/** Every reference in a document, and whether it leads somewhere. */
function references(document: unknown): readonly { ref: string; found: boolean }[] {
  const found: { ref: string; found: boolean }[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, entry] of Object.entries(value)) {
      if (key === '$ref' && typeof entry === 'string') {
        const target = entry
          .slice(2)
          .split('/')
          .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document)
        found.push({ ref: entry, found: entry.startsWith('#/') && target !== undefined })
      } else visit(entry)
    }
  }
  visit(document)
  return found
}

describe('/openapi.json', () => {
  it('has every operation, with contract, examples, key and limits', async () => {
    const document = await openApi()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual([
      '/keep-note',
      '/measure-documents',
      '/print-letters',
      '/go-wrong',
      '/get-operation',
      '/cancel-operation',
      '/list-operations',
      '/healthz',
      '/readyz',
    ])
    expect(document.paths['/keep-note']?.post).toMatchObject({
      operationId: 'keepNote',
      tags: ['documents'],
      requestBody: {
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/KeepNoteInput' },
            examples: { 'a-note': { value: { text: "Ms Müller's call" } } },
          },
        },
      },
    })
    expect(document.components.schemas.KeepNoteInput).toMatchObject({ required: ['text'], additionalProperties: false })
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    })
    expect(document['x-limits']).toMatchObject({
      bodyBytes: 33554432,
      deadlineMs: 30000,
      pages: 500,
      records: 1000,
      samples: 50,
    })
  })

  it('names parts once, and has no reference that leads nowhere', async () => {
    const document = await openApi()
    const all = references(document)
    expect(all.length).toBeGreaterThan(50)
    expect(all.filter(({ found }) => !found)).toEqual([])
    expect(JSON.stringify(document)).not.toContain('$defs')
    expect(Object.keys(document.components.schemas)).toContain('DocumentSource')
  })

  it('has no part that nothing refers to', () => {
    const info = { version: '1.2.3', baseUrl: 'https://paperwork.example.org' }
    const document = openApiDocument(calls, info, defaultHttpLimits, defaultSettings.limits)
    const { securitySchemes: _named, ...components } = document.components
    const parts = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    )
    const referred = new Set(references(document).map(({ ref }) => ref))
    expect(parts.length).toBeGreaterThan(50)
    expect(parts.filter((part) => !referred.has(part))).toEqual([])
  })

  it('tells every code of an operation under its status', async () => {
    const document = await openApi()
    const post = document.paths['/keep-note']?.post as {
      responses: Record<string, { content: Record<string, { examples: object }> }>
    }
    const codes = Object.values(post.responses).flatMap(({ content }) =>
      Object.keys(content['application/problem+json']?.examples ?? {}),
    )
    expect(codes.sort()).toEqual(
      [...commonProblems, 'document_exists', 'provider_failed', 'cancelled', 'work_cut_off', 'work_lost'].sort(),
    )
    const [, first] = Object.entries(document.components.examples ?? {})[0] ?? []
    expect(first).toMatchObject({
      value: { status: 400, code: 'malformed_json', type: '/docs/problems/malformed_json' },
    })
  })

  it('has addresses without a key where they are, with all that they answer', async () => {
    const heard = { emailEvents: async () => 0, unsubscribe: async () => true }
    const { app } = sampleApp(heard)
    const document = (await (await app.request('/openapi.json')).json()) as OpenApiDocument
    expect(references(document).filter(({ found }) => !found)).toEqual([])
    for (const [path, statuses] of [
      ['/email-events/{provider}', ['204', '400', '401', '404', '413', '503']],
      ['/unsubscribe/{token}', ['200', '404', '413', '422']],
    ] as const) {
      const { post } = document.paths[path] as { post: { security: unknown; responses: object } }
      expect([path, post.security, Object.keys(post.responses)]).toEqual([path, [], statuses])
    }
    expect(Object.keys((await openApi()).paths).filter((path) => path.includes('{'))).toEqual([])
  })

  it('describes all calls', () => {
    const info = { version: '1.2.3', baseUrl: 'https://paperwork.example.org' }
    const document = openApiDocument(calls, info, defaultHttpLimits, defaultSettings.limits)
    expect(references(document).filter(({ found }) => !found)).toEqual([])
    expect(JSON.stringify(document)).not.toMatch(/\$defs|__schema/)
    const page = docsPage(calls, document)
    for (const { name, examples } of calls) {
      expect(document.paths).toHaveProperty([`/${name}`, 'post'])
      expect(page).toContain(`<article id="${name}">`)
      for (const { title } of examples) expect(page).toContain(title)
    }
    expect(page).not.toContain('undefined')
  })

  it('has no pattern that only JavaScript reads', () => {
    const info = { version: '1.2.3', baseUrl: 'https://paperwork.example.org' }
    const document = openApiDocument(calls, info, defaultHttpLimits, defaultSettings.limits)
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, pattern = '']) => JSON.parse(pattern) as string,
    )
    expect(patterns.length).toBeGreaterThan(3)
    expect(patterns.filter((pattern) => /\\[pPu]\{|\(\?[<!=]/.test(pattern))).toEqual([])
  })
})

describe('/docs', () => {
  it('shows every operation, field and code, without script or outside host', async () => {
    const { app } = sampleApp()
    const response = await app.request('/docs')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("style-src 'self'")
    const page = await response.text()
    for (const text of [
      '/keep-note',
      '<code>documents[].document</code>',
      '<article id="ProducedDocument">',
      'list of <a href="#DocumentSource">DocumentSource</a>',
      'What to &lt;keep&gt;.',
      'Its <code>name</code>.',
      'Default: <code>1</code>.',
      'curl http://127.0.0.1:8080/keep-note',
      '33,554,432',
    ]) {
      expect(page).toContain(text)
    }
    // The apostrophe must neither end the shell's quotes nor the page's.
    expect(page).toContain('Ms Müller&#39;\\&#39;&#39;s call')
    for (const code of Object.keys(problemCodes)) expect(page).toContain(`docs/problems/${code}"`)
    expect(page).not.toMatch(/<script|style="|\son\w+="|(?:src|href)="(?:https?:)?\/\//)
  })

  it('has links and anchors that lead somewhere', async () => {
    const { app } = sampleApp()
    for (const path of ['/docs', '/docs/problems/rate_limited']) {
      const page = await (await app.request(path)).text()
      for (const [, href = ''] of page.matchAll(/href="([^"]+)"/g)) {
        if (href.startsWith('data:')) continue
        const url = new URL(href, `http://localhost${path}`)
        const target = await app.request(url.pathname)
        expect([href, target.status]).toEqual([href, 200])
        if (url.hash !== '') expect(await target.text()).toContain(`id="${url.hash.slice(1)}"`)
      }
    }
  })

  it('has a page for each code, and a style sheet', async () => {
    const { app } = sampleApp()
    for (const [code, { title }] of Object.entries(problemCodes)) {
      const response = await app.request(`/docs/problems/${code}`)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain(title)
    }
    expect((await app.request('/docs/style.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect((await app.request('/')).headers.get('location')).toBe('docs')
  })
})

describe('/healthz and /readyz', () => {
  it('need no key and tell only what is ready', async () => {
    const { app, logs } = sampleApp({
      readiness: async () => ({ storage: { ready: true }, directory: { ready: true } }),
    })
    expect(await (await app.request('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await app.request('/healthz', { method: 'HEAD' })).status).toBe(200)
    expect(await (await app.request('/readyz')).json()).toEqual({
      status: 'ready',
      checks: { storage: true, directory: true },
    })
    expect(new Set(logs.map(({ level }) => level))).toEqual(new Set(['debug']))
  })

  it.each([
    [
      'something is not',
      async () => ({ storage: { ready: false, reason: 'disk_full' as const }, directory: { ready: true } }),
      { checks: { storage: false, directory: true }, reasons: { storage: 'disk_full' } },
    ],
    [
      'the check fails',
      () => Promise.reject(new Error('secret text')),
      { checks: {}, reasons: { service: 'timeout' } },
    ],
  ])('503 where %s', async (_, readiness, told) => {
    const response = await sampleApp({ readiness }).app.request('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'unavailable', ...told })
  })

  it('tells of what it can do without, and is ready', async () => {
    const other = { ready: false, reason: 'timeout' as const, needed: false }
    const { app } = sampleApp({ readiness: async () => ({ storage: { ready: true }, other }) })
    const response = await app.request('/readyz')
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ready', checks: { storage: true, other: false }, reasons: { other: 'timeout' } },
    ])
  })

  it('asks once in a while, however many want to know', async () => {
    let asked = 0
    const readiness = async () => {
      asked++
      return { storage: { ready: asked !== 2 } }
    }
    const { app, time } = sampleApp({ readiness })
    const statuses = async () =>
      new Set((await Promise.all(Array.from({ length: 50 }, () => app.request('/readyz')))).map(({ status }) => status))
    expect(await statuses()).toEqual(new Set([200]))
    expect(asked).toBe(1)
    time.now += 1999
    expect(await statuses()).toEqual(new Set([200]))
    time.now += 1
    expect(await statuses()).toEqual(new Set([503]))
    time.now -= 60_000
    expect(await statuses()).toEqual(new Set([200]))
    expect(asked).toBe(3)
  })
})

describe('CORS', () => {
  it('is off, and on for listed origins alone', async () => {
    const headers = { origin: 'https://console.example.org', 'access-control-request-method': 'POST' }
    expect(
      (await sampleApp().app.request('/healthz', { headers })).headers.get('access-control-allow-origin'),
    ).toBeNull()
    const { app } = sampleApp({ corsOrigins: ['https://console.example.org'] })
    const preflight = await app.request('/keep-note', { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://console.example.org')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-api-key')
    const other = await app.request('/healthz', { headers: { origin: 'https://evil.example.org' } })
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })
})
