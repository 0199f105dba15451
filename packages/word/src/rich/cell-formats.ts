import type { StyledValue } from '@chancery/tags'
import { rowsOf } from '../package/table-grid.ts'
import { withCellProperties } from '../runs/format-properties.ts'
import { childOf, elementsOf, elementTree, replaceStretches, type XmlElement } from '../xml/element-tree.ts'
import { attribute } from '../xml/scan-xml.ts'
import { type CellWishes, mergeCells, type MergedCell } from './merge-cells.ts'

/** Stands in a cell for what a value wants of it, while a part is put together. */
const markElement = 'chancery-cell'

type Edit = Parameters<typeof replaceStretches>[1][number]

/** The formats of cells and rows that the values of one fill bring. */
export class CellFormats {
  private readonly all: StyledValue[] = []

  /** The XML that stands in the cell until `arrange`; none where only the text has a format. */
  mark(value: StyledValue): string {
    const { cellColor, rowColor, mergeDown, mergeRight } = value
    if ([cellColor, rowColor, mergeDown, mergeRight].every((each) => each === undefined)) return ''
    this.all.push(value)
    return `<${markElement} n="${this.all.length - 1}"/>`
  }

  /** The XML of a part with its cells colored and merged, and no marks left. Linear. */
  arrange(xml: string): string {
    if (!xml.includes(`<${markElement} `)) return xml
    const root = elementTree(xml)
    if (root === undefined) return xml
    const edits: Edit[] = []
    const wishes = new Map<XmlElement, CellWishes>()
    for (const element of elementsOf(root)) {
      if (element.name !== markElement) continue
      edits.push({ from: element.start, until: element.end, text: '' })
      const value = this.all[Number(attribute(element.attributes, 'n'))]
      const cell = cellAround(element)
      if (value === undefined || cell === undefined) continue
      const known = wishes.get(cell) ?? {}
      wishes.set(cell, { ...known, ...wished(value, known) })
    }
    const tables = new Set([...wishes.keys()].flatMap((cell) => tableAround(cell) ?? []))
    for (const table of tables) for (const edit of tableEdits(xml, table, wishes)) edits.push(edit)
    return replaceStretches(xml, edits)
  }
}

/** Of several values in one cell the last color counts, and all that decide on merging do. */
function wished(value: StyledValue, known: CellWishes): CellWishes {
  const { cellColor, rowColor } = value
  const joined = (before: string | undefined, key: string | undefined): string | undefined =>
    key === undefined ? before : `${before ?? ''}\0${key}`
  const mergeDown = joined(known.mergeDown, value.mergeDown)
  const mergeRight = joined(known.mergeRight, value.mergeRight)
  return {
    ...(cellColor === undefined ? {} : { cellColor }),
    ...(rowColor === undefined ? {} : { rowColor }),
    ...(mergeDown === undefined ? {} : { mergeDown }),
    ...(mergeRight === undefined ? {} : { mergeRight }),
  }
}

const cellAround = (element: XmlElement): XmlElement | undefined => around(element, 'w:tc')
const tableAround = (element: XmlElement): XmlElement | undefined => around(element, 'w:tbl')

function around({ parent }: XmlElement, name: string): XmlElement | undefined {
  let at = parent
  while (at !== undefined && at.name !== name) at = at.parent
  return at
}

function* tableEdits(xml: string, table: XmlElement, wishes: ReadonlyMap<XmlElement, CellWishes>): Generator<Edit> {
  const rows = rowsOf(table)
  for (const [index, cells] of mergeCells(xml, rows, wishes).entries()) {
    const own = rows[index]?.cells.flatMap(({ element }) => wishes.get(element)?.rowColor ?? []).at(-1)
    for (const cell of cells) yield* cellEdits(xml, cell, wishes.get(cell.element)?.cellColor ?? own)
  }
}

function* cellEdits(xml: string, cell: MergedCell, color: string | undefined): Generator<Edit> {
  const { element, change } = cell
  if (change === 'gone') {
    yield { from: element.start, until: element.end, text: '' }
    return
  }
  const properties = childOf(element, 'w:tcPr')
  const set = [
    ...(cell.width === undefined ? [] : [`<w:tcW w:w="${cell.width}" w:type="dxa"/>`]),
    ...(cell.isWidened ? [`<w:gridSpan w:val="${cell.span}"/>`] : []),
    ...(change === 'first' ? ['<w:vMerge w:val="restart"/>'] : change === 'continued' ? ['<w:vMerge/>'] : []),
    ...(color === undefined ? [] : [`<w:shd w:val="clear" w:color="auto" w:fill="${color}"/>`]),
  ]
  const [from, end] =
    properties === undefined ? [element.contentStart, element.contentStart] : [properties.start, properties.end]
  if (set.length === 0) return
  const before = xml.slice(from, end)
  const text = withCellProperties(before.startsWith('<w:tcPr>') ? before : '', ...set)
  if (change === 'continued') yield { from, until: element.contentEnd, text: text + emptied(xml, element) }
  else yield { from, until: end, text }
}

/** A cell that another covers keeps its first paragraph's format, and the ends of what reaches beyond it. */
function emptied(xml: string, cell: XmlElement): string {
  const first = childOf(cell, 'w:p')
  const properties = first === undefined ? undefined : childOf(first, 'w:pPr')
  const format = properties === undefined ? '' : xml.slice(properties.start, properties.end)
  const ends = [...elementsOf(cell)].filter(({ name }) => rangeEnds.test(name))
  return `<w:p>${format}${ends.map(({ start, end }) => xml.slice(start, end)).join('')}</w:p>`
}

const rangeEnds = /^w:(?:bookmark|commentRange|perm)(?:Start|End)$/
