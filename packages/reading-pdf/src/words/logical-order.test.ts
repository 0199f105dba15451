import { expect, it } from 'vitest'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { inLogicalOrder } from './logical-order.ts'

/** Words as they are seen from left to right, 5 points a letter and a space between. */
function seen(texts: readonly string[]): PdfWord[] {
  let left = 50
  return texts.map((text, at) => {
    const word = {
      text,
      left,
      right: left + text.length * 5,
      top: 100,
      bottom: 112,
      size: 10,
      bold: false,
      fixedPitch: false,
      baseline: 110,
      break: at === 0 ? ('line' as const) : ('space' as const),
      hyphenated: false,
      rightToLeft: /[\u0590-\u08ff]/.test(text),
      content: -1,
      artifact: false,
    }
    left = word.right + 3
    return word
  })
}

const read = (texts: readonly string[]): string =>
  inLogicalOrder(seen(texts))
    .map(({ text }) => text)
    .join(' ')

it('turns the signs of figures round after Arabic letters, not after Hebrew ones', () => {
  expect(read(['هم.', '14.5', 'شماره', '5-2', 'استاندارد'])).toBe('استاندارد 2-5 شماره 14.5 هم.')
  expect(read(['المجموع', 'من', '%12.5', 'النسبة'])).toBe('النسبة 12.5% من المجموع')
  expect(read(['4567', '123', '50', '966+', 'الهاتف:'])).toBe('الهاتف: +966 50 123 4567')
  expect(read(['الملاحظات', '،2004', 'تموز/يوليه'])).toBe('تموز/يوليه 2004، الملاحظات')
  expect(read(['او', '؟14', 'سن'])).toBe('سن 14؟ او')
  expect(read(['או', '03-555-1234', 'טלפון'])).toBe('טלפון 03-555-1234 או')
})

it('leaves the signs of figures that the file has in reading order', () => {
  const [text, number] = seen(['الإطار', '2-'])
  const words = [{ ...number, goesLeft: true }, { ...text }] as PdfWord[]
  expect(inLogicalOrder(words).map((word) => word.text)).toEqual(['2-', 'الإطار'])
})

it('puts a figure that the file has before the words to its right where it is seen', () => {
  const [of, five, article, from, two, branch] = seen(['قانون', '5', 'الفقرة', 'من', '2', 'الفرعية']).map((word) => ({
    ...word,
    left: 2 * word.left,
    right: 2 * word.right,
  }))
  const words = [branch, two, five, from, article, of] as PdfWord[]
  expect(inLogicalOrder(words).map(({ text }) => text)).toEqual(['الفرعية', '2', 'من', 'الفقرة', '5', 'قانون'])
})

it('keeps the hyphen between a Latin letter and its figure, as they are seen', () => {
  expect(read(['לחוזה', 'B', '-12', 'נספח'])).toBe('נספח B -12 לחוזה')
  expect(read(['العقد', 'B', '-12', 'ملحق'])).toBe('ملحق B -12 العقد')
})

it('keeps a number at the start of a line together, its hyphen behind it', () =>
  expect(read(['استاندارد', '-2-5'])).toBe('2-5- استاندارد'))

it('reads a line with more Latin letters as the page goes', () => {
  const line = (top: number, texts: readonly string[]): PdfWord[] =>
    seen(texts).map((word) => ({ ...word, top, bottom: top + 12, baseline: top + 10 }))
  const page = [
    ...line(100, ['اللغات', 'أشهر', 'من', 'هذه', 'اللغة', 'استاندارد']),
    ...line(114, ['info@example.org', 'Python', 'و']),
  ]
  expect(
    inLogicalOrder(page)
      .slice(-3)
      .map(({ text }) => text),
  ).toEqual(['و', 'info@example.org', 'Python'])
})

it('keeps a telephone number that is set to the right together, by the code of its country', () => {
  expect(read(['+966', '11', '555', '0123', 'هاتف:'])).toBe('هاتف: +966 11 555 0123')
  expect(read(['مدير', '+49', '711', '5550', 'هاتف:'])).toBe('هاتف: +49 711 5550 مدير')
})

it('puts signs that PDFium turned round within a word where they are read', () => {
  expect(read(['ברחוב', '-7A', 'מספר'])).toBe('מספר A-7 ברחוב')
  expect(read(['.d@ex.org', 'הכתובת', 'החדשה'])).toBe('החדשה הכתובת d@ex.org.')
  expect(read(['03-555-', 'טלפון'])).toBe('טלפון 03-555-')
  const [end, start] = seen(['ל"', 'דוא'])
  const touching = [start, { ...end, left: (start?.left ?? 0) - 10, right: start?.left ?? 0, break: 'none' }]
  expect(inLogicalOrder(touching as PdfWord[]).map(({ text }) => text)).toEqual(['דוא', '"ל'])
})
