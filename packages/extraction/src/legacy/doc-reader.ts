import { headingOutline } from '../model/heading-outline.ts'
import { CellText } from '../model/cell-text.ts'
import type { BlockSink, CellContent } from '../model/block-sink.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import { linkTarget, RichText } from '../model/rich-text.ts'
import type { Reader } from '../reader.ts'
import { corruptDocument } from '../reading-errors.ts'
import { WordText, type ParagraphMark } from './word-text.ts'

type TextBlock = Parameters<BlockSink['block']>[0]

/** Word 97 to 2003: text, headings, tables, notes, comments, headers; changes and formats are not told. */
export const docReader: Reader = {
  paged: false,
  async read(document, _request, { limits }) {
    let word: WordText
    try {
      word = new WordText(document.bytes)
    } catch (error) {
      throw error instanceof RangeError ? corruptDocument('The Word document is damaged.', error) : error
    }
    const { texts } = word
    const builder = new ModelBuilder(limits)
    addStory(builder, texts.headers, 'header')
    addBody(builder, word)
    addStory(builder, texts.footnotes, 'footnote')
    addStory(builder, texts.endnotes, 'footnote')
    addStory(builder, texts.comments, 'comment')
    addStory(builder, texts.textBoxes, 'text-box')
    const made = builder.build()
    return { ...made, outline: headingOutline(made) }
  },
}

/** Marks of paragraphs, cells and pages. */
// oxlint-disable-next-line no-control-regex -- they are control characters
const marks = /[\r\u0007\f]/g

function* paragraphsOf(text: string): Generator<{ readonly text: string; readonly mark: string; readonly at: number }> {
  let from = 0
  for (const match of text.matchAll(marks)) {
    yield { text: text.slice(from, match.index), mark: match[0], at: match.index }
    from = match.index + 1
  }
  if (from < text.length) yield { text: text.slice(from), mark: '\r', at: text.length - 1 }
}

function addBody(builder: ModelBuilder, word: WordText): void {
  let rows: CellContent[][] = []
  let cells: CellContent[] = []
  let cell = new CellText()
  const endTable = (): void => {
    if (cells.length > 0) rows.push(cells)
    if (rows.length > 0) builder.table(rows, 0)
    rows = []
    cells = []
    const rest = cell.toString()
    cell = new CellText()
    if (rest !== '') builder.block('paragraph', rest)
  }
  for (const { text, mark, at } of paragraphsOf(word.texts.body)) {
    const properties = word.markAt(at)
    const shown = shownText(text)
    if (mark === '\u0007' && isRowEnd(properties, text, cells.length)) {
      rows.push(cells)
      cells = []
    } else if (mark === '\u0007') {
      cell.block('paragraph', shown.toString(), shown.marks)
      cells.push(cell.content())
      cell = new CellText()
    } else if (properties?.isInTable === true) cell.block('paragraph', shown.toString(), shown.marks)
    else {
      endTable()
      const level = properties !== undefined && properties.style >= 1 && properties.style <= 9 ? properties.style : 0
      if (level > 0) builder.block('heading', shown.toString(), { level: Math.min(level, 6), ...shown.marks })
      else builder.block('paragraph', shown.toString(), shown.marks)
    }
  }
  endTable()
}

/** A row ends with a mark of its own; where properties are missing, that is the one right behind a cell's. */
const isRowEnd = (properties: ParagraphMark | undefined, text: string, cells: number): boolean =>
  properties === undefined ? text === '' && cells > 0 : properties.isRowEnd

function addStory(builder: ModelBuilder, text: string, type: TextBlock): void {
  const seen = new Set<string>()
  for (const { text: paragraph } of paragraphsOf(text)) {
    const shown = shownText(paragraph)
    const whole = shown.toString()
    // Sections repeat what stands around the text.
    if (type === 'header' && seen.has(whole)) continue
    seen.add(whole)
    builder.block(type, whole, shown.marks)
  }
}

const characters: Readonly<Record<string, string>> = {
  '\u000b': '\n',
  '\u000e': '\n',
  '\u001e': '\u2011',
  '\u001f': '\u00ad',
}

/** The text of a paragraph: of fields their results, of links where they lead. */
function shownText(text: string): RichText {
  const rich = new RichText()
  // Fields that are open: their instructions, and where their results start (MS-DOC 2.8.25).
  const open: { instruction: string; start: number | undefined }[] = []
  let plain = ''
  const flush = (): void => {
    const field = open.at(-1)
    if (field !== undefined && field.start === undefined) field.instruction += plain
    else if (open.every(({ start }) => start !== undefined)) rich.add(plain)
    plain = ''
  }
  for (const character of text) {
    if (character === '\u0013') {
      flush()
      if (open.length < 50) open.push({ instruction: '', start: undefined })
    } else if (character === '\u0014') {
      flush()
      const field = open.at(-1)
      if (field !== undefined) field.start = rich.length
    } else if (character === '\u0015') {
      flush()
      const field = open.pop()
      const address = /^\s{0,20}HYPERLINK\s{1,20}"([^"]{1,2000})"/i.exec(field?.instruction ?? '')?.[1]
      if (field?.start !== undefined) rich.link(field.start, linkTarget(address))
    } else plain += characters[character] ?? (character < ' ' && character !== '\t' ? '' : character)
  }
  flush()
  return rich
}
