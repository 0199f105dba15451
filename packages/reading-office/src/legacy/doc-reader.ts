import { type ImageReference, present } from '@chancery/core'
import { CompoundFile } from '@chancery/formats/compound-file'
import { readSummaryProperties } from './summary-properties.ts'
import { headingOutline } from '@chancery/reading/model/heading-outline'
import { listMarker, type ListNumbering } from '@chancery/reading/model/list-marker'
import { ListNesting } from '@chancery/reading/model/list-nesting'
import { CellText } from '@chancery/reading/model/cell-text'
import type { BlockSink, CellContent } from '@chancery/reading/model/block-sink'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { RichText } from '@chancery/reading/model/rich-text'
import type { Reader } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { isQuote, roleOf } from '@chancery/reading/rtf/rtf-styles'
import { rtfTable, type RowDefinition, type RtfRow } from '@chancery/reading/rtf/rtf-tables'
import type { Pictures } from '@chancery/reading/pictures'
import type { WordNote } from './word-notes.ts'
import { floatingPictures } from './floating-pictures.ts'
import { linePictures } from './word-pictures.ts'
import { ShownTexts } from './shown-text.ts'
import { WordText, type ParagraphMark } from './word-text.ts'

type TextBlock = Parameters<BlockSink['block']>[0]

/** Word 97 to 2003: text, headings, lists, tables, notes, comments, headers, tracked changes. */
export const docReader: Reader = {
  paged: false,
  async read(document, request, { limits, pictures }) {
    const file = new CompoundFile(document.bytes)
    let word: WordText
    try {
      word = new WordText(file)
    } catch (error) {
      throw error instanceof RangeError ? corruptDocument('The Word document is damaged.', error) : error
    }
    const builder = new ModelBuilder(limits)
    readSummaryProperties(file, builder)
    const texts = new ShownTexts(word, request.revisions, builder)
    const [headers, footers] = headersAndFooters(word)
    addStories(builder, texts, headers, 'header')
    addBody(builder, word, texts, pictures)
    addStories(builder, texts, notesOf(word, 'footnotes'), 'footnote', 'decimal')
    addStories(builder, texts, notesOf(word, 'endnotes'), 'footnote', 'lowerRoman')
    addStories(builder, texts, notesOf(word, 'comments'), 'comment')
    addStories(builder, texts, [storyOf(word, 'textBoxes')], 'text-box')
    addStories(builder, texts, footers, 'footer')
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

function addBody(builder: ModelBuilder, word: WordText, texts: ShownTexts, kept: Pictures): void {
  const nesting = new ListNesting()
  const pictureAt = linePictures(word.data, kept)
  const floatingAt = floatingPictures(word.drawings, kept)
  let rows: RtfRow[] = []
  let cells: CellContent[] = []
  let cell = new CellText()
  const endRow = (definition: RowDefinition = noDefinition): void => {
    rows.push({ definition, cells })
    cells = []
  }
  const endTable = (): void => {
    if (cells.length > 0) endRow()
    if (rows.length > 0) {
      const table = rtfTable(rows)
      builder.table(table.rows, table.headerRows)
    }
    rows = []
    const rest = cell.toString()
    cell = new CellText()
    if (rest !== '') builder.block('paragraph', rest)
  }
  for (const { text, mark, at } of paragraphsOf(word.texts.body)) {
    const properties = word.markAt(at)
    const { shown, hidden, pictures, anchors } = texts.read(text, at - text.length)
    const drawn = [
      ...pictures.flatMap((place) => pictureAt(place) ?? []),
      ...anchors.flatMap((character) => floatingAt(character) ?? []),
    ]
    if (mark === '\u0007' && isRowEnd(properties, text, cells.length)) endRow(properties?.row)
    else if (mark === '\u0007') {
      addToCell(cell, shown, drawn)
      cells.push(cell.content())
      cell = new CellText()
    } else if (properties?.isInTable === true) addToCell(cell, shown, drawn)
    else {
      endTable()
      addParagraph(builder, word, properties, shown, nesting)
      for (const image of drawn) builder.figure(image)
    }
    builder.block('paragraph', hidden, { layer: 'hidden' })
  }
  endTable()
}

function addToCell(cell: CellText, shown: RichText, drawn: readonly ImageReference[]): void {
  cell.block('paragraph', shown.toString(), shown.marks)
  for (const image of drawn) cell.figure(image)
}

const noDefinition: RowDefinition = { left: 0, isHeader: false, cells: [] }

function addParagraph(
  builder: ModelBuilder,
  word: WordText,
  properties: ParagraphMark | undefined,
  shown: RichText,
  nesting: ListNesting,
): void {
  const { styles } = word
  const style = properties?.style ?? 0
  const role = roleOf(styles.paragraphs, style, properties?.outlineLevel)
  // Where the styles are missing, these are still the headings.
  const { type, level } =
    role.type === 'paragraph' && !styles.paragraphs.has(style) && style >= 1 && style <= 9
      ? { type: 'heading' as const, level: Math.min(style, 6) }
      : role
  const text = shown.toString()
  const item = text.trim() === '' ? undefined : itemOf(word, properties)
  const isItem = item !== undefined && type === 'paragraph'
  if (!isItem) nesting.end()
  const name = styles.names.get(style) ?? ''
  const traits = {
    ...(name === '' || style === 0 ? {} : { style: name }),
    ...(isQuote(styles.paragraphs, style) ? { quote: 1 } : {}),
  }
  // Code is set in its typeface by being code.
  const { runs: _runs, ...plain } = shown.marks
  if (type === 'code') builder.block('code', text, { line: true, ...traits, ...plain })
  else if (isItem) {
    const whole = { ...item, ...nesting.parentAt(item.level), ...traits, ...shown.marks }
    nesting.add(item.level, builder.block('list-item', text, whole))
  } else builder.block(type, text, { ...present({ level, marker: item?.marker }), ...traits, ...shown.marks })
}

/** A row ends with a mark of its own; where properties are missing, that is the one right behind a cell's. */
const isRowEnd = (properties: ParagraphMark | undefined, text: string, cells: number): boolean =>
  properties === undefined ? text === '' && cells > 0 : properties.isRowEnd

/** Its marker and level, where the paragraph is an item of a list that is known. */
function itemOf(
  { lists }: WordText,
  properties: ParagraphMark | undefined,
): { readonly marker: string; readonly level: number } | undefined {
  if (properties === undefined || properties.list === 0 || properties.listLevel > 8) return undefined
  const marker = lists.next(properties.list, properties.listLevel)
  return marker === undefined || marker === '' ? undefined : { marker, level: properties.listLevel + 1 }
}

/** A stretch of text and the number of its first character in the document. */
interface Story {
  readonly text: string
  readonly start: number
  readonly note?: WordNote
}

/** The stories of notes, one a note; all as one where it is not said where they begin. */
function notesOf(word: WordText, name: 'footnotes' | 'endnotes' | 'comments'): Story[] {
  const whole = storyOf(word, name)
  const notes = word.notes[name]
  const rest = { text: whole.text.slice(notes.at(-1)?.end ?? 0), start: whole.start + (notes.at(-1)?.end ?? 0) }
  const each = notes.map((note): Story => ({
    text: whole.text.slice(note.start, note.end),
    start: whole.start + note.start,
    note,
  }))
  return [...each, rest]
}

const storyOf = ({ texts, starts }: WordText, name: keyof WordText['texts']): Story => ({
  text: texts[name],
  start: starts[name],
})

/** Behind six separators of notes, six stories a section: headers of even, odd, first pages and footers (2.8.22). */
function headersAndFooters(word: WordText): readonly [headers: Story[], footers: Story[]] {
  const { text, start } = storyOf(word, 'headers')
  const [headers, footers]: [Story[], Story[]] = [[], []]
  let from = 0
  for (const [index, end] of word.headerEnds.entries()) {
    const to = Math.min(Math.max(end, from), text.length)
    const list = index >= 6 && [2, 3, 5].includes(index % 6) ? footers : headers
    if (to > from) list.push({ text: text.slice(from, to), start: start + from })
    from = to
  }
  if (from < text.length) headers.push({ text: text.slice(from), start: start + from })
  return [headers, footers]
}

/** Stands for the number of a note that Word counts (2.8.16). */
const autoNumber = '\u0002'

/** @param numbering of notes: how those count that have no mark of their own */
function addStories(
  builder: ModelBuilder,
  texts: ShownTexts,
  stories: readonly Story[],
  type: TextBlock,
  numbering?: ListNumbering,
): void {
  const seen = new Set<string>()
  let number = 0
  for (const { text, start, note } of stories) {
    let first: number | undefined
    for (const paragraph of paragraphsOf(text)) {
      const { shown, hidden } = texts.read(paragraph.text, start + paragraph.at - paragraph.text.length)
      const whole = shown.toString()
      // Sections repeat what stands around the text.
      if ((type === 'header' || type === 'footer') && seen.has(whole)) continue
      seen.add(whole)
      const isCounted = numbering !== undefined && paragraph.text.startsWith(autoNumber)
      const marker = isCounted ? { marker: listMarker(++number, numbering) } : {}
      const tie = note === undefined ? {} : first === undefined ? tieOf(note) : { parent: first }
      const index = builder.block(type, whole, { ...marker, ...tie, ...shown.marks })
      first ??= index
      builder.block('paragraph', hidden, { layer: 'hidden' })
    }
  }
}

const tieOf = ({
  name,
  author,
  date,
}: WordNote): { readonly note: string; readonly author?: string; readonly date?: string } =>
  present({ note: name, author, date })
