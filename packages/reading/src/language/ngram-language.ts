import { readFile } from 'node:fs/promises'

/** The language of a text by its words (ISO 639-1); `null` where they tell none. */
export type WordDetector = (text: string) => string | null

/**
 * What `languages.bin` begins with, as a line of JSON; behind it, for each n-gram, its bytes (filled up with zeros to
 * six), then for each how many languages know it, then for each of those its index and its score.
 */
export interface NgramHeader {
  readonly languages: readonly string[]
  /** What a text of each language scores on average, 0 to 1. */
  readonly averages: readonly number[]
  readonly ngrams: number
}

export const ngramBytes = 6
/** What every n-gram scores for each of its languages; the table has what it scores above that. */
const baseScore = 53
/** Brings a score of any size between 0 and 1. */
const scale = 25
/** A text that scores less than this share of what its language does on average is of none. */
const reliableShare = 0.75
/** Fewer n-grams are a name. */
const fewestNgrams = 3
/** Bytes after which a text is told: it ends with the word, if that comes to an end soon. */
const enoughBytes = 350
const mostBytes = 380
const mostCharacters = 1000
const longestWord = 70
const space = 0x20

let loaded: Promise<WordDetector> | undefined

/** The detector of languages, whose tables are read at first use. */
export const wordDetector = (): Promise<WordDetector> =>
  (loaded ??= readFile(new URL(import.meta.resolve('@chancery/reading/languages.bin'))).then(detectorOf))

/**
 * The algorithm and the tables of Nito-ELD 2.1.0 (Copyright 2023 Nito T.M., Apache-2.0): n-grams of four bytes, one in
 * three, with a space where a word begins or ends. Its own tables are JavaScript, whose objects take ten times
 * the memory (docs/decisions/0016); packed by `bench/pack-languages.ts`, they are a file that is used as it is.
 */
export function detectorOf(file: Buffer): WordDetector {
  const headerEnd = file.indexOf('\n')
  const { languages, averages, ngrams } = JSON.parse(file.toString('latin1', 0, headerEnd)) as NgramHeader
  const keys = headerEnd + 1
  const counts = keys + ngrams * ngramBytes
  /** Where the languages of each n-gram begin. */
  const starts = new Uint32Array(ngrams)
  const slots = new NgramSlots(ngrams)
  let at = counts + ngrams
  for (let index = 0; index < ngrams; index++) {
    starts[index] = at
    at += 2 * (file[counts + index] ?? 0)
    const key = keys + index * ngramBytes
    slots.add(file.readUIntLE(key, 3), file.readUIntLE(key + 3, 3), index)
  }
  const scores = new Float64Array(languages.length)

  return (text) => {
    const found = ngramsOf(text)
    if (found.size < fewestNgrams) return null
    scores.fill(0)
    for (const ngram of found) {
      const index = slots.find(ngram % 0x1000000, Math.floor(ngram / 0x1000000))
      if (index < 0) continue
      const start = starts[index] ?? 0
      const end = start + 2 * (file[counts + index] ?? 0)
      for (let entry = start; entry < end; entry += 2) {
        const language = file[entry] ?? 0
        scores[language] = (scores[language] ?? 0) + (file[entry + 1] ?? 0) + baseScore
      }
    }
    let best = 0
    for (let language = 1; language < scores.length; language++) {
      if ((scores[language] ?? 0) > (scores[best] ?? 0)) best = language
    }
    const mean = (scores[best] ?? 0) / found.size
    return mean / (mean + scale) >= reliableShare * (averages[best] ?? 1) ? (languages[best] ?? null) : null
  }
}

/** An open hash table from n-grams, each in two halves of three bytes, to their indexes. */
class NgramSlots {
  private readonly mask: number
  /** Three numbers a slot: both halves, and the index plus one. */
  private readonly slots: Uint32Array

  constructor(count: number) {
    const size = 2 ** Math.ceil(Math.log2(count * 1.5))
    this.mask = size - 1
    this.slots = new Uint32Array(size * 3)
  }

  add(low: number, high: number, index: number): void {
    const at = this.slotOf(low, high)
    this.slots[at] = low
    this.slots[at + 1] = high
    this.slots[at + 2] = index + 1
  }

  /** @returns -1 where it is not there */
  find(low: number, high: number): number {
    return (this.slots[this.slotOf(low, high) + 2] ?? 0) - 1
  }

  /** Where an n-gram is, or could be. */
  private slotOf(low: number, high: number): number {
    const { slots, mask } = this
    const hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77)
    let slot = (hash ^ (hash >>> 15)) & mask
    while (slots[slot * 3 + 2] !== 0 && (slots[slot * 3] !== low || slots[slot * 3 + 1] !== high))
      slot = (slot + 1) & mask
    return slot * 3
  }
}

/** What is between words: an apostrophe belongs to the word behind it. */
const separators = /\P{L}+(?<!['`’])/gu

/** The n-grams of a text, each as one number of six bytes. */
function ngramsOf(text: string): Set<number> {
  const bytes = Buffer.from(text.slice(0, mostCharacters).replace(separators, ' ').trim().toLowerCase())
  const wordEnd = bytes.indexOf(space, enoughBytes + 1)
  const end = Math.min(wordEnd < 0 ? bytes.length : wordEnd, mostBytes)
  const found = new Set<number>()
  for (let start = 0; start < end;) {
    const next = bytes.indexOf(space, start)
    const stop = next < 0 || next > end ? end : next
    addWord(bytes, start, Math.min(stop, start + longestWord), found)
    start = stop + 1
  }
  return found
}

function addWord(bytes: Buffer, start: number, end: number, found: Set<number>): void {
  let at = start
  for (; at + 4 < end; at += 3) found.add(packed(bytes, at, at + 4, at === start, false))
  if (end > start) found.add(packed(bytes, Math.max(start, end - 4), end, at === start, true))
}

function packed(bytes: Buffer, start: number, end: number, opens: boolean, closes: boolean): number {
  let value = 0
  let unit = 1
  if (opens) {
    value = space
    unit = 256
  }
  for (let at = start; at < end; at++) {
    value += (bytes[at] ?? 0) * unit
    unit *= 256
  }
  return closes ? value + space * unit : value
}
