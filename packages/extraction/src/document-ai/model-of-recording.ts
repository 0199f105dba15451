import type { Box, KeyValue } from '@chancery/core'
import type { CellContent } from '../model/block-sink.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { ReadDocument, ReadingLimits } from '../reader.ts'
import { addLayoutBlocks } from './layout-blocks.ts'
import type { RecordedDocument, RecordedFormField, RecordedPage, RecordedTable } from './recorded-document.ts'
import { AnchoredText, boxOfLayout, type Stretch } from './text-anchors.ts'

type Part = { readonly start: number; readonly end: number; readonly box: Box | undefined } & (
  | { readonly text: string }
  | { readonly table: RecordedTable }
)

/** Document AI's answer as the one document model. Text that no paragraph or table claims is kept as paragraphs. */
export function modelOfRecording(
  recorded: RecordedDocument,
  limits: Pick<ReadingLimits, 'tableCells' | 'textLength'>,
): ReadDocument & { readonly keyValues: readonly KeyValue[] } {
  const builder = new ModelBuilder(limits)
  if (
    (recorded.pages ?? []).length === 0 &&
    recorded.documentLayout !== undefined &&
    recorded.documentLayout !== null
  ) {
    addLayoutBlocks(builder, recorded.documentLayout.blocks ?? [])
    return { ...builder.build(), keyValues: [] }
  }
  const anchored = new AnchoredText(recorded.text ?? '')
  const pages = recorded.pages ?? []
  let done = 0
  for (const [index, page] of pages.entries()) {
    const number = page.pageNumber || index + 1
    builder.beginPage({ number, ...sizeOf(page) })
    for (const part of partsOf(page, anchored)) {
      // An element inside one that was read already, as a line of a table that is also a paragraph.
      if (part.end <= done) continue
      builder.block('paragraph', anchored.text.slice(done, part.start).trim())
      const box = part.box === undefined ? {} : { box: part.box }
      if ('table' in part) addTable(builder, part.table, anchored, box)
      else builder.block('paragraph', part.text.trim(), box)
      done = part.end
    }
    addCheckboxes(builder, page, number, anchored)
  }
  builder.block('paragraph', anchored.text.slice(done).trim())
  builder.language = languageOf(pages)
  const read = builder.build()
  return { ...read, keyValues: keyValuesOf(pages, anchored, read) }
}

/** Tables, and the paragraphs (else blocks, else lines) outside of them, in the order of the text. */
function partsOf(page: RecordedPage, anchored: AnchoredText): Part[] {
  const tables = (page.tables ?? []).flatMap((table): Part[] => {
    const range = rangeOf(anchored.stretches(table.layout))
    return range === undefined ? [] : [{ ...range, box: boxOfLayout(table.layout, page), table }]
  })
  const lists = [page.paragraphs, page.blocks, page.lines]
  const elements = lists.find((list) => (list ?? []).length > 0) ?? []
  const texts = (elements ?? []).flatMap(({ layout }): Part[] => {
    const range = rangeOf(anchored.stretches(layout))
    if (range === undefined || tables.some((table) => range.start >= table.start && range.end <= table.end)) return []
    return [{ ...range, box: boxOfLayout(layout, page), text: anchored.text.slice(range.start, range.end) }]
  })
  return [...tables, ...texts].sort((a, b) => a.start - b.start || b.end - a.end)
}

const rangeOf = (stretches: readonly Stretch[]): { readonly start: number; readonly end: number } | undefined =>
  stretches.length === 0
    ? undefined
    : { start: Math.min(...stretches.map(([start]) => start)), end: Math.max(...stretches.map(([, end]) => end)) }

function addTable(
  builder: ModelBuilder,
  table: RecordedTable,
  anchored: AnchoredText,
  box: { readonly box?: Box },
): void {
  const headers = table.headerRows ?? []
  const rows = [...headers, ...(table.bodyRows ?? [])].map(({ cells }) =>
    (cells ?? []).map(({ layout, rowSpan, colSpan }): CellContent => ({
      text: anchored.read(layout).trim(),
      rowSpan: rowSpan || 1,
      columnSpan: colSpan || 1,
    })),
  )
  builder.table(rows, headers.length, box)
}

/** Points, where the page says inches or pixels of 72 to the inch cannot be told; then nothing. */
function sizeOf({ dimension }: RecordedPage): { readonly width?: number; readonly height?: number } {
  const pointsPerUnit = { points: 1, inches: 72, inch: 72 }[dimension?.unit ?? '']
  if (pointsPerUnit === undefined || !dimension?.width || !dimension.height) return {}
  return { width: dimension.width * pointsPerUnit, height: dimension.height * pointsPerUnit }
}

function languageOf(pages: readonly RecordedPage[]): string | null {
  const sums = new Map<string, number>()
  for (const { languageCode, confidence } of pages.flatMap((page) => page.detectedLanguages ?? [])) {
    if (languageCode) sums.set(languageCode, (sums.get(languageCode) ?? 0) + (confidence || 0.01))
  }
  return [...sums].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

const isCheckbox = ({ valueType }: RecordedFormField): boolean => valueType?.endsWith('filled_checkbox') === true

function addCheckboxes(builder: ModelBuilder, page: RecordedPage, number: number, anchored: AnchoredText): void {
  for (const field of page.formFields ?? []) {
    if (!isCheckbox(field)) continue
    const box = boxOfLayout(field.fieldValue, page)
    builder.formFields.push({
      name: trimmedKey(anchored.read(field.fieldName)),
      type: 'checkbox',
      value: field.valueType === 'filled_checkbox',
      page: number,
      ...(box === undefined ? {} : { box }),
    })
  }
}

const trimmedKey = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/[:：\s]+$/, '')
    .trim()

/** Pairs are found again in the model's text, from the start of their page; those that are not there are left out. */
function keyValuesOf(
  pages: readonly RecordedPage[],
  anchored: AnchoredText,
  { text, pages: read }: ReadDocument,
): KeyValue[] {
  const pairs: KeyValue[] = []
  for (const [index, page] of pages.entries()) {
    const place = read[index]?.span
    if (place === undefined) continue
    for (const field of page.formFields ?? []) {
      if (isCheckbox(field)) continue
      const key = anchored
        .read(field.fieldName)
        .trim()
        .replace(/[:：\s]+$/, '')
      const value = anchored.read(field.fieldValue).trim()
      const keyAt = key === '' ? -1 : nthIndex(text, key, place, occurrence(anchored, field.fieldName, key, page))
      if (keyAt === -1 || value === '') continue
      const after = text.indexOf(value, keyAt + key.length)
      const valueAt = after === -1 || after + value.length > place.end ? text.indexOf(value, place.start) : after
      if (valueAt === -1 || valueAt + value.length > place.end) continue
      pairs.push({
        key,
        value,
        keySpan: spanOf(keyAt, key, place, boxOfLayout(field.fieldName, page)),
        valueSpan: spanOf(valueAt, value, place, boxOfLayout(field.fieldValue, page)),
        confidence: Math.min(Math.max(field.fieldValue?.confidence ?? 0, 0), 1),
      })
    }
  }
  return pairs
}

type Place = ReadDocument['pages'][number]['span']

const spanOf = (start: number, text: string, { page }: Place, box: Box | undefined): KeyValue['keySpan'] => ({
  start,
  end: start + text.length,
  ...(page === undefined ? {} : { page }),
  ...(box === undefined ? {} : { box }),
})

/** How many times the key stands on its page before this one: "Date" of the second block is not that of the first. */
function occurrence(
  anchored: AnchoredText,
  layout: RecordedFormField['fieldName'],
  key: string,
  page: RecordedPage,
): number {
  const start = anchored.stretches(layout)[0]?.[0] ?? 0
  let count = 0
  let at = anchored.text.indexOf(key, anchored.stretches(page.layout)[0]?.[0] ?? 0)
  while (at !== -1 && at < start) {
    count++
    at = anchored.text.indexOf(key, at + key.length)
  }
  return count
}

function nthIndex(text: string, searched: string, place: Place, times: number): number {
  let at = text.indexOf(searched, place.start)
  for (let count = 0; count < times && at !== -1; count++) {
    const next = text.indexOf(searched, at + searched.length)
    if (next === -1 || next >= place.end) break
    at = next
  }
  return at !== -1 && at + searched.length <= place.end ? at : -1
}
