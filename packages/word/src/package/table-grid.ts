import { childOf, type XmlElement } from '../xml/element-tree.ts'
import { attribute } from '../xml/scan-xml.ts'

/** A cell with the columns of the grid that it covers: `start` from 0, `span` at least 1. */
export interface GridCell {
  readonly element: XmlElement
  readonly start: number
  readonly span: number
}

export interface GridRow {
  readonly element: XmlElement
  readonly cells: readonly GridCell[]
}

/** Word's own limit is 63 columns; what a file claims beyond that is no span. */
const maxSpan = 1000

/** The rows of a table, those in content controls too, without the tables in its cells. */
export const rowsOf = (table: XmlElement): readonly GridRow[] =>
  nearest(table, 'w:tr').map((element) => {
    let at = numberIn(childOf(element, 'w:trPr'), 'w:gridBefore', 0)
    const cells = nearest(element, 'w:tc').map((cell): GridCell => {
      const span = Math.max(1, numberIn(childOf(cell, 'w:tcPr'), 'w:gridSpan', 1))
      at += span
      return { element: cell, start: at - span, span }
    })
    return { element, cells }
  })

/** A number in an element of some properties. */
export function numberIn(properties: XmlElement | undefined, name: string, otherwise: number): number {
  const element = properties === undefined ? undefined : childOf(properties, name)
  const value = Number(attribute(element?.attributes ?? '', 'w:val') ?? Number.NaN)
  return Number.isInteger(value) && value >= 0 && value <= maxSpan ? value : otherwise
}

/** The elements of that name below another, without those in one another. */
function nearest(parent: XmlElement, name: string): readonly XmlElement[] {
  const found: XmlElement[] = []
  const rest = parent.children.toReversed()
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.name === name) found.push(next)
    else if (next.name !== 'w:tc') for (const child of next.children.toReversed()) rest.push(child)
  }
  return found
}
