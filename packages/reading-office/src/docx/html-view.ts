import type { VettedDocument } from '@chancery/core'
import { corruptDocument } from '@chancery/reading/reading-errors'

/**
 * A Word document's body as plain semantic HTML, by mammoth. For showing, not for finding facts: headers, footers, text
 * boxes and list numbers are not in it. Images outside the file are not fetched.
 * @throws `document_corrupt`
 */
export async function docxToHtml(document: VettedDocument): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(document.bytes) },
      { externalFileAccess: false, includeEmbeddedStyleMap: false },
    )
    return value
  } catch (error) {
    throw corruptDocument('The Word document could not be read.', error)
  }
}
