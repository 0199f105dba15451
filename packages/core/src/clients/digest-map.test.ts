import { expect, it } from 'vitest'
import { DigestMap } from './digest-map.ts'
import { shortDigest } from './matching/block-keys.ts'

it('has what a map has, whatever is set, set again and deleted', () => {
  const [map, model] = [new DigestMap<number>(), new Map<number, number>()]
  const digests = Array.from({ length: 3000 }, (_, at) => shortDigest(`n:${at}`))
  for (const [at, digest] of [...digests, ...digests.slice(500, 1500)].entries()) {
    map.set(digest, at)
    model.set(digest, at)
    const gone = digests[(at * 7) % 2000] ?? 0
    map.delete(gone)
    model.delete(gone)
  }
  for (const digest of digests) expect(map.get(digest)).toBe(model.get(digest))
  expect(map.get(shortDigest('never set'))).toBeUndefined()
})

it('tells digests apart that are alike in their first or their last bits', () => {
  const map = new DigestMap<string>()
  const digests = [0, 1, 2 ** 32, 2 ** 32 + 1, 2 ** 52, 2 ** 52 + 1, 2 ** 53 - 1]
  for (const digest of digests) map.set(digest, String(digest))
  expect(digests.map((digest) => map.get(digest))).toEqual(digests.map(String))
})
