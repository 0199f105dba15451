import { isRichValue, richNames } from './rich-value.ts'

/**
 * A value as the text of a document, without any formatter: text as it is, numbers plain (`1234.5`, never localized and
 * never `1e21`), booleans as `true` and `false`, dates in ISO 8601. `undefined` for what is no text: lists and objects,
 * NaN, infinities.
 */
export function plainText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'number':
      return plainNumber(value)
    case 'object':
      return timeOf(value) === undefined ? undefined : Date.prototype.toISOString.call(value)
    default:
      return undefined
  }
}

/** A finite number in plain digits. */
export function plainNumber(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

/** Milliseconds since the epoch of a real, valid `Date`; no method that the data brings along is called. */
export function timeOf(value: unknown): number | undefined {
  if (!(value instanceof Date)) return undefined
  try {
    const time = Date.prototype.getTime.call(value)
    return Number.isNaN(time) ? undefined : time
  } catch {
    return undefined
  }
}

/** What a value is, in words, for messages; never the value itself. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (isRichValue(value)) return richNames[value.rich]
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'true or false'
  if (typeof value === 'number' || typeof value === 'bigint') return 'a number'
  if (typeof value !== 'object') return 'what is no data'
  return timeOf(value) === undefined ? 'an object' : 'a date'
}
