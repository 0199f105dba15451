import type { Hasher } from '@chancery/core'
import { describe, expect, it } from 'vitest'

/** What every hasher does; the values are those of FIPS 180-4's examples. */
export function hasherContract(name: string, make: () => Hasher): void {
  describe(`${name} as a Hasher`, () => {
    it.each([
      ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      [
        'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
        '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
      ],
    ])('hashes %j', (text, digest) => expect(make().sha256(new TextEncoder().encode(text))).toBe(digest))

    it('hashes pieces as the whole of them', () => {
      const pieces = ['a', '', 'bc'].map((piece) => new TextEncoder().encode(piece))
      expect(make().sha256(pieces)).toBe(make().sha256(new TextEncoder().encode('abc')))
      expect(make().sha256([])).toBe(make().sha256(new Uint8Array()))
    })

    it('hashes a stream as the whole of it', async () => {
      async function* pieces() {
        for (const piece of ['a', '', 'bc']) yield new TextEncoder().encode(piece)
      }
      expect(await make().sha256OfStream(pieces())).toBe(make().sha256(new TextEncoder().encode('abc')))
      async function* broken() {
        yield new Uint8Array(1)
        throw new RangeError('broken')
      }
      await expect(make().sha256OfStream(broken())).rejects.toThrow(RangeError)
    })

    it('hashes a part of a buffer, not all of it', () => {
      const whole = new TextEncoder().encode('xabcx')
      expect(make().sha256(whole.subarray(1, 4))).toBe(make().sha256(new TextEncoder().encode('abc')))
    })
  })
}
