import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { decodeWebp } from './decode-webp.ts'
import { jpegFacts } from './jpeg-facts.ts'
import { exifOf, turnOf } from './orientation.ts'
import { inchesOf, pictureHeader, pictureKind } from './picture-header.ts'
import { pngChunks, pngDensity } from './png-chunks.ts'
import { tiffDirectories } from './tiff-directory.ts'
import { webpFacts } from './webp-facts.ts'

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

describe('a WebP', () => {
  /** One dot of no colour, lossless: no WebP is much shorter. */
  const dot = hex('52494646 14000000 57454250 5650384c 08000000 2f 00000000 888808')

  it('of 28 bytes is one', async () => {
    expect(webpFacts(dot)).toEqual({ width: 1, height: 1, isAnimated: false })
    expect(await decodeWebp(dot)).toEqual({ width: 1, height: 1, data: new Uint8Array(4) })
  })

  it('that is damaged is no picture, and the next one is decoded all the same', async () => {
    for (let length = 0; length < dot.length - 1; length++) {
      expect(await decodeWebp(dot.subarray(0, length)), String(length)).toBeUndefined()
    }
    expect(await decodeWebp(Buffer.concat([dot.subarray(0, 20), hex('00'), dot.subarray(21)]))).toBeUndefined()
    expect(await decodeWebp(dot)).toMatchObject({ width: 1 })
  })

  it('says whether it moves, and how its camera was held', () => {
    const extended = hex('52494646 00000000 57454250 56503858 0a000000 02000000 1f0300 570200')
    const exif = Buffer.concat([extended, Buffer.from('EXIF\x0b\0\0\0Exif\0\0turn!\0', 'latin1')])
    expect(webpFacts(exif)).toEqual({ width: 800, height: 600, isAnimated: true, exif: Buffer.from('turn!') })
    expect(webpFacts(hex('52494646 00000000 57454250 58585858 00000000'))).toBeUndefined()
  })
})

describe('a JPEG', () => {
  const frame = hex('ffc20011 08 0258 0320 03')

  it('is read by its segments, with fill bytes and markers without a length between them', () => {
    const jfif = hex('ffe00010 4a46494600 0102 02 0064 0032 0000')
    const adobe = Buffer.concat([hex('ffee000e'), Buffer.from('Adobe'), hex('00 64 0000 0000 02')])
    const bytes = Buffer.concat([hex('ffd8 ff01 ffd0'), jfif, adobe, hex('ffff db0003 00'), frame])
    const facts = { width: 800, height: 600, components: 3, isAdobe: true, density: { x: 254, y: 127 } }
    expect(jpegFacts(bytes)).toEqual({ ...facts, frame: bytes.length - frame.length })
  })

  it.each([
    ['cut off', Buffer.concat([hex('ffd8'), frame.subarray(0, 9)])],
    ['without a frame', hex('ffd8 ffe00004abcd ffd9')],
    ['with a segment of no length', hex('ffd8 ffe00000 ffe00000')],
    ['with something else between segments', Buffer.concat([hex('ffd8 ffe00004abcd 00'), frame])],
    ['of no bytes', hex('')],
  ])('%s is none', (_, bytes) => expect(jpegFacts(bytes)).toBeUndefined())

  it.each([
    ['Exif', 'turn!'],
    ['Exig', undefined],
  ])('says how its camera was held in a segment that begins with %s', (word, told) => {
    const segment = Buffer.from(`\xff\xe1\0\x0d${word}\0\0turn!`, 'latin1')
    const { exif } = jpegFacts(Buffer.concat([hex('ffd8'), segment, frame])) ?? {}
    expect(exif && Buffer.from(exif).toString()).toBe(told)
  })
})

describe('a PNG', () => {
  const bytes = Buffer.concat([
    hex('89504e470d0a1a0a'),
    hex('00000009 70485973 00000b13 00001626 01 00000000'),
    hex('00000002 49444154 abcd 00000000'),
    hex('00000000 49454e44 00000000'),
  ])
  const chunksOf = (png: Uint8Array): (readonly [string, number])[] =>
    Array.from(pngChunks(png), ({ type, data }) => [type, data.length])

  it('is chunks up to its end, or that of the file', () => {
    const whole = [
      ['pHYs', 9],
      ['IDAT', 2],
      ['IEND', 0],
    ]
    expect(chunksOf(Buffer.concat([bytes, bytes]))).toEqual(whole)
    expect(chunksOf(bytes.subarray(0, bytes.length - 17))).toEqual([
      ['pHYs', 9],
      ['IDAT', 1],
    ])
  })

  it('has a density where it is by the metre', () => {
    const [{ data } = { data: hex('') }] = pngChunks(bytes)
    expect(pngDensity(data)?.x).toBeCloseTo(72, 0)
    expect(pngDensity(data)?.y).toBeCloseTo(144, 0)
    expect(pngDensity(Uint8Array.from(data).fill(0, 8))).toBeUndefined()
  })
})

describe('a TIFF', () => {
  const little = hex('49492a00 08000000 0200 0001 0300 01000000 20030000 1201 0300 01000000 06000000 00000000')

  it('has directories, whose tags have values of several types', () => {
    const big = hex(
      '4d4d002a 00000008 0003 0100 0004 00000001 00000320 0128 0003 00000001 00030000 011a 0005 00000001 00000032 00000000 00000064 00000002',
    )
    expect(Array.from(tiffDirectories(little), (page) => [page.value(256, 0), page.value(257, 7)])).toEqual([[800, 7]])
    expect(Array.from(tiffDirectories(big), (page) => [page.value(256, 0), page.density()])).toEqual([
      [800, { x: 127, y: 0 }],
    ])
    expect([...tiffDirectories(hex('49492b00 08000000'))]).toEqual([])
  })

  it('whose directories run in a circle is refused', () => {
    const circle = Buffer.from(little)
    circle.writeUInt32LE(8, circle.length - 4)
    expect(() => [...tiffDirectories(circle)]).toThrow(RangeError)
  })

  it('whose directories run through each other costs no more than its bytes', async () => {
    // Every two bytes a directory begins that lists all the rest of the file, and leads on to the next.
    const nested = (size: number): Uint8Array => {
      const bytes = Buffer.alloc(size * 16)
      bytes.write('II*\0', 'latin1')
      bytes.writeUInt32LE(8, 4)
      const count = Math.min(0xffff, Math.floor((bytes.length - 8) / 24))
      for (let at = 8; at + 2 + count * 12 + 4 <= bytes.length; at += 2) {
        bytes.writeUInt16LE(count, at)
        bytes.writeUInt32LE(at + 2, at + 2 + count * 12)
      }
      return bytes
    }
    await expectLinearTime(4000, nested, (bytes) => {
      expect(() => [...tiffDirectories(bytes)]).toThrow(RangeError)
    })
  })

  it('of a camera says how it was held, also where the rest of it is damaged', () => {
    expect(exifOf(little)).toEqual({ orientation: 6 })
    const damaged = Buffer.from(little)
    damaged.writeUInt16LE(282, 10)
    damaged.writeUInt16LE(5, 12)
    damaged.writeUInt32LE(0xffff, 18)
    expect(exifOf(damaged)).toEqual({ orientation: 6 })
    for (const nothing of [undefined, hex(''), hex('49492a00 ff000000'), hex('49492b00 08000000')]) {
      expect(exifOf(nothing)).toEqual({ orientation: 1 })
    }
    expect([turnOf(1), turnOf(6), turnOf(9)]).toEqual([undefined, { quarters: 1, isMirrored: false }, undefined])
  })
})

describe('the header of a picture', () => {
  const tiff = hex(
    '49492a00 08000000 0500 0001 0300 01000000 20030000 0101 0400 01000000 58020000 1201 0300 01000000 06000000 1a01 0500 01000000 4a000000 2801 0300 01000000 03000000 00000000 64000000 01000000',
  )
  const size = { width: 800, height: 600 }
  it.each([
    ['gif', hex('474946383961 2003 5802 00'), size],
    ['bmp', hex('424d 00000000 00000000 00000000 0c000000 2003 5802 0100 1800 00'), size],
    [
      'bmp',
      hex(
        '424d 00000000 00000000 00000000 28000000 20030000 a8fdffff 0100 1800 00000000 00000000 120b0000 120b0000 00000000 00000000',
      ),
      { ...size, density: { x: 2834 * 0.0254, y: 2834 * 0.0254 } },
    ],
    ['bmp', hex('424d 00000000 00000000 00000000 28000000 20030000 a8fdffff 0100 1800'), { ...size, isCutOff: true }],
    ['jpeg', hex('ffd8 ffe00004abcd ffc20011 08 0258 0320 03 ffda'), size],
    ['jpeg', hex('ffd8 ffe00004abcd ffc20011 08 0258 0320 03'), { ...size, isCutOff: true }],
    ['webp', hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 2003 5802'), size],
    ['tiff', tiff, { ...size, density: { x: 254, y: 0 }, turn: { quarters: 1, isMirrored: false } }],
  ] as const)('%s says its size, and what else it knows', (kind, bytes, header) => {
    expect(pictureKind(bytes)).toBe(kind)
    expect(pictureHeader(bytes, kind)).toEqual(header)
  })

  it.each([
    ['png', hex('89504e470d0a1a0a 0000000d 49484452 00000000 00000001 08 06 000000 00000000')],
    ['gif', hex('474946383961 20')],
    ['jpeg', hex('ffd8ff')],
    ['tiff', hex('49492a00 ffffff7f')],
    ['webp', hex('52494646 00000000 57454250')],
    ['bmp', Buffer.from('BM')],
  ] as const)('%s without one is none', (kind, bytes) => expect(pictureHeader(bytes, kind)).toBeUndefined())

  it('tells the size on paper, by a density that a scanner or a screen has', () => {
    const size = { width: 600, height: 300 }
    expect(inchesOf({ ...size, density: { x: 300, y: 150 } })).toEqual({ width: 2, height: 2 })
    expect(inchesOf({ ...size, density: { x: 1, y: 90_000 } })).toEqual({ width: 6.25, height: 3.125 })
    expect(inchesOf(size)).toEqual({ width: 6.25, height: 3.125 })
  })

  it('is that of no other file', () => {
    for (const text of ['', 'BM', `BMW, and more of it ${'x'.repeat(40)}`, '%PDF-1.7', 'RIFF0000WAVE', '<svg/>'])
      expect(pictureKind(Buffer.from(text))).toBeUndefined()
  })
})
