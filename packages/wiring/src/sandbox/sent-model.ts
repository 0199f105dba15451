import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Attachment,
  type Block,
  blockLayers,
  blockTypes,
  type Box,
  type DocumentModel,
  type Region,
  type Span,
  type Table,
  type TableCell,
  type Word,
} from '@chancery/core'
import { giveBack } from '@chancery/formats/bytes'
import { RecordReader, type Records, RecordWriter } from './records.ts'

/**
 * A document model on its way between processes: blocks, cells and words, of which there are many, as records, and in
 * their places how many there are. As JSON, an object each, they take several times as long to write and to read.
 */
export interface SentModel extends Omit<DocumentModel, 'attachments' | 'blocks' | 'tables' | 'words'> {
  readonly blocks: number
  readonly tables: readonly SentTable[]
  readonly words?: number
  readonly attachments: readonly SentAttachment[]
  readonly records: Records
}

interface SentTable extends Omit<Table, 'cells'> {
  readonly cells: number
}

interface SentAttachment extends Omit<Attachment, 'document'> {
  readonly document?: SentModel
}

/** @param model its offsets, pages, levels and indexes are integers of 32 bits */
export function sentModel(model: DocumentModel): SentModel {
  const { blocks, tables, words, attachments, ...rest } = model
  const to = new RecordWriter(
    tables.reduce((sum, { cells }) => sum + cells.length * cellIntegers, blocks.length * blockIntegers),
  )
  for (const block of blocks) writeBlock(to, block)
  const sentTables = tables.map(({ cells, ...table }): SentTable => {
    for (const cell of cells) writeCell(to, cell, model.text)
    return { ...table, cells: cells.length }
  })
  for (const word of words ?? []) writeWord(to, word)
  return {
    ...rest,
    blocks: blocks.length,
    tables: sentTables,
    ...(words === undefined ? {} : { words: words.length }),
    attachments: attachments.map(({ document, ...attachment }) =>
      document === undefined ? attachment : { ...attachment, document: sentModel(document) },
    ),
    records: to.records(),
  }
}

/**
 * The model that was sent. Long ones are read in turns with whatever else this process does.
 * @throws RangeError or TypeError for what is none
 */
export const receivedModel = (sent: SentModel): Promise<DocumentModel> => receive(sent, new Turns())

async function receive({ records, ...sent }: SentModel, turns: Turns): Promise<DocumentModel> {
  const from = new RecordReader(records)
  const blocks = await turns.each(sent.blocks, () => readBlock(from))
  const tables: Table[] = []
  for (const { cells, ...table } of sent.tables) {
    tables.push({ ...table, cells: await turns.each(cells, () => readCell(from, sent.text)) })
  }
  const words = sent.words === undefined ? undefined : await turns.each(sent.words, () => readWord(from))
  giveBack(records.integers)
  giveBack(records.decimals)
  const attachments: Attachment[] = []
  for (const { document, ...attachment } of sent.attachments) {
    attachments.push(document === undefined ? attachment : { ...attachment, document: await receive(document, turns) })
  }
  const { words: _count, ...rest } = sent
  return { ...rest, blocks, tables, ...(words === undefined ? {} : { words }), attachments }
}

/** Records that are read before others have their turn: a few ms of work. */
const recordsOfTurn = 20_000

class Turns {
  private left = recordsOfTurn

  async each<Item>(count: number, read: () => Item): Promise<Item[]> {
    const items: Item[] = []
    while (items.length < count) {
      items.push(read())
      if (--this.left > 0) continue
      this.left = recordsOfTurn
      await nextTurn()
    }
    return items
  }
}

/** Of a usual record. */
const [blockIntegers, cellIntegers] = [8, 6]

type Writable<Record> = { -readonly [Key in keyof Record]: Record[Key] }

function writeBlock(to: RecordWriter, block: Block): void {
  to.begin()
  to.integer(blockTypes.indexOf(block.type))
  to.integer(blockLayers.indexOf(block.layer))
  writeSpan(to, block.span)
  to.optionalInteger(block.table)
  to.optionalInteger(block.level)
  to.optionalText(block.marker)
  to.optionalInteger(block.parent)
  to.optionalText(block.style)
  const { regions } = block
  if (to.optional(regions !== undefined)) writeRegions(to, regions ?? [])
  to.optionalDecimal(block.confidence)
  to.optionalText(block.language)
}

function readBlock(from: RecordReader): Block {
  from.begin()
  const block: Writable<Block> = {
    type: from.oneOf(blockTypes),
    layer: from.oneOf(blockLayers),
    span: readSpan(from),
  }
  if (from.optional()) block.table = from.integer()
  if (from.optional()) block.level = from.integer()
  if (from.optional()) block.marker = from.text()
  if (from.optional()) block.parent = from.integer()
  if (from.optional()) block.style = from.text()
  if (from.optional()) block.regions = readRegions(from)
  if (from.optional()) block.confidence = from.decimal()
  if (from.optional()) block.language = from.text()
  return block
}

function writeRegions(to: RecordWriter, regions: readonly Region[]): void {
  to.integer(regions.length)
  for (const { page, box } of regions) {
    to.integer(page)
    writeBox(to, box)
  }
}

function readRegions(from: RecordReader): Region[] {
  const regions: Region[] = []
  for (let left = from.integer(); left > 0; left--) regions.push({ page: from.integer(), box: readBox(from) })
  return regions
}

/** @param text that of the document: most cells say what their span has there */
function writeCell(to: RecordWriter, cell: TableCell, text: string): void {
  to.begin()
  to.integer(cell.row)
  to.integer(cell.column)
  to.optionalInteger(cell.rowSpan === 1 ? undefined : cell.rowSpan)
  to.optionalInteger(cell.columnSpan === 1 ? undefined : cell.columnSpan)
  writeSpan(to, cell.span)
  to.optionalText(text.slice(cell.span.start, cell.span.end) === cell.text ? undefined : cell.text)
  const { value } = cell
  if (to.optional(value !== undefined)) writeValue(to, value ?? '', cell.text)
  to.optionalText(cell.formula)
}

function readCell(from: RecordReader, text: string): TableCell {
  from.begin()
  const [row, column] = [from.integer(), from.integer()]
  const [rowSpan, columnSpan] = [from.optionalInteger() ?? 1, from.optionalInteger() ?? 1]
  const span = readSpan(from)
  const cell: Writable<TableCell> = {
    row,
    column,
    rowSpan,
    columnSpan,
    text: from.optionalText() ?? text.slice(span.start, span.end),
    span,
  }
  if (from.optional()) cell.value = readValue(from, cell.text)
  if (from.optional()) cell.formula = from.text()
  return cell
}

const [isFalse, isTrue, isNumber, isText, isSameText] = [0, 1, 2, 3, 4]

/** @param text that of the cell */
function writeValue(to: RecordWriter, value: string | number | boolean, text: string): void {
  if (typeof value === 'boolean') return to.integer(value ? isTrue : isFalse)
  if (value === text) return to.integer(isSameText)
  if (typeof value === 'number') {
    to.integer(isNumber)
    return to.decimal(value)
  }
  to.integer(isText)
  to.text(value)
}

function readValue(from: RecordReader, text: string): string | number | boolean {
  const kind = from.integer()
  if (kind === isSameText) return text
  if (kind === isText) return from.text()
  return kind === isNumber ? from.decimal() : kind === isTrue
}

function writeWord(to: RecordWriter, word: Word): void {
  to.begin()
  writeSpan(to, word.span)
  to.optionalDecimal(word.confidence)
}

function readWord(from: RecordReader): Word {
  from.begin()
  const span = readSpan(from)
  return from.optional() ? { span, confidence: from.decimal() } : { span }
}

/** As part of a record. */
function writeSpan(to: RecordWriter, { start, end, page, box }: Span): void {
  to.integer(start)
  to.integer(end)
  to.optionalInteger(page)
  if (to.optional(box !== undefined) && box !== undefined) writeBox(to, box)
}

function readSpan(from: RecordReader): Span {
  const span: Writable<Span> = { start: from.integer(), end: from.integer() }
  if (from.optional()) span.page = from.integer()
  if (from.optional()) span.box = readBox(from)
  return span
}

function writeBox(to: RecordWriter, { x, y, width, height }: Box): void {
  to.decimal(x)
  to.decimal(y)
  to.decimal(width)
  to.decimal(height)
}

const readBox = (from: RecordReader): Box => ({
  x: from.decimal(),
  y: from.decimal(),
  width: from.decimal(),
  height: from.decimal(),
})
