import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { plainSamples, type TiffSamples } from './tiff-samples.ts'

const gray: TiffSamples = {
  across: 3,
  rows: 1,
  bits: 16,
  samples: 1,
  colours: 1,
  packing: 'none',
  isDifferenced: false,
  isLittleEndian: true,
  isPremultiplied: false,
}

it('keeps the high bytes of samples of 16 bits, differences added up', () => {
  const values = Buffer.from(Uint16Array.of(0x1234, 0xff00, 0x0080).buffer)
  expect([...plainSamples(values, gray)]).toEqual([0x12, 0xff, 0])
  const differences = deflateSync(Buffer.from(Uint16Array.of(0x1234, 0xeccc, 0x0180).buffer))
  expect([...plainSamples(differences, { ...gray, packing: 'deflate', isDifferenced: true })]).toEqual([0x12, 0xff, 0])
})

it('lays colours over white by their opacity, once', () => {
  const layout = { ...gray, bits: 8, across: 2, samples: 4, colours: 3 } as const
  const pixels = Uint8Array.of(255, 0, 0, 255, 0, 0, 0, 0)
  expect([...plainSamples(pixels, layout)]).toEqual([255, 0, 0, 255, 255, 255])
  const half = Uint8Array.of(128, 0, 0, 128, 0, 0, 0, 0)
  expect([...plainSamples(half, { ...layout, isPremultiplied: true })].slice(0, 3)).toEqual([255, 127, 127])
})

it('answers damaged and short data', () => {
  expect([...plainSamples(Uint8Array.of(1, 2), gray)]).toEqual([2, 0, 0])
  for (const data of [Uint8Array.of(1, 2, 3), deflateSync(Buffer.alloc(1_000_000))]) {
    expect(() => plainSamples(data, { ...gray, packing: 'deflate' })).toThrow(/damaged/)
  }
})
