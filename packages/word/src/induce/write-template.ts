import { largestOf } from '@chancery/core'
import { relationshipsPart } from '@chancery/formats/opc'
import { stored, type ZipEntry } from '@chancery/formats/zip'
import type { SampleGroup, SampleLeaf, TemplateGroup, TemplateLeaf, TemplateNode } from '@chancery/induction'
import { type Relation, relationsOf, type WordPackage } from '../package/open-package.ts'
import { newIdPrefix, NewRelations, relatedParts } from './new-relations.ts'
import { attachedEdits, fieldEdits, pictureEdits } from './place-edits.ts'
import { applyEdits, leafEdits, type XmlEdit } from './write-leaf.ts'
import type { WordElement, WordSample } from './word-sample.ts'

/** Whose XML is written: an instance of the scope at hand, and the sample that its parent is written from. */
interface Source {
  readonly instance: number
  readonly base: number
}

/** Where the nodes of a list are written from. */
interface SourceList extends Source {
  /** XML between the nodes, by the origin of the one that it stands before. */
  readonly gaps: ReadonlyMap<number, string>
  /** Section tags stand in the first and last cells, as there is nowhere else to put them. */
  readonly inRows: boolean
}

/** Tags of sections that begin before a node, or end behind it, and are written in its first and last text. */
interface EdgeTags {
  readonly open: string
  readonly close: string
}

const noTags: EdgeTags = { open: '', close: '' }

const tagParagraph = (tag: string): string => `<w:p><w:r><w:t>${tag}</w:t></w:r></w:p>`

/** All that a section has is one row, and that has one cell. */
const isRowOfOneCell = (node: TemplateNode): boolean => {
  if (node.kind === 'leaf') return false
  if (node.kind === 'group') return node.members.every((member) => member === undefined || member.children.length === 1)
  const [only, ...others] = node.children
  return only !== undefined && others.length === 0 && isRowOfOneCell(only)
}

/** XML taken from another sample's package, without what only that package can resolve. */
const withoutReferences = (xml: string): string =>
  xml
    .replace(/<mc:AlternateContent>[\s\S]*?<\/mc:AlternateContent>/g, '')
    .replace(/<(w:drawing|w:pict|w:object|w:sectPr)\b(?:[^>]*\/>|[\s\S]*?<\/\1>)/g, '')
    .replace(
      /<(?:w:bookmark(?:Start|End)|w:comment\w+|w:footnoteReference|w:endnoteReference|w:perm(?:Start|End))\b[^>]*\/>/g,
      '',
    )
    .replace(new RegExp(String.raw`\s(?:w1\w+|r|wp1\w+):\w+="(?!${newIdPrefix})[^"]*"`, 'g'), '')

/** How many nodes of the template a sample has: the one with most is the best to write from. */
const presence = (nodes: readonly TemplateNode[], sample: number): number =>
  nodes.reduce((sum, node) => {
    if (node.kind === 'loop') return sum + (node.scope.instances.some((one) => one.parent === sample) ? 1 : 0)
    if (node.kind === 'option') return sum + presence(node.children, sample)
    if (!node.members[sample]) return sum
    return sum + 1 + (node.kind === 'group' ? presence(node.children, sample) : 0)
  }, 0)

/** The sample whose package the template is made from; the first of the best. */
export const chooseBase = (root: TemplateGroup): number => {
  const scores = root.members.map((_, sample) => presence(root.children, sample))
  return scores.indexOf(largestOf(scores))
}

/** What is written of a template: parts as XML by name, and the relations that they have beside the sample's. */
export interface WrittenParts {
  readonly parts: Map<string, string>
  readonly relations: NewRelations
}

/** The parts of the template, written over the XML of the sample `base`. */
export const writeParts = (root: TemplateGroup, samples: readonly WordSample[], base: number): WrittenParts => {
  const writer = new TemplateWriter(samples, base)
  const parts = new Map<string, string>()
  for (const child of root.children) {
    if (child.kind !== 'group') continue
    const { part, xml } = writer.write(child)
    parts.set(part, xml)
  }
  return { parts, relations: writer.relations }
}

class TemplateWriter {
  readonly relations = new NewRelations()
  private readonly samples: readonly WordSample[]
  private readonly base: number
  private readonly relationsOfBase = new Map<string, ReadonlyMap<string, Relation>>()
  /** The part of the template in which is written, whatever the sample's own is called. */
  private part = ''

  constructor(samples: readonly WordSample[], base: number) {
    this.samples = samples
    this.base = base
  }

  /** The part that a group below the root stands for. */
  write(group: TemplateGroup): { readonly part: string; readonly xml: string } {
    const element = this.elementOf(group, this.base)
    this.part = element.part
    const written = this.group(group, element, { instance: this.base, base: this.base }, noTags)
    return {
      part: element.part,
      xml: element.xml.slice(0, element.start) + written + element.xml.slice(element.end),
    }
  }

  private relationsIn(part: string): ReadonlyMap<string, Relation> {
    let found = this.relationsOfBase.get(part)
    if (!found) {
      const { file } = this.samples[this.base]!
      found = new Map(relationsOf(file, part).map((one) => [one.id, one] as const))
      this.relationsOfBase.set(part, found)
    }
    return found
  }

  private elementOf(node: TemplateLeaf | TemplateGroup, instance: number): WordElement {
    const member: SampleLeaf | SampleGroup = node.members[instance]!
    return this.samples[node.scope.instances[instance]!.sample]!.elements[member.origin]!
  }

  /** What to change in a paragraph: its text, and all other places. */
  private editsOf(node: TemplateLeaf, given: WordElement, instance: number, { open, close }: EdgeTags): XmlEdit[] {
    const element = { ...given, part: this.part }
    const { relations } = this
    const isForeign = node.scope.instances[instance]!.sample !== this.base
    const members = node.members.flatMap((member, at) => (member ? [this.elementOf(node, at)] : []))
    const pictures = isForeign ? [] : pictureEdits(element, members, this.relationsIn(this.part), relations)
    return [
      ...leafEdits(element, node.members[instance]!.slots, node.slots, instance, open, close),
      ...attachedEdits(element, node.slots, { relations, isForeign }),
      ...fieldEdits(element, members, node.slots, instance),
      ...pictures,
    ].sort((a, b) => a.from - b.from)
  }

  private node(node: TemplateLeaf | TemplateGroup, wanted: Source, edges: EdgeTags): string {
    const source = sourceOf(node, wanted)
    const element = this.elementOf(node, source.instance)
    const sample = node.scope.instances[source.instance]!.sample
    const xml =
      node.kind === 'leaf'
        ? applyEdits(element.xml, element.start, element.end, this.editsOf(node, element, source.instance, edges))
        : this.group(node, element, { instance: source.instance, base: sample }, edges)
    return sample === wanted.base ? xml : withoutReferences(xml)
  }

  private group(node: TemplateGroup, element: WordElement, source: Source, edges: EdgeTags): string {
    if (node.head) return this.withBoxes(node, node.head, element, source, edges)
    const member = node.members[source.instance]!
    const { elements } = this.samples[source.base]!
    const starts = member.children.map((child) => elements[child.origin]!)
    const first = starts[0]
    if (!first) return element.xml.slice(element.start, element.end)
    const gaps = new Map(
      member.children.map((child, index) => [
        child.origin,
        index === 0 ? '' : element.xml.slice(starts[index - 1]!.end, starts[index]!.start),
      ]),
    )
    return (
      element.xml.slice(element.start, first.start) +
      this.children(node.children, { ...source, gaps, inRows: member.role === 'table' }, edges) +
      element.xml.slice(starts.at(-1)!.end, element.end)
    )
  }

  /** A paragraph with text boxes: its own text and the boxes are edited in one XML. */
  private withBoxes(
    node: TemplateGroup,
    leaf: TemplateLeaf,
    element: WordElement,
    source: Source,
    edges: EdgeTags,
  ): string {
    const head = this.samples[source.base]!.elements[leaf.members[source.instance]!.origin]!
    const edits = this.editsOf(leaf, head, source.instance, edges)
    const boxes = node.children.flatMap((child) => {
      if (child.kind === 'option' || child.kind === 'loop') return []
      const box = this.elementOf(child, source.instance)
      return [{ from: box.start, to: box.end, text: this.node(child, source, noTags) }]
    })
    // What stands in a box is written with the box.
    let until = 0
    const apart = [...edits, ...boxes]
      .sort((a, b) => a.from - b.from || b.to - a.to)
      .filter(({ from, to }) => {
        if (from < until) return false
        until = to
        return true
      })
    return applyEdits(element.xml, element.start, element.end, apart)
  }

  private children(children: readonly TemplateNode[], list: SourceList, { open, close }: EdgeTags): string {
    let result = ''
    for (const [index, child] of children.entries()) {
      const edges = { open: index === 0 ? open : '', close: index === children.length - 1 ? close : '' }
      if (child.kind === 'leaf' || child.kind === 'group') {
        const member = child.members[list.instance]
        result += (member ? (list.gaps.get(member.origin) ?? '') : '') + this.node(child, list, edges)
      } else result += this.section(child, list, edges)
    }
    return result
  }

  private section(
    node: TemplateNode & { readonly kind: 'option' | 'loop' },
    list: SourceList,
    { open, close }: EdgeTags,
  ): string {
    const [name, inverted] =
      node.kind === 'option' ? [node.condition.name, node.condition.inverted] : [node.name, false]
    // Tags in one cell are a section of its text, unless they say that the row is meant.
    const isOneCell = list.inRows && isRowOfOneCell(node)
    const start = isOneCell ? `{-w:tr ${inverted ? '!' : ''}${name}}` : `{${inverted ? '^' : '#'}${name}}`
    const end = isOneCell ? '{/}' : `{/${name}}`
    // A loop is written from its first round in the sample at hand.
    const round = node.kind === 'loop' ? node.scope.instances.findIndex(({ parent }) => parent === list.instance) : 0
    const inner = node.kind === 'loop' ? { ...list, instance: Math.max(0, round) } : list
    return list.inRows
      ? this.children(node.children, inner, { open: open + start, close: end + close })
      : open + tagParagraph(start) + this.children(node.children, inner, noTags) + tagParagraph(end) + close
  }
}

/** The instance to write a node from: the parent's own where it has the node, else the first that has it. */
const sourceOf = (node: TemplateLeaf | TemplateGroup, { instance, base }: Source): Source => {
  if (node.members[instance]) return { instance, base }
  const own = node.members.findIndex((member, at) => member && node.scope.instances[at]!.sample === base)
  return { instance: own >= 0 ? own : node.members.findIndex((member) => member !== undefined), base }
}

/** The relations that the written parts have, as XML by name, and what nothing leads to any more. */
export const relatedTo = (
  file: WordPackage,
  { parts, relations }: WrittenParts,
): { readonly parts: ReadonlyMap<string, string>; readonly unused: ReadonlySet<string> } => {
  const texts = new Map<string, string>()
  for (const [part, xml] of parts) {
    const written = relations.relationsXml(file, part, xml)
    if (written !== undefined) texts.set(relationshipsPart(part), written)
  }
  const before = relatedParts(file)
  const after = relatedParts({
    ...file,
    names: [...file.names, ...parts.keys()],
    entries: new Map([...file.entries, ...[...texts.keys()].map((name) => [name, emptyEntry(name)] as const)]),
    xml: (name) => texts.get(name) ?? file.xml(name),
  })
  return { parts: texts, unused: new Set([...before].filter((target) => !after.has(target))) }
}

/** Stands for a part that is only asked for being there. */
const emptyEntry = (name: string): ZipEntry => stored(name, new Uint8Array())
