import type { FieldType, SearchedModel } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import type { LabelHit } from '../labels/label-hits.ts'
import { tickedPart } from '../labels/check-marks.ts'
import { endsValues, loneLabels, placesOf, type Place } from '../labels/relations.ts'
import type { Target } from '../labels/target.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, fold, lastAtOrBefore, wordsOf, type TextIndex } from '../text-index.ts'
import { namesNobody } from '../values/parties.ts'
import { isPercentBase } from '../values/percent-base.ts'
import { titleOf } from '../values/persons.ts'
import { isCurrencyCode } from '../values/currencies.ts'
import { definedBy } from './defined-term.ts'
import type { Option } from './option.ts'
import { partOfPlace } from './postcode-and-town.ts'
import { valueBefore } from './value-before.ts'

/** The types whose values a field may take, and how well each fits. */
const accepts: Readonly<Partial<Record<FieldType, readonly (readonly [FieldType, number])[]>>> = {
  date: [['date', 1]],
  datetime: [['datetime', 1], ['date', 0.7]],
  number: [['number', 1]],
  percent: [['percent', 1]],
  organization: [['organization', 1]],
  person: [['person', 1]],
  party: [['party', 1], ['organization', 1], ['person', 1]],
  identifier: [['identifier', 1], ['integer', 0.8]],
} // prettier-ignore

/** Any text will do for these, where a mark divides it from its label. */
const textual: Readonly<Partial<Record<FieldType, number>>> = {
  text: 1,
  person: 0.75,
  organization: 0.75,
  party: 0.75,
  address: 0.6,
  identifier: 0.55,
}
const names: ReadonlySet<FieldType> = new Set(['person', 'organization', 'party', 'address', 'identifier'])

/** Names are short and capitalized; sentences are neither. */
function looksLikeName(raw: string): boolean {
  const words = (/^[^,;(<]+/u.exec(raw)?.[0] ?? raw).trim().split(/\s+/)
  const lower = words.filter((word) => word.length > 3 && /^\p{Ll}/u.test(word)).length
  return (
    raw.length <= 120 &&
    words.length <= 9 &&
    /^\p{L}/u.test(raw) &&
    lower * 3 < words.length &&
    !namesNobody(words.join(' '))
  )
}

const columnEnd = /\t| {3}|\s\|\s/u
const boxes = /[☐☑☒□▢◻■▣○◯●◉]|[[(][ xX]{0,3}[)\]]/u

/** Lines of a block under a label: an address goes on to the next line, other values do not. */
function segment(index: TextIndex, place: Place, type: FieldType): Candidate | undefined {
  const { text } = index
  const stretch = text.slice(place.start, Math.min(place.end, place.start + 400))
  const lead = stretch.length - stretch.trimStart().length
  const cell = stretch.trimStart().split(columnEnd)[0]?.trimEnd() ?? ''
  // Boxes stand apart, but belong together.
  const line = boxes.test(cell) ? (stretch.trimStart().split(/[\t|]/u)[0]?.trimEnd() ?? '') : cell
  const part = tickedPart(line)
  if (part === undefined) return undefined
  const isName = type === 'person' || type === 'organization' || type === 'party'
  const whole = line.slice(part.start, part.end)
  const title = isName ? titleOf(whole) : 0
  const raw = whole.slice(title)
  const start = place.start + lead + part.start + title
  if (raw === '' || !/[\p{L}\p{N}]/u.test(raw)) return undefined
  if (isName && !looksLikeName(raw)) return undefined
  if (type === 'identifier') {
    const groups = groupsOf(raw)
    // Without a mark the next number may be how many there are.
    if (groups && (place.divided || / \p{Lu}{1,3}$/u.test(groups.value)))
      return candidate(type, start, start + groups.length, groups.value, 0.9)
    const token = /^[\p{L}\d](?:[\p{L}\d./_-]|(?<=\d):(?=\d))*(?: [\p{L}\d./_-]*\d[\p{L}\d./_-]*){0,4}/u.exec(raw)?.[0]
    // A word in a sentence, and a number behind it: "Customer since 2011".
    if (token === undefined || !/\d/.test(token) || token.length > 40 || /^\p{Ll}+ /u.test(token)) return undefined
    if (isPostcode(text, place, start, start + token.length)) return undefined
    return candidate(type, start, start + token.length, token, 0.9)
  }
  const name = isName ? (/^[^,;(<]+/u.exec(raw)?.[0].trimEnd() ?? raw) : raw
  const clean = type === 'text' ? name.replace(/(?<=\p{L}{3})[.;,]$/u, '') : name
  const value = type === 'party' ? { name: collapse(clean), role: null } : collapse(clean)
  return candidate(type, start, start + clean.length, value, clean.split(/\s+/).length > 12 ? 0.2 : 0.8)
}

const group = String.raw`(?=[\p{Lu}\d./_-]*\d)[\p{Lu}\d][\p{Lu}\d./_-]*`
/** `S 2026/118 402`, `PO 2026 0398`, `21 448 KI`, `012 180 01234567891 7`: a cell that has nothing else. */
const groupsOnly = new RegExp(
  String.raw`^(?:(?:\p{Lu}{1,4} )?${group}(?: ${group}){1,5}|\p{Lu}{1,4} ${group})(?: \p{Lu}{1,3})?$`,
  'u',
)

/** A number in groups that is all of a cell; of digits alone it is kept without the spaces, as registers keep it. */
function groupsOf(cell: string): { readonly value: string; readonly length: number } | undefined {
  const raw = cell.replace(/[ .,;]+$/u, '')
  if (raw.length > 40 || !groupsOnly.test(raw) || isCurrencyCode(/\p{Lu}{3}(?= |$)/u.exec(raw)?.[0] ?? ''))
    return undefined
  return { value: /^[\d ]+$/.test(raw) ? raw.replaceAll(' ', '') : raw, length: raw.length }
}

/** "75002 Paris" below a title is no number of the paper. */
const isPostcode = (text: string, place: Place, start: number, end: number): boolean =>
  place.opens === undefined &&
  place.method === 'label' &&
  /^\d+$/.test(text.slice(start, end)) &&
  /^ \p{L}/u.test(text.slice(end, end + 2))

const isShort = (raw: string): boolean => raw.length <= 60 && raw.split(/\s+/).length <= 5

/** A plain number behind further words counts something else: "Total number of pages: 12", "Deposit account 4711". */
const isCount = (text: string, { start, end, bare = false }: Candidate, place: Place): boolean =>
  bare && /^\d+(?:[.,]\d)?$/.test(text.slice(start, end)) && /\p{L}/u.test(text.slice(place.start, start))

/** The place behind amounts that a percentage is of: of `VAT 19% of EUR 100: EUR 19` the tax is the second. */
function beyondBases(text: string, list: readonly Candidate[], place: Place): Place {
  let beyond = place
  let value = firstWithin(list, place.start, place.end)
  while (value !== undefined && isPercentBase(text, value.start)) {
    beyond = { ...place, start: value.end }
    value = firstWithin(list, value.end, place.end)
  }
  return beyond
}

/** A number of something: `3 items, $45.00`. */
const isOfThings = (text: string, { end, bare = false }: Candidate): boolean =>
  bare && /^ \p{Ll}{3,}/u.test(text.slice(end, end + 5))

/** The first value of a type at a place, but for numbers that count something else. */
function firstAt(text: string, list: readonly Candidate[], place: Place): Candidate | undefined {
  const value = firstWithin(list, place.start, place.end)
  if (value === undefined || value.type !== 'money') return value
  const next = firstWithin(list, value.end, place.end)
  const isOther = !place.divided || /^(?:(?:19|20)\d\d|\d{7,})$/.test(text.slice(value.start, value.end))
  const isPlain = value.bare === true && /^\d+$/.test(text.slice(value.start, value.end))
  // `profit 2025 of EUR 118,340.17`, `GST (5%) 123456789 RT0001    91.82 $`
  if (isPlain && isOther && next !== undefined && next.bare !== true) return next
  if (isOfThings(text, value) && next !== undefined && next.bare !== true) return next
  if (!isCount(text, value, place)) return value
  return next !== undefined && isCount(text, next, place) ? undefined : next
}

/** How far the value is from where it should begin. */
const nearness = (distance: number, divided: boolean): number => {
  if (distance <= 1) return 1
  if (distance <= 12) return divided ? 0.9 : 0.85
  if (distance <= 45) return 0.7
  return distance <= 110 ? 0.45 : 0.25
}

const asType = (value: Candidate, type: FieldType): Candidate => {
  if (value.type === type) return value
  if (type === 'party') return { ...value, type, value: { name: value.value, role: null }, alternatives: [] }
  if (type === 'identifier' || type === 'text') return { ...value, type, value: String(value.value) }
  return { ...value, type }
}

/** A name that goes on with the next label of its line: `Name: Ann Lee First name: Bo`. */
function withinPlace(text: string, value: Candidate, place: Place): Candidate {
  if (value.type !== 'person' || value.end <= place.end) return value
  const raw = text.slice(value.start, place.end).trimEnd()
  return { ...value, end: value.start + raw.length, value: collapse(raw), alternatives: [] }
}

const beginsAt = (list: readonly Candidate[], start: number): boolean =>
  firstWithin(list, start, start + 1) !== undefined

function optionAt(
  index: TextIndex,
  values: Values,
  given: Place,
  target: Target,
  strength: number,
): Option | undefined {
  const isAmount = target.type === 'money' && target.canonical !== 'subtotal'
  const place = isAmount ? beyondBases(index.text, values.of('money'), given) : given
  let best: Option | undefined
  const consider = (value: Candidate, factor: number): void => {
    const lead = index.text.slice(place.start, value.start + 1).replace(/^[\s:]+(?=.)/su, '')
    const distance = lead.length - 1 - (names.has(target.type) ? titleOf(lead) : 0)
    // A name right at its label is its value; one later in a sentence is another's.
    if (names.has(target.type) && target.type !== 'address' && distance > 3) return
    const near = nearness(distance, place.divided)
    const sure = 0.6 + 0.4 * value.confidence
    const score = strength * place.fit * factor * near * sure
    if (score > (best?.score ?? 0)) best = { value, score, method: place.method }
  }
  for (const [type, factor] of accepts[target.type] ?? [[target.type, 1] as const]) {
    const reached = type === 'address' && place.blockEnd !== undefined ? { ...place, end: place.blockEnd } : place
    const value = firstAt(index.text, values.of(type), reached)
    if (value && target.type === 'identifier' && type === 'identifier' && value.start - place.start > 3) continue
    if (value && target.type === 'identifier' && isPostcode(index.text, place, value.start, value.end)) continue
    if (value) consider(withinPlace(index.text, asType(value, target.type), place), factor)
  }
  const loose = textual[target.type]
  // Boxes to be ticked divide as well as a colon does.
  const ticks = place.opens === true && boxes.test(index.text.slice(place.start, place.start + 3))
  // Without a mark, the caller's own label is sure of what follows, and the name of the field of a measure.
  const sureLabel =
    target.type === 'text' &&
    place.opens === true &&
    (strength === 1 ||
      (strength >= 0.97 && /^\s*[<>≤≥~]?[-+]?\d/u.test(index.text.slice(place.start, place.start + 12))))
  if (
    loose !== undefined &&
    (place.divided || sureLabel || ticks || (target.type === 'identifier' && place.fit > 0.8))
  ) {
    const segmented = segment(index, place, target.type)
    // "Invoice 12 May 2026": the day is no number of the paper.
    const isOther =
      segmented !== undefined &&
      target.type === 'identifier' &&
      (['date', 'address', 'percent'] as const).some((type) => beginsAt(values.of(type), segmented.start))
    const read = isOther ? undefined : segmented
    // Without a mark a short rest of the line is a value, a long one a sentence.
    const value =
      read && (place.divided || !sureLabel || isShort(index.text.slice(read.start, read.end))) ? read : undefined
    const isFar = best && (place.blockEnd === undefined ? best.value.start > (value?.start ?? 0) + 60 : false)
    // Of two that begin alike the longer is whole: `S 2026/118 402`.
    const isWhole =
      target.type === 'identifier' &&
      value !== undefined &&
      best?.value.start === value.start &&
      (place.divided ? / /u : / \p{Lu}{1,3}$/u).test(index.text.slice(value.start, value.end))
    if (value && (!best || target.type !== 'address' || isFar)) {
      const longer = best && best.value.start === value.start && best.value.end >= value.end
      if (!longer) consider(value, isWhole ? 1.02 : loose)
    }
  }
  return best
}

/** What makes a word say more of the label before it: of `Loyer hors charges : 595` the rent is told. */
const qualifying =
  /^ (?:\p{Ll}{1,16} )?(?:hors|sans|avec|pour|du|de|des|d['’]|of|for|on|excl\.?|excluding|incl\.?|including|without|before|after|less|ohne|zzgl\.?|inkl\.?|exkl\.?|abzgl\.?|für|der|des|sin|con|por|del|di|della|su|senza|sem|com|do|da|van|voor|zonder|bez|utan|uden|ekskl\.?)[ ]?(?:the |la |le |les |el |los |der |die |das |l['’])?$/iu

/** Whether a label is a word of the one before it, whose value follows the mark of both. */
function isQualifier(text: string, hits: readonly LabelHit[], at: number): boolean {
  const [head, hit] = [hits[at - 1], hits[at]]
  return (
    head !== undefined &&
    hit !== undefined &&
    head.namings.length > 0 &&
    hit.start - head.end < 30 &&
    qualifying.test(text.slice(head.end, hit.start))
  )
}

/** `Discount (10%): -5.00` */
const rateInBrackets = /^ ?\(\d{1,2}(?:[.,]\d{1,3})? ?%\)/u

/** Of wanted fields, from the beginning of the text; no paper has so many. */
export const mostLabels = 20_000

/** What stands at the labels of the wanted fields. */
export function labelOptions(
  index: TextIndex,
  model: SearchedModel,
  values: Values,
  hits: readonly LabelHit[],
  add: (target: Target, option: Option) => void,
): void {
  const runs = loneLabels(index, hits)
  const headers = model.tables
    .flatMap((table) => table.cells.filter((cell) => cell.row < Math.max(table.headerRows, 0)))
    .map((cell) => cell.span)
    .toSorted((a, b) => a.start - b.start)
  const inHeader = (hit: LabelHit): boolean => (headers[lastAtOrBefore(headers, hit.start)]?.end ?? -1) >= hit.end
  let looked = 0
  for (const [at, hit] of hits.entries()) {
    if (hit.namings.length === 0) continue
    if (++looked > mostLabels) break
    const placesFor = new Map<string, Place[]>()
    const fit = isQualifier(index.text, hits, at) ? 0.55 : 1
    for (const { target, strength: named } of hit.namings) {
      const strength = named * fit
      const { type } = target
      // In a sentence a word ends the value of another kind no more than any other word does.
      const bounds = (other: LabelHit): boolean =>
        type === 'duration' ||
        endsValues(index.text, other) ||
        other.types.includes(type) ||
        other.namings.some(({ target: its }) => its.type === type)
      const places = placesFor.get(type) ?? placesOf(index, hits, at, runs, inHeader(hit), bounds)
      placesFor.set(type, places)
      const { canonical } = target
      const part =
        canonical === 'postcode' || canonical === 'city' ? partOfPlace(index.text, hits, at, canonical) : undefined
      if (part) {
        add(target, { value: { ...part, type: target.type }, score: 0.97 * strength, method: 'label' })
        continue
      }
      const term = definedBy(index, values, hit, target.type)
      if (term) {
        add(target, { value: term, score: 0.95 * strength * (0.6 + 0.4 * term.confidence), method: 'preamble' })
        continue
      }
      const before = valueBefore(index, values, hits, at, target.type)
      const rate = target.type === 'percent' && rateInBrackets.test(index.text.slice(hit.end, hit.end + 13))
      const inBrackets: Place[] = rate
        ? [{ start: hit.end, end: hit.end + 13, fit: 0.95, method: 'label', divided: false }]
        : []
      // A label that is shared, or of a known field, may be of another thing with words behind it: `Name of the bank: …`.
      const isOwn = named === 1 || (canonical === undefined && named >= 0.97)
      for (const place of before ? [before] : [...inBrackets, ...places]) {
        if (place.isQualified && !isOwn && textual[type] !== undefined) continue
        const option = optionAt(index, values, place, target, strength)
        if (option && !(place.isQualified && !isOwn && option.value.bare)) add(target, option)
      }
    }
  }
}

/** What the reader of the document already took for pairs, and what stands in form fields. */
export function formOptions(
  index: TextIndex,
  model: SearchedModel,
  values: Values,
  targets: readonly Target[],
  add: (target: Target, option: Option) => void,
): void {
  if (model.keyValues.length === 0 && model.formFields.length === 0) return
  const key = (label: string): string =>
    wordsOf(label)
      .map((word) => word.folded)
      .join(' ')
  const byLabel = new Map<string, { target: Target; strength: number }[]>()
  for (const target of targets) {
    for (const [label, strength] of target.labels) {
      const list = byLabel.get(key(label)) ?? []
      list.push({ target, strength })
      byLabel.set(key(label), list)
    }
  }
  const place = (label: string, start: number, end: number): void => {
    for (const { target, strength } of byLabel.get(key(label)) ?? []) {
      const option = optionAt(index, values, { start, end, fit: 1, method: 'form', divided: true }, target, strength)
      if (option) add(target, option)
    }
  }
  for (const pair of model.keyValues) {
    if (pair.valueSpan.end <= index.text.length) place(pair.key, pair.valueSpan.start, pair.valueSpan.end)
  }
  for (const field of model.formFields.slice(0, 500)) {
    if (typeof field.value !== 'string' || field.value.length < 2) continue
    const start = index.text.indexOf(field.value)
    const label = field.name.replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2').replace(/[_.[\]]+/g, ' ')
    if (start !== -1) place(fold(label), start, start + field.value.length)
  }
}
