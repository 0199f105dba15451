import { composedTones, dosDecoder } from '@chancery/formats/text'
import { wingding } from './symbol-letters.ts'

/** Decodes the bytes of one run of text. */
export type RunDecoder = (bytes: Uint8Array) => string

/** Code pages by the numbers of `\fcharset` (RTF 1.9.1, "Font Table"); 2 is that of symbol fonts. */
const codePageOfCharset: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10_000,
  78: 932,
  79: 949,
  80: 936,
  81: 950,
  83: 10_006,
  128: 932,
  129: 949,
  130: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 437,
}

export const symbolCharset = 2

/** `undefined` for "the document's own". */
export const codePageOf = (charset: number): number | undefined => codePageOfCharset[charset]

/** Names of the encodings where they are not simply "windows-" and the number. */
const labels: Readonly<Record<number, string>> = {
  708: 'iso-8859-6',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  10_007: 'x-mac-cyrillic',
  20_866: 'koi8-r',
  54_936: 'gb18030',
  65_001: 'utf-8',
}

const decoders = new Map<number, RunDecoder>()

/** The decoder of a Windows code page; those that are not known are read as 1252. */
export function decoderOf(codePage: number): RunDecoder {
  const known = decoders.get(codePage)
  if (known !== undefined) return known
  const made = makeDecoder(codePage)
  // Only what exists is kept, so that a file's inventions do not fill the map.
  if (made !== undefined) decoders.set(codePage, made)
  return made ?? decoderOf(1252)
}

function makeDecoder(codePage: number): RunDecoder | undefined {
  const dos = dosDecoder(`cp${codePage}`)
  if (dos !== undefined) return dos
  try {
    const decoder = new TextDecoder(labels[codePage] ?? `windows-${codePage}`)
    return (bytes) => composedTones(decoder.encoding, decoder.decode(bytes))
  } catch {
    return undefined
  }
}

/** Decodes what is written in a font of signs. */
export const symbolDecoder =
  (font: string): RunDecoder =>
  (bytes) =>
    Array.from(bytes, (byte) => wingding(byte, font)).join('')
