import { maxDepth } from '../syntax/fault.ts'
import { foreignTag } from './foreign-tag.ts'
import type { Tag } from './tag.ts'
import type { TemplateNode } from './template-node.ts'

/** A parsed tag in the order of the text. */
export interface PlacedTag<Place> {
  readonly kind: 'tag'
  readonly parsed: Tag
  readonly tag: string
  readonly place: Place
  /** Where it stands in the whole template, to measure sections. */
  readonly offset: number
  /** See `ValueNode`. */
  readonly record?: number
}

/** An opening tag that cannot be read: its fault is told, and what closes it is none. */
export interface FaultyOpening<Place> {
  readonly kind: 'faulty'
  /** What its closing tag may repeat. */
  readonly opens: readonly string[]
  readonly tag: string
  readonly place: Place
  readonly offset: number
}

/** A fault in how tags stand to each other. `related`: the other end. */
export interface NestingFault<Place> {
  readonly code:
    | 'unclosed_section'
    | 'unopened_section'
    | 'section_mismatch'
    | 'crossing_sections'
    | 'misplaced_else'
    | 'too_deep'
  readonly message: string
  readonly hint: string
  readonly tag: string
  readonly place: Place
  readonly related?: { readonly tag: string; readonly place: Place }
}

type OpenTag = Extract<Tag, { kind: 'open' }>
type Opening<Place> = PlacedTag<Place> & { readonly parsed: OpenTag }

interface Open<Place> {
  readonly opening: Opening<Place> | FaultyOpening<Place>
  readonly children: TemplateNode<Place>[]
  otherwise: TemplateNode<Place>[] | undefined
  elsePlace: Place | undefined
  /** An `else if`: it closes with the section that it belongs to. */
  readonly isChained: boolean
}

/** Makes a tree of tags in a row (nodes that are whole already may stand between), and tells every section that is not closed, not open, or closed crosswise. */
export function nestTags<Place>(row: Iterable<PlacedTag<Place> | FaultyOpening<Place> | TemplateNode<Place>>): {
  readonly nodes: readonly TemplateNode<Place>[]
  readonly faults: readonly NestingFault<Place>[]
} {
  const nesting = new Nesting<Place>()
  for (const item of row) {
    if (item.kind === 'faulty') nesting.openFaulty(item)
    else if (item.kind !== 'tag') nesting.add(item)
    else if (!nesting.tag(item)) return { nodes: [], faults: nesting.faults }
  }
  nesting.end()
  return nesting
}

/** The tree as far as the tags of a row were read. */
class Nesting<Place> {
  readonly nodes: TemplateNode<Place>[] = []
  readonly faults: NestingFault<Place>[] = []
  readonly #open: Open<Place>[] = []
  /** How many of these cannot be read. */
  #faulty = 0
  /** Sections that were taken as closed at another tag's place: their own closing tag, should it come, is no new fault. */
  readonly #settled = new Map<string, number>()

  add(node: TemplateNode<Place>): void {
    const top = this.#open.at(-1)
    ;(top === undefined ? this.nodes : (top.otherwise ?? top.children)).push(node)
  }

  /** @returns whether to go on: not behind sections that are too deep */
  tag(item: PlacedTag<Place>): boolean {
    const { parsed, tag, place, record } = item
    switch (parsed.kind) {
      case 'open':
        return this.#begin(item, parsed, 'Flatten the data.')
      case 'else':
        return this.#otherwise(item, parsed.condition)
      case 'close':
        this.#close(item, parsed.name)
        return true
      case 'comment':
        return true
      default:
        this.add({
          kind: parsed.kind,
          expression: parsed.expression,
          tag,
          place,
          ...(parsed.isCentred === undefined ? {} : { isCentred: parsed.isCentred }),
          ...(record === undefined ? {} : { record }),
        })
        return true
    }
  }

  /** Those that stay open count for no depth, and so many are enough: what closes another is told. */
  openFaulty(opening: FaultyOpening<Place>): void {
    if (this.#faulty >= maxDepth) return
    this.#faulty++
    this.#open.push({ opening, children: [], otherwise: undefined, elsePlace: undefined, isChained: false })
  }

  /** What is open still, is never closed. */
  end(): void {
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      const { opening, isChained } = top
      if (!isChained && opening.kind === 'tag') this.faults.push(unclosed(opening))
      this.#closeTop(opening.place, opening.offset)
    }
  }

  #begin(item: PlacedTag<Place>, parsed: OpenTag, hint: string, isChained = false): boolean {
    const { tag, place } = item
    if (this.#open.length - this.#faulty >= maxDepth) {
      this.faults.push({
        code: 'too_deep',
        message: `Sections are nested deeper than ${maxDepth}.`,
        hint,
        tag,
        place,
      })
      return false
    }
    const opening = { ...item, parsed }
    this.#open.push({ opening, children: [], otherwise: undefined, elsePlace: undefined, isChained })
    return true
  }

  #otherwise(item: PlacedTag<Place>, condition: OpenTag['expression'] | undefined): boolean {
    const { tag, place } = item
    const top = this.#open.at(-1)
    if (top === undefined || top.otherwise !== undefined) {
      this.faults.push({ code: 'misplaced_else', ...misplacedElse(top, condition !== undefined), tag, place })
      return true
    }
    top.otherwise = []
    top.elsePlace = place
    if (condition === undefined) return true
    const parsed = { kind: 'open', expression: condition, inverted: false, mode: 'if', name: '' } as const
    return this.#begin(item, parsed, 'Each "else if" is a section in the one before.', true)
  }

  #close(end: PlacedTag<Place>, name: string): void {
    const open = this.#open
    while (open.at(-1)?.isChained === true) this.#closeTop(end.place, end.offset)
    const depth = open.findLastIndex(
      ({ opening, isChained }) => !isChained && (name === '' || namesOf(opening).includes(name)),
    )
    if (depth === -1) return this.#closeNothing(end, name)
    // What was opened inside and not closed is reported at its own place.
    while (open.length - 1 > depth) {
      const inner = open.at(-1)
      if (inner?.isChained === false && inner.opening.kind === 'tag') {
        this.#settled.set(inner.opening.parsed.name, this.faults.length)
        this.faults.push({ ...unclosed(inner.opening), related: { tag: end.tag, place: end.place } })
      }
      this.#closeTop(end.place, end.offset)
    }
    this.#closeTop(end.place, end.offset)
  }

  /** A closing tag of a section that is not open. */
  #closeNothing(end: PlacedTag<Place>, name: string): void {
    const { tag, place } = end
    const settled = this.#settled.get(name)
    if (settled !== undefined) {
      this.#settled.delete(name)
      const first = this.faults[settled]
      if (first?.code === 'unclosed_section') this.faults[settled] = crossing(first, end)
      return
    }
    const top = this.#open.at(-1)
    if (top === undefined) {
      this.faults.push({
        code: 'unopened_section',
        message: `${tag} closes a section that was never opened.`,
        hint: remarkOf(tag) ?? `Remove it, or add ${openingOf(tag)} before it.`,
        tag,
        place,
      })
      return
    }
    this.faults.push({
      code: 'section_mismatch',
      message: `${tag} does not close the open section ${top.opening.tag}.`,
      hint: /^else/i.test(name)
        ? top.otherwise === undefined
          ? 'Write {else}.'
          : 'Take it out: an else ends with its section.'
        : (foreignTag(top.opening.tag.replaceAll(/^\{+|\}+$/g, ''))?.hint ??
          firstWordOf(top.opening.tag, name) ??
          `Write ${closingOf(top.opening.tag)}, or open the section that is closed here.`),
      tag,
      place,
      related: top.opening,
    })
    // Taken as the end of the nearest section: one slip of the pen is one finding.
    for (const own of namesOf(top.opening)) this.#settled.set(own, noFault)
    this.#closeTop(place, end.offset)
  }

  /** @param offset of the tag that closes it */
  #closeTop(closePlace: Place, offset: number): void {
    const top = this.#open.pop()
    if (top === undefined) return
    if (top.opening.kind === 'faulty') {
      this.#faulty--
      for (const node of [...top.children, ...(top.otherwise ?? [])]) this.add(node)
      return
    }
    const { parsed, tag, place, record } = top.opening
    const { expression, inverted, mode, over, label } = parsed
    this.add({
      kind: 'section',
      expression,
      inverted,
      mode,
      ...(over === undefined ? {} : { over }),
      ...(label === undefined ? {} : { label }),
      tag,
      place,
      closePlace,
      size: Math.max(0, offset - top.opening.offset),
      children: top.children,
      otherwise: top.otherwise ?? [],
      ...(top.elsePlace === undefined ? {} : { elsePlace: top.elsePlace }),
      ...(record === undefined ? {} : { record }),
    })
  }
}

/** In place of a fault's index: it is told at the other tag. */
const noFault = -1

/** What the closing tag of a section may repeat. */
const namesOf = <Place>(opening: Open<Place>['opening']): readonly string[] =>
  opening.kind === 'faulty'
    ? opening.opens
    : [opening.parsed.name, ...(opening.parsed.path === undefined ? [] : [opening.parsed.path])]

/** Openings that were meant as something else, by their names. */
const noSections: readonly (readonly [name: RegExp, hint: string])[] = [
  [/^else$/i, 'Write {else}.'],
  [/^end(?:if|for|each|foreach|section)?$/i, 'A section is closed by {/}, {/if} or {/each}.'],
  [/#$/, 'A remark is {!text}.'],
]

const unclosed = <Place>({ tag, parsed, place }: Opening<Place>): NestingFault<Place> => ({
  code: 'unclosed_section',
  message: `The section ${tag} is never closed.`,
  hint: noSections.find(([name]) => name.test(parsed.name))?.[1] ?? `Add ${closingOf(tag)} where it ends.`,
  tag,
  place,
})

/**
 * `{#items items}`, which `{/items}` closes: what stands behind the name is too much. `{#ifpaid}`, which `{/if}` closes: its word
 * and the name are not apart.
 */
function firstWordOf(tag: string, name: string): string | undefined {
  const [, sign = '', word = '', rest = ''] =
    /^\{+\s?([#^])\s*(if|each|unless|columns)[:_.-]?\s*([^{}]+)\}/i.exec(tag) ?? []
  if (word !== '' && word === name) return `Write {${sign}${word.toLowerCase()} ${rest}} where the section begins.`
  return /^\{+\s?([#^])\s*(\S+)\s/.exec(tag)?.[2] === name ? `Write {#${name}} where the section begins.` : undefined
}

/** `{// ask the boss}` and the like: a remark as programs have it. */
function remarkOf(tag: string): string | undefined {
  const [, before = '', remark = '', after = ''] = /^(\{+)\s*\/[/*]+\s*([^{}]*?)\s*(?:\*+\/)?\s*(\}+)$/.exec(tag) ?? []
  return remark === '' ? undefined : `Write a remark as ${before}! ${remark}${after}.`
}

/** What would open the section that a tag closes. */
function openingOf(tag: string): string {
  const field = /^MERGEFIELD\s+(?:TableEnd|EndGroup|RangeEnd):(\S+)/i.exec(tag)?.[1]
  if (field !== undefined) return `MERGEFIELD TableStart:${field}`
  const [, before = '', within = '', after = ''] = /^(\{+)\s*\/([^{}]*)(\}+)$/.exec(tag) ?? []
  const name = within.trim()
  if (name === '') return 'the opening tag'
  return /^(?:if|each|unless|columns)$/.test(name) ? `${before}#${name} …${after}` : `${before}#${name}${after}`
}

/** @param top the section around it, which has an else, if there is one */
const misplacedElse = <Place>(top: Open<Place> | undefined, asks: boolean) =>
  top === undefined
    ? {
        message: 'An else stands outside of a section.',
        hint: 'Write the section around it: {#if x}…{else}…{/if}.',
      }
    : {
        message: 'An else stands twice in a section.',
        hint: asks
          ? 'An {else if x} stands before the {else}, which is the last.'
          : 'Leave out one of the two, or write {else if x} for the first, with what it asks.',
      }

const ends: Readonly<Record<string, string>> = {
  tablestart: 'TableEnd',
  begingroup: 'EndGroup',
  rangestart: 'RangeEnd',
}

/** What closes the section that a field of Word's begins: `MERGEFIELD TableEnd:items`. */
function mergeEnd(tag: string): string | undefined {
  const [, head, sign = '', name] = /^(MERGEFIELD\s+"?)(\p{L}+)(:.*)$/iu.exec(tag) ?? []
  const end = ends[sign.toLowerCase()]
  return end === undefined ? undefined : `${head}${end}${name}`
}

const closingOf = (tag: string): string =>
  mergeEnd(tag) ??
  tag.replace(
    /-\s*w:[a-z]+\s+|[#^]\s*(?:(if|each|unless|columns)[\s\u00a0].*?(?=\}))?/s,
    (_, word?: string) => `/${word ?? ''}`,
  )

const crossing = <Place>(fault: NestingFault<Place>, end: PlacedTag<Place>): NestingFault<Place> => ({
  ...fault,
  code: 'crossing_sections',
  message: `The section ${fault.tag} crosses another: it opens inside it and closes after it.`,
  hint:
    fault.related === undefined
      ? 'Close what was opened last first.'
      : `Write ${end.tag} before ${fault.related.tag}: what was opened last is closed first.`,
  related: end,
})
