import type { ClientField, ClientNormalizer } from '@chancery/core'
import { dateOrderOf } from './birth-date.ts'
import { countryCode } from './country-code.ts'
import { mapColumns } from './map-columns.ts'
import { normalizeRow } from './normalize-row.ts'
import { rowFields } from './row-fields.ts'

/** Knows columns by name and content, and how people write names, addresses, phones and dates. */
export const createClientNormalizer = (): ClientNormalizer => ({
  map: async (columns, sample, given) => mapColumns(columns, sample, given),
  async normalize(rows, mapping, { country, locale }) {
    const fields = new Map(mapping.map(({ column, field }) => [column, field]))
    const valuesOf = (field: ClientField): readonly string[] =>
      rows.flatMap(({ values }) =>
        values.filter(({ column }) => fields.get(column) === field).map(({ value }) => value),
      )
    const addresses = valuesOf('country').flatMap((value) => countryCode(value.trim()) ?? [])
    const order = dateOrderOf(valuesOf('birthDate'), { locale, country, addresses })
    const fieldsOf = rowFields(mapping)
    return rows.map((row) => normalizeRow(row, fieldsOf(row), { country, locale, order }))
  },
})
