import { maxDepth } from '../syntax/fault.ts'
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

interface Open<Place> {
  readonly opening: PlacedTag<Place> & { readonly parsed: Extract<Tag, { kind: 'open' }> }
  readonly children: TemplateNode<Place>[]
  otherwise: TemplateNode<Place>[] | undefined
  elsePlace: Place | undefined
  /** An `else if`: it closes with the section that it belongs to. */
  readonly isChained: boolean
}

/** Makes a tree of tags in a row (nodes that are whole already may stand between), and tells every section that is not closed, not open, or closed crosswise. */
export function nestTags<Place>(row: Iterable<PlacedTag<Place> | TemplateNode<Place>>): {
  readonly nodes: readonly TemplateNode<Place>[]
  readonly faults: readonly NestingFault<Place>[]
} {
  const nodes: TemplateNode<Place>[] = []
  const faults: NestingFault<Place>[] = []
  const open: Open<Place>[] = []
  // Sections that were taken as closed at another tag's place: their own closing tag, should it come, is no new fault.
  const settled = new Map<string, number>()
  const add = (node: TemplateNode<Place>): void => {
    const top = open.at(-1)
    ;(top === undefined ? nodes : (top.otherwise ?? top.children)).push(node)
  }
  const close = (closePlace: Place, offset: number): void => {
    const top = open.pop()
    if (top === undefined) return
    const { parsed, tag, place } = top.opening
    const { expression, inverted, mode, over, label } = parsed
    const size = Math.max(0, offset - top.opening.offset)
    add({
      kind: 'section',
      expression,
      inverted,
      mode,
      ...(over === undefined ? {} : { over }),
      ...(label === undefined ? {} : { label }),
      tag,
      place,
      closePlace,
      size,
      children: top.children,
      otherwise: top.otherwise ?? [],
      ...(top.elsePlace === undefined ? {} : { elsePlace: top.elsePlace }),
    })
  }
  const unclosed = ({ opening: { tag, place } }: Open<Place>): NestingFault<Place> => ({
    code: 'unclosed_section',
    message: `The section ${tag} is never closed.`,
    hint: `Add ${closingOf(tag)} where it ends.`,
    tag,
    place,
  })
  for (const item of row) {
    if (item.kind !== 'tag') {
      add(item)
      continue
    }
    const { parsed, tag, place } = item
    switch (parsed.kind) {
      case 'open':
        if (open.length === maxDepth) {
          faults.push({
            code: 'too_deep',
            message: `Sections are nested deeper than ${maxDepth}.`,
            hint: 'Flatten the data.',
            tag,
            place,
          })
          return { nodes: [], faults }
        }
        open.push({
          opening: { ...item, parsed },
          children: [],
          otherwise: undefined,
          elsePlace: undefined,
          isChained: false,
        })
        break
      case 'else': {
        const top = open.at(-1)
        if (top === undefined || top.otherwise !== undefined) {
          faults.push({
            code: 'misplaced_else',
            message: 'An else stands outside a section, or twice in it.',
            hint: 'Write it once, between the opening and the closing tag.',
            tag,
            place,
          })
        } else {
          top.otherwise = []
          top.elsePlace = place
          if (parsed.condition === undefined) break
          if (open.length >= maxDepth) {
            faults.push({
              code: 'too_deep',
              message: `Sections are nested deeper than ${maxDepth}.`,
              hint: 'Each "else if" is a section in the one before.',
              tag,
              place,
            })
            return { nodes: [], faults }
          }
          const condition = {
            kind: 'open',
            expression: parsed.condition,
            inverted: false,
            mode: 'if',
            name: '',
          } as const
          open.push({
            opening: { ...item, parsed: condition },
            children: [],
            otherwise: undefined,
            elsePlace: undefined,
            isChained: true,
          })
        }
        break
      }
      case 'close': {
        const matches = ({ opening, isChained }: Open<Place>): boolean =>
          !isChained &&
          (parsed.name === '' || opening.parsed.name === parsed.name || opening.parsed.path === parsed.name)
        while (open.at(-1)?.isChained === true) close(place, item.offset)
        const top = open.at(-1)
        const depth = open.findLastIndex(matches)
        if (top !== undefined && depth === open.length - 1) close(place, item.offset)
        else if (depth === -1 && settled.has(parsed.name)) {
          const index = settled.get(parsed.name) ?? -1
          settled.delete(parsed.name)
          const first = faults[index]
          if (first?.code === 'unclosed_section') faults[index] = crossing(first, item)
        } else if (depth === -1) {
          const isTypo = top !== undefined && open.length > 0
          faults.push(
            isTypo
              ? {
                  code: 'section_mismatch',
                  message: `${tag} does not close the open section ${top.opening.tag}.`,
                  hint: `Write ${closingOf(top.opening.tag)}, or open the section that is closed here.`,
                  tag,
                  place,
                  related: top.opening,
                }
              : {
                  code: 'unopened_section',
                  message: `${tag} closes a section that was never opened.`,
                  hint: 'Remove it, or add the opening tag before it.',
                  tag,
                  place,
                },
          )
          // Taken as the end of the nearest section: one slip of the pen is one finding.
          if (isTypo) {
            settled.set(top.opening.parsed.name, -1)
            close(place, item.offset)
          }
        } else {
          // What was opened inside and not closed is reported at its own place.
          while (open.length - 1 > depth) {
            const inner = open.at(-1)
            if (inner?.isChained === false) {
              settled.set(inner.opening.parsed.name, faults.length)
              faults.push({ ...unclosed(inner), related: { tag, place } })
            }
            close(place, item.offset)
          }
          close(place, item.offset)
        }
        break
      }
      case 'comment':
        break
      default:
        add({
          kind: parsed.kind,
          expression: parsed.expression,
          tag,
          place,
          ...(parsed.isCentred === undefined ? {} : { isCentred: parsed.isCentred }),
        })
    }
  }
  while (open.length > 0) {
    const top = open.at(-1)
    if (top?.isChained === false) faults.push(unclosed(top))
    close(top?.opening.place as Place, top?.opening.offset ?? 0)
  }
  return { nodes, faults }
}

const closingOf = (tag: string): string =>
  tag.replace(
    /-\s*w:[a-z]+\s+|[#^]\s*(?:(if|each|unless|columns)[\s\u00a0].*?(?=\}))?/s,
    (_, word?: string) => `/${word ?? ''}`,
  )

const crossing = <Place>(fault: NestingFault<Place>, end: PlacedTag<Place>): NestingFault<Place> => ({
  ...fault,
  code: 'crossing_sections',
  message: `The section ${fault.tag} crosses another: it opens inside it and closes after it.`,
  hint: 'Close what was opened last first.',
  related: end,
})
