import { escapeXml } from '../xml/escape-xml.ts'
import { elementsOf, replaceStretches, type XmlElement } from '../xml/element-tree.ts'
import type { Relation } from '../package/open-package.ts'
import { attribute } from '../xml/scan-xml.ts'
import { addressText, hasTag, holdsTag } from './address-text.ts'
import { OpenTags } from './open-tags.ts'
import type { CarriedPlaces } from '../template/carried-places.ts'

/** Attributes whose text people see or hear: alternative texts, tool tips, the text of a watermark. */
const shown: Readonly<Record<string, readonly string[]>> = {
  'wp:docPr': ['descr', 'title'],
  'pic:cNvPr': ['descr', 'title'],
  'wps:cNvPr': ['descr', 'title'],
  'wpg:cNvPr': ['descr', 'title'],
  'wpc:cNvPr': ['descr', 'title'],
  'a:hlinkClick': ['tooltip'],
  'a:hlinkHover': ['tooltip'],
  'w:hyperlink': ['w:tooltip'],
  'v:textpath': ['string'],
  'v:shape': ['alt', 'title'],
  'v:rect': ['alt', 'title'],
  'v:imagedata': ['o:title'],
}
/** Elements whose relation is a link that a reader follows. */
const links = new Set(['w:hyperlink', 'a:hlinkClick', 'a:hlinkHover', 'a:hlinkMouseOver'])

/** Whether a part may have tags in attributes, or in what its relations lead to. */
export const holdsAttributeTags = (xml: string, relations: readonly Relation[]): boolean =>
  relations.some(({ target, isExternal }) => isExternal && holdsTag(target)) || /="[^"<{]*\{/.test(xml)

/**
 * Carries texts with tags out of attributes and link targets into runs before them, and leaves signs there. The value of
 * a tag is found by whatever fills runs, in its loop and with its policy.
 */
export function carryAttributes(
  xml: string,
  root: XmlElement,
  relations: readonly Relation[],
  places: CarriedPlaces,
): string {
  const targets = new Map(
    relations.filter(({ target, isExternal }) => isExternal && holdsTag(target)).map((each) => [each.id, each]),
  )
  const open = new OpenTags(xml)
  const edits: { from: number; until: number; text: string }[] = []
  for (const element of elementsOf(root)) {
    const names = shown[element.name]
    const isLink = targets.size > 0 && links.has(element.name)
    if ((names === undefined || !element.attributes.includes('{')) && !isLink) continue
    const around = runAround(element)
    if (around === undefined) continue
    let runs = ''
    const replace = (name: string, sign: string): void => {
      const at = valueAt(xml, element, name)
      if (at !== undefined) edits.push({ ...at, text: sign })
    }
    const chart = element.name === 'wp:docPr' ? chartBeside(element, relations) : undefined
    const texts: number[] = []
    for (const name of names ?? []) {
      const text = attribute(element.attributes, name)
      if (text === undefined || !hasTag(text)) continue
      texts.push(places.all.length)
      const { run, sign } = places.add(
        { kind: 'attribute', ...(chart === undefined ? {} : { ofChart: true }) },
        escapeXml(text),
      )
      runs += run
      replace(name, sign)
    }
    if (chart !== undefined && texts.length > 0) {
      const at = valueAt(xml, chart.element, 'r:id')
      const { id, target } = chart.relation
      if (at !== undefined) edits.push({ ...at, text: places.addSign({ kind: 'chart', id, target, texts }) })
    }
    const relation = isLink ? targets.get(attribute(element.attributes, 'r:id') ?? '') : undefined
    if (relation !== undefined) {
      const { target, type } = relation
      const { run, sign } = places.add({ kind: 'address', target, type }, escapeXml(addressText(target)))
      runs += run
      replace('r:id', sign)
    }
    if (runs !== '') edits.push(open.placedAt(around, element, runs))
  }
  return edits.length === 0 ? xml : replaceStretches(xml, edits)
}

/** The chart of a drawing, with the relation to its part. */
function chartBeside({ parent }: XmlElement, relations: readonly Relation[]) {
  if (parent === undefined) return undefined
  for (const element of elementsOf(parent)) {
    if (element.name !== 'c:chart') continue
    const id = attribute(element.attributes, 'r:id')
    const relation = relations.find((each) => each.id === id && !each.isExternal)
    return relation === undefined ? undefined : { element, relation }
  }
  return undefined
}

/** Where a run can be put in front of an element: before the innermost run it is in, or before itself in a paragraph. */
function runAround(element: XmlElement): number | undefined {
  if (element.name === 'w:hyperlink') return element.start
  for (let at = element.parent; at !== undefined; at = at.parent) if (at.name === 'w:r') return at.start
  return undefined
}

/** Where the value of an attribute stands in the XML of the part. */
function valueAt(xml: string, { start, contentStart }: XmlElement, name: string) {
  const head = xml.slice(start, contentStart)
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(head)
  if (found === null) return undefined
  const value = found[1] ?? found[2] ?? ''
  const from = start + found.index + found[0].length - 1 - value.length
  return { from, until: from + value.length }
}
