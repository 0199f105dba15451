import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import type { Place } from '../labels/relations.ts'
import type { Target } from '../labels/target.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { titleOfPerson } from '../values/person-names.ts'
import { beyondBases, beyondNet, beyondRate, firstAt } from './amount-at.ts'
import { beyondFactors } from './amount-of-row.ts'
import { measureBehind } from './measure-behind.ts'
import { isMeasure, beginsAt, isWrittenAsMoney } from './measured-values.ts'
import { goesOnAsFirm, nameBehindLabel } from './name-at-label.ts'
import type { Option } from './option.ts'
import { boxes, isPostcode, nameAtOnce, placeOfName, segment, wordsBeforeNumber } from './segment.ts'

/** The types whose values a field may take, and how well each fits. */
const accepts: Readonly<Partial<Record<FieldType, readonly (readonly [FieldType, number])[]>>> = {
  date: [['date', 1]],
  datetime: [
    ['datetime', 1],
    ['date', 0.7],
  ],
  number: [['number', 1]],
  percent: [['percent', 1]],
  organization: [['organization', 1]],
  person: [['person', 1]],
  party: [
    ['party', 1],
    ['organization', 1],
    ['person', 1],
  ],
  identifier: [
    ['identifier', 1],
    ['integer', 0.8],
  ],
}

/** Any text will do for these, where a mark divides it from its label. */
export const textual: Readonly<Partial<Record<FieldType, number>>> = {
  text: 1,
  person: 0.75,
  organization: 0.75,
  party: 0.75,
  address: 0.6,
  identifier: 0.55,
}
const names: ReadonlySet<FieldType> = new Set(['person', 'organization', 'party', 'address', 'identifier'])

const isShort = (raw: string): boolean => raw.length <= 60 && raw.split(/\s+/).length <= 5

/** What shows of a name whether a title stands before it. */
const longestName = 60

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

/** Right before an amount, what else it is of: `rent is not received by the 5th, a late fee of $75`. */
const ofOther = /[,.;)][^,.;]{0,40}\p{L}{3} (?:of|de|di|do|da|von|van|in Höhe von)[ \u00a0]$/u

/** Words with capitals right behind a label, up to a mark: `the position of Senior Field Engineer, reporting …`. */
const termBehind =
  /^(\p{Lu}[\p{L}\p{N}’'&/-]*(?: [\p{L}\p{N}’'&/-]+){0,5}?)(?=[,;.)\n]| (?:on|with|at|to|from|und|mit|bei|ab|avec|chez|con|met|bij|sous|under) |$)/u

/** A label that ends so leads to a name: `em nome de`, `represented by`. */
const awaitsName = / (?:of|by|de|di|da|do|van|von|door|par|por|à)[ ]$/u

/** Digits in groups, as registers have them, and seldom sentences. */
const longNumber = /^ ?\d[\d ./-]{6,}/u

/** The best value of a field at a place of its label. */
export function optionAt(
  index: TextIndex,
  values: Values,
  asked: Place,
  target: Target,
  strength: number,
): Option | undefined {
  const isName = target.type === 'person' || target.type === 'organization' || target.type === 'party'
  const address = isName ? firstWithin(values.of('address'), asked.start + 4, asked.end) : undefined
  const free = address === undefined ? asked : { ...asked, end: address.start }
  const given = isName ? placeOfName(index.text, free) : free
  if (given === undefined) return undefined
  const isAmount = target.type === 'money' && target.canonical !== 'subtotal'
  const gross = target.canonical === 'total' ? beyondNet(index.text, values.of('money'), given) : given
  const place = isAmount
    ? beyondFactors(
        index.text,
        values.of('money'),
        beyondBases(index.text, values.of('money'), beyondRate(index.text, gross)),
      )
    : gross
  // "TVA 20 % : 2 916,00 €": neither the rate nor the amount is a number of a register.
  const isMeasured = (start: number): boolean => {
    const amount = firstWithin(values.of('money'), start, start + 1)
    return beginsAt(values.of('percent'), start) || (amount !== undefined && isWrittenAsMoney(index.text, amount))
  }
  const isCount = target.type === 'integer' || target.type === 'number'
  let best: Option | undefined
  const consider = (value: Candidate, factor: number, isIntroduced = false): void => {
    const lead = index.text
      .slice(place.start, value.start + 1)
      .replace(isName ? /^[\s:,]+(?=.)/su : /^[\s:]+(?=.)/su, '')
      .replace(target.type === 'identifier' ? /^(?:no|nr|n\.?[°º]|№|#)[.:]{0,2} ?(?=.)/isu : '', '')
    const words = target.type === 'identifier' && place.divided ? wordsBeforeNumber(lead) : 0
    const named = names.has(target.type) ? lead + index.text.slice(value.start + 1, value.start + longestName) : ''
    const distance = lead.length - 1 - words - Math.min(titleOfPerson(named), lead.length - 1)
    // A name right at its label is its value; one later in a sentence is another's.
    if (!isIntroduced && names.has(target.type) && target.type !== 'address' && distance > 3) return
    const near = isIntroduced ? 0.9 : nearness(distance, place.divided)
    const isOther = target.type === 'money' && distance > 12 && ofOther.test(index.text.slice(place.start, value.start))
    // `After probation, either side gives eight weeks`: a word before a comma is no label of what follows.
    const isClause = !place.divided && distance > 12 && /^ ?,/u.test(index.text.slice(place.start, place.start + 2))
    const sure = (0.6 + 0.4 * value.confidence) * (isOther || isClause ? 0.6 : 1)
    const score = strength * place.fit * factor * near * sure
    if (score > (best?.score ?? 0)) best = { value, score, method: place.method }
  }
  const opened = isName ? nameBehindLabel(index.text, values, place, target.type) : undefined
  if (opened) consider(opened, 1)
  for (const [type, factor] of accepts[target.type] ?? [[target.type, 1] as const]) {
    if (type === 'address' && place.column !== undefined) {
      const inColumn = place.column.flatMap((cell) => firstWithin(values.of(type), cell.start, cell.end) ?? [])[0]
      if (inColumn) consider(inColumn, factor, true)
      continue
    }
    const end = type === 'address' ? (place.blockEnd ?? place.addressEnd) : undefined
    const reached = end === undefined ? place : { ...place, end }
    const value = firstAt(index.text, values.of(type), reached)
    if (value && target.type === 'identifier' && isMeasured(value.start)) continue
    if (value && isCount && !place.divided && value.start - place.start > 3 && isMeasure(values, value)) continue
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
    (place.divided ||
      sureLabel ||
      ticks ||
      (target.type === 'identifier' &&
        (place.fit > 0.8 ||
          (place.fit > 0.75 && strength >= 0.97) ||
          strength === 1 ||
          longNumber.test(index.text.slice(place.start, place.start + 12)))))
  ) {
    const segmented = segment(index, place, target.type)
    // "Invoice 12 May 2026": the day is no number of the paper.
    const isOther =
      segmented !== undefined &&
      target.type === 'identifier' &&
      (isMeasured(segmented.start) ||
        (['date', 'address'] as const).some((type) => beginsAt(values.of(type), segmented.start)))
    // A firm is no person.
    const isFirm =
      segmented !== undefined &&
      target.typed &&
      target.type === 'person' &&
      values.of('organization').some((one) => one.start === segmented.start && one.confidence > 0.8)
    const read = isOther || isFirm ? undefined : segmented
    // Without a mark a short rest of the line is a value, a long one a sentence.
    const value =
      read && (place.divided || !sureLabel || isShort(index.text.slice(read.start, read.end))) ? read : undefined
    const firm = isName && read ? goesOnAsFirm(index.text, values, read) : undefined
    const isFar = best && (place.blockEnd === undefined ? best.value.start > (value?.start ?? 0) + 60 : false)
    // Of two that begin alike the longer is whole: `S 2026/118 402`.
    const isWhole =
      target.type === 'identifier' &&
      value !== undefined &&
      best !== undefined &&
      best.value.start >= value.start &&
      best.value.end <= value.end &&
      (place.divided ? / /u : / \p{Lu}{1,3}$|^\d{2}(?: \d{2}){2,5}$/u).test(index.text.slice(value.start, value.end))
    if (value && (!best || target.type !== 'address' || isFar)) {
      const longer = best && best.value.start === value.start && best.value.end >= value.end
      if (!longer) consider(firm ?? value, isWhole ? 1.02 : loose)
    }
  }
  // The caller's own label is sure of a name behind it, even with some words between.
  const isSure =
    strength === 1 ||
    (strength >= 0.8 && awaitsName.test(index.text.slice(Math.max(0, place.start - 6), place.start))) ||
    target.canonical === 'signatory' ||
    target.canonical === 'owner' ||
    (strength >= 0.95 && target.type === 'person')
  if (isName && !best && !place.divided && isSure) {
    const name = nameAtOnce(index, place, target.type)
    if (name) consider(name, 0.85, true)
  }
  if (!best && target.type === 'text' && strength >= 0.95 && !place.divided && place.method === 'label') {
    const isOwn = strength === 1 || (strength >= 0.97 && target.canonical === undefined)
    // Behind a full stop begins a sentence: `2. Dividend. IT WAS RESOLVED`.
    const isSentence = /\.\s+$/u.test(index.text.slice(Math.max(0, place.start - 3), place.start))
    const rest = index.text.slice(place.start, Math.min(place.end, place.start + 80))
    const words = isSentence || !isOwn ? undefined : termBehind.exec(rest)?.[1]
    const measure = measureBehind(index.text, place.start, place.end)
    if (measure) consider(measure, 0.9, true)
    else if (words) consider(candidate('text', place.start, place.start + words.length, words, 0.7), 0.7)
  }
  return best
}
