import { type BlockLayer, present } from '@chancery/core'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { PackageParts, Relationship } from '../package/package-parts.ts'
import { childrenOf, descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import { AlternateChoice } from './alternate-choice.ts'
import type { AlternativeChunks } from './alternative-chunks.ts'
import { ListNumberings } from './list-numbering.ts'
import { walkBody } from './main-part.ts'
import { formatNumber } from './number-format.ts'
import { PageBreaks } from './page-breaks.ts'
import { PartContent } from './part-content.ts'
import { valueOf } from './properties.ts'
import type { NoteKind, StoryDocument } from './story.ts'
import { StoryWalker } from './story-walker.ts'
import { StyleSheet } from './style-sheet.ts'
import type { RevisionView } from '@chancery/reading/office-math/tracked-change'

interface Reference {
  readonly id: string
  readonly custom: boolean
  /** Index of the block that it stands in. */
  parent: number | undefined
}

export interface MainPart {
  readonly bytes: Uint8Array
  readonly maxElements: number
  /** Whether it says anything of where its pages begin. */
  readonly hasPages: boolean
  /** Of each section but the first, whether it begins on a new page. */
  readonly newPages: readonly boolean[]
}

/** The parts of a Word document, written in this order: headers, body, notes, comments, footers. */
export class WordDocument implements StoryDocument {
  readonly view: RevisionView
  readonly styles: StyleSheet
  readonly lists: ListNumberings
  readonly alternates = new AlternateChoice()
  readonly builder: ModelBuilder
  readonly formFields
  readonly revisions
  /** By the name of the bookmark: the page on which it stands. */
  readonly bookmarks = new Map<string, number>()
  /** Names of the parts that are documents of their own. */
  readonly embedded: string[] = []
  private readonly parts: PackageParts
  private readonly chunks: AlternativeChunks
  private readonly relationships: readonly Relationship[]
  private readonly references: Readonly<Record<NoteKind, Reference[]>> = { footnote: [], endnote: [], comment: [] }
  private pending: Reference[] = []

  constructor(
    parts: PackageParts,
    builder: ModelBuilder,
    view: RevisionView,
    chunks: AlternativeChunks,
    relationships: readonly Relationship[],
  ) {
    this.parts = parts
    this.builder = builder
    this.formFields = builder.formFields
    this.revisions = builder.revisions
    this.view = view
    this.chunks = chunks
    this.relationships = relationships
    this.styles = new StyleSheet(this.partOf('styles'))
    this.lists = new ListNumberings(() => this.partOf('numbering'), this.styles)
  }

  /** The language that the document declares for its text. */
  get language(): string | null {
    return this.styles.language ?? valueOf(this.partOf('settings'), 'w:themeFontLang') ?? null
  }

  read(main: MainPart): void {
    for (const header of this.named('header')) this.story(header, 'header')
    this.body(main)
    this.notes('footnotes', 'footnote')
    this.notes('endnotes', 'endnote')
    this.notes('comments', 'comment')
    for (const footer of this.named('footer')) this.story(footer, 'footer')
  }

  refer(kind: NoteKind, id: string, custom: boolean): void {
    const reference = { id, custom, parent: undefined }
    this.references[kind].push(reference)
    this.pending.push(reference)
  }

  written(index: number | undefined): void {
    if (this.pending.length === 0) return
    for (const reference of this.pending) reference.parent = index
    this.pending = []
  }

  bookmark(name: string, page: number): void {
    this.bookmarks.set(name, page)
  }

  private body({ bytes, maxElements, hasPages, newPages }: MainPart): void {
    const walker = new StoryWalker(this, this.contentOf(this.relationships), this.builder, {
      type: 'paragraph',
      newPages,
      ...(hasPages ? { pages: new PageBreaks(this.builder) } : {}),
    })
    walkBody(bytes, maxElements, (child) => walker.element(child))
    walker.finish()
    this.written(undefined)
    this.builder.endPage()
  }

  private contentOf(relationships: readonly Relationship[]): PartContent {
    for (const { type, target, external } of relationships) {
      if (!external && (type === 'oleObject' || type === 'package')) this.embedded.push(target)
    }
    return new PartContent(this.parts, relationships, this.chunks)
  }

  private target(type: string): string | undefined {
    return this.relationships.find((each) => each.type === type && !each.external)?.target
  }

  private partOf(type: string): XmlElement | undefined {
    return this.parts.xml(this.target(type))
  }

  /** Names of the parts, each once, as Word numbers them from section to section. */
  private named(type: 'header' | 'footer'): string[] {
    const names = this.relationships.filter((each) => each.type === type && !each.external).map(({ target }) => target)
    return [...new Set(names)].sort((a, b) => byNumber.compare(a, b))
  }

  private story(name: string, type: 'header' | 'footer'): void {
    const root = this.parts.xml(name)
    if (root === undefined) return
    const content = this.contentOf(this.parts.relationships(name))
    new StoryWalker(this, content, this.builder, { type, layer: 'furniture' }).walk(root)
    this.written(undefined)
  }

  /** Those that the text refers to in their order and numbered as they come, then what is left. */
  private notes(type: string, kind: NoteKind): void {
    const name = this.target(type)
    const root = this.parts.xml(name)
    if (name === undefined || root === undefined) return
    const content = this.contentOf(this.parts.relationships(name))
    // The separator lines above the notes have a type of their own.
    const notes = childrenOf(root, `w:${kind}`).filter(
      ({ attributes }) => (attributes['w:type'] ?? 'normal') === 'normal',
    )
    const byId = new Map(notes.map((note) => [note.attributes['w:id'] ?? '', note]))
    const order = new Map<string, Omit<Reference, 'id'>>()
    for (const { id, ...reference } of this.references[kind]) if (!order.has(id)) order.set(id, reference)
    for (const id of byId.keys()) if (!order.has(id)) order.set(id, { custom: false, parent: undefined })
    const [format, start] = this.noteNumbering(kind)
    let number = start - 1
    for (const [id, { custom, parent }] of order) {
      const note = byId.get(id)
      if (note === undefined) continue
      const marker = custom || kind === 'comment' ? undefined : formatNumber(++number, format)
      const layer: BlockLayer = kind === 'comment' ? 'annotation' : 'note'
      const { 'w:author': author, 'w:date': date } = note.attributes
      new StoryWalker(this, content, this.builder, {
        type: kind === 'comment' ? 'comment' : 'footnote',
        layer,
        first: { note: `${kind}:${id}`, ...present({ marker, author: wellFormed(author), date: wellFormed(date) }) },
        ...(parent === undefined ? {} : { parent }),
      }).walk(note)
      this.written(undefined)
    }
  }

  /** Format and first number; endnotes are counted in small Roman numerals where nothing is said (17.11.17). */
  private noteNumbering(kind: NoteKind): [string, number] {
    if (kind === 'comment') return ['decimal', 1]
    const properties = descend(this.partOf('settings'), `w:${kind}Pr`)
    const start = valueOf(properties, 'w:numStart') ?? ''
    return [
      valueOf(properties, 'w:numFmt') ?? (kind === 'endnote' ? 'lowerRoman' : 'decimal'),
      /^\d{1,5}$/.test(start) ? Number(start) : 1,
    ]
  }
}

const wellFormed = (text: string | undefined): string | undefined => text?.trim().toWellFormed() || undefined

const byNumber = new Intl.Collator('en', { numeric: true })
