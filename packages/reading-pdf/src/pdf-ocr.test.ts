import { expect, it } from 'vitest'
import { fromGraymap } from '../../reading/src/ocr/gray-picture.ts'
import type { OcrEngine, OcrPicture, OcrResult } from '../../reading/src/ocr/ocr-engine.ts'
import { readForTest } from './reading-for-test.ts'
import { linesAt, pdfOf } from './pdf-fixture.ts'

/** A page that a dark picture covers but for a white border. */
const scan = (texts: readonly string[] = []) =>
  pdfOf({
    pages: [linesAt(70, 60, texts), linesAt(70, 700, ['This page is written and needs no reading of its picture.'])],
    content: 'q 555 0 0 802 20 20 cm /Im1 Do Q',
    objects: [
      '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream',
    ],
  })

function engine(
  rotation: OcrResult['rotation'] = 0,
  also: Partial<OcrResult> = {},
): OcrEngine & { readonly pictures: OcrPicture[] } {
  const pictures: OcrPicture[] = []
  const word = (text: string, x: number, y: number, line: number) => ({
    text,
    box: { x, y, width: 0.1, height: 0.015 },
    confidence: 0.9,
    line,
    paragraph: line,
    block: line,
  })
  return {
    id: 'stand-in',
    pictures,
    recognize: async (picture) => {
      pictures.push(picture)
      return {
        words: [word('Read', 0.1, 0.1, 0), word('text', 0.21, 0.1, 0), word('below', 0.1, 0.3, 1)],
        confidence: 0.9,
        rotation,
        ...also,
      }
    },
  }
}

it('has only the pages read that are pictures, drawn as they are shown', async () => {
  const ocr = engine()
  const model = await readForTest(scan(), 'pdf', { words: true }, { ocr })
  expect(model.pages.map(({ method, confidence }) => [method, confidence])).toEqual([
    ['ocr', 0.9],
    ['digital', undefined],
  ])
  expect(model.text.startsWith('Read text\nbelow\n')).toBe(true)
  expect(model.blocks[0]).toMatchObject({ confidence: 0.9 })
  expect(model.words?.[0]).toMatchObject({
    confidence: 0.9,
    span: { start: 0, end: 4, page: 1, box: { x: 0.1, y: 0.1 } },
  })
  expect(ocr.pictures).toHaveLength(1)
  const picture = fromGraymap(ocr.pictures[0]?.bytes ?? new Uint8Array())
  expect([picture?.width, picture?.height]).toEqual([2479, 3508])
  const at = (x: number, y: number) => picture?.pixels[y * picture.width + x]
  expect([at(10, 10), (at(1200, 1700) ?? 255) < 100]).toEqual([255, true])
})

it('has small pictures read on pages without text, and tells empty pages from those that may be scans', async () => {
  const read = async (content: string) => {
    const { pages, warnings } = await readForTest(
      pdfOf({
        pages: [[]],
        content,
        objects: [
          '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream',
        ],
      }),
      'pdf',
      {},
      { ocr: engine() },
    )
    return [pages[0]?.method, warnings.map(({ severity }) => severity)]
  }
  expect(await read('q 200 0 0 200 90 90 cm /Im1 Do Q')).toEqual(['ocr', []])
  expect(await read('0 0 3 3 re f')).toEqual(['digital', ['warning']])
  expect(await read('')).toEqual(['digital', ['info']])
})

it('draws a plan in A0 to be read, and nothing of more dots, in one picture or in many', async () => {
  const read = async (width: number, height: number, times = 1, ocr: 'auto' | 'always' = 'auto') => {
    const picture = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Length 1 >>\nstream\n0\nendstream`
    const pdf = pdfOf({ pages: [[]], content: 'q 555 0 0 802 20 20 cm /Im1 Do Q '.repeat(times), objects: [picture] })
    const { pages, warnings } = await readForTest(pdf, 'pdf', { ocr }, { ocr: engine() })
    return [pages[0]?.method, warnings.map(({ code }) => code)]
  }
  expect(await read(13_244, 18_724)).toEqual(['ocr', []])
  const tooLarge = ['digital', ['page_not_read']]
  expect(await read(20_000, 20_000)).toEqual(tooLarge)
  expect(await read(10_000, 10_000, 4)).toEqual(tooLarge)
  expect(await read(20_000, 20_000, 1, 'always')).toEqual(tooLarge)
})

it('keeps what is written on a scan beside what the picture shows', async () => {
  const model = await readForTest(scan(['Stamped 7']), 'pdf', {}, { ocr: engine() })
  expect(model.pages[0]).toMatchObject({ method: 'hybrid' })
  expect(model.text).toContain('Read text')
  expect(model.text).toContain('Stamped 7')
})

it('turns places back to the page as shown where the picture had to be turned', async () => {
  const model = await readForTest(scan(), 'pdf', {}, { ocr: engine(90) })
  // What stands upright after a turn to the right began at the bottom left.
  expect(model.blocks[0]?.span.box?.x).toBeCloseTo(0.1, 2)
  expect(model.blocks[0]?.span.box?.y).toBeGreaterThan(0.6)
})

it('warns where nothing reads pictures or it is not wanted, and reads all pages where it is', async () => {
  const codes = async (ocr: 'auto' | 'never', settings = {}) =>
    (await readForTest(scan(), 'pdf', { ocr }, settings)).warnings.map(({ code }) => code)
  expect(await codes('auto')).toEqual(['page_without_text'])
  expect(await codes('never', { ocr: engine() })).toEqual(['page_without_text'])
  const ocr = engine()
  const { warnings, pages } = await readForTest(scan(), 'pdf', { ocr: 'always', pages: [2] }, { ocr })
  expect([warnings, pages[0]?.method, ocr.pictures.length]).toEqual([[], 'ocr', 1])
})

it.each([
  ['page_not_read', /^Page 1 was not read: its picture shows no text/, {}],
  ['script_not_supported', /^Page 1 was not read: it looks like Greek script/, { script: 'Grek' }],
])('warns of a page that the engine gave up: %s', async (code, message, also) => {
  const ocr = engine(0, { words: [], confidence: 0, unread: true, ...also })
  const { warnings, pages } = await readForTest(scan(), 'pdf', {}, { ocr })
  expect(warnings).toMatchObject([{ code, severity: 'warning', message: expect.stringMatching(message) }])
  expect(pages[0]?.method).toBe('digital')
})

it('warns of languages that pictures cannot be read in, where pictures were read', async () => {
  const ocr = engine(0, { missing: ['ja'], seems: 'sv' })
  const messages = async (pages: readonly number[], how: 'auto' | 'always' = 'auto') =>
    (await readForTest(scan(), 'pdf', { pages, ocr: how }, { ocr })).warnings.map(({ message }) => message)
  const both = [expect.stringMatching(/in the language ja\.$/), expect.stringMatching(/in Swedish \(sv\)/)]
  expect([await messages([1]), await messages([2])]).toEqual([both, []])
  // Once, however many pages.
  expect(await messages([1, 2], 'always')).toEqual(both)
})

it('lays out a crooked scan by its lines, and tells places as they are on the page', async () => {
  const skew = 0.05
  const rows = ['Chair 10', 'Lamp 20', 'Table 30', 'Shelf 40']
  // Level, the words of a row stand at one height; 400 points apart, they lean by more than a row.
  const words = rows.flatMap((row, line) =>
    row.split(' ').map((text, column) => {
      const [x, y] = [120 + 400 * column - 297.5, 300 + 18 * line - 421]
      const [left, top] = [
        297.5 + x * Math.cos(skew) - y * Math.sin(skew),
        421 + x * Math.sin(skew) + y * Math.cos(skew),
      ]
      const box = { x: left / 595, y: top / 842, width: 30 / 595, height: 11 / 842 }
      return { text, box, confidence: 0.9, line: 2 * line + column, paragraph: line, block: column }
    }),
  )
  const ocr: OcrEngine = {
    id: 'stand-in',
    recognize: async () => ({ words, confidence: 0.9, rotation: 0, skew }),
  }
  const { text, words: read } = await readForTest(scan(), 'pdf', { words: true, pages: [1] }, { ocr })
  expect(text.split('\n').map((line) => line.split('\t'))).toEqual(rows.map((row) => row.split(' ')))
  const boxes = read?.map(({ span }) => [span.box?.x, span.box?.y, span.box?.width, span.box?.height])
  for (const [at, { box }] of words.entries()) {
    for (const [side, value] of [box.x, box.y, box.width, box.height].entries()) {
      expect(boxes?.[at]?.[side]).toBeCloseTo(value, 3)
    }
  }
})
