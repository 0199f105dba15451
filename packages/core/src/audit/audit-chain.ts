import type { AuditEntry } from '../ports/audit-log.ts'

/** An entry in its place. */
export interface AuditRecord extends AuditEntry {
  /** From 1, without gaps. */
  readonly seq: number
  /** SHA-256 of the line before, lower-case hex; zeros before the first. */
  readonly previous: string
}

export const beforeTheFirst = '0'.repeat(64)

/** The text that is kept, and that the next entry has the digest of; without a line end. */
export function auditLine(entry: AuditEntry, seq: number, previous: string): string {
  const { at, phase, requestId, key, caller, space, operation, outcome, subjects } = entry
  return JSON.stringify({ seq, previous, at, phase, requestId, key, caller, space, operation, outcome, subjects })
}

/** The entry of a line; `undefined` where it is none. */
export function auditRecordOf(line: string): AuditRecord | undefined {
  try {
    const value = JSON.parse(line) as Partial<AuditRecord> | null
    return typeof value?.seq === 'number' && typeof value.previous === 'string' && typeof value.at === 'string'
      ? (value as AuditRecord)
      : undefined
  } catch {
    return undefined
  }
}

/** What is wrong at a line, and where: `unreadable`, `gap` (a number is missing or doubled), `changed` (a digest differs). */
export interface AuditFault {
  readonly kind: 'unreadable' | 'gap' | 'changed'
  /** Of the entry that does not fit the one before; where it cannot be read, the number that it should have. */
  readonly seq: number
}

/** What a chain turned out to be. */
export interface AuditChain {
  /** Numbers of the first and the last entry; 0 where there is none. */
  readonly first: number
  readonly last: number
  /** SHA-256 of the last line: whoever keeps it elsewhere sees later whether the end was cut off. */
  readonly digest: string
  readonly faults: readonly AuditFault[]
}

const mostFaults = 100

/**
 * Looks whether lines follow from one another. Older ones may be gone from the beginning, which `first` tells.
 * @param sha256 of a text, as lower-case hex
 */
export function auditChecker(sha256: (line: string) => string): {
  take(line: string): void
  chain(): AuditChain
} {
  const faults: AuditFault[] = []
  let [first, last, digest] = [0, 0, beforeTheFirst]
  const blame = (kind: AuditFault['kind'], seq: number): void => {
    if (faults.length < mostFaults) faults.push({ kind, seq })
  }
  return {
    take(line) {
      const record = auditRecordOf(line)
      if (record === undefined) blame('unreadable', last + 1)
      else if (first === 0) {
        if (record.seq === 1 && record.previous !== beforeTheFirst) blame('changed', 1)
      } else if (record.seq !== last + 1) blame('gap', record.seq)
      else if (record.previous !== digest) blame('changed', record.seq)
      const seq = record?.seq ?? last + 1
      if (first === 0) first = seq
      last = seq
      digest = sha256(line)
    },
    chain: () => ({ first, last, digest, faults }),
  }
}
