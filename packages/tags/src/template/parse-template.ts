import { tagFault, type TagFault } from '../syntax/fault.ts'
import { type FaultyOpening, nestTags, type PlacedTag } from './nest-tags.ts'
import { type Delimiters, scanText } from './scan-text.ts'
import { tagParser } from './tag-parser.ts'
import type { LiteralNode, TemplateNode } from './template-node.ts'

/** UTF-16 offsets of a tag, with its delimiters, in the text of the template. */
export interface TextPlace {
  readonly start: number
  readonly end: number
}

/** A fault with offsets into the template's text. `related`: the other end of a section. */
export type TemplateFault = TagFault & { readonly tag?: string; readonly related?: TextPlace }

/** Faults are in the order of the text; a tag that cannot be parsed is none of the nodes. */
export interface TextTemplate {
  readonly nodes: readonly TemplateNode<TextPlace>[]
  readonly faults: readonly TemplateFault[]
}

/** Most delimiters in one template. */
const maxTags = 20_000

/** Parses a plain text (a line, a subject, one field of an e-mail) as a template; all its faults at once. */
export function parseTemplate(text: string, delimiters: Delimiters): TextTemplate {
  const { tags, faults: strays } = scanText(text, delimiters)
  if (tags.length > maxTags) {
    return { nodes: [], faults: [tagFault('too_many_tags', `The template has more than ${maxTags} tags.`, 0, 0)] }
  }
  const faults: TemplateFault[] = [...strays]
  const row: (PlacedTag<TextPlace> | FaultyOpening<TextPlace> | LiteralNode)[] = []
  const parse = tagParser()
  let at = 0
  for (const { start, end, source } of tags) {
    if (start > at) row.push({ kind: 'literal', text: text.slice(at, start) })
    at = end
    const tag = text.slice(start, end)
    const parsed = parse(source)
    if (parsed.ok) {
      row.push({ kind: 'tag', parsed: parsed.tag, tag, place: { start, end }, offset: start })
      continue
    }
    if (parsed.opens !== undefined)
      row.push({ kind: 'faulty', opens: parsed.opens, tag, place: { start, end }, offset: start })
    const from = start + delimiters.open.length
    for (const fault of parsed.faults) faults.push({ ...fault, start: fault.start + from, end: fault.end + from, tag })
  }
  if (at < text.length) row.push({ kind: 'literal', text: text.slice(at) })
  const { nodes, faults: nesting } = nestTags(row)
  for (const { code, message, hint, tag, place, related } of nesting) {
    faults.push({
      ...tagFault(code, message, place.start, place.end, hint),
      tag,
      ...(related === undefined ? {} : { related: related.place }),
    })
  }
  return { nodes, faults: faults.sort((a, b) => a.start - b.start) }
}
