import { ChanceryError, type Finding, type VettedDocument } from '@chancery/core'

/**
 * The text of a document without its byte order mark, in the encoding that the guard decided on; else UTF-8, and
 * windows-1252 where the bytes are none.
 */
export function decodeText({ bytes, charset }: VettedDocument): {
  readonly text: string
  readonly findings: readonly Finding[]
} {
  if (charset !== undefined) return { text: textOnly(decoderOf(charset).decode(bytes)), findings: [] }
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return { text: textOnly(new TextDecoder(marked, { fatal: marked === 'utf-8' }).decode(bytes)), findings: [] }
  } catch (error) {
    if (ChanceryError.is(error)) throw error
    return { text: textOnly(new TextDecoder('windows-1252').decode(bytes)), findings: [assumed] }
  }
}

function decoderOf(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset)
  } catch (cause) {
    throw new ChanceryError('unsupported_document', 'The encoding of the document is not known.', { cause })
  }
}

/** A share of control characters that no slip of an export explains: the bytes are no text. */
function textOnly(text: string): string {
  const head = text.slice(0, 10_000)
  // oxlint-disable-next-line no-control-regex -- these are what is counted.
  const controls = head.match(/[\u0000-\u0008\u000e-\u001a]/g)?.length ?? 0
  if (controls * 50 <= head.length) return text
  throw new ChanceryError('unsupported_document', 'The document is not a text.')
}

const assumed: Finding = {
  code: 'encoding_assumed',
  severity: 'warning',
  message: 'The text is not UTF-8; it was read as windows-1252.',
  hint: 'If letters look wrong, save the file as UTF-8.',
}
