import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../errors.ts'
import type { AuditEntry, AuditSubject } from '../ports/audit-log.ts'
import { aContext } from '../testing/calls.test-support.ts'
import { now } from '../testing/document-texts.test-support.ts'
import { auditCall, audited, type Auditing } from './audited.ts'

const document = (id: string, act: AuditSubject['act'] = 'write'): AuditSubject => ({
  kind: 'document',
  provider: 'local',
  act,
  id,
})

/** An audit log in memory; it fails from that entry on. */
function auditing(failsAt = Infinity) {
  const entries: AuditEntry[] = []
  const seen = { entries, counts: [] as unknown[], lines: [] as unknown[], failsAt }
  const given: Auditing = {
    log: {
      id: 'memory',
      async append(entry) {
        if (entries.length >= seen.failsAt) throw new ChanceryError('provider_timeout', 'No.')
        entries.push(entry)
      },
      async *read() {},
      check: async () => undefined,
    },
    nameOf: ({ id }, space) => `${space}:${id}`,
    clock: { now: () => now },
    logger: { log: (...line) => void seen.lines.push(line), within: (_fields, run) => run() },
    telemetry: {
      span: async (_name, _options, run) => await run({ note: () => undefined }),
      count: (...counted) => void seen.counts.push(counted),
      record: () => undefined,
      gauge: () => undefined,
    },
  }
  return { ...seen, given, seen }
}

const caller = { principal: { id: 'k', caller: 'c', space: 'lisbon', operations: '*' as const }, requestId: 'r' }
const common = {
  at: '2026-03-02T09:00:00.000Z',
  requestId: 'r',
  key: 'k',
  caller: 'c',
  space: 'lisbon',
  operation: 'op',
}

describe('a call on the record', () => {
  it('is on it before its first change, and with what it came to', async () => {
    const { given, entries, seen } = auditing()
    const call = auditCall(given, 'op', caller)
    call.witness.saw(document('a', 'read'))
    await call.witness.beforeChange(document('b'))
    await call.witness.beforeChange(document('c'))
    await call.end('ok')
    const [a, b, c] = [document('lisbon:a', 'read'), document('lisbon:b'), document('lisbon:c')]
    expect(entries).toEqual([
      { ...common, phase: 'began', subjects: [a, b] },
      { ...common, phase: 'ended', outcome: 'ok', subjects: [a, b, c] },
    ])
    const counted = ['chancery.audit.entries', { outcome: 'ok' }]
    expect(seen.counts).toEqual([counted, counted])
  })

  it('has no caller where the key is nobody else’s', async () => {
    const { given, entries } = auditing()
    await auditCall(given, 'op', { ...caller, principal: { id: 'k', operations: '*' } }).end('ok')
    expect(entries).toEqual([
      {
        at: common.at,
        phase: 'ended',
        requestId: 'r',
        key: 'k',
        space: '',
        operation: 'op',
        outcome: 'ok',
        subjects: [],
      },
    ])
  })

  it('names the same once, and nothing by no name but the root of a store', async () => {
    const { given, entries } = auditing()
    const { witness, end } = auditCall(given, 'op', caller)
    witness.saw(document('a'))
    witness.saw(document('a'))
    const clients = { kind: 'client', provider: 'sqlite', act: 'write', id: '' } as const
    await witness.beforeChange(clients)
    witness.saw(clients)
    const root = { kind: 'folder', provider: 'local', act: 'list', id: '' } as const
    witness.saw(root)
    await end('ok')
    expect(entries.map(({ subjects }) => subjects)).toEqual([
      [document('lisbon:a')],
      [document('lisbon:a'), clients, { ...root, id: 'lisbon:' }],
    ])
  })

  it('parts many subjects over entries of 500', async () => {
    const { given, entries } = auditing()
    const { witness, end } = auditCall(given, 'op', caller)
    for (let index = 0; index < 1001; index++) witness.saw(document(`${index}`))
    await witness.beforeChange(document('last'))
    await end('ok')
    expect(entries.map(({ phase, subjects }) => [phase, subjects.length])).toEqual([
      ['began', 500],
      ['went-on', 500],
      ['went-on', 500],
      ['ended', 2],
    ])
    expect(entries[1]?.outcome).toBeUndefined()
  })

  it('changes nothing that cannot be recorded, and tries again at the next change', async () => {
    const { given, entries, seen } = auditing(0)
    const { witness } = auditCall(given, 'op', caller)
    await expect(witness.beforeChange(document('a'))).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { provider: 'audit' },
      retryAfterMs: 1000,
    })
    expect(seen.lines).toEqual([
      ['error', 'audit-unavailable', { requestId: 'r', phase: 'began', code: 'provider_timeout' }],
    ])
    expect(seen.counts).toEqual([['chancery.audit.entries', { outcome: 'provider_timeout' }]])
    seen.failsAt = Infinity
    await witness.beforeChange(document('b'))
    expect(entries.map(({ phase }) => phase)).toEqual(['began'])
  })

  it('is answered where it is on record as begun, and its end cannot be recorded', async () => {
    const { given } = auditing(1)
    const { witness, end } = auditCall(given, 'op', caller)
    await witness.beforeChange(document('a'))
    await expect(end('ok')).resolves.toBeUndefined()
  })

  it('is not answered where nothing of it is on record', async () => {
    const { given } = auditing(0)
    await expect(auditCall(given, 'op', caller).end('ok')).rejects.toMatchObject({ code: 'provider_unavailable' })
  })
})

describe('audited', () => {
  const context = aContext()

  it('just runs without an audit log', async () => {
    expect(await audited(undefined, 'op', context, async ({ witness }) => witness)).toBeUndefined()
  })

  it('gives the call its witness, and records what its result is called', async () => {
    const { given, entries } = auditing()
    const result = await audited(
      given,
      'op',
      context,
      async ({ witness, requestId }) => {
        await witness?.beforeChange(document('a'))
        return requestId
      },
      () => 'replayed',
    )
    expect(result).toBe(context.requestId)
    expect(entries.map(({ phase, outcome }) => [phase, outcome])).toEqual([
      ['began', undefined],
      ['ended', 'replayed'],
    ])
    await audited(given, 'op', context, async () => 1)
    expect(entries.at(-1)).toMatchObject({ phase: 'ended', outcome: 'ok' })
  })

  it('records the code of a failure, which passes through', async () => {
    const { given, entries } = auditing()
    const failing = (error: Error) => audited(given, 'op', context, () => Promise.reject(error))
    await expect(failing(new ChanceryError('document_exists', 'There.'))).rejects.toMatchObject({
      code: 'document_exists',
    })
    await expect(failing(new Error('broken'))).rejects.toThrow('broken')
    expect(entries.map(({ outcome }) => outcome)).toEqual(['document_exists', 'internal'])
  })
})
