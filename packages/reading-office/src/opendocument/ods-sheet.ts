import type { ImageReference } from '@chancery/core'
import { RichText } from '@chancery/reading/model/rich-text'
import { childrenOf, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import type { Attributes } from '@chancery/reading/xml/xml-walk'
import { beyondLimit } from '@chancery/reading/reading-errors'
import { type CellRange, referenceOf } from '../spreadsheet/cell-reference.ts'
import { isoDuration } from '../numbers/serial-date.ts'
import { struckThroughout } from '../spreadsheet/shared-strings.ts'
import type { SheetCell, SheetContent, SheetNote } from '../spreadsheet/sheet-content.ts'
import { countOf } from './length.ts'
import { shownFormula } from './open-formula.ts'
import { annotationOf } from './annotation.ts'
import { ParagraphText } from './paragraph-text.ts'
import type { TextStory } from './text-story.ts'

/** The format of a cell, as far as it is looked at here. */
export interface CellLook {
  readonly bold: boolean
  readonly strike: boolean
}
type LookOfStyle = (style: string | undefined) => CellLook

/** One sheet as its rows come by. Repeated cells that say nothing are only counted. */
export class OdsSheet {
  private readonly images: ImageReference[] = []
  hasHidden = false
  private readonly story: TextStory
  private readonly lookOf: LookOfStyle
  private readonly cells: SheetCell[] = []
  private readonly filters: CellRange[] = []
  private readonly comments: SheetNote[] = []
  private readonly captions: string[] = []
  private readonly textBoxes: string[] = []
  private readonly name: string
  private readonly hidden: boolean
  private row = 0
  private column = 0
  private rowRepeated = 1
  private rowStart = 0

  constructor(
    story: TextStory,
    lookOf: LookOfStyle,
    { name, hidden }: { readonly name: string; readonly hidden: boolean },
  ) {
    this.story = story
    this.lookOf = lookOf
    this.name = name
    this.hidden = hidden
  }

  /** The rows that every printed page repeats are over: they are headers. */
  endHeaderRows(): void {
    if (this.row > 0 && this.filters.length < maxFilters)
      this.filters.push({ top: this.row - 1, bottom: this.row - 1, left: 0, right: Infinity })
  }

  beginRow(attributes: Attributes): void {
    this.column = 0
    this.rowRepeated = countOf(attributes['table:number-rows-repeated'])
    this.rowStart = this.cells.length
    this.hasHidden ||= isCollapsed(attributes)
  }

  /** A repeated row that says something stands there as often as that. */
  endRow(): void {
    const own = this.cells.slice(this.rowStart)
    if (own.length > 0 && own.length * (this.rowRepeated - 1) + this.cells.length > this.story.maxCells) {
      throw beyondLimit('cells', this.story.maxCells)
    }
    for (let again = 1; again < this.rowRepeated && own.length > 0; again++) {
      for (const cell of own) this.cells.push({ ...cell, row: cell.row + again })
    }
    this.row += this.rowRepeated
  }

  beginColumn(attributes: Attributes): void {
    this.hasHidden ||= isCollapsed(attributes)
  }

  cell(element: XmlElement): void {
    const { attributes } = element
    const repeated = countOf(attributes['table:number-columns-repeated'])
    const column = this.column
    this.column += repeated
    if (element.children.length === 0 && attributes['office:value-type'] === undefined) return
    const text = this.textOf(element, column)
    // Some programs write the value alone.
    const shown = text.toString() || bareValue(attributes)
    if (shown.trim() === '' || element.name === 'table:covered-table-cell') return
    if (this.cells.length + repeated > this.story.maxCells) throw beyondLimit('cells', this.story.maxCells)
    const value = valueOf(attributes, shown)
    const formula = attributes['table:formula']
    const { bold, strike } = this.lookOf(attributes['table:style-name'])
    const { links, runs } = { ...text.marks, ...(strike ? { runs: struckThroughout(shown) } : {}) }
    for (let again = 0; again < repeated; again++) {
      this.cells.push({
        row: this.row,
        column: column + again,
        rowSpan: countOf(attributes['table:number-rows-spanned']),
        columnSpan: countOf(attributes['table:number-columns-spanned']),
        text: shown,
        value,
        isText:
          (attributes['office:value-type'] ?? 'string') === 'string' && attributes['calcext:value-type'] !== 'error',
        ...(formula === undefined ? {} : { formula: shownFormula(formula) }),
        ...(bold ? { bold } : {}),
        ...(links === undefined ? {} : { links }),
        ...(runs === undefined ? {} : { runs }),
      })
    }
  }

  /** A frame, shape or chart, in a cell or over the sheet. */
  drawing(frame: XmlElement): void {
    const object = this.story.objectIn(frame)
    if (object !== undefined) {
      for (const title of findAll(object, 'chart:title'))
        this.captions.push([...findAll(title, 'text:p')].map(textOf).join('\n'))
      return
    }
    for (const image of childrenOf(frame, 'draw:image')) this.images.push(this.story.image(frame, image))
    const paragraphs = [...findAll(frame, 'text:p')].map(textOf).join('\n')
    if (paragraphs.trim() !== '' && childrenOf(frame, 'draw:image').length === 0) this.textBoxes.push(paragraphs)
  }

  content(): SheetContent {
    return {
      name: this.name,
      hidden: this.hidden,
      cells: this.cells,
      tables: [],
      filters: this.filters,
      comments: this.comments,
      captions: this.captions.filter((caption) => caption.trim() !== ''),
      textBoxes: this.textBoxes,
      images: this.images,
    }
  }

  private textOf(cell: XmlElement, column: number): RichText {
    const whole = new RichText()
    const paragraph = new ParagraphText(this.story, textOf)
    for (const child of childrenOf(cell)) {
      if (child.name === 'office:annotation') {
        this.comments.push({ reference: referenceOf(this.row, column), ...annotationOf(child) })
      } else if (child.name === 'text:p') {
        paragraph.read(child)
        whole.join(paragraph.take() ?? new RichText())
      } else this.drawing(child)
    }
    for (const frame of paragraph.frames) this.drawing(frame)
    return whole
  }
}

/** A sheet has one group of header rows; more are tolerated, but not without end. */
const maxFilters = 50

const isCollapsed = (attributes: Attributes): boolean =>
  ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '')

const bareValue = (attributes: Attributes): string =>
  attributes['office:value'] ??
  attributes['office:date-value'] ??
  attributes['office:string-value'] ??
  attributes['office:boolean-value']?.toUpperCase() ??
  timeOf(attributes['office:time-value']) ??
  ''

/** The typed value of a cell (ISO/IEC 26300, 19.385); dates and times as ISO 8601. */
function valueOf(attributes: Attributes, shown: string): string | number | boolean {
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const number = Number(attributes['office:value'])
      return Number.isFinite(number) ? number : shown
    }
    case 'boolean':
      return attributes['office:boolean-value'] === 'true'
    case 'date':
      return attributes['office:date-value'] ?? shown
    case 'time':
      return timeOf(attributes['office:time-value']) ?? shown
    default:
      return attributes['office:string-value'] || shown
  }
}

/** Less than a day is a time of day, "08:30:00"; more is a length of time, "PT26H30M". */
function timeOf(duration: string | undefined): string | undefined {
  const match = /^(-?)PT?(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:[.,]\d{0,12})?S)?$/.exec(duration ?? '')
  if (match === null) return duration
  const seconds = Number(match[2] ?? 0) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0)
  if (seconds >= 86_400 || match[1] === '-') return isoDuration((match[1] === '-' ? -seconds : seconds) / 86_400)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
