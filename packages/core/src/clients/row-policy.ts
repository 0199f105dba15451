import type { Finding } from '../model/finding.ts'
import type { ClientData, ClientRecord } from '../model/client-record.ts'
import { contactLabelsText } from './contact-labels.ts'
import { consentText } from './consents.ts'
import { type ConflictPolicy, joinClient, type JoinPolicy, type MatchKey, dataOf } from './merge-client.ts'

/** How a row came to its client. */
export interface RowOfClient {
  readonly by: MatchKey | 'row'
  /** When the row's source last changed it, where that is told. */
  readonly said: string | undefined
  /** It is of an export, and of a client that has become part of this one since. */
  readonly isOfMerged: boolean
}

/** What a row may change of its client. */
export function policyFor(
  wanted: ConflictPolicy,
  { by, said, isOfMerged }: RowOfClient,
  known: ClientRecord,
): { readonly policy: JoinPolicy; readonly remark?: Finding } {
  if (wanted === 'skip' || wanted === 'keep' || wanted === 'report') return { policy: 'skip' }
  // Whoever made one of two decided what the one says; the export is older than that.
  if (isOfMerged) return { policy: 'complete' }
  if (wanted === 'replace') return { policy: 'replace' }
  // What is no more than alike corrects nothing.
  if (wanted === 'fillBlanks' || by === 'likeness') return { policy: 'complete' }
  if (wanted !== 'newest') return { policy: 'merge' }
  if (said === undefined) return { policy: 'complete', remark: undated }
  // What nobody said when is older than what somebody did. When it was imported says nothing of that.
  return { policy: known.saidAt === undefined || said > known.saidAt ? 'correct' : 'complete' }
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
  const [before, after] = [flat(dataOf(known)), flat(dataOf(joinClient(known, { row: '', data: row }, 'merge')))]
  return [...after].flatMap(([field, incoming]) => {
    const value = before.get(field)
    if (value === incoming) return []
    return { field, incoming, ...(value === undefined ? {} : { known: value }) }
  })
}

/** Values by the path of their field: `address.street`, `custom.Betreuer`; lists as lines. */
function flat(data: ClientData): ReadonlyMap<string, string> {
  const { address = {}, custom, cardProperties: _properties, contactLabels, consents = [], ...rest } = data
  const all: [string, unknown][] = [
    ...Object.entries(rest),
    ...Object.entries(address).map(([part, value]): [string, unknown] => [`address.${part}`, value]),
    ...Object.entries(custom).map(([name, value]): [string, unknown] => [`custom.${name}`, value]),
    ['contactLabels', contactLabelsText(contactLabels)],
    ...consents.map((each): [string, unknown] => [`consent.${each.purpose}`, consentText(each)]),
  ]
  return new Map(
    all.flatMap(([field, value]) => {
      const text = Array.isArray(value) ? value.join('\n') : value
      return typeof text === 'string' && text !== '' ? [[field, text] as const] : []
    }),
  )
}
