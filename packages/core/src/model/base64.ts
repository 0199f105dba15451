const alphabet = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const padding = 0x3d
const ascii = new TextDecoder()

/** Pieces that follow one another as base64 (RFC 4648, with padding). */
export function toBase64(pieces: readonly Uint8Array[]): string {
  return inThrees(pieces).map(encode).join('')
}

/** The same bytes in pieces of which all but the last can be divided by three. */
function inThrees(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const whole: Uint8Array[] = []
  let left: number[] = []
  for (const piece of pieces) {
    const missing = left.length === 0 ? 0 : Math.min(3 - left.length, piece.length)
    for (const item of piece.subarray(0, missing)) left.push(item)
    if (left.length === 3) whole.push(Uint8Array.from(left.splice(0)))
    const end = piece.length - ((piece.length - missing) % 3)
    if (end > missing) whole.push(piece.subarray(missing, end))
    if (left.length === 0) left = [...piece.subarray(Math.max(end, missing))]
  }
  return left.length === 0 ? whole : [...whole, Uint8Array.from(left)]
}

function encode(bytes: Uint8Array): string {
  if (native !== undefined) return native.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3))
  const whole = bytes.length - (bytes.length % 3)
  let at = 0
  for (let index = 0; index < whole; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    text[at++] = alphabet[group >> 18] ?? 0
    text[at++] = alphabet[(group >> 12) & 63] ?? 0
    text[at++] = alphabet[(group >> 6) & 63] ?? 0
    text[at++] = alphabet[group & 63] ?? 0
  }
  if (whole < bytes.length) {
    const group = ((bytes[whole] ?? 0) << 16) | ((bytes[whole + 1] ?? 0) << 8)
    text[at++] = alphabet[group >> 18] ?? 0
    text[at++] = alphabet[(group >> 12) & 63] ?? 0
    text[at++] = whole + 1 < bytes.length ? (alphabet[(group >> 6) & 63] ?? 0) : padding
    text[at++] = padding
  }
  return ascii.decode(text)
}

/** The part of Node's `Buffer` that is used where the platform has it: it takes a tenth of the time of all else. */
interface NativeCoder {
  from(buffer: ArrayBufferLike, start: number, length: number): { toString(encoding: 'base64'): string }
  allocUnsafeSlow(bytes: number): Uint8Array & { write(text: string, encoding: 'base64'): number }
}
const { Buffer: native } = globalThis as { readonly Buffer?: NativeCoder }

/** The bytes that a text of the most common form stands for, in one line and without a fault; `undefined`: of another. */
function commonSize(text: string): number | undefined {
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return undefined
  const padded = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padded
}

/** Decodes what is written in the most common form; `undefined`: to be looked at. */
function decodeNatively(text: string): Uint8Array | undefined {
  const size = commonSize(text)
  if (native === undefined || size === undefined) return undefined
  const bytes = native.allocUnsafeSlow(size)
  // It passes over what is not of the alphabet, and then has fewer bytes.
  return bytes.write(text, 'base64') === size ? new Uint8Array(bytes.buffer) : undefined
}

const windowBytes = 48 * 1024
let window: ReturnType<NativeCoder['allocUnsafeSlow']> | undefined

/** Whether `decodeNatively` would; a piece at a time, so that no second copy is held. */
function decodesNatively(text: string): boolean {
  const size = commonSize(text)
  if (native === undefined || size === undefined) return false
  window ??= native.allocUnsafeSlow(windowBytes)
  const step = (windowBytes / 3) * 4
  for (let at = 0, left = size; at < text.length; at += step, left -= windowBytes) {
    if (window.write(text.slice(at, at + step), 'base64') !== Math.min(windowBytes, left)) return false
  }
  return true
}

export const notBase64 = {
  code: 'invalid_base64',
  message: 'The content is not base64.',
  hint: 'Use the standard alphabet of RFC 4648 with padding.',
}

/** The bytes of a base64 text, or `undefined` where it is none. Line breaks are allowed, as MIME writes them. */
export function fromBase64(text: string): Uint8Array | undefined {
  const decoded = decodeNatively(text)
  if (decoded !== undefined) return decoded
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

const notOfBase64 = /[^A-Za-z0-9+/=\t\n\f\r ]/

/**
 * Whether a text holds nothing but what base64 is written with: told with all other faults of a request; what only decoding
 * shows is found when the document is opened.
 */
export const looksLikeBase64 = (text: string): boolean => decodesNatively(text) || !notOfBase64.test(text)

/** How many bytes a base64 text stands for, at the most; known without decoding it. */
export const base64Size = (text: string): number => Math.floor((text.length * 3) / 4)
