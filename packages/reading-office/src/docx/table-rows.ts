import type { CellContent } from '@chancery/reading/model/block-sink'
import { childrenOf, descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import { isOn, valueOf } from './properties.ts'
import {
  changeOf,
  isChange,
  isShown,
  markedChange,
  type RevisionView,
  type TrackedChange,
} from '@chancery/reading/office-math/tracked-change'

export interface TableReader {
  readonly view: RevisionView
  /** Reads one `w:tc`. */
  cell(cell: XmlElement, change: TrackedChange | undefined): CellContent
  /** A row or cell that is not part of the text. */
  dropped(change: TrackedChange, content: XmlElement): void
  /** A content control around rows or cells. */
  control(control: XmlElement): void
  /** Whether a table style sets the first row off. */
  setsOffFirstRow(style: string): boolean
}

interface OpenCell extends CellContent {
  text: string
  rowSpan: number
  columnSpan: number
  readonly links: NonNullable<CellContent['links']>[number][]
  readonly revisions: NonNullable<CellContent['revisions']>[number][]
}

/** The rows of a `w:tbl`, merged cells as spans (ECMA-376 part 1, 17.4). */
export function tableOf(
  table: XmlElement,
  reader: TableReader,
): { readonly rows: readonly (readonly CellContent[])[]; readonly headerRows: number } {
  const rows: OpenCell[][] = []
  /** By first column: the merged cell that is open downwards there. */
  let open = new Map<number, OpenCell>()
  let headerRows = 0
  let isBold = false
  through(table, 'w:tr', reader, undefined, (row, around) => {
    const properties = descend(row, 'w:trPr')
    const change = markedChange(properties, reader.view) ?? around
    if (change !== undefined && !isShown(change, reader.view)) return reader.dropped(change, row)
    if (isOn(descend(properties, 'w:tblHeader')) && headerRows === rows.length) headerRows++
    if (rows.length === 0) isBold = allBold(row)
    const [cells, stillOpen] = rowOf(row, properties, change, reader, open)
    open = stillOpen
    rows.push(cells)
  })
  const isLook = headerRows === 0 && rows.length > 1 && looksFirstRow(table, isBold, reader)
  return { rows, headerRows: isLook ? 1 : headerRows }
}

function rowOf(
  row: XmlElement,
  properties: XmlElement | undefined,
  change: TrackedChange | undefined,
  reader: TableReader,
  open: ReadonlyMap<number, OpenCell>,
): [OpenCell[], Map<number, OpenCell>] {
  const cells: OpenCell[] = []
  const stillOpen = new Map<number, OpenCell>()
  const before = span(valueOf(properties, 'w:gridBefore'), 0)
  if (before > 0) cells.push(opened({ text: '' }, before))
  let column = before
  through(row, 'w:tc', reader, change, (cell, around) => {
    const cellProperties = descend(cell, 'w:tcPr')
    const cellChange = markedChange(cellProperties, reader.view) ?? around
    if (cellChange !== undefined && !isShown(cellChange, reader.view)) return reader.dropped(cellChange, cell)
    const content = reader.cell(cell, cellChange)
    const columnSpan = span(valueOf(cellProperties, 'w:gridSpan'), 1)
    const merge = descend(cellProperties, 'w:vMerge')
    const above = isContinued(merge) ? open.get(column) : undefined
    const last = cells.at(-1)
    if (above !== undefined) {
      above.rowSpan++
      add(above, content)
      stillOpen.set(column, above)
    } else if (last !== undefined && isContinued(descend(cellProperties, 'w:hMerge'))) {
      last.columnSpan += columnSpan
      add(last, content)
    } else {
      const fresh = opened(content, columnSpan)
      cells.push(fresh)
      if (merge !== undefined) stillOpen.set(column, fresh)
    }
    column += columnSpan
  })
  return [cells, stillOpen]
}

const opened = (content: CellContent, columnSpan: number): OpenCell => ({
  ...content,
  rowSpan: 1,
  columnSpan,
  links: [...(content.links ?? [])],
  revisions: [...(content.revisions ?? [])],
})

/** Word hides what a merged-away cell says, but it is in the file. */
function add(cell: OpenCell, { text, links = [], revisions = [] }: CellContent): void {
  if (text === '') return
  const shift = cell.text === '' ? 0 : cell.text.length + 1
  cell.text += cell.text === '' ? text : `\n${text}`
  for (const link of links) cell.links.push({ ...link, start: link.start + shift, end: link.end + shift })
  for (const each of revisions) cell.revisions.push({ ...each, start: each.start + shift, end: each.end + shift })
}

const isContinued = (merge: XmlElement | undefined): boolean =>
  merge !== undefined && merge.attributes['w:val'] !== 'restart'

const span = (written: string | undefined, least: number): number =>
  Math.min(Math.max(/^\d{1,4}$/.test(written ?? '') ? Number(written) : least, least), 1000)

/** Wrappers that may stand between a table and its rows, or a row and its cells. */
const transparent = new Set(['w:sdtContent', 'w:customXml', 'w:smartTag'])

function through(
  element: XmlElement,
  name: string,
  reader: TableReader,
  change: TrackedChange | undefined,
  take: (element: XmlElement, change: TrackedChange | undefined) => void,
): void {
  for (const child of childrenOf(element)) {
    if (child.name === name) take(child, change)
    else if (child.name === 'w:sdt') {
      through(child, name, reader, change, take)
      reader.control(child)
    } else if (transparent.has(child.name)) through(child, name, reader, change, take)
    else if (isChange(child)) through(child, name, reader, changeOf(child), take)
  }
}

/**
 * The first row is a header where the table's look sets it off, and the style does so or its text is bold throughout:
 * Word turns the look on for every table.
 */
function looksFirstRow(table: XmlElement, isBold: boolean, reader: TableReader): boolean {
  const properties = descend(table, 'w:tblPr')
  const look = descend(properties, 'w:tblLook')?.attributes
  const firstRow = look?.['w:firstRow']
  const on =
    firstRow === undefined
      ? (Number.parseInt(look?.['w:val'] ?? '0', 16) & 0x20) !== 0
      : ['1', 'true', 'on'].includes(firstRow)
  return on && (isBold || reader.setsOffFirstRow(valueOf(properties, 'w:tblStyle') ?? ''))
}

function allBold(row: XmlElement): boolean {
  const runs = childrenOf(row, 'w:tc')
    .flatMap((cell) => childrenOf(cell, 'w:p'))
    .flatMap((paragraph) => childrenOf(paragraph, 'w:r'))
    .filter((run) => descend(run, 'w:t') !== undefined)
  return runs.length > 0 && runs.every((run) => isOn(descend(run, 'w:rPr', 'w:b')))
}
