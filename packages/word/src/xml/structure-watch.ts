import { attribute } from './scan-xml.ts'

/** Something about a part's elements that Word does not open, or mends on opening. */
export interface StructureFault {
  readonly code:
    | 'invalid_nesting'
    | 'cell_without_paragraph'
    | 'table_without_rows'
    | 'row_without_cells'
    | 'duplicate_id'
    | 'unbalanced_bookmark'
    | 'unbalanced_field'
    | 'undeclared_prefix'
    | 'foreign_document'
    | 'embedded_object'
  /** What it is about, in words of the format: `w:tc`, or an id. */
  readonly what: string
  /** Index of the paragraph in the order of the part; -1 before the first. */
  readonly at: number
  /** The innermost table around it, from 1; rows and columns as far as there are any. */
  readonly place?: { readonly table: number; readonly row?: number; readonly column?: number }
}

/** A use of something that has to be elsewhere: `r:id` in the relations of the part, a note in its part. */
export interface StructureReference {
  readonly kind: 'relation' | 'footnote' | 'endnote' | 'comment'
  readonly id: string
  readonly element: string
  readonly at: number
}

export interface StructureReport {
  readonly faults: readonly StructureFault[]
  readonly references: readonly StructureReference[]
  /** Ids of the drawings that are no copies for old programs. */
  readonly drawings: ReadonlyMap<string, number>
  /** Ids of the notes or comments that the part holds. */
  readonly stories: ReadonlySet<string>
}

const blocks = ['w:body', 'w:hdr', 'w:ftr', 'w:tc', 'w:txbxContent', 'w:footnote', 'w:endnote', 'w:comment']
/** What an element must not stand right inside of (ECMA-376 part 1, chapter 17). */
const wrongParents: Readonly<Record<string, ReadonlySet<string>>> = {
  'w:p': new Set(['w:p', 'w:r', 'w:t', 'w:tbl', 'w:tr', 'w:pPr', 'w:rPr', 'w:hyperlink', 'w:sdt', 'w:document']),
  'w:r': new Set([...blocks, 'w:r', 'w:t', 'w:tbl', 'w:tr', 'w:pPr', 'w:sdt', 'w:document']),
  'w:t': new Set([...blocks, 'w:p', 'w:t', 'w:tbl', 'w:tr', 'w:hyperlink', 'w:ins', 'w:sdtContent', 'w:smartTag']),
  'w:tbl': new Set(['w:p', 'w:r', 'w:t', 'w:tbl', 'w:tr', 'w:hyperlink', 'w:document']),
  'w:tr': new Set([...blocks, 'w:p', 'w:r', 'w:tr', 'w:document']),
  'w:tc': new Set([...blocks, 'w:p', 'w:r', 'w:tbl', 'w:document']),
}
/** Blocks that can hold the paragraph that a cell has to end with. */
const endsCell = new Set(['w:p', 'w:sdt', 'w:customXml', 'mc:AlternateContent', 'w:ins', 'w:moveTo', 'w:altChunk'])
/** Elements of a cell that are no content. */
const marks = new Set(['w:tcPr', 'w:bookmarkStart', 'w:bookmarkEnd', 'w:commentRangeStart', 'w:commentRangeEnd'])
const notes: Readonly<Record<string, StructureReference['kind']>> = {
  'w:footnoteReference': 'footnote',
  'w:endnoteReference': 'endnote',
  'w:commentReference': 'comment',
}
const stories = new Set(['w:footnote', 'w:endnote', 'w:comment'])
const relationPattern = /\br:(?:id|embed|link|pict|dm|lo|qs|cs)\s*=\s*["']([^"']+)["']/g

const declarationPattern = /\bxmlns:([\w.-]+)\s*=/g

const placeOf = ({ number, row, column }: { number: number; row: number; column: number }) => ({
  table: number,
  ...(row === 0 ? {} : { row }),
  ...(column === 0 ? {} : { column }),
})

/** Most faults of one part; of a broken file all are alike. */
const maxFaults = 200

/** Follows the elements of a part in their order, and notes what Word would stumble over. */
export class StructureWatch {
  private readonly parents: string[] = []
  private readonly faults: StructureFault[] = []
  private readonly references: StructureReference[] = []
  private readonly drawings = new Map<string, number>()
  private readonly stories = new Set<string>()
  private readonly bookmarks = new Map<string, { isOpen: boolean; readonly at: number }>()
  /** Of each open cell the last block. */
  private readonly cells: string[] = []
  /** The open tables, the row and the column where each of them is. */
  private readonly tables: { readonly number: number; row: number; column: number }[] = []
  private tableCount = 0
  private readonly names = new Set<string>()
  /** Prefixes of namespaces, and where they are used first. */
  private readonly declared = new Set(['xml'])
  private readonly prefixes = new Map<string, number>()
  private fallback = 0
  private readonly fields: number[] = []

  open(name: string, attributes: string, at: number): void {
    const parent = this.parents.at(-1) ?? ''
    this.parents.push(name)
    if (!this.names.has(name)) {
      this.names.add(name)
      this.notePrefix(name.slice(0, Math.max(0, name.indexOf(':'))), at)
    }
    if (wrongParents[name]?.has(parent) === true) this.note('invalid_nesting', `${name} in ${parent}`, at)
    if (parent === 'w:tc' && !marks.has(name) && this.cells.length > 0) this.cells[this.cells.length - 1] = name
    switch (name) {
      case 'w:tbl':
        this.tables.push({ number: ++this.tableCount, row: 0, column: 0 })
        break
      case 'w:tr': {
        const table = this.tables.at(-1)
        if (table !== undefined) [table.row, table.column] = [table.row + 1, 0]
        break
      }
      case 'w:tc': {
        const table = this.tables.at(-1)
        if (table !== undefined) table.column++
        this.cells.push('')
        break
      }
      case 'mc:Fallback':
        this.fallback++
        break
      case 'wp:docPr':
        if (this.fallback === 0) this.noteDrawing(attribute(attributes, 'id') ?? '', at)
        break
      case 'w:bookmarkStart':
      case 'w:bookmarkEnd':
        if (this.fallback === 0) this.noteBookmark(attribute(attributes, 'w:id') ?? '', name === 'w:bookmarkStart', at)
        break
      case 'w:fldChar':
        this.noteField(attribute(attributes, 'w:fldCharType'), at)
        break
      case 'w:altChunk':
        this.note('foreign_document', name, at)
        break
      case 'o:OLEObject':
        if (this.fallback === 0) this.note('embedded_object', name, at)
        break
      default:
    }
    if (attributes === '') return
    if (attributes.includes('xmlns:'))
      for (const [, prefix = ''] of attributes.matchAll(declarationPattern)) this.declared.add(prefix)
    if (notes[name] !== undefined || stories.has(name)) {
      const id = attribute(attributes, 'w:id') ?? ''
      const kind = notes[name]
      if (kind !== undefined) this.references.push({ kind, id, element: name, at })
      else this.stories.add(id)
    }
    if (!attributes.includes('r:')) return
    for (const [, id = ''] of attributes.matchAll(relationPattern)) {
      this.notePrefix('r', at)
      this.references.push({ kind: 'relation', id, element: name, at })
    }
  }

  close(name: string, at: number): void {
    this.parents.pop()
    if (name === 'mc:Fallback') this.fallback--
    else if (name === 'w:tbl') {
      if (this.tables.at(-1)?.row === 0) this.note('table_without_rows', name, at)
      this.tables.pop()
    } else if (name === 'w:tr') {
      if (this.tables.at(-1)?.column === 0) this.note('row_without_cells', name, at)
    } else if (name === 'w:tc' && !endsCell.has(this.cells.pop() ?? 'w:p')) {
      this.note('cell_without_paragraph', name, at)
    }
  }

  report(): StructureReport {
    for (const at of this.fields) this.note('unbalanced_field', 'w:fldChar', at)
    for (const [id, { isOpen, at }] of this.bookmarks) if (isOpen) this.note('unbalanced_bookmark', id, at)
    for (const [prefix, at] of this.prefixes) if (!this.declared.has(prefix)) this.note('undeclared_prefix', prefix, at)
    const { faults, references, drawings, stories: ids } = this
    return { faults, references, drawings, stories: ids }
  }

  private notePrefix(prefix: string, at: number): void {
    if (prefix !== '' && !this.prefixes.has(prefix)) this.prefixes.set(prefix, at)
  }

  private noteDrawing(id: string, at: number): void {
    if (this.drawings.has(id)) this.note('duplicate_id', `drawing ${id}`, at)
    else this.drawings.set(id, at)
  }

  private noteBookmark(id: string, isStart: boolean, at: number): void {
    const known = this.bookmarks.get(id)
    if (isStart && known !== undefined) this.note('duplicate_id', `bookmark ${id}`, at)
    else if (isStart) this.bookmarks.set(id, { isOpen: true, at })
    else if (known?.isOpen === true) known.isOpen = false
    else if (known === undefined) this.note('unbalanced_bookmark', id, at)
  }

  private noteField(type: string | undefined, at: number): void {
    if (type === 'begin') this.fields.push(at)
    else if (type === 'end' && this.fields.pop() === undefined) this.note('unbalanced_field', 'w:fldChar', at)
  }

  private note(code: StructureFault['code'], what: string, at: number): void {
    if (this.faults.length >= maxFaults) return
    const table = this.tables.at(-1)
    this.faults.push({ code, what, at, ...(table === undefined ? {} : { place: placeOf(table) }) })
  }
}
