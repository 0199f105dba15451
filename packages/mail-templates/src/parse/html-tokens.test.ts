import { describe, expect, it } from 'vitest'
import { withoutStretches } from '../validate/masked-source.ts'
import { htmlTokens, withoutWords } from './html-tokens.ts'

const marked = (source: string) => {
  const stretches: [number, number][] = []
  for (const { index, 0: text } of source.matchAll(/\[[^\]]*\]/g)) stretches.push([index, index + text.length])
  const blanked = withoutStretches(source, stretches)
  return { tokens: htmlTokens(source).tokens, stretches, blanked }
}

describe('tokens without words that are left out', () => {
  it.each(['<p>a [b c] d</p>', '<p>[a]</p>[b]<i>c [d] e [f]</i>', 'a < [b] > c\n[d\ne]', 'a [&am]p;', '<p>a</p>'])(
    'follow from those of the whole: %j',
    (source) => {
      const { tokens, stretches, blanked } = marked(source)
      expect(withoutWords(tokens, stretches, blanked)).toEqual(htmlTokens(blanked).tokens)
    },
  )

  it.each(['<p>[a</p>]', '<p title="[a]">b</p>', '<style>[a]</style>', '<p>&amp; [a]</p>', 'a\r[b]', '<!-- [a] -->'])(
    'do not where markup or references are touched: %j',
    (source) => {
      const { tokens, stretches, blanked } = marked(source)
      expect(withoutWords(tokens, stretches, blanked)).toBeUndefined()
    },
  )
})
