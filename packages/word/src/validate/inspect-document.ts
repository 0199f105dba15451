import type {
  DocumentTemplateReport,
  Finding,
  InspectRequest,
  JsonSchema,
  Translations,
  VettedDocument,
} from '@chancery/core'
import {
  checkData,
  checkSchema,
  type DataReport,
  inferSchema,
  mainPath,
  namesIn,
  sampleData,
  settleNames,
  stoppingFaults,
  tagNodes,
  type TemplateNode,
  untranslated,
} from '@chancery/tags'
import type { TemplateCache } from '../compile/template-cache.ts'
import { type MergeStep, missedOnce, readBySteps, sheetsOf } from '../places/fields/merge-steps.ts'
import { openPackage } from '../package/open-package.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTag } from '../template/word-template.ts'
import { annotateTemplate } from './annotate-template.ts'
import { templateStatistics } from './template-statistics.ts'

/** Most findings of one kind of check. */
const maxFindings = 500
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
  const findings = found.slice(0, maxFindings)
  const isReadable =
    file.damage === undefined && found.every(({ code, severity }) => code !== 'malformed_xml' || severity !== 'error')
  const schema = inferSchema(nodes)
  const sample = sampleData(schema)
  signal.throwIfAborted()
  for (const item of rawFindings(template.tags)) findings.push(item)
  // Whether a fill allows raw XML is not known here.
  const allowed = { ...request, rawXml: true }
  // With data that suits every tag, a wrong kind means that the template itself wants two kinds of one path.
  const told = new Set(found.filter(({ code }) => code === 'conflicting_use').map(({ location }) => location?.path))
  for (const { code, path, node } of checkData(nodes, sample, allowed, { rich: true }).faults) {
    if (code !== 'wrong_kind' || told.has(path)) continue
    findings.push({
      code: 'conflicting_use',
      severity: 'warning',
      message: `The template uses "${path}" in two ways that no value fits, such as a list and a text.`,
      hint: 'Give one of the two another name.',
      location: { ...locate(node.place, node.tag), path },
    })
  }
  if (mergeSteps.some(({ kind }) => kind === 'next')) findings.push(takesRecords(mergeSteps))
  if (request.data !== undefined) {
    const sheets =
      mergeSteps.length === 0 ? [{ data: request.data }] : sheetsOf(mergeSteps, request.data, request).sheets
    const reports = sheets
      .slice(0, maxSheets)
      .map(({ data }) => checkData(nodes, data, allowed, { rich: true, doubts: true }))
    const report = together(reports)
    const read = readBySteps(mergeSteps)
    const unused = report.unused.filter((path) => !read.has(path))
    const faults = mergeSteps.length === 0 ? report.faults : missedOnce(report.faults, ({ path }) => path, request.data)
    for (const item of dataFindings({ ...report, unused, faults }, isReadable)) findings.push(item)
  }
  if (request.schema !== undefined) for (const item of schemaFindings(nodes, request.schema)) findings.push(item)
  if (request.translations !== undefined)
    for (const item of translationFindings(nodes, { ...request, translations: request.translations }))
      findings.push(item)
  const tags = tagNodes(nodes)
  const report = {
    findings,
    tags,
    schema,
    sampleData: sample,
    delimiters: template.delimiters,
    statistics: templateStatistics(template, tags),
  }
  const bytes = request.annotate === true && isReadable ? annotateTemplate(openPackage(document), findings) : undefined
  return bytes === undefined ? report : { ...report, annotated: { bytes, contentType: document.contentType } }
}

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
      severity: 'info',
      message: 'The tag is filled with raw XML, and only where the call says so.',
      hint: 'Set rawXml in the request of the fill, or write {~path} for formatted text.',
      location: locate(place, tag),
    }))

/** @param isWhole whether all tags are known: else none can be said to be read by no tag */
function dataFindings(report: DataReport<WordPlace>, isWhole: boolean): readonly Finding[] {
  const { faults, unused, doubts } = report
  const stopping = new Set(stoppingFaults(report, { missing: 'error' }))
  const wrong = faults.map((fault): Finding => {
    const { code, path, message, hint, node } = fault
    // A tag that says what stands for it where it is missing stops no fill.
    return {
      code,
      severity: stopping.has(fault) ? 'error' : fault.isHarmless === true ? 'warning' : 'info',
      message,
      ...(hint === undefined ? {} : { hint }),
      location: { ...locate(node.place, node.tag), ...(path === '' ? {} : { path }) },
    }
  })
  const misspelt = doubts.map(({ path, suggestion, node }): Finding => ({
    code: 'similar_name',
    severity: 'warning',
    message: `The data has no "${path}", and the tag does without.`,
    hint: `Did you mean "${suggestion}"?`,
    location: { ...locate(node.place, node.tag), path },
  }))
  const idle = (isWhole ? unused : []).map((path): Finding => ({
    code: 'unused_data',
    severity: 'warning',
    message: `No tag reads "${path}" of the data.`,
    location: { path },
  }))
  return [...wrong.slice(0, maxFindings), ...misspelt.slice(0, maxFindings), ...idle.slice(0, maxFindings)]
}

const schemaSeverity = {
  missing_value: 'error',
  wrong_kind: 'error',
  optional_value: 'warning',
  unknown_value: 'warning',
  unused_data: 'info',
} as const

/** Fixed texts that the dictionaries of the locale lack. */
const translationFindings = (
  nodes: readonly TemplateNode<WordPlace>[],
  request: InspectRequest & { readonly translations: Translations },
): readonly Finding[] =>
  untranslated(nodes, request.translations, request.locale)
    .slice(0, maxFindings)
    .map(({ key, node }) => ({
      code: 'missing_translation',
      severity: 'warning',
      message: `The translations have no text for "${key}" in ${request.locale}; it stays as it is.`,
      hint: `Add it: {"${request.locale}": {"${key}": "…"}}.`,
      location: locate(node.place, node.tag),
    }))

function schemaFindings(all: readonly TemplateNode<WordPlace>[], schema: JsonSchema): readonly Finding[] {
  const nodes = settleNames(all, namesIn(schema))
  const places = placesOf(nodes)
  return checkSchema(inferSchema(nodes), schema)
    .slice(0, maxFindings)
    .map(({ code, path, message, hint }) => {
      const node = places.get(path)
      return {
        code,
        severity: schemaSeverity[code],
        message,
        ...(hint === undefined ? {} : { hint }),
        location: { ...(node === undefined ? {} : locate(node.place, node.tag)), path },
      }
    })
}

type Located = Exclude<TemplateNode<WordPlace>, { kind: 'literal' }>

/** The first tag of every path, in the words of the data; of an object the first that reads something of it. */
function placesOf(nodes: readonly TemplateNode<WordPlace>[]): ReadonlyMap<string, Located> {
  const places = new Map<string, Located>()
  const objects = new Map<string, Located>()
  const put = (path: string, node: Located): void => {
    if (places.has(path)) return
    places.set(path, node)
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      const object = path.slice(0, dot)
      if (objects.has(object)) break
      objects.set(object, node)
    }
  }
  const visit = (each: readonly TemplateNode<WordPlace>[], around: readonly string[]): void => {
    for (const node of each) {
      if (node.kind === 'literal') continue
      const path = mainPath(node.expression)?.segments.join('.') ?? ''
      const candidates = around.map((prefix) => (prefix === '' ? path : `${prefix}.${path}`))
      for (const candidate of candidates) put(candidate, node)
      if (node.kind !== 'section') continue
      visit(node.children, [...new Set([...around, ...candidates])].slice(0, 32))
      visit(node.otherwise, around)
    }
  }
  visit(nodes, [''])
  return new Map([...objects, ...places])
}
