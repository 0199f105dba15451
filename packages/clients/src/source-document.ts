import { ChanceryError, type DocumentType, type VettedDocument } from '@chancery/core'

/** The document of a file source. @throws `unsupported_document` where it is of a type that the source cannot read. */
export function sourceDocument(document: VettedDocument | undefined, types: readonly DocumentType[]): VettedDocument {
  if (document !== undefined && types.includes(document.type)) return document
  throw new ChanceryError('unsupported_document', refusal(document, types), {
    details: { type: document?.type ?? 'none', supported: types },
  })
}

function refusal(document: VettedDocument | undefined, types: readonly DocumentType[]): string {
  if (document === undefined) return 'This source reads a document, and there is none.'
  const read = types.filter((type) => type !== 'unknown').join(', ')
  return isFlatOpenDocument(document)
    ? `This source reads ${read}; this is a flat OpenDocument file (.fods): save it as .ods.`
    : `This source reads ${read}; this is of the type ${document.type}${hintOf(document.type)}.`
}

/** Types that a source of their own reads, which has their name. */
const withOwnSource: ReadonlySet<DocumentType> = new Set(['csv', 'tsv', 'xlsx', 'xls', 'ods', 'json', 'vcard'])

const hintOf = (type: DocumentType): string =>
  withOwnSource.has(type) ? `, which \`"provider": "${type}"\` reads` : ''

const isFlatOpenDocument = ({ type, bytes }: VettedDocument): boolean =>
  type === 'xml' && /<office:document[\s>]/.test(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))
