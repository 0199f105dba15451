import { type FillRequest, fold } from '@chancery/core'
import { findFormatter } from '@chancery/tags'
import { escapeXml } from '../../xml/escape-xml.ts'
import { holdsInsert } from '../../runs/inserts.ts'
import { childOf, elementsOf, type XmlElement } from '../../xml/element-tree.ts'
import { attribute } from '../../xml/scan-xml.ts'
import { datePattern } from './field-expression.ts'
import type { GivenValue, Stretch } from './given-value.ts'
import { isTicked } from './fill-form-field.ts'
import { propertiesOf } from './read-fields.ts'

type Request = Pick<FillRequest, 'locale' | 'timeZone' | 'currency' | 'now'>

/** A value that a control shares with a custom XML part. */
export interface BoundValue {
  readonly storeItem: string
  readonly xpath: string
  /** As declared for the path: `xmlns:ns0='…'`. */
  readonly prefixes: string
  readonly text: string
}

/** What a control shows, and what its properties say of it. */
interface Shown {
  readonly xml: string
  /** For a bound part; the text itself where it is absent. */
  readonly bound?: string
  /** The format of the run, where it is not that of the content. */
  readonly font?: string
  readonly edits?: readonly Stretch[]
}

/**
 * Fills a content control by its kind (ECMA-376 part 1, 17.5.2): text, date, list, check box, picture. Its placeholder
 * state ends; a lock does not hinder, since it is people that it binds. `undefined` leaves it as it is.
 */
export function fillControl(
  xml: string,
  control: XmlElement,
  carrier: XmlElement,
  given: GivenValue,
  request: Request,
  bound: BoundValue[],
): readonly Stretch[] | undefined {
  const properties = childOf(control, 'w:sdtPr')
  const content = childOf(control, 'w:sdtContent')
  if (properties === undefined || content === undefined) return undefined
  const shown = shownBy(properties, given, request)
  if (shown === undefined) return undefined
  const edits: Stretch[] = [...(shown.edits ?? []), ...contentEdits(xml, properties, content, carrier, shown)]
  const placeholder = childOf(properties, 'w:showingPlcHdr')
  if (placeholder !== undefined) edits.push({ from: placeholder.start, until: placeholder.end, text: '' })
  for (const name of ['w:dataBinding', 'w15:dataBinding']) {
    const binding = childOf(properties, name)
    if (binding === undefined) continue
    // Word would show the bound text instead of what is more than text.
    if (holdsInsert(given.xml)) {
      edits.push({ from: binding.start, until: binding.end, text: '' })
      continue
    }
    bound.push({
      storeItem: attribute(binding.attributes, 'w:storeItemID') ?? '',
      xpath: attribute(binding.attributes, 'w:xpath') ?? '',
      prefixes: attribute(binding.attributes, 'w:prefixMappings') ?? '',
      text: shown.bound ?? given.text,
    })
  }
  return edits
}

function shownBy(properties: XmlElement, given: GivenValue, request: Request): Shown | undefined {
  const date = childOf(properties, 'w:date')
  if (date !== undefined) return shownDate(date, given, request)
  const list = childOf(properties, 'w:dropDownList') ?? childOf(properties, 'w:comboBox')
  if (list !== undefined) return shownEntry(list, given)
  const box = childOf(properties, 'w14:checkbox')
  if (box !== undefined) return shownBox(box, given)
  return { xml: given.xml }
}

const valueIn = (element: XmlElement, name: string): string | undefined => {
  const child = childOf(element, name)
  return child === undefined ? undefined : attribute(child.attributes, 'w:val')
}

/** An attribute of an element, put in or replaced; without a value taken out. */
function withAttribute({ attributes, start, name }: XmlElement, key: string, value: string | undefined): Stretch {
  const from = start + 1 + name.length
  const without = attributes.replace(new RegExp(`\\s${key}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '')
  const own = value === undefined ? '' : ` ${key}="${escapeXml(value)}"`
  return { from, until: from + attributes.length, text: `${without.trimEnd()}${own}` }
}

function shownDate(date: XmlElement, given: GivenValue, request: Request): Shown {
  if (given.text === '') return { xml: '', edits: [withAttribute(date, 'w:fullDate', undefined)] }
  const locale = localeOf(valueIn(date, 'w:lid')) ?? request.locale
  const format = datePattern(valueIn(date, 'w:dateFormat') ?? '') ?? 'short'
  const write = (how: string, zone: Request): string =>
    String(findFormatter('datetime')?.format(given.text, [how], zone) ?? given.text)
  try {
    const full = `${write("yyyy-MM-dd'T'HH:mm:ss", { ...request, locale: 'en' })}Z`
    const text =
      format === 'short'
        ? String(findFormatter('date')?.format(given.text, ['short'], { ...request, locale }) ?? given.text)
        : write(format, { ...request, locale })
    const storesDay = valueIn(date, 'w:storeMappedDataAs') === 'date'
    const storesText = valueIn(date, 'w:storeMappedDataAs') === 'text'
    return {
      xml: escapeXml(text),
      bound: storesText ? text : storesDay ? full.slice(0, 10) : full,
      edits: [withAttribute(date, 'w:fullDate', full)],
    }
  } catch {
    given.note(
      'value_not_formatted',
      'The value of a date control is no date, and was written as it is.',
      'Give ISO 8601, such as "2026-03-05".',
    )
    return { xml: given.xml }
  }
}

function localeOf(tag: string | undefined): string | undefined {
  try {
    return tag === undefined ? undefined : Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

function shownEntry(list: XmlElement, { text, xml, note }: GivenValue): Shown | undefined {
  const entries = list.children
    .filter(({ name }) => name === 'w:listItem')
    .map(({ attributes }) => {
      const value = attribute(attributes, 'w:value')
      return { value: value ?? '', shown: attribute(attributes, 'w:displayText') ?? value ?? '' }
    })
  const entry =
    entries.find(({ value }) => value === text) ??
    entries.find(({ shown }) => shown === text) ??
    entries.find(({ value, shown }) => fold(shown) === fold(text) || fold(value) === fold(text))
  if (entry !== undefined) {
    const last = withAttribute(list, 'w:lastValue', entry.value)
    return { xml: escapeXml(entry.shown), bound: entry.value, edits: [last] }
  }
  if (list.name === 'w:comboBox' || text === '') return { xml }
  note(
    'unknown_entry',
    'The list of a content control has no such entry; it was left as it is.',
    `Give the value or the text of one of its ${entries.length} entries.`,
  )
  return undefined
}

/** What Word shows where a control says nothing of its own. */
const boxes = { on: { glyph: '2612', font: 'MS Gothic' }, off: { glyph: '2610', font: 'MS Gothic' } }

function shownBox(box: XmlElement, { text, note }: GivenValue): Shown | undefined {
  const state = isTicked(text)
  if (state === undefined) {
    note('unknown_entry', 'The value of a check box is neither true nor false; it was left as it is.')
    return undefined
  }
  const usual = state ? boxes.on : boxes.off
  const own = childOf(box, state ? 'w14:checkedState' : 'w14:uncheckedState')
  const glyph = Number.parseInt((own && attribute(own.attributes, 'w14:val')) ?? usual.glyph, 16)
  const font = (own && attribute(own.attributes, 'w14:font')) ?? usual.font
  const before = childOf(box, 'w14:checked')
  const value = `<w14:checked w14:val="${state ? '1' : '0'}"/>`
  const isCharacter = glyph > 0x1f && glyph <= 0xfffd && (glyph < 0xd800 || glyph > 0xdfff)
  return {
    xml: isCharacter ? escapeXml(String.fromCharCode(glyph)) : state ? '☒' : '☐',
    bound: String(state),
    font,
    edits: [
      before === undefined
        ? box.contentStart === box.end
          ? { from: box.start, until: box.end, text: `<w14:checkbox>${value}</w14:checkbox>` }
          : { from: box.contentStart, until: box.contentStart, text: value }
        : { from: before.start, until: before.end, text: value },
    ],
  }
}

/** The content of the control anew: one run in the format that it had, in the first paragraph where it has such. */
function contentEdits(
  xml: string,
  properties: XmlElement,
  content: XmlElement,
  carrier: XmlElement,
  shown: Shown,
): readonly Stretch[] {
  const isPlaceholder = childOf(properties, 'w:showingPlcHdr') !== undefined
  const own = childOf(properties, 'w:rPr')
  const typed = own === undefined ? '' : xml.slice(own.start, own.end)
  let first: XmlElement | undefined
  for (const element of elementsOf(content)) {
    if (element.name !== 'w:r' || element === carrier) continue
    first = element
    break
  }
  const shownAs = first === undefined ? typed : propertiesOf(xml, first)
  const format = isPlaceholder || shownAs.includes('w:val="PlaceholderText"') ? typed : shownAs
  const run = `<w:r>${shown.font === undefined ? format : withFont(format, shown.font)}<w:t xml:space="preserve">${shown.xml}</w:t></w:r>`
  const paragraph = ancestor(carrier, 'w:p', content)
  if (paragraph === undefined) return [{ from: content.contentStart, until: content.contentEnd, text: run }]
  const mark = childOf(paragraph, 'w:pPr')
  const head = xml.slice(paragraph.start, mark?.end ?? paragraph.contentStart)
  const cell = ancestor(carrier, 'w:tc', content)
  const whole = `${head}${run}</w:p>`
  // In a cell or a row only the paragraphs of that cell are its text.
  const inside = cell ?? content
  const blocks = inside.children.filter(({ name }) => name !== 'w:tcPr')
  return blocks.map((block) => ({
    from: block.start,
    until: block.end,
    text: block.start <= paragraph.start && block.end >= paragraph.end ? whole : '',
  }))
}

function ancestor(element: XmlElement, name: string, until: XmlElement): XmlElement | undefined {
  for (let at = element.parent; at !== undefined && at !== until; at = at.parent) if (at.name === name) return at
  return undefined
}

function withFont(format: string, font: string): string {
  const name = escapeXml(font)
  const fonts = `<w:rFonts w:ascii="${name}" w:eastAsia="${name}" w:hAnsi="${name}" w:hint="eastAsia"/>`
  const plain = format.replace(/<w:rFonts\b[^<>]*\/>/, '')
  if (plain === '' || plain === '<w:rPr/>') return `<w:rPr>${fonts}</w:rPr>`
  // A style comes before the font (17.3.2.28).
  return plain.replace(/<w:rPr>(<w:rStyle\b[^<>]*\/>)?/, (whole) => whole + fonts)
}
