import { expect, it } from 'vitest'
import type { OcrWord } from '@chancery/reading/ocr/ocr-engine'
import { partedRows } from './parted-rows.ts'

/** Blocks side by side, each of lines below each other; `shift` is by how much each block stands lower. */
function blocks(texts: readonly (readonly string[])[], shift = 0): OcrWord[] {
  return texts.flatMap((lines, block) =>
    lines.flatMap((text, index) =>
      text.split(' ').map((word, at): OcrWord => {
        const box = { x: block * 0.3 + at * 0.05, y: 0.1 + index * 0.1 + block * shift, width: 0.04, height: 0.03 }
        return { text: word, box, confidence: 0.95, line: block * 100 + index, paragraph: block, block }
      }),
    ),
  )
}

const goods = ['BCOO1 CLAYPOT TOFU', 'C004 RED CURRY', 'V001 FRIED KANGKUNG']

it('sees rows of a receipt that were taken for columns', () => {
  expect(partedRows(blocks([['1', '2'], goods, ['18.90', '37.80', '16.90']]))).toBeCloseTo(5 / 8)
  expect(partedRows(blocks([['1', '2'], goods], 0.01))).toBeCloseTo(2 / 5)
})

it.each([
  ['columns of text', [['one two three four', 'five six seven'], goods]],
  ['a table in one block', [['1 Tofu', '2 Curry', '1 Kangkung']]],
  ['nothing', []],
])('sees none in %s', (_, texts) => {
  expect(partedRows(blocks(texts))).toBe(0)
})

it('sees none where the lines of another block stand between', () => {
  expect(partedRows(blocks([['1', '2'], goods], 0.05))).toBe(0)
})

it('looks at long pages without comparing all lines', () => {
  const words = Array.from({ length: 8_000 }, (_, line): OcrWord => {
    const box = { x: 0, y: line / 8_000, width: 0.1, height: 1 / 10_000 }
    return { text: 'x', box, confidence: 0.9, line, paragraph: line, block: line }
  })
  expect(partedRows(words)).toBe(0)
})
