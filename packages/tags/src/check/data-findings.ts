import type { FillRequest, Finding, JsonObject, Location } from '@chancery/core'
import { checkData, type DataReport } from '../fill/check-data.ts'
import { stoppingFaults } from '../fill/fill-template.ts'
import type { FormatContext } from '../formatters/formatter.ts'
import type { TemplateNode } from '../template/template-node.ts'

/** How a kind of template tells where a tag stands. */
export type Locate<Place> = (place: Place, tag?: string) => Location

/** Most findings of one kind of check. */
export const maxFindings = 500

/** So many of the findings, in their order: whoever is told some of them must not take a template with errors for one without. */
export function gravest<Found extends Pick<Finding, 'severity'>>(
  findings: readonly Found[],
  most = maxFindings,
): readonly Found[] {
  if (findings.length <= most) return findings
  const errors = findings.filter(({ severity }) => severity === 'error').slice(0, most)
  const chosen = new Set([
    ...errors,
    ...findings.filter(({ severity }) => severity !== 'error').slice(0, most - errors.length),
  ])
  return findings.filter((finding) => chosen.has(finding))
}

/**
 * Paths that the template itself wants two kinds of: with data that suits every tag, none would be of a wrong kind.
 * @param sample of the template, as `sampleData` makes it
 * @param told paths of which it is said already
 */
export const conflictFindings = <Place>(
  nodes: readonly TemplateNode<Place>[],
  sample: JsonObject,
  format: FormatContext & Pick<FillRequest, 'rawXml'>,
  locate: Locate<Place>,
  told: ReadonlySet<string | undefined> = new Set(),
): readonly Finding[] =>
  checkData(nodes, sample, format, { rich: true })
    .faults.filter(({ code, path }) => code === 'wrong_kind' && !told.has(path))
    .map(({ path, node, message, hint }) => ({
      code: 'conflicting_use',
      severity: 'warning',
      // What is written out has no name.
      ...(path === '' ? { message, hint: hint ?? 'Write the name of a value in its place.' } : twoKinds(path)),
      location: { ...locate(node.place, node.tag), path },
    }))

const twoKinds = (path: string) => ({
  message: `The template uses "${path}" in two ways that no value fits, such as a list and a text.`,
  hint: 'Give one of the two another name.',
})

/** What the data lacks, has of the wrong kind, spells otherwise, or has in vain. */
export function dataFindings<Place>(report: DataReport<Place>, locate: Locate<Place>): readonly Finding[] {
  const stopping = new Set(stoppingFaults(report, { missing: 'error' }))
  const wrong = report.faults.map((fault): Finding => {
    const { code, path, message, hint, node } = fault
    return {
      code,
      // A tag that says what stands for it where it is missing stops no fill.
      severity: stopping.has(fault) ? 'error' : fault.isHarmless === true ? 'warning' : 'info',
      message,
      ...(hint === undefined ? {} : { hint }),
      location: { ...locate(node.place, node.tag), ...(path === '' ? {} : { path }) },
    }
  })
  const misspelt = report.doubts.slice(0, maxFindings).map(({ path, suggestion, node }): Finding => ({
    code: 'similar_name',
    severity: 'warning',
    message: `The data has no "${path}", and the tag does without.`,
    hint: `Did you mean "${suggestion}"?`,
    location: { ...locate(node.place, node.tag), path },
  }))
  const idle = report.unused.slice(0, maxFindings).map((path): Finding => ({
    code: 'unused_data',
    severity: 'warning',
    message: `No tag reads "${path}" of the data.`,
    location: { path },
  }))
  return [...gravest(wrong), ...misspelt, ...idle]
}
