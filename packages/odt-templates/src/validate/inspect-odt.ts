import type { DocumentTemplateReport, InspectRequest, TagNode, VettedDocument } from '@chancery/core'
import {
  checkData,
  conflictFindings,
  dataFindings,
  gravest,
  inferSchema,
  requestFindings,
  sampleData,
  tagCounts,
  tagNodes,
  withNamesOfData,
} from '@chancery/tags'
import { signedTexts } from '../checks/check-signs.ts'
import { compileTemplate } from '../compile/compiled-template.ts'
import { pictureFault } from '../fill/picture.ts'
import { locate, type OdtPlace, type OdtTemplate } from '../template/odt-template.ts'
import { annotateOdt } from './annotate-odt.ts'

/** Every fault at once, the tree of tags, and what data the template wants. */
export function inspectOdt(
  document: VettedDocument,
  request: InspectRequest,
  signal: AbortSignal,
): DocumentTemplateReport {
  const { template, nodes, findings: found, file } = compileTemplate(document, request.delimiters)
  signal.throwIfAborted()
  const all =
    request.data === undefined
      ? found
      : withNamesOfData(found, signedTexts(template), template.delimiters, request.data)
  const findings = [...gravest(all)]
  const schema = inferSchema(nodes)
  const sample = sampleData(schema)
  for (const item of conflictFindings(nodes, sample, request, locate, undefined, textAround)) findings.push(item)
  if (request.data !== undefined) {
    const report = checkData(nodes, request.data, request, {
      rich: true,
      doubts: true,
      drawn: pictureFault,
      around: textAround,
    })
    for (const item of dataFindings(report, locate)) findings.push(item)
  }
  for (const item of requestFindings(nodes, request, locate)) findings.push(item)
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

/** The paragraph around a tag. */
const textAround = ({ paragraph: { text }, start, end }: OdtPlace) => ({ text, start, end })

/** Counts what a template has. */
function statisticsOf({ parts, tags }: OdtTemplate, tree: readonly TagNode[]): DocumentTemplateReport['statistics'] {
  const paragraphs = parts.flatMap((part) => part.paragraphs)
  return {
    parts: parts.length,
    paragraphs: paragraphs.length,
    tables: parts.reduce((sum, part) => sum + new Set(part.paragraphs.flatMap(({ table }) => table ?? [])).size, 0),
    characters: paragraphs.reduce((sum, { text }) => sum + text.length, 0),
    ...tagCounts(tags, tree),
  }
}
