import { afterAll, expect, it } from 'vitest'
import { toGraymap } from './gray-picture.ts'
import { createTesseractEngine } from './tesseract-engine.ts'
import type { Orientation, TesseractProgram } from './tesseract-program.ts'

const header = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext'
let orientation: Orientation | undefined
/** Sees something in pictures that stand upright alone: pages full of rules are lost to it when they lie on their side. */
const program: TesseractProgram = {
  id: 'upright',
  languages: ['eng'],
  recognize: async ({ graymap }) => {
    const [width = 0, height = 0] =
      /^P5\s+(\d+) (\d+)/
        .exec(Buffer.from(graymap).toString('latin1', 0, 40))
        ?.slice(1)
        .map(Number) ?? []
    return width < height ? `${header}\n5\t1\t1\t1\t1\t1\t10\t10\t40\t12\t96\tInvoice\n` : `${header}\n`
  },
  orientation: async () => orientation,
  close: async () => {},
}
const engine = createTesseractEngine(program, {
  usual: ['eng'],
  findsLanguage: false,
  atOnce: 1,
  pageTimeoutMs: 60_000,
  idleMs: 0,
})
afterAll(() => engine.close())

/** White but for its first pixel. */
const sheet = (first: number): Uint8Array<ArrayBuffer> => {
  const pixels = new Uint8Array(60_000).fill(255)
  pixels[0] = first
  return toGraymap({ width: 300, height: 200, pixels })
}
const recognize = (bytes: Uint8Array) =>
  engine.recognize(
    { bytes, contentType: 'image/x-portable-graymap', width: 300, height: 200 },
    { languages: ['en'], signal: new AbortController().signal },
  )

it.each([
  ['is read as it stands, where it tells how', { turn: 90, confidence: 3 } as const, ['Invoice']],
  ['is taken for a picture, where it does not', undefined, []],
])('a page in which nothing is seen %s', async (_, told, words) => {
  orientation = told
  const result = await recognize(sheet(0))
  expect(result.words.map(({ text }) => text)).toEqual(words)
  expect(result.rotation).toBe(told?.turn ?? 0)
})

it('a page of which all pixels are alike is handed to nobody', async () => {
  orientation = { turn: 90, confidence: 3 }
  expect(await recognize(sheet(255))).toEqual({ words: [], confidence: 0, rotation: 0 })
})
