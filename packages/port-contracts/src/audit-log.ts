import { createHash } from 'node:crypto'
import { auditChecker, type AuditEntry, type AuditLog, auditRecordOf } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A log to try, new and empty. */
export interface AuditLogUnderTest {
  readonly log: AuditLog
  /** Another handle on what the same log has kept, which may be used at the same time. Absent: there is none. */
  another?(): AuditLog
  /** A handle that comes after a crash of the first. Absent: nothing outlives it. */
  again?(): Promise<AuditLog>
  close?(): void | Promise<void>
}

const { signal } = new AbortController()
const entry = (n: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: '2026-11-24T04:00:00.000Z',
  phase: 'ended',
  requestId: `request-${n}`,
  key: 'abcdefgh',
  space: 'lisbon',
  operation: 'store-document',
  outcome: 'ok',
  subjects: [{ kind: 'document', provider: 'local', act: 'write', id: `letters/${n}.docx` }],
  ...more,
})

const sha256 = (line: string): string => createHash('sha256').update(line).digest('hex')

async function linesOf(log: AuditLog): Promise<string[]> {
  const lines: string[] = []
  for await (const line of log.read({ signal })) lines.push(line)
  return lines
}

function chainOf(lines: readonly string[]) {
  const checker = auditChecker(sha256)
  for (const line of lines) checker.take(line)
  return checker.chain()
}

/** What every audit log must do. `make` gives a new, empty log each time. */
export function auditLogContract(name: string, make: () => Promise<AuditLogUnderTest>): void {
  describe(`${name} keeps the contract of an audit log`, () => {
    let under: AuditLogUnderTest
    let log: AuditLog
    beforeEach(async () => {
      under = await make()
      log = under.log
    })
    afterEach(() => under.close?.())

    it('has nothing at first, and can be used', async () => {
      expect(await linesOf(log)).toEqual([])
      await expect(log.check({ signal })).resolves.toBeUndefined()
      await expect(log.check({ signal: AbortSignal.abort() })).rejects.toThrow()
    })

    it('gives back every field, and chains what it is given', async () => {
      const odd = 'Zoë\0\u2028\ud800 "\\\n" 👩‍⚖️'
      const second = entry(2, {
        phase: 'began',
        caller: 'hgfedcba',
        space: '',
        subjects: [
          { kind: 'client', provider: 'sqlite', act: 'read', id: odd },
          { kind: 'email', provider: 'outbox', act: 'send', id: '' },
        ],
      })
      const { outcome: _none, ...began } = second
      await log.append(entry(1))
      await log.append(began)
      await log.append(entry(3, { outcome: 'document_not_found', subjects: [] }))
      const lines = await linesOf(log)
      expect(lines).toHaveLength(3)
      expect(lines.every((line) => !line.includes('\n'))).toBe(true)
      const records = lines.map((line) => auditRecordOf(line))
      expect(records.map((record) => record?.seq)).toEqual([1, 2, 3])
      expect(records.map((record) => record?.previous)).toEqual([
        '0'.repeat(64),
        sha256(lines[0] ?? ''),
        sha256(lines[1] ?? ''),
      ])
      const { seq: _seq, previous: _previous, ...kept } = records[1] ?? { seq: 0, previous: '' }
      expect(kept).toEqual(began)
      expect(chainOf(lines)).toEqual({ first: 1, last: 3, digest: sha256(lines[2] ?? ''), faults: [] })
    })

    it('keeps all of many that come at once, in their order', async () => {
      await Promise.all(Array.from({ length: 200 }, (_, n) => log.append(entry(n))))
      const lines = await linesOf(log)
      expect(lines.map((line) => auditRecordOf(line)?.requestId)).toEqual(
        Array.from({ length: 200 }, (_, n) => `request-${n}`),
      )
      expect(chainOf(lines)).toMatchObject({ first: 1, last: 200, faults: [] })
    })

    it('makes one chain of what two handles write', async () => {
      const other = under.another?.()
      if (other === undefined) return
      await Promise.all(
        Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? log : other).append(entry(n, { key: `key-${n % 2}` }))),
      )
      const lines = await linesOf(log)
      expect(lines).toEqual(await linesOf(other))
      expect(chainOf(lines)).toMatchObject({ first: 1, last: 100, faults: [] })
    })

    it('goes on where it stopped', async () => {
      if (under.again === undefined) return
      await log.append(entry(1))
      await log.append(entry(2))
      const again = await under.again()
      await again.append(entry(3))
      expect(chainOf(await linesOf(again))).toMatchObject({ first: 1, last: 3, faults: [] })
    })

    it('shows what was changed, taken out or put in', async () => {
      for (let n = 1; n <= 5; n++) await log.append(entry(n))
      const lines = await linesOf(log)
      const without = (...gone: readonly number[]) => lines.filter((_, index) => !gone.includes(index))
      expect(chainOf(without(2)).faults).toEqual([{ kind: 'gap', seq: 4 }])
      // The oldest may be gone: what is left is a chain, and says where it begins.
      expect(chainOf(without(0, 1))).toMatchObject({ first: 3, last: 5, faults: [] })
      const changed = lines.with(2, (lines[2] ?? '').replace('lisbon', 'berlin'))
      expect(chainOf(changed).faults).toEqual([{ kind: 'changed', seq: 4 }])
      expect(chainOf([...lines.slice(0, 2), 'nonsense', ...lines.slice(3)]).faults).toEqual([
        { kind: 'unreadable', seq: 3 },
        { kind: 'changed', seq: 4 },
      ])
      expect(chainOf([...lines, lines[4] ?? '']).faults).toEqual([{ kind: 'gap', seq: 5 }])
    })
  })
}
