import type { JsonObject } from '@chancery/core'
import { FormatterFault } from './formatter.ts'
import { kindOf } from '../data/plain-text.ts'
import {
  type ContentSource,
  type DocumentValue,
  type FileReference,
  type ImageFit,
  type ImageValue,
  type Length,
  richValue,
} from '../data/rich-value.ts'

const measure = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*(mm|cm|in|pt|px|%)?\s*$/i
const millimetres: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72 }

/** A size: `"40mm"`, `"4cm"`, `"120px"`, `"50%"`; a number alone is millimetres. `undefined` for what is none, or 0. */
export function lengthOf(value: unknown): Length | undefined {
  const [, digits, unit = 'mm'] = measure.exec(String(value)) ?? []
  const amount = Number(digits)
  if (!(amount > 0)) return undefined
  const known = unit.toLowerCase()
  return known === 'px' || known === '%'
    ? { amount, unit: known }
    : { amount: amount * (millimetres[known] ?? 1), unit: 'mm' }
}

/** What is wrong with an argument that is a size. */
export const lengthFault = (value: string | number): string | undefined =>
  lengthOf(value) === undefined ? 'Must be a size, such as "40mm", "120px" or "50%".' : undefined

/** An own, plain property of an object of the data. */
export const ownField = (value: unknown, ...names: readonly string[]): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  for (const name of names) {
    const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
    if (found !== undefined && found !== null) return found
  }
  return undefined
}

function sourceOf(value: unknown, wanted: 'an image' | 'a document'): ContentSource {
  const content = ownField(value, 'source', 'data', 'src') ?? value
  const reference = referenceOf(content)
  if (reference !== undefined) return reference
  if (content instanceof Uint8Array || (typeof content === 'string' && content.trim() !== '')) return content
  throw new FormatterFault(
    'wrong_kind',
    `The content of ${wanted} is wanted here, and the data has ${content === '' ? 'an empty text' : kindOf(content)}.`,
    'Give bytes, a data URI, base64, the path of a stored file, or {content}, {path, provider} or {url}.',
  )
}

/** A file as the rest of the service names one. */
function referenceOf(value: unknown): FileReference | undefined {
  if (value instanceof Uint8Array) return undefined
  const text = (name: string): string | undefined => {
    const found = ownField(value, name)
    return typeof found === 'string' && found.trim() !== '' ? found : undefined
  }
  const bytes = ownField(value, 'content')
  const content = bytes instanceof Uint8Array ? bytes : text('content')
  if (content !== undefined) return { content }
  const [path, provider, version, url] = [text('path'), text('provider'), text('version'), text('url')]
  if (path !== undefined) {
    return { path, ...(provider === undefined ? {} : { provider }), ...(version === undefined ? {} : { version }) }
  }
  return url === undefined ? undefined : { url }
}

const isFit = (value: unknown): value is ImageFit => value === 'contain' || value === 'cover' || value === 'fill'

export const fitFault = (value: string | number): string | undefined =>
  isFit(value) ? undefined : 'Must be "contain", "cover" or "fill".'

/** A picture of the data: bytes or text, or an object `{source, width, height, fit, alt}`. The arguments go first. */
export function imageOf(
  value: unknown,
  [width, height, fit, alt]: readonly (string | number | undefined)[] = [],
  isCentred = false,
): ImageValue {
  const size = (given: string | number | undefined, name: string): Length | undefined => {
    const length = given === undefined || given === '' ? ownField(value, name) : given
    if (length === undefined || length === '') return undefined
    const read = lengthOf(length)
    if (read !== undefined) return read
    throw new FormatterFault('wrong_kind', `The ${name} of an image is no size.`, 'Such as "40mm", "120px" or "50%".')
  }
  const ownFit = fit ?? ownField(value, 'fit')
  const ownAlt = alt ?? ownField(value, 'alt')
  return richValue({
    rich: 'image',
    source: sourceOf(value, 'an image'),
    width: size(width, 'width'),
    height: size(height, 'height'),
    maxWidth: size(undefined, 'maxWidth'),
    maxHeight: size(undefined, 'maxHeight'),
    fit: isFit(ownFit) ? ownFit : 'contain',
    alt: typeof ownAlt === 'string' || typeof ownAlt === 'number' ? String(ownAlt) : '',
    isCentred,
  })
}

/** A document of the data: as a picture's source, or with `fill` beside it: the data of its own tags, or false. */
export function documentOf(value: unknown, isUnfilled: boolean): DocumentValue {
  const own = ownField(value, 'fill')
  if (own !== undefined && typeof own !== 'boolean' && !isRecord(own)) {
    throw new FormatterFault(
      'wrong_kind',
      `"fill" of a document is ${kindOf(own)}.`,
      'Give an object of data, or false.',
    )
  }
  const fill = isUnfilled || own === false ? 'none' : isRecord(own) ? own : 'same'
  return richValue({ rich: 'document', source: sourceOf(value, 'a document'), fill })
}

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a text has HTML in it: a tag, a comment or a character reference. */
export const looksLikeHtml = (text: string): boolean =>
  /<(?:[a-z][a-z0-9]*[\s/>]|\/[a-z]|!--|!doctype)|&(?:[a-z]{2,8}|#\d{1,7});/i.test(text)
