import { afterAll, describe, expect, it } from 'vitest'
import { asOcrPicture, drawnText } from './drawn-text-fixture.ts'
import type { OcrEngine, RunningOcrEngine } from '../../../reading/src/ocr/ocr-engine.ts'
import { rotated, turned } from '../image/picture-turns.ts'

const lines = ['Invoice number 2026-117', 'The quick brown fox jumps over the lazy dog.', 'Total amount 1,299.90 EUR']
const running = (): AbortSignal => new AbortController().signal

/** The suite that every `OcrEngine` passes. */
export function ocrEngineContract(name: string, make: () => RunningOcrEngine): void {
  ownPages(name, make)
  levelledPages(name, make)
}

/** What each program does in its own way. */
export function ownPages(name: string, make: () => RunningOcrEngine): void {
  describe(`${name} as an OcrEngine`, () => {
    const engine = make()
    afterAll(() => engine.close())

    it('reads words in order, with their places, lines and confidence', async () => {
      const result = await engine.recognize(asOcrPicture(await drawnText(lines, 11)), {
        languages: ['en'],
        signal: running(),
      })
      expect(textOf(result).join('\n')).toBe(lines.join('\n'))
      expect(result.rotation).toBe(0)
      expect(result.confidence).toBeGreaterThan(0.85)
      let [line, paragraph, block] = [0, 0, 0]
      for (const word of result.words) {
        const { x, y, width, height } = word.box
        expect([x, y, x + width, y + height].every((each) => each >= 0 && each <= 1)).toBe(true)
        expect(width * height).toBeGreaterThan(0)
        expect(word.confidence).toBeGreaterThan(0.5)
        expect(word.confidence).toBeLessThanOrEqual(1)
        for (const [now, before] of [
          [word.line, line],
          [word.paragraph, paragraph],
          [word.block, block],
        ] as const) {
          expect(now === before || now === before + 1).toBe(true)
        }
        ;({ line, paragraph, block } = word)
      }
      const [first, second] = result.words
      expect(first!.box.x + first!.box.width).toBeLessThan(second!.box.x)
      expect(result.words.at(-1)!.box.y).toBeGreaterThan(first!.box.y)
    })

    it('finds out which way up a picture stands that was turned', async () => {
      const [by, back] = [90, 270] as const
      const upright = await drawnText(lines, 11)
      const picture = asOcrPicture(turned(upright, by))
      const result = await engine.recognize(picture, { languages: [], signal: running() })
      expect(result.rotation).toBe(back)
      expect(textOf(result)[0]).toBe(lines[0])
      expect(result.words[0]!.box.y).toBeLessThan(result.words.at(-1)!.box.y)
    })

    it('answers a picture without text with no words', async () => {
      const blank = { width: 300, height: 200, pixels: new Uint8Array(60_000).fill(255) }
      const result = await engine.recognize(asOcrPicture(blank), { languages: ['en'], signal: running() })
      expect(result).toMatchObject({ words: [], confidence: 0 })
      const speck = { width: 300, height: 5, pixels: new Uint8Array(1500) }
      expect(await engine.recognize(asOcrPicture(speck), { languages: [], signal: running() })).toEqual({
        words: [],
        confidence: 0,
        rotation: 0,
      })
    })

    it('names languages by BCP 47, and passes over those without data', async () => {
      expect(engine.languages).toContain('en')
      const picture = asOcrPicture(await drawnText(['Hello over there']))
      const result = await engine.recognize(picture, { languages: ['tlh', 'en-GB'], signal: running() })
      expect(textOf(result)).toEqual(['Hello over there'])
      expect(result.missing).toEqual(['tlh'])
    })

    it('refuses what is no picture, and goes on', async () => {
      for (const contentType of ['image/png', 'image/jpeg', 'image/x-portable-graymap'] as const) {
        const picture = { bytes: new TextEncoder().encode('secret words'), contentType, width: 9, height: 9 }
        await expect(failureOf(engine, picture)).resolves.toMatchObject({
          code: 'document_corrupt',
          message: expect.not.stringContaining('secret') as string,
        })
      }
    })

    it('stops for a signal, at once and on the way', async () => {
      const picture = asOcrPicture(await drawnText(lines, 11))
      const before = engine.recognize(picture, { languages: [], signal: AbortSignal.abort() })
      await expect(before).rejects.toMatchObject({ code: 'cancelled' })
      const controller = new AbortController()
      const work = engine.recognize(picture, { languages: [], signal: controller.signal })
      setTimeout(() => controller.abort(), 30)
      await expect(work).rejects.toMatchObject({ code: 'cancelled' })
    })
  })
}

/** What is made of a picture before and after a program reads it, whichever that is. */
export function levelledPages(name: string, make: () => RunningOcrEngine): void {
  describe(`${name} as an OcrEngine`, () => {
    const engine = make()
    afterAll(() => engine.close())

    it.each([-8, 8])('levels lines that fall by %i degrees', async (degrees) => {
      const { picture } = rotated(await drawnText(lines, 11), (degrees * Math.PI) / 180)
      const result = await engine.recognize(asOcrPicture(picture), { languages: ['en'], signal: running() })
      expect(textOf(result)).toEqual(lines)
      expect(((result.skew ?? 0) * 180) / Math.PI).toBeCloseTo(degrees, 0)
      // The line falls, and so do the places of its words.
      const second = result.words.filter(({ line }) => line === 1)
      const fall = second.at(-1)!.box.y - second[0]!.box.y
      expect(Math.sign(fall)).toBe(Math.sign(degrees))
    })

    it('gives up a picture that is a pattern, and reads what stands beside one', async () => {
      const hatched = (x: number, y: number): boolean => (x + y) % 16 < 8
      const [width, height] = [1200, 900]
      const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
        hatched(at % width, Math.floor(at / width)) ? 0 : 255,
      )
      const pattern = asOcrPicture({ width, height, pixels })
      const options = { languages: ['en'], signal: running() }
      const given = await engine.recognize(pattern, options)
      expect(given).toMatchObject({ words: [], confidence: 0, rotation: 0, unread: true })
      const text = await drawnText(lines, 11)
      const both = new Uint8Array(width * (text.height + height)).fill(255)
      for (let y = 0; y < text.height; y++) {
        both.set(text.pixels.subarray(y * text.width, y * text.width + Math.min(width, text.width)), y * width)
      }
      both.set(pixels, width * text.height)
      const page = asOcrPicture({ width, height: text.height + height, pixels: both })
      expect(textOf(await engine.recognize(page, options))).toEqual(expect.arrayContaining(lines))
    })
  })
}

/** What every `OcrEngine` makes of whole pages that stand otherwise: beside what the suite above tries, this is dear. */
export function turnedPages(name: string, make: () => RunningOcrEngine): void {
  describe(`${name} as an OcrEngine`, () => {
    const engine = make()
    afterAll(() => engine.close())

    it('finds out that a picture stands upside down', async () => {
      const picture = asOcrPicture(turned(await drawnText(lines, 11), 180))
      const result = await engine.recognize(picture, { languages: [], signal: running() })
      expect(result.rotation).toBe(180)
      expect(textOf(result)[0]).toBe(lines[0])
      expect(result.words[0]!.box.y).toBeLessThan(result.words.at(-1)!.box.y)
    })

    it('reads a whole page that lies on its side', async () => {
      const many = Array.from(
        { length: 14 },
        (_, n) => `${lines[n % lines.length]} and so on, line ${n + 1} of the page`,
      )
      const picture = asOcrPicture(turned(await drawnText(many, 11), 90))
      const result = await engine.recognize(picture, { languages: ['en'], signal: running() })
      expect(result.rotation).toBe(270)
      const found = new Set(textOf(result))
      expect(many.filter((line) => found.has(line)).length).toBeGreaterThan(11)
    })
  })
}

const failureOf = (engine: OcrEngine, picture: Parameters<OcrEngine['recognize']>[0]): Promise<unknown> =>
  engine.recognize(picture, { languages: [], signal: running() }).then(
    () => undefined,
    (error: unknown) => error,
  )

/** The words of each line. */
function textOf({ words }: Awaited<ReturnType<OcrEngine['recognize']>>): string[] {
  const byLine = new Map<number, string[]>()
  for (const { line, text } of words) byLine.set(line, [...(byLine.get(line) ?? []), text])
  return [...byLine.values()].map((each) => each.join(' '))
}
