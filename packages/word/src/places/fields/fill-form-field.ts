import { type FillRequest, fold } from '@chancery/core'
import { findFormatter } from '@chancery/tags'
import { escapeXml } from '../../xml/escape-xml.ts'
import { childOf, type XmlElement } from '../../xml/element-tree.ts'
import { attribute } from '../../xml/scan-xml.ts'
import { datePattern } from './field-expression.ts'
import { type GivenValue, type Stretch, withoutPieces } from './given-value.ts'
import { type Field, propertiesOf } from './read-fields.ts'

type Request = Pick<FillRequest, 'locale' | 'timeZone' | 'currency' | 'now'>

/** Fills a field of a form as Word had them before content controls (ECMA-376 part 1, 17.16.5 and `w:ffData`). */
export function fillFormField(
  xml: string,
  field: Field,
  carrier: XmlElement,
  given: GivenValue,
  request: Request,
): readonly Stretch[] | undefined {
  const begin = field.pieces[0]?.element
  const data = begin === undefined ? undefined : childOf(begin, 'w:ffData')
  if (data === undefined || given.place.kind !== 'formField') return undefined
  switch (given.place.type) {
    case 'checkBox':
      return checked(data, given)
    case 'dropDown':
      return chosen(data, given)
    case 'text':
      return typed(xml, field, carrier, childOf(data, 'w:textInput'), given, request)
  }
}

const valueOf = (element: XmlElement | undefined, name: string): string | undefined => {
  const child = element === undefined ? undefined : childOf(element, name)
  return child === undefined ? undefined : attribute(child.attributes, 'w:val')
}

/** Words for a box that is ticked and one that is not; other texts are neither. */
export function isTicked(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (['true', '1', 'yes', 'on', 'x', 'checked', '☒', '☑', 'ja', 'oui', 'sí', 'si'].includes(word)) return true
  if (['false', '0', 'no', 'off', '', 'unchecked', '☐', 'nein', 'non'].includes(word)) return false
  return undefined
}

function checked(data: XmlElement, { text, note }: GivenValue): readonly Stretch[] | undefined {
  const box = childOf(data, 'w:checkBox')
  const state = isTicked(text)
  if (box === undefined) return undefined
  if (state === undefined) {
    note('unknown_entry', 'The value of a check box is neither true nor false; it was left as it is.')
    return undefined
  }
  const own = `<w:checked w:val="${state ? '1' : '0'}"/>`
  const before = childOf(box, 'w:checked')
  if (before !== undefined) return [{ from: before.start, until: before.end, text: own }]
  return [{ from: box.contentEnd, until: box.contentEnd, text: own }]
}

function chosen(data: XmlElement, { text, note }: GivenValue): readonly Stretch[] | undefined {
  const list = childOf(data, 'w:ddList')
  if (list === undefined) return undefined
  const entries = list.children
    .filter(({ name }) => name === 'w:listEntry')
    .map(({ attributes }) => attribute(attributes, 'w:val') ?? '')
  const exact = entries.indexOf(text)
  const index = exact === -1 ? entries.findIndex((entry) => fold(entry) === fold(text)) : exact
  if (index === -1) {
    note(
      'unknown_entry',
      'The list of a field has no such entry; it was left as it is.',
      `Give one of its ${entries.length} entries.`,
    )
    return undefined
  }
  const before = childOf(list, 'w:result')
  const own = `<w:result w:val="${index}"/>`
  return before === undefined
    ? [{ from: list.contentStart, until: list.contentStart, text: own }]
    : [{ from: before.start, until: before.end, text: own }]
}

function typed(
  xml: string,
  field: Field,
  carrier: XmlElement,
  input: XmlElement | undefined,
  given: GivenValue,
  request: Request,
): readonly Stretch[] | undefined {
  const most = Number(valueOf(input, 'w:maxLength') ?? 0)
  const shown = formattedText(given, valueOf(input, 'w:type') ?? 'regular', valueOf(input, 'w:format'), request)
  const characters = Array.from(shown ?? given.text)
  const isTooLong = most > 0 && characters.length > most
  if (isTooLong)
    given.note('value_shortened', `A value is longer than its field takes, and was cut to ${most} characters.`)
  const text = isTooLong
    ? escapeXml(characters.slice(0, most).join(''))
    : shown === undefined
      ? given.xml
      : escapeXml(shown)
  const result = field.resultPieces.filter(
    ({ element }) => !(element.name === 'w:fldChar' && attribute(element.attributes, 'w:fldCharType') === 'end'),
  )
  const old = result.find(({ element, run }) => element.name === 'w:t' && run !== carrier)
  const run = `<w:r>${propertiesOf(xml, old?.run)}<w:t xml:space="preserve">${text}</w:t></w:r>`
  return withoutPieces(result, carrier, run)
}

const cases: Readonly<Record<string, string>> = {
  UPPERCASE: 'upper',
  LOWERCASE: 'lower',
  'FIRST CAPITAL': 'capitalize',
  'TITLE CASE': 'title',
}

/** The value as the field's type and format have it; `undefined` where they say nothing, or cannot be applied. */
function formattedText(
  given: GivenValue,
  type: string,
  format: string | undefined,
  request: Request,
): string | undefined {
  if (format === undefined || format === '') return undefined
  const call = (name: string, argument?: string): string | undefined => {
    try {
      const made = findFormatter(name)?.format(given.text, argument === undefined ? [] : [argument], request)
      return typeof made === 'string' ? made : undefined
    } catch {
      given.note('value_not_formatted', 'A value does not fit the type of its field, and was written as it is.')
      return undefined
    }
  }
  if (type === 'number' || type === 'calculated') return call('picture', format)
  if (type === 'date') {
    const pattern = datePattern(format)
    return pattern === undefined ? undefined : call('datetime', pattern)
  }
  const name = cases[format.toUpperCase()]
  return name === undefined ? undefined : call(name)
}
