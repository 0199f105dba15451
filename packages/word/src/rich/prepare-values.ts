import { ChanceryError, errorAt, pointerTo, type Violation, largestOf } from '@chancery/core'
import type { ZipEntry } from '@chancery/formats/zip'
import { dataIncomplete } from '@chancery/tags'
import { largestIdIn } from '../xml/renew-ids.ts'
import type { WordPackage } from '../package/open-package.ts'
import { locate } from '../template/locate.ts'
import { CellFormats } from './cell-formats.ts'
import { DocumentDrawing } from './draw-document.ts'
import { drawValue } from './draw-value.ts'
import { isUnknownStyle } from './styled-run.ts'
import { ListNumbering } from './list-numbering.ts'
import { MergedNotes } from './merged-notes.ts'
import { NestedFault, type NestedFills, type NestedReport } from './nested-fill.ts'
import type { Opening } from './open-source.ts'
import { PackageAdditions } from '../package/package-additions.ts'
import { roomsOf } from './page-room.ts'
import type { RichInsert } from './rich-insert.ts'
import { RichFault } from './rich-fault.ts'
import { TemplateStyles } from './template-styles.ts'

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

const bookmarkName = /<w:bookmarkStart\b[^>]*?\sw:name="([^"]*)"/g

/** What the values of a fill add to the package, once they are placed in all parts. */
export interface PreparedValues {
  /** What documents that are put in used of the data. */
  readonly nested: readonly NestedReport[]
  /** The XML of a part with the cells as the values in them want them. */
  arrange(xml: string): string
  finish(filled: ReadonlyMap<string, string>): ReadonlyMap<string, ZipEntry>
}

/**
 * Reads what stands in for marks, each value once, and opens what they refer to: the second of a fill's two phases.
 * @param parts XML of all parts as they are now, to find free ids
 * @throws `data_incomplete` with all values that cannot be put in; what `open` throws, pointing into the data
 */
export async function prepareValues(
  inserts: readonly RichInsert[],
  file: WordPackage,
  parts: readonly { readonly name: string; readonly xml: string }[],
  request: Opening & NestedFills,
): Promise<PreparedValues> {
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
  const additions = new PackageAdditions(file)
  const styles = new TemplateStyles(additions)
  const numbering = new ListNumbering(additions)
  const notes = new MergedNotes(additions)
  const cells = new CellFormats()
  const bookmarks = new Set(parts.flatMap(({ xml }) => [...xml.matchAll(bookmarkName)].map(([, name = '']) => name)))
  let id = Math.max(0, largestOf(parts.map(({ xml }) => largestIdIn(xml))))
  const context = {
    additions,
    styles,
    numbering,
    notes,
    cells,
    bookmarks,
    nextId: () => ++id,
    roomAt: roomsOf(file.mainPart, parts),
  }
  const openers = { open: request.open, vet: request.vet, opened: new Map(), pictures: new WeakMap() }
  const documents = new DocumentDrawing(openers, request)
  const violations: Violation[] = []
  let characters = 0
  for (const insert of inserts) {
    const { value, node, pointer } = insert
    const at = pointerTo(['data', ...pointer])
    try {
      const drawn = value.rich === 'document' ? await documents.draw(value, insert) : await drawValue(value, openers)
      insert.prepare(drawn, context)
      characters += drawn.size ?? 0
      if (characters > maxCharacters) {
        throw new ChanceryError('payload_too_large', 'The filled document would be too large.', {
          details: { what: 'characters', limit: maxCharacters, actual: characters },
        })
      }
      if (value.rich === 'styled' && isUnknownStyle(value, styles)) {
        insert.warn('unknown_style', 'The template has no character style of that name; the text stays as it is.')
      }
      if (value.rich === 'table' && value.style !== undefined && styles.find('table', value.style) === undefined) {
        insert.warn('unknown_style', 'The template has no table style of that name; the table has plain borders.')
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
  return {
    nested: documents.reports,
    arrange: (xml) => cells.arrange(xml),
    finish(filled) {
      styles.write()
      numbering.write()
      notes.write(filled)
      return additions.entries()
    },
  }
}
