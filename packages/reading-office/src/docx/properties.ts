import { descend, type XmlElement } from '@chancery/reading/xml/xml-element'

/** `w:val` of a property below `element`. */
export const valueOf = (element: XmlElement | undefined, ...names: readonly string[]): string | undefined =>
  descend(element, ...names)?.attributes['w:val']

/** A switch such as `w:tblHeader`: there, and not turned off. */
export const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined &&
  !['0', 'false', 'off'].includes(element.attributes['w:val'] ?? element.attributes['w14:val'] ?? '1')
