import { ChanceryError, errorAt, pointerTo, type Violation } from '@chancery/core'
import { dataIncomplete } from '@chancery/tags'
import { locate } from '../template/locate.ts'
import { DocumentDrawing } from './draw-document.ts'
import { drawValue } from './draw-value.ts'
import { NestedFault, type NestedFills, type NestedReport } from './nested-fill.ts'
import type { Opening } from './open-source.ts'
import { RichFault } from './rich-fault.ts'
import type { RichInsert } from './rich-insert.ts'

const maxViolations = 100
/** Values in one fill that are drawn: pictures, formatted texts, documents. */
const maxValues = 20_000
/** Texts in one fill that bring a format: a table has several in each row. */
const maxStyled = 200_000
/** Characters of XML that documents bring that are put in. */
const maxCharacters = 100_000_000
/** Codes in one fill: each takes some milliseconds to draw. */
const maxCodes = 1000
/** Of their texts together: a code of a thousand characters takes some hundred times as long. */
const maxCodeText = 100_000

/**
 * Reads what stands in for marks, each value once, and opens what they refer to: the second of a fill's phases. From here
 * on it is known what they say where only text can stand.
 * @returns what documents that are put in used of the data
 * @throws `data_incomplete` with all values that cannot be put in; what `open` throws, pointing into the data
 */
export async function drawValues(
  inserts: readonly RichInsert[],
  request: Opening & NestedFills,
): Promise<readonly NestedReport[]> {
  const codes = inserts.flatMap(({ value }) => (value.rich === 'qr' || value.rich === 'barcode' ? [value.text] : []))
  const refuseAbove = (what: string, limit: number, actual: number): void => {
    if (actual <= limit) return
    throw new ChanceryError(
      'payload_too_large',
      'The filled document would have too many pictures and formatted texts.',
      { details: { what, limit, actual } },
    )
  }
  const styled = inserts.filter(({ value }) => value.rich === 'styled').length
  refuseAbove('rich values', maxValues, inserts.length - styled)
  refuseAbove('texts with a format', maxStyled, styled)
  refuseAbove('codes', maxCodes, codes.length)
  refuseAbove('characters of codes', maxCodeText, codes.join('').length)
  const openers = { open: request.open, vet: request.vet, opened: new Map(), pictures: new WeakMap() }
  const documents = new DocumentDrawing(openers, request)
  const violations: Violation[] = []
  let characters = 0
  for (const insert of inserts) {
    const { value, node, pointer } = insert
    const at = pointerTo(['data', ...pointer])
    try {
      const drawn = value.rich === 'document' ? await documents.draw(value, insert) : await drawValue(value, openers)
      insert.draw(drawn)
      characters += drawn.size ?? 0
      if (characters > maxCharacters) {
        throw new ChanceryError('payload_too_large', 'The filled document would be too large.', {
          details: { what: 'characters', limit: maxCharacters, actual: characters },
        })
      }
    } catch (error) {
      if (error instanceof NestedFault) {
        for (const item of error.violations) violations.push(item)
        continue
      }
      if (!(error instanceof RichFault)) throw errorAt(at, error)
      const { message, hint } = error
      violations.push({
        pointer: at,
        code: 'invalid_value',
        message,
        ...(hint === undefined ? {} : { hint }),
        location: locate(node.place, node.tag),
      })
    }
  }
  if (violations.length > 0) throw dataIncomplete(violations.slice(0, maxViolations), violations.length)
  return documents.reports
}
