import type { SlotPurpose } from '@chancery/induction'
import type { Relation } from '../package/open-package.ts'
import { attribute } from '../xml/scan-xml.ts'

/** A place of a paragraph that is none of its text: where a link leads, an alternative text, a tool tip. */
export interface AttachedPlace {
  readonly kind: 'address' | 'attribute'
  readonly name: string
  readonly value: string
  /** The element has no such attribute. */
  readonly isAbsent: boolean
  /** The value of the attribute in the part's XML; where it is absent, both are where it can be put in. */
  readonly from: number
  readonly to: number
}

/** Attributes that are filled as text is (see `carry-attributes.ts`), by element. */
const texts: Readonly<Record<string, readonly string[]>> = {
  'wp:docPr': ['descr', 'title'],
  'pic:cNvPr': ['descr', 'title'],
  'wps:cNvPr': ['descr', 'title'],
  'wpg:cNvPr': ['descr', 'title'],
  'wpc:cNvPr': ['descr', 'title'],
  'v:shape': ['alt', 'title'],
  'v:rect': ['alt', 'title'],
  'v:imagedata': ['o:title'],
  'v:textpath': ['string'],
  'w:hyperlink': ['w:tooltip'],
  'a:hlinkClick': ['tooltip'],
  'a:hlinkHover': ['tooltip'],
}
const links = new Set(['w:hyperlink', 'a:hlinkClick'])

export const purposeOf = ({ kind }: AttachedPlace): SlotPurpose => (kind === 'address' ? 'link' : 'text')

/** The places that an element has. @param relations of the part, by id */
export function attachedPlaces(
  xml: string,
  element: { readonly name: string; readonly attributes: string; readonly start: number; readonly end: number },
  relations: ReadonlyMap<string, Relation>,
): AttachedPlace[] {
  const { name, attributes, start, end } = element
  const found: AttachedPlace[] = []
  const at = (attributeName: string): Pick<AttachedPlace, 'isAbsent' | 'from' | 'to'> => {
    const match = new RegExp(`\\s${attributeName}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(xml.slice(start, end))
    const behind = start + 1 + name.length
    if (match === null) return { isAbsent: true, from: behind, to: behind }
    const to = start + match.index + match[0].length - 1
    return { isAbsent: false, from: to - (match[1] ?? match[2] ?? '').length, to }
  }
  if (links.has(name)) {
    const relation = relations.get(attribute(attributes, 'r:id') ?? '')
    if (relation?.isExternal === true && !/[{}]/.test(relation.target))
      found.push({ kind: 'address', name: 'r:id', value: relation.target, ...at('r:id') })
  }
  for (const attributeName of texts[name] ?? []) {
    const value = attribute(attributes, attributeName) ?? ''
    found.push({ kind: 'attribute', name: attributeName, value, ...at(attributeName) })
  }
  return found
}

/** An address in one spelling: letters beyond ASCII may be percent-encoded, and a bare host is one of the web. */
export function sameAddress(address: string): string {
  const whole = /^www\./i.test(address) ? `https://${address}` : address
  return URL.canParse(whole) ? new URL(whole).href : whole
}
