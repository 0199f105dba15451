/** Values, and UTF-16 units of text, of what is written at once, and looked at by its JSON. */
const [mostValues, mostUnits] = [500, 256 * 1024]

/**
 * The JSON of a value that is short; `undefined` for a long one, of which nothing is written: it may be too long to be sent
 * at all, and is counted first.
 */
export const shortJson = (value: unknown): string | undefined => (isShort(value) ? JSON.stringify(value) : undefined)

function isShort(whole: unknown): boolean {
  const left: unknown[] = [whole]
  let [values, units] = [0, 0]
  for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
    if (++values > mostValues || units > mostUnits) return false
    if (typeof value === 'string') units += value.length
    else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value) && value.length > mostValues) return false
      for (const [key, item] of Object.entries(value)) {
        units += key.length
        left.push(item)
      }
    }
  }
  return units <= mostUnits
}
