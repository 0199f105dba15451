import { childOf, elementsOf, textOfElement, type XmlElement } from '../xml/element-tree.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { attribute } from '../xml/scan-xml.ts'

/** An entry of a table of contents, as it stands in the document. */
export interface OldEntry {
  readonly paragraph: XmlElement
  /** From 1; `undefined` for a paragraph in a style of its own. */
  readonly level: number | undefined
  /** Before the title; empty where there is none. */
  readonly number: string
  /** Whether a tab parts the number from the title. */
  readonly isTabbed: boolean
  readonly title: string
  readonly page: string
  readonly properties: string
  readonly runProperties: string
  /** What stands behind the properties. */
  readonly inner: string
}

/** What the entry is made of. */
export interface NewEntry {
  readonly number: string
  readonly isTabbed: boolean
  readonly title: string
  /** Absent where entries of its level have none. */
  readonly page: string | undefined
  readonly bookmark: string
  readonly hasLink: boolean
}

/** The text of a paragraph without what is deleted; a tab where it has one. */
export function shownText(xml: string, paragraph: XmlElement): string {
  const pieces: string[] = []
  for (const element of elementsOf(paragraph)) {
    if (element.name === 'w:t') pieces.push(textOfElement(xml, element))
    else if (element.name === 'w:tab' && element.parent?.name === 'w:r') pieces.push('\t')
    else if (element.name === 'w:br') pieces.push(' ')
  }
  return pieces.join('')
}

/** Text with single spaces, as titles are compared. */
export const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** How an entry is read. */
interface EntryReading {
  /** Where what it shows begins: the first one has the beginning of the table before it. */
  readonly from: number
  readonly levelOf: (style: string) => number | undefined
  /** Whether entries of a level end with a page. */
  readonly hasPage: (level: number | undefined) => boolean
  /** Titles of the headings. */
  readonly titles: ReadonlySet<string>
}

/** A paragraph of a table of contents as an entry; its number is what stands before a heading's title, or before a tab. */
export function oldEntry(xml: string, paragraph: XmlElement, reading: EntryReading): OldEntry {
  const { from, levelOf, hasPage, titles } = reading
  const properties = childOf(paragraph, 'w:pPr')
  const style = properties === undefined ? undefined : childOf(properties, 'w:pStyle')
  const level = style === undefined ? undefined : levelOf(attribute(style.attributes, 'w:val') ?? '')
  const shown = { ...paragraph, children: paragraph.children.filter(({ start }) => start >= from) }
  const cells = shownText(xml, shown).split('\t').map(spaced)
  const page = cells.length > 1 && hasPage(level) ? (cells.pop() ?? '') : ''
  const run = [...elementsOf(shown)].find(
    ({ name, children }) => name === 'w:r' && children.some((child) => child.name === 'w:t'),
  )
  const format = run === undefined ? undefined : childOf(run, 'w:rPr')
  return {
    paragraph,
    level,
    ...numbered(cells, titles),
    page,
    properties: properties === undefined ? '' : xml.slice(properties.start, properties.end),
    runProperties: format === undefined ? '' : xml.slice(format.start, format.end),
    inner: xml.slice(Math.max(from, properties?.end ?? from), paragraph.contentEnd),
  }
}

/** Words of a number, such as "Part 2 of 3". */
const mostWords = 4

function numbered(
  cells: readonly string[],
  titles: ReadonlySet<string>,
): Pick<OldEntry, 'number' | 'isTabbed' | 'title'> {
  const text = spaced(cells.join(' '))
  if (titles.has(text)) return { number: '', isTabbed: false, title: text }
  const [first = '', ...rest] = cells
  if (rest.length > 0 && first !== '') return { number: first, isTabbed: true, title: spaced(rest.join(' ')) }
  let at = text.indexOf(' ')
  for (let words = 0; at !== -1 && words < mostWords; words++, at = text.indexOf(' ', at + 1)) {
    const title = text.slice(at + 1)
    if (titles.has(title)) return { number: text.slice(0, at), isTabbed: false, title }
  }
  return { number: '', isTabbed: false, title: text }
}

/** The number, the title, a tab and the page, which leads to the heading. @param format properties of the runs */
export function entryXml({ number, isTabbed, title, page, bookmark, hasLink }: NewEntry, format: string): string {
  const run = (content: string): string => `<w:r>${format}${content}</w:r>`
  const text = (content: string): string => run(`<w:t xml:space="preserve">${escapeXml(content)}</w:t>`)
  const pages =
    page === undefined
      ? ''
      : run('<w:tab/>') +
        run('<w:fldChar w:fldCharType="begin"/>') +
        run(`<w:instrText xml:space="preserve"> PAGEREF ${bookmark} \\h </w:instrText>`) +
        run('<w:fldChar w:fldCharType="separate"/>') +
        run(`<w:t>${escapeXml(page)}</w:t>`) +
        run('<w:fldChar w:fldCharType="end"/>')
  const heading =
    number === '' ? text(title) : isTabbed ? text(number) + run('<w:tab/>') + text(title) : text(`${number} ${title}`)
  const inner = heading + pages
  return hasLink ? `<w:hyperlink w:anchor="${bookmark}" w:history="1">${inner}</w:hyperlink>` : inner
}

/** What an entry shows, with another number in the text that its own begins; `undefined` where that says more or less. */
export function withNumber({ inner, number, isTabbed }: OldEntry, other: string): string | undefined {
  if (number === other) return inner
  const text = /<w:t(?: [^>]*)?>([^<]*)/.exec(inner)
  const shown = text?.[1] ?? ''
  const own = escapeXml(number)
  if (
    text === null ||
    number === '' ||
    other === '' ||
    (isTabbed ? shown.trim() !== own : !shown.startsWith(`${own} `))
  )
    return undefined
  const at = text.index + text[0].length - shown.length + shown.indexOf(own)
  return inner.slice(0, at) + escapeXml(other) + inner.slice(at + own.length)
}
