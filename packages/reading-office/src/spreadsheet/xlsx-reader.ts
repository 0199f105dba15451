import { present, throwIfCancelled } from '@chancery/core'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { linkTarget } from '@chancery/reading/model/rich-text'
import { attachEmbedded } from '../package/embedded-files.ts'
import { readCoreProperties } from '../package/core-properties.ts'
import { withWords } from '@chancery/reading/model/flow-words'
import { PackageParts, type Relationship } from '../package/package-parts.ts'
import { childrenOf, descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import { pageSelection } from '@chancery/reading/page-selection'
import type { Reader, ReadingLimits } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { rangeAt } from './cell-reference.ts'
import { SharedStrings, unescaped } from './shared-strings.ts'
import type { DeclaredTable, SheetCell, SheetContent, SheetNote } from './sheet-content.ts'
import { readSheetDrawing } from './sheet-drawing.ts'
import { type SheetHyperlink, SheetPart, type WorkbookParts } from './sheet-part.ts'
import { WorkbookStyles } from './workbook-styles.ts'
import { hiddenCells, leftFormulas, openFormulas, writeSheet } from './write-sheet.ts'

/** Excel workbooks (SpreadsheetML, transitional and strict): a page a sheet. Macros and external data are never used. */
export const xlsxReader: Reader = {
  paged: true,
  async read(document, request, { limits, signal, attach, pictures, sheet: give }) {
    const parts = new PackageParts(document.bytes, limits, pictures)
    const main = parts.relationships('').find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
    const root = parts.xml(main)
    if (root?.name !== 'x:workbook') throw corruptDocument('The package has no workbook in it.')
    const builder = new ModelBuilder(limits)
    readCoreProperties(parts, builder)
    readNames(root, builder)
    const relationships = parts.relationships(main)
    const targets = new Map(relationships.map((each) => [each.id, each]))
    const sheets = childrenOf(descend(root, 'x:sheets'), 'x:sheet')
    const book = workbookParts(parts, relationships, root, limits)
    const embedded: string[] = []
    let hasHidden = false
    let hasOpenFormulas = false
    for (const number of pageSelection(sheets.length, request.pages, limits.pages, builder.warnings)) {
      throwIfCancelled(signal)
      const { attributes } = sheets[number - 1] as XmlElement
      const name = attributes['name'] ?? `Sheet${number}`
      const part = targets.get(attributes['r:id'] ?? '')
      builder.beginPage({ number, name, method: 'digital' })
      if (part === undefined || part.external) continue
      const sheet = new SheetOfWorkbook(parts, part.target, book)
      const hidden = attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden'
      writeSheet(builder, sheet.read(name, hidden), number, { limits, ...present({ sheet: give }) })
      for (const item of sheet.embedded) embedded.push(item)
      hasHidden ||= sheet.hasHidden
      hasOpenFormulas ||= sheet.hasOpenFormulas
    }
    if (hasHidden) builder.warnings.push(hiddenCells)
    if (hasOpenFormulas) builder.warnings.push(openFormulas)
    if (book.formulaBudget.isOver) builder.warnings.push(leftFormulas)
    for (const item of await attachEmbedded(parts, embedded, attach)) builder.attachments.push(item)
    const model = builder.build()
    return request.words ? withWords(model) : model
  },
}

function workbookParts(
  parts: PackageParts,
  relationships: readonly Relationship[],
  root: XmlElement,
  limits: ReadingLimits,
): WorkbookParts {
  const partOf = (wanted: string): string | undefined =>
    relationships.find(({ type, external }) => type === wanted && !external)?.target
  const shared = new SharedStrings()
  parts.walk(partOf('sharedStrings'), shared)
  return {
    styles: new WorkbookStyles(parts.xml(partOf('styles'))),
    shared,
    date1904: ['1', 'true'].includes(descend(root, 'x:workbookPr')?.attributes['date1904'] ?? ''),
    maxCells: limits.cells,
    formulaBudget: { left: limits.sharedFormulaLength, isOver: false },
    persons: new Map(
      childrenOf(parts.xml(partOf('person'))).map(({ attributes }) => [
        attributes['id'] ?? '',
        (attributes['displayName'] ?? '').toWellFormed(),
      ]),
    ),
  }
}

/** Longer lists of names are cut: each is a metadatum. */
const maxNames = 1000

/** The names that the workbook gives to ranges and values, as `name:Total` = "Sheet1!$B$9". */
function readNames(root: XmlElement, builder: ModelBuilder): void {
  for (const each of childrenOf(descend(root, 'x:definedNames'), 'x:definedName').slice(0, maxNames)) {
    const name = each.attributes['name'] ?? ''
    if (!name.startsWith('_xlnm.') && each.attributes['hidden'] !== '1') builder.metadatum(`name:${name}`, textOf(each))
  }
}

/** One worksheet and the parts that it refers to. */
class SheetOfWorkbook {
  /** Names of the parts that hold other documents. */
  readonly embedded: string[] = []
  hasHidden = false
  hasOpenFormulas = false
  private readonly parts: PackageParts
  private readonly name: string
  private readonly book: WorkbookParts
  private readonly relationships: readonly Relationship[]

  constructor(parts: PackageParts, name: string, book: WorkbookParts) {
    this.parts = parts
    this.name = name
    this.book = book
    this.relationships = parts.relationships(name)
  }

  read(name: string, hidden: boolean): SheetContent {
    const part = new SheetPart(this.book)
    this.parts.walk(this.name, part)
    this.hasHidden = part.hasHidden
    this.hasOpenFormulas = part.hasOpenFormulas
    const byPlace = new Map<number, SheetCell>()
    if (part.merges.length + part.hyperlinks.length > 0) {
      for (const cell of part.cells) byPlace.set(placeOf(cell), cell)
    }
    for (const { top, left, bottom, right } of part.merges) {
      const cell = byPlace.get(placeOf({ row: top, column: left }))
      if (cell !== undefined) [cell.rowSpan, cell.columnSpan] = [bottom - top + 1, right - left + 1]
    }
    const addresses = new Map(
      this.relationships.flatMap(({ id, external, target }) => (external ? [[id, target]] : [])),
    )
    for (const link of part.hyperlinks) setLink(link, addresses, byPlace)
    const drawings = this.ofType('drawing').map((target) => readSheetDrawing(this.parts, target))
    for (const item of this.ofType('package')) this.embedded.push(item)
    for (const item of this.ofType('oleObject')) this.embedded.push(item)
    return {
      name,
      hidden,
      cells: part.cells,
      tables: this.ofType('table').flatMap((target) => tableOf(this.parts.xml(target))),
      filters: part.filters,
      comments: this.comments(),
      captions: drawings.flatMap(({ captions }) => captions),
      textBoxes: drawings.flatMap(({ textBoxes }) => textBoxes),
      images: drawings.flatMap(({ images }) => images),
    }
  }

  private ofType(wanted: string): string[] {
    return this.relationships.filter(({ type, external }) => type === wanted && !external).map(({ target }) => target)
  }

  /** Threads where there are any: the plain comments beside them only repeat them for older programs. */
  private comments(): SheetNote[] {
    const threaded = this.ofType('threadedComment').flatMap((target) =>
      childrenOf(this.parts.xml(target), 'xtc:threadedComment').map((comment) => ({
        reference: comment.attributes['ref'] ?? '',
        text: textOf(descend(comment, 'xtc:text')),
        ...present({
          author: this.book.persons.get(comment.attributes['personId'] ?? ''),
          date: comment.attributes['dT'],
        }),
      })),
    )
    const inThreads = new Set(threaded.map(({ reference }) => reference))
    const plain = this.ofType('comments')
      .flatMap((target) => plainNotes(this.parts.xml(target)))
      .filter(({ reference }) => !inThreads.has(reference))
    return [...threaded, ...plain]
  }
}

function plainNotes(root: XmlElement | undefined): SheetNote[] {
  const authors = [...findAll(root, 'x:author')].map((author) => textOf(author).trim().toWellFormed())
  return [...findAll(root, 'x:comment')].map((comment) => {
    const author = authors[Number(comment.attributes['authorId'] ?? Number.NaN)]
    return {
      reference: comment.attributes['ref'] ?? '',
      text: runsOf(descend(comment, 'x:text')),
      ...(author === undefined || author === '' ? {} : { author }),
    }
  })
}

/** A range is usually one cell; of a larger one, the first cell carries the link. */
function setLink(
  { range, relationship = '', location }: SheetHyperlink,
  addresses: ReadonlyMap<string, string>,
  byPlace: ReadonlyMap<number, SheetCell>,
): void {
  const cell = byPlace.get(placeOf({ row: range.top, column: range.left }))
  const fragment = location === undefined ? '' : `#${location}`
  const target = linkTarget(`${addresses.get(relationship) ?? ''}${fragment}`)
  if (cell !== undefined && target !== undefined) cell.links = [{ start: 0, end: cell.text.length, ...target }]
}

const placeOf = ({ row, column }: { readonly row: number; readonly column: number }): number => row * 16_384 + column

const runsOf = (text: XmlElement | undefined): string => unescaped([...findAll(text, 'x:t')].map(textOf).join(''))

function tableOf(root: XmlElement | undefined): DeclaredTable[] {
  const range = rangeAt(root?.attributes['ref'] ?? '')
  const headerRows = Number(root?.attributes['headerRowCount'] ?? 1)
  return range === undefined ? [] : [{ ...range, headerRows: headerRows >= 0 ? headerRows : 1 }]
}
