import { type AroundValue, type Extent, noExtent, tokensOf } from './widen-values.ts'

/** A sign that nothing ends with: what it joins to the value stands behind. */
const opens = /[,(–]\s?$/u
const restOfPhrase = /^ ?\p{L}[\p{L}\p{M}'’-]*(?: [\p{L}\p{M}'’-]+){0,2}(?=[,.;:)]|\n|$)/u
/** No such rest has more tokens. */
const mostTokens = 8

/**
 * How many tokens behind a value are the rest of what its last sign joins to it: ` Partner` behind `Ann Lee, Senior` and
 * `Bo Ray,`.
 */
export function restAround(values: readonly string[], { after }: AroundValue): Extent {
  if (!values.some((value) => opens.test(value)) || values.every((value) => opens.test(value))) return noExtent
  const text = after
    .slice(0, mostTokens)
    .map((token) => token.text)
    .join('')
  const rest = restOfPhrase.exec(text)?.[0] ?? ''
  return { before: 0, after: tokensOf(after, rest.length) ?? 0 }
}
