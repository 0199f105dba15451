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

/** UTF-16 units of all values of one client; the longest notes of CRMs have some 130,000. */
const maxCharacters = 1_000_000

const tooLong: Finding = {
  code: 'record_too_long',
  severity: 'error',
  message: `The record has more than ${maxCharacters.toLocaleString('en')} characters.`,
  hint: 'Shorten its longest value; often a quotation mark is not closed, and all that follows is one value.',
}

/** A row whose values may be of any length: those from the one on that is too much are left out. */
export function boundedLength(row: RowContent): RowContent {
  let characters = 0
  const at = row.values.findIndex(({ value }) => (characters += value.length) > maxCharacters)
  return at === -1 ? row : { ...row, values: row.values.slice(0, at), faults: [...row.faults, tooLong] }
}
