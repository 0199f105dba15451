import { blankAfter, blankBefore, spaceBefore, type TagToken } from './template-tokens.ts'

/**
 * The tags with the lines and white space that Handlebars takes at the end of a chain of `{{else if}}`. What stands before
 * the closing tag stays, and its line break goes where the first of the `else if` ends with its line. A `~` at the closing
 * tag takes the white space at the end of all that an `else if` shows.
 */
export function withChainEnds(tags: readonly TagToken[], source: string): readonly TagToken[] {
  if (!tags.some(isChained)) return tags
  const changed = [...tags]
  /** Of every open block: whether it is a chain, and the `else` behind its first `else if`, by their indexes. */
  const open: { chained: boolean; readonly later: number[] }[] = []
  for (const [index, token] of tags.entries()) {
    if (token.kind === 'open' || token.kind === 'inverted') open.push({ chained: false, later: [] })
    const top = open.at(-1)
    if (token.kind === 'else' && top !== undefined) {
      if (top.chained) top.later.push(index)
      else top.chained = isChained(token)
    }
    if (token.kind !== 'close') continue
    open.pop()
    if (top?.chained !== true) continue
    const [second = index] = top.later
    changed[index] = atChainEnd(token, tags[second] ?? token, source)
    if (!trimsBefore(token, source)) continue
    for (const each of top.later) {
      const other = changed[each]
      if (other !== undefined) changed[each] = { ...other, cutStart: spaceBefore(source, other.cutStart) }
    }
  }
  return changed
}

const isChained = ({ kind, body }: TagToken): boolean => kind === 'else' && /^else\s+\S/.test(body)
const trimsBefore = ({ start }: TagToken, source: string): boolean => source.startsWith('{{~', start)

function atChainEnd(token: TagToken, second: TagToken, source: string): TagToken {
  const { start, end, cutStart, cutEnd } = token
  const lineEnd = blankBefore(source, second.start) === undefined ? undefined : blankAfter(source, end)
  // Signs for white space (`~`) go further than the line, and are kept.
  return {
    ...token,
    cutStart: trimsBefore(token, source) ? cutStart : start,
    cutEnd: source.endsWith('~}}', end) ? cutEnd : (lineEnd ?? end),
  }
}
