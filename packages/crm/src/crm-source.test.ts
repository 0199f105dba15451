import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCrmSource } from './crm-source.ts'
import type { CrmConnection, EngineClock } from './engine/connection.ts'
import type { ConnectorInput } from './format/connector-format.ts'
import { allRows } from './testing/sample-crm.test-support.ts'

const { signal } = new AbortController()

/** Two pages of people, by number. */
const format: ConnectorInput = {
  id: 'sample',
  title: 'Sample CRM',
  apiVersion: 'v1',
  documentation: ['https://crm.example/docs'],
  auth: {
    key: { header: 'x-token' },
    oauth: { address: '/token', grants: ['refresh_token'] },
    scopes: ['people.read'],
  },
  limits: { perSecond: 4 },
  lists: [
    {
      object: 'people',
      request: { path: '/people' },
      records: 'people',
      id: 'id',
      next: { kind: 'page', parameter: 'page', more: 'more' },
      fields: { email: 'email' },
    },
  ],
}

describe('a CRM as a source', () => {
  let server: Server
  let address: string
  let asked: { url: string; headers: IncomingHttpHeaders }[]
  /** Instead of people. */
  let answer: ((url: string) => { status: number; body: string } | undefined) | undefined
  let waits: number[]
  let clock: EngineClock

  beforeEach(async () => {
    asked = []
    answer = undefined
    waits = []
    clock = { now: () => 0, wait: async (ms) => void waits.push(ms) }
    server = createServer((request, response) => {
      const url = request.url ?? ''
      asked.push({ url, headers: request.headers })
      const page = url.includes('page=2') ? 2 : 1
      const people = { people: [{ id: `${page}`, email: `a${page}@x.example` }], more: page === 1 }
      const { status, body } = answer?.(url) ?? { status: 200, body: JSON.stringify(people) }
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => void server.close())

  const source = (connections: Readonly<Record<string, Partial<CrmConnection>>>) =>
    createCrmSource(format, {
      connections: Object.fromEntries(
        Object.entries(connections).map(([name, one]) => [name, { address, token: 'secret', ...one }]),
      ),
      clock,
    })
  const emailsOf = async (from: ReturnType<typeof source>, request: object = {}, space?: string) => {
    const found = await from.read(request, { signal, ...(space === undefined ? {} : { space }) })
    return (await allRows(found.rows)).map(({ values }) => values.find(({ value }) => value.includes('@'))?.value)
  }

  it('shows a token that is given in the header that the vendor wants', async () => {
    expect(await emailsOf(source({ main: {} }))).toEqual(['a1@x.example', 'a2@x.example'])
    expect(asked.map(({ headers }) => headers['x-token'])).toEqual(['secret', 'secret'])
    const { auth, ...rest } = format
    const bearer = createCrmSource(
      { ...rest, auth: { scopes: [] } },
      { connections: { main: { address, token: 'secret' } }, clock },
    )
    await allRows((await bearer.read({}, { signal })).rows)
    expect(auth.key?.header).toBe('x-token')
    expect(asked.at(-1)?.headers.authorization).toBe('Bearer secret')
  })

  it('asks no faster than the vendor lets it', async () => {
    await emailsOf(source({ main: {} }))
    expect(waits).toEqual([250])
  })

  it('takes the connection that is named, else the first, of the space of the caller alone', async () => {
    const from = source({
      one: { token: 'first' },
      two: { token: 'second' },
      other: { token: 'third', space: 'lisbon' },
    })
    const tokens = async (request: object, space?: string) => {
      asked.length = 0
      await emailsOf(from, request, space)
      return asked[0]?.headers['x-token']
    }
    expect(await tokens({})).toBe('first')
    expect(await tokens({ connection: 'two' })).toBe('second')
    expect(await tokens({}, 'lisbon')).toBe('third')
    await expect(from.read({ connection: 'other' }, { signal })).rejects.toMatchObject({
      code: 'provider_not_configured',
      violations: [{ pointer: '/source/connection', hint: 'Name one of: one, two.' }],
      details: { configured: ['one', 'two'] },
    })
    await expect(from.read({}, { signal, space: 'rome' })).rejects.toMatchObject({
      violations: [{ pointer: '/source/provider', hint: expect.stringContaining('CHANCERY_CRM_') }],
    })
  })

  it('tells where the system has more than it leads to', async () => {
    const lists = format.lists.map((list) => ({
      ...list,
      next: { kind: 'token', at: 'next', parameter: 'page', more: 'more' } as const,
    }))
    const told = async (page: object) => {
      answer = (url) => ({
        status: 200,
        body: JSON.stringify({
          people: [{ id: url, email: 'a@x.example' }],
          ...(url.includes('page=2') ? page : { more: true, next: '2' }),
        }),
      })
      const from = createCrmSource({ ...format, lists }, { connections: { main: { address, token: 'secret' } }, clock })
      const { rows, findings } = await from.read({}, { signal })
      expect(await allRows(rows)).toHaveLength(2)
      return findings.map(({ code }) => code)
    }
    expect(await told({ more: false, next: null })).toEqual([])
    expect(await told({ more: true, next: null })).toEqual(['list_cut_short'])
  })

  it('says that it takes no query', async () => {
    await expect(source({ main: {} }).read({ query: 'x' }, { signal })).rejects.toMatchObject({
      code: 'unsupported_option',
      violations: [{ pointer: '/source/query' }],
    })
    expect(asked).toEqual([])
  })

  it('reads on at a cursor of its own, and takes none of another', async () => {
    const from = source({ main: {} })
    const rows = await allRows((await from.read({}, { signal })).rows)
    const cursor = rows[0]?.cursor ?? ''
    expect(await emailsOf(from, { cursor })).toEqual(['a2@x.example'])
    await expect(from.read({ cursor, since: '2026-01-01T00:00:00Z' }, { signal })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it.each<readonly [string, Partial<CrmConnection>, readonly string[]]>([
    ['a token of two words', { token: 'a b' }, ['/token']],
    ['a secret that no header takes', { clientSecret: 'ü' }, ['/clientSecret']],
    ['nothing to sign in with', { token: undefined } as never, ['/clientId', '/clientSecret', '/refreshToken']],
    ['a client without an account', { token: undefined, clientId: 'a', clientSecret: 'b' } as never, ['/refreshToken']],
  ])('refuses %s before it is called', (_, connection, pointers) => {
    expect(() => source({ main: connection })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        violations: pointers.map((pointer) => expect.objectContaining({ pointer })),
      }),
    )
  })

  it('wants an address where the vendor has none for all', () => {
    expect(() => createCrmSource(format, { connections: { main: { token: 'a' } }, clock })).toThrow(
      expect.objectContaining({
        violations: [expect.objectContaining({ pointer: '/address', code: 'address_missing' })],
      }),
    )
  })

  it('says that nobody is there', async () => {
    await new Promise((resolve) => server.close(resolve))
    await expect(emailsOf(source({ main: {} }))).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { provider: 'sample' },
    })
    expect(waits).not.toEqual([])
  })

  it('says that the token is refused, once, and not what it is', async () => {
    answer = () => ({ status: 401, body: '{}' })
    await expect(emailsOf(source({ main: {} }))).rejects.toMatchObject({ code: 'provider_failed' })
    expect(asked).toHaveLength(1)
  })

  it('ends with its caller', async () => {
    const stop = new AbortController()
    answer = () => {
      stop.abort()
      return undefined
    }
    const found = source({ main: {} }).read({}, { signal: stop.signal })
    await expect(found.then(({ rows }) => allRows(rows))).rejects.toBeDefined()
    expect(asked).toHaveLength(1)
  })
})
