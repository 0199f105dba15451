import { ChanceryError } from '@chancery/core'
import type { ContentLine } from '@chancery/formats/content-lines'
import type { Card } from './read-cards.ts'

/**
 * The cards of a jCard text (RFC 7095): one `["vcard", [property, …]]`, or a list of them; an item that is none is a card
 * that is not complete.
 * @throws `document_corrupt`
 */
export function jcardCards(text: string): readonly Card[] {
  const whole = parsed(text)
  if (!Array.isArray(whole)) throw notJcard()
  const list: readonly unknown[] = isCard(whole) ? [whole] : whole
  if (!list.some((item) => isCard(item))) throw notJcard()
  return list.map((item) => (isCard(item) ? cardOf(item[1]) : broken))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim())
  } catch (error) {
    throw notJcard(error)
  }
}

const notJcard = (cause?: unknown): ChanceryError =>
  new ChanceryError('document_corrupt', 'There is no jCard in the document.', cause === undefined ? {} : { cause })

const broken: Card = { properties: [], complete: false, unread: 0 }

const isCard = (value: unknown): value is readonly [unknown, readonly unknown[]] =>
  Array.isArray(value) && typeof value[0] === 'string' && value[0].toLowerCase() === 'vcard' && Array.isArray(value[1])

function cardOf(items: readonly unknown[]): Card {
  const properties = items.map(propertyOf)
  const known = properties.filter((property) => property !== undefined)
  return { properties: known, complete: true, unread: properties.length - known.length }
}

/** A property as the line that it would be in a vCard: `["tel", {"type": "cell"}, "uri", "tel:+44…"]`. */
export function propertyOf(item: unknown): ContentLine | undefined {
  if (!Array.isArray(item) || item.length < 4) return undefined
  const [name, given, type, ...values] = item as readonly unknown[]
  if (typeof name !== 'string' || !/^[A-Za-z\d-]{1,60}$/.test(name) || typeof type !== 'string') return undefined
  const parameters = new Map<string, readonly string[]>()
  let group = ''
  for (const [key, value] of isObject(given) ? Object.entries(given) : []) {
    const texts = (Array.isArray(value) ? value : [value]).filter(isScalar).map(String)
    if (key.toLowerCase() === 'group') group = texts[0]?.toLowerCase() ?? ''
    else parameters.set(key.toUpperCase(), texts)
  }
  const write = type === 'text' ? escaped : String
  if (type !== 'text' && type !== 'unknown') parameters.set('VALUE', [type.toLowerCase()])
  // What a comma may be a sign of in an address is not certain in a text; here it is.
  const between = name.toUpperCase() === 'ADR' ? String.raw`\n` : ','
  const raw = values.map((value) => rawOf(value, write, between)).join(',')
  return { name: name.toUpperCase(), group, parameters, raw }
}

/** Components of a structured value are separated by ";", values of a component by "," or what stands for it. */
function rawOf(value: unknown, write: (text: string) => string, between: string): string {
  if (!Array.isArray(value)) return isScalar(value) ? write(String(value)) : ''
  return value
    .map((part: unknown) => (Array.isArray(part) ? part : [part]).filter(isScalar).map(String).map(write).join(between))
    .join(';')
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

export const escaped = (text: string): string =>
  text.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
