import { expect, it } from 'vitest'
import type { Rectangle } from './page-geometry.ts'
import type { PdfWord } from './pdf-word.ts'
import { textLines } from './text-lines.ts'
import { textSegments } from './text-segments.ts'
import { Underlines } from './underlined-lines.ts'

/** "Scope of" from 50 to 98, on a base line at 100. */
const words = ['Scope', 'of'].map((text, at): PdfWord => ({
  text,
  left: 50 + 36 * at,
  right: 50 + 36 * at + 6 * text.length,
  top: 91,
  bottom: 102,
  size: 10,
  bold: false,
  fixedPitch: false,
  baseline: 100,
  break: at === 0 ? 'line' : 'space',
  hyphenated: false,
  rightToLeft: false,
  content: -1,
  artifact: false,
}))

const rule = (left: number, right: number, top = 101): Rectangle => ({ left, right, top, bottom: top + 0.5 })

const isUnderlined = (...rules: readonly Rectangle[]): boolean =>
  new Underlines(rules).marked(textLines(textSegments(words), false))[0]?.underlined === true

it('tells a line that is underlined, in one piece or word by word', () => {
  expect(isUnderlined(rule(50, 98))).toBe(true)
  expect(isUnderlined(rule(50, 86), rule(86, 98, 101.2))).toBe(true)
})

it.each([
  ['one word', [rule(50, 80)]],
  ['a table', [rule(50, 300)]],
  ['a frame', [rule(50, 98, 106)]],
  ['struck-out text', [rule(50, 98, 96)]],
  ['a bar', [{ left: 50, right: 98, top: 90, bottom: 103 }]],
])('takes no rule of %s for it', (_, rules) => expect(isUnderlined(...rules)).toBe(false))
