/** A body as it stands in the message: its transfer encoding (RFC 2045, section 6) and its lines. */
export interface EncodedBody {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64'
  readonly content: Piece
}

/** A stretch of a message: text, or bytes to be written in base64. */
export type Piece = string | { readonly base64: Uint8Array }

/** Base64 in one line. */
export const base64Text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** Base64 in lines of 76 characters, written when its place in the message is there. */
export const base64Body = (bytes: Uint8Array): EncodedBody => ({ encoding: 'base64', content: { base64: bytes } })

/** Of base64: bytes of a line, and characters. */
const line = { bytes: 57, characters: 76 }
const alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const [padding, cr, lf] = [0x3d, 0x0d, 0x0a]

function sizeOf(piece: Piece): number {
  if (typeof piece === 'string') return Buffer.byteLength(piece)
  const characters = Math.ceil(piece.base64.length / 3) * 4
  return characters + 2 * Math.max(0, Math.ceil(characters / line.characters) - 1)
}

/** RFC 2045, 6.8, straight into its place: by Node's own encoder an attachment would be a string of its own size first. */
function writeBase64(bytes: Uint8Array, into: Uint8Array, start: number): number {
  let at = start
  for (let from = 0; from < bytes.length; from += 3) {
    if (from > 0 && from % line.bytes === 0) {
      into[at++] = cr
      into[at++] = lf
    }
    const second = bytes[from + 1]
    const third = bytes[from + 2]
    const bits = ((bytes[from] ?? 0) << 16) | ((second ?? 0) << 8) | (third ?? 0)
    into[at++] = alphabet[bits >> 18] ?? padding
    into[at++] = alphabet[(bits >> 12) & 63] ?? padding
    into[at++] = second === undefined ? padding : (alphabet[(bits >> 6) & 63] ?? padding)
    into[at++] = third === undefined ? padding : (alphabet[bits & 63] ?? padding)
  }
  return at - start
}

/** The pieces as one message: a large attachment is encoded once, where it stands, and never held as text. */
export function joinedPieces(pieces: readonly Piece[]): Uint8Array {
  const message = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + sizeOf(piece), 0))
  let at = 0
  for (const piece of pieces)
    at += typeof piece === 'string' ? message.write(piece, at) : writeBase64(piece.base64, message, at)
  return message
}

const escaped = (sign: string): string => `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** With the `=` of a soft break 76, which is the most (RFC 2045, 6.7). */
const mostQuoted = 75
/** A line that quoted-printable writes as it is: most are. */
const asItIs = /^(?:[\t -<>-~]{0,74}[!-<>-~])?$/

/** One line in quoted-printable, with soft breaks where it would be too long. */
function quotedLine(line: string): string {
  if (asItIs.test(line)) return line
  const text = Buffer.from(line)
    .toString('latin1')
    .replace(/[^\t -<>-~]|[\t ]$/g, escaped)
  const lines: string[] = []
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + mostQuoted
    // An escape stays whole.
    if (end < text.length) end -= text[end - 1] === '=' ? 1 : text[end - 2] === '=' ? 2 : 0
    lines.push(text.slice(at, end))
  }
  return lines.join('=\r\n')
}

/** ASCII in lines that need no escape; a line with `--` in front might be taken for a boundary. */
const isPlain = (lines: readonly string[]): boolean =>
  lines.every((line) => line.length <= 900 && /^[\t -~]*$/.test(line) && !line.startsWith('--') && !/[\t ]$/.test(line))

/** Text as it is where that is safe, else in the shorter of quoted-printable (readable) and base64. */
export function textBody(text: string): EncodedBody {
  const lines = text.split(/\r\n|\r|\n/)
  if (isPlain(lines)) return { encoding: '7bit', content: lines.join('\r\n') }
  const wire = lines.join('\r\n')
  const beyond = wire.length - wire.replace(/[^\t\r\n -~]/g, '').length
  if (beyond * 6 > wire.length) return base64Body(Buffer.from(wire))
  return { encoding: 'quoted-printable', content: lines.map(quotedLine).join('\r\n') }
}
