/**
 * How a value becomes one of a type that is wanted, where it was nearly that.
 * @param expected the types, as zod names them
 */
export function typeHint(expected: readonly string[], input: unknown): string | undefined {
  const wants = (...types: readonly string[]): boolean => types.some((type) => expected.includes(type))
  if (typeof input === 'number' || typeof input === 'boolean') return wants('string') ? inQuotes : undefined
  if (typeof input === 'string') {
    if (wants('object', 'record') && /^\s*\{/.test(input)) return 'Give the object itself, not as a string.'
    if (wants('number', 'int') && input.trim() !== '' && Number.isFinite(Number(input))) return withoutQuotes
    if (wants('boolean') && (input === 'true' || input === 'false')) return withoutQuotes
  }
  const isOne = typeof input === 'string' || (typeof input === 'object' && input !== null && !Array.isArray(input))
  return isOne && wants('array') ? asList : undefined
}

const inQuotes = 'Write it in quotation marks.'
const withoutQuotes = 'Write it without quotation marks.'
const asList = 'Put it into an array, also where it is the only one.'
