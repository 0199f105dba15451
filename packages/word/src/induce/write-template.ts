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
  const relations = new NewRelations()
  const known = new Map<string, ReadonlyMap<string, Relation>>()
  const relationsIn = (file: WordPackage, part: string): ReadonlyMap<string, Relation> => {
    let found = known.get(part)
    if (!found) known.set(part, (found = new Map(relationsOf(file, part).map((one) => [one.id, one] as const))))
    return found
  }
  /** The part of the template in which is written, whatever the sample's own is called. */
  let partName = ''

  const elementOf = (node: TemplateLeaf | TemplateGroup, instance: number): WordElement => {
    const member: SampleLeaf | SampleGroup = node.members[instance]!
    return samples[node.scope.instances[instance]!.sample]!.elements[member.origin]!
  }

  /** The instance to write a node from: the parent's own where it has the node, else the first that has it. */
  const sourceOf = (node: TemplateLeaf | TemplateGroup, source: Source): Source => {
    if (node.members[source.instance]) return source
    const own = node.members.findIndex((member, at) => member && node.scope.instances[at]!.sample === source.base)
    return { instance: own >= 0 ? own : node.members.findIndex((member) => member !== undefined), base: source.base }
  }

  const membersOf = (node: TemplateLeaf): readonly WordElement[] =>
    node.members.flatMap((member, at) =>
      member ? [samples[node.scope.instances[at]!.sample]!.elements[member.origin]!] : [],
    )

  /** What to change in a paragraph: its text, and all other places. */
  const editsOf = (
    node: TemplateLeaf,
    given: WordElement,
    instance: number,
    open: string,
    close: string,
  ): XmlEdit[] => {
    const element = { ...given, part: partName }
    const isForeign = node.scope.instances[instance]!.sample !== base
    const members = membersOf(node)
    const pictures = isForeign
      ? []
      : pictureEdits(element, members, relationsIn(samples[base]!.file, partName), relations)
    return [
      ...leafEdits(element, node.members[instance]!.slots, node.slots, instance, open, close),
      ...attachedEdits(element, node.slots, { relations, isForeign }),
      ...fieldEdits(element, members, node.slots, instance),
      ...pictures,
    ].sort((a, b) => a.from - b.from)
  }

  const writeNode = (node: TemplateLeaf | TemplateGroup, wanted: Source, open: string, close: string): string => {
    const source = sourceOf(node, wanted)
    const element = elementOf(node, source.instance)
    const sample = node.scope.instances[source.instance]!.sample
    const inner: Source = { instance: source.instance, base: sample }
    const xml =
      node.kind === 'leaf'
        ? applyEdits(element.xml, element.start, element.end, editsOf(node, element, source.instance, open, close))
        : writeGroup(node, element, inner, open, close)
    return sample === wanted.base ? xml : withoutReferences(xml)
  }

  const writeGroup = (
    node: TemplateGroup,
    element: WordElement,
    source: Source,
    open: string,
    close: string,
  ): string => {
    const member = node.members[source.instance]!
    const elements = samples[source.base]!.elements
    if (node.head) {
      // A paragraph with text boxes: its own text and the boxes are edited in one XML.
      const head = elements[node.head.members[source.instance]!.origin]!
      const edits = editsOf(node.head, head, source.instance, open, close)
      const boxes = node.children.flatMap((child) => {
        if (child.kind === 'option' || child.kind === 'loop') return []
        const box = elementOf(child, source.instance)
        return [{ from: box.start, to: box.end, text: writeNode(child, source, '', '') }]
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
    const starts = member.children.map((child) => elements[child.origin]!)
    const first = starts[0]
    if (!first) return element.xml.slice(element.start, element.end)
    /** XML between the children, by the child that it stands before. */
    const gaps = new Map(
      member.children.map((child, index) => [
        child.origin,
        index === 0 ? '' : element.xml.slice(starts[index - 1]!.end, starts[index]!.start),
      ]),
    )
    return (
      element.xml.slice(element.start, first.start) +
      writeChildren(node.children, source, gaps, member.role === 'table', open, close) +
      element.xml.slice(starts.at(-1)!.end, element.end)
    )
  }

  /** `inRows`: section tags stand in the first and last cells, as there is nowhere else to put them. */
  const writeChildren = (
    children: readonly TemplateNode[],
    source: Source,
    gaps: ReadonlyMap<number, string>,
    inRows: boolean,
    open: string,
    close: string,
  ): string => {
    let result = ''
    for (const [index, child] of children.entries()) {
      const before = index === 0 ? open : ''
      const after = index === children.length - 1 ? close : ''
      if (child.kind === 'leaf' || child.kind === 'group') {
        const member = child.members[source.instance]
        result += (member ? (gaps.get(member.origin) ?? '') : '') + writeNode(child, source, before, after)
        continue
      }
      const [name, inverted] =
        child.kind === 'option' ? [child.condition.name, child.condition.inverted] : [child.name, false]
      // Tags in one cell are a section of its text, unless they say that the row is meant.
      const isOneCell = inRows && isRowOfOneCell(child)
      const start = isOneCell ? `{-w:tr ${inverted ? '!' : ''}${name}}` : `{${inverted ? '^' : '#'}${name}}`
      const end = isOneCell ? '{/}' : `{/${name}}`
      // A loop is written from its first round in the sample at hand.
      const round =
        child.kind === 'loop' ? child.scope.instances.findIndex(({ parent }) => parent === source.instance) : 0
      const inner = child.kind === 'loop' ? { instance: Math.max(0, round), base: source.base } : source
      result += inRows
        ? writeChildren(child.children, inner, gaps, true, before + start, end + after)
        : before +
          tagParagraph(start) +
          writeChildren(child.children, inner, gaps, false, '', '') +
          tagParagraph(end) +
          after
    }
    return result
  }

  const parts = new Map<string, string>()
  for (const child of root.children) {
    if (child.kind !== 'group') continue
    const element = elementOf(child, base)
    partName = element.part
    const written = writeGroup(child, element, { instance: base, base }, '', '')
    parts.set(element.part, element.xml.slice(0, element.start) + written + element.xml.slice(element.end))
  }
  return { parts, relations }
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
