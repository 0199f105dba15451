import { ChanceryError, errorAt, type FillRequest, pointerTo, type Violation } from '@chancery/core'
import { dataIncomplete } from '@chancery/tags'
import { largestIdIn } from '../compile/renew-ids.ts'
import type { WordPackage } from '../package/open-package.ts'
import type { ZipEntry } from '../package/zip-archive.ts'
import { locate } from '../template/locate.ts'
import { drawValue } from './draw-value.ts'
import { ListNumbering } from './list-numbering.ts'
import { MergedNotes } from './merged-notes.ts'
import { PackageAdditions } from './package-additions.ts'
import { roomsOf } from './page-room.ts'
import type { RichInsert } from './rich-insert.ts'
import { RichFault } from './rich-fault.ts'
import { TemplateStyles } from './template-styles.ts'

const maxViolations = 100
/** Values in one fill. */
const maxValues = 20_000
/** Codes in one fill: each takes some milliseconds to draw. */
const maxCodes = 1000

const bookmarkName = /<w:bookmarkStart\b[^>]*?\sw:name="([^"]*)"/g

/** What the values of a fill add to the package, once they are placed in all parts. */
export interface PreparedValues {
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
  request: Pick<FillRequest, 'open'>,
): Promise<PreparedValues> {
  const codes = inserts.filter(({ value: { rich } }) => rich === 'qr' || rich === 'barcode').length
  if (inserts.length > maxValues || codes > maxCodes) {
    throw new ChanceryError(
      'payload_too_large',
      'The filled document would have too many pictures and formatted texts.',
      {
        details:
          inserts.length > maxValues
            ? { what: 'rich values', limit: maxValues, actual: inserts.length }
            : { what: 'codes', limit: maxCodes, actual: codes },
      },
    )
  }
  const additions = new PackageAdditions(file)
  const styles = new TemplateStyles(additions)
  const numbering = new ListNumbering(additions)
  const notes = new MergedNotes(additions)
  const bookmarks = new Set(parts.flatMap(({ xml }) => [...xml.matchAll(bookmarkName)].map(([, name = '']) => name)))
  let id = Math.max(0, ...parts.map(({ xml }) => largestIdIn(xml)))
  const context = {
    additions,
    styles,
    numbering,
    notes,
    bookmarks,
    nextId: () => ++id,
    roomAt: roomsOf(file.mainPart, parts),
  }
  const openers = { open: request.open, opened: new Map() }
  const violations: Violation[] = []
  for (const insert of inserts) {
    const { value, node, pointer } = insert
    const at = pointerTo(['data', ...pointer])
    try {
      insert.prepare(await drawValue(value, openers), context)
      if (value.rich === 'table' && value.style !== undefined && styles.find('table', value.style) === undefined) {
        insert.warn('unknown_style', 'The template has no table style of that name; the table has plain borders.')
      }
    } catch (error) {
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
    finish(filled) {
      styles.write()
      numbering.write()
      notes.write(filled)
      return additions.entries()
    },
  }
}
