import { changes } from '../xml/renew-ids.ts'
import { attribute } from '../xml/scan-xml.ts'

/** Everything in a story that names something of its document by an id. */
const named = new RegExp(
  String.raw`<w:numId\b[^>]*>|<w:(?:footnote|endnote)Reference\b[^>]*>|<w:comment(?:RangeStart|RangeEnd|Reference)\b[^>]*>|<wp:docPr\b[^>]*>|<w:(?:bookmark|perm|moveFromRange|moveToRange)(?:Start|End)\b[^>]*>|<w:${changes}\b[^>]*>|<w:id w:val="[^"]*"\s*/>|<w1?5?:dataBinding\b[^>]*>|<w:instrText\b[^>]*>[^<]*|\s(?:w14:(?:paraId|textId)|w:anchor|w:instr|o:relid|r:[A-Za-z]+)="[^"]*"`,
  'g',
)
const range = /^<w:(bookmark|perm|moveFromRange|moveToRange)(?:Start|End)\b/
const change = new RegExp(String.raw`^<w:${changes}\b`)

/** Word takes at most 40 characters. */
const maxBookmark = 40

/** Gives ids that no earlier document of a merged one has. */
export class FreshIds {
  private next: number
  private readonly bookmarks = new Set<string>()

  /** @param largest of those that are taken */
  constructor(largest: number) {
    this.next = largest + 1
  }

  id(): string {
    return String(this.next++)
  }

  take(bookmark: string): void {
    this.bookmarks.add(bookmark.toLowerCase())
  }

  bookmark(name: string, document: number): string {
    let own = name
    for (let number = document; this.bookmarks.has(own.toLowerCase()); number++) {
      const ending = `_${number}`
      own = name.slice(0, maxBookmark - ending.length) + ending
    }
    this.take(own)
    return own
  }
}

/** What the ids of one document become. */
export interface IdsOfDocument {
  readonly ids: FreshIds
  /** Number of the document, from 1: the ids of the first stay. */
  readonly document: number
  readonly listFor: (id: string) => string
  readonly noteFor: (kind: 'footnote' | 'endnote', id: string) => string
  readonly commentFor: (id: string) => string
  /** New names of bookmarks, shared by all stories of the document. */
  readonly bookmarks: Map<string, string>
}

/** The bookmarks of a story, given names of their own before anything refers to them. */
export function renameBookmarks(xml: string, { ids, document, bookmarks }: IdsOfDocument): void {
  for (const [, name = ''] of xml.matchAll(/<w:bookmarkStart\b[^>]*?\bw:name="([^"]*)"/g)) {
    if (document === 1) ids.take(name)
    else if (!bookmarks.has(name)) bookmarks.set(name, ids.bookmark(name, document))
  }
}

/**
 * A story with ids of its own: of lists, notes, comments, drawings, bookmarks, changes and relations; controls lose theirs. Bindings to data of the
 * document go: the merged one has that of the first, which Word would show everywhere.
 */
export function withOwnIds(xml: string, own: IdsOfDocument, relations: ReadonlyMap<string, string>): string {
  const first = own.document === 1
  const marks = new Map<string, string>()
  return xml.replaceAll(named, (found) => {
    if (found.startsWith('<w:dataBinding') || found.startsWith('<w15:dataBinding')) return ''
    const at = found.search(/\S/)
    if (found.startsWith('r:', at) || found.startsWith('o:relid', at)) {
      return found.replace(/"[^"]*"/, (value) => `"${relations.get(value.slice(1, -1)) ?? value.slice(1, -1)}"`)
    }
    if (first) return found
    if (found.startsWith('w14:', at)) return ''
    if (found.startsWith('<w:numId')) return withValue(found, 'w:val', own.listFor)
    if (found.startsWith('<w:footnoteRef')) return withValue(found, 'w:id', (id) => own.noteFor('footnote', id))
    if (found.startsWith('<w:endnoteRef')) return withValue(found, 'w:id', (id) => own.noteFor('endnote', id))
    if (found.startsWith('<w:comment')) return withValue(found, 'w:id', own.commentFor)
    if (found.startsWith('<wp:docPr')) return withValue(found, 'id', () => own.ids.id())
    if (found.startsWith('<w:id ')) return ''
    if (change.test(found)) return withValue(found, 'w:id', () => own.ids.id())
    const kind = range.exec(found)?.[1]
    if (kind !== undefined) {
      const id = `${kind} ${attribute(found, 'w:id') ?? ''}`
      const fresh = marks.get(id) ?? own.ids.id()
      marks.set(id, fresh)
      const renewed = withValue(found, 'w:id', () => fresh)
      return kind === 'bookmark' ? withValue(renewed, 'w:name', (name) => own.bookmarks.get(name) ?? name) : renewed
    }
    return withOwnBookmarks(found, own.bookmarks)
  })
}

const withValue = (tag: string, name: string, change: (value: string) => string): string =>
  tag.replace(
    new RegExp(`(\\s${name}=")([^"]*)(")`),
    (_, before: string, value: string, after: string) => before + change(value) + after,
  )

/** A field's code or a link's anchor: each word of it that is a bookmark's name is its new name. */
const withOwnBookmarks = (text: string, bookmarks: ReadonlyMap<string, string>): string =>
  bookmarks.size === 0 ? text : text.replaceAll(/[^\s"&\\=<>]+/g, (word) => bookmarks.get(word) ?? word)
