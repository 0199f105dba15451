import type { ImageReference, Link } from '@chancery/core'
import { lookOfTag } from '@chancery/formats/html'
import type { FootnoteDefinition, ListItem, Node, Nodes, Root, Table } from 'mdast'
import { parseHtml } from '../html/html-tree.ts'
import { HtmlWalker } from '../html/html-walker.ts'
import type { BlockSink, BlockTraits } from '../model/block-sink.ts'
import { headingOutline } from '../model/heading-outline.ts'
import { ListNesting } from '../model/list-nesting.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import { linkTarget, RichText } from '../model/rich-text.ts'
import { differing, type RunLook } from '../model/run-look.ts'
import { broughtPictures, type PictureAt } from '../pictures.ts'
import type { Reader } from '../reader.ts'
import { addTextBlocks } from '../text/text-blocks.ts'
import { textOfDocument } from '../text-of-document.ts'
import { markdownMath } from './markdown-math.ts'

type TextBlock = Parameters<BlockSink['block']>[0]
const looks: Readonly<Record<string, RunLook>> = {
  strong: { bold: true },
  emphasis: { italic: true },
  delete: { strike: true },
}

type ParentNode = Node & { readonly children: readonly Nodes[] }

/** Beyond these, the parser's time no longer grows with the text alone. */
const maxLength = 500_000
const maxLines = 10_000
const maxMarks = 2000
const maxNesting = 60

/** Markdown (CommonMark with GitHub's tables, task lists, footnotes, formulas): its text without the markup. */
export const markdownReader: Reader = {
  paged: false,
  async read(document, _request, { limits, pictures }) {
    const builder = new ModelBuilder(limits)
    const text = takeFrontMatter(textOfDocument(document).replaceAll(/\r\n?/g, '\n'), builder)
    if (isBeyondBounds(text)) {
      builder.warnings.push({
        code: 'markdown_read_as_text',
        severity: 'warning',
        message: 'The Markdown is too large or too deeply nested; it was read as plain text.',
      })
      addTextBlocks(builder, text)
    } else {
      const walker = new MarkdownWalker(text, builder, limits.elements, broughtPictures(pictures))
      walker.document(await parseMarkdown(text))
    }
    const made = builder.build()
    return { ...made, outline: headingOutline(made) }
  },
}

async function parseMarkdown(text: string): Promise<Root> {
  const [{ fromMarkdown }, { gfmFromMarkdown }, { gfm }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('mdast-util-gfm'),
    import('micromark-extension-gfm'),
  ])
  return fromMarkdown(text, { extensions: [gfm(), markdownMath], mdastExtensions: [gfmFromMarkdown()] })
}

/** Every opener in a paragraph makes any CommonMark parser look back over those before it. */
function isBeyondBounds(text: string): boolean {
  const lines = text.split('\n')
  if (text.length > maxLength || lines.length > maxLines) return true
  let marks = 0
  for (const line of lines) {
    const containers = /^[\s>*+-]*/.exec(line)?.[0] ?? ''
    if (containers.length > maxNesting * 4 && /[>*+-]/.test(containers.replaceAll(/[*+-]{4,}|\s/g, ''))) return true
    const isTableRow = line.trimStart().startsWith('|')
    const here = line.match(/[[\]*_`~!<@$]/g)?.length ?? 0
    // An item of a list is a paragraph of its own.
    const isItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)
    marks = line.trim() === '' ? 0 : isTableRow || isItem ? here : marks + here
    if (marks > maxMarks) return true
  }
  return false
}

/** A leading block of `name: value` lines between `---` is metadata (YAML front matter, its plain part). */
function takeFrontMatter(text: string, builder: ModelBuilder): string {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) : -1
  if (end === -1) return text
  const lines = text.slice(4, end).split('\n')
  if (!lines.every((line) => line.trim() === '' || /^(?:[\w-]+:|[\s#-])/.test(line))) return text
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (/^[\w-]/.test(line))
      builder.metadatum(line.slice(0, colon), line.slice(colon + 1).replaceAll(/^\s*["']|["']\s*$/g, ''))
  }
  return text.slice(end + 5)
}

class MarkdownWalker {
  private readonly source: string
  private readonly builder: ModelBuilder
  private readonly sink: BlockSink
  private readonly maxElements: number
  private readonly pictureAt: PictureAt
  private readonly nesting = new ListNesting()
  /** Where references lead, by their names. */
  private readonly definitions = new Map<string, Omit<Link, 'span'>>()
  private readonly pictures: ImageReference[] = []
  private quotes = 0
  private look: RunLook = {}

  constructor(source: string, builder: ModelBuilder, maxElements: number, pictureAt: PictureAt) {
    this.source = source
    this.builder = builder
    this.sink = builder
    this.maxElements = maxElements
    this.pictureAt = pictureAt
  }

  /** The whole of a document; definitions may stand behind what refers to them. */
  document(root: Root): void {
    this.define(root)
    this.walk(root)
  }

  private define(node: Nodes): void {
    const target = node.type === 'definition' ? linkTarget(node.url) : undefined
    if (node.type === 'definition' && target !== undefined) this.definitions.set(node.identifier, target)
    if ('children' in node) for (const child of node.children) this.define(child)
  }

  private walk(node: Nodes, depth = 0): void {
    if (depth === 0) this.nesting.end()
    switch (node.type) {
      case 'heading':
        return void this.put('heading', node, { level: node.depth })
      case 'paragraph':
        return void this.put('paragraph', node, this.openAt(depth))
      case 'code':
        return void this.sink.block('code', node.value, { ...this.openAt(depth), ...this.quote })
      case 'blockquote':
        this.quotes++
        for (const child of node.children) this.walk(child, depth)
        this.quotes--
        return
      case 'html':
        return this.html(node.value)
      case 'table':
        return this.table(node)
      case 'list':
        for (const [index, item] of node.children.entries()) {
          this.item(item, node.ordered === true ? `${(node.start ?? 1) + index}.` : '•', depth + 1)
        }
        return
      case 'footnoteDefinition':
        return this.note(node)
      default:
        if ('children' in node) for (const child of node.children) this.walk(child, depth)
    }
  }

  /** The first paragraph is the item; what follows inside it stands on its own. */
  private item(item: ListItem, marker: string, level: number): void {
    const [first, ...rest] = item.children
    if (first?.type === 'paragraph') {
      const text = new RichText()
      const { checked } = item
      const isTask = typeof checked === 'boolean'
      const box = checked === true ? '☒' : '☐'
      // The box stands for the bullet, and behind a number.
      if (isTask && marker !== '•') text.add(`${box} `)
      text.join(this.inline(first), '')
      const task = isTask ? { checked, ...(marker === '•' ? { marker: box } : {}) } : {}
      const traits = { level, marker, ...task, ...this.nesting.parentAt(level), ...text.marks, ...this.quote }
      this.nesting.add(level, this.sink.block('list-item', text.toString(), traits))
      for (const picture of this.pictures.splice(0)) this.sink.figure(picture, this.quote)
    } else if (first !== undefined) this.walk(first, level)
    for (const child of rest) this.walk(child, level)
  }

  /** The item that a block goes on with. @param depth of lists around it */
  private openAt(depth: number): Pick<BlockTraits, 'parent'> {
    return depth === 0 ? {} : this.nesting.openAt(depth)
  }

  private put(type: TextBlock, node: ParentNode, traits: BlockTraits = {}): number | undefined {
    const text = this.inline(node)
    const form = type === 'paragraph' && text.isFormula ? 'formula' : type
    const index = this.sink.block(form, text.toString(), { ...traits, ...text.marks, ...this.quote })
    for (const picture of this.pictures.splice(0)) this.sink.figure(picture, this.quote)
    return index
  }

  /** Further paragraphs of a note belong to its first. */
  private note({ identifier, children }: FootnoteDefinition): void {
    let first: number | undefined
    for (const child of children) {
      if (child.type !== 'paragraph') this.walk(child)
      else if (first === undefined) first = this.put('footnote', child, { marker: identifier, note: identifier })
      else this.put('footnote', child, { parent: first })
    }
  }

  private table(table: Table): void {
    this.sink.table(
      table.children.map((row) =>
        row.children.map((cell) => {
          const text = this.inline(cell)
          const figures = this.pictures.splice(0)
          return { text: text.toString(), ...text.marks, ...(figures.length === 0 ? {} : { figures }) }
        }),
      ),
      1,
      this.quote,
    )
  }

  /** A tag of HTML in a line: a line break, or a look; the latter are those that Markdown has no signs for. */
  private tag(html: string, text: RichText): void {
    const [, slash, name = ''] = /^<(\/?)([a-z]{1,6})\s*\/?>$/i.exec(html) ?? []
    if (/^br$/i.test(name)) return text.add('\n')
    const look = lookOfTag(name)
    if (look === undefined) return
    this.look =
      slash === ''
        ? { ...this.look, ...look }
        : Object.fromEntries(Object.entries(this.look).filter(([part]) => !Object.hasOwn(look, part)))
  }

  private formula(value: string, text: RichText): void {
    const [start, latex] = [text.length, value.replaceAll(/\s+/g, ' ').trim()]
    text.add(latex)
    text.formula(start, latex)
  }

  private write(text: RichText, value: string, look: RunLook): void {
    const start = text.length
    text.add(value)
    text.format(start, differing(look, {}))
  }

  private get quote(): Pick<BlockTraits, 'quote'> {
    return this.quotes === 0 ? {} : { quote: this.quotes }
  }

  private html(html: string): void {
    const walker = new HtmlWalker(this.sink, {
      formFields: this.builder.formFields,
      images: this.builder.images,
      pictureAt: this.pictureAt,
    })
    for (const child of parseHtml(html, this.maxElements).childNodes) walker.walk(child)
    walker.flush()
  }

  private inline(node: ParentNode): RichText {
    const text = new RichText()
    this.look = {}
    for (const child of node.children) this.addInline(child, text)
    return text
  }

  private addInline(node: Nodes, text: RichText): void {
    switch (node.type) {
      case 'text':
        return this.write(text, node.value, this.look)
      case 'inlineCode':
        if (this.source[node.position?.start.offset ?? -1] === '$') return this.formula(node.value, text)
        return this.write(text, node.value, { ...this.look, code: true })
      case 'footnoteReference':
        return text.refer(node.identifier)
      case 'break':
        return text.add('\n')
      case 'html':
        return this.tag(node.value, text)
      case 'image':
      case 'imageReference': {
        const altText = node.alt?.trim() ?? ''
        const content = node.type === 'image' ? this.pictureAt(node.url) : {}
        this.pictures.push({ contentType: 'image/*', ...content, ...(altText === '' ? {} : { altText }) })
        return
      }
      default: {
        const start = text.length
        const look = looks[node.type]
        const outer = this.look
        if (look !== undefined) this.look = { ...outer, ...look }
        if ('children' in node) for (const child of node.children) this.addInline(child, text)
        this.look = outer
        if (node.type === 'link') text.link(start, linkTarget(node.url))
        else if (node.type === 'linkReference') text.link(start, this.definitions.get(node.identifier))
      }
    }
  }
}
