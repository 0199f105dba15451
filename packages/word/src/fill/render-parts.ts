import { ChanceryError, type FillRequest, type Finding } from '@chancery/core'
import { countSteps, evaluate, rootScope, type Scope, type SectionNode, textOutcome, turnsOf } from '@chancery/tags'
import type PizZip from 'pizzip'
import { scanXml } from '../package/scan-xml.ts'
import type { WordPart } from '../package/word-parts.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTag, WordTemplate } from '../template/word-template.ts'
import { cleanText } from './clean-text.ts'
import { mapTemplateError } from './map-template-error.ts'
import { type PrivateSigns, privateSigns, rewriteTags } from './rewrite-tags.ts'

export interface RenderedParts {
  /** New XML by part name; only parts that have tags. */
  readonly parts: ReadonlyMap<string, string>
  readonly findings: readonly Finding[]
}

/**
 * Fills the parts by docxtemplater, which decides what a section repeats (runs, paragraphs, rows); what a tag means and
 * says is decided here. `kept`: ids of tags that stay as written. The zip is used up.
 * @throws `template_invalid`, `payload_too_large`.
 */
export async function renderParts(
  zip: PizZip,
  template: WordTemplate,
  kept: ReadonlySet<number>,
  request: FillRequest,
): Promise<RenderedParts> {
  const tags = template.tags.filter(({ place }) => !kept.has(place.id))
  const parts = template.parts.map(({ part }) => part).filter((part) => tags.some(({ place }) => place.part === part))
  if (parts.length === 0) return { parts: new Map(), findings: [] }
  const { default: Docxtemplater } = await import('docxtemplater')
  const signs = privateSigns(parts)
  const openers = openersOf(tags)
  for (const part of parts) {
    const own = tags.filter(({ place }) => place.part === part)
    zip.file(part.name, rewriteTags(part, own, openers, signs))
  }
  const findings: Finding[] = []
  const label = (name: string): string | undefined => parts.find((part) => part.name === name)?.label
  try {
    const filler = new Docxtemplater(zip, {
      delimiters: { start: signs.start, end: signs.end },
      paragraphLoop: true,
      errorLogging: false,
      nullGetter: () => '',
      syntax: { changeDelimiterPrefix: null },
      parser: tagReader(template.tags, request, signs, findings),
      modules: [{ name: 'MoreParts', optionsTransformer: (options, doc) => (addTargets(doc, parts), options) }],
    })
    filler.render(rootScope(request.data, request))
  } catch (error) {
    throw mapTemplateError(error, label)
  }
  const rendered = new Map(parts.map(({ name }) => [name, withLineBreaks(zip.files[name]?.asText() ?? '', signs)]))
  for (const part of parts) refuseBroken(part, rendered.get(part.name) ?? '', tags)
  return { parts: rendered, findings }
}

/** docxtemplater leaves out endnotes; every part that has tags is filled. */
function addTargets(doc: unknown, parts: readonly WordPart[]): void {
  const { targets } = doc as { targets: string[] }
  for (const { name } of parts) if (!targets.includes(name)) targets.push(name)
}

/** The opening tag of every closing one. */
function openersOf(tags: readonly WordTag[]): ReadonlyMap<number, number> {
  const openers = new Map<number, number>()
  const open = new Map<WordPart, number[]>()
  for (const { parsed, place } of tags) {
    const stack = open.get(place.part) ?? []
    open.set(place.part, stack)
    if (parsed.kind === 'open') stack.push(place.id)
    if (parsed.kind === 'close') openers.set(place.id, stack.pop() ?? place.id)
  }
  return openers
}

/** docxtemplater's parser option: a number is a tag of the template, and the scope is ours. */
function tagReader(tags: readonly WordTag[], request: FillRequest, { lineBreak }: PrivateSigns, findings: Finding[]) {
  const steps = countSteps()
  const noted = new Set<string>()
  return (number: string) => ({
    get(scope: Scope): unknown {
      const word = tags[Number(number)]
      if (word === undefined || word.parsed.kind === 'comment') return ''
      if (word.parsed.kind === 'open') return turnsOf(sectionOf(word, word.parsed), scope, request, steps).scopes
      if (word.parsed.kind !== 'value') return ''
      const outcome = textOutcome(evaluate(word.parsed.expression, scope, request))
      if (outcome.kind !== 'found') return request.missing === 'keep' ? word.tag : ''
      const { text, changed } = cleanText(outcome.text)
      if (changed && !noted.has(word.tag)) {
        noted.add(word.tag)
        findings.push({
          code: 'characters_removed',
          severity: 'warning',
          message: 'The value had characters that a document cannot hold; they were left out.',
          location: locate(word.place, word.tag),
        })
      }
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
