import type { Finding } from '@chancery/core'
import type { ValueNode } from '@chancery/tags'
import {
  locate,
  type OdtNode,
  type OdtPart,
  type OdtPlace,
  type OdtSection,
  type OdtTag,
} from '../template/odt-template.ts'
import { isAddress, type Paragraph, stretchesOf } from '../template/text-map.ts'
import type { AddressStep, PartProgram, Step } from './program.ts'
import { chainedLayout, isFault, type Layout, layoutOf } from './section-layout.ts'

/** The tags of a part as a tree in which a section has all that it repeats, and how each section parts the document. */
export interface SettledPart {
  readonly nodes: readonly OdtNode[]
  readonly layouts: ReadonlyMap<OdtPlace, Layout>
  readonly findings: readonly Finding[]
}

/** The section that an `else if` follows, and the one that began the chain. */
interface Chain {
  readonly node: OdtSection
  readonly around: Layout
  readonly root: OdtSection
}

/** Finds what each section repeats; what stands in a repeated row beside the tags of its section belongs to it. */
export function settlePart(part: OdtPart, nodes: readonly OdtNode[]): SettledPart {
  const layouts = new Map<OdtPlace, Layout>()
  const findings: Finding[] = []
  const fail = (place: OdtPlace, tag: string, message: string, hint: string): void => {
    findings.push({ code: 'loop_position_invalid', severity: 'error', message, hint, location: locate(place, tag) })
  }
  const lay = (node: OdtSection, chained?: Chain): Layout | undefined => {
    const layout =
      chained === undefined ? layoutOf(node, part.xml) : chainedLayout(node, chained.around, chained.root, part.xml)
    if (!isFault(layout)) return layout
    fail(node.place, node.tag, layout.message, layout.hint)
    return undefined
  }
  const settle = (all: readonly OdtNode[], parent?: Chain): readonly OdtNode[] => {
    const waiting: OdtNode[] = []
    for (const node of all) {
      if (node.kind !== 'section') {
        waiting.push(node)
        continue
      }
      const isChained = parent !== undefined && node.place === parent.node.elsePlace
      const layout = isChained ? lay(node, parent) : lay(node)
      if (layout === undefined) continue
      layouts.set(node.place, layout)
      const root = isChained && parent !== undefined ? parent.root : node
      const inner = {
        ...node,
        children: settle(node.children),
        otherwise: settle(node.otherwise, { node, around: layout, root }),
      }
      waiting.push(inner)
    }
    return adopted(waiting, layouts, ({ place, tag }) => {
      const hint = 'Let one section stand within the other, or give each a row of its own.'
      fail(place, tag, 'Two sections repeat the same row or entry.', hint)
    })
  }
  return { nodes: settle(nodes), layouts, findings }
}

/** Nodes that stand in elements that a section beside them repeats, as its children. */
function adopted(
  nodes: readonly OdtNode[],
  layouts: ReadonlyMap<OdtPlace, Layout>,
  fail: (section: OdtSection) => void,
): readonly OdtNode[] {
  const result: OdtNode[] = []
  const extent = (node: OdtNode): readonly [number, number] => {
    if (node.kind === 'literal') return [0, 0]
    const layout = node.kind === 'section' ? layouts.get(node.place) : undefined
    if (layout !== undefined) return [layout.start.before, layout.end.after]
    const { paragraph, start, end } = node.place
    const all = stretchesOf(paragraph, start, end)
    return [all[0]?.from ?? 0, all.at(-1)?.until ?? 0]
  }
  let open: { node: OdtSection; before: OdtNode[]; after: OdtNode[]; range: readonly [number, number] } | undefined
  const finish = (): void => {
    if (open === undefined) return
    const { node, before, after } = open
    const parted = node.otherwise.length > 0 || node.elsePlace !== undefined
    result.push({
      ...node,
      children: parted ? [...before, ...node.children] : [...before, ...node.children, ...after],
      otherwise: parted ? [...node.otherwise, ...after] : node.otherwise,
    })
    open = undefined
  }
  for (const node of nodes) {
    const [from, until] = extent(node)
    if (open !== undefined && from < open.range[1]) {
      if (until <= open.range[1] && !(node.kind === 'section' && layouts.get(node.place)?.repeatsElements === true)) {
        open.after.push(node)
        continue
      }
      if (node.kind === 'section') {
        fail(node)
        continue
      }
    }
    finish()
    if (node.kind !== 'section' || layouts.get(node.place)?.repeatsElements !== true) {
      result.push(node)
      continue
    }
    const before: OdtNode[] = []
    while (result.length > 0 && extent(result.at(-1) as OdtNode)[0] >= from) {
      const last = result.pop()
      if (last !== undefined) before.unshift(last)
    }
    open = { node, before, after: [], range: [from, until] }
  }
  finish()
  return result
}

/** Compiles a part. `tags`: those that a fill replaces; `nodes`: their tree, settled. */
export function compilePart(
  { name, xml }: OdtPart,
  tags: readonly OdtTag[],
  { nodes, layouts }: Pick<SettledPart, 'nodes' | 'layouts'>,
): PartProgram {
  const compiler = new Compiler(xml, tags, layouts)
  return {
    name,
    steps: compiler.range(0, xml.length, nodes, false),
    repeatsElements: [...layouts.values()].some(({ repeatsElements }) => repeatsElements),
  }
}

interface Range {
  readonly from: number
  readonly until: number
}

class Compiler {
  private readonly xml: string
  private readonly layouts: ReadonlyMap<OdtPlace, Layout>
  /** What tags leave nothing of, in order. */
  private readonly gone: readonly Range[]

  constructor(xml: string, tags: readonly OdtTag[], layouts: ReadonlyMap<OdtPlace, Layout>) {
    this.xml = xml
    this.layouts = layouts
    this.gone = tags
      .flatMap(({ place: { paragraph, start, end } }) => stretchesOf(paragraph, start, end))
      .sort((a, b) => a.from - b.from)
  }

  /** The steps of a stretch of the part. `isRepeated`: it may stand more than once. */
  range(from: number, until: number, nodes: readonly OdtNode[], isRepeated: boolean): readonly Step[] {
    const steps: Step[] = []
    let at = from
    const text = (end: number): void => {
      const xml = this.text(at, end, isRepeated)
      if (xml !== '') steps.push({ kind: 'text', xml })
      at = Math.max(at, end)
    }
    const literal = (xml: string): void => {
      if (xml !== '') steps.push({ kind: 'text', xml })
    }
    for (const [index, node] of nodes.entries()) {
      if (node.kind === 'literal') continue
      if (node.kind !== 'section' && isAddress(node.place.paragraph)) {
        const { paragraph } = node.place
        const before = nodes[index - 1]
        // All values of an address are one step.
        if (before !== undefined && before.kind !== 'literal' && before.place.paragraph === paragraph) continue
        const own = nodes.filter((each): each is ValueNode<OdtPlace> => isValueIn(each, paragraph))
        const [segment] = paragraph.segments
        text(segment?.xmlStart ?? at)
        steps.push({ kind: 'address', pieces: piecesOf(paragraph, own) })
        at = Math.max(at, segment?.xmlEnd ?? at)
        continue
      }
      if (node.kind !== 'section') {
        const first = this.firstOf(node)
        text(first.from)
        steps.push({ kind: 'value', node, isInLink: first.isInLink })
        at = Math.max(at, first.until)
        continue
      }
      const layout = this.layouts.get(node.place)
      if (layout === undefined) continue
      const { start, end, middle = end } = layout
      text(start.before)
      literal(start.closing)
      steps.push({
        kind: 'section',
        node,
        body: [
          ...asText(start.reopening),
          ...this.range(start.after, middle.before, node.children, true),
          ...asText(middle.closing),
        ],
        otherwise:
          middle === end
            ? []
            : [
                ...asText(middle.reopening),
                ...this.range(middle.after, end.before, node.otherwise, true),
                ...asText(end.closing),
              ],
      })
      literal(end.reopening)
      at = end.after
    }
    text(until)
    return steps
  }

  private firstOf({ place: { paragraph, start, end } }: ValueNode<OdtPlace>): Range & { readonly isInLink: boolean } {
    const [first] = stretchesOf(paragraph, start, end)
    const { from = paragraph.element.contentStart, until = from, wrappers = [] } = first ?? {}
    return { from, until, isInLink: wrappers.some(({ name }) => name === 'text:a') }
  }

  /** XML without tags, and where it is repeated without ids, which stand for one place each. */
  private text(from: number, until: number, isRepeated: boolean): string {
    const pieces: string[] = []
    let at = from
    for (let index = this.firstGone(from); index < this.gone.length; index++) {
      const next = this.gone[index]
      if (next === undefined || next.from >= until) break
      pieces.push(this.xml.slice(at, Math.max(at, next.from)))
      at = Math.max(at, next.until)
    }
    pieces.push(this.xml.slice(at, Math.max(at, until)))
    const xml = pieces.join('')
    return isRepeated && xml.includes('xml:id=') ? xml.replaceAll(/\sxml:id="[^"]*"/g, '') : xml
  }

  private firstGone(from: number): number {
    let [low, high] = [0, this.gone.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.gone[middle]?.until ?? 0) <= from) low = middle + 1
      else high = middle
    }
    return low
  }
}

const isValueIn = (node: OdtNode, paragraph: Paragraph): boolean =>
  node.kind !== 'section' && node.kind !== 'literal' && node.place.paragraph === paragraph

/** The text of an address around its values. */
function piecesOf({ text }: Paragraph, values: readonly ValueNode<OdtPlace>[]): AddressStep['pieces'] {
  let at = 0
  const pieces = values.flatMap((node): AddressStep['pieces'] => {
    const before = text.slice(at, node.place.start)
    at = node.place.end
    return [before, node]
  })
  return [...pieces, text.slice(at)]
}

const asText = (xml: string): readonly Step[] => (xml === '' ? [] : [{ kind: 'text', xml }])
