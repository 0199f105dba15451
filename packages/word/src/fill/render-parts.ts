import { ChanceryError, type FillRequest } from '@chancery/core'
import { countSteps, evaluate, rootScope, type Scope, turnsOf, valueOutcome } from '@chancery/tags'
import { openDocxtemplater, partsWithTags } from '../compile/docxtemplater-parts.ts'
import { scanXml } from '../xml/scan-xml.ts'
import type { WordPart } from '../package/word-parts.ts'
import { locate } from '../template/locate.ts'
import type { WordTag, WordTemplate } from '../template/word-template.ts'
import { countXml } from './count-xml.ts'
import { mapTemplateError } from '../compile/map-template-error.ts'
import { type PrivateSigns, privateSigns } from '../template/rewrite-tags.ts'
import { isInRun } from '../template/text-run.ts'
import type { ValueWriter } from './value-writer.ts'

/**
 * Fills the parts by docxtemplater itself, which decides what a section repeats (runs, paragraphs, rows); what a tag
 * means and says is decided here. The reference for the compiled program, and its stand-in for what that does not know.
 * `kept`: ids of tags that stay as written. Gives the new XML by part name, of the parts that have tags.
 * @throws `template_invalid`, `payload_too_large`.
 */
export async function renderParts(
  template: WordTemplate,
  kept: ReadonlySet<number>,
  request: FillRequest,
  writer: ValueWriter,
): Promise<ReadonlyMap<string, string>> {
  const tags = template.tags.filter(({ place }) => !kept.has(place.id))
  const parts = partsWithTags(template, tags)
  // Where all tags stay, so does the part.
  const rendered = new Map(partsWithTags(template, template.tags).map(({ name, xml }) => [name, xml]))
  if (parts.length === 0) return rendered
  const signs = privateSigns(parts)
  try {
    const onXml = countXml()
    const parser = tagReader(template, request, signs, writer)
    const { filler, contentOf } = await openDocxtemplater(
      { parts, tags, divisions: template.divisions, signs },
      { parser, onXml },
    )
    filler.render(rootScope(request.data, request))
    for (const { name } of parts) rendered.set(name, withLineBreaks(contentOf(name), signs))
  } catch (error) {
    throw mapTemplateError(error, (name) => parts.find((part) => part.name === name)?.label)
  }
  for (const part of parts) refuseBroken(part, rendered.get(part.name) ?? '', tags)
  return rendered
}

/** docxtemplater's parser option: a number is a tag of the template, and the scope is ours. */
function tagReader(
  { tags, nodesById }: WordTemplate,
  request: FillRequest,
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

/** The last net: what is not well-formed is never handed out. */
function refuseBroken(part: WordPart, xml: string, tags: readonly WordTag[]): void {
  if (scanXml(xml, { open() {}, close() {} }) === undefined) return
  const section = tags.find(({ place, parsed }) => place.part === part && parsed.kind === 'open')
  throw new ChanceryError('template_invalid', 'The template cannot be filled as it is.', {
    violations: [
      {
        pointer: '/template',
        code: 'loop_position_invalid',
        message: 'A section begins and ends in places that do not belong together.',
        hint: 'Begin and end every section in the same paragraph, cell, row or table, outside of links and tracked changes.',
        location: section === undefined ? { part: part.label } : locate(section.place, section.tag),
      },
    ],
  })
}
