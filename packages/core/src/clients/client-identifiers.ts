import type { ClientIdentifier } from '../model/client-identifier.ts'
import type { ClientData, ClientRecord, ExternalId } from '../model/client-record.ts'
import { blockKeys } from './matching/block-keys.ts'

/** Whose ids those are that a client had in a directory: in another one, or before it became part of another client. */
export const exportedFrom = 'chancery'

/** Everything by which a record is found again. @param keysOf where the keys of some are known: `blockKeys` */
export const identifiersOf = (
  record: ClientRecord,
  keysOf: (data: ClientData) => readonly number[] = blockKeys,
): readonly ClientIdentifier[] => [...identifiersBesideRows(record, keysOf), ...record.rows.map(rowIdentifier)]

/** Those of them that are not the digests of its rows, of which it may have a thousand. */
export const identifiersBesideRows = (
  record: ClientRecord,
  keysOf: (data: ClientData) => readonly number[],
): readonly ClientIdentifier[] => [
  ...record.emails.map((value) => ({ kind: 'email' as const, value: value.toLowerCase() })),
  ...record.phones.map((value) => ({ kind: 'phone' as const, value })),
  ...record.externalIds.map(asIdentifier),
  ...(record.mergedFrom ?? []).map((id) => ({ kind: 'external' as const, value: `${exportedFrom}:${id}` })),
  ...asBlocks([record, ...(record.parts ?? []).map(({ data }) => data)].flatMap((data) => keysOf(data))),
]

/** An id of another system as one text. */
export const externalIdKey = ({ source, id }: ExternalId): string => `${source}:${id}`

export const asIdentifier = (id: ExternalId) => ({ kind: 'external', value: externalIdKey(id) }) as const

export const rowIdentifier = (digest: string) => ({ kind: 'row', value: digest }) as const

/** By what clients are looked for that may be the same. */
export const blocksOf = (...data: readonly ClientData[]): readonly ClientIdentifier[] =>
  asBlocks(data.flatMap((each) => blockKeys(each)))

const asBlocks = (keys: readonly number[]): readonly ClientIdentifier[] => [...new Set(keys)].map(blockIdentifier)

export const blockIdentifier = (key: number): ClientIdentifier => ({ kind: 'block', value: key })

/** An identifier as one text, each its own. */
export const identifierKey = ({ kind, value }: ClientIdentifier): string => `${kind}:${value}`

/**
 * Whether two clients of a space can never both have it. A system has one client for an id, and a row that comes again is
 * the same client; an e-mail address or a telephone may be shared by a family or an office.
 */
export const provesAlone = ({ kind }: ClientIdentifier): boolean => kind === 'external' || kind === 'row'
