import type { GridRow } from '../package/table-grid.ts'
import { childOf, elementsOf, type XmlElement } from '../xml/element-tree.ts'
import { attribute } from '../xml/scan-xml.ts'

/** What the values in a cell want of it. */
export interface CellWishes {
  readonly cellColor?: string
  readonly rowColor?: string
  readonly mergeDown?: string
  readonly mergeRight?: string
}

/** A cell, and what becomes of it. */
export interface MergedCell {
  readonly element: XmlElement
  /** First column of the grid, from 0. */
  readonly start: number
  span: number
  /** It took in the cells to its right. */
  isWidened: boolean
  /** In twentieths of a point, where it became wider. */
  width: number | undefined
  /** `gone`: another cell of the row took it in; `first`, `continued`: of cells below each other that are one. */
  change: 'none' | 'gone' | 'first' | 'continued'
}

/** Word's own limit. */
const maxColumns = 63

/**
 * Which cells of a table become one: those beside or below each other whose keys are the same, and their text too, so
 * that nothing is lost. By rows, each in the order of its cells. Linear.
 */
export function mergeCells(
  xml: string,
  rows: readonly GridRow[],
  wishes: ReadonlyMap<XmlElement, CellWishes>,
): readonly (readonly MergedCell[])[] {
  const texts = new Map<XmlElement, string>()
  const textOf = (cell: XmlElement): string => {
    const known = texts.get(cell) ?? contentOf(xml, cell)
    texts.set(cell, known)
    return known
  }
  const isSame = (one: XmlElement, other: XmlElement, key: 'mergeDown' | 'mergeRight'): boolean => {
    const wanted = wishes.get(one)?.[key]
    return wanted !== undefined && wanted === wishes.get(other)?.[key] && textOf(one) === textOf(other)
  }
  const merged = rows.map(({ element, cells }) => {
    const row = cells.map(({ element: cell, start, span }): MergedCell => {
      return { element: cell, start, span, isWidened: false, width: undefined, change: 'none' }
    })
    let head: MergedCell | undefined
    for (const cell of row) {
      const isOne =
        head !== undefined &&
        cell.element.parent === element &&
        head.span + cell.span <= maxColumns &&
        !isMerged(cell.element) &&
        !isMerged(head.element) &&
        isSame(head.element, cell.element, 'mergeRight')
      if (!isOne || head === undefined) {
        head = cell
        continue
      }
      cell.change = 'gone'
      const [own, other] = [head.width ?? widthOf(head.element), widthOf(cell.element)]
      head.width = own === undefined || other === undefined ? undefined : own + other
      head.span += cell.span
      head.isWidened = true
    }
    return row
  })
  let above = new Map<number, MergedCell>()
  for (const row of merged) {
    const own = new Map<number, MergedCell>()
    for (const cell of row) {
      if (cell.change === 'gone') continue
      own.set(cell.start, cell)
      const upper = above.get(cell.start)
      if (upper === undefined || upper.span !== cell.span || isMerged(cell.element) || isMerged(upper.element)) continue
      if (!isSame(upper.element, cell.element, 'mergeDown')) continue
      if (upper.change === 'none') upper.change = 'first'
      cell.change = 'continued'
    }
    above = own
  }
  return merged
}

/** The template has merged it already. */
const isMerged = (cell: XmlElement): boolean => {
  const properties = childOf(cell, 'w:tcPr')
  return properties !== undefined && (childOf(properties, 'w:vMerge') ?? childOf(properties, 'w:hMerge')) !== undefined
}

function widthOf(cell: XmlElement): number | undefined {
  const properties = childOf(cell, 'w:tcPr')
  const width = properties === undefined ? undefined : childOf(properties, 'w:tcW')
  if (width === undefined || attribute(width.attributes, 'w:type') !== 'dxa') return undefined
  const value = Number(attribute(width.attributes, 'w:w'))
  return Number.isInteger(value) && value >= 0 && value < 100_000 ? value : undefined
}

/** What a cell shows, for comparing: its text with breaks; what is no text makes it like no other. */
function contentOf(xml: string, cell: XmlElement): string {
  const pieces: string[] = []
  for (const { name, contentStart, contentEnd, start } of elementsOf(cell)) {
    if (name === 'w:t') pieces.push(xml.slice(contentStart, contentEnd))
    else if (name === 'w:p' || name === 'w:br' || name === 'w:tab') pieces.push('\n')
    else if (unlike.has(name)) return `\0${start}`
  }
  return pieces.join('')
}

const unlike: ReadonlySet<string> = new Set([
  'w:drawing',
  'w:pict',
  'w:object',
  'w:tbl',
  'w:sdt',
  'w:footnoteReference',
  'w:endnoteReference',
  'w:fldChar',
])
