import { type CellDefinition, maxCells, type RowDefinition } from '@chancery/reading/rtf/rtf-tables'

/** What a paragraph or its style says of it; what it says nothing of is as in the style, and that as in its base. */
export interface ParagraphProperties {
  readonly isRowEnd?: boolean
  readonly isInTable?: boolean
  /** Number of its list's override from 1, 0 for none, and its depth there from 0. */
  readonly list?: number
  readonly listLevel?: number
  /** From 0; 9 is text. */
  readonly outlineLevel?: number
  /** The cells of the row that it ends. */
  readonly row?: RowDefinition
}

/** Properties of paragraphs and rows (MS-DOC 2.6.2, 2.6.3). */
const sprm = {
  inTable: 0x2416,
  rowEnd: 0x2417,
  listLevel: 0x260a,
  outlineLevel: 0x2640,
  list: 0x460b,
  elsewhere: 0x6646,
  headerRow: 0x3404,
  cells: 0xd608,
}

/** Bytes of the operand of a property, by the upper three bits of its code (MS-DOC 2.6.1, Sprm). */
export function operandSize(bytes: Buffer, at: number, code: number): number {
  const kind = code >> 13
  if (kind === 6)
    return 1 + (code === sprm.cells ? bytes.readUInt16LE(Math.min(at, bytes.length - 2)) : bytes.readUInt8(at))
  return [1, 1, 2, 4, 2, 2, 0, 3][kind] ?? 1
}

/** The properties at a place of the stream "Data". */
export type PropertiesElsewhere = (place: number) => ParagraphProperties

/**
 * Reads those properties that found no room beside the text (MS-DOC 2.9.209, PrcData), each place once, and no more than
 * the stream has.
 */
export function propertiesElsewhere(data: Buffer): PropertiesElsewhere {
  const known = new Map<number, ParagraphProperties>()
  let left = data.length
  return (place) => {
    const found = known.get(place)
    if (found !== undefined || place + 2 > data.length) return found ?? {}
    const size = Math.min(data.readUInt16LE(place), data.length - place - 2)
    left -= size
    const read = left < 0 ? {} : paragraphProperties(data, place + 2, place + 2 + size)
    known.set(place, read)
    return read
  }
}

/**
 * The properties that stand from one place to another.
 * @param elsewhere absent: where they may not refer to others
 */
export function paragraphProperties(
  bytes: Buffer,
  from: number,
  end: number,
  elsewhere?: PropertiesElsewhere,
): ParagraphProperties {
  let found: ParagraphProperties = {}
  let cells: Pick<RowDefinition, 'left' | 'cells'> | undefined
  let isHeader = false
  for (let next = from; next + 3 <= end;) {
    const code = bytes.readUInt16LE(next)
    const at = next + 2
    const first = bytes.readUInt8(at)
    if (code === sprm.rowEnd) found = { ...found, isRowEnd: first === 1 }
    else if (code === sprm.inTable) found = { ...found, isInTable: first === 1 }
    else if (code === sprm.listLevel) found = { ...found, listLevel: first }
    else if (code === sprm.outlineLevel) found = { ...found, outlineLevel: first }
    else if (code === sprm.list && at + 2 <= end) found = { ...found, list: bytes.readUInt16LE(at) }
    else if (code === sprm.headerRow) isHeader = first === 1
    else if (code === sprm.cells)
      cells = cellsOf(bytes.subarray(at + 2, Math.min(at + operandSize(bytes, at, code), end)))
    else if (code === sprm.elsewhere && elsewhere !== undefined && at + 4 <= end)
      found = { ...found, ...elsewhere(bytes.readUInt32LE(at)) }
    next = at + operandSize(bytes, at, code)
  }
  return cells === undefined ? found : { ...found, row: { ...cells, isHeader } }
}

/** Bytes of the description of a cell (MS-DOC 2.9.326, TC80). */
const cellBytes = 20

/** Edges and merged cells of a row (MS-DOC 2.9.322, TDefTableOperand, behind its size). */
function cellsOf(operand: Buffer): Pick<RowDefinition, 'left' | 'cells'> | undefined {
  const count = operand[0] ?? 0
  const described = 1 + (count + 1) * 2
  if (count === 0 || count > maxCells || described > operand.length) return undefined
  const cells = Array.from({ length: count }, (_, index): CellDefinition => {
    const right = operand.readInt16LE(1 + (index + 1) * 2)
    const at = described + index * cellBytes
    const flags = at + 2 <= operand.length ? operand.readUInt16LE(at) : 0
    const [across, down] = [flags & 3, (flags >> 5) & 3]
    return {
      right,
      ...(across === 0 ? {} : { across: across === 1 ? 'on' : 'start' }),
      ...(down === 1 ? { down: 'on' } : down === 3 ? { down: 'start' } : {}),
    }
  })
  return { left: operand.readInt16LE(1), cells }
}
