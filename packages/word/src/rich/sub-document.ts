import type { VettedDocument } from '@chancery/core'
import { contentOf } from '@chancery/formats/zip'
import { escapeXml } from '../xml/escape-xml.ts'
import type { Inserted, InsertPlace } from '../runs/inserts.ts'
import { openPackage, type Relation, relationsOf, type WordPackage } from '../package/open-package.ts'
import { notesOf } from '../package/notes-of.ts'
import { attribute, decodeXml, scanXml } from '../xml/scan-xml.ts'
import type { Drawn } from './draw-value.ts'
import { safeAddress } from './link-address.ts'
import type { NoteKind } from './merged-notes.ts'
import type { PackageAdditions } from '../package/package-additions.ts'
import type { RichContext } from './rich-context.ts'
import { RichFault } from './rich-fault.ts'
import { SubStyles } from './sub-styles.ts'

/** What is left out with all that is in it: what belongs to the whole document, or leads out of it. */
const dropped = new Set(
  'w:sectPr w:altChunk w:subDoc w:object w:control w:commentRangeStart w:commentRangeEnd w:commentReference w:permStart w:permEnd w:proofErr w:attachedTemplate w:annotationRef'.split(
    ' ',
  ),
)
const relationAttribute = /\s(r:\w+|o:relid)="([^"]*)"/g
/** Parts that are copied along, with what they relate to. */
const copied = /\/(?:chart|chartUserShapes|chartStyle|chartColorStyle|themeOverride|diagram\w+|package|image)$/

/**
 * A document that is put into another: its paragraphs and tables with their styles, lists, pictures, links and notes;
 * without its headers, sections of pages, comments and whatever loads or runs.
 * @throws RichFault
 */
export function readSubDocument(document: VettedDocument): Drawn {
  const file = openPackage(document)
  const xml = file.xml(file.mainPart)
  const [, start] = range(xml)
  if (start === -1 || scanXml(xml, { open() {}, close() {} }) !== undefined) {
    throw new RichFault('The document that is to be put in is broken.', 'Open it in Word and save it anew.')
  }
  const merges = new WeakMap<RichContext, SubMerge>()
  return {
    text: '',
    size: xml.length,
    write(place, context) {
      const merge = merges.get(context) ?? new SubMerge(file, context)
      merges.set(context, merge)
      return merge.body(place)
    },
  }
}

/** Start tag of the root, and the content of the body. */
function range(xml: string): readonly [root: string, from: number, until: number] {
  const body = /<w:body\b[^>]*>/.exec(xml)
  const root = /<w:document\b[^>]*>/.exec(xml)?.[0] ?? ''
  return body === null ? [root, -1, -1] : [root, body.index + body[0].length, xml.lastIndexOf('</w:body>')]
}

/** A part of notes: its root's start tag, and what stands in each, by id. */
interface SubNotes {
  readonly part: string
  readonly root: string
  readonly contents: ReadonlyMap<string, string>
}

class SubMerge {
  private readonly file: WordPackage
  private readonly context: RichContext
  private readonly styles: SubStyles
  private readonly relations = new Map<string, ReadonlyMap<string, Relation>>()
  private readonly parts = new Map<string, string>()
  private readonly notes = new Map<NoteKind, SubNotes>()

  constructor(file: WordPackage, context: RichContext) {
    this.file = file
    this.context = context
    const textOf = (type: string): string => {
      const part = this.related(type)
      return part === undefined ? '' : file.xml(part)
    }
    this.styles = new SubStyles(textOf('styles'), textOf('numbering'), context.styles, context.numbering)
  }

  body(place: InsertPlace): Inserted {
    this.styles.restart()
    const xml = this.file.xml(this.file.mainPart)
    const [root, from, until] = range(xml)
    const written = this.rewritten(xml.slice(from, until), root, this.file.mainPart, place)
    return written === '' ? { kind: 'runs', xml: '' } : { kind: 'blocks', xml: written }
  }

  private related(type: string): string | undefined {
    const { file } = this
    return relationsOf(file, file.mainPart).find(
      (relation) => relation.type.endsWith(`/${type}`) && !relation.isExternal && file.entries.has(relation.target),
    )?.target
  }

  /** XML of one of the document's parts, as it can stand at a place of the template. */
  private rewritten(xml: string, root: string, part: string, place: InsertPlace): string {
    const bookmarks = new Map<string, string>()
    const names = bookmarkNames(xml, this.context)
    const out: string[] = []
    const top: number[] = []
    const used = new Set<string>()
    let [at, depth, dropDepth] = [0, 0, 0]
    const wrapped = `<x>${xml}</x>`
    const shift = '<x>'.length
    const use = (tag: string): void => {
      for (const [, prefix = ''] of tag.matchAll(/[<\s]([\w.-]+):/g)) used.add(prefix)
    }
    scanXml(wrapped, {
      open: (name, _, start, end) => {
        depth++
        if (dropDepth > 0 || depth === 1) return
        const leavesOut =
          dropped.has(name) || (isNoteReference(name) && place.part !== this.context.additions.file.mainPart)
        if (leavesOut) {
          out.push(wrapped.slice(Math.max(at, shift), start))
          dropDepth = depth
          return
        }
        const tag = wrapped.slice(start, end)
        const changed = this.tag(name, tag, part, place, bookmarks, names)
        use(changed)
        if (depth === 2) {
          out.push(wrapped.slice(Math.max(at, shift), start), changed.slice(0, name.length + 1))
          top.push(out.length)
          out.push('', changed.slice(name.length + 1))
          at = end
        } else if (changed !== tag) {
          out.push(wrapped.slice(Math.max(at, shift), start), changed)
          at = end
        }
      },
      close: (_, start, end) => {
        if (dropDepth === depth) {
          dropDepth = 0
          at = end
        } else if (depth === 1) out.push(wrapped.slice(Math.max(at, shift), start))
        depth--
      },
    })
    const declarations = [...used]
      .filter((prefix) => namespaceIn(place.root, prefix) !== namespaceIn(root, prefix))
      .flatMap((prefix) => {
        const uri = namespaceIn(root, prefix)
        return uri === undefined ? [] : [` xmlns:${prefix}="${escapeXml(uri)}"`]
      })
      .join('')
    for (const index of top) out[index] = declarations
    return out.join('').trim()
  }

  /** A start tag with the names and numbers of the template in it. */
  private tag(
    name: string,
    tag: string,
    part: string,
    place: InsertPlace,
    bookmarks: Map<string, string>,
    names: ReadonlyMap<string, string>,
  ): string {
    const value = (key: string): string => attribute(tag.slice(name.length + 1), key) ?? ''
    const set = (key: string, to: string): string =>
      tag.replace(new RegExp(`(\\s${key}=)(["'])[^"']*\\2`), (_, before: string) => `${before}"${escapeXml(to)}"`)
    switch (name) {
      case 'w:pStyle':
      case 'w:rStyle':
      case 'w:tblStyle': {
        const style = this.styles.styleOf(name, value('w:val'))
        return style === undefined ? defaultStyle(tag, this.context) : set('w:val', style)
      }
      case 'w:numId':
        return set('w:val', this.styles.numberOf(value('w:val')))
      case 'wp:docPr':
        return set('id', String(this.context.nextId()))
      case 'w:bookmarkStart': {
        const id = String(this.context.nextId())
        bookmarks.set(value('w:id'), id)
        const renamed = names.get(value('w:name'))
        return set('w:id', id).replace(/\sw:name="[^"]*"/, (given) =>
          renamed === undefined ? given : ` w:name="${renamed}"`,
        )
      }
      case 'w:bookmarkEnd':
        return set('w:id', bookmarks.get(value('w:id')) ?? String(this.context.nextId()))
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        return set('w:id', this.note(name === 'w:footnoteReference' ? 'footnote' : 'endnote', value('w:id'), place))
      case 'w:p':
      case 'w:tr':
        return tag.replaceAll(/\sw14:(?:paraId|textId)="[^"]*"/g, '')
      case 'w:hyperlink': {
        const anchor = names.get(value('w:anchor'))
        return this.withRelations(anchor === undefined ? tag : set('w:anchor', anchor), part, place)
      }
      default:
        return tag.includes('r:') || tag.includes('o:relid') ? this.withRelations(tag, part, place) : tag
    }
  }

  /** A tag with its relations, which are made those of the part where it comes to stand. */
  private withRelations(tag: string, part: string, place: InsertPlace): string {
    return tag.replaceAll(relationAttribute, (given, key: string, id: string) => {
      const relation = this.relationsOf(part).get(decodeXml(id))
      if (relation === undefined) return key === 'r:id' || key === 'r:embed' || key === 'r:link' ? '' : given
      const own = this.relationIn(relation, place.part)
      return own === undefined ? '' : ` ${key}="${own}"`
    })
  }

  private relationsOf(part: string): ReadonlyMap<string, Relation> {
    const known = this.relations.get(part)
    if (known !== undefined) return known
    const found = new Map(relationsOf(this.file, part).map((relation) => [relation.id, relation]))
    this.relations.set(part, found)
    return found
  }

  private relationIn(relation: Relation, part: string): string | undefined {
    const { additions } = this.context
    const type = relation.type.slice(relation.type.lastIndexOf('/') + 1)
    if (relation.isExternal) {
      const address = type === 'hyperlink' ? safeAddress(relation.target) : undefined
      return address === undefined ? undefined : additions.relate(part, 'hyperlink', address, true)
    }
    const target = copied.test(`/${type}`) ? this.copy(relation.target, additions) : undefined
    return target === undefined ? undefined : additions.relate(part, type, target)
  }

  /** The name of a part's copy, with what that relates to. */
  private copy(name: string, additions: PackageAdditions): string | undefined {
    const known = this.parts.get(name)
    if (known !== undefined) return known
    const entry = this.file.entries.get(name)
    const type = this.file.types.get(name) ?? ''
    if (entry === undefined || /macro|vba|activeX/i.test(type)) return undefined
    const ending = /\.([\w]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? 'bin'
    const content = contentOf(entry)
    if (type.startsWith('image/')) {
      const picture = additions.picture(content, ending, type)
      this.parts.set(name, picture)
      return picture
    }
    const copy = additions.part(name.slice(0, Math.max(name.lastIndexOf('/'), 0)) || 'word', ending, content, type)
    this.parts.set(name, copy)
    for (const { id, type: kind, target, isExternal } of relationsOf(this.file, name)) {
      const inner = isExternal || !copied.test(kind) ? undefined : this.copy(target, additions)
      if (inner !== undefined) additions.relateAs(copy, id, kind, inner, false)
    }
    return copy
  }

  private notesOf(kind: NoteKind): SubNotes {
    const known = this.notes.get(kind)
    if (known !== undefined) return known
    const part = this.related(`${kind}s`) ?? ''
    const xml = part === '' ? '' : this.file.xml(part)
    const root = new RegExp(`<w:${kind}s\\b[^>]*>`).exec(xml)?.[0] ?? ''
    const own = { part, root, contents: new Map(notesOf(xml, `w:${kind}`).map(({ id, content }) => [id, content])) }
    this.notes.set(kind, own)
    return own
  }

  private note(kind: NoteKind, id: string, place: InsertPlace): string {
    const { part, root, contents } = this.notesOf(kind)
    const found = contents.get(id)
    return this.context.notes.add(kind, (target, targetRoot) =>
      found === undefined ? '<w:p/>' : this.rewritten(found, root, part, { ...place, part: target, root: targetRoot }),
    )
  }
}

const namespaceIn = (root: string, prefix: string): string | undefined =>
  attribute(root.slice(0, -1), `xmlns:${prefix}`)

const isNoteReference = (name: string): boolean => name === 'w:footnoteReference' || name === 'w:endnoteReference'

/** An element that names no style is left out by an empty property: Word takes the default. */
const defaultStyle = (tag: string, { styles }: RichContext): string => {
  const normal = tag.startsWith('<w:pStyle') ? styles.find('paragraph', 'normal')?.id : undefined
  return tag.replace(/(\sw:val=)"[^"]*"/, (_, before: string) => `${before}"${escapeXml(normal ?? '')}"`)
}

/** New names for bookmarks that the template has already. */
function bookmarkNames(xml: string, { bookmarks, nextId }: RichContext): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [, name = ''] of xml.matchAll(/<w:bookmarkStart\b[^>]*?\sw:name="([^"]*)"/g)) {
    if (bookmarks.has(name)) names.set(name, `${name.slice(0, 28)}_${nextId()}`)
    bookmarks.add(name)
  }
  return names
}
