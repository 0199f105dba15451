import type { Finding } from '@chancery/core'
import type { RowContent } from './source-rows.ts'

/** Values of one client; one that has more is no client, and what it is matched by would be as many. */
export const maxValues = 1000

export const tooManyValues: Finding = {
  code: 'too_many_values',
  severity: 'error',
  message: `The record has more than ${maxValues} values, or values nested too deep.`,
}

/** A row whose record may have any number of values. */
export const boundedValues = (row: RowContent): RowContent =>
  row.values.length <= maxValues
    ? row
    : { ...row, values: row.values.slice(0, maxValues), faults: [...row.faults, tooManyValues] }
