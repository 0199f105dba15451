import {
  ChanceryError,
  Content,
  type FilledTemplate,
  type FillRequest,
  type Finding,
  type VettedDocument,
  type Violation,
} from '@chancery/core'
import { dataIncomplete } from '@chancery/tags'
import type { TemplateCache } from '../compile/template-cache.ts'
import { missedOnce, readBySteps, sheetsOf } from '../places/fields/merge-steps.ts'
import type { Opening } from '../rich/open-source.ts'
import { fillDocument } from '../fill/fill-document.ts'

/** Most violations that an error lists. */
const maxViolations = 100

/**
 * Fills a template; one that goes on to the next record within itself (a sheet of labels) as often as the records take, in
 * one document. See the port for its errors.
 */
export async function fillSheets(
  document: VettedDocument,
  request: FillRequest & Opening,
  cache: TemplateCache,
  signal: AbortSignal,
): Promise<FilledTemplate> {
  const { mergeSteps } = await cache.get(document, request.delimiters)
  if (mergeSteps.length === 0) return fillDocument(document, request, cache, signal)
  const { sheets, skipped } = sheetsOf(mergeSteps, request.data, request)
  if (sheets.length === 0) throw nothingLeft(mergeSteps.some(({ kind }) => kind === 'next'))
  const filled: FilledTemplate[] = []
  const violations: Violation[] = []
  for (const { data, sources } of sheets) {
    try {
      filled.push(await fillDocument(document, { ...request, data }, cache, signal))
    } catch (error) {
      if (!ChanceryError.is(error) || error.code !== 'data_incomplete') throw error
      for (const violation of error.violations) violations.push(inRecords(violation, sources))
    }
  }
  if (violations.length > 0) {
    const all = distinctBy(violations, ({ pointer, code }) => `${pointer} ${code}`)
    const distinct = missedOnce(all, ({ pointer }) => pointer.slice(6).replaceAll('/', '.'), request.data)
    throw dataIncomplete(distinct.slice(0, maxViolations), distinct.length)
  }
  const read = readBySteps(mergeSteps)
  const told = skipped.length === 0 ? [] : [skippedFinding(skipped)]
  const [first] = filled
  if (first === undefined) throw nothingLeft(true)
  const paths = (of: (each: FilledTemplate) => readonly string[]): readonly string[] => [
    ...new Set(filled.flatMap(of).map((path) => path.replace(/^records\.\d+\./, 'records.'))),
  ]
  const written = new Set(paths((each) => each.filled))
  return {
    ...first,
    ...(filled.length === 1 ? {} : await mergedOf(filled, signal)),
    filled: [...written],
    missing: missedOnce(
      paths((each) => each.missing),
      (path) => path,
      request.data,
    ),
    // What one record has and another has not, is used where it is written.
    unused: paths((each) => each.unused).filter((path) => !written.has(path) && !read.has(path)),
    findings: [
      ...distinctBy(
        filled.flatMap(({ findings }) => findings),
        (each) => JSON.stringify(each),
      ),
      ...told,
    ],
  }
}

async function mergedOf(
  filled: readonly FilledTemplate[],
  signal: AbortSignal,
): Promise<Pick<FilledTemplate, 'content' | 'contentType'>> {
  const { mergeDocuments } = await import('./merge-documents.ts')
  const documents = filled.map(({ content }) => content.bytes)
  const { bytes, contentType } = await mergeDocuments(documents, signal)
  return { content: new Content([bytes]), contentType }
}

function distinctBy<Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()]
}

/** A violation at its record of the data, and not at its place on the sheet. */
const inRecords = (violation: Violation, sources: readonly number[]): Violation => ({
  ...violation,
  pointer: violation.pointer.replace(
    /^\/data\/records\/(\d+)/,
    (whole, place: string) => `/data/records/${sources[Number(place)] ?? whole.split('/').at(-1)}`,
  ),
})

const skippedFinding = (skipped: readonly number[]): Finding => ({
  code: 'records_skipped',
  severity: 'warning',
  message: `The template leaves out ${skipped.length === 1 ? 'a record' : `${skipped.length} records`} (SKIPIF): number ${skipped
    .slice(0, 20)
    .map((index) => index + 1)
    .join(', ')}${skipped.length > 20 ? ', …' : ''}.`,
  hint: 'Change the condition of the field, or the data.',
})

const nothingLeft = (isList: boolean): ChanceryError =>
  dataIncomplete(
    [
      {
        pointer: isList ? '/data/records' : '/data',
        code: 'record_skipped',
        message: isList
          ? 'The template leaves out every record (SKIPIF), or there is none.'
          : 'The template leaves out this record (SKIPIF).',
        hint: 'Change the condition of the field, or the data.',
      },
    ],
    1,
  )
