import { beyondLimit } from '@chancery/reading/reading-errors'
import { childrenOf, descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import { isSwitchedOn } from './shared-strings.ts'
import { builtinFormat, type NumberFormat, parseNumberFormat } from '../numbers/number-format.ts'

/** Excel itself has room for 250 of its own; each is read at some cost. */
const maxFormats = 10_000

interface CellStyle {
  readonly format: NumberFormat
  readonly bold: boolean
  readonly strike: boolean
}

/** The formats and fonts of a workbook's cells (ECMA-376 part 1, 18.8). */
export class WorkbookStyles {
  private readonly styles: CellStyle[]

  /** @throws `payload_too_large` */
  constructor(root: XmlElement | undefined) {
    const formats = childrenOf(descend(root, 'x:numFmts'), 'x:numFmt')
    if (formats.length > maxFormats) throw beyondLimit('number formats of a workbook', maxFormats, formats.length)
    const codes = new Map(
      formats.map(({ attributes }) => [attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '']),
    )
    const fonts = childrenOf(descend(root, 'x:fonts'), 'x:font').map((font) => ({
      bold: isOn(descend(font, 'x:b')),
      strike: isOn(descend(font, 'x:strike')),
    }))
    const parsed = new Map<string, NumberFormat>()
    this.styles = childrenOf(descend(root, 'x:cellXfs'), 'x:xf').map(({ attributes }) => {
      const id = attributes['numFmtId'] ?? '0'
      let format = parsed.get(id)
      if (format === undefined) {
        format = parseNumberFormat(codes.get(id) ?? builtinFormat(Number(id)))
        parsed.set(id, format)
      }
      return { format, bold: false, strike: false, ...fonts[Number(attributes['fontId'] ?? 0)] }
    })
  }

  of(style: string | undefined): CellStyle {
    return this.styles[Number(style ?? 0)] ?? plain
  }
}

const plain: CellStyle = { format: parseNumberFormat('General'), bold: false, strike: false }

const isOn = (property: XmlElement | undefined): boolean => property !== undefined && isSwitchedOn(property.attributes)
