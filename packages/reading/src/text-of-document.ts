import type { VettedDocument } from '@chancery/core'
import { decodeText } from '@chancery/formats/text'

/** The text of a text document, in the encoding that was decided on when it was vetted, else the one it declares. */
export const textOfDocument = (
  { bytes, charset }: Pick<VettedDocument, 'bytes' | 'charset'>,
  declared?: string,
): string => decodeText(bytes, charset, declared).text
