/** A line of a header, its line break not counted (RFC 5322, 2.1.1: should be ≤ 78, must be ≤ 998). */
const lineLength = 76
const printable = /^[ -~]*$/

/** Text that reads the same after folding and unfolding, and that no reader takes for an encoded word. */
const staysAsItIs = (text: string): boolean =>
  printable.test(text) &&
  !text.includes('=?') &&
  !text.includes('  ') &&
  text.trim() === text &&
  text.split(' ').every((word) => word.length < 900)

/**
 * UTF-8 in base64, as words that never split a character, on lines of at most 76 characters (RFC 2047, section 2 and 5),
 * of which the first has `used` already.
 */
function encodedWords(text: string, used: number): readonly string[] {
  const words: string[] = []
  let chunk = ''
  let bytes = 0
  for (const character of text) {
    const size = Buffer.byteLength(character)
    // `=?utf-8?B?` and `?=` are 12 characters; 45 bytes make 60 of base64.
    const room = words.length > 0 ? 45 : Math.max(6, Math.floor((lineLength - 12 - used) / 4) * 3)
    if (bytes + size > Math.min(45, room)) {
      words.push(chunk)
      chunk = ''
      bytes = 0
    }
    chunk += character
    bytes += size
  }
  if (chunk !== '') words.push(chunk)
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`)
}

/** Free text in ASCII, on one line: for an API that writes the header. */
export const asciiText = (text: string): string => (printable.test(text) ? text : encodedWords(text, 0).join(' '))

/** Pieces joined by spaces, or by a folded line break where the line would be too long (RFC 5322, 2.2.3). */
function fold(name: string, pieces: readonly string[]): string {
  let text = `${name}:`
  let used = text.length
  for (const piece of pieces) {
    const breaks = used + 1 + piece.length > lineLength && used > name.length + 1
    text += `${breaks ? '\r\n' : ''} ${piece}`
    used = (breaks ? 0 : used) + 1 + piece.length
  }
  return text
}

/** Free text as pieces to fold between. */
const textPieces = (text: string, used: number): readonly string[] =>
  staysAsItIs(text) ? text.split(' ') : encodedWords(text, used)

/** A header of free text, such as the subject. */
export const textHeader = (name: string, value: string): string => fold(name, textPieces(value, name.length + 2))

/** A header whose value has a grammar and is given in pieces that may be folded between. */
export const structuredHeader = (name: string, pieces: readonly string[]): string => fold(name, pieces)

/** A display name: atoms, a quoted string, or encoded words (RFC 5322, 3.2.5), on a line that has `used` already. */
export function phrasePieces(text: string, used: number): readonly string[] {
  if (!staysAsItIs(text)) return encodedWords(text, used)
  if (/^[\w!#$%&'*+/=?^`{|}~ -]+$/.test(text)) return text.split(' ')
  return [`"${text.replace(/["\\]/g, '\\$&')}"`]
}

/** A parameter of a media type or disposition: quoted, or in UTF-8 and pieces (RFC 2231, 3 and 4). */
export function parameter(name: string, value: string): readonly string[] {
  if (printable.test(value) && value.length <= 60) return [`${name}="${value.replace(/["\\]/g, '\\$&')}"`]
  const pieces: string[] = []
  let piece = ''
  for (const byte of Buffer.from(value)) {
    const character = String.fromCharCode(byte)
    const written = /[\w.-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    if (piece.length + written.length > 50) {
      pieces.push(piece)
      piece = ''
    }
    piece += written
  }
  pieces.push(piece)
  if (pieces.length === 1) return [`${name}*=utf-8''${piece}`]
  return pieces.map((each, index) => `${name}*${index}*=${index === 0 ? "utf-8''" : ''}${each}`)
}
