import { ChanceryError, type PartFault, type VettedDocument } from '@chancery/core'
import { relationshipsPart, targetPart } from '@chancery/formats/opc'
import { contentOf, readZip, stored, type ZipEntry } from '@chancery/formats/zip'
import { attribute, scanXml } from '../xml/scan-xml.ts'
import { withUsualNotation } from './usual-notation.ts'
import { withUsualPrefixes } from './usual-prefixes.ts'
import { usualType } from './usual-type.ts'

/** An opened Word file: its entries, and the types and relations that tell what they are. */
export interface WordPackage {
  /** By part name. */
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly mainPart: string
  /** Content type by part name. */
  readonly types: ReadonlyMap<string, string>
  /**
   * The text of an entry, decoded as UTF-8 (or UTF-16 by its mark), in the prefixes and the notation that Word writes.
   * @throws `document_corrupt`.
   */
  xml(name: string): string
  readonly names: readonly string[]
  /** Absent where the file is whole. */
  readonly damage?: PackageDamage
}

/** What keeps a file from being opened, and can be told all the same. */
export interface PackageDamage {
  /** Of parts that end where they stopped being XML. */
  readonly faults: readonly PartFault[]
  /** Parts that no file can do without. In `entries` they are empty. */
  readonly missing: ReadonlySet<string>
  /** Whether nothing says which part is the main one, and it goes by its name. */
  readonly isMainUnnamed: boolean
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
  const file = openDamaged(document)
  if (file.damage === undefined) return file
  throw corrupt(
    file.damage.faults.length > 0
      ? 'A part of the document is no well-formed XML.'
      : `The document has no ${file.damage.missing.has(contentTypes) ? 'content types' : 'main part'}.`,
  )
}

/**
 * Opens a Word file as far as it can be read, to tell what is wrong with it.
 * @throws `unsupported_document` for another type, `document_corrupt` for what is no archive, or cannot be unpacked.
 */
export function openDamaged(document: VettedDocument): WordPackage {
  if (document.type !== 'docx') {
    throw new ChanceryError('unsupported_document', 'A Word document (.docx) is wanted.', {
      details: { supported: ['docx'], actual: document.type },
    })
  }
  const entries = new Map(readZip(document.bytes))
  const { faults = [] } = document
  const missing = new Set<string>()
  const need = (name: string): void => {
    if (entries.has(name)) return
    entries.set(name, stored(name, new Uint8Array()))
    missing.add(name)
  }
  // Several look at the same part, one after the other; nobody needs its text for as long as a template is kept.
  const read = new Map<string, WeakRef<{ readonly text: string }>>()
  const xml = (name: string): string => {
    const known = read.get(name)?.deref()
    if (known !== undefined) return known.text
    const entry = entries.get(name)
    if (entry === undefined) throw corrupt('A part of the document is missing.')
    const content = contentOf(entry)
    try {
      const text = withUsualPrefixes(withUsualNotation(withoutNoncharacters(decode(content))))
      read.set(name, new WeakRef({ text }))
      return text
    } catch (error) {
      throw corrupt('A part of the document cannot be read.', error)
    }
  }
  need(contentTypes)
  const isListed = !missing.has(contentTypes) && faults.every(({ part }) => part !== contentTypes)
  const typeOf = typesIn(xml(contentTypes), isListed ? () => '' : usualType)
  const listed = [...typeOf.named].find(([, type]) => mainTypes.test(type))?.[0]
  const named = [...entries.keys()].find((name) => mainTypes.test(typeOf.of(name))) ?? listed
  const mainPart = named ?? mainTargetOf({ entries, xml }) ?? mainName
  need(mainPart)
  const names = [...entries.keys()]
  const types = new Map(names.map((name) => [name, typeOf.of(name)]))
  const isMainUnnamed = named === undefined
  const isWhole = faults.length === 0 && missing.size === 0 && !isMainUnnamed
  return {
    entries,
    mainPart,
    types,
    xml,
    names,
    ...(isWhole ? {} : { damage: { faults, missing, isMainUnnamed } }),
  }
}

const contentTypes = '[Content_Types].xml'
/** What Word and most others call the main part. */
const mainName = 'word/document.xml'

/** What the package as a whole leads to as its document. */
const mainTargetOf = (file: Pick<WordPackage, 'entries' | 'xml'>): string | undefined =>
  relationsOf(file, '').find(({ type, isExternal }) => !isExternal && type.endsWith('/officeDocument'))?.target

/** No XML may hold these two, and the marks of what is put in are made of them. */
const withoutNoncharacters = (text: string): string =>
  text.includes('\ufffe') || text.includes('\uffff') ? text.replaceAll(/[\ufffe\uffff]/g, '') : text

function decode(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  const label = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(label, { fatal: true }).decode(bytes)
}

/** The types that a list of them gives. @param otherwise for a part that the list does not name itself */
function typesIn(
  xml: string,
  otherwise: (name: string) => string,
): { readonly named: ReadonlyMap<string, string>; of(name: string): string } {
  const byEnding = new Map<string, string>()
  const named = new Map<string, string>()
  scanXml(xml, {
    open(name, attributes) {
      const type = attribute(attributes, 'ContentType') ?? ''
      if (name.endsWith('Default')) byEnding.set((attribute(attributes, 'Extension') ?? '').toLowerCase(), type)
      if (name.endsWith('Override')) named.set((attribute(attributes, 'PartName') ?? '').replace(/^\//, ''), type)
    },
    close() {},
  })
  const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return {
    named,
    of: (name) => named.get(name) ?? (otherwise(name) || (byEnding.get(endingOf(name)) ?? '')),
  }
}

/** The part that the main one relates to by a type such as `styles`: others, such as the glossary, have theirs. */
export function mainRelation(file: WordPackage, type: string): string | undefined {
  const found = relationsOf(file, file.mainPart).find(
    (relation) => relation.type.endsWith(`/${type}`) && !relation.isExternal,
  )
  return found !== undefined && file.entries.has(found.target) ? found.target : undefined
}

/** The relations of a part; none where it has none. Targets are part names. */
export function relationsOf({ entries, xml }: Pick<WordPackage, 'entries' | 'xml'>, part: string): readonly Relation[] {
  const name = relationshipsPart(part)
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
        target: isExternal ? target : targetPart(part, target),
        isExternal,
      })
    },
    close() {},
  })
  return relations
}
