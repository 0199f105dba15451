import type { DocumentType } from '@chancery/core'
import { corrupt } from '../refusal.ts'
import { isSidePart } from './side-parts.ts'
import { attributesOf } from '../xml/xml-attributes.ts'

/** What the relationships and content types of a package say of its parts (OPC, ECMA-376 part 2). */
export interface PackageReferences {
  /** Kinds of what it points at outside of itself; hyperlinks are text, and not among them. */
  readonly external: Set<string>
  /** Last names, in lower case, of parts that are said to be XML: a parser will read them as such. */
  readonly xml: Set<string>
}

const element = /<(?:[\w.-]{1,32}:)?(?:Relationship|Override)\s((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g

/** Relationships whose targets readers of documents parse; other targets are pictures, fonts, objects. */
const xmlKinds = new Set(
  `officeDocument styles stylesWithEffects numbering footnotes endnotes comments commentsExtended people header footer
  settings webSettings fontTable glossaryDocument worksheet chartsheet dialogsheet sharedStrings table drawing
  slide slideLayout slideMaster notesSlide notesMaster chart chartUserShapes diagramData
  diagramDrawing diagramLayout core-properties extended-properties custom-properties customXml customXmlProps
  threadedComment`.split(/\s+/),
)

const longestKind = 64

/** Reads a `.rels` part or `[Content_Types].xml` of a package of a type, already scanned, into `references`. */
export function noteReferences(content: Uint8Array, references: PackageReferences, packageType: DocumentType): void {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')
  for (const [, inside = ''] of text.matchAll(element)) {
    const values = attributesOf(inside)
    const type = values['Type'] ?? ''
    const kind = type.slice(Math.max(type.lastIndexOf('/') + 1, type.length - longestKind))
    if (values['TargetMode'] === 'External') {
      if (kind !== 'hyperlink') references.external.add(/^[\w-]+$/.test(kind) ? kind : 'other')
      continue
    }
    // Character references would let a name be written so that only a parser reads it.
    if (inside.includes('&#')) throw corrupt('A reference between parts is written in an odd way.')
    const part = values['PartName']?.replace(/^\//, '') ?? ''
    // A side part is called XML and opened by nobody, unless it is said to be the document itself.
    if (isSidePart(part, packageType) && !/\.main(?:\+xml)?$/i.test(values['ContentType'] ?? '')) continue
    const isRead = xmlKinds.has(kind) && !(kind.startsWith('customXml') && isSidePart('customXml/', packageType))
    const target = values['PartName'] ?? (isRead ? values['Target'] : undefined)
    const isXml = values['ContentType'] === undefined || /[+/]xml$/i.test(values['ContentType'])
    if (target !== undefined && isXml) references.xml.add(lastName(target))
  }
}

/** The last name of a part or target, as it is compared: without case, `\` like `/`. */
export const lastName = (path: string): string => {
  const plain = path.replaceAll('\\', '/').toLowerCase()
  return plain.slice(plain.lastIndexOf('/') + 1)
}
