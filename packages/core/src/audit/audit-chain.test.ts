import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../ports/audit-log.ts'
import { bytesOf, digestOf } from '../testing/document-texts.test-support.ts'
import { auditChecker, auditLine, auditRecordOf, beforeTheFirst } from './audit-chain.ts'

const sha256 = (line: string): string => digestOf(bytesOf(line))
const entry: AuditEntry = {
  at: '2026-03-02T09:00:00.000Z',
  phase: 'ended',
  requestId: 'r',
  key: 'k',
  space: '',
  operation: 'store-document',
  outcome: 'ok',
  subjects: [],
}

/** Lines that follow from one another, from a number on. */
function lines(count: number, from = 1, before = beforeTheFirst): string[] {
  const all: string[] = []
  for (let seq = from, previous = before; seq < from + count; seq++) {
    const line = auditLine(entry, seq, previous)
    all.push(line)
    previous = sha256(line)
  }
  return all
}

const chainOf = (all: readonly string[]) => {
  const checker = auditChecker(sha256)
  for (const line of all) checker.take(line)
  return checker.chain()
}

describe('a line of the audit log', () => {
  it('is read as it was written, its number first', () => {
    const line = auditLine(entry, 1, beforeTheFirst)
    expect(line.startsWith('{"seq":1,"previous":"000')).toBe(true)
    expect(line).not.toContain('caller')
    expect(auditRecordOf(line)).toEqual({ ...entry, seq: 1, previous: beforeTheFirst })
  })

  it.each(['', '{', 'null', '7', '{"seq":"1","previous":"","at":""}', '{"seq":1,"at":""}', '{"seq":1,"previous":""}'])(
    'is none: %s',
    (line) => {
      expect(auditRecordOf(line)).toBeUndefined()
    },
  )
})

describe('a chain of lines', () => {
  it('is whole, with the digest of its end', () => {
    const all = lines(3)
    expect(chainOf(all)).toEqual({ first: 1, last: 3, digest: sha256(all[2] ?? ''), faults: [] })
    expect(chainOf([])).toEqual({ first: 0, last: 0, digest: beforeTheFirst, faults: [] })
  })

  it('may have lost its beginning', () => {
    expect(chainOf(lines(3).slice(1))).toMatchObject({ first: 2, last: 3, faults: [] })
  })

  it('has a first line that follows nothing', () => {
    expect(chainOf(lines(1, 1, 'f'.repeat(64))).faults).toEqual([{ kind: 'changed', seq: 1 }])
  })

  it('shows a line that is changed at the one behind it', () => {
    const [one = '', two = '', three = ''] = lines(3)
    expect(chainOf([one, two.replace('"ok"', '"no"'), three]).faults).toEqual([{ kind: 'changed', seq: 3 }])
  })

  it('shows one that is missing, or there twice', () => {
    const [one = '', two = '', three = ''] = lines(3)
    expect(chainOf([one, three]).faults).toEqual([{ kind: 'gap', seq: 3 }])
    expect(chainOf([one, two, two, three]).faults).toEqual([{ kind: 'gap', seq: 2 }])
  })

  it('counts on over a line that cannot be read', () => {
    const [one = '', , three = ''] = lines(3)
    expect(chainOf([one, 'torn', three])).toMatchObject({
      first: 1,
      last: 3,
      faults: [
        { kind: 'unreadable', seq: 2 },
        { kind: 'changed', seq: 3 },
      ],
    })
    expect(chainOf(['torn'])).toMatchObject({ first: 1, last: 1, faults: [{ kind: 'unreadable', seq: 1 }] })
  })

  it('names a hundred faults', () => {
    expect(chainOf(Array.from({ length: 150 }, () => 'torn')).faults).toHaveLength(100)
  })
})
