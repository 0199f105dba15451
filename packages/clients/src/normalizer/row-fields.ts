import type { ColumnMapping, SourceRow } from '@chancery/core'
import { addressGroup } from './address-group.ts'
import { isAddressField, qualifiedField } from './column-name.ts'

type Fields = ReadonlyMap<string, ColumnMapping['field']>

/**
 * Where the columns of each row go: as the mapping says; for a row that is empty where the address is mapped, another
 * address of the row stands in. In one export of Outlook some people have theirs at work, others at home.
 */
export function rowFields(mapping: readonly ColumnMapping[]): (row: SourceRow) => Fields {
  const fields: Fields = new Map(mapping.map(({ column, field }) => [column, field]))
  const groups = new Map<string, string>()
  const spare = new Map<string, [string, ColumnMapping['field']][]>()
  for (const { column, reason } of mapping) {
    const field = reason === 'unknown' ? qualifiedField(column) : undefined
    const group = addressGroup(column)
    if (field === undefined || !isAddressField(field) || group === '') continue
    groups.set(column, group)
    const others = spare.get(group)
    if (others === undefined) spare.set(group, [[column, field]])
    else others.push([column, field])
  }
  const made = new Map<string, Fields>()
  const withSpare = (group: string): Fields => {
    const known = made.get(group) ?? new Map([...fields, ...(spare.get(group) ?? [])])
    made.set(group, known)
    return known
  }
  return ({ values }) => {
    let group: string | undefined
    for (const { column, value } of groups.size === 0 ? [] : values) {
      if (value.trim() === '') continue
      if (isAddressField(fields.get(column) ?? '')) return fields
      group ??= groups.get(column)
    }
    return group === undefined ? fields : withSpare(group)
  }
}
