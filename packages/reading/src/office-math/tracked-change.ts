import type { ExtractRequest, Revision } from '@chancery/core'
import type { XmlElement } from '../xml/xml-element.ts'

export type RevisionView = ExtractRequest['revisions']

/** A change without its text: `w:ins` and what else marks one (ECMA-376 part 1, 17.13.5). */
export type TrackedChange = Omit<Revision, 'text' | 'span'>

const types: Readonly<Record<string, Revision['type']>> = {
  'w:ins': 'insertion',
  'w:del': 'deletion',
  'w:moveFrom': 'move-from',
  'w:moveTo': 'move-to',
  'w:cellIns': 'insertion',
  'w:cellDel': 'deletion',
  'w:rPrChange': 'format',
  'w:pPrChange': 'format',
}

export const isChange = ({ name }: XmlElement): boolean => Object.hasOwn(types, name)

/** @param element one for which `isChange` holds */
export function changeOf({ name, attributes }: XmlElement): TrackedChange {
  const author = attributes['w:author']?.trim()
  const date = attributes['w:date']?.trim()
  return {
    type: types[name] ?? 'format',
    ...(author === undefined || author === '' ? {} : { author: author.toWellFormed() }),
    ...(date === undefined || !/^\d{4}-\d\d-\d\d/.test(date) ? {} : { date }),
  }
}

/** Whether what is marked so is part of the text. */
export const isShown = ({ type }: TrackedChange, view: RevisionView): boolean =>
  view === 'all' || type === 'format' || (type === 'insertion' || type === 'move-to') === (view === 'accept')

/** The change that a property element (`w:rPr` of a paragraph mark, `w:trPr`, `w:tcPr`) marks; a dropping one first. */
export function markedChange(properties: XmlElement | undefined, view: RevisionView): TrackedChange | undefined {
  let found: TrackedChange | undefined
  for (const child of properties?.children ?? []) {
    if (typeof child === 'string' || !isChange(child)) continue
    const change = changeOf(child)
    if (change.type !== 'format' && (found === undefined || !isShown(change, view))) found = change
  }
  return found
}

export const sameChange = (one: TrackedChange, other: TrackedChange): boolean =>
  one.type === other.type && one.author === other.author && one.date === other.date
