import type { DocumentTemplateReport, Finding, InspectRequest, TagNode, VettedDocument } from '@chancery/core'
import {
  checkData,
  checkSchema,
  type DataReport,
  formattersOf,
  inferSchema,
  mainPath,
  namesIn,
  sampleData,
  settleNames,
  stoppingFaults,
  tagNodes,
  untranslated,
} from '@chancery/tags'
import { compileTemplate } from '../compile/compiled-template.ts'
import { locate, type OdtPlace, type OdtTemplate } from '../template/odt-template.ts'
import { annotateOdt } from './annotate-odt.ts'

/** Most findings of one kind of check. */
const maxFindings = 500

/** Every fault at once, the tree of tags, and what data the template wants. */
export function inspectOdt(
  document: VettedDocument,
  request: InspectRequest,
  signal: AbortSignal,
): DocumentTemplateReport {
  const { template, nodes, findings: found, file } = compileTemplate(document, request.delimiters)
  signal.throwIfAborted()
  const findings = found.slice(0, maxFindings)
  const schema = inferSchema(nodes)
  const sample = sampleData(schema)
  // With data that suits every tag, a wrong kind means that the template itself wants two kinds of one path.
  for (const { code, path, node } of checkData(nodes, sample, request, { rich: true }).faults) {
    if (code !== 'wrong_kind') continue
    findings.push({
      code: 'conflicting_use',
      severity: 'warning',
      message: `The template uses "${path}" in two ways that no value fits, such as a list and a text.`,
      hint: 'Give one of the two another name.',
      location: { ...locate(node.place, node.tag), path },
    })
  }
  if (request.data !== undefined)
    for (const item of dataFindings(checkData(nodes, request.data, request, { rich: true, doubts: true })))
      findings.push(item)
  if (request.schema !== undefined) {
    const wanted = inferSchema(settleNames(nodes, namesIn(request.schema)))
    for (const { code, path, message, hint } of checkSchema(wanted, request.schema).slice(0, maxFindings)) {
      findings.push({
        code,
        severity: severities[code],
        message,
        ...(hint === undefined ? {} : { hint }),
        location: { path },
      })
    }
  }
  if (request.translations !== undefined) {
    const { locale, translations } = request
    for (const { key, node } of untranslated(nodes, translations, locale).slice(0, maxFindings)) {
      findings.push({
        code: 'missing_translation',
        severity: 'warning',
        message: `The translations have no text for "${key}" in ${locale}; it stays as it is.`,
        hint: `Add it: {"${locale}": {"${key}": "…"}}.`,
        location: locate(node.place, node.tag),
      })
    }
  }
  const tags = tagNodes(nodes)
  const report = {
    findings,
    tags,
    schema,
    sampleData: sample,
    delimiters: template.delimiters,
    statistics: statisticsOf(template, tags),
  }
  if (request.annotate !== true || document.faults !== undefined) return report
  const bytes = annotateOdt(file, findings, request.now)
  return { ...report, annotated: { bytes, contentType: document.contentType } }
}

const severities = {
  missing_value: 'error',
  wrong_kind: 'error',
  optional_value: 'warning',
  unknown_value: 'warning',
  unused_data: 'info',
} as const

/** What the data lacks, has of the wrong kind, spells otherwise, or has in vain. */
function dataFindings(report: DataReport<OdtPlace>): readonly Finding[] {
  const stopping = new Set(stoppingFaults(report, { missing: 'error' }))
  const wrong = report.faults.map((fault): Finding => {
    const { code, path, message, hint, node } = fault
    return {
      code,
      severity: stopping.has(fault) ? 'error' : fault.isHarmless === true ? 'warning' : 'info',
      message,
      ...(hint === undefined ? {} : { hint }),
      location: { ...locate(node.place, node.tag), ...(path === '' ? {} : { path }) },
    }
  })
  const misspelt = report.doubts.map(({ path, suggestion, node }): Finding => ({
    code: 'similar_name',
    severity: 'warning',
    message: `The data has no "${path}", and the tag does without.`,
    hint: `Did you mean "${suggestion}"?`,
    location: { ...locate(node.place, node.tag), path },
  }))
  const idle = report.unused.map((path): Finding => ({
    code: 'unused_data',
    severity: 'warning',
    message: `No tag reads "${path}" of the data.`,
    location: { path },
  }))
  return [wrong, misspelt, idle].flatMap((each) => each.slice(0, maxFindings))
}

/** Counts what a template has. */
function statisticsOf({ parts, tags }: OdtTemplate, tree: readonly TagNode[]): DocumentTemplateReport['statistics'] {
  const paths = new Set<string>()
  const formatters = new Map<string, number>()
  for (const { parsed } of tags) {
    if (!('expression' in parsed)) continue
    const path = mainPath(parsed.expression)
    if (path !== undefined) paths.add(path.segments.join('.'))
    for (const name of formattersOf(parsed.expression)) formatters.set(name, (formatters.get(name) ?? 0) + 1)
  }
  const paragraphs = parts.flatMap((part) => part.paragraphs)
  const sections = sectionsOf(tree, 1)
  return {
    parts: parts.length,
    paragraphs: paragraphs.length,
    tables: parts.reduce((sum, part) => sum + new Set(part.paragraphs.flatMap(({ table }) => table ?? [])).size, 0),
    characters: paragraphs.reduce((sum, { text }) => sum + text.length, 0),
    tags: tags.length,
    values: tags.filter(({ parsed }) => !['open', 'close', 'else', 'comment'].includes(parsed.kind)).length,
    loops: sections.filter(({ kind }) => kind === 'loop').length,
    conditions: sections.filter(({ kind }) => kind !== 'loop').length,
    depth: sections.reduce((most, { depth }) => Math.max(most, depth), 0),
    paths: paths.size,
    formatters: Object.fromEntries([...formatters].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const sectionsOf = (
  tree: readonly TagNode[],
  depth: number,
): readonly { readonly kind: TagNode['kind']; readonly depth: number }[] =>
  tree.flatMap(({ kind, children }) => {
    const isSection = kind === 'loop' || kind === 'condition' || kind === 'inverted'
    return [...(isSection ? [{ kind, depth }] : []), ...sectionsOf(children, depth + 1)]
  })
