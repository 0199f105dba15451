import type { InsertPlace } from '../runs/inserts.ts'
import type { CellFormats } from './cell-formats.ts'
import type { ListNumbering } from './list-numbering.ts'
import type { MergedNotes } from './merged-notes.ts'
import type { PackageAdditions } from '../package/package-additions.ts'
import type { TemplateStyles } from './template-styles.ts'

/** What drawing a value may use and add to. */
export interface RichContext {
  readonly additions: PackageAdditions
  readonly styles: TemplateStyles
  readonly numbering: ListNumbering
  readonly notes: MergedNotes
  readonly cells: CellFormats
  /** Names of bookmarks that are taken. */
  readonly bookmarks: Set<string>
  /** An id for a drawing or bookmark that the document does not have. */
  nextId(): number
  /** Width and height that there is at a place, in twentieths of a point. */
  roomAt(place: InsertPlace): { readonly width: number; readonly height: number }
}
