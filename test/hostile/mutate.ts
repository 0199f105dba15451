import { inflateRawSync } from 'node:zlib'
import type { GoodDocument } from './good-documents.ts'
import { rawZip, type RawEntry } from './raw-zip.ts'

/** Numbers in [0, 1) that a seed decides (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

const upTo = (random: Random, end: number): number => Math.floor(random() * end)
const pick = <T>(random: Random, choices: readonly T[]): T => choices[upTo(random, choices.length)] as T

/** Values at which counts, offsets and lengths go wrong. */
const edges = [
  '0',
  '-1',
  '1',
  '255',
  '65535',
  '65536',
  '2147483647',
  '4294967295',
  '99999999999999999999',
  '1e999',
  'NaN',
  '',
]
const fragments = [
  '<',
  '>',
  '</w:p>',
  '<w:p>',
  '<!--',
  ']]>',
  '&',
  '&#0;',
  '"',
  '\u0000',
  '{',
  '}',
  '{#a}',
  '{/a}',
  '(',
  ')',
  '<<',
  '>>',
  'endobj',
  '\\',
  '\n',
  '\ufeff',
  ',',
  ';',
  '::',
  '=?',
  '--b',
]

function byteMutation(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = Buffer.from(bytes)
  if (copy.length === 0) return copy
  const at = upTo(random, copy.length)
  const length = 1 + upTo(random, Math.min(64, copy.length - at))
  switch (upTo(random, 6)) {
    case 0:
      copy[at] = upTo(random, 256)
      return copy
    case 1:
      copy[at] = (copy[at] ?? 0) ^ (1 << upTo(random, 8))
      return copy
    case 2:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)])
    case 3:
      return Buffer.concat([copy.subarray(0, at + length), copy.subarray(at, at + length), copy.subarray(at + length)])
    case 4:
      return copy.subarray(0, at)
    default:
      return copy.fill(pick(random, [0, 0xff, 0x20, 0x3c]), at, at + length)
  }
}

/** Changes a number, doubles or drops a tag, or puts in a sign that means something. */
function textMutation(bytes: Uint8Array, random: Random): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const tokens = [...text.matchAll(/<[^<>]{1,200}>|\d+|\r?\n|[A-Za-z]{2,}/g)]
  const token = tokens[upTo(random, Math.max(tokens.length, 1))]
  const start = token?.index ?? 0
  const found = token?.[0] ?? ''
  const put = (middle: string): Buffer =>
    Buffer.from(text.slice(0, start) + middle + text.slice(start + found.length), 'latin1')
  switch (upTo(random, 6)) {
    case 0:
      return put('')
    case 1:
      return put(found + found)
    case 2:
      return put(/^\d+$/.test(found) ? pick(random, edges) : pick(random, fragments))
    case 3:
      return put(found + pick(random, fragments))
    case 4:
      return put(found.repeat(pick(random, [10, 100, 300])))
    default: {
      const other = tokens[upTo(random, Math.max(tokens.length, 1))]?.[0] ?? ''
      return put(other)
    }
  }
}

/** The parts of a package by its directory; none where it is not sound. */
function partsOf(bytes: Uint8Array): RawEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = buffer.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
    const parts: RawEntry[] = []
    for (let at = buffer.readUInt32LE(end + 16); at < end;) {
      const nameEnd = at + 46 + buffer.readUInt16LE(at + 28)
      const method = buffer.readUInt16LE(at + 10)
      const local = buffer.readUInt32LE(at + 42)
      const start = local + 30 + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28)
      const data = buffer.subarray(start, start + buffer.readUInt32LE(at + 20))
      const content = method === 8 ? inflateRawSync(data) : data
      parts.push({ name: buffer.toString('utf8', at + 46, nameEnd), method, content })
      at = nameEnd + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
    }
    return parts
  } catch {
    return []
  }
}

/** Changes a part and packs it soundly again, so that the change reaches the reader of the part. */
function packageMutation(bytes: Uint8Array, random: Random): Uint8Array {
  const parts = partsOf(bytes)
  const index = upTo(random, parts.length)
  const part = parts[index]
  if (part === undefined) return byteMutation(bytes, random)
  switch (upTo(random, 8)) {
    case 0:
      return rawZip(parts.toSpliced(index, 1))
    case 1:
      return rawZip([...parts, part])
    case 2:
      return rawZip(
        parts.with(index, {
          ...part,
          [pick(random, ['size', 'deflated', 'offset', 'crc', 'flags', 'method'])]: upTo(random, 70_000),
        }),
      )
    case 3:
      return rawZip(
        parts.with(index, { ...part, name: pick(random, ['../a', 'a\\b.xml', 'WORD/document.xml', 'x'.repeat(300)]) }),
      )
    default: {
      let content = part.content as Uint8Array
      for (let times = 1 + upTo(random, 3); times > 0; times--) content = textMutation(content, random)
      return rawZip(parts.with(index, { ...part, content }))
    }
  }
}

/** A mutant of a good document, the same for the same seed: mostly sound, and wrong in a place that matters. */
export function mutate({ filename, bytes }: GoodDocument, seed: number): GoodDocument {
  const random = randomOf(seed)
  const isPackage = bytes[0] === 0x50 && bytes[1] === 0x4b
  let mutant = bytes
  if (isPackage && random() < 0.7) mutant = packageMutation(bytes, random)
  else {
    const change = !isPackage && random() < 0.6 ? textMutation : byteMutation
    for (let times = 1 + upTo(random, 4); times > 0; times--) mutant = change(mutant, random)
  }
  return { filename, bytes: mutant }
}

/** `count` mutants, taking the good documents by turns. */
export function* mutants(
  good: readonly GoodDocument[],
  count: number,
  firstSeed = 1,
): Generator<GoodDocument & { readonly seed: number }> {
  for (let index = 0; index < count; index++) {
    const document = good[index % good.length]
    if (document === undefined) return
    const seed = firstSeed + index
    yield { ...mutate(document, seed), seed }
  }
}
