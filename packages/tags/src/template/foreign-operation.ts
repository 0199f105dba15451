/**
 * What another engine, a program or a spreadsheet does with a value, as an expression of this language. `given` is what it takes
 * besides, as it stands; `undefined` where nothing here does the same with that.
 */
export type ForeignOperation = (value: string, given: readonly string[]) => string | undefined

export type ForeignOperations = Readonly<Record<string, ForeignOperation>>

/** One operation under each of its names. */
export const called = (names: string, operation: ForeignOperation): ForeignOperations =>
  Object.fromEntries(names.split(' ').map((name) => [name, operation]))

/** What stands in quotation marks, or the text itself. */
export const unquoted = (text = ''): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text

/** In quotation marks, unless it has some. */
export const quoted = (text: string): string => (/^(["']).*\1$/s.test(text) ? text : `"${text}"`)

/** A whole number, as it is written in a tag. */
export function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d{1,6}$/.test(text) ? Number(text) : undefined
}

/** Whether a path looks like a list: the last of its names has a plural. */
export const looksLikeList = (value: string): boolean => /[^s]s$|\[\]$/u.test(value)
