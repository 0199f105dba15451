import type { Finding } from '@chancery/core'
import { relationshipsPart } from '@chancery/formats/opc'
import { carryControls, holdsControls } from './fields/carry-controls.ts'
import { type CarriedTag, CarriedTags, internalSigns } from '../template/carried-tags.ts'
import type { CarryContext } from './fields/carry-context.ts'
import { carryFields, holdsWordFields } from './fields/carry-fields.ts'
import type { MergeStep } from './fields/merge-steps.ts'
import { elementTree, type XmlElement } from '../xml/element-tree.ts'
import { relationsOf, type WordPackage } from '../package/open-package.ts'
import type { WordPart } from '../package/word-parts.ts'
import { holdsTag } from './address-text.ts'
import { carryAttributes, holdsAttributeTags } from './carry-attributes.ts'
import { attribute } from '../xml/scan-xml.ts'
import { holdsTransparent, withoutTransparent } from './transparent-elements.ts'
import { CarriedPlaces, type Place } from '../template/carried-places.ts'

/** A Word file in which every tag stands in the text of a run, whatever carried it. */
export interface CarriedTemplate {
  readonly file: WordPackage
  readonly tags: readonly CarriedTag[]
  readonly places: readonly Place[]
  readonly findings: readonly Finding[]
  /** What the template does with the records of a merge; that of the first part that does anything. */
  readonly mergeSteps: readonly MergeStep[]
}

/** Most findings about fields. */
const maxFindings = 200

/**
 * Rewrites the parts of a file so that fields of Word's, content controls, and tags in attributes and addresses are tags in
 * runs, which all the rest understands. `parts`: those that are filled; `columns`: of
 * the data source that the template had. What is taken out of its place is written back by `fillPlaces`.
 */
export function carryTemplate(
  file: WordPackage,
  parts: readonly WordPart[],
  columns: CarryContext['columns'],
): CarriedTemplate {
  const tags = new CarriedTags()
  const places = new CarriedPlaces()
  const findings: Finding[] = []
  const texts = new Map<string, string>()
  let mergeSteps: readonly MergeStep[] = []
  for (const { name, label, xml: given } of parts) {
    const xml = given.replaceAll(internalSigns, '')
    const steps: MergeStep[] = []
    const isMerge = mergeSteps.length > 0
    const context = (now: string): CarryContext => {
      let paragraphs: readonly number[] | undefined
      return {
        steps,
        isMerge,
        tags,
        places,
        columns,
        note(fault, tag, offset) {
          if (findings.length === maxFindings) return
          // Looked for once, however many faults there are.
          paragraphs ??= paragraphStarts(now)
          const paragraph = Math.max(1, paragraphs.findLastIndex((start) => start < offset) + 1)
          findings.push({ ...fault, severity: 'warning', location: { part: label, paragraph, tag } })
        },
      }
    }
    const relations = relationsOf(file, name)
    const passes: readonly (readonly [boolean, (now: string, root: XmlElement) => string])[] = [
      [holdsTransparent(xml), withoutTransparent],
      [holdsWordFields(xml), (now, root) => carryFields(now, root, context(now))],
      [holdsControls(xml), (now, root) => carryControls(now, root, context(now))],
      [holdsAttributeTags(xml, relations), (now, root) => carryAttributes(now, root, relations, places)],
    ]
    let carried = xml
    for (const [isWanted, pass] of passes) {
      const root = isWanted ? elementTree(carried) : undefined
      if (root !== undefined) carried = pass(carried, root)
    }
    if (!isMerge) mergeSteps = steps
    // Also where nothing changed: it is not unpacked a second time.
    texts.set(name, carried)
    if (relations.length > 0 && carried !== xml) withoutTagged(file, name, carried, texts)
  }
  const carriedFile = { ...file, xml: (name: string) => texts.get(name) ?? file.xml(name) }
  return { file: carriedFile, tags: tags.all, places: places.all, findings, mergeSteps }
}

/** Where paragraphs begin; what is drawn once more for old programs counts once, as everywhere. */
function paragraphStarts(xml: string): readonly number[] {
  const starts: number[] = []
  let fallbacks = 0
  for (const { 0: tag, index } of xml.matchAll(/<w:p[ />]|<\/?mc:Fallback[ >]/g))
    if (tag.startsWith('<w:p')) {
      if (fallbacks === 0) starts.push(index)
    } else fallbacks += tag.startsWith('</') ? -1 : 1
  return starts
}

/** Takes the relations whose addresses have tags out of those of a part; a fill makes new ones. */
function withoutTagged(file: WordPackage, part: string, carried: string, texts: Map<string, string>): void {
  const name = relationshipsPart(part)
  const xml = file.xml(name)
  const without = xml.replaceAll(/<(?:[\w.-]+:)?Relationship\b([^<>]*)>/g, (whole, attributes: string) => {
    const id = attribute(attributes, 'Id') ?? ''
    const isTagged =
      attribute(attributes, 'TargetMode') === 'External' && holdsTag(attribute(attributes, 'Target') ?? '')
    // One that could not be carried is still referred to.
    return isTagged && whole.endsWith('/>') && !carried.includes(`:id="${id}"`) ? '' : whole
  })
  if (without !== xml) texts.set(name, without)
}
