import { ChanceryError, type FillRequest, type Finding } from '@chancery/core'
import { countSteps, evaluate, rootScope, type Scope, type SectionNode, textOutcome, turnsOf } from '@chancery/tags'
import { openDocxtemplater, partsWithTags } from '../compile/docxtemplater-parts.ts'
import { scanXml } from '../package/scan-xml.ts'
import type { WordPart } from '../package/word-parts.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTag, WordTemplate } from '../template/word-template.ts'
import { cleanText } from './clean-text.ts'
import { mapTemplateError } from './map-template-error.ts'
import { RemovedCharacters } from './removed-characters.ts'
import { type PrivateSigns, privateSigns } from './rewrite-tags.ts'

export interface RenderedParts {
  /** New XML by part name; only parts that have tags. */
  readonly parts: ReadonlyMap<string, string>
  readonly findings: readonly Finding[]
}

/**
 * Fills the parts by docxtemplater itself, which decides what a section repeats (runs, paragraphs, rows); what a tag
 * means and says is decided here. The reference for the compiled program, and its stand-in for what that does not know.
 * `kept`: ids of tags that stay as written.
 * @throws `template_invalid`, `payload_too_large`.
 */
export async function renderParts(
  template: WordTemplate,
  kept: ReadonlySet<number>,
  request: FillRequest,
): Promise<RenderedParts> {
  const tags = template.tags.filter(({ place }) => !kept.has(place.id))
  const parts = partsWithTags(template, tags)
  if (parts.length === 0) return { parts: new Map(), findings: [] }
  const signs = privateSigns(parts)
  const removed = new RemovedCharacters()
  const rendered = new Map<string, string>()
  try {
    const parser = tagReader(template.tags, request, signs, removed)
    const { filler, contentOf } = await openDocxtemplater({ parts, tags, signs }, { parser })
    filler.render(rootScope(request.data, request))
    for (const { name } of parts) rendered.set(name, withLineBreaks(contentOf(name), signs))
  } catch (error) {
    throw mapTemplateError(error, (name) => parts.find((part) => part.name === name)?.label)
  }
  for (const part of parts) refuseBroken(part, rendered.get(part.name) ?? '', tags)
  return { parts: rendered, findings: removed.findings }
}

/** docxtemplater's parser option: a number is a tag of the template, and the scope is ours. */
function tagReader(
  tags: readonly WordTag[],
  request: FillRequest,
  { lineBreak }: PrivateSigns,
  removed: RemovedCharacters,
) {
  const steps = countSteps()
  return (number: string) => ({
    get(scope: Scope): unknown {
      const word = tags[Number(number)]
      if (word === undefined || word.parsed.kind === 'comment') return ''
      if (word.parsed.kind === 'open') return turnsOf(sectionOf(word, word.parsed), scope, request, steps).scopes
      if (word.parsed.kind !== 'value') return ''
      const outcome = textOutcome(evaluate(word.parsed.expression, scope, request))
      if (outcome.kind !== 'found') return request.missing === 'keep' ? word.tag : ''
      const { text, changed } = cleanText(outcome.text)
      if (changed) removed.note(word.place, word.tag)
      return text.includes('\n') ? text.replaceAll('\n', isInRun(word) ? lineBreak : ' ') : text
    },
  })
}

/** Only a run of text can be broken into lines; formulas, drawings and properties are one line. */
function isInRun({ place: { part, paragraph, start } }: WordTag): boolean {
  const segment = paragraph.segments.find(({ end }) => end > start)
  return segment !== undefined && part.xml.startsWith('<w:t', part.xml.lastIndexOf('<', segment.xmlStart - 1))
}

/** A line break inside the run keeps the run's format, and costs the same however many there are. */
const withLineBreaks = (xml: string, { lineBreak }: PrivateSigns): string =>
  xml.replaceAll(lineBreak, '</w:t><w:br/><w:t xml:space="preserve">')

const sectionOf = (
  { tag, place }: WordTag,
  { expression, inverted, mode }: Extract<WordTag['parsed'], { kind: 'open' }>,
): SectionNode<WordPlace> => ({
  kind: 'section',
  expression,
  inverted,
  mode,
  tag,
  place,
  closePlace: place,
  children: [],
  otherwise: [],
  size: 0,
})

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
