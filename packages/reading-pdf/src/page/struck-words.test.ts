import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { describe, expect, it } from 'vitest'
import { linesAt, pdfOf } from '../pdf-fixture.ts'
import { readForTest } from '../reading-for-test.ts'
import { withStruckWords } from './struck-words.ts'

const page = linesAt(72, 700, ['The fee is 500 dollars a month.', 'The notice is three months.'])

const struckOf = async (options: Partial<Parameters<typeof pdfOf>[0]>): Promise<string[]> => {
  const { text, runs } = await readForTest(pdfOf({ pages: [page], ...options }), 'pdf')
  return runs.filter(({ strike }) => strike === true).map(({ span }) => text.slice(span.start, span.end))
}

describe('text that a line is drawn through', () => {
  it('is struck out, as lines and as thin areas', async () => {
    expect(await struckOf({ content: '126 703.3 m 180 703.3 l S' })).toEqual(['500 dollars'])
    expect(await struckOf({ content: '72 688.6 138 0.8 re f' })).toEqual(['The notice is three months.'])
  })

  it('is struck out word by word', async () => {
    expect(await struckOf({ content: '126 703.3 m 144 703.3 l S 148 703.3 m 180 703.3 l S' })).toEqual(['500 dollars'])
  })

  it('is struck out where it is a part of a word that was changed', async () => {
    const changed = (x: number, y: number) => [
      { x, y, text: 'thirty' },
      { x: x + 23.84, y, text: 'sixty days' },
    ]
    const strike = (x: number, y: number): string => `${x} ${y + 3.3} m ${x + 23.84} ${y + 3.3} l S`
    const rows = [640, 624, 608].flatMap((y) => [
      { x: 72, y, text: 'Notice' },
      ...changed(200, y),
      { x: 330, y, text: '5' },
    ])
    const content = [strike(72, 700), strike(200, 624)].join(' ')
    const pages = [[...changed(72, 700), ...rows]]
    expect(await struckOf({ pages, content })).toEqual(['thirty', 'thirty'])
    const { text } = await readForTest(pdfOf({ pages, content }), 'pdf')
    expect(text).toContain('thirtysixty days\n')
    expect(text).toContain('thirty sixty days\t')
  })

  it('is struck out by the remark of a reviewer', async () => {
    const annotation =
      '<< /Type /Annot /Subtype /StrikeOut /F 4 /Rect [126 697 180 709] /QuadPoints [126 709 180 709 126 697 180 697] >>'
    expect(await struckOf({ objects: [annotation], annotations: ['6 0 R'] })).toEqual(['500 dollars'])
    const hidden = annotation.replace('/F 4', '/F 2')
    expect(await struckOf({ objects: [hidden], annotations: ['6 0 R'] })).toEqual([])
  })

  it('is struck out on all lines of one long remark', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => ({
      x: 72,
      y: 760 - at * 16,
      text: `Line ${at + 1} of the clause`,
    }))
    const quads = lines.map(({ y }) => `72 ${y + 9} 190 ${y + 9} 72 ${y - 3} 190 ${y - 3}`).join(' ')
    const annotation = `<< /Type /Annot /Subtype /StrikeOut /F 4 /Rect [72 120 190 770] /QuadPoints [${quads}] >>`
    const struck = await struckOf({ pages: [lines], objects: [annotation], annotations: ['6 0 R'] })
    expect(struck.join(' ').match(/Line \d+/g)).toHaveLength(40)
  })

  it.each([
    ['under it', '72 698.5 m 226 698.5 l S'],
    ['over it', '72 708.5 m 226 708.5 l S'],
    ['that goes on beyond it', '40 703.3 m 500 703.3 l S'],
    ['through a corner of a word', '72 703.3 m 75 703.3 l S'],
    ['that is no thin one', '72 701 154 5 re f'],
  ])('is not struck out by a line %s', async (_, content) => {
    expect(await struckOf({ content })).toEqual([])
  })
})

it('keeps the other rules of a page', () => {
  const word = { text: 'x', left: 10, right: 40, top: 10, bottom: 20, baseline: 18, size: 10 } as PdfWord
  const [strike, underline] = [
    { left: 10, right: 40, top: 15, bottom: 15.5 },
    { left: 10, right: 40, top: 19, bottom: 19.5 },
  ]
  expect(withStruckWords([word], [strike, underline], [])).toEqual({
    words: [{ ...word, struck: true }],
    rules: [underline],
  })
  expect(withStruckWords([word], [underline], []).words).toEqual([word])
})

it('gives up on a drawing of words and lines', () => {
  const word = { text: 'x', left: 10, right: 40, top: 10, bottom: 20, baseline: 18, size: 10 } as PdfWord
  const words = Array.from({ length: 2000 }, () => word)
  const rules = Array.from({ length: 2000 }, () => ({ left: 0, right: 400, top: 15, bottom: 15.5 }))
  expect(withStruckWords(words, [...rules, { left: 10, right: 40, top: 15, bottom: 15.5 }], []).words).toEqual(words)
})

it('takes the line under a raised number, which is a link, for no stroke', () => {
  const place = { left: 10, right: 46, top: 10, bottom: 20, baseline: 18, size: 10 }
  const word = { ...place, text: 'month2', scripts: [{ start: 5, end: 6, script: 'super' }], seams: [{ at: 5, x: 40 }] }
  const { words } = withStruckWords([word as unknown as PdfWord], [{ left: 40, right: 46, top: 15, bottom: 15.3 }], [])
  expect(words.map(({ text, struck }) => [text, struck])).toEqual([
    ['month', undefined],
    ['2', undefined],
  ])
})
