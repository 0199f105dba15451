import type { ClientNormalizer } from '@chancery/core'
import { dateOrderOf } from './birth-date.ts'
import { mapColumns } from './map-columns.ts'
import { normalizeRow } from './normalize-row.ts'

/** Knows columns by name and content, and how people write names, addresses, phones and dates. */
export const createClientNormalizer = (): ClientNormalizer => ({
  map: async (columns, sample, given) => mapColumns(columns, sample, given),
  async normalize(rows, mapping, { country, locale }) {
    const fields = new Map(mapping.map(({ column, field }) => [column, field]))
    const birthDates = rows.flatMap(({ values }) =>
      values.filter(({ column }) => fields.get(column) === 'birthDate').map(({ value }) => value),
    )
    const order = dateOrderOf(birthDates, locale, country)
    return rows.map((row) => normalizeRow(row, fields, { country, locale, order }))
  },
})
