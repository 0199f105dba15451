import type { VettedDocument } from '@chancery/core'

/** The text of a document in the encoding that the guard decided on, without its byte order mark. */
export const decodeText = ({ bytes, charset = 'utf-8' }: VettedDocument): string =>
  new TextDecoder(charset).decode(bytes)
