import { largestOf } from '@chancery/core'
import type { ZipEntry } from '@chancery/formats/zip'
import { largestIdIn } from '../xml/renew-ids.ts'
import type { WordPackage } from '../package/open-package.ts'
import { CellFormats } from './cell-formats.ts'
import { isUnknownStyle } from './styled-run.ts'
import { ListNumbering } from './list-numbering.ts'
import { MergedNotes } from './merged-notes.ts'
import { PackageAdditions } from '../package/package-additions.ts'
import { roomsOf } from './page-room.ts'
import type { RichInsert } from './rich-insert.ts'
import { TemplateStyles } from './template-styles.ts'

const bookmarkName = /<w:bookmarkStart\b[^>]*?\sw:name="([^"]*)"/g

/** What the values of a fill add to the package, once they are placed in all parts. */
export interface PreparedValues {
  /** The XML of a part with the cells as the values in them want them. */
  arrange(xml: string): string
  finish(filled: ReadonlyMap<string, string>): ReadonlyMap<string, ZipEntry>
}

/**
 * Readies values that were drawn for their places in the package.
 * @param parts XML of all parts as they are now, to find free ids
 */
export function prepareValues(
  inserts: readonly RichInsert[],
  file: WordPackage,
  parts: readonly { readonly name: string; readonly xml: string }[],
): PreparedValues {
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
  for (const insert of inserts) {
    const { value } = insert
    insert.prepare(context)
    if (value.rich === 'styled' && isUnknownStyle(value, styles)) {
      insert.warn('unknown_style', 'The template has no character style of that name; the text stays as it is.')
    }
    if (value.rich === 'table' && value.style !== undefined && styles.find('table', value.style) === undefined) {
      insert.warn('unknown_style', 'The template has no table style of that name; the table has plain borders.')
    }
  }
  return {
    arrange: (xml) => cells.arrange(xml),
    finish(filled) {
      styles.write()
      numbering.write()
      notes.write(filled)
      return additions.entries()
    },
  }
}
