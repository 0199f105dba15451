import type { Finding } from '@chancery/core'
import type { SectionNode, TemplateNode } from '@chancery/tags'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTemplate } from '../template/word-template.ts'

/** A stretch of a part's XML. */
interface Stretch {
  readonly from: number
  readonly until: number
}

/** A side of a condition, which a fill leaves out where the other one is shown. */
interface Side extends Stretch {
  readonly section: SectionNode<WordPlace>
}

/** Most findings. */
const maxFindings = 50

/** Fields that show what a bookmark holds, or where it is; contents are made anew by a fill. */
const reference = /(?<![\p{L}])(?:REF|PAGEREF|NOTEREF)\s+"?((?!_Toc)[\p{L}_][\p{L}\p{N}_]{0,60})/gu
const bookmark = /<w:bookmarkStart\s[^>]*?w:name="([^"]{1,60})"/g

/**
 * Cross-references to what a condition may leave out, from outside of it: they then lead nowhere, and a program that refreshes
 * them writes an error. Linear in the parts.
 */
export function checkReferences({ parts, nodes }: WordTemplate): readonly Finding[] {
  const findings: Finding[] = []
  for (const { part } of parts) {
    if (!/(?:PAGE|NOTE)?REF\s/.test(part.xml) || !part.xml.includes('<w:bookmarkStart')) continue
    const sides = sidesOf(nodes).filter(({ section }) => section.place.part === part)
    if (sides.length === 0) continue
    const bookmarks = new Map<string, Side>()
    const within = finderOf(sides)
    for (const { index, 1: name = '' } of part.xml.matchAll(bookmark)) {
      const side = within(index)
      if (side !== undefined) bookmarks.set(name, side)
    }
    const told = new Set<Side>()
    for (const { index, 1: name = '' } of bookmarks.size === 0 ? [] : part.xml.matchAll(reference)) {
      const side = bookmarks.get(name)
      if (side === undefined || told.has(side) || isIn(index, side) || findings.length >= maxFindings) continue
      told.add(side)
      const { section } = side
      findings.push({
        code: 'reference_may_break',
        severity: 'warning',
        message: `A cross-reference leads to what the section ${section.tag} may leave out ("${name}"), and stands outside of it.`,
        hint: `Put the reference between ${section.tag} and its end too, with the words around it.`,
        location: locate(section.place, section.tag),
      })
    }
  }
  return findings
}

const isIn = (at: number, { from, until }: Stretch): boolean => from <= at && at < until

/** The conditions of a template; the innermost come last. */
const sidesOf = (nodes: readonly TemplateNode<WordPlace>[]): readonly Side[] =>
  nodes.flatMap((node) => {
    if (node.kind !== 'section') return []
    const { place, closePlace } = node
    const isWhole = node.mode === 'if' && place.carried === undefined && place.part === closePlace.part
    const own: Side = { section: node, from: place.paragraph.xmlStart, until: closePlace.paragraph.xmlStart }
    return [...(isWhole && own.from < own.until ? [own] : []), ...sidesOf(node.children), ...sidesOf(node.otherwise)]
  })

/** Finds the innermost side around an offset; offsets are asked in their order. */
function finderOf(sides: readonly Side[]): (at: number) => Side | undefined {
  const rest = sides.toSorted((one, other) => one.from - other.from || other.until - one.until)
  const open: Side[] = []
  let next = 0
  return (at) => {
    for (; next < rest.length && rest[next]!.from <= at; next++) open.push(rest[next]!)
    while (open.length > 0 && open.at(-1)!.until <= at) open.pop()
    return open.at(-1)
  }
}
