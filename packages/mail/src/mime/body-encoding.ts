/** A body as it stands in the message: its transfer encoding (RFC 2045, section 6) and its lines. */
export interface EncodedBody {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64'
  readonly content: Piece
}

/** Waited for between steps of some ms: a text, or an attachment, may have megabytes. */
export type Turn = () => Promise<void>

/** A stretch of a message: text, or bytes to be written in base64. */
export type Piece = string | { readonly base64: Uint8Array }

/** Base64 in one line. */
export const base64Text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** Base64 in lines of 76 characters, written when its place in the message is there. */
export const base64Body = (bytes: Uint8Array): EncodedBody => ({ encoding: 'base64', content: { base64: bytes } })

/** Of base64: bytes of a line, and characters. */
const line = { bytes: 57, characters: 76 }
/** Bytes in base64, and UTF-16 units of text, that are written in one step. */
const [stepBytes, stepUnits] = [line.bytes * 4096, 64 * 1024]
const alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const [padding, cr, lf] = [0x3d, 0x0d, 0x0a]

function sizeOf(piece: Piece): number {
  if (typeof piece === 'string') return Buffer.byteLength(piece)
  const characters = Math.ceil(piece.base64.length / 3) * 4
  return characters + 2 * Math.max(0, Math.ceil(characters / line.characters) - 1)
}

/**
 * RFC 2045, 6.8, straight into its place: by Node's own encoder an attachment would be a string of its own size first.
 * @param from the beginning of a line
 */
function writeBase64(bytes: Uint8Array, from: number, until: number, into: Uint8Array, start: number): number {
  let at = start
  for (let next = from; next < until; next += 3) {
    if (next > 0 && next % line.bytes === 0) {
      into[at++] = cr
      into[at++] = lf
    }
    const second = bytes[next + 1]
    const third = bytes[next + 2]
    const bits = ((bytes[next] ?? 0) << 16) | ((second ?? 0) << 8) | (third ?? 0)
    into[at++] = alphabet[bits >> 18] ?? padding
    into[at++] = alphabet[(bits >> 12) & 63] ?? padding
    into[at++] = second === undefined ? padding : (alphabet[(bits >> 6) & 63] ?? padding)
    into[at++] = third === undefined ? padding : (alphabet[bits & 63] ?? padding)
  }
  return at
}

/** The pieces as one message: a large attachment is encoded once, where it stands, and never held as text. */
export async function joinedPieces(pieces: readonly Piece[], turn: Turn): Promise<Uint8Array> {
  const message = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + sizeOf(piece), 0))
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      at += message.write(piece, at)
      continue
    }
    const { base64: bytes } = piece
    for (let from = 0; from < bytes.length; from += stepBytes) {
      at = writeBase64(bytes, from, Math.min(bytes.length, from + stepBytes), message, at)
      await turn()
    }
  }
  return message
}

const escapes = Array.from({ length: 256 }, (_, code) => `=${code.toString(16).toUpperCase().padStart(2, '0')}`)
const escaped = (sign: string): string => escapes[sign.charCodeAt(0)] ?? sign

/** With the `=` of a soft break 76, which is the most (RFC 2045, 6.7). */
const mostQuoted = 75
/** A line that quoted-printable writes as it is: most are. */
const asItIs = /^(?:[\t -<>-~]{0,74}[!-<>-~])?$/

/** Takes full lines off a text that is escaped. @returns what is left: an escape stays whole */
function brokenOff(text: string, lines: string[]): string {
  let at = 0
  while (text.length - at > mostQuoted) {
    const end = at + mostQuoted
    const whole = end - (text[end - 1] === '=' ? 1 : text[end - 2] === '=' ? 2 : 0)
    lines.push(text.slice(at, whole))
    at = whole
  }
  return text.slice(at)
}

/** One line in quoted-printable, with soft breaks where it would be too long. */
function quotedLine(line: string): string {
  if (asItIs.test(line)) return line
  const text = Buffer.from(line).toString('latin1')
  const lines: string[] = []
  const last = brokenOff(text.replace(/[^\t -<>-~]|[\t ]$/g, escaped), lines)
  return [...lines, last].join('=\r\n')
}

/** The same for one of megabytes. */
async function quotedInTurns(line: string, turn: Turn): Promise<string> {
  const bytes = Buffer.from(line)
  const lines: string[] = []
  let last = ''
  for (let from = 0; from < bytes.length; from += stepUnits) {
    const text = bytes.toString('latin1', from, from + stepUnits)
    const special = from + stepUnits < bytes.length ? /[^\t -<>-~]/g : /[^\t -<>-~]|[\t ]$/g
    last = brokenOff(last + text.replace(special, escaped), lines)
    await turn()
  }
  lines.push(last)
  return lines.join('=\r\n')
}

/** ASCII in lines that need no escape; a line with `--` in front might be taken for a boundary. */
const isPlain = (lines: readonly string[]): boolean =>
  lines.every((line) => line.length <= 900 && /^[\t -~]*$/.test(line) && !line.startsWith('--') && !/[\t ]$/.test(line))

/** The lines of a text, some 64 thousand units of them at a time, or one that is longer. */
function* linesOf(text: string): Generator<readonly string[]> {
  const lineEnd = /\r\n|\r|\n/g
  let start = 0
  for (;;) {
    const least = start + stepUnits
    // Not within CRLF.
    lineEnd.lastIndex = text[least] === '\n' && text[least - 1] === '\r' ? least - 1 : least
    const found = lineEnd.exec(text)
    yield text.slice(start, found?.index).split(/\r\n|\r|\n/)
    if (found === null) return
    start = found.index + found[0].length
  }
}

/** Text as it is where that is safe, else in the shorter of quoted-printable (readable) and base64. */
export async function textBody(text: string, turn: Turn): Promise<EncodedBody> {
  const stretches: (readonly string[])[] = []
  let isSafe = true
  let [units, beyond] = [0, 0]
  for (const lines of linesOf(text)) {
    stretches.push(lines)
    isSafe &&= isPlain(lines)
    if (!isSafe) {
      const wire = joinedLines(lines)
      units += wire.length
      beyond += wire.length - wire.replace(/[^\t\r\n -~]/g, '').length
    } else units += lines.reduce((sum, { length }) => sum + length, 2 * (lines.length - 1))
    await turn()
  }
  units += 2 * (stretches.length - 1)
  if (isSafe) return { encoding: '7bit', content: joinedLines(stretches.map(joinedLines)) }
  if (beyond * 6 > units) return base64Body(Buffer.from(joinedLines(stretches.map(joinedLines))))
  const quoted: string[] = []
  for (const stretch of stretches) {
    const lines: string[] = []
    for (const each of stretch) lines.push(each.length > stepUnits ? await quotedInTurns(each, turn) : quotedLine(each))
    quoted.push(joinedLines(lines))
    await turn()
  }
  return { encoding: 'quoted-printable', content: joinedLines(quoted) }
}

const joinedLines = (lines: readonly string[]): string => lines.join('\r\n')
