import { mainRelation, type WordPackage } from '../package/open-package.ts'
import { withParagraphProperties } from '../runs/format-properties.ts'
import { childOf, elementsOf, elementTree, replaceStretches, type XmlElement } from '../xml/element-tree.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { largestIdIn } from '../xml/renew-ids.ts'
import { attribute } from '../xml/scan-xml.ts'
import { entryXml, type OldEntry, oldEntry, shownText, spaced, withNumber } from './contents-entries.ts'
import { contentsNumbers } from './contents-numbers.ts'
import { type ContentsCode, type ContentsField, contentsFields } from './contents-fields.ts'
import { StyleLevels } from './style-levels.ts'

/** Most entries of a table of contents, most tables of one document, and most marks of a heading that an entry is looked for. */
const limits = { entries: 10_000, fields: 20, marks: 20 }

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
  const styles = mainRelation(file, 'styles')
  const fresh = refreshContents(main, styles === undefined ? '' : file.xml(styles))
  return fresh === main ? parts : new Map([...parts, [file.mainPart, fresh]])
}

/**
 * The XML of the main part with its tables of contents made anew from its headings, as they are after a fill: entries that are
 * right stay, others are in the format of those that were there, with the pages that those had and numbers counted on. The
 * fields are marked, so that Word counts the pages when it opens the document. Linear.
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
    const isToMake = headings.length > 0 && headings.length <= limits.entries
    const entries = !isToMake ? undefined : newEntries(xml, field, headings, levels, bookmarks)
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

function headingsOf(
  xml: string,
  paragraphs: readonly XmlElement[],
  levels: StyleLevels,
  code: ContentsCode,
): readonly Heading[] {
  return paragraphs.flatMap((paragraph): readonly Heading[] => {
    const level = levels.levelOf(paragraph, code)
    if (level === undefined) return []
    const text = spaced(shownText(xml, paragraph))
    return text === '' ? [] : [{ paragraph, text, level }]
  })
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
  const paragraphs = siblings.slice(siblings.indexOf(first), siblings.indexOf(last) + 1)
  const old = paragraphs.filter(({ name }) => name === 'w:p')
  const hasPage = (level: number | undefined): boolean => !isWithin(code.withoutPages, level)
  const titles = new Set(headings.map(({ text }) => text))
  const levelOf = (style: string): number | undefined => levels.levelOfEntry(style)
  const known = old
    .map((paragraph) => {
      const from = paragraph === first ? separate.end : paragraph.contentStart
      return oldEntry(xml, paragraph, { from, levelOf, hasPage, titles })
    })
    .filter(({ title }) => title !== '')
  if (known.length === headings.length && known.every(({ title }, index) => title === headings[index]?.text))
    return undefined
  // One that ends a section of pages is not made again for each entry.
  if (old.some((paragraph) => paragraph !== last && xml.slice(paragraph.start, paragraph.end).includes('<w:sectPr')))
    return undefined
  const patterns = new Map(known.toReversed().map((entry) => [entry.level, entry]))
  const paired = pairedWith(headings, known)
  const numbers = contentsNumbers(
    known.map(({ level = 0, number }) => ({ level, number })),
    headings.map(({ level }, index) => {
      const before = paired[index]
      return before === undefined ? { level } : { level, old: { level, number: before.number } }
    }),
  )
  const entries = headings.map(({ paragraph, text, level }, index) => {
    const before = paired[index]
    const number = numbers[index] ?? ''
    if (before?.level === level && before.paragraph !== last && leadsTo(before, paragraph)) {
      const inner = withNumber(before, number)
      if (inner !== undefined) return { properties: before.properties, inner }
    }
    const style = levels.entryStyle(level)
    const like = patterns.get(level) ?? known[0]
    const properties =
      style === undefined
        ? (like?.properties ?? '')
        : withParagraphProperties(like?.properties ?? '', [`<w:pStyle w:val="${escapeXml(style)}"/>`])
    const page = hasPage(level) ? (before?.page ?? '') : undefined
    const isTabbed = like?.isTabbed ?? false
    const made = { number, isTabbed, title: text, page, bookmark: bookmarks.of(paragraph), hasLink: code.hasLinks }
    return { properties, inner: entryXml(made, like?.runProperties ?? '') }
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

const isWithin = ([from, until]: readonly [number, number] = [1, 0], level: number | undefined): boolean =>
  level !== undefined && level >= from && level <= until

/** For each heading, the entry that it had: of one title, in their order. */
function pairedWith(headings: readonly Heading[], known: readonly OldEntry[]): readonly (OldEntry | undefined)[] {
  const byTitle = new Map<string, OldEntry[]>()
  for (const entry of known.toReversed()) {
    const alike = byTitle.get(entry.title)
    if (alike === undefined) byTitle.set(entry.title, [entry])
    else alike.push(entry)
  }
  return headings.map(({ text }) => byTitle.get(text)?.pop())
}

/** Whether an entry leads to a mark in a heading. */
const leadsTo = ({ inner }: OldEntry, heading: XmlElement): boolean =>
  marksIn(heading)
    .slice(0, limits.marks)
    .some((name) => inner.includes(`"${name}"`) || inner.includes(` ${name} `))

const marksIn = (heading: XmlElement): readonly string[] =>
  [...elementsOf(heading)]
    .filter(({ name }) => name === 'w:bookmarkStart')
    .map(({ attributes }) => attribute(attributes, 'w:name') ?? '')

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
      const own = marksIn(heading).find((name) => /^_Toc\d+$/.test(name) && !used.has(name))
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
