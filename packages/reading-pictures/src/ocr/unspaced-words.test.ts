import { expect, it } from 'vitest'
import { withoutSpaces } from './unspaced-words.ts'

const word = (text: string, left: number, line = 0) => ({
  text,
  left,
  top: 0,
  width: 30 * text.length,
  height: 30,
  confidence: 0.9,
  line,
  paragraph: 0,
  block: 0,
})
const joined = (...words: ReturnType<typeof word>[]): string[] => withoutSpaces(words).map(({ text }) => text)

it('puts together the signs of scripts without spaces', () => {
  expect(joined(word('承租', 0), word('人', 62), word('，', 95), word('应当', 130))).toEqual(['承租人，应当'])
  expect(joined(word('物', 0), word('件を', 35), word('カタ', 100))).toEqual(['物件をカタ'])
})

it('leaves what is wide apart, on two lines, or has spaces', () => {
  expect(joined(word('合计', 0), word('元', 200))).toEqual(['合计', '元'])
  expect(joined(word('合计', 0), word('元', 62, 1))).toEqual(['合计', '元'])
  expect(joined(word('청구서', 0), word('번호', 92))).toEqual(['청구서', '번호'])
  expect(joined(word('Total', 0), word('12.00', 152), word('元', 304))).toEqual(['Total', '12.00', '元'])
})
