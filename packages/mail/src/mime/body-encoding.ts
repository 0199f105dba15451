/** A body as it stands in the message: its transfer encoding (RFC 2045, section 6) and its lines. */
export interface EncodedBody {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64'
  readonly content: string
}

/** Base64 in one line. */
export const base64Text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** Base64 in lines of 76 characters. */
export const base64Body = (bytes: Uint8Array): EncodedBody => ({
  encoding: 'base64',
  content: base64Text(bytes).replace(/.{76}(?=.)/g, '$&\r\n'),
})

const hex = (byte: number): string => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** One line in quoted-printable, with soft breaks so that none is longer than 76 (RFC 2045, 6.7). */
function quotedLine(line: string): string {
  const bytes = Buffer.from(line)
  const last = bytes.length - 1
  let text = ''
  let used = 0
  for (const [index, byte] of bytes.entries()) {
    const blank = byte === 0x20 || byte === 0x09
    const plain = (byte > 0x20 && byte < 0x7f && byte !== 0x3d) || (blank && index < last)
    const written = plain ? String.fromCharCode(byte) : hex(byte)
    if (used + written.length > 75) {
      text += '=\r\n'
      used = 0
    }
    text += written
    used += written.length
  }
  return text
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
