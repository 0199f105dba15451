import type { BlockType } from '@chancery/core'
import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { corruptDocument, stopIfAborted } from '../reading-errors.ts'
import { ListNumberings } from './list-numbering.ts'
import { PackageParts, type Relationship } from './package-parts.ts'
import { StoryWalker, type Story } from './story-walker.ts'
import { StyleSheet } from './style-sheet.ts'
import { childrenOf, descend, textOf, valueOf, type XmlElement } from './xml-tree.ts'

type NoteKind = Parameters<Story['reference']>[0]

/**
 * Word documents by a walk over the package's own XML: headers, body, notes, comments, footers, in this order. No text
 * that is there once all changes are accepted is lost.
 */
export const docxReader: Reader = {
  paged: false,
  async read(document, _request, { limits, signal }) {
    const parts = new PackageParts(document.bytes, limits)
    const main = parts.relationships('').find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml'
    const body = descend(parts.xml(main), 'w:body')
    if (body === undefined) throw corruptDocument('The package has no Word document in it.')
    stopIfAborted(signal)
    const builder = new ModelBuilder(limits)
    new WordDocument(parts, main, builder).read(body)
    readProperties(parts, builder)
    return builder.build()
  },
}

class WordDocument {
  private readonly parts: PackageParts
  private readonly builder: ModelBuilder
  private readonly relationships: readonly Relationship[]
  private readonly styles: StyleSheet
  private readonly lists: ListNumberings
  private readonly references: Readonly<Record<NoteKind, string[]>> = { footnote: [], endnote: [], comment: [] }

  constructor(parts: PackageParts, main: string, builder: ModelBuilder) {
    this.parts = parts
    this.builder = builder
    this.relationships = parts.relationships(main)
    this.styles = new StyleSheet(this.partOf('styles'))
    this.lists = new ListNumberings(this.partOf('numbering'))
    const settings = this.partOf('settings')
    builder.language = this.styles.language ?? valueOf(settings, 'w:themeFontLang') ?? null
  }

  read(body: XmlElement): void {
    for (const header of this.headersOrFooters(body, 'header')) this.story(header, 'header')
    this.walk(this.relationships, body, 'paragraph')
    this.notes('footnotes', 'footnote', 'footnote')
    this.notes('endnotes', 'endnote', 'footnote')
    this.notes('comments', 'comment', 'comment')
    for (const footer of this.headersOrFooters(body, 'footer')) this.story(footer, 'footer')
  }

  private partOf(type: string): XmlElement | undefined {
    const target = this.relationships.find((each) => each.type === type && !each.external)?.target
    return target === undefined ? undefined : this.parts.xml(target)
  }

  /** Names of the parts, each once, in the order in which the sections show them. */
  private headersOrFooters(body: XmlElement, type: 'header' | 'footer'): string[] {
    const shown = sectionsOf(body)
      .flatMap((section) => childrenOf(section, `w:${type}Reference`))
      .map(({ attributes }) => this.relationships.find(({ id }) => id === attributes['r:id'])?.target ?? '')
    const all = this.relationships.filter((each) => each.type === type && !each.external).map(({ target }) => target)
    return [...new Set([...shown.filter((target) => target !== ''), ...all])]
  }

  private story(part: string, type: 'header' | 'footer'): void {
    const root = this.parts.xml(part)
    if (root !== undefined) this.walk(this.parts.relationships(part), root, type)
  }

  /** Those that the text refers to in their order and numbered as they come, then what is left. */
  private notes(part: string, kind: NoteKind, type: 'footnote' | 'comment'): void {
    const relationship = this.relationships.find((each) => each.type === part && !each.external)
    const root = relationship === undefined ? undefined : this.parts.xml(relationship.target)
    if (relationship === undefined || root === undefined) return
    const relationships = this.parts.relationships(relationship.target)
    // The separator lines above the notes have a type of their own.
    const notes = childrenOf(root, `w:${kind}`).filter(
      ({ attributes }) => (attributes['w:type'] ?? 'normal') === 'normal',
    )
    const byId = new Map(notes.map((note) => [note.attributes['w:id'] ?? '', note]))
    const order = new Set([...this.references[kind], ...byId.keys()])
    let number = 0
    for (const id of order) {
      const note = byId.get(id)
      if (note !== undefined) this.walk(relationships, note, type, String(++number))
    }
  }

  private walk(
    relationships: readonly Relationship[],
    root: XmlElement,
    type: Exclude<BlockType, 'table'>,
    marker?: string,
  ): void {
    const targets = new Map(relationships.map(({ id, target }) => [id, target]))
    const story: Story = {
      styles: this.styles,
      lists: this.lists,
      formFields: this.builder.formFields,
      images: this.builder.images,
      imageType: (id) => imageTypeOf(targets.get(id) ?? ''),
      reference: (kind, id) => void this.references[kind].push(id),
    }
    new StoryWalker(story, this.builder, type, marker).walk(root)
  }
}

/** Sections end with the paragraph that holds their properties; the last one's are the body's own. */
const sectionsOf = (element: XmlElement): XmlElement[] =>
  childrenOf(element).flatMap((child) => {
    if (child.name === 'w:sectPr') return [child]
    if (child.name === 'w:p') return childrenOf(descend(child, 'w:pPr'), 'w:sectPr')
    return child.name === 'w:sdt' || child.name === 'w:sdtContent' ? sectionsOf(child) : []
  })

const propertyNames: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'dc:description': 'description',
  'cp:keywords': 'keywords',
  'cp:lastModifiedBy': 'lastModifiedBy',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
}

function readProperties(parts: PackageParts, builder: ModelBuilder): void {
  const part = parts.relationships('').find(({ type }) => type === 'core-properties')?.target
  for (const property of childrenOf(part === undefined ? undefined : parts.xml(part))) {
    const name = propertyNames[property.name]
    if (name !== undefined) builder.metadatum(name, textOf(property))
  }
}

function imageTypeOf(target: string): string {
  const ending = /\.([a-z]{2,4})$/i.exec(target)?.[1]?.toLowerCase() ?? ''
  const known: Readonly<Record<string, string>> = { jpg: 'jpeg', tif: 'tiff', svg: 'svg+xml' }
  return ending === '' ? 'image/*' : `image/${known[ending] ?? ending}`
}
