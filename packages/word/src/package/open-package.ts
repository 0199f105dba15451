import { ChanceryError, type VettedDocument } from '@chancery/core'
import { attribute, scanXml } from './scan-xml.ts'
import { withUsualPrefixes } from './usual-prefixes.ts'
import { contentOf, readZip, type ZipEntry } from './zip-archive.ts'

/** An opened Word file: its entries, and the types and relations that tell what they are. */
export interface WordPackage {
  /** By part name. */
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly mainPart: string
  /** Content type by part name. */
  readonly types: ReadonlyMap<string, string>
  /**
   * The text of an entry, decoded as UTF-8 (or UTF-16 by its mark), in the prefixes that Word writes.
   * @throws `document_corrupt`.
   */
  xml(name: string): string
  readonly names: readonly string[]
}

/** A relation of a part: its id, what it leads to, and whether that lies outside the file. */
export interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly isExternal: boolean
}

const mainTypes =
  /(?:wordprocessingml\.(?:document|template)|ms-word\.(?:document|template)\.macroEnabled(?:Template)?)\.main\+xml$/i

const corrupt = (message: string, cause?: unknown): ChanceryError =>
  new ChanceryError('document_corrupt', message, cause === undefined ? {} : { cause })

/**
 * Opens a Word file.
 * @throws `unsupported_document` for another type, `document_corrupt` for a broken file or one without a main part.
 */
export function openPackage(document: VettedDocument): WordPackage {
  if (document.type !== 'docx') {
    throw new ChanceryError('unsupported_document', 'A Word document (.docx) is wanted.', {
      details: { supported: ['docx'], actual: document.type },
    })
  }
  const entries = readZip(document.bytes)
  const xml = (name: string): string => {
    const entry = entries.get(name)
    if (entry === undefined) throw corrupt('A part of the document is missing.')
    const content = contentOf(entry)
    try {
      return withUsualPrefixes(withoutNoncharacters(decode(content)))
    } catch (error) {
      throw corrupt('A part of the document cannot be read.', error)
    }
  }
  const names = [...entries.keys()]
  const types = contentTypesOf(xml('[Content_Types].xml'), names)
  const mainPart = names.find((name) => mainTypes.test(types.get(name) ?? ''))
  if (mainPart === undefined) throw corrupt('The document has no main part.')
  return { entries, mainPart, types, xml, names }
}

/** No XML may hold these two, and the marks of what is put in are made of them. */
const withoutNoncharacters = (text: string): string =>
  text.includes('\ufffe') || text.includes('\uffff') ? text.replaceAll(/[\ufffe\uffff]/g, '') : text

function decode(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  const label = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(label, { fatal: true }).decode(bytes)
}

function contentTypesOf(xml: string, names: readonly string[]): ReadonlyMap<string, string> {
  const byEnding = new Map<string, string>()
  const byName = new Map<string, string>()
  scanXml(xml, {
    open(name, attributes) {
      const type = attribute(attributes, 'ContentType') ?? ''
      if (name.endsWith('Default')) byEnding.set((attribute(attributes, 'Extension') ?? '').toLowerCase(), type)
      if (name.endsWith('Override')) byName.set((attribute(attributes, 'PartName') ?? '').replace(/^\//, ''), type)
    },
    close() {},
  })
  return new Map(
    names.map((name) => [
      name,
      byName.get(name) ?? byEnding.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? '',
    ]),
  )
}

/** The part that holds the relations of another. */
export const relationsPart = (part: string): string => {
  const slash = part.lastIndexOf('/') + 1
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
}

/** The relations of a part; none where it has none. Targets are part names. */
export function relationsOf({ entries, xml }: WordPackage, part: string): readonly Relation[] {
  const slash = part.lastIndexOf('/') + 1
  const name = relationsPart(part)
  if (!entries.has(name)) return []
  const relations: Relation[] = []
  scanXml(xml(name), {
    open(element, attributes) {
      if (!element.endsWith('Relationship')) return
      const target = attribute(attributes, 'Target') ?? ''
      const isExternal = attribute(attributes, 'TargetMode') === 'External'
      relations.push({
        id: attribute(attributes, 'Id') ?? '',
        type: attribute(attributes, 'Type') ?? '',
        target: isExternal ? target : partName(part.slice(0, slash), target),
        isExternal,
      })
    },
    close() {},
  })
  return relations
}

/** Resolves a relative target against the folder of its part. */
function partName(folder: string, target: string): string {
  const segments: string[] = []
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}
