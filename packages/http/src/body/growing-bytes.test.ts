import { expect, it } from 'vitest'
import { GrowingBytes } from './growing-bytes.ts'

const mb = 1024 * 1024
const piece = new Uint8Array(mb).map((_, at) => at)

/** What is held of so many MB, and how much of it was held twice for a moment: what lay in rooms that were too small. */
function grown(megabytes: number, most?: number): { readonly bytes: Uint8Array; readonly twice: number } {
  const growing = new GrowingBytes(64 * 1024, most)
  let twice = 0
  for (let count = 0; count < megabytes; count++) {
    const { buffer, length } = growing.bytes
    growing.append(piece)
    if (growing.bytes.buffer !== buffer) twice = length
  }
  return { bytes: growing.bytes, twice }
}

it('holds nothing long twice where it knows how much there can be', () => {
  const { bytes, twice } = grown(24, 64 * mb)
  expect(twice).toBeLessThanOrEqual(4 * mb)
  expect(Buffer.compare(bytes, Buffer.concat(Array.from({ length: 24 }, () => piece)))).toBe(0)
})

it('takes more than was said', () => {
  for (const most of [undefined, 6 * mb]) expect(grown(12, most).bytes.length).toBe(12 * mb)
})
