import type { Block, BlockLayer, DocumentModel, Span, Table, TextExtractor, VettedDocument } from '@chancery/core'
import { ofLayers, plainReading } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { vettedForTest } from './vetted-for-test.ts'

/** One extractor under test and a document that it can read. */
export interface TextExtractorSubject {
  readonly extractor: TextExtractor
  readonly document: VettedDocument
  /** Texts that the document says, in this order, some of them beyond ASCII and beyond the basic plane. */
  readonly says: readonly string[]
}

export interface TextExtractorCapabilities {
  /** Bytes that are no document of their type are told by the extractor itself (a stand-in server cannot). */
  readonly detectsDamage?: boolean
}

const request = plainReading
const running = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal })

/** The suite that every `TextExtractor` passes. */
export function textExtractorContract(
  name: string,
  make: () => Promise<TextExtractorSubject> | TextExtractorSubject,
  { detectsDamage = false }: TextExtractorCapabilities = {},
): void {
  describe(`${name} as a TextExtractor`, () => {
    it('reads text in order into a model that holds the invariants', async () => {
      const { extractor, document, says } = await make()
      const model = await extractor.extract(document, request, running())
      let at = 0
      for (const words of says) {
        const found = model.text.indexOf(words, at)
        expect(found, `"${words}" after ${at}`).toBeGreaterThanOrEqual(at)
        at = found + words.length
      }
      expectModelInvariants(model)
    })

    it('names itself and the type of the document', async () => {
      const { extractor, document } = await make()
      const model = await extractor.extract(document, request, running())
      expect(model.extractor).toBe(extractor.id)
      expect(model.contentType).toBe(document.contentType)
      expect(extractor.types).toContain(document.type)
    })

    it('gives the same model for the same bytes, also side by side, and leaves the bytes alone', async () => {
      const { extractor, document } = await make()
      const before = document.bytes.slice()
      const models = await Promise.all(Array.from({ length: 4 }, () => extractor.extract(document, request, running())))
      for (const model of models) expect(JSON.stringify(model)).toBe(JSON.stringify(models[0]))
      expect(Buffer.from(document.bytes).equals(before)).toBe(true)
    })

    it('refuses types that it does not read, and says which it does', async () => {
      const { extractor } = await make()
      const document = vettedForTest('whatever', 'unknown')
      await expect(extractor.extract(document, request, running())).rejects.toMatchObject({
        code: 'unsupported_document',
        details: { supported: extractor.types },
      })
    })

    it('stops for a signal that is aborted', async () => {
      const { extractor, document } = await make()
      await expect(extractor.extract(document, request, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'cancelled',
      })
    })

    if (!detectsDamage) return
    it('tells damaged documents of every packaged type, without their text', async () => {
      const { extractor } = await make()
      for (const type of extractor.types.filter((each) => each === 'docx' || each === 'pdf')) {
        for (const bytes of ['', 'PK\u0003\u0004 secret words', '%PDF-1.7 secret words']) {
          const failure = await extractor.extract(vettedForTest(bytes, type), request, running()).then(
            () => undefined,
            (error: unknown) => error as Error,
          )
          expect(failure).toMatchObject({ code: 'document_corrupt' })
          expect(failure?.message).not.toContain('secret')
        }
      }
    })
  })
}

/** Bytes of pictures are no JSON. */
const withoutBytes = (model: DocumentModel): DocumentModel => ({
  ...model,
  images: model.images.map(({ content: _content, ...image }) => image),
  attachments: model.attachments.map(({ document, ...rest }) =>
    document === undefined ? rest : { ...rest, document: withoutBytes(document) },
  ),
})

/** The invariants of `DocumentModel`, as its docstring states them, of the whole document and of its layers. */
export function expectModelInvariants(model: DocumentModel): void {
  expectOwnInvariants(model)
  const cuts: (readonly BlockLayer[] | undefined)[] = [
    undefined,
    ['body'],
    ['furniture', 'note'],
    ['annotation', 'hidden'],
  ]
  for (const layers of cuts) {
    const cut = ofLayers(model, layers)
    if (cut !== model) expectOwnInvariants(cut)
  }
}

function expectOwnInvariants(model: DocumentModel): void {
  const { text, blocks, tables, pages, keyValues } = model
  expect(text.isWellFormed()).toBe(true)
  const said = withoutBytes(model)
  expect(JSON.parse(JSON.stringify(said))).toEqual(said)
  const faults: string[] = []
  const check = (holds: boolean, fault: string): void => void (holds || faults.push(fault))

  for (const span of spansOf(model)) {
    check(
      span.start >= 0 && span.start <= span.end && span.end <= text.length,
      `span ${JSON.stringify(span)} is outside`,
    )
    if (span.box !== undefined) check(isInside(span.box), `box ${JSON.stringify(span.box)} is outside`)
  }
  let at = 0
  for (const { span } of blocks) {
    check(/^[\n\t]*$/.test(text.slice(at, span.start)) && span.start >= at, `text before ${span.start} is in no block`)
    at = span.end
  }
  check(/^[\n\t]*$/.test(text.slice(at)), 'text after the last block')
  for (const [index, page] of pages.entries()) {
    check(page.span.start >= (pages[index - 1]?.span.end ?? 0), `page ${page.number} overlaps`)
  }
  for (const { span } of blocks) {
    const page = pages.find(({ number }) => number === span.page)
    if (page !== undefined) check(span.start >= page.span.start && span.end <= page.span.end, 'a block leaves its page')
  }
  for (const [index, { parent }] of blocks.entries()) {
    check(
      parent === undefined || (parent >= 0 && parent < index),
      `the parent of block ${index} does not stand before it`,
    )
  }
  for (const { type, span, marker, image, about } of blocks) {
    const own = text.slice(span.start, span.end)
    const content = marker === undefined || !own.startsWith(marker) ? undefined : own.slice(marker.length)
    check(marker === undefined || (content !== undefined && /^\s?$|^\s/.test(content)), `marker at ${span.start}`)
    check((type === 'figure') === (image !== undefined), `image of the block at ${span.start}`)
    check(type !== 'figure' || own === '', 'a figure has text')
    check(image === undefined || image < model.images.length, `image ${image}`)
    check(about === undefined || type === 'comment', 'what a comment is about')
  }
  let run = 0
  for (const { span, ...look } of model.runs) {
    check(span.start >= run && span.end > span.start, `run at ${span.start} is empty or out of order`)
    check(Object.keys(look).length > 0, `run at ${span.start} looks like the text around it`)
    run = span.end
  }
  let formula = 0
  for (const { span, latex } of model.formulas) {
    check(span.start >= formula && span.end > span.start, `formula at ${span.start} is empty or out of order`)
    check(latex.isWellFormed(), `LaTeX at ${span.start}`)
    formula = span.end
  }
  let note = 0
  for (const { span, block } of model.notes) {
    check(span.start >= note, `reference at ${span.start} is out of order`)
    check(blocks[block] !== undefined, `note ${block}`)
    note = span.start
  }
  let word = 0
  for (const { span } of model.words ?? []) {
    check(span.start >= word && span.end > span.start, `word at ${span.start} is empty or out of order`)
    check(!/\s/.test(text.slice(span.start, span.end)), `word at ${span.start} holds a space`)
    word = span.end
  }
  let link = 0
  for (const { span } of model.links) {
    check(span.start >= link, `link at ${span.start} is out of order`)
    link = span.start
  }
  for (const revision of model.revisions) {
    if (revision.span !== undefined && revision.text !== '') {
      check(
        text.slice(revision.span.start, revision.span.end) === revision.text,
        `text of the revision ${revision.type}`,
      )
    }
  }
  for (const { start } of model.outline) check(start === undefined || (start >= 0 && start <= text.length), 'outline')
  for (const { document } of model.attachments) if (document !== undefined) expectOwnInvariants(document)
  const tableBlocks = blocks.filter(({ type }) => type === 'table')
  check(tableBlocks.length === tables.length, 'each table has one block')
  for (const [index, table] of tables.entries()) checkTable(model, table, tableBlocks[index], index, check)
  for (const { key, value, keySpan, valueSpan, confidence } of keyValues) {
    check(text.slice(keySpan.start, keySpan.end) === key, `key "${key}" is not where it is said to be`)
    check(text.slice(valueSpan.start, valueSpan.end) === value, `value of "${key}" is not where it is said to be`)
    check(confidence >= 0 && confidence <= 1, 'confidence')
  }
  expect(faults).toEqual([])
}

function checkTable(
  { text }: DocumentModel,
  table: Table,
  block: Block | undefined,
  index: number,
  check: (holds: boolean, fault: string) => void,
): void {
  check(block?.table === index, `table ${index} is out of order`)
  check(block?.span.start === table.span.start && block.span.end === table.span.end, `table ${index} is not its block`)
  check(table.headerRows >= 0 && table.headerRows <= table.rows, `header rows of table ${index}`)
  const taken = new Uint8Array(table.rows * table.columns)
  let at = table.span.start
  for (const cell of table.cells) {
    check(text.slice(cell.span.start, cell.span.end) === cell.text, `text of cell ${cell.row},${cell.column}`)
    check(/^[\n\t]*$/.test(text.slice(at, cell.span.start)) && cell.span.start >= at, 'text between cells')
    at = cell.span.end
    check(cell.rowSpan >= 1 && cell.row + cell.rowSpan <= table.rows, `row span of cell ${cell.row},${cell.column}`)
    check(cell.columnSpan >= 1 && cell.column + cell.columnSpan <= table.columns, 'column span')
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++) {
      for (let column = cell.column; column < cell.column + cell.columnSpan; column++) {
        const place = row * table.columns + column
        check(taken[place] === 0, `place ${row},${column} of table ${index} is taken twice`)
        taken[place] = 1
      }
    }
  }
  check(at <= table.span.end && !taken.includes(0), `the cells of table ${index} leave places free`)
}

function* spansOf(model: DocumentModel): Generator<Span> {
  for (const { span } of model.blocks) yield span
  for (const { span } of model.pages) yield span
  for (const { span, cells } of model.tables) {
    yield span
    for (const cell of cells) yield cell.span
  }
  for (const { about } of model.blocks) if (about !== undefined) yield about
  for (const { span } of [...model.links, ...model.runs, ...model.notes, ...model.formulas, ...(model.words ?? [])])
    yield span
  for (const { span } of [...model.revisions, ...model.entities]) if (span !== undefined) yield span
  for (const { regions } of model.blocks)
    for (const { page, box } of regions ?? []) yield { start: 0, end: 0, page, box }
  for (const { keySpan, valueSpan } of model.keyValues) yield* [keySpan, valueSpan]
}

const isInside = ({ x, y, width, height }: NonNullable<Span['box']>): boolean =>
  [x, y, width, height].every((part) => part >= 0 && part <= 1) && x + width <= 1.0001 && y + height <= 1.0001
