import { expect, it } from 'vitest'
import type { LineBlock } from './line-blocks.ts'
import { NumberedHeadings } from './numbered-headings.ts'

const heading = (text: string, level: number) =>
  ({ kind: 'text', type: 'heading', level, markerLength: 0, parts: [{ lines: [{ text }] }] }) as unknown as LineBlock

it('sets numbered headings below those that their numbers name', () => {
  const headings = new NumberedHeadings()
  const levels = (...texts: readonly (readonly [string, number])[]) =>
    texts.map(([text, level]) => headings.placed(heading(text, level)).level)
  expect(levels(['2 Method', 2], ['2.1 Sampling', 2], ['2.1.1. Wells', 2], ['Thanks', 2], ['2.2 Sums', 4])).toEqual([
    2, 3, 4, 2, 4,
  ])
  expect(levels(['7.3 Without a seventh', 1], ['3 Results', 1], ['3.5 % more', 1])).toEqual([1, 1, 2])
})
