import { compareDecimals, decimalOf, isNumeric } from './decimal.ts'

/** Whether a section over the value is shown: not for nothing, false, 0, empty text and the empty list. */
export const isTruthy = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value) && !Number.isNaN(value)

export type Comparator = '==' | '!=' | '<' | '<=' | '>' | '>='

/** A number and a text that is a number compare as numbers; two texts by their code units; other kinds are just unequal. */
export function compare(operator: Comparator, left: unknown, right: unknown): boolean {
  const areNumbers = isNumber(left) && isNumber(right)
  const asNumbers = areNumbers || (isNumber(left) && isNumeric(right)) || (isNumeric(left) && isNumber(right))
  const order = asNumbers
    ? numbers(left, right)
    : typeof left === 'string' && typeof right === 'string'
      ? left < right
        ? -1
        : left > right
          ? 1
          : 0
      : undefined
  switch (operator) {
    case '==':
      return order === undefined ? left === right : order === 0
    case '!=':
      return order === undefined ? left !== right : order !== 0
    case '<':
      return order !== undefined && order < 0
    case '<=':
      return order !== undefined && order <= 0
    case '>':
      return order !== undefined && order > 0
    default:
      return order !== undefined && order >= 0
  }
}

const isNumber = (value: unknown): value is number | bigint =>
  (typeof value === 'number' && Number.isFinite(value)) || typeof value === 'bigint'

const numbers = (left: unknown, right: unknown): number =>
  typeof left === 'number' && typeof right === 'number'
    ? left - right
    : compareDecimals(decimalOf(left, 'comparison'), decimalOf(right, 'comparison'))
