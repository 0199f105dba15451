/** A whole number, as a pointer has the place of an item. */
const isPlace = (segment: string): boolean => /^\d{1,9}$/.test(segment)

/** What is written of a value that one item of a list has not, and one beside it has; `undefined` of any other. */
export function itemWithout(data: unknown, pointer: readonly string[]): string | undefined {
  const at = pointer.findLastIndex(isPlace)
  if (at <= 0 || at === pointer.length - 1) return undefined
  const list = valueAt(data, pointer.slice(0, at))
  if (!Array.isArray(list) || list.length < 2) return undefined
  const place = Number(pointer[at])
  const field = pointer.slice(at + 1)
  const beside = [place - 1, place + 1, 0].find((each) => each !== place && isGiven(valueAt(list[each], field)))
  if (beside === undefined) return undefined
  const name = field.join('.')
  return `Item ${place + 1} of "${pointer.slice(0, at).join('.')}" has no "${name}", and item ${beside + 1} has: give it there, or write | default:"" behind "${name}" where nothing is to stand.`
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function valueAt(data: unknown, pointer: readonly string[]): unknown {
  let value = data
  for (const segment of pointer) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
    value = Reflect.get(value, segment)
  }
  return value
}
