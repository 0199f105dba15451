import type { BlockStack } from './block-stack.ts'
import { blockName, inlineName } from './block-tag.ts'
import type { SourceField } from './source-field.ts'
import type { TagToken } from './template-tokens.ts'

/** A piece of a field that is put in elsewhere: what stands in `{{#*inline "row"}}…{{/inline}}` or `{{#> layout}}…{{/layout}}`. */
export interface PartialContent {
  readonly field: SourceField
  /** Those between its two ends, in their order. */
  readonly tags: readonly TagToken[]
  readonly start: number
  readonly end: number
  /** Those that it is written in, where it stands inside of the partial that it is for: it keeps the names that they gave. */
  readonly writtenIn?: BlockStack
}

/** By which Handlebars has the content of a partial put in. */
export const contentName = '@partial-block'

/** Whether a tag opens a partial's content, and nothing that is shown where it stands. */
export const opensContent = ({ kind, body }: TagToken): boolean => kind === 'open' && /^[*>]/.test(body)

/** The index of the tag that ends what another one opens; nothing where that is not closed by its own name. */
export function endOfContent(tags: readonly TagToken[], index: number): number | undefined {
  let depth = 0
  for (let at = index; at < tags.length; at += 1) {
    const kind = tags[at]?.kind
    if (kind === 'open' || kind === 'inverted') depth += 1
    else if (kind === 'close') depth -= 1
    if (depth === 0) return tags[at]?.body === blockName(tags[index]?.body ?? '') ? at : undefined
  }
  return undefined
}

/** What stands between the tag of an index and the one that ends it. */
export function contentOf(
  field: SourceField,
  tags: readonly TagToken[],
  index: number,
  last: number,
): PartialContent | undefined {
  const [first, end] = [tags[index], tags[last]]
  if (first === undefined || end === undefined) return undefined
  const start = first.cutEnd
  return { field, tags: tags.slice(index + 1, last), start, end: Math.max(start, end.cutStart) }
}

/** All that a field calls by `{{#*inline "name"}}`, wherever in it; of one name the last counts. */
export function inlinePartials(field: SourceField, tags: readonly TagToken[]): ReadonlyMap<string, PartialContent> {
  const found = new Map<string, PartialContent>()
  for (const [index, tag] of tags.entries()) {
    const name = opensContent(tag) ? inlineName(tag.body) : undefined
    const last = name === undefined ? undefined : endOfContent(tags, index)
    const content = last === undefined ? undefined : contentOf(field, tags, index, last)
    if (name !== undefined && content !== undefined) found.set(name, content)
  }
  return found
}
