import type { WordPackage } from '../package/open-package.ts'
import { readStyles } from '../rich/template-styles.ts'
import { withParagraphProperties } from '../runs/format-properties.ts'
import {
  childOf,
  elementsOf,
  elementTree,
  replaceStretches,
  textOfElement,
  type XmlElement,
} from '../xml/element-tree.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { largestIdIn } from '../xml/renew-ids.ts'
import { attribute } from '../xml/scan-xml.ts'
import { type ContentsCode, type ContentsField, contentsFields } from './contents-fields.ts'

/** Most entries of a table of contents, and most tables of one document. */
const limits = { entries: 10_000, fields: 20 }

type Edit = Parameters<typeof replaceStretches>[1][number]

interface Heading {
  readonly paragraph: XmlElement
  readonly text: string
  readonly level: number
}

/** A mark that leads to a heading, and where it has to be set first. */
interface Bookmarks {
  of(heading: XmlElement): string
  readonly edits: readonly Edit[]
}

/** The filled parts with the tables of contents of the main one refreshed. */
export function withContents(file: WordPackage, parts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const main = parts.get(file.mainPart)
  if (main === undefined) return parts
  const styles = file.names.find((name) => (file.types.get(name) ?? '').endsWith('.styles+xml'))
  const fresh = refreshContents(main, styles === undefined ? '' : file.xml(styles))
  return fresh === main ? parts : new Map([...parts, [file.mainPart, fresh]])
}

/**
 * The XML of the main part with its tables of contents made anew from its headings, as they are after a fill: entries in
 * the format of those that were there, with the pages that those had. The fields are marked, so that Word counts the pages
 * when it opens the document. Linear.
 * @param styles XML of the styles part
 */
export function refreshContents(xml: string, styles: string): string {
  const root = elementTree(xml)
  const fields = root === undefined ? [] : contentsFields(xml, root).slice(0, limits.fields)
  if (root === undefined || fields.length === 0) return xml
  const levels = new StyleLevels(styles)
  const within = (at: number): boolean => fields.some(({ begin, end }) => begin.start <= at && at < end.end)
  const paragraphs = [...elementsOf(root)].filter(({ name, start }) => name === 'w:p' && !within(start))
  const bookmarks = newBookmarks(xml)
  const edits: Edit[] = []
  for (const field of fields) {
    const { begin } = field
    edits.push({ from: begin.start, until: begin.end, text: marked(xml, begin) })
    if (field.code.isOther) continue
    const headings = headingsOf(xml, paragraphs, levels, field.code)
    const entries = headings.length > limits.entries ? undefined : newEntries(xml, field, headings, levels, bookmarks)
    if (entries !== undefined) edits.push(entries)
  }
  return replaceStretches(xml, [...edits, ...bookmarks.edits])
}

/** The run in which a field begins, with the word that its entries are out of date. */
function marked(xml: string, { start, end }: XmlElement): string {
  const run = xml.slice(start, end)
  return run.includes('w:dirty=')
    ? run.replace(/w:dirty="[^"]*"/, 'w:dirty="true"')
    : run.replace(/<w:fldChar\b/, '<w:fldChar w:dirty="true"')
}

/** Which outline level the paragraphs of each style have, from 1. */
class StyleLevels {
  private readonly headings = new Map<string, number>()
  private readonly outlines = new Map<string, number>()
  private readonly names = new Map<string, string>()
  private readonly contents = new Map<number, string>()

  constructor(xml: string) {
    for (const { id, type, name, xml: style } of readStyles(xml)) {
      if (type !== 'paragraph') continue
      this.names.set(id, name)
      const outline = Number(/<w:outlineLvl\b[^>]*?\bw:val="(\d)"/.exec(style)?.[1] ?? 9) + 1
      if (outline <= 9) this.outlines.set(id, outline)
      const heading = /^heading (\d)$/.exec(name)?.[1]
      if (heading !== undefined) this.headings.set(id, Number(heading))
      const entry = /^toc (\d)$/.exec(name)?.[1]
      if (entry !== undefined) this.contents.set(Number(entry), id)
    }
  }

  /** Level of a paragraph in a table of contents; `undefined` where it is none of its headings. */
  levelOf(paragraph: XmlElement, code: ContentsCode): number | undefined {
    const properties = childOf(paragraph, 'w:pPr')
    const valueOf = (name: string): string | undefined => {
      const element = properties === undefined ? undefined : childOf(properties, name)
      return element === undefined ? undefined : attribute(element.attributes, 'w:val')
    }
    const id = valueOf('w:pStyle') ?? ''
    const named = code.styles.get(this.names.get(id) ?? '')
    if (named !== undefined) return named
    const own = valueOf('w:outlineLvl')
    const outline = own === undefined ? this.outlines.get(id) : Number(own) + 1
    const level = this.headings.get(id) ?? (code.byOutline ? outline : undefined)
    const [from, until] = code.headings ?? [1, 0]
    return level !== undefined && level >= from && level <= until ? level : undefined
  }

  /** Id of the style of entries of a level. */
  entryStyle(level: number): string | undefined {
    return this.contents.get(level)
  }
}

function headingsOf(
  xml: string,
  paragraphs: readonly XmlElement[],
  levels: StyleLevels,
  code: ContentsCode,
): readonly Heading[] {
  return paragraphs.flatMap((paragraph): readonly Heading[] => {
    const level = levels.levelOf(paragraph, code)
    if (level === undefined) return []
    const text = shownText(xml, paragraph).replaceAll(/\s+/g, ' ').trim()
    return text === '' ? [] : [{ paragraph, text, level }]
  })
}

/** The text of a paragraph without what is deleted; a tab where it has one. */
function shownText(xml: string, paragraph: XmlElement): string {
  const pieces: string[] = []
  for (const element of elementsOf(paragraph)) {
    if (element.name === 'w:t') pieces.push(textOfElement(xml, element))
    else if (element.name === 'w:tab' && element.parent?.name === 'w:r') pieces.push('\t')
    else if (element.name === 'w:br') pieces.push(' ')
  }
  return pieces.join('')
}

/** The entries of a field, where they are not those of its headings already. */
function newEntries(
  xml: string,
  { code, begin, separate, end }: ContentsField,
  headings: readonly Heading[],
  levels: StyleLevels,
  bookmarks: Bookmarks,
): Edit | undefined {
  const [first, last] = [separate.parent, end.parent]
  // Something else is around its ends: Word makes it anew, and nothing is risked here.
  if (first?.name !== 'w:p' || last?.name !== 'w:p' || first.parent !== last.parent) return undefined
  const siblings = first.parent?.children ?? []
  const old = siblings.slice(siblings.indexOf(first), siblings.indexOf(last) + 1).filter(({ name }) => name === 'w:p')
  const known = old.map((paragraph) => oldEntry(xml, paragraph, paragraph === first ? separate.end : undefined))
  const texts = known.filter(({ text }) => text !== '')
  const isSame =
    texts.length === headings.length && texts.every(({ text }, index) => isTitle(text, headings[index]?.text ?? ''))
  if (isSame) return undefined
  // One that ends a section of pages is not made again for each entry.
  if (old.some((paragraph) => paragraph !== last && xml.slice(paragraph.start, paragraph.end).includes('<w:sectPr')))
    return undefined
  const patterns = new Map(texts.toReversed().map((entry) => [entry.style ?? '', entry]))
  const pages = new Map(texts.toReversed().map(({ text, page }) => [text, page]))
  const entries = headings.map(({ paragraph, text, level }) => {
    const style = levels.entryStyle(level)
    const like = patterns.get(style ?? '') ?? texts[0]
    const properties =
      style === undefined
        ? (like?.properties ?? '')
        : withParagraphProperties(like?.properties ?? '', [`<w:pStyle w:val="${escapeXml(style)}"/>`])
    const [from, until] = code.withoutPages ?? [1, 0]
    const page = level >= from && level <= until ? undefined : (pages.get(text) ?? '')
    return { properties, inner: entryXml(text, page, bookmarks.of(paragraph), like?.runProperties ?? '', code) }
  })
  const [head, ...rest] = entries
  const start = childOf(first, 'w:pPr')?.end ?? first.contentStart
  const opening =
    begin.parent === first
      ? xml.slice(start, begin.start) + marked(xml, begin) + xml.slice(begin.end, separate.end)
      : xml.slice(start, separate.end)
  const lastProperties = childOf(last, 'w:pPr')
  const closing =
    last === first ? '' : lastProperties === undefined ? '' : xml.slice(lastProperties.start, lastProperties.end)
  const behind = xml.slice(end.start, last.contentEnd)
  return {
    from: first.start,
    until: last.end,
    text: [
      `<w:p>${head?.properties ?? ''}${opening}${head?.inner ?? ''}</w:p>`,
      ...rest.map(({ properties, inner }) => `<w:p>${properties}${inner}</w:p>`),
      `<w:p>${closing}${behind}</w:p>`,
    ].join(''),
  }
}

interface OldEntry {
  /** Without the page. */
  readonly text: string
  readonly page: string
  readonly style: string | undefined
  readonly properties: string
  readonly runProperties: string
}

function oldEntry(xml: string, paragraph: XmlElement, from = paragraph.contentStart): OldEntry {
  const properties = childOf(paragraph, 'w:pPr')
  const style = properties === undefined ? undefined : childOf(properties, 'w:pStyle')
  const whole = shownText(xml, { ...paragraph, children: paragraph.children.filter(({ start }) => start >= from) })
  const at = whole.lastIndexOf('\t')
  const run = [...elementsOf(paragraph)].find(
    ({ name, start, children }) => name === 'w:r' && start >= from && children.some((child) => child.name === 'w:t'),
  )
  const format = run === undefined ? undefined : childOf(run, 'w:rPr')
  return {
    text: (at === -1 ? whole : whole.slice(0, at)).replaceAll(/\s+/g, ' ').trim(),
    page: at === -1 ? '' : whole.slice(at + 1).trim(),
    style: style === undefined ? undefined : attribute(style.attributes, 'w:val'),
    properties: properties === undefined ? '' : xml.slice(properties.start, properties.end),
    runProperties: format === undefined ? '' : xml.slice(format.start, format.end),
  }
}

/** An entry may have the heading's number before its text. */
const isTitle = (entry: string, heading: string): boolean => entry === heading || entry.endsWith(` ${heading}`)

/** Text, a tab and the page, which leads to the heading. */
function entryXml(
  text: string,
  page: string | undefined,
  bookmark: string,
  format: string,
  { hasLinks }: ContentsCode,
): string {
  const run = (content: string): string => `<w:r>${format}${content}</w:r>`
  const pages =
    page === undefined
      ? ''
      : run('<w:tab/>') +
        run('<w:fldChar w:fldCharType="begin"/>') +
        run(`<w:instrText xml:space="preserve"> PAGEREF ${bookmark} \\h </w:instrText>`) +
        run('<w:fldChar w:fldCharType="separate"/>') +
        run(`<w:t>${escapeXml(page)}</w:t>`) +
        run('<w:fldChar w:fldCharType="end"/>')
  const inner = run(`<w:t xml:space="preserve">${escapeXml(text)}</w:t>`) + pages
  return hasLinks ? `<w:hyperlink w:anchor="${bookmark}" w:history="1">${inner}</w:hyperlink>` : inner
}

/** Bookmarks of headings: those that Word has set for the purpose, and new ones. */
function newBookmarks(xml: string): Bookmarks {
  const edits: Edit[] = []
  const names = new Map<XmlElement, string>()
  const taken = new Set([...xml.matchAll(/<w:bookmarkStart\b[^>]*?\bw:name="(_Toc\d+)"/g)].map(([, name = '']) => name))
  const used = new Set<string>()
  let [id, number] = [largestIdIn(xml), 0]
  return {
    edits,
    of(heading) {
      const known = names.get(heading)
      if (known !== undefined) return known
      const own = [...elementsOf(heading)]
        .filter(({ name }) => name === 'w:bookmarkStart')
        .map(({ attributes }) => attribute(attributes, 'w:name') ?? '')
        .find((name) => /^_Toc\d+$/.test(name) && !used.has(name))
      let name = own ?? ''
      if (own === undefined) {
        do name = `_Toc${String(++number).padStart(9, '9')}`
        while (taken.has(name))
        id++
        const at = childOf(heading, 'w:pPr')?.end ?? heading.contentStart
        edits.push({ from: at, until: at, text: `<w:bookmarkStart w:id="${id}" w:name="${name}"/>` })
        edits.push({ from: heading.contentEnd, until: heading.contentEnd, text: `<w:bookmarkEnd w:id="${id}"/>` })
      }
      names.set(heading, name)
      used.add(name)
      return name
    },
  }
}
