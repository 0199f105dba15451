/** What every connector does, whichever vendor answers. */
import { ChanceryError, type ClientSource, type ReadClientsRequest, type SourceRow } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCrmSource } from '../crm-source.ts'
import type { EngineClock } from '../engine/connection.ts'
import { type Answered, type Fault, secrets, type StandIn, startStandIn } from './crm-stand-in.test-support.ts'
import { allRows, type ConnectorUnderTest, sampleCrm, type SampleCrm } from './sample-crm.test-support.ts'

const { signal } = new AbortController()
const started = Date.parse('2026-02-01T12:00:00Z')

/** Refresh tokens as a disk keeps them for several processes, until it is full. */
function keptInMemory() {
  let last: string | undefined
  let before: Promise<unknown> = Promise.resolve()
  return {
    isFull: false,
    last: async () => last,
    async keep(token: string) {
      if (this.isFull) throw new Error('The disk is full.')
      last = token
    },
    async alone<Result>(work: () => Promise<Result>): Promise<Result> {
      const done = before.then(work)
      before = done.catch(() => {})
      return await done
    },
  }
}

export function connectorContract(name: string, under: ConnectorUnderTest): void {
  describe(`${name} as a source of clients`, () => {
    const { tells } = under
    let crm: SampleCrm
    let standIn: StandIn
    let waits: number[]
    let clock: EngineClock & { at: number }
    beforeEach(async () => {
      crm = sampleCrm(under.id)
      standIn = await startStandIn(under.dialect(crm))
      waits = []
      clock = {
        at: started,
        now: () => clock.at,
        wait: async (ms, waiting) => {
          waiting.throwIfAborted()
          waits.push(ms)
          clock.at += ms
        },
      }
    })
    afterEach(() => standIn.close())

    const source = (overrides: object = {}): ClientSource =>
      createCrmSource(
        { ...under.format, limits: { ...under.format.limits, perSecond: undefined } },
        {
          connections: {
            main: { address: standIn.address, tokenAddress: standIn.tokenAddress, ...secrets, ...overrides },
          },
          clock,
        },
      )
    const read = async (request: ReadClientsRequest = {}, from = source()) => {
      const found = await from.read(request, { signal })
      return { ...found, rows: await allRows(found.rows) }
    }
    const fieldsOf = (row: SourceRow, fields: Readonly<Record<string, string>> = {}): Record<string, string> =>
      Object.fromEntries(row.values.map(({ column, value }) => [fields[column] ?? `? ${column}`, value]).toReversed())
    const isPerson = (row: SourceRow): boolean =>
      row.gone === undefined && row.values.some(({ value }) => value.includes('@'))
    const living = () => crm.people.filter(({ deleted }) => deleted !== true)
    /** Faults of the calls behind the first page of records. */
    const readWithFaults = async (faults: readonly (Fault | undefined)[], from = source()) => {
      const found = await from.read({}, { signal })
      const rows: SourceRow[] = []
      for await (const row of found.rows) {
        if (rows.length === 0) standIn.faults.push(...faults)
        rows.push(row)
      }
      return rows
    }
    const faultOf = async (work: Promise<unknown>): Promise<ChanceryError> => {
      const error: unknown = await work.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (!ChanceryError.is(error)) throw new Error(`No ChanceryError: ${String(error)}`)
      // Nothing that is secret is ever told.
      expect(JSON.stringify([error.message, error.details, error.violations, String(error.cause)])).not.toContain(
        'canary',
      )
      return error
    }
    const every = (fault: Fault): Fault[] => Array.from({ length: 20 }, () => fault)
    const refusal = (status: number, headers: Answered['headers'] = {}): Fault => ({
      kind: 'answer',
      answer: { status, headers, body: { error: 'no' } },
    })

    it('gives everybody once, in order, with the fields that it knows', async () => {
      const { rows, columns, fields, findings } = await read()
      expect(findings).toEqual([])
      const targets = under.format.lists.flatMap((list) => Object.values(list.fields))
      const consents = targets.filter((target) => /^(?:consent|withdrawal)\./.test(String(target)))
      expect(Object.values(fields ?? {})).toEqual(expect.arrayContaining(consents))
      const people = rows.filter(isPerson)
      expect(people.map(({ externalId }) => externalId)).toEqual(living().map(({ id }) => id))
      expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1))
      for (const [index, row] of people.entries()) {
        const person = living()[index]
        expect(fieldsOf(row, fields)).toMatchObject({
          givenName: person?.given,
          familyName: person?.family,
          email: person?.email,
          phone: person?.phone,
          locality: person?.city,
          updatedAt: expect.stringMatching(new RegExp(`^${person?.changed.slice(0, -1)}(?:Z|\\.000\\+0000)$`)),
        })
        // But of fields that nobody could tell of before.
        const others = row.values.filter(({ column }) => !columns.includes(column)).map(({ value }) => value)
        expect(['surprise', 'Gold']).toEqual(expect.arrayContaining(others))
      }
      expect(rows.flatMap(({ faults }) => faults).filter(({ severity }) => severity === 'error')).toEqual([])
    })

    it('gives organisations, where there are any', async () => {
      const { rows, fields } = await read()
      const names = rows.flatMap((row) => {
        const { organization, givenName } = fieldsOf(row, fields)
        return givenName === undefined && organization !== undefined ? [organization] : []
      })
      expect(names).toEqual(tells.organisations ? crm.organisations.map((each) => each.name) : [])
      const ids = rows.map(({ externalId }) => externalId)
      expect(new Set(ids).size).toBe(ids.length)
    })

    it('goes on behind any row with its cursor, also in another process', async () => {
      const { rows, asOf } = await read()
      clock.at += 3_600_000
      for (const [index, { cursor }] of rows.entries()) {
        const rest = await read({ cursor })
        expect(rest.rows.map(({ row, externalId }) => [row, externalId])).toEqual(
          rows.slice(index + 1).map(({ row, externalId }) => [row, externalId]),
        )
        // What has changed meanwhile is not passed over next time.
        expect(rest.asOf).toBe(asOf)
      }
      expect(Date.parse(asOf ?? '')).toBeLessThan(started)
    })

    it('gives what changed since', async () => {
      const since = '2026-01-05T02:00:00+02:00'
      const { rows } = await read({ since })
      const changed = living().filter(({ changed: at }) => Date.parse(at) >= Date.parse(since))
      expect(rows.filter(isPerson).map(({ externalId }) => externalId)).toEqual(changed.map(({ id }) => id))
      expect(changed).toHaveLength(3)
    })

    it('tells who is gone, as far as the vendor does', async () => {
      const { rows } = await read()
      const gone = new Map(rows.flatMap(({ externalId, gone: how }) => (how === undefined ? [] : [[externalId, how]])))
      const [, deleted, merged] = [living()[0], ...crm.people.slice(-2)]
      if (tells.deleted) {
        expect(gone.get(deleted?.id)).toEqual({ reason: 'deleted' })
        expect(gone.get(merged?.id)).toEqual(
          tells.merged === 'by-loser' ? { reason: 'merged', into: merged?.mergedInto } : { reason: 'deleted' },
        )
      } else expect(gone.size).toBe(0)
      const first = rows.find(({ externalId }) => externalId === crm.people[0]?.id)
      expect(first?.formerIds).toEqual(tells.merged === 'by-survivor' ? [merged?.id] : undefined)
    })

    it('keeps what it does not know, and tells it once', async () => {
      const { rows, fields } = await read()
      const custom = rows.find(({ externalId }) => externalId === living()[3]?.id)
      if (tells.custom) {
        expect(custom?.values.map(({ value }) => value)).toContain('Gold')
        expect(custom?.faults).toEqual([])
        expect(Object.values(fieldsOf(custom as SourceRow, fields))).toContain('Gold')
      }
      const drifted = rows.filter(({ values }) => values.some(({ value }) => value === 'surprise'))
      expect(drifted.map(({ externalId }) => externalId)).toEqual([living()[4]?.id])
      expect(drifted[0]?.faults).toMatchObject([{ code: 'unknown_field', severity: 'warning' }])
      expect(rows.flatMap(({ faults }) => faults)).toHaveLength(1)
    })

    it('has a token renewed once where it is refused', async () => {
      const rows = await readWithFaults([{ kind: 'revoke' }])
      expect(rows.filter(isPerson)).toHaveLength(7)
      expect(standIn.counts.tokens).toBe(2)
      expect(standIn.calls.filter((call) => call === 'token')).toHaveLength(2)
    })

    it('asks for a token once for many calls, and again when it is over', async () => {
      const from = source()
      await Promise.all([read({}, from), read({}, from)])
      expect(standIn.counts.tokens).toBe(1)
      clock.at += 3_600_000
      await read({}, from)
      expect(standIn.counts.tokens).toBe(2)
    })

    it('goes on with the refresh token that the vendor puts in place of the last one', async () => {
      const rotating = await startStandIn({ ...under.dialect(crm), rotates: true })
      const refreshTokens = keptInMemory()
      const { address, tokenAddress } = rotating
      const own = () => source({ address, tokenAddress, refreshTokens })
      const from = own()
      await read({}, from)
      clock.at += 3_600_000
      refreshTokens.isFull = true
      await read({}, from)
      expect(await refreshTokens.last()).toBe(`${secrets.refreshToken}-1`)
      // One that is not kept is not used; once there is room for it, it is.
      clock.at += 3_600_000
      expect((await faultOf(read({}, from))).details).toMatchObject({ reason: 'token_not_kept' })
      refreshTokens.isFull = false
      await read({}, from)
      expect(await refreshTokens.last()).toBe(`${secrets.refreshToken}-3`)
      // After a start anew, and in two processes at once.
      await Promise.all([read({}, own()), read({}, own())])
      expect(rotating.counts.tokens).toBe(5)
      expect(await refreshTokens.last()).toBe(`${secrets.refreshToken}-5`)
      await rotating.close()
    })

    it('does not go on with credentials that are refused', async () => {
      const { details, ...error } = await faultOf(read({}, source({ refreshToken: 'withdrawn-canary' })))
      expect(error).toMatchObject({ code: 'provider_failed', retryable: false })
      expect(details).toMatchObject({ provider: under.format.id, reason: 'credentials_refused' })
      const again = await faultOf(readWithFaults(every({ kind: 'revoke' })))
      expect(again.details).toMatchObject({ reason: 'credentials_refused' })
    })

    it('waits as long as the vendor wants', async () => {
      const rows = await readWithFaults([refusal(429, { 'retry-after': '7' }), refusal(429, { 'retry-after': '2' })])
      expect(rows.filter(isPerson)).toHaveLength(7)
      expect(waits).toEqual([7000, 2000])
      const error = await faultOf(readWithFaults([refusal(429, { 'retry-after': '3600' })]))
      expect(error).toMatchObject({ code: 'provider_unavailable', retryable: true, retryAfterMs: 3_600_000 })
    })

    it.each([429, 503])('waits as long as the vendor wants before it gives a token: %s', async (status) => {
      const later = (seconds: string): Answered => ({ status, headers: { 'retry-after': seconds }, body: {} })
      standIn.tokenFaults.push(later('7'), later('20'))
      expect((await read()).rows.filter(isPerson)).toHaveLength(7)
      expect(waits).toEqual([7000, 20_000])
      standIn.tokenFaults.push(later('3600'))
      const error = await faultOf(read())
      expect(error).toMatchObject({ code: 'provider_unavailable', retryable: true, retryAfterMs: 3_600_000 })
      expect(standIn.tokenFaults).toEqual([])
    })

    it.each<[string, Fault, string]>([
      ['a fault of the vendor', refusal(500), 'provider_failed'],
      ['a vendor that is away', refusal(503), 'provider_unavailable'],
      ['a connection that breaks', { kind: 'reset' }, 'provider_failed'],
      ['an answer that breaks off', { kind: 'half' }, 'provider_failed'],
      ['half of a page', { kind: 'half-json' }, 'provider_failed'],
    ])('asks again after %s, and not for ever', async (_, fault, code) => {
      const rows = await readWithFaults([fault, fault])
      expect(rows.filter(isPerson).map(({ externalId }) => externalId)).toEqual(living().map(({ id }) => id))
      standIn.calls.length = 0
      const error = await faultOf(readWithFaults(every(fault)))
      expect(error).toMatchObject({ code, retryable: true, details: { provider: under.format.id } })
      expect(standIn.calls.filter((call) => call === standIn.calls.at(-1))).toHaveLength(5)
    })

    it.each<[string, Fault]>([
      ['a page of something else', { kind: 'html' }],
      ['an error that is told with success', refusal(200)],
      ['a refusal', refusal(400)],
      ['a right that is missing', refusal(403)],
    ])('does not repeat what %s answers', async (_, fault) => {
      const error = await faultOf(readWithFaults(every(fault)))
      expect(error).toMatchObject({ code: 'provider_failed', retryable: false })
      expect(waits).toEqual([])
    })

    it('reads an answer with a byte order mark', async () => {
      const rows = await readWithFaults(every({ kind: 'marked' }))
      expect(rows.filter(isPerson).map(({ externalId }) => externalId)).toEqual(living().map(({ id }) => id))
    })

    it('leaves out what is not shown to the credentials, and says so', async () => {
      // Each list but the first is refused, and what tells of fields too.
      const found = await source().read({}, { signal })
      const rows: SourceRow[] = []
      for await (const row of found.rows) {
        rows.push(row)
        if (rows.filter(isPerson).length === 7) standIn.faults.push(...every(refusal(403)))
      }
      expect(rows.filter(isPerson)).toHaveLength(7)
      const told = found.findings.map(({ code }) => code)
      expect(told).toEqual(under.format.lists.slice(1).map(() => 'list_refused'))
    })

    it('reads without the fields of the firm where they are not told', async () => {
      const discovered = under.format.lists.filter(({ discover }) => discover !== undefined)
      standIn.faults.push(...discovered.map(() => refusal(403)))
      const { rows, findings } = await read()
      expect(findings.map(({ code }) => code)).toEqual(discovered.map(() => 'fields_refused'))
      expect(rows.filter(isPerson)).toHaveLength(7)
    })

    it('refuses cursors that are none, or of another question', async () => {
      const { rows } = await read()
      const cursor = rows[1]?.cursor ?? ''
      const forged = Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(cursor, 'base64url').toString()), list: 99 }),
      ).toString('base64url')
      for (const each of ['', 'x', '{}', `${cursor}x`, forged, '1.20']) {
        expect(await faultOf(read({ cursor: each }))).toMatchObject({
          code: 'invalid_request',
          violations: [{ pointer: '/cursor' }],
        })
      }
      expect(await faultOf(read({ cursor, since: '2026-01-01T00:00:00Z' }))).toMatchObject({ code: 'invalid_request' })
    })

    it('says of a cursor that the vendor does not know any more that it is to begin anew', async () => {
      const { rows } = await read()
      const found = await source().read({ cursor: rows[4]?.cursor ?? '' }, { signal })
      standIn.faults.push(refusal(400))
      expect(await faultOf(allRows(found.rows))).toMatchObject({
        code: 'invalid_request',
        violations: [{ pointer: '/cursor', code: 'cursor_expired' }],
      })
    })

    it('stops when the call is given up', async () => {
      const given = new AbortController()
      const found = await source().read({}, given)
      const late = new ChanceryError('deadline_exceeded', 'Too late.')
      await expect(async () => {
        for await (const { row } of found.rows) if (row === 2) given.abort(late)
      }).rejects.toBe(late)
      await expect(source().read({}, { signal: AbortSignal.abort(late) })).rejects.toBe(late)
    })

    it('is there for its own space alone, by its own name', async () => {
      for (const [request, space] of [
        [{}, 'lisbon'],
        [{ connection: 'other' }, ''],
      ] as const) {
        expect(await faultOf(source().read(request, { signal, space }))).toMatchObject({
          code: 'provider_not_configured',
        })
      }
      const own = source({ space: 'lisbon' })
      expect((await own.read({ connection: 'main' }, { signal, space: 'lisbon' })).columns).not.toEqual([])
    })
  })
}
