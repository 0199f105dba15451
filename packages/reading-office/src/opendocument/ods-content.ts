import { ElementBuilder, type XmlElement } from '@chancery/reading/xml/xml-element'
import type { Attributes, XmlHandler } from '@chancery/reading/xml/xml-walk'
import type { OdsSheet } from './ods-sheet.ts'

/** What to do with the sheets as they come by. */
interface OdsEvents {
  /** `undefined` where the sheet is not wanted. */
  begin(name: string, style: string | undefined): OdsSheet | undefined
  end(sheet: OdsSheet): void
  /** The automatic styles, before any sheet. */
  styles(element: XmlElement): void
}

/** Elements that are taken up whole: they are small, and what is read in them is nested. */
const takenWhole = new Set([
  'office:automatic-styles',
  'table:table-cell',
  'table:covered-table-cell',
  'draw:frame',
  'draw:g',
  'draw:custom-shape',
  'draw:rect',
])

/** Reads the `content.xml` of a spreadsheet in one pass, sheet by sheet and cell by cell. */
export class OdsContent implements XmlHandler {
  private readonly events: OdsEvents
  private taken: ElementBuilder | undefined
  private sheet: OdsSheet | undefined
  private depth = 0

  constructor(events: OdsEvents) {
    this.events = events
  }

  open(name: string, attributes: Attributes): void {
    if (this.taken !== undefined) this.taken.open(name, attributes)
    else if (takenWhole.has(name) && (this.sheet !== undefined || name.startsWith('office:'))) {
      this.taken = new ElementBuilder()
      this.taken.open(name, attributes)
    } else if (name === 'table:table') {
      if (this.depth++ === 0)
        this.sheet = this.events.begin(attributes['table:name'] ?? '', attributes['table:style-name'])
    } else if (name === 'table:table-row') this.sheet?.beginRow(attributes)
    else if (name === 'table:table-column') this.sheet?.beginColumn(attributes)
  }

  close(name: string): void {
    if (this.taken !== undefined) {
      this.taken.close()
      if (!this.taken.isOpen) this.take()
    } else if (name === 'table:table') {
      if (--this.depth > 0 || this.sheet === undefined) return
      this.events.end(this.sheet)
      this.sheet = undefined
    } else if (name === 'table:table-row') this.sheet?.endRow()
    else if (name === 'table:table-header-rows') this.sheet?.endHeaderRows()
  }

  text(text: string): void {
    this.taken?.text(text)
  }

  private take(): void {
    const root = this.taken?.root
    this.taken = undefined
    if (root === undefined) return
    if (root.name === 'office:automatic-styles') this.events.styles(root)
    else if (root.name.startsWith('draw:')) this.sheet?.drawing(root)
    else this.sheet?.cell(root)
  }
}
