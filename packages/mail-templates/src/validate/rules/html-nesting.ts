import { optionalEnds, voidElements } from '../page/element-kinds.ts'
import type { HtmlTag, HtmlToken } from '../page/html-tokens.ts'
import type { SourceField } from '../../parse/source-field.ts'
import { htmlRule } from '../rule.ts'

interface Mismatch {
  readonly code: 'unclosed_element' | 'stray_end_tag' | 'unclosed_cell'
  readonly tag: HtmlTag
  readonly before: string
}

/** Elements whose end may be left out, and which Outlook takes otherwise then. */
const cells = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot'])

/** How far a tag is indented, where it is the first on its line; else -1. */
function indentOf(source: string, start: number): number {
  let at = start
  while (at > 0 && (source[at - 1] === ' ' || source[at - 1] === '\t') && start - at < 200) at -= 1
  return at === 0 || source[at - 1] === '\n' ? start - at : -1
}

interface Open {
  readonly tag: HtmlTag
  readonly indent: number
}

/** How many open elements are looked through for the one of the same indentation. */
const reach = 60

/**
 * Pairs start and end tags. `byIndent` trusts the layout of the source: an end tag that is the first on its line closes the
 * element that begins at the same depth, so that of several of one name the right one is blamed. Linear.
 */
function mismatches(tags: readonly HtmlTag[], { source, lines }: SourceField, byIndent: boolean): readonly Mismatch[] {
  let steps = tags.length * reach
  const found: Mismatch[] = []
  const open: Open[] = []
  const count = new Map<string, number>()
  const change = (name: string, by: number): number => {
    const next = (count.get(name) ?? 0) + by
    count.set(name, next)
    return next
  }
  const leave = ({ tag }: Open, before: string): void => {
    if (cells.has(tag.name)) found.push({ code: 'unclosed_cell', tag, before })
    else if (!optionalEnds.has(tag.name)) found.push({ code: 'unclosed_element', tag, before })
  }
  const popTo = (name: string, until: number): void => {
    while (open.length > until) {
      const top = open.pop()
      if (top === undefined) return
      change(top.tag.name, -1)
      if (open.length === until && top.tag.name === name) return
      leave(top, `</${name}>`)
    }
  }
  for (const tag of tags) {
    if (voidElements.has(tag.name)) continue
    if (tag.kind === 'start') {
      if (tag.selfClosing) continue
      open.push({ tag, indent: byIndent ? indentOf(source, tag.start) : -1 })
      change(tag.name, 1)
      continue
    }
    if ((count.get(tag.name) ?? 0) === 0) {
      found.push({ code: 'stray_end_tag', tag, before: '' })
      continue
    }
    let match = open.length - 1
    while (open[match]?.tag.name !== tag.name) match -= 1
    steps -= open.length - match
    if (byIndent && steps > 0) {
      const indent = indentOf(source, tag.start)
      const top = open[match]
      const isOneLine = top !== undefined && lineOf(lines, top.tag.end) === lineOf(lines, tag.start)
      if (top !== undefined && !isOneLine && indent !== top.indent) {
        let better = match - 1
        const last = Math.max(-1, match - reach)
        while (better > last && !(open[better]?.tag.name === tag.name && open[better]?.indent === indent)) better -= 1
        if (indent !== -1 && better > last) match = better
        else if (top.indent !== -1) {
          found.push({ code: 'stray_end_tag', tag, before: '' })
          continue
        }
      }
    }
    popTo(tag.name, match)
  }
  while (open.length > 0) {
    const top = open.pop()
    if (top !== undefined) leave(top, 'the end')
  }
  return found
}

/** The number of the line that an offset is in, by binary search. */
function lineOf(lines: readonly number[], offset: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

const weight = (found: readonly Mismatch[]): number => found.filter(({ code }) => code !== 'unclosed_cell').length

/** Elements that are not closed, closed twice or crosswise. */
export const htmlNesting = htmlRule(({ page, parsed, starts }, tell) => {
  const tags = page.tokens.filter(
    (token: HtmlToken): token is HtmlTag => token.kind === 'start' || token.kind === 'end',
  )
  const plain = mismatches(tags, parsed.field, false)
  // Only where something is wrong, the layout is asked what.
  const laidOut = plain.length === 0 ? plain : mismatches(tags, parsed.field, true)
  const found = laidOut.length <= plain.length && weight(laidOut) <= weight(plain) ? laidOut : plain
  for (const { code, tag, before } of found) {
    if (code === 'stray_end_tag') tell(code, tag, { message: `</${tag.name}> closes nothing.` })
    else
      tell(code, tag, {
        message: `<${tag.name}> is not closed before ${before}.`,
        hint: `Add </${tag.name}>, or put the end tags in order.`,
      })
  }
  for (const tag of tags) {
    if (tag.kind === 'end' && voidElements.has(tag.name))
      tell('end_of_void', tag, { message: `<${tag.name}> has no end tag.` })
  }
  for (const tag of starts) {
    if (tag.selfClosing && !voidElements.has(tag.name) && !tag.name.includes(':') && !foreign.has(tag.name))
      tell('self_closed_element', tag, { message: `<${tag.name}/> is not closed by its slash; it stays open.` })
  }
})

/** Elements of SVG, which may be closed so. */
const foreign = new Set('svg path rect circle ellipse line polyline polygon g use image stop defs'.split(' '))
