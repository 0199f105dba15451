import { largestOf } from '@chancery/core'
import { attributeOf, type HtmlElement, isElement } from '@chancery/formats/html'
import { colorOf } from '@chancery/tags'
import { declarationsOf, lengthOfCss } from './css-values.ts'
import type { Block, FlowCell } from './flow.ts'

/** Most columns that Word's tables have. */
const maxColumns = 63

/** What a table has besides the content of its cells. */
interface ReadTable {
  readonly rows: readonly { readonly cells: readonly FlowCell[]; readonly isHeader: boolean }[]
  readonly columns: number
  readonly widths?: readonly number[]
  readonly caption?: HtmlElement
}

/** The grid of a table: cells that span rows are continued in those, and every row is as long as the longest. */
export function readTable(table: HtmlElement, contentOf: (cell: HtmlElement) => readonly Block[]): ReadTable {
  const rows: { cells: FlowCell[]; isHeader: boolean; length: number }[] = []
  /** By column: in how many more rows a cell from above stands, and how wide it is. */
  let covered: { rows: number; columns: number }[] = []
  let caption: HtmlElement | undefined
  const shares = new ColumnShares()

  const addRow = (element: HtmlElement, isHead: boolean): void => {
    const cells: FlowCell[] = []
    const below: { rows: number; columns: number }[] = []
    let column = 0
    const continueAbove = (): void => {
      for (let above = covered[column]; above !== undefined && above.rows > 0; above = covered[column]) {
        cells.push({ blocks: [], columns: above.columns, merge: 'continue', isHeader: false })
        below[column] = { rows: above.rows - 1, columns: above.columns }
        column += above.columns
      }
    }
    for (const cell of element.childNodes) {
      if (!isElement(cell) || (cell.tagName !== 'td' && cell.tagName !== 'th')) continue
      continueAbove()
      if (column >= maxColumns) break
      const span = (name: string, most: number): number =>
        Math.min(Math.max(Math.trunc(Number(attributeOf(cell, name) ?? '1')) || 1, 1), most)
      const columns = span('colspan', maxColumns - column)
      const down = span('rowspan', 1000)
      const css = declarationsOf(attributeOf(cell, 'style') ?? '')
      const background = colorOf(
        css.get('background-color') ?? css.get('background') ?? attributeOf(cell, 'bgcolor') ?? '',
      )
      if (columns === 1) shares.note(column, cell)
      const upright = uprights[css.get('vertical-align') ?? attributeOf(cell, 'valign') ?? '']
      cells.push({
        blocks: contentOf(cell),
        columns,
        ...(down > 1 ? { merge: 'restart' } : {}),
        isHeader: cell.tagName === 'th',
        ...(background === undefined ? {} : { background }),
        ...(upright === undefined ? {} : { upright }),
      })
      if (down > 1) below[column] = { rows: down - 1, columns }
      column += columns
    }
    continueAbove()
    covered = below
    if (column > 0) rows.push({ cells, isHeader: isHead || cells.every((cell) => cell.isHeader), length: column })
  }
  const visit = (parent: HtmlElement, isHead: boolean): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue
      if (child.tagName === 'tr') addRow(child, isHead)
      else if (child.tagName === 'caption') caption ??= child
      else if (child.tagName === 'colgroup') {
        let column = 0
        for (const col of child.childNodes) {
          if (!isElement(col) || col.tagName !== 'col' || column >= maxColumns) continue
          shares.note(column, col)
          column += Math.min(Math.max(Math.trunc(Number(attributeOf(col, 'span') ?? '1')) || 1, 1), maxColumns)
        }
      } else if (/^(?:thead|tbody|tfoot)$/.test(child.tagName)) {
        covered = []
        visit(child, child.tagName === 'thead')
      }
    }
  }
  visit(table, false)
  const columns = Math.max(0, largestOf(rows.map(({ length }) => length)))
  for (const row of rows) {
    for (; row.length < columns; row.length++) row.cells.push({ blocks: [], columns: 1, isHeader: false })
  }
  // Only header rows at the top are repeated on each page.
  const body = rows.findIndex(({ isHeader }) => !isHeader)
  for (const [index, row] of rows.entries()) if (body !== -1 && index > body) row.isHeader = false
  const widths = shares.of(columns)
  return {
    rows,
    columns,
    ...(widths === undefined ? {} : { widths }),
    ...(caption === undefined ? {} : { caption }),
  }
}

const uprights: Readonly<Record<string, 'center' | 'bottom'>> = { middle: 'center', center: 'center', bottom: 'bottom' }

/** The widths of columns, as far as they are told: in shares of the whole, or all in one measure. */
class ColumnShares {
  private readonly percent: number[] = []
  private readonly pixels: number[] = []

  note(column: number, element: HtmlElement): void {
    const css = declarationsOf(attributeOf(element, 'style') ?? '')
    const width = lengthOfCss(css.get('width') ?? attributeOf(element, 'width'))
    if (width === undefined) return
    if (width.unit === '%') this.percent[column] ??= width.amount
    else this.pixels[column] ??= width.unit === 'mm' ? (width.amount * 96) / 25.4 : width.amount
  }

  of(columns: number): readonly number[] | undefined {
    return [this.percent, this.pixels]
      .map((given) => Array.from({ length: columns }, (_, column) => given[column] ?? 0))
      .find((shares) => columns > 0 && shares.every((share) => share > 0))
  }
}
