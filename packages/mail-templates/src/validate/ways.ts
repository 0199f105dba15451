import { inlineName } from '../parse/block-tag.ts'
import type { ParsedField } from '../parse/parse-template.ts'

/** Offsets, the second exclusive. */
export type Stretch = readonly [start: number, end: number]

/** A condition or loop: of its branches readers get one. */
interface Section {
  readonly condition: string
  readonly isInverted: boolean
  /** Of its first tag, and later the end of its last. */
  readonly start: number
  readonly end: number
  readonly branches: Branch[]
  /** An inline partial: it is shown where it is called, perhaps in a table, and nowhere here. */
  readonly isElsewhere: boolean
}

interface Branch {
  readonly start: number
  end: number
  readonly sections: Section[]
  /** Ways through it; none through one of mere words beside others, which says nothing to the tree. */
  ways: number
}

/** Ways that are gone at most, and sections in sections that are looked into. */
const most = { ways: 8, depth: 50 }

/** What a section asks, and whether it shows the opposite: `if x` and `unless x` are `x`. */
function conditionOf(kind: string, body: string): Pick<Section, 'condition' | 'isInverted'> {
  const [, word, asked] = /^(if|unless)\s+([^]*)$/.exec(body) ?? []
  const condition = (asked ?? body).replace(/\s+/g, ' ').trim()
  return { condition, isInverted: (kind === 'inverted') !== (word === 'unless') }
}

/** Whether there are elements or attributes in a stretch. */
function htmlIn(source: string): (start: number, end: number) => boolean {
  const places = Array.from(source.matchAll(/<|=\s{0,9}["']/g), ({ index }) => index)
  return (start, end) => {
    let low = 0
    let high = places.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle] ?? 0) < start) low = middle + 1
      else high = middle
    }
    return (places[low] ?? Infinity) < end
  }
}

/** The sections of a field, each in the branch that it stands in; and the first that is too deep to be looked into. */
function sectionsOf({ field, tags }: ParsedField): {
  readonly sections: readonly Section[]
  readonly tooDeep: Stretch | undefined
} {
  const top: Branch = { start: 0, end: field.source.length, sections: [], ways: 1 }
  const hasHtml = htmlIn(field.source)
  const open: (Section | undefined)[] = []
  let branch: Branch | undefined = top
  const around: (Branch | undefined)[] = []
  let tooDeep: Stretch | undefined
  for (const { kind, body, start, end } of tags) {
    if (kind === 'open' || kind === 'inverted') {
      const inner: Branch = { start: end, end, sections: [], ways: 1 }
      const isKept: boolean = branch !== undefined && open.length < most.depth
      const isElsewhere = kind === 'open' && inlineName(body) !== undefined
      const section: Section = { ...conditionOf(kind, body), start, end, branches: [inner], isElsewhere }
      if (open.length === most.depth) tooDeep ??= [start, end]
      around.push(branch)
      open.push(isKept ? section : undefined)
      branch = isKept ? inner : undefined
    } else if (kind === 'else' || kind === 'close') {
      const section = open.at(-1)
      if (branch !== undefined && section !== undefined) {
        branch.end = start
        const isMereWords = branch !== section.branches[0] && !hasHtml(branch.start, start)
        branch.ways = isMereWords ? 0 : waysThrough(branch.sections)
      }
      if (kind === 'else') {
        if (section === undefined) continue
        branch = { start: end, end, sections: [], ways: 1 }
        section.branches.push(branch)
      } else if (open.length > 0) {
        open.pop()
        branch = around.pop()
        if (branch !== undefined && section !== undefined) keep(branch.sections, { ...section, end }, field.source)
      }
    }
  }
  return { sections: top.sections, tooDeep }
}

/** `{{^x}}` right after `{{#x}}` is its `else`. */
function keep(sections: Section[], section: Section, source: string): void {
  const last = sections.at(-1)
  const [first] = section.branches
  const isOther =
    last !== undefined &&
    first !== undefined &&
    last.branches.length === 1 &&
    section.branches.length === 1 &&
    last.condition === section.condition &&
    last.isInverted !== section.isInverted &&
    /^\s*\{\{[^{}]*\}\}$/.test(source.slice(last.end, first.start))
  if (isOther) sections[sections.length - 1] = { ...last, end: section.end, branches: [...last.branches, first] }
  else sections.push(section)
}

const waysOf = ({ branches }: Section): number => branches.reduce((sum, { ways }) => sum + ways, 0)
/** Enough ways that each branch with html of its own is on one. */
const waysThrough = (sections: readonly Section[]): number =>
  sections.reduce((ways, section) => Math.max(ways, waysOf(section)), 1)

function leaveOut(sections: readonly Section[], way: number, out: Stretch[]): void {
  for (const section of sections) {
    if (section.isElsewhere) {
      for (const { start, end } of section.branches) out.push([start, end])
      continue
    }
    let left = Math.min(way, waysOf(section) - 1)
    let isChosen = false
    for (const { start, end, sections: inner, ways } of section.branches) {
      if (!isChosen && left < ways) {
        isChosen = true
        leaveOut(inner, left, out)
      } else {
        out.push([start, end])
        left -= isChosen ? 0 : ways
      }
    }
  }
}

export interface Ways {
  /** What is left out on each of them, in the order of the source; the first takes the first branch of each condition. */
  readonly leftOut: readonly (readonly Stretch[])[]
  /** A condition some of whose branches are on none of them, since it has too many or stands too deep. */
  readonly beyond: Stretch | undefined
}

/**
 * The ways through the conditions of a field. Every branch is on one of them, as far as eight ways go; branches of the same
 * number go together.
 */
export function waysOfField(parsed: ParsedField): Ways {
  const { sections, tooDeep } = sectionsOf(parsed)
  const count = Math.min(most.ways, waysThrough(sections))
  const widest = sections.find((section) => waysOf(section) > most.ways)
  const leftOut = Array.from({ length: count }, (_, way) => {
    const out: Stretch[] = []
    leaveOut(sections, way, out)
    return out.sort((a, b) => a[0] - b[0])
  })
  return { leftOut, beyond: widest === undefined ? tooDeep : [widest.start, widest.end] }
}
