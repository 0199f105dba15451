import { largestOf } from '@chancery/core'
import { checkData, countSteps, evaluate, rootScope, type Scope, turnsOf, valueOutcome } from '@chancery/tags'
import type { CompiledTemplate } from '../compile/compiled-template.ts'
import { openDocxtemplater, partsWithTags } from '../compile/docxtemplater-parts.ts'
import { fitColumns } from '../fill/fit-columns.ts'
import { keptSections } from '../fill/kept-sections.ts'
import { type Filling, placeValues, refuseIncomplete, type Rendered } from '../fill/render-template.ts'
import { ValueWriter } from '../fill/value-writer.ts'
import { type PrivateSigns, privateSigns } from '../template/rewrite-tags.ts'
import { isInRun } from '../template/text-run.ts'
import type { WordTemplate } from '../template/word-template.ts'
import { largestIdIn, renewIds } from '../xml/renew-ids.ts'

/**
 * The reference of `renderTemplate`: docxtemplater's own renderer fills the parts and decides what a section repeats (runs,
 * paragraphs, rows); what a tag means and says is decided here.
 */
export async function renderByDocxtemplater(compiled: CompiledTemplate, request: Filling): Promise<Rendered> {
  const { template, columns } = compiled
  const report = checkData(template.nodes, request.data, request, { rich: true })
  refuseIncomplete(report, request)
  const writer = new ValueWriter(request)
  const kept = keptSections(template, request)
  const tags = template.tags.filter(({ place }) => !kept.has(place.id))
  const parts = partsWithTags(template, tags)
  const rendered = new Map(partsWithTags(template, template.tags).map(({ name, xml }) => [name, xml]))
  if (parts.length > 0) {
    const signs = privateSigns(parts)
    const parser = tagReader(template, request, signs, writer)
    const { filler, contentOf } = await openDocxtemplater(
      { parts, tags, divisions: template.divisions, signs },
      { parser: parser as never },
    )
    filler.render(rootScope(request.data, request))
    const largest = Math.max(0, largestOf(template.parts.map(({ part }) => largestIdIn(part.xml))))
    const turned = new Set(compiled.programs.flatMap((each) => (each.renewFrom === undefined ? [] : [each.part.name])))
    for (const { name } of parts) {
      const xml = withLineBreaks(contentOf(name), signs)
      const renewed = turned.has(name) ? renewIds(xml, largest) : xml
      rendered.set(name, columns.has(name) ? fitColumns(renewed) : renewed)
    }
  }
  return { ...(await placeValues(compiled, rendered, writer, request)), findings: writer.findings, report }
}

/** docxtemplater's parser option: a number is a tag of the template, and the scope is ours. */
function tagReader(
  { tags, nodesById }: WordTemplate,
  request: Filling,
  { lineBreak }: PrivateSigns,
  writer: ValueWriter,
) {
  const steps = countSteps()
  return (number: string) => ({
    get(scope: Scope): unknown {
      const node = nodesById.get(Number(number))
      const word = tags[Number(number)]
      if (node === undefined || word === undefined || node.kind === 'literal') return ''
      if (node.kind === 'section') return turnsOf({ ...node, size: 0 }, scope, request, steps).scopes
      const text = writer.write(node, valueOutcome(node, evaluate(node.expression, scope, request), request), scope)
      return text.includes('\n') ? text.replaceAll('\n', isInRun(word.place) ? lineBreak : ' ') : text
    },
  })
}

/** A line break inside the run keeps the run's format, and costs the same however many there are. */
const withLineBreaks = (xml: string, { lineBreak }: PrivateSigns): string =>
  xml.replaceAll(lineBreak, '</w:t><w:br/><w:t xml:space="preserve">')
