import type { Finding } from '../shapes/finding.ts'
import type { ClientData, ClientRecord } from './client-record.ts'
import { type ConflictPolicy, joinClient, type MatchKey, dataOf } from './merge-client.ts'

type JoinPolicy = Parameters<typeof joinClient>[4]

/**
 * What a row may change of its client.
 * @param said when the row's source last changed it, where that is told
 */
export function policyFor(
  wanted: ConflictPolicy,
  by: MatchKey | 'row',
  said: string | undefined,
  known: ClientRecord,
): { readonly policy: JoinPolicy; readonly remark?: Finding } {
  if (wanted === 'replace') return { policy: 'replace' }
  if (wanted === 'skip' || wanted === 'keep' || wanted === 'report') return { policy: 'skip' }
  // What is no more than alike corrects nothing.
  if (wanted === 'fillBlanks' || by === 'likeness') return { policy: 'complete' }
  if (wanted !== 'newest') return { policy: 'merge' }
  if (said === undefined) return { policy: 'complete', remark: undated }
  return { policy: said > (known.saidAt ?? known.updatedAt) ? 'merge' : 'complete' }
}

const undated: Finding = {
  code: 'row_undated',
  severity: 'warning',
  message: 'The row does not say when it was last changed; only what the client lacked was taken over.',
  hint: 'Map a column to `updatedAt`.',
}

/** What a row says otherwise than its client. */
export interface FieldConflict {
  readonly field: string
  readonly known?: string
  readonly incoming: string
}

/** Each field that would change with a row, with both values as text. */
export function conflictsOf(known: ClientRecord, row: ClientData): readonly FieldConflict[] {
  const [before, after] = [flat(dataOf(known)), flat(dataOf(joinClient(known, row, undefined, '', 'merge')))]
  return [...after].flatMap(([field, incoming]) => {
    const value = before.get(field)
    if (value === incoming) return []
    return { field, incoming, ...(value === undefined ? {} : { known: value }) }
  })
}

/** Values by the path of their field: `address.street`, `custom.Betreuer`; lists as lines. */
function flat(data: ClientData): ReadonlyMap<string, string> {
  const { address = {}, custom, ...rest } = data
  const all: [string, unknown][] = [
    ...Object.entries(rest),
    ...Object.entries(address).map(([part, value]): [string, unknown] => [`address.${part}`, value]),
    ...Object.entries(custom).map(([name, value]): [string, unknown] => [`custom.${name}`, value]),
  ]
  return new Map(
    all.flatMap(([field, value]) => {
      const text = Array.isArray(value) ? value.join('\n') : value
      return typeof text === 'string' && text !== '' ? [[field, text] as const] : []
    }),
  )
}
