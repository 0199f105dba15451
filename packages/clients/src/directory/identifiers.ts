import type { ClientIdentifier, ClientRecord } from '@chancery/core'

/** Everything by which a record is found again. */
export const identifiersOf = (record: ClientRecord): readonly ClientIdentifier[] => [
  ...record.emails.map((value) => ({ kind: 'email' as const, value: value.toLowerCase() })),
  ...record.phones.map((value) => ({ kind: 'phone' as const, value })),
  ...record.externalIds.map(({ source, id }) => ({ kind: 'external' as const, value: `${source}:${id}` })),
  ...record.rows.map((value) => ({ kind: 'row' as const, value })),
]

export const keyOf = ({ kind, value }: ClientIdentifier): string => `${kind}:${value}`
