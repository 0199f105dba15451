import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createOcrEngine } from './ocr/create-ocr-engine.ts'
import { drawnText } from './ocr/drawn-text-fixture.ts'
import type { GrayPicture } from '../../reading/src/ocr/gray-picture.ts'
import type { OcrEngine } from '../../reading/src/ocr/ocr-engine.ts'
import { outline, readForTest } from './reading-for-test.ts'
import { type ImageType, imageTypes, openImage } from './image/open-image.ts'
import { bmpOf, gifOf, jpeg, pngOf, tiffOf } from './image/image-fixture.ts'

/** Four by three: a black corner, a gray one, white paper. */
const small: GrayPicture = {
  width: 4,
  height: 3,
  pixels: Uint8Array.of(0, 255, 255, 255, 255, 255, 128, 255, 255, 255, 255, 0),
}

const decodedAs = async (type: ImageType, bytes: Uint8Array, frame = 0) => (await openImage(bytes, type)).decode(frame)

describe('decoding', () => {
  it('reads PNG of every kind of colour and depth, interlaced or not', async () => {
    const black = { 0: [0], 2: [0, 0, 0], 3: [0], 4: [0, 255], 6: [0, 0, 0, 255] } as const
    for (const [colour, depths] of [
      [0, [1, 2, 4, 8, 16]],
      [2, [8, 16]],
      [3, [1, 2, 4, 8]],
      [4, [8, 16]],
      [6, [8, 16]],
    ] as const) {
      for (const depth of depths) {
        for (const interlaced of [false, true]) {
          const bytes = pngOf({
            width: 5,
            height: 3,
            colour,
            depth,
            interlaced,
            at: (x, y) => (x === 1 && y === 2 ? black[colour] : 'white'),
          })
          const { picture } = await decodedAs('png', bytes)
          const expected = new Uint8Array(15).fill(255)
          expected[11] = 0
          expect([colour, depth, interlaced, ...picture.pixels]).toEqual([colour, depth, interlaced, ...expected])
        }
      }
    }
  })

  it('shows white paper where a PNG is transparent, and keeps its resolution', async () => {
    const bytes = pngOf({
      width: 2,
      height: 1,
      colour: 6,
      depth: 8,
      interlaced: false,
      at: (x) => [0, 0, 0, x * 255],
      perMetre: 11_811,
    })
    expect(await decodedAs('png', bytes)).toEqual({
      picture: { width: 2, height: 1, pixels: Uint8Array.of(255, 0) },
      resolution: 300,
    })
  })

  it('reads BMP, GIF and WebP', async () => {
    for (const depth of [8, 24, 32] as const)
      expect((await decodedAs('bmp', bmpOf(small, depth))).picture).toEqual(small)
    expect((await decodedAs('gif', gifOf(small))).picture).toEqual(small)
    const { default: encoder } = await import('@jsquash/webp/codec/enc/webp_enc.js')
    const { defaultOptions } = await import('@jsquash/webp/meta.js')
    const wasmBinary = await readFile(new URL(import.meta.resolve('@jsquash/webp/codec/enc/webp_enc.wasm')))
    const data = Uint8ClampedArray.from({ length: 48 }, (_, at) => (at % 4 === 3 ? 255 : small.pixels[at >> 2]!))
    const module = await encoder({ noInitialRun: true, wasmBinary })
    const webp = module.encode(data, 4, 3, { ...defaultOptions, lossless: 1, exact: 1 })
    expect((await decodedAs('webp', new Uint8Array(webp!))).picture).toEqual(small)
  })

  it('reads TIFF in strips, packed or not, with its pages and their turns', async () => {
    const packings = { 1: small.pixels, 8: deflateSync(small.pixels), 32_773: Uint8Array.of(11, ...small.pixels) }
    for (const [compression, data] of Object.entries(packings)) {
      const { picture, resolution } = await decodedAs(
        'tiff',
        tiffOf([{ ...small, data, compression: Number(compression) }]),
      )
      expect([compression, picture, resolution]).toEqual([compression, small, 200])
    }
    const page = { ...small, data: small.pixels, compression: 1 }
    const pages = tiffOf([page, { ...page, orientation: 6 }])
    expect((await openImage(pages, 'tiff')).frames).toBe(2)
    const { picture } = await decodedAs('tiff', pages, 1)
    expect([picture.width, picture.height, ...picture.pixels]).toEqual([
      3, 4, 255, 255, 0, 255, 255, 255, 255, 128, 255, 0, 255, 255,
    ])
  })

  it('reads a TIFF page as faxes pack it', async () => {
    // T.6: a white row is one code (V0); then white 8, black 8 in horizontal mode, and rows as the one above.
    const bits = '10011001100010111111'
    const data = Uint8Array.from(bits.padEnd(32, '0').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
    const { picture } = await decodedAs(
      'tiff',
      tiffOf([{ width: 16, height: 2, data, compression: 4, bits: 1, photometric: 0 }]),
    )
    expect(picture.pixels.subarray(0, 16)).toEqual(new Uint8Array(16).fill(255))
    expect([...picture.pixels.subarray(16)]).toEqual([...Array(8).fill(255), ...Array(8).fill(0)])
  })

  it('turns a JPEG as its Exif data says', async () => {
    const { picture } = await decodedAs('jpeg', jpeg)
    expect([picture.width, picture.height]).toEqual([8, 16])
    // Its left half is dark; turned clockwise, that is the upper one.
    expect(picture.pixels[3]).toBeLessThan(60)
    expect(picture.pixels[15 * 8 + 3]).toBeGreaterThan(200)
  })
})

describe('what is damaged or hostile', () => {
  const whole: Readonly<Record<Exclude<ImageType, 'webp'>, Uint8Array>> = {
    png: pngOf({ width: 5, height: 3, colour: 2, depth: 8, interlaced: true, at: () => 'white' }),
    jpeg,
    gif: gifOf(small),
    bmp: bmpOf(small, 24),
    tiff: tiffOf([{ ...small, data: small.pixels, compression: 1 }]),
  }
  const outcome = async (type: ImageType, bytes: Uint8Array): Promise<string> => {
    try {
      const image = await openImage(bytes, type)
      await image.decode(0)
      return 'read'
    } catch (error) {
      return (error as { code?: string }).code ?? `raw: ${String(error)}`
    }
  }
  const typed = ['read', 'document_corrupt', 'payload_too_large', 'unsupported_document']

  it('is read as far as it goes, or refused with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(whole) as (keyof typeof whole)[])),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
        fc.nat(),
        async (type, changes, cut) => {
          const bytes = whole[type].slice(0, cut % 3 === 0 ? cut % whole[type].length : undefined)
          for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte
          expect(typed).toContain(await outcome(type, bytes))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('is refused by its size before it costs anything', async () => {
    const vast = pngOf({ width: 5, height: 3, colour: 6, depth: 16, interlaced: false, at: () => 'white' })
    new DataView(vast.buffer).setUint32(16, 60_000)
    new DataView(vast.buffer).setUint32(20, 60_000)
    expect(await outcome('png', vast)).toBe('payload_too_large')
    const bomb = pngOf({
      width: 5,
      height: 3,
      colour: 0,
      depth: 8,
      interlaced: false,
      at: () => 'white',
      data: deflateSync(new Uint8Array(30_000_000)),
    })
    expect(await outcome('png', bomb)).toBe('document_corrupt')
    for (const type of imageTypes)
      expect(await outcome(type, new TextEncoder().encode('secret'))).toBe('document_corrupt')
  })
})

describe('reading', () => {
  const engine = createOcrEngine()
  afterAll(() => engine.close())

  it('gives the text of a picture in blocks with boxes, and the picture', async () => {
    const picture = await drawnText(['Invoice number 2026-117', 'Total: 1,299.90 EUR'])
    const bytes = pngOf({
      ...picture,
      colour: 0,
      depth: 8,
      interlaced: false,
      at: (x, y) => [picture.pixels[y * picture.width + x]!],
      perMetre: 11_811,
    })
    const model = await readForTest(bytes, 'png', { words: true, languages: ['en', 'tlh'] }, { ocr: engine })
    expect(model.text.replaceAll(/\s+/g, ' ')).toBe('Invoice number 2026-117 Total: 1,299.90 EUR')
    expect(model.words?.map(({ span }) => model.text.slice(span.start, span.end))).toContain('2026-117')
    expect(model.pages).toMatchObject([{ number: 1, method: 'ocr', width: Math.round(picture.width * 24) / 100 }])
    expect(model.pages[0]?.confidence).toBeGreaterThan(0.8)
    expect(model.blocks.every(({ span }) => span.box !== undefined)).toBe(true)
    expect(model.images).toMatchObject([{ contentType: 'image/png', width: picture.width, page: 1 }])
    expect(model.warnings).toMatchObject([{ code: 'ocr_language_missing' }])
  })

  it('lists the picture and warns where it is not to be read, or nothing reads', async () => {
    for (const [ocr, settings] of [
      ['never', { ocr: engine }],
      ['auto', {}],
    ] as const) {
      const model = await readForTest(gifOf(small), 'gif', { ocr }, settings)
      expect(outline(model)).toEqual([])
      expect(model.images).toMatchObject([{ contentType: 'image/gif', width: 4, height: 3 }])
      expect(model.warnings).toMatchObject([{ code: 'page_without_text' }])
    }
  })

  it('tells which boxes of a list are ticked', async () => {
    const lines = ['☐ open', '☒ done', '☐ cash ☑ card']
    const ticked: OcrEngine = {
      id: 'ticked',
      recognize: () =>
        Promise.resolve({
          confidence: 0.9,
          rotation: 0,
          words: lines.flatMap((line, index) =>
            line.split(' ').map((text, at) => {
              const box = {
                x: 0.1 + at * 0.1,
                y: 0.1 + index * 0.2,
                width: text.length === 1 ? 0.02 : 0.09,
                height: 0.02,
              }
              return { text, box, confidence: 0.9, line: index, paragraph: index, block: 0 }
            }),
          ),
        }),
    }
    const { blocks } = await readForTest(gifOf(small), 'gif', {}, { ocr: ticked })
    expect(blocks.map(({ type, checked }) => [type, checked])).toEqual([
      ['list-item', false],
      ['list-item', true],
      ['paragraph', undefined],
    ])
  })

  it('warns of pages that were given up, and gives up the rest in the end but where all are wanted', async () => {
    let given = 0
    const slow: OcrEngine = {
      id: 'slow',
      async recognize() {
        given++
        return { words: [], confidence: 0, rotation: 0, unread: true, usedMs: 1300 }
      },
    }
    const page = { ...small, data: small.pixels, compression: 1 }
    const four = tiffOf([page, page, page, page])
    const codes = async (ocr: 'auto' | 'always') =>
      (await readForTest(four, 'tiff', { ocr }, { ocr: slow })).warnings.map(({ code }) => code)
    const notRead = Array.from({ length: 4 }, () => 'page_not_read')
    expect([await codes('auto'), given]).toEqual([notRead, 2])
    expect([await codes('always'), given]).toEqual([notRead, 6])
  })

  it('reads the wanted pages of several', async () => {
    const asked: number[] = []
    const counting: OcrEngine = {
      id: 'counting',
      recognize: ({ width }) => {
        asked.push(width)
        return Promise.resolve({ words: [], confidence: 0, rotation: 0 })
      },
    }
    const page = { ...small, data: small.pixels, compression: 1 }
    const three = tiffOf([page, { ...page, orientation: 6 }, page])
    const model = await readForTest(three, 'tiff', { pages: [2, 3, 9] }, { ocr: counting })
    expect(asked).toEqual([3, 4])
    expect(model.pages.map(({ number }) => number)).toEqual([2, 3])
    expect(model.warnings).toMatchObject([{ code: 'page_not_found' }])
  })
})
