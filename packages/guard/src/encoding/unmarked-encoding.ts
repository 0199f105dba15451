import { analyse } from 'chardet'
import { dosCodePages, dosDecoder } from '@chancery/formats/text'
import { familiarity, plausibility } from './encoding-plausibility.ts'
import { looksLikeJapaneseNames } from './japanese-names.ts'
import { looksVietnamese } from './vietnamese.ts'
import { wideNamesEncoding } from './wide-names.ts'

/** An encoding that nothing in the text names. */
export interface UnmarkedEncoding {
  readonly charset: string
  /** False where another encoding reads as well. */
  readonly isSure: boolean
}

/** Those of single bytes, the more usual first: it is taken where several read equally well. */
const singleByte = [
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'koi8-r',
  'iso-8859-2',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'iso-8859-5',
  'iso-8859-6',
  'ibm866',
  'koi8-u',
  'macintosh',
  'x-mac-cyrillic',
  ...dosCodePages,
]
/** Of several bytes: taken by chardet's word, which knows their common characters. */
const multiByte = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr', 'iso-2022-jp'])
/** What chardet's names stand for: what programs of Windows write, and what HTML takes them for too. */
const relatives: Readonly<Record<string, readonly string[]>> = {
  'iso-8859-1': ['windows-1252'],
  'iso-8859-2': ['iso-8859-2', 'windows-1250'],
  'iso-8859-7': ['windows-1253'],
  'iso-8859-8': ['windows-1255'],
  'iso-8859-9': ['windows-1254'],
  // Small letters are the same bytes in both.
  'windows-1251': ['windows-1251', 'x-mac-cyrillic'],
}
const sampleBytes = 8192
/** Below this, what chardet says of several bytes is no more than chance. */
const multiByteConfidence = 60
const sureConfidence = 90
/** Fewer characters beyond ASCII are too few to be sure. */
const fewest = 3
const chardetWeight = 0.3
const familiarityWeight = 0.3
/** Of a word that no other language writes so: it outweighs both. */
const wordWeight = 0.6
const sureScore = 0.85
/** What reads no better is of no language known. */
const poorScore = 0.6
const sureMargin = 0.05

/** A list may have one "Straße", whose ß is an á in another encoding, and no letter beyond ASCII besides. */
const germanWord = /(?:stra|gro|wei|preu|schlo|strau|schlie|mei|fu)ß/iu

interface Candidate {
  readonly charset: string
  readonly text: string
  /** How much it reads like a language. */
  readonly reads: number
  /** The same, and how usual its letters are there. */
  readonly score: number
}

/** The encoding of a text that is neither UTF-8 nor UTF-16, by what reads most like a language. */
export function unmarkedEncoding(bytes: Uint8Array): UnmarkedEncoding {
  const sample = linesBeyondAscii(bytes)
  const told = new Map<string, number>()
  for (const { name, confidence } of analyse(sample)) {
    const charset = name.toLowerCase()
    for (const each of relatives[charset] ?? [charset]) told.set(each, Math.max(told.get(each) ?? 0, confidence))
  }
  const [wide] = [...told].filter(([charset]) => multiByte.has(charset)).sort(([, a], [, b]) => b - a)
  const candidates = singleByte
    .map((charset) => candidate(charset, sample, told.get(charset) ?? 0))
    .sort((a, b) => b.score - a.score)
  const tells = sample.filter((byte) => byte >= 0x80).length
  const [closest] = candidates as [Candidate, ...Candidate[]]
  // So few letters tell no language: among those that read about as well, it is the more usual encoding.
  const best =
    tells >= fewest
      ? closest
      : (singleByte
          .map((charset) => candidates.find((each) => each.charset === charset))
          .find((each) => each !== undefined && each.score >= closest.score - sureMargin) ?? closest)
  const others = candidates.filter((each) => each !== best)
  if (wide !== undefined && isValid(wide[0], sample)) {
    const [charset, confidence] = wide
    if (confidence >= sureConfidence) return { charset, isSure: true }
  }
  if (best.reads < sureScore && looksVietnamese(sample)) return { charset: 'windows-1258', isSure: false }
  const names = wideNamesEncoding(sample)
  if (names !== undefined) return { charset: names, isSure: false }
  if (wide !== undefined && isValid(wide[0], sample) && wide[1] >= multiByteConfidence && best.reads < sureScore) {
    return { charset: wide[0], isSure: false }
  }
  if (best.reads < poorScore && looksLikeJapaneseNames(sample)) return { charset: 'shift_jis', isSure: false }
  const rival = others.find(({ text }) => text !== best.text)
  const isSure = tells >= fewest && best.reads >= sureScore && best.score - (rival?.score ?? 0) >= sureMargin
  return { charset: best.charset, isSure }
}

function candidate(charset: string, sample: Uint8Array, confidence: number): Candidate {
  const text = dosDecoder(charset)?.(sample) ?? new TextDecoder(charset).decode(sample)
  const reads = plausibility(text) + (chardetWeight * confidence) / 100
  const word = germanWord.test(text) ? wordWeight : 0
  return { charset, text, reads, score: reads + familiarityWeight * familiarity(text) + word }
}

function isValid(charset: string, sample: Uint8Array): boolean {
  const text = new TextDecoder(charset).decode(sample)
  // A cut at the end of the sample breaks one character.
  return text.split('\ufffd').length - 1 <= 1 + text.length / 500
}

/** The lines that tell something: those with bytes beyond ASCII. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  let at = 0
  while (at < bytes.length && length < sampleBytes) {
    const end = bytes.indexOf(0x0a, at)
    const line = bytes.subarray(at, end === -1 ? bytes.length : end + 1)
    if (line.some((byte) => byte >= 0x80)) {
      const part = line.subarray(0, sampleBytes - length)
      parts.push(part)
      length += part.length
    }
    at += line.length
  }
  return Buffer.concat(parts)
}
