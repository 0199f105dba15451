import { TakenNames } from '@chancery/core'
import { RangeBalance, ranges } from './range-balance.ts'

/** Marks of tracked changes, each with an id of its own: a pattern of their names. */
export const changes =
  '(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|(?:rPr|pPr|sectPr|tblPr|tblPrEx|tblGrid|trPr|tcPr|numbering)Change)'
/** Shapes of VML, as Word 2007 and the copies for old programs have them. */
const shapes = 'v:(?:shape|rect|roundrect|oval|line|polyline|group|image|curve|arc)'
/** What a loop must not repeat: ids of drawings, shapes, bookmarks with their names, comments, changes, controls, paragraphs. */
const ids = new RegExp(
  String.raw`<wp:docPr\b[^>]*>|<${shapes}\s[^>]*>|<o:OLEObject\s[^>]*>|<w:${ranges}(?:Start|End)\b[^>]*>|<w:comment(?:RangeStart|RangeEnd|Reference)\b[^>]*/>|<w:${changes}\b[^>]*>|<w:id w:val="[^"]*"\s*/>|<w:(?:p|tr)\b[^<>]*? w14:paraId="[^"]*"`,
  'g',
)
const holdsIds = new RegExp(
  String.raw`<wp:docPr\b|<${shapes}\s|<w:${ranges}(?:Start|End)\b|<w:comment(?:RangeStart|Reference)\b|<w:${changes}\b|<w:id w:val="`,
)
const largestCounted = new RegExp(
  String.raw`<(?:wp:docPr|w:${ranges}Start|w:${changes})\b[^>]*?\b(?:w:)?id="(\d{1,9})"`,
  'g',
)

/** Whether a repeated stretch of XML would repeat ids, besides those of paragraphs. */
export const hasIds = (xml: string): boolean => holdsIds.test(xml)

/** XML without the ids of its paragraphs, which they need not have. */
export const withoutParagraphIds = (xml: string): string =>
  xml.replaceAll(/(<w:(?:p|tr)\b[^<>]*?) w14:paraId="[^"]*"/g, '$1')

/** Above this, Word itself does not go. */
const largestId = 0x7fffffff

/** The largest id of a drawing, a bookmark or a tracked change in some XML; 0 where there is none. */
export function largestIdIn(xml: string): number {
  let largest = 0
  for (const [, id] of xml.matchAll(largestCounted)) largest = Math.max(largest, Number(id))
  return largest
}

/**
 * Gives every id that stands a second time a new one, above `largest`; a bookmark a new name too, and its end the id of
 * its start. Paragraphs and controls lose theirs, which they need not have; a comment stays with the first. A bookmark that
 * begins or ends in what turned spans all the turns, and is left out where one of its ends is.
 */
export function renewIds(xml: string, largest: number): string {
  const taken = new Set<string>()
  const names = new TakenNames()
  /** Of what has a start and an end: by its kind and id, the id that the end is to have. */
  const renamed = new Map<string, string>()
  const balance = new RangeBalance()
  const shapeNames = new TakenNames()
  const renamedShapes = new Map<string, string>()
  let next = largest
  const fresh = (): string => String(next < largestId ? ++next : next)
  const renewed = xml.replaceAll(ids, (found) => {
    const element = /^<[\w:]+/.exec(found)?.[0] ?? ''
    if (element === '<w:p' || element === '<w:tr') {
      const at = found.lastIndexOf(' w14:paraId="')
      const own = found.slice(at)
      if (taken.has(own)) return found.slice(0, at)
      taken.add(own)
      return found
    }
    if (element === '<w:id' || element.startsWith('<w:comment')) {
      if (taken.has(found)) return ''
      taken.add(found)
      return found
    }
    if (element.startsWith('<v:')) return shape(found)
    if (element === '<o:OLEObject')
      return found.replace(
        /(\sShapeID=")([^"]*)"/,
        (_, head: string, of: string) => `${head}${renamedShapes.get(of) ?? of}"`,
      )
    const id = /\b(?:w:)?id="([^"]*)"/.exec(found)?.[1] ?? ''
    const withId = (own: string): string => found.replace(/\b((?:w:)?id)="[^"]*"/, `$1="${own}"`)
    if (element.endsWith('End')) {
      const kind = element.slice(0, -3)
      const own = renamed.get(`${kind} ${id}`)
      balance.end(kind, id, own ?? id)
      return own === undefined ? found : withId(own)
    }
    const kind = element.endsWith('Start') ? element.slice(0, -5) : element === '<wp:docPr' ? element : 'change'
    const isRange = element.endsWith('Start')
    // Begun again before it ended: it ends behind what turns.
    if (isRange && balance.isOpen(kind, id) && found.endsWith('/>')) return ''
    if (!taken.has(`${kind} ${id}`)) {
      if (isRange) balance.begin(kind, id, id)
      taken.add(`${kind} ${id}`)
      if (kind === '<w:bookmark') names.take(/w:name="([^"]*)"/.exec(found)?.[1] ?? '')
      return found
    }
    const own = fresh()
    renamed.set(`${kind} ${id}`, own)
    if (isRange) balance.begin(kind, id, own)
    if (kind !== '<w:bookmark') return withId(own)
    return withId(own).replace(
      /w:name="([^"]*)"/,
      (_, name: string) => `w:name="${names.take(name, (number) => numbered(name, number))}"`,
    )
  })
  return balance.applied(renewed)

  function shape(found: string): string {
    const name = /\sid="([^"]*)"/.exec(found)?.[1]
    if (name === undefined) return found
    const own = shapeNames.take(name, (number) => `${name}_${number}`)
    renamedShapes.set(name, own)
    return own === name ? found : found.replace(/(\sid=")[^"]*"/, `$1${own}"`).replace(/\so:spid="[^"]*"/, '')
  }
}

/** Word takes at most 40 characters. */
const maxName = 40

const numbered = (name: string, number: number): string => {
  const ending = `_${number}`
  return name.slice(0, maxName - ending.length) + ending
}
