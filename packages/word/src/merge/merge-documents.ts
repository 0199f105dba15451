import { ChanceryError, largestOf, nextTurn, throwIfCancelled, type VettedDocument } from '@chancery/core'
import { largestIdIn } from '../xml/renew-ids.ts'
import { openPackage, relationsOf, type WordPackage } from '../package/open-package.ts'
import { bodyOf, type DocumentBody } from './body-of.ts'
import { MergedNotes } from './merged-notes.ts'
import { MergedPackage } from './merged-package.ts'
import { MergedStyles } from './merged-styles.ts'
import { FreshIds, type IdsOfDocument, renameBookmarks, withOwnIds } from './own-ids.ts'
import { type DocumentLists, listsOfStyles, MergedNumbering } from './own-numbering.ts'
import { type Furniture, SectionProperties } from './section-properties.ts'

const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Characters of the main part: what a string, and the programs that open the document, can hold. */
const maxCharacters = 200_000_000

/** What `fill` wrote, opened again. */
const opened = (bytes: Uint8Array): WordPackage =>
  openPackage({ bytes, type: 'docx', contentType, findings: [] } as unknown as VettedDocument)

/** The part that the main part leads to by a relation of a kind. */
const partOf = (file: WordPackage, kind: string): string | undefined =>
  relationsOf(file, file.mainPart).find(({ type, isExternal }) => !isExternal && type.endsWith(`/${kind}`))?.target

const xmlOf = (file: WordPackage, part: string | undefined): string | undefined =>
  part === undefined || !file.entries.has(part) ? undefined : file.xml(part)

const isEqualPart = (a: WordPackage, b: WordPackage, part: string): boolean => {
  const [one, other] = [a.entries.get(part), b.entries.get(part)]
  return one !== undefined && one.crc32 === other?.crc32 && one.size === other.size
}

/**
 * Documents of one template as one: each begins on a page of its own, its pages, lists and notes counted anew, its headers
 * and footers kept. Styles, settings and properties are the first one's; parts that are equal (pictures, headers without
 * tags) are there once. Linear in the documents' bytes.
 * @throws `document_corrupt`, `payload_too_large`
 */
export async function mergeDocuments(
  documents: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array; readonly contentType: string }> {
  const [first] = documents
  if (first === undefined) throw new ChanceryError('invalid_request', 'There is no document to merge.')
  if (documents.length === 1) return { bytes: first, contentType }
  const merge = new Merge(opened(first))
  for (const [index, bytes] of documents.entries()) {
    // A pause, so that a caller who has left is noticed.
    if (index % 64 === 63) await nextTurn()
    throwIfCancelled(signal)
    merge.add(index === 0 ? merge.base : opened(bytes), index === documents.length - 1)
  }
  return { bytes: merge.finish(), contentType }
}

type NoteKind = 'footnote' | 'endnote' | 'comment'
const noteKinds: readonly NoteKind[] = ['footnote', 'endnote', 'comment']

/** Notes of a kind, and the part that has them. */
interface NotePart {
  readonly part: string
  readonly notes: MergedNotes
}

class Merge {
  readonly base: WordPackage
  private readonly merged: MergedPackage
  private readonly ids: FreshIds
  private readonly main: DocumentBody
  private numbering: { readonly part: string; readonly lists: MergedNumbering } | undefined
  private readonly styles: MergedStyles | undefined
  private readonly styleLists: ReadonlyMap<string, string>
  private readonly notes: Map<NoteKind, NotePart>
  private readonly namespaces = new Map<string, string>()
  private readonly pieces: string[] = []
  private characters = 0
  private count = 0
  /** The headers and footers that a section so far has, and that a later one without its own would inherit. */
  private readonly inherited = new Set<Furniture>()
  /** Relations to an empty header and an empty footer. */
  private readonly blanks = new Map<string, string>()

  constructor(base: WordPackage) {
    this.base = base
    this.merged = new MergedPackage(base)
    const main = base.xml(base.mainPart)
    this.main = bodyOf(main)
    const numbering = partOf(base, 'numbering')
    const lists = xmlOf(base, numbering)
    if (numbering !== undefined && lists !== undefined) {
      this.numbering = { part: numbering, lists: new MergedNumbering(lists) }
    }
    const styles = xmlOf(base, partOf(base, 'styles'))
    this.styles = styles === undefined ? undefined : new MergedStyles(styles)
    this.styleLists = listsOfStyles(styles ?? '')
    this.notes = new Map(
      noteKinds.flatMap((kind) => {
        const part = partOf(base, `${kind}s`)
        const xml = xmlOf(base, part)
        return part === undefined || xml === undefined
          ? []
          : [[kind, { part, notes: new MergedNotes(xml, `w:${kind}`) }] as const]
      }),
    )
    const furniture = base.names.filter((name) => /\.(?:header|footer)\+xml$/.test(base.types.get(name) ?? ''))
    this.ids = new FreshIds(
      Math.max(largestIdIn(main), largestOf(furniture.map((name) => largestIdIn(base.xml(name))))),
    )
  }

  /** @throws `document_corrupt`, `payload_too_large` */
  add(file: WordPackage, isLast: boolean): void {
    const document = ++this.count
    const isFirst = document === 1
    const body = isFirst ? this.main : bodyOf(file.xml(file.mainPart))
    const lists = this.listsOf(file)
    const noteIds = new Map<NoteKind, ReadonlyMap<string, string>>()
    const own: IdsOfDocument = {
      ids: this.ids,
      document,
      listFor: (id) => lists?.listFor(id) ?? id,
      noteFor: (kind, id) => noteIds.get(kind)?.get(id) ?? id,
      commentFor: (id) => noteIds.get('comment')?.get(id) ?? id,
      bookmarks: new Map(),
    }
    renameBookmarks(body.blocks, own)
    let relations: ReadonlyMap<string, string> = new Map()
    if (!isFirst) {
      const adopted = new Map<string, string>()
      relations = this.merged.adoptRelations(file, file.mainPart, this.base.mainPart, adopted, this.withOwnDrawings)
      this.addNotes(file, own, noteIds, adopted)
      this.addStyles(file)
      this.addNamespaces(body.before)
    }
    const whole = this.withSections(body, isFirst, isLast)
    this.push(withOwnIds(isFirst || lists === undefined ? whole : this.withStyleLists(whole, lists), own, relations))
  }

  finish(): Uint8Array {
    const before = this.main.before.replace(/<w:document\b/, (tag) =>
      [tag, ...[...this.namespaces].map(([name, value]) => `${name}="${value}"`)].join(' '),
    )
    this.merged.put(this.base.mainPart, [before, ...this.pieces, this.main.after].join(''))
    const changed: readonly (readonly [string | undefined, string | undefined])[] = [
      [this.numbering?.part, this.numbering?.lists.changed()],
      [partOf(this.base, 'styles'), this.styles?.changed()],
      ...[...this.notes.values()].map(({ part, notes }) => [part, notes.changed()] as const),
    ]
    for (const [part, xml] of changed) if (part !== undefined && xml !== undefined) this.merged.put(part, xml)
    return this.merged.bytes()
  }

  /** The body with what its sections need to stand among others; the last section's properties in its last paragraph. */
  private withSections(body: DocumentBody, isFirst: boolean, isLast: boolean): string {
    const sections = [...body.inner.map(({ start, end }) => body.blocks.slice(start, end)), body.section].map(
      (xml) => new SectionProperties(xml),
    )
    const [first] = sections
    const furniture = new Set(sections.flatMap((section) => section.furniture()))
    if (first !== undefined && !isFirst) {
      first.beginOnNewPage()
      first.restartPages()
      const own = new Set(first.furniture())
      for (const each of this.inherited) if (!own.has(each)) first.addFurniture(each, this.blank(each))
    }
    if (first !== undefined && sections.length === 1) {
      for (const kind of ['footnote', 'endnote'] as const) if (this.notes.has(kind)) first.restartNotes(kind)
    }
    for (const each of furniture) this.inherited.add(each)
    const { blocks, breakAt } = body
    const pieces: string[] = []
    let at = 0
    for (const [index, { start, end }] of body.inner.entries()) {
      pieces.push(blocks.slice(at, start), String(sections[index]))
      at = end
    }
    const last = String(sections.at(-1))
    if (isLast) pieces.push(blocks.slice(at), last)
    else if (breakAt === undefined) pieces.push(blocks.slice(at), breakParagraph(last))
    else {
      const properties = breakAt.isInProperties ? last : `<w:pPr>${last}</w:pPr>`
      pieces.push(blocks.slice(at, breakAt.offset), properties, blocks.slice(breakAt.offset))
    }
    return pieces.join('')
  }

  private blank(furniture: Furniture): string {
    const kind = furniture.startsWith('header') ? 'header' : 'footer'
    const known = this.blanks.get(kind)
    if (known !== undefined) return known
    const element = kind === 'header' ? 'hdr' : 'ftr'
    const target = this.merged.add(
      `word/${kind}Blank.xml`,
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${element} xmlns:w="${wordNamespace}"><w:p/></w:${element}>`,
      `${wordType}.${kind}+xml`,
    )
    const id = this.mainRelations().add({ type: `${officeRelation}/${kind}`, target, isExternal: false })
    this.blanks.set(kind, id)
    return id
  }

  private mainRelations() {
    return this.merged.relationsOf(this.base.mainPart)
  }

  private readonly withOwnDrawings = (xml: string): string =>
    xml.replaceAll(
      /(<wp:docPr\b[^>]*?\sid=")[^"]*(")/g,
      (_, before: string, after: string) => before + this.ids.id() + after,
    )

  private listsOf(file: WordPackage): DocumentLists | undefined {
    const part = partOf(file, 'numbering')
    const xml = xmlOf(file, part)
    if (part === undefined || xml === undefined) return undefined
    if (this.numbering === undefined) {
      const target = this.merged.add('word/numbering.xml', '', `${wordType}.numbering+xml`)
      this.mainRelations().add({ type: `${officeRelation}/numbering`, target, isExternal: false })
      const empty = xml.replace(/(<w:numbering\b[^>]*>)[^]*$/, '$1</w:numbering>')
      this.merged.put(target, empty)
      this.numbering = { part: target, lists: new MergedNumbering(empty) }
    }
    return this.numbering.lists.document(isEqualPart(this.base, file, part) ? undefined : xml)
  }

  private addNotes(
    file: WordPackage,
    own: IdsOfDocument,
    noteIds: Map<NoteKind, ReadonlyMap<string, string>>,
    adopted: Map<string, string>,
  ): void {
    for (const kind of noteKinds) {
      const part = partOf(file, `${kind}s`)
      const xml = xmlOf(file, part)
      if (part === undefined || xml === undefined) continue
      const known = this.notes.get(kind)
      if (known === undefined) {
        // The first document with such notes has brought the part itself.
        this.notes.set(kind, { part: adopted.get(part) ?? part, notes: new MergedNotes(xml, `w:${kind}`) })
        continue
      }
      const { ids, notes } = known.notes.document(xml)
      noteIds.set(kind, ids)
      if (notes.length === 0) continue
      const relations = this.merged.adoptRelations(file, part, known.part, adopted, this.withOwnDrawings)
      for (const note of notes) known.notes.add(note, ids, (text) => withOwnIds(text, own, relations))
    }
  }

  private addStyles(file: WordPackage): void {
    const part = partOf(file, 'styles')
    if (part !== undefined && !isEqualPart(this.base, file, part)) this.styles?.add(xmlOf(file, part) ?? '')
  }

  /** Prefixes that only a later document declares. */
  private addNamespaces(before: string): void {
    if (before === this.main.before) return
    for (const [, name = '', value = ''] of before.matchAll(/\s(xmlns:[\w.-]+)="([^"]*)"/g)) {
      if (!this.main.before.includes(`${name}=`)) this.namespaces.set(name, value)
    }
  }

  /** Paragraphs that a style numbers, with the list of this document instead. */
  private withStyleLists(blocks: string, lists: DocumentLists): string {
    if (this.styleLists.size === 0) return blocks
    return blocks.replaceAll(styled, (found: string, style: string, at: number) => {
      const list = this.styleLists.get(style)
      if (list === undefined || lists.listFor(list) === list || blocks.startsWith('<w:numPr', at + found.length))
        return found
      return `${found}<w:numPr><w:ilvl w:val="${lists.levelOf(list, style)}"/><w:numId w:val="${list}"/></w:numPr>`
    })
  }

  private push(xml: string): void {
    this.characters += xml.length
    if (this.characters > maxCharacters) {
      throw new ChanceryError('payload_too_large', 'The merged document would be too large.', {
        details: { what: 'characters of the merged document', limit: maxCharacters },
      })
    }
    this.pieces.push(xml)
  }
}

/** A paragraph's style, and what stands between it and the paragraph's list (17.3.1.26). */
const styled =
  /<w:pStyle\b[^>]*?\bw:val="([^"]*)"\s*\/>(?:<w:(?:keepNext|keepLines|pageBreakBefore|framePr|widowControl)\b[^>]*\/>)*/g

/** Ends a section behind a table, as small as Word allows. */
const breakParagraph = (section: string): string =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr>${section}</w:pPr></w:p>`
