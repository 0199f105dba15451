import * as fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, it } from 'vitest'
import { markdownPieces } from './markdown-pieces.ts'

const html = (markdown: string): string =>
  micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })
const blocks = (...texts: readonly string[]): string => texts.map(html).join('\n').replaceAll(/\n+/g, '\n').trim()

const plain = [
  'a',
  'b *c*',
  '',
  '',
  '',
  '- a',
  '- b',
  '+ c',
  '  - d',
  '1. x',
  '2) y',
  '> q',
  '> - z',
  '# h',
  '    code',
  '===',
  '---',
  '| a | b |',
  '|-|-|',
  '* * *',
  '-',
  '  p',
  '\tt',
]

it('markdown in pieces gives the same as whole', () => {
  const line = fc.constantFrom(...plain, '```', '- ```', '> ```', '~~~~', '``` js', '<div>', '[a]: b', '[a]')
  let cuts = 0
  fc.assert(
    fc.property(fc.array(line, { minLength: 150, maxLength: 250, size: 'max' }), fc.boolean(), (lines, isPlain) => {
      const markdown = lines.filter((each) => !isPlain || !/[<`~[]/.test(each)).join('\n')
      const pieces = markdownPieces(markdown)
      cuts += pieces.length - 1
      expect(blocks(...pieces.map(({ text }) => text))).toBe(blocks(markdown))
    }),
    { numRuns: 30, seed: 4 },
  )
  expect(cuts).toBeGreaterThan(5)
})

it('long markdown is many pieces', () => {
  const markdown = 'a\n\n- b\n- c\n\n'.repeat(1000)
  const pieces = markdownPieces(markdown)
  expect(pieces.length).toBeGreaterThan(10)
  expect(pieces.map(({ text }) => text).join('\n')).toBe(markdown)
})
