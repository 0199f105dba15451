import type { Attributes, XmlHandler } from '@chancery/reading/xml/xml-walk'
import { beyondLimit } from '@chancery/reading/reading-errors'
import { cellAt, type CellRange, rangeAt } from './cell-reference.ts'
import { SharedFormula } from './shared-formula.ts'
import { type SharedStrings, StringItemText, struckThroughout, unescaped } from './shared-strings.ts'
import type { SheetCell } from './sheet-content.ts'
import { showNumber, showText } from '../numbers/number-format.ts'
import type { WorkbookStyles } from './workbook-styles.ts'

export interface SheetHyperlink {
  readonly range: CellRange
  readonly relationship?: string
  /** A place in the workbook: "Sheet2!A1". */
  readonly location?: string
}

/** What the sheets of one workbook share. */
export interface WorkbookParts {
  readonly styles: WorkbookStyles
  readonly shared: Pick<SharedStrings, 'strings' | 'struck'>
  readonly date1904: boolean
  readonly maxCells: number
  /** How many characters of formulas that cells share are written out, for all sheets. */
  readonly formulaBudget: { left: number; isOver: boolean }
  /** Names of those who comment, by their ids. */
  readonly persons: ReadonlyMap<string, string>
}

interface OpenCell {
  readonly row: number
  readonly column: number
  readonly type: string
  readonly style: string | undefined
  value: string
  formula: string
  shared: string | undefined
  isMaster: boolean
}

/** Reads one worksheet part in a single pass; only cells that say something are kept (ECMA-376 part 1, 18.3). */
export class SheetPart implements XmlHandler {
  readonly cells: SheetCell[] = []
  readonly merges: CellRange[] = []
  readonly filters: CellRange[] = []
  readonly hyperlinks: SheetHyperlink[] = []
  hasHidden = false
  /** Whether a formula has no result: its program did not calculate it. */
  hasOpenFormulas = false
  private readonly book: WorkbookParts
  private readonly inline = new StringItemText()
  private readonly shared = new Map<string, SharedFormula>()
  private cell: OpenCell | undefined
  private within: 'value' | 'formula' | 'inline' | undefined
  private row = -1
  private column = -1

  constructor(book: WorkbookParts) {
    this.book = book
  }

  open(name: string, attributes: Attributes): void {
    if (this.within === 'inline') this.inline.open(name, attributes)
    switch (name) {
      case 'x:row':
        this.beginRow(attributes)
        break
      case 'x:c':
        this.beginCell(attributes)
        break
      case 'x:v':
        this.within = 'value'
        break
      case 'x:f':
        this.within = 'formula'
        if (this.cell !== undefined && attributes['t'] === 'shared') {
          this.cell.shared = attributes['si']
          this.cell.isMaster = attributes['ref'] !== undefined
        }
        break
      case 'x:is':
        this.within = 'inline'
        break
      case 'x:col':
        this.hasHidden ||= isTrue(attributes['hidden'])
        break
      case 'x:mergeCell':
        addRange(this.merges, attributes['ref'])
        break
      case 'x:autoFilter':
        if (this.filters.length < maxFilters) addRange(this.filters, attributes['ref'])
        break
      case 'x:hyperlink':
        this.addHyperlink(attributes)
    }
  }

  close(name: string): void {
    if (name === 'x:c') this.endCell()
    else if (name === 'x:v' || name === 'x:f' || name === 'x:is') this.within = undefined
    if (this.within === 'inline') this.inline.close(name)
  }

  text(text: string): void {
    if (this.within === 'inline') this.inline.add(text)
    else if (this.cell === undefined) return
    else if (this.within === 'value') this.cell.value += text
    else if (this.within === 'formula') this.cell.formula += text
  }

  /** Rows and cells may leave out where they stand; then they follow the ones before. */
  private beginRow(attributes: Attributes): void {
    const number = Number(attributes['r'])
    this.row = Number.isInteger(number) && number > 0 ? number - 1 : this.row + 1
    this.column = -1
    this.hasHidden ||= isTrue(attributes['hidden'])
  }

  private beginCell(attributes: Attributes): void {
    const place = cellAt(attributes['r'] ?? '') ?? { row: this.row, column: this.column + 1 }
    this.column = place.column
    this.cell = {
      ...place,
      type: attributes['t'] ?? 'n',
      style: attributes['s'],
      value: '',
      formula: '',
      shared: undefined,
      isMaster: false,
    }
  }

  private endCell(): void {
    const cell = this.cell
    if (cell === undefined) return
    this.cell = undefined
    const { text, value, runs } = this.shown(cell)
    const formula = this.formulaOf(cell)
    // An empty text is a result.
    const isOpen = formula !== '' && cell.type !== 'str' && cell.value.trim() === ''
    this.hasOpenFormulas ||= isOpen
    if (text.trim() === '' && !isOpen) return
    if (this.cells.length >= this.book.maxCells) throw beyondLimit('cells', this.book.maxCells)
    const { bold, strike } = this.book.styles.of(cell.style)
    const marked = strike ? struckThroughout(text) : runs
    this.cells.push({
      row: cell.row,
      column: cell.column,
      rowSpan: 1,
      columnSpan: 1,
      text,
      isText: texts.has(cell.type),
      ...(value === undefined || isOpen ? {} : { value }),
      ...(formula === '' ? {} : { formula }),
      ...(bold ? { bold } : {}),
      ...(marked === undefined ? {} : { runs: marked }),
    })
  }

  private shown({ type, value, style }: OpenCell): Pick<SheetCell, 'text' | 'value' | 'runs'> {
    const { format } = this.book.styles.of(style)
    const asText = (text: string, struck?: SheetCell['runs']): Pick<SheetCell, 'text' | 'value' | 'runs'> => {
      const shown = showText(text, format)
      return { text: shown, value: text, ...(struck === undefined || shown !== text ? {} : { runs: struck }) }
    }
    switch (type) {
      case 's': {
        const number = Number(value || -1)
        return asText(this.book.shared.strings[number] ?? '', this.book.shared.struck.get(number))
      }
      case 'inlineStr': {
        const { text, struck } = this.inline.take()
        return asText(text, struck)
      }
      case 'str':
        return asText(unescaped(value))
      case 'b':
        return value.trim() === '' ? { text: '' } : { text: isTrue(value) ? 'TRUE' : 'FALSE', value: isTrue(value) }
      case 'e':
        return { text: value, value }
      case 'd':
        return { text: value.trim(), value: value.trim() }
      default: {
        const number = Number(value)
        if (value.trim() === '' || !Number.isFinite(number)) return { text: value.trim(), value: value.trim() }
        return showNumber(number, format, this.book.date1904)
      }
    }
  }

  private formulaOf({ row, column, formula, shared, isMaster }: OpenCell): string {
    if (shared === undefined) return formula
    const master = this.shared.get(shared)
    if (formula !== '' && (isMaster || master === undefined)) {
      this.shared.set(shared, new SharedFormula(formula, row, column))
      return formula
    }
    if (formula !== '' || master === undefined) return formula
    const { formulaBudget } = this.book
    formulaBudget.isOver ||= formulaBudget.left < master.formula.length
    if (formulaBudget.isOver) return ''
    formulaBudget.left -= master.formula.length
    return master.at(row, column)
  }

  private addHyperlink(attributes: Attributes): void {
    const range = rangeAt(attributes['ref'] ?? '')
    const [relationship, location] = [attributes['r:id'], attributes['location']]
    if (range === undefined || (relationship === undefined && location === undefined)) return
    this.hyperlinks.push({
      range,
      ...(relationship === undefined ? {} : { relationship }),
      ...(location === undefined ? {} : { location }),
    })
  }
}

/** A sheet has one filter of its own; more are tolerated, but not without end. */
const maxFilters = 50
/** Cell types whose value is text. */
const texts: ReadonlySet<string> = new Set(['s', 'inlineStr', 'str'])

function addRange(ranges: CellRange[], reference: string | undefined): void {
  const range = rangeAt(reference ?? '')
  if (range !== undefined) ranges.push(range)
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'
