import { composedTones } from '../text/composed-tones.ts'
import type { ContentLine } from './content-line.ts'

/**
 * The parts of a structured value, decoded: first split where a `;` stands in the file, so that one which is encoded or
 * escaped stays text.
 */
export function structuredValue(line: ContentLine): string[] {
  const decode = decoderOf(line)
  return splitEscaped(line.raw, ';').map((part) => decode(part).trim())
}

/** The value as one text, decoded. */
export const textValue = (line: ContentLine): string =>
  decoderOf(line)(splitEscaped(line.raw, undefined)[0] ?? '').trim()

/** Whether the value is a picture, a sound or a key. */
export const isBinary = ({ parameters, raw }: ContentLine): boolean =>
  parameters.get('ENCODING')?.some((encoding) => /^(?:b|base64)$/i.test(encoding)) === true || /^data:/i.test(raw)

function decoderOf({ parameters }: ContentLine): (text: string) => string {
  if (parameters.get('ENCODING')?.[0]?.toLowerCase() !== 'quoted-printable') return (text) => text
  const charset = parameters.get('CHARSET')?.[0] ?? 'utf-8'
  return (text) => decodeBytes(quotedPrintableBytes(text.replace(/=$/, '')), charset)
}

/** Splits at a separator outside of escapes, and takes the backslashes out (RFC 6350 3.4). */
function splitEscaped(value: string, separator: string | undefined): string[] {
  if (!value.includes('\\')) return separator === undefined ? [value] : value.split(separator)
  const parts: string[] = []
  let current: string[] = []
  let from = 0
  for (let index = 0; index < value.length; index++) {
    const next = value[index + 1]
    if (value[index] === '\\' && next !== undefined && /[\\;,:nN]/.test(next)) {
      current.push(value.slice(from, index), next === 'n' || next === 'N' ? '\n' : next)
      index++
      from = index + 1
    } else if (value[index] === separator) {
      parts.push(current.join('') + value.slice(from, index))
      current = []
      from = index + 1
    }
  }
  parts.push(current.join('') + value.slice(from))
  return parts
}

const encoder = new TextEncoder()

/** RFC 2045 6.7; what is not encoded and not ASCII is taken as UTF-8. */
function quotedPrintableBytes(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const value = bytes[index] === 0x3d ? hexAt(bytes, index + 1) : undefined
    bytes[length++] = value ?? bytes[index] ?? 0
    if (value !== undefined) index += 2
  }
  return bytes.subarray(0, length)
}

function hexAt(bytes: Uint8Array, index: number): number | undefined {
  const digits = String.fromCharCode(bytes[index] ?? 0, bytes[index + 1] ?? 0)
  return /^[\dA-Fa-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}

type Decoder = InstanceType<typeof TextDecoder>

/** By their labels, of which the Encoding Standard has some two hundred: to make one takes longer than to read a name. */
const decoders = new Map<string, Decoder>()

/** @throws RangeError for a label that nobody knows */
function decoderFor(label: string): Decoder {
  const known = decoders.get(label)
  if (known !== undefined) return known
  const made = new TextDecoder(label, { fatal: true })
  decoders.set(label, made)
  return made
}

/** In the charset that is named; where that is unknown or wrong, UTF-8, then windows-1252. */
function decodeBytes(bytes: Uint8Array, charset: string): string {
  for (const label of [charset.trim().toLowerCase(), 'utf-8']) {
    try {
      const decoder = decoderFor(label)
      return composedTones(decoder.encoding, decoder.decode(bytes))
    } catch {
      // The next one.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
