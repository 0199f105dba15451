import type { DocumentType } from '@chancery/core'

/**
 * Parts that no reader here opens, in the names that their programs give them: libraries, dialogs and settings of OpenOffice
 * and LibreOffice; the drawings of comments and controls in VML, which Office writes like HTML of its time; and what workbooks
 * and presentations hold for the program alone. Word documents are strict but for VML: templates are opened as a whole.
 */
const sideParts =
  /^(?:Basic|Scripts|Dialogs|Configurations2|Thumbnails)\/|\.vml$|^xl\/(?:(?:calcChain|connections)\.xml$|(?:activeX|ctrlProps|externalLinks|pivotCache|pivotTables|queryTables|slicer(?:Cache)?s|theme|timeline(?:Cache)?s)\/)|^ppt\/(?:(?:presProps|viewProps|tableStyles)\.xml$|(?:activeX|handoutMasters|tags|theme)\/)/i

/** Word documents alone have fields that are bound to these. */
const customXml = /^customXml\//i

/**
 * Parts of no use unless something refers to them. One that declares a document type is none: other programs may open it, and
 * build what its entities say.
 */
export const isStrayXml = (name: string, content: Uint8Array): boolean =>
  customXml.test(name) && !/\.rels$/i.test(name) && !doctypes.some((doctype) => Buffer.from(content).includes(doctype))

const [narrow, wide] = (['utf8', 'utf16le'] as const).map((encoding) => Buffer.from('<!DOCTYPE', encoding))
const doctypes = [narrow!, wide!, Buffer.from(wide!).swap16()]

/** @param type of the package */
export const isSidePart = (name: string, type: DocumentType): boolean =>
  sideParts.test(name) || (type !== 'docx' && customXml.test(name))
