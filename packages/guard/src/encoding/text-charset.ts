import { isUtf8 } from 'node:buffer'
import { unmarkedEncoding } from './unmarked-encoding.ts'

/** Encodings in the names of the WHATWG Encoding Standard, as `TextDecoder` takes them. */
export interface TextEncodingGuess {
  readonly charset: string
  /** False where nothing in the bytes says so, and a declaration inside the text may know better. */
  readonly isCertain: boolean
  /** True where other encodings read as well: whoever reads the text should be told. */
  readonly isGuess?: boolean
}

const sampleBytes = 64 * 1024
/** Control characters that texts do hold: tab, line feed, form feed, carriage return, escape, end of file of old. */
const textControls = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])

/**
 * How bytes of a text are encoded: by a byte order mark, by being valid UTF-8, by the pattern of UTF-16, else by what
 * reads most like a language.
 * @returns `undefined` where they are no text: NULs, or control characters that no text holds.
 */
export function guessCharset(bytes: Uint8Array): TextEncodingGuess | undefined {
  const [first, second, third, fourth] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isWide && !(third === 0 && fourth === 0)) {
    const charset = first === 0xff ? 'utf-16le' : 'utf-16be'
    return wideScore(bytes.subarray(2), charset) === undefined ? undefined : { charset, isCertain: true }
  }
  const sample = bytes.subarray(0, sampleBytes)
  if (sample.includes(0)) return guessWide(bytes)
  let controls = 0
  for (const byte of sample) if ((byte < 0x20 && !textControls.has(byte)) || byte === 0x7f) controls++
  if (controls * 200 > sample.length) return guessWide(bytes)
  if (bytes.includes(0, sampleBytes)) return undefined
  if (hasJapaneseShifts(sample)) return { charset: 'iso-2022-jp', isCertain: false }
  if (isUtf8(bytes)) return { charset: 'utf-8', isCertain: true }
  if (isMostlyUtf8(sample)) return { charset: 'utf-8', isCertain: false }
  const { charset, isSure } = unmarkedEncoding(bytes)
  return { charset, isCertain: false, isGuess: !isSure }
}

/** Escapes into JIS X 0208 and out of it (RFC 1468): nothing else in ISO-2022-JP is beyond ASCII. */
function hasJapaneseShifts(sample: Uint8Array): boolean {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength)
  return (text.includes('\x1b$B') || text.includes('\x1b$@')) && (text.includes('\x1b(B') || text.includes('\x1b(J'))
}

/** UTF-32, which `TextDecoder` does not know, as UTF-8; anything else as it is. */
export function withoutUtf32(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4 || bytes.length % 4 !== 0) return bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // With its mark or without, a character needs 21 of 32 bits: one end of it is always zero.
  const isLittle = bytes[0] !== 0 && bytes[3] === 0
  const isBig = bytes[0] === 0 && bytes[3] !== 0
  if (!isLittle && !isBig) return bytes
  const characters: string[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle)
    if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return bytes
    if (at > 0 || code !== 0xfeff) characters.push(String.fromCodePoint(code))
  }
  return new TextEncoder().encode(characters.join(''))
}

/** UTF-16 without a mark: blanks, digits and signs of ASCII show which of two bytes is the high one, or Han does. */
function guessWide(bytes: Uint8Array): TextEncodingGuess | undefined {
  if (bytes.length % 2 !== 0) return undefined
  for (const charset of ['utf-16le', 'utf-16be'] as const) {
    if (readsAsHan(bytes, charset)) return { charset, isCertain: true }
  }
  if (!hasOneSidedZeros(bytes.subarray(0, 4096))) return undefined
  const little = wideScore(bytes, 'utf-16le')
  const big = wideScore(bytes, 'utf-16be')
  if (little === undefined && big === undefined) return undefined
  return { charset: (little ?? -1) >= (big ?? -1) ? 'utf-16le' : 'utf-16be', isCertain: true }
}

/** Characters of Chinese, Japanese and Korean, each of them anywhere in its half of the plane, have no side of zeros. */
function readsAsHan(bytes: Uint8Array, charset: 'utf-16le' | 'utf-16be'): boolean {
  const length = Math.min(4096, bytes.length)
  const high = charset === 'utf-16le' ? 1 : 0
  let letters = 0
  let others = 0
  for (let at = 0; at < length; at += 2) {
    const code = ((bytes[at + high] ?? 0) << 8) | (bytes[at + 1 - high] ?? 0)
    if (isHanLetter(code)) letters++
    else if (!isHanSign(code) && ++others * 40 > length) return false
  }
  return length >= 16 && letters > 0
}

const isHanLetter = (code: number): boolean =>
  (code >= 0x3001 && code <= 0x30ff) || (code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)

/** What texts of East Asia hold besides: printable ASCII, dashes and quotation marks, signs of full and half width. */
const isHanSign = (code: number): boolean =>
  (code >= 0x20 && code <= 0x7e) ||
  code === 0x09 ||
  code === 0x0a ||
  code === 0x0d ||
  (code >= 0x2010 && code <= 0x2026) ||
  code === 0x3000 ||
  (code >= 0xff01 && code <= 0xff9f)

/** The zero bytes of a text stand on one side of its pairs, those of other data on both. */
function hasOneSidedZeros(sample: Uint8Array): boolean {
  let even = 0
  let odd = 0
  for (let index = sample.indexOf(0); index !== -1; index = sample.indexOf(0, index + 1)) {
    if (index % 2 === 0) even++
    else odd++
  }
  return Math.min(even, odd) * 8 <= Math.max(even, odd)
}

/** How many characters of the beginning are ASCII; `undefined` where there are none, or some that no text holds. */
function wideScore(bytes: Uint8Array, charset: 'utf-16le' | 'utf-16be'): number | undefined {
  const sample = bytes.subarray(0, Math.min(4096, bytes.length - (bytes.length % 2)))
  const text = new TextDecoder(charset, { ignoreBOM: true }).decode(sample)
  // Bytes that are no text show it at once; looking at each of them would cost every store of a picture.
  const mostOdd = text.length / 100
  let ascii = 0
  let odd = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if ((code < 0x20 && !textControls.has(code)) || code === 0xfffe || /\p{Cn}|\p{Co}/u.test(character)) {
      if (++odd > mostOdd) return undefined
    } else if (code < 0x80) ascii++
  }
  return ascii === 0 ? undefined : ascii
}

/** UTF-8 with a few broken bytes, as copying leaves them, is not windows-1252. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample)
  let broken = 0
  let wide = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) broken++
    else if (code > 0x7f) wide++
  }
  return wide > 10 * broken
}
