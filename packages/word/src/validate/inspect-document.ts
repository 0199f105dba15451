import type { DocumentTemplateReport, Finding, InspectRequest, VettedDocument } from '@chancery/core'
import {
  checkData,
  conflictFindings,
  dataFindings,
  type DataReport,
  gravest,
  inferSchema,
  requestFindings,
  maxFindings,
  sampleData,
  tagNodes,
  withNamesOfData,
} from '@chancery/tags'
import type { TemplateCache } from '../compile/template-cache.ts'
import { type MergeStep, missedOnce, readBySteps, sheetsOf } from '../places/fields/merge-steps.ts'
import { signedTexts } from '../checks/check-signs.ts'
import { inOrder } from '../checks/check-template.ts'
import { openPackage } from '../package/open-package.ts'
import { inlineValueFault } from '../rich/inline-value.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTag } from '../template/word-template.ts'
import { annotateTemplate } from './annotate-template.ts'
import { checkStyles } from './check-styles.ts'
import { inDelimiters } from './own-delimiters.ts'
import { templateStatistics } from './template-statistics.ts'

/** Copies of a sheet of labels whose data is looked at. */
const maxSheets = 100

/** Every fault at once, the tree of tags, and what data the template wants. */
export async function inspectDocument(
  document: VettedDocument,
  request: InspectRequest,
  cache: TemplateCache,
  signal: AbortSignal,
): Promise<DocumentTemplateReport> {
  const { template, findings: found, file, mergeSteps } = await cache.get(document, request.delimiters)
  signal.throwIfAborted()
  const { nodes } = template
  const own = [...found, ...checkStyles(file, template)]
  const all =
    request.data === undefined ? own : withNamesOfData(own, signedTexts(template), template.delimiters, request.data)
  const findings = [...gravest(inOrder(template, all))]
  const isReadable =
    file.damage === undefined && found.every(({ code, severity }) => code !== 'malformed_xml' || severity !== 'error')
  const schema = inferSchema(nodes)
  const sample = sampleData(schema)
  signal.throwIfAborted()
  for (const item of rawFindings(template.tags)) findings.push(item)
  // Whether a fill allows raw XML is not known here.
  const allowed = { ...request, rawXml: true }
  const told = new Set(found.filter(({ code }) => code === 'conflicting_use').map(({ location }) => location?.path))
  for (const item of conflictFindings(nodes, sample, allowed, locate, told, textAround)) findings.push(item)
  if (mergeSteps.some(({ kind }) => kind === 'next')) findings.push(takesRecords(mergeSteps))
  if (request.data !== undefined) {
    const sheets =
      mergeSteps.length === 0 ? [{ data: request.data }] : sheetsOf(mergeSteps, request.data, request).sheets
    const reports = sheets
      .slice(0, maxSheets)
      .map(({ data }) =>
        checkData(nodes, data, allowed, { rich: true, doubts: true, drawn: inlineValueFault, around: textAround }),
      )
    const report = together(reports)
    const read = readBySteps(mergeSteps)
    // While a part cannot be read, nothing can be said to be read by no tag.
    const unused = isReadable ? report.unused.filter((path) => !read.has(path)) : []
    const faults = mergeSteps.length === 0 ? report.faults : missedOnce(report.faults, ({ path }) => path, request.data)
    for (const item of dataFindings({ ...report, unused, faults }, locate)) findings.push(item)
  }
  for (const item of requestFindings(nodes, request, locate)) findings.push(item)
  const tags = tagNodes(nodes)
  const report = {
    findings: findings.map((finding) => inDelimiters(finding, template.delimiters)),
    tags,
    schema,
    sampleData: sample,
    delimiters: template.delimiters,
    statistics: templateStatistics(template, tags),
  }
  const bytes =
    request.annotate === true && isReadable ? annotateTemplate(openPackage(document), report.findings) : undefined
  return bytes === undefined ? report : { ...report, annotated: { bytes, contentType: document.contentType } }
}

/** The paragraph around a tag that is written in it. */
const textAround = ({ paragraph: { text }, start, end, carried }: WordPlace) =>
  carried === undefined ? { text, start, end } : undefined

const takesRecords = (steps: readonly MergeStep[]): Finding => {
  const count = 1 + steps.filter(({ kind }) => kind === 'next').length
  return {
    code: 'takes_records',
    severity: 'info',
    message: `The template goes on to the next record (NEXT): a copy of it takes ${count} records.`,
    hint: 'Give all records in one call, as "records" of the request or as a list "records" of the data.',
  }
}

/** What is said of several copies, once. */
function together(reports: readonly DataReport<WordPlace>[]): DataReport<WordPlace> {
  const [only] = reports
  if (only !== undefined && reports.length === 1) return only
  const plain = (path: string): string => path.replace(/^records\.\d+\./, 'records.')
  const paths = (of: (report: DataReport<WordPlace>) => readonly string[]): readonly string[] => [
    ...new Set(reports.flatMap(of).map(plain)),
  ]
  const filled = paths((report) => report.filled)
  const firstOf = <Item extends { readonly path: string }>(items: readonly Item[], more: (item: Item) => string) => [
    ...new Map(items.toReversed().map((item) => [`${plain(item.path)} ${more(item)}`, item])).values(),
  ]
  return {
    filled,
    missing: paths((report) => report.missing),
    unused: paths((report) => report.unused).filter((path) => !filled.includes(path)),
    faults: firstOf(
      reports.flatMap((report) => report.faults),
      ({ code }) => code,
    ).toReversed(),
    doubts: firstOf(
      reports.flatMap((report) => report.doubts),
      ({ suggestion }) => suggestion,
    ).toReversed(),
  }
}

/** Tags that a fill refuses unless its call allows them. */
const rawFindings = (tags: readonly WordTag[]): readonly Finding[] =>
  tags
    .filter(({ parsed, place }) => parsed.kind === 'raw' && !place.paragraph.isFallback)
    .slice(0, maxFindings)
    .map(({ place, tag }) => ({
      code: 'raw_xml',
      // Beside other text it is more often another engine's sign for a value.
      severity: place.paragraph.text.trim() === tag ? 'info' : 'warning',
      message: 'The tag is filled with raw XML, and only where the call says so.',
      hint: `Set rawXml in the request of the fill, or write ${tag.replace('@', '~')} for formatted text, ${tag.replace('@', '')} for plain text.`,
      location: locate(place, tag),
    }))
