import { blankAfter, blankBefore, type TagToken } from './template-tokens.ts'

/**
 * The tags with the lines that Handlebars takes at the end of a chain of `{{else if}}`: what stands before such a closing
 * tag stays, and its line break goes where the first of the `else if` ends with its line.
 */
export function withChainEnds(tags: readonly TagToken[], source: string): readonly TagToken[] {
  if (!tags.some(isChained)) return tags
  const changed = [...tags]
  /** Of every open block: the tag at which its first `else if` ends. */
  const open: { chained: boolean; second: TagToken | undefined }[] = []
  for (const [index, token] of tags.entries()) {
    if (token.kind === 'open' || token.kind === 'inverted') open.push({ chained: false, second: undefined })
    const top = open.at(-1)
    if (token.kind === 'else' && top !== undefined) {
      if (top.chained) top.second ??= token
      else top.chained = isChained(token)
    }
    if (token.kind !== 'close') continue
    open.pop()
    if (top?.chained === true) changed[index] = atChainEnd(token, top.second ?? token, source)
  }
  return changed
}

const isChained = ({ kind, body }: TagToken): boolean => kind === 'else' && /^else\s+\S/.test(body)

function atChainEnd(token: TagToken, second: TagToken, source: string): TagToken {
  const { start, end, cutStart, cutEnd } = token
  const lineEnd = blankBefore(source, second.start) === undefined ? undefined : blankAfter(source, end)
  // Signs for white space (`~`) go further than the line, and are kept.
  const written = source.slice(start, end)
  return {
    ...token,
    cutStart: written.startsWith('{{~') ? cutStart : start,
    cutEnd: written.endsWith('~}}') ? cutEnd : (lineEnd ?? end),
  }
}
