import type { CellContent } from '../model/block-sink.ts'
import { childrenOf, descend, isOn, valueOf, type XmlElement } from './xml-tree.ts'

interface OpenCell {
  text: string
  rowSpan: number
  readonly columnSpan: number
}

/** Wrappers that may stand between a table and its rows, or a row and its cells. */
const transparent = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo', 'w:smartTag'])

/** The rows of a `w:tbl` with merged cells as spans; `textOf` reads one `w:tc`. */
export function tableOf(
  table: XmlElement,
  textOf: (cell: XmlElement) => string,
): { readonly rows: readonly (readonly CellContent[])[]; readonly headerRows: number } {
  const rows: OpenCell[][] = []
  /** By first column: the merged cell that is open downwards there. */
  let open = new Map<number, OpenCell>()
  let headerRows = 0
  for (const row of through(table, 'w:tr')) {
    const properties = descend(row, 'w:trPr')
    if (descend(properties, 'w:del') !== undefined) continue
    if (isOn(descend(properties, 'w:tblHeader')) && headerRows === rows.length) headerRows++
    const cells: OpenCell[] = []
    const stillOpen = new Map<number, OpenCell>()
    let column = 0
    for (let before = span(valueOf(properties, 'w:gridBefore'), 0); before > 0; before--, column++)
      cells.push(emptyCell())
    for (const cell of through(row, 'w:tc')) {
      const cellProperties = descend(cell, 'w:tcPr')
      if (descend(cellProperties, 'w:cellDel') !== undefined) continue
      const text = textOf(cell)
      const columnSpan = span(valueOf(cellProperties, 'w:gridSpan'), 1)
      const merge = descend(cellProperties, 'w:vMerge')
      const goesOn = merge !== undefined && merge.attributes['w:val'] !== 'restart'
      const above = goesOn ? open.get(column) : undefined
      if (above !== undefined) {
        above.rowSpan++
        // Word hides it, but it is in the file.
        if (text !== '') above.text += above.text === '' ? text : `\n${text}`
        stillOpen.set(column, above)
      } else {
        const fresh = { text, rowSpan: 1, columnSpan }
        cells.push(fresh)
        if (merge !== undefined) stillOpen.set(column, fresh)
      }
      column += columnSpan
    }
    open = stillOpen
    rows.push(cells)
  }
  return { rows, headerRows }
}

const emptyCell = (): OpenCell => ({ text: '', rowSpan: 1, columnSpan: 1 })

const span = (written: string | undefined, least: number): number =>
  Math.min(Math.max(/^\d{1,4}$/.test(written ?? '') ? Number(written) : least, least), 1000)

const through = (element: XmlElement, name: string): XmlElement[] =>
  childrenOf(element).flatMap((child) =>
    child.name === name ? [child] : transparent.has(child.name) ? through(child, name) : [],
  )
