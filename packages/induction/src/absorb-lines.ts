import { type AroundValue, type Extent, type LineEnds, noExtent } from './widen-values.ts'

const words = /^[\p{L}\p{M} '’-]*$/u
const mostTokens = 4

/**
 * Takes all of a short line into its value where only some samples have one: `Partner` and `Managing Partner` are two positions, and
 * no text with something before it.
 */
export function lineAround(values: readonly string[], { before, after }: AroundValue, isLine: LineEnds): Extent {
  const isShort = isLine.begins && isLine.ends && before.length + after.length <= mostTokens
  const around = [...before, ...after].map(({ text }) => text).join('')
  if (!isShort || !words.test(around) || !values.includes('') || !values.every((value) => words.test(value)))
    return noExtent
  return { before: before.length, after: after.length }
}
