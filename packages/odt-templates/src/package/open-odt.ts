import { ChanceryError, type VettedDocument } from '@chancery/core'
import { contentOf, readZip, type ZipEntry } from '@chancery/formats/zip'

/** An opened OpenDocument text (ODF 1.3 part 2: a zip with parts of fixed names). */
export interface OdtPackage {
  readonly entries: ReadonlyMap<string, ZipEntry>
  /** The text of a part; '' where there is none. @throws `document_corrupt` for bytes that are not UTF-8 */
  xml(name: string): string
}

const corrupt = (message: string, cause?: unknown): ChanceryError =>
  new ChanceryError('document_corrupt', message, cause === undefined ? {} : { cause })

/** Signs that no text may hold, and of which some stand for something while a part is filled. */
const noncharacters = /[\ufdd0-\ufdef\ufffe\uffff]/g

/** @throws `unsupported_document` for another type, `document_corrupt` for a broken file */
export function openOdt(document: VettedDocument): OdtPackage {
  if (document.type !== 'odt') {
    throw new ChanceryError('unsupported_document', 'An OpenDocument text (.odt) is wanted.', {
      details: { supported: ['odt'], actual: document.type },
    })
  }
  const entries = readZip(document.bytes)
  const xml = (name: string): string => {
    const entry = entries.get(name)
    if (entry === undefined) return ''
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(contentOf(entry)).replaceAll(noncharacters, '')
    } catch (error) {
      throw corrupt('A part of the document cannot be read.', error)
    }
  }
  if (!entries.has('content.xml')) throw corrupt('The document has no content.')
  return { entries, xml }
}
