/** One thing that an RTF file says (Rich Text Format 1.9.1, "RTF Syntax"). */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  /** Bytes of text, as they are encoded. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** `\name` or `\name12`, also the control symbols (`\~`, `\*`). */
  | { readonly kind: 'word'; readonly name: string; readonly value: number | undefined }
  /** What stands behind `\binN`. */
  | { readonly kind: 'binary'; readonly bytes: Uint8Array }

const open: RtfToken = { kind: 'open' }
const close: RtfToken = { kind: 'close' }
const backslash = 0x5c
const brace = { open: 0x7b, close: 0x7d }
const lineFeed = 0x0a
const carriageReturn = 0x0d
/** Longer words are none. */
const maxWord = 40
/** Numbers have ten digits and a sign at the most. */
const maxDigits = 11

const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Cuts RTF into tokens, each byte looked at once. Text goes on to the next brace, word or line end. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken, void> {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] as number
    if (byte === brace.open) {
      at++
      yield open
    } else if (byte === brace.close) {
      at++
      yield close
    } else if (byte === lineFeed || byte === carriageReturn || byte === 0) at++
    else if (byte !== backslash) {
      const from = at
      while (at < bytes.length && !endsText(bytes[at] as number)) at++
      yield { kind: 'bytes', bytes: bytes.subarray(from, at) }
    } else {
      const word = controlAt(bytes, at + 1)
      at = word.end
      yield word.token
    }
  }
}

const endsText = (byte: number): boolean =>
  byte === backslash ||
  byte === brace.open ||
  byte === brace.close ||
  byte === lineFeed ||
  byte === carriageReturn ||
  byte === 0

/** The control word or symbol behind the backslash before `at`. */
function controlAt(bytes: Uint8Array, at: number): { readonly token: RtfToken; readonly end: number } {
  const first = bytes[at] ?? lineFeed
  if (!isLetter(first)) return symbolAt(bytes, at, first)
  let end = at
  while (end < bytes.length && end - at < maxWord && isLetter(bytes[end] as number)) end++
  const name = ascii(bytes, at, end)
  let number = end
  if (bytes[number] === 0x2d && isDigit(bytes[number + 1] ?? 0)) number++
  while (number < bytes.length && number - end < maxDigits && isDigit(bytes[number] as number)) number++
  const value = number === end ? undefined : Number(ascii(bytes, end, number))
  // One space ends a word and is no text.
  const after = bytes[number] === 0x20 ? number + 1 : number
  if (name !== 'bin') return { token: { kind: 'word', name, value }, end: after }
  const length = Math.min(Math.max(value ?? 0, 0), bytes.length - after)
  return { token: { kind: 'binary', bytes: bytes.subarray(after, after + length) }, end: after + length }
}

function symbolAt(bytes: Uint8Array, at: number, symbol: number): { readonly token: RtfToken; readonly end: number } {
  if (symbol === 0x27) {
    const code = Number.parseInt(ascii(bytes, at + 1, at + 3), 16)
    // Broken digits say nothing.
    return { token: { kind: 'bytes', bytes: Number.isNaN(code) ? new Uint8Array() : Uint8Array.of(code) }, end: at + 3 }
  }
  // A backslash at the end of a line is a paragraph's end.
  if (symbol === lineFeed || symbol === carriageReturn) return { token: word('par'), end: at + 1 }
  if (symbol === backslash || symbol === brace.open || symbol === brace.close) {
    return { token: { kind: 'bytes', bytes: bytes.subarray(at, at + 1) }, end: at + 1 }
  }
  return { token: word(String.fromCodePoint(symbol)), end: at + 1 }
}

const word = (name: string): RtfToken => ({ kind: 'word', name, value: undefined })

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')
