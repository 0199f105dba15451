import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { unpacked } from './tiff-unpacked.ts'

/** Codes as TIFF's LZW writes them, each with the bits that are due. */
class CodeWriter {
  private bits = ''

  write(code: number, length: number): void {
    this.bits += code.toString(2).padStart(length, '0')
  }

  get bytes(): Uint8Array {
    const padded = this.bits.padEnd(Math.ceil(this.bits.length / 8) * 8, '0')
    return Uint8Array.from({ length: padded.length / 8 }, (_, at) =>
      Number.parseInt(padded.slice(at * 8, at * 8 + 8), 2),
    )
  }
}

/** The algorithm of TIFF 6.0, section 13, as it stands there. */
function lzwOf(data: Uint8Array): Uint8Array {
  const out = new CodeWriter()
  let table = new Map<string, number>()
  let bits = 9
  const codeOf = (key: string): number => table.get(key) ?? Number(key)
  const restart = (): void => {
    out.write(256, bits)
    table = new Map()
    bits = 9
  }
  restart()
  let word = ''
  for (const byte of data) {
    const longer = word === '' ? String(byte) : `${word},${byte}`
    if (word === '' || table.has(longer)) {
      word = longer
      continue
    }
    out.write(codeOf(word), bits)
    table.set(longer, 258 + table.size)
    const next = 258 + table.size
    if (next === 512 || next === 1024 || next === 2048) bits++
    if (next === 4095) restart()
    word = String(byte)
  }
  if (word !== '') out.write(codeOf(word), bits)
  out.write(257, bits)
  return out.bytes
}

it('reads the examples of the specification', () => {
  const codes = new CodeWriter()
  for (const code of [256, 7, 258, 8, 8, 258, 6, 6, 257]) codes.write(code, 9)
  expect([...unpacked(codes.bytes, 'lzw', 10)]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6, 0])
  const packBits = Buffer.from('feaa0280002afdaa0380002a22f7aa', 'hex')
  expect(unpacked(packBits, 'pack-bits', 24).toString('hex')).toBe(`aaaaaa80002aaaaaaaaa80002a22${'aa'.repeat(10)}`)
})

it('reads what the algorithm writes', () => {
  // Enough of them to fill the table, with words that come again.
  const bytesFrom = (seed: number, length: number, letters: number): Uint8Array => {
    let state = seed
    return Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return (state >> 16) % letters
    })
  }
  fc.assert(
    fc.property(fc.nat(), fc.nat(30_000), fc.integer({ min: 1, max: 256 }), (seed, length, letters) => {
      const data = bytesFrom(seed, length, letters)
      expect(unpacked(lzwOf(data), 'lzw', data.length).equals(data)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

it('answers any bytes with as many as are wanted, or by code', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('lzw' as const, 'pack-bits' as const),
      (data, packing) => {
        try {
          expect(unpacked(data, packing, 1000).length).toBe(1000)
        } catch (error) {
          expect(error).toMatchObject({ code: 'document_corrupt' })
        }
      },
    ),
  )
})
