import { ChanceryError, type Finding, type VettedDocument } from '@chancery/core'
import { decodeText } from '@chancery/formats/text'

/**
 * The text of a document without its byte order mark, in the encoding that the guard decided on; else UTF-8, and
 * windows-1252 where the bytes are none.
 * @throws `unsupported_document` for what is no text
 */
export function textOfSource({ bytes, charset }: VettedDocument): {
  readonly text: string
  readonly findings: readonly Finding[]
} {
  const { text, isAssumed } = decodeText(bytes, charset)
  return { text: textOnly(text), findings: isAssumed ? [assumed] : [] }
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
