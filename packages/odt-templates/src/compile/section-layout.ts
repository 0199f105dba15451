import type { XmlElement } from '@chancery/formats/xml'
import type { OdtPlace, OdtSection } from '../template/odt-template.ts'
import { stretchesOf } from '../template/text-map.ts'

/** Where a section begins, parts or ends: what lies between `before` and `after` is left out. */
export interface Boundary {
  readonly before: number
  readonly after: number
  /** Tags that end the elements around the place, and begin them anew behind it. */
  readonly closing: string
  readonly reopening: string
}

export interface Layout {
  readonly start: Boundary
  /** Of an else. */
  readonly middle?: Boundary
  readonly end: Boundary
  /** It repeats rows or entries of lists, which may leave a table or a list without any. */
  readonly repeatsElements: boolean
}

/** Why a section cannot be repeated, and at which of its tags. */
export interface LayoutFault {
  readonly message: string
  readonly hint: string
}

export const isFault = (layout: Layout | LayoutFault): layout is LayoutFault => 'message' in layout

/** What a section repeats. */
type Mode =
  /** From tag to tag. */
  | { readonly kind: 'text' }
  /** What lies between two elements that hold nothing but the tags, and go. */
  | { readonly kind: 'between'; readonly first: XmlElement; readonly last: XmlElement }
  /** Elements: rows, entries of a list. */
  | { readonly kind: 'elements'; readonly first: XmlElement; readonly last: XmlElement }

/** How a section parts its document, by where its tags stand. `xml`: that of its part. */
export function layoutOf(section: OdtSection, xml: string): Layout | LayoutFault {
  const mode = modeOf(section)
  if ('message' in mode) return mode
  const ends = (place: OdtPlace, element: (given: { first: XmlElement; last: XmlElement }) => XmlElement): Boundary => {
    if (mode.kind === 'text') return atTag(place, xml)
    const { start, end } = element(mode)
    if (mode.kind === 'between') return { before: start, after: end, closing: '', reopening: '' }
    const at = place === section.place ? start : end
    return { before: at, after: at, closing: '', reopening: '' }
  }
  const start = ends(section.place, ({ first }) => first)
  const end = ends(section.closePlace, ({ last }) => last)
  const repeatsElements = mode.kind === 'elements'
  if (section.elsePlace === undefined) return { start, end, repeatsElements }
  const middle = elseBoundary(section.elsePlace, mode, xml)
  return 'message' in middle ? middle : { start, middle, end, repeatsElements }
}

/** An `else if` is a section from where its tag parts the one before to that one's end. */
export function chainedLayout(
  section: OdtSection,
  around: Layout,
  root: OdtSection,
  xml: string,
): Layout | LayoutFault {
  const { middle = around.end, end, repeatsElements } = around
  const at = (offset: number): Boundary => ({ before: offset, after: offset, closing: '', reopening: '' })
  const [own, last] = [at(middle.after), at(end.before)]
  if (section.elsePlace === undefined) return { start: own, end: last, repeatsElements }
  const mode = modeOf(root)
  const inner = 'message' in mode ? mode : elseBoundary(section.elsePlace, mode, xml)
  return 'message' in inner ? inner : { start: own, middle: inner, end: last, repeatsElements }
}

const apart: LayoutFault = {
  message: 'A section begins and ends in places that do not belong together.',
  hint: 'Put both tags into the same paragraph, list, table or text box; for rows into the first and the last cell.',
}

/** Most elements of a list entry that is repeated as a whole: a text, and lists below it. */
const maxEntry = 100

function modeOf({ place, closePlace, elsePlace }: OdtSection): Mode | LayoutFault {
  const [from, until] = [place.paragraph.element, closePlace.paragraph.element]
  if (from === until) {
    const item = from.parent
    const isEntry =
      item?.name === 'text:list-item' &&
      elsePlace === undefined &&
      item.children.length <= maxEntry &&
      item.children.filter(({ name }) => name === 'text:p' || name === 'text:h').length === 1 &&
      isBlank(place, 0, place.start) &&
      isBlank(closePlace, closePlace.end)
    return isEntry ? { kind: 'elements', first: item, last: item } : { kind: 'text' }
  }
  const [common, first, last] = fork(from, until)
  if (common === undefined || first === undefined || last === undefined) return apart
  if (common.name === 'table:table-row') return { kind: 'elements', first: common, last: common }
  if (first.name === 'table:table-row' && last.name === 'table:table-row') return { kind: 'elements', first, last }
  if (first.name === 'text:list-item' && last.name === 'text:list-item') {
    const isBare = (item: XmlElement, at: OdtPlace): boolean => item.children.length === 1 && isAlone(at)
    return { kind: isBare(first, place) && isBare(last, closePlace) ? 'between' : 'elements', first, last }
  }
  if (first !== from || last !== until) return apart
  return isAlone(place) && isAlone(closePlace) ? { kind: 'between', first, last } : { kind: 'text' }
}

/** The innermost element around two others, and its children on the ways to them. */
function fork(one: XmlElement, other: XmlElement): readonly (XmlElement | undefined)[] {
  const ways = new Map<XmlElement, XmlElement>()
  for (let at: XmlElement = one; at.parent !== undefined; at = at.parent) ways.set(at.parent, at)
  for (let at: XmlElement = other; at.parent !== undefined; at = at.parent) {
    const way = ways.get(at.parent)
    if (way !== undefined) return [at.parent, way, at]
  }
  return []
}

const isBlank = ({ paragraph }: OdtPlace, from: number, until?: number): boolean =>
  paragraph.text.slice(from, until).trim() === ''

/** The tag is all that its paragraph has. */
const isAlone = (place: OdtPlace): boolean =>
  isBlank(place, 0, place.start) && isBlank(place, place.end) && !place.paragraph.holdsOthers

/** At a tag in a text: the spans around it end there, and begin anew. */
function atTag({ paragraph, start, end }: OdtPlace, xml: string): Boundary {
  const [first] = stretchesOf(paragraph, start, end)
  const { from = paragraph.element.contentStart, until = from, wrappers = [] } = first ?? {}
  return {
    before: from,
    after: until,
    closing: wrappers
      .map(({ name }) => `</${name}>`)
      .toReversed()
      .join(''),
    reopening: wrappers.map((each) => xml.slice(each.start, each.contentStart)).join(''),
  }
}

function elseBoundary(place: OdtPlace, mode: Mode, xml: string): Boundary | LayoutFault {
  if (mode.kind === 'text') return atTag(place, xml)
  const element = childAround(place.paragraph.element, mode.first.parent)
  const misplaced = {
    message: 'An else stands where its section cannot be parted.',
    hint:
      mode.kind === 'between'
        ? 'Put the else into a paragraph of its own, as the tags of its section.'
        : 'Put the else at the very end of a row or entry, or at the very beginning of one.',
  }
  if (element === undefined) return misplaced
  const at = (offset: number): Boundary => ({ before: offset, after: offset, closing: '', reopening: '' })
  if (mode.kind === 'between') {
    return element === place.paragraph.element && isAlone(place)
      ? { before: element.start, after: element.end, closing: '', reopening: '' }
      : misplaced
  }
  const isLast = isBlank(place, place.end) && isEdge(place.paragraph.element, element, -1)
  const isFirst = isBlank(place, 0, place.start) && isEdge(place.paragraph.element, element, 0)
  if (isLast && element !== mode.last) return at(element.end)
  return isFirst && element !== mode.first ? at(element.start) : misplaced
}

/** The child of a parent on the way to an element. */
function childAround(element: XmlElement, parent: XmlElement | undefined): XmlElement | undefined {
  let at: XmlElement | undefined = element
  while (at !== undefined && at.parent !== parent) at = at.parent
  return at
}

/** Whether a paragraph is the first (0) or the last (-1) in an element around it. */
function isEdge(paragraph: XmlElement, element: XmlElement, side: 0 | -1): boolean {
  for (let at = paragraph; at !== element && at.parent !== undefined; at = at.parent) {
    if (at.parent.children.at(side) !== at) return false
  }
  return true
}
