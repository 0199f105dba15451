import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { expect, it } from 'vitest'
import { ContentWords } from './content-words.ts'
import { itemsIn } from './plain-items.ts'

const word = (text: string, content: number, left: number, top: number) =>
  ({ text, content, left, right: left + 40, top, bottom: top + 12, size: 10 }) as PdfWord

it('keeps lines of one element together, and parts what stands far below', () => {
  const words = [word('Leeds,', 1, 50, 100), word('Yorkshire', 2, 50, 114), word('Telephone', 3, 50, 150)]
  const texts = words.map(({ content }) => ({ type: 'NonStruct', children: [content] }))
  const items = itemsIn(texts, new ContentWords(words))
  expect(items.map((item) => item.words.map(({ text }) => text))).toEqual([['Leeds,', 'Yorkshire'], ['Telephone']])
})
