import { lineOf, type SourceField } from '../parse/source-field.ts'
import { optionalEnds, voidElements } from './element-kinds.ts'
import type { HtmlTag } from '../parse/html-tokens.ts'

export interface Mismatch {
  readonly code: 'unclosed_element' | 'stray_end_tag' | 'unclosed_cell'
  readonly tag: HtmlTag
  /** What comes where its end should have been. */
  readonly before: string
}

/** Elements whose end may be left out, and which Outlook takes otherwise then. */
const cells = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot'])

interface Open {
  readonly tag: HtmlTag
  readonly indent: number
}

/** How many open elements are looked through for the one of the same indentation. */
const reach = 60

/** How far a tag is indented, where it is the first on its line; else -1. */
function indentOf(source: string, start: number): number {
  let at = start
  while (at > 0 && (source[at - 1] === ' ' || source[at - 1] === '\t') && start - at < 200) at -= 1
  return at === 0 || source[at - 1] === '\n' ? start - at : -1
}

/** Counts by name. */
class Tally {
  private readonly counts = new Map<string, number>()
  of(name: string): number {
    return this.counts.get(name) ?? 0
  }
  add(name: string, by: number): void {
    this.counts.set(name, this.of(name) + by)
  }
}

/**
 * Pairs start and end tags, and tells those without a partner. For the names in `byLayout` it trusts the lines of the
 * source, so that of several elements of one name the right one is blamed: an end tag that is the first on its line closes
 * the element that begins at the same depth; and where depths say nothing and ends are too few, the innermost one lacks its
 * own. Linear.
 */
export function tagMismatches(
  tags: readonly HtmlTag[],
  field: SourceField,
  byLayout: ReadonlySet<string> = new Set(),
): readonly Mismatch[] {
  const paired = tags.filter(
    ({ name, kind, selfClosing }) => !voidElements.has(name) && !(kind === 'start' && selfClosing),
  )
  const found: Mismatch[] = []
  const open: Open[] = []
  const opened = new Tally()
  const ahead = { start: new Tally(), end: new Tally() }
  const surplus = new Tally()
  for (const { kind, name } of paired) {
    ahead[kind].add(name, 1)
    surplus.add(name, kind === 'end' ? 1 : -1)
  }
  const { source } = field
  let steps = paired.length * reach
  const leave = ({ tag }: Open, before: string): void => {
    if (cells.has(tag.name)) found.push({ code: 'unclosed_cell', tag, before })
    else if (!optionalEnds.has(tag.name)) found.push({ code: 'unclosed_element', tag, before })
  }
  /** Closes all down to an open element, and that one. */
  const closeDownTo = (index: number, name: string): void => {
    while (open.length > index) {
      const top = open.pop()
      if (top === undefined) return
      opened.add(top.tag.name, -1)
      if (open.length > index) leave(top, `</${name}>`)
    }
  }
  /** The open element of the name that lies next below one. */
  const below = (index: number, name: string, fits: (element: Open) => boolean): number => {
    for (let at = index - 1; at >= Math.max(0, index - reach); at -= 1) {
      const element = open[at]
      if (element?.tag.name === name && fits(element)) return at
    }
    return -1
  }
  /** Which open element an end tag closes by the layout; -1 where it closes none. */
  const byLines = (tag: HtmlTag, match: number, next: HtmlTag | undefined): number => {
    const top = open[match]
    if (top === undefined || lineOf(field, top.tag.end) === lineOf(field, tag.start)) return match
    const indent = indentOf(source, tag.start)
    if (indent !== top.indent) {
      const better = indent === -1 ? -1 : below(match, tag.name, (each) => each.indent === indent)
      if (better !== -1) return better
      return top.indent === -1 || surplus.of(tag.name) <= 0 ? match : -1
    }
    const { name } = tag
    const lacking = opened.of(name) + ahead.start.of(name) - ahead.end.of(name) - 1
    if (lacking <= 0 || ahead.start.of(name) > 0 || next?.kind === 'start') return match
    const outer = below(match, name, () => true)
    return outer !== -1 && open[outer]?.indent === indent ? outer : match
  }
  paired.forEach((tag, index) => {
    ahead[tag.kind].add(tag.name, -1)
    if (tag.kind === 'start') {
      open.push({ tag, indent: byLayout.has(tag.name) ? indentOf(source, tag.start) : -1 })
      opened.add(tag.name, 1)
      return
    }
    let match = opened.of(tag.name) === 0 ? -1 : open.length - 1
    while (match >= 0 && open[match]?.tag.name !== tag.name) match -= 1
    steps -= open.length - match
    if (match >= 0 && byLayout.has(tag.name) && steps > 0) match = byLines(tag, match, paired[index + 1])
    if (match === -1) found.push({ code: 'stray_end_tag', tag, before: '' })
    else closeDownTo(match, tag.name)
  })
  for (let top = open.pop(); top !== undefined; top = open.pop()) leave(top, 'the end')
  return found
}
