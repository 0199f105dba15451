import type { Entity, FormField, ImageReference, KeyValue, Run, Word } from '@chancery/core'
import type { CellContent } from '@chancery/reading/model/block-sink'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { tableGrid } from '@chancery/reading/model/table-grid'
import type { ReadDocument, ReadingLimits } from '@chancery/reading/reader'
import { entitiesOf, spanAt } from './entities.ts'
import { formAnswers, isCheckbox } from './form-answers.ts'
import { addLayoutBlocks } from './layout-blocks.ts'
import { type PagePart, type PassageCell, partsOfPages, type TablePart } from './page-parts.ts'
import { partKinds } from './part-kinds.ts'
import { numberOf, type RecordedDocument, type RecordedPage } from './recorded-document.ts'
import { SourceMap } from './source-map.ts'
import { runsOfTokens } from './token-looks.ts'
import { AnchoredText, boxOf, fraction, type Stretch } from './text-anchors.ts'

/** One answer: of the whole document, of some of its pages, or one file of a batch. */
export interface RecordedPart {
  readonly document: RecordedDocument
  /** The pages that were sent, by their numbers in the whole document; absent: as the answer counts them. */
  readonly pageNumbers?: readonly number[]
}

/** What is known of the document besides the answers. */
export interface KnownDocument {
  /** Sizes of pages in points, by their number: the service gives pixels. */
  readonly pageSizes?: ReadonlyMap<number, { readonly width: number; readonly height: number }>
  readonly words?: boolean
}

type MadeModel = ReadDocument & { readonly keyValues: readonly KeyValue[] }

/** One answer while the model is made: its pages in order, what stands on them, and where that came to stand. */
interface Reading {
  readonly anchored: AnchoredText
  readonly map: SourceMap
  readonly document: RecordedDocument
  readonly pages: readonly RecordedPage[]
  readonly numbers: readonly number[]
  readonly parts: readonly (readonly PagePart[])[]
  readonly sent: readonly number[] | undefined
  /** Tables by the index of their block in the model. */
  readonly tables: Map<number, TablePart>
  /** Index of its first page among those of the model. */
  firstPage: number
}

/** Document AI's answers, in the order of their pages, as the one document model. No text of theirs is lost. */
export function modelOfRecordings(
  recorded: readonly RecordedPart[],
  limits: Pick<ReadingLimits, 'cells' | 'textLength'>,
  { pageSizes, words = false }: KnownDocument = {},
): MadeModel {
  const builder = new ModelBuilder(limits)
  const readings = readingsOf(recorded)
  const kindOf = partKinds(readings.flatMap(({ parts }) => parts))
  let pages = 0
  for (const reading of readings) {
    reading.firstPage = pages
    if (reading.pages.length === 0 && reading.document.documentLayout) {
      pages += addLayout(builder, reading, pages, pageSizes)
      continue
    }
    for (const [index, page] of reading.pages.entries()) {
      const number = reading.numbers[index] ?? index + 1
      builder.beginPage({ number, ...pageSizes?.get(number), ...aboutPage(page) })
      pages++
      for (const item of imagesOf(page, number)) builder.images.push(item)
      for (const part of reading.parts[index] ?? []) {
        if ('rows' in part) {
          const { rows, headerRows, box } = part
          const block = builder.table(rows, headerRows, box === undefined ? {} : { box })
          if (block !== undefined) reading.tables.set(block, part)
          continue
        }
        const { type, ...traits } = kindOf(part)
        const { passage } = part
        const start = builder.position
        const { box, confidence } = part
        builder.block(type, passage.text, {
          ...traits,
          ...(traits.marker === undefined ? {} : { marked: true }),
          ...(box === undefined ? {} : { box }),
          ...(confidence === undefined ? {} : { confidence }),
        })
        reading.map.add(passage.runs, start)
      }
    }
    // Text without any page.
    if (reading.pages.length === 0) {
      const start = builder.position
      const text = reading.anchored.text.trim()
      builder.block('paragraph', text)
      const source = reading.anchored.text.indexOf(text)
      reading.map.add([{ source, target: 0, length: text.length }], start)
    }
  }
  builder.language = languageOf(readings.flatMap((reading) => reading.pages))
  return withAnswers(builder, readings, limits, words)
}

const readingsOf = (recorded: readonly RecordedPart[]): Reading[] =>
  recorded.map(({ document, pageNumbers }) => {
    const anchored = new AnchoredText(document.text ?? '', firstCharacterOf(document))
    const pages = document.pages ?? []
    return {
      anchored,
      map: new SourceMap(anchored.text),
      document,
      pages,
      numbers: numbersOf(pages, pageNumbers),
      parts: partsOfPages(pages, anchored),
      sent: pageNumbers,
      tables: new Map<number, TablePart>(),
      firstPage: 0,
    }
  })

/** Pages are in the order in which they were sent; without one of them, their own numbers tell which they are. */
function numbersOf(pages: readonly RecordedPage[], sent: readonly number[] | undefined): number[] {
  if (sent === undefined) return pages.map(({ pageNumber }, index) => pageNumber || index + 1)
  if (sent.length === pages.length) return [...sent]
  return pages.map(({ pageNumber }, index) => sent[(pageNumber || index + 1) - 1] ?? pageNumber ?? index + 1)
}

/** A shard's anchors count within the shard; where they go beyond it, they count within the whole document. */
function firstCharacterOf({ text, pages, shardInfo }: RecordedDocument): number {
  const offset = numberOf(shardInfo?.textOffset)
  if (offset === 0) return 0
  const length = text?.length ?? 0
  const segments = (pages ?? []).flatMap(({ layout, paragraphs }) =>
    [layout, ...(paragraphs ?? []).map((paragraph) => paragraph.layout)].flatMap(
      (each) => each?.textAnchor?.textSegments ?? [],
    ),
  )
  return segments.some(({ endIndex }) => numberOf(endIndex) > length) ? offset : 0
}

/** Blank pages are begun too, where it is known that they were sent. Answers how many pages were begun. */
function addLayout(
  builder: ModelBuilder,
  { document, sent }: Reading,
  before: number,
  pageSizes: KnownDocument['pageSizes'],
): number {
  let begun = 0
  const turnTo = (page: number): number => {
    const last = Math.min(page, sent?.length ?? maxLayoutPages)
    let number = begun
    while (begun < last) {
      number = sent?.[begun] ?? before + begun + 1
      builder.beginPage({ number, ...pageSizes?.get(number) })
      begun++
    }
    return number
  }
  if (sent !== undefined) turnTo(1)
  addLayoutBlocks(builder, document.documentLayout?.blocks ?? [], turnTo)
  if (sent !== undefined) turnTo(sent.length)
  return begun
}

/** More than any processor takes. */
const maxLayoutPages = 10_000

/** Degrees by which the text of the page is turned, and how sure the service is of it. */
function aboutPage({ layout, paragraphs, blocks }: RecordedPage): {
  readonly method: 'ocr'
  readonly rotation?: number
  readonly confidence?: number
} {
  const rotation = rotations[layout?.orientation ?? ''] ?? 0
  const confidences = (paragraphs ?? blocks ?? []).flatMap((element) => element.layout?.confidence || [])
  const mean = confidences.reduce((sum, confidence) => sum + confidence, 0) / confidences.length
  const confidence = layout?.confidence || mean
  return {
    method: 'ocr',
    ...(rotation === 0 ? {} : { rotation }),
    ...(Number.isNaN(confidence) ? {} : { confidence: fraction(confidence) }),
  }
}

const rotations: Readonly<Record<string | number, number>> = {
  PAGE_RIGHT: 90,
  PAGE_DOWN: 180,
  PAGE_LEFT: 270,
  2: 90,
  3: 180,
  4: 270,
}

const imagesOf = (page: RecordedPage, number: number): ImageReference[] =>
  (page.visualElements ?? []).flatMap(({ layout, type }) => {
    if (!type || isCheckbox(type) || type === 'signature') return []
    const box = boxOf(layout?.boundingPoly, page)
    return [{ contentType: 'image/*', altText: type, page: number, ...(box === undefined ? {} : { box }) }]
  })

function languageOf(pages: readonly RecordedPage[]): string | null {
  const sums = new Map<string, number>()
  for (const { languageCode, confidence } of pages.flatMap((page) => page.detectedLanguages ?? [])) {
    if (languageCode && languageCode !== 'und') {
      sums.set(languageCode, (sums.get(languageCode) ?? 0) + (confidence || 0.01))
    }
  }
  return [...sums].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

/** The model with what points into its text: label-value pairs, entities, words. */
function withAnswers(
  builder: ModelBuilder,
  readings: readonly Reading[],
  limits: Pick<ReadingLimits, 'cells'>,
  wantsWords: boolean,
): MadeModel {
  const read = builder.build()
  const keyValues: KeyValue[] = []
  const formFields: FormField[] = []
  const entities: Entity[] = []
  const words: Word[] = []
  const runs: Run[] = []
  for (const reading of readings) {
    const { anchored, map, pages, numbers, document, firstPage } = reading
    mapTables(reading, read, limits.cells)
    const place = (stretches: readonly Stretch[]): Stretch | undefined => map.place(stretches)
    for (const [index, page] of pages.entries()) {
      const number = numbers[index] ?? index + 1
      const answers = formAnswers(page, number, { anchored, place, text: read.text })
      for (const item of answers.keyValues) keyValues.push(item)
      for (const item of answers.formFields) formFields.push(item)
      for (const item of runsOfTokens(page, number, anchored, place, read.text)) runs.push(item)
      if (wantsWords) for (const item of wordsOf(page, number, reading, read.text)) words.push(item)
    }
    const page = (index: number): { readonly number: number; readonly start: number } | undefined => {
      const made = read.pages[firstPage + index]
      return made === undefined ? undefined : { number: made.number, start: made.span.start }
    }
    for (const item of entitiesOf(document.entities ?? [], pages, { anchored, place, page })) entities.push(item)
  }
  return {
    ...read,
    keyValues,
    formFields,
    entities,
    runs: inOrder(runs),
    ...(wantsWords ? { words: inOrder(words) } : {}),
  }
}

/** The cells' places are known once the model is made; the grid gives them in the same order. */
function mapTables({ tables, map }: Reading, made: ReadDocument, maxCells: number): void {
  for (const [block, { rows }] of tables) {
    const cells = made.tables[made.blocks[block]?.table ?? -1]?.cells
    for (const [at, cell] of tableGrid(rows, maxCells).cells.entries()) {
      const start = cells?.[at]?.span.start
      if (start !== undefined && isPassageCell(cell)) map.add(cell.passage.runs, start)
    }
  }
}

/** Cells that the grid filled in come from nowhere. */
const isPassageCell = (cell: CellContent): cell is PassageCell => 'passage' in cell

/** Tokens as words: without the space that they carry, parted where they hold some. */
const wordsOf = (page: RecordedPage, number: number, { anchored, map }: Reading, text: string): Word[] =>
  (page.tokens ?? []).flatMap(({ layout }) => {
    const placed = map.place(anchored.stretches(layout?.textAnchor))
    if (placed === undefined) return []
    const box = boxOf(layout?.boundingPoly, page)
    const confidence = fraction(layout?.confidence)
    return [...text.slice(...placed).matchAll(/\S+/g)].map(({ index, 0: word }) => ({
      span: spanAt([placed[0] + index, placed[0] + index + word.length], number, box),
      ...(confidence === 0 ? {} : { confidence }),
    }))
  })

/** By where they stand; of two that overlap, the first. */
function inOrder<Each extends Word | Run>(words: readonly Each[]): Each[] {
  let end = 0
  return [...words]
    .sort((a, b) => a.span.start - b.span.start)
    .filter(({ span }) => span.start >= end && (end = span.end) > 0)
}
