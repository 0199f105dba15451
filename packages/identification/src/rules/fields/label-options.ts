import { anyCase } from '../any-case.ts'
import type { FieldType, SearchedModel } from '@chancery/core'
import type { LabelHit, Naming } from '../labels/label-hits.ts'
import { endsValues, placesOf, type Place } from '../labels/relations.ts'
import { isDayOfMail } from '../labels/mail-head.ts'
import { isDayOfMessage } from './day-of-message.ts'
import { loneLabels } from '../labels/stacked-labels.ts'
import type { Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { lastAtOrBefore, type TextIndex } from '../text-index.ts'
import { definedBy } from './defined-term.ts'
import { nameAbove } from './name-above.ts'
import { optionAt, textual } from './option-at.ts'
import type { Option } from './option.ts'
import { partOfPlace } from './postcode-and-town.ts'
import { isPersonWhoSends } from './sender-of-mail.ts'
import { valueBefore } from './value-before.ts'

/** What makes a word say more of the label before it: of `Loyer hors charges : 595` the rent is told. */
const qualifying = new RegExp(
  anyCase(
    String.raw`^ (?:\p{Ll}{1,16} )?(?:hors|sans|avec|pour|du|de|des|d['’]|of|for|on|excl\.?|excluding|incl\.?|including|without|before|after|less|ohne|zzgl\.?|inkl\.?|exkl\.?|fără|bez|uten|ilman|abzgl\.?|für|der|des|sin|con|por|del|di|della|su|senza|sem|com|do|da|van|voor|zonder|bez|utan|uden|ekskl\.?)[ ]?(?:the |la |le |les |el |los |der |die |das |l['’])?$`,
  ),
  'u',
)

/** What makes a word part of what is said of another: `Depósito: un mes de renta, $500`. */
const ofAnother = /(?<!\p{L})(?:of|de|des|du|di|do|da|van|von|del)[ ]$/iu

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

/** `Objet : révision de votre loyer`: the last word of a line is a word of the value, and no label of the next line. */
const isLastWord = (text: string, { start, end }: LabelHit): boolean =>
  /^[ \t]*(?:\r?\n|$)/u.test(text.slice(end, end + 40)) && /\p{Ll}[ ]$/u.test(text.slice(Math.max(0, start - 2), start))

/** Whether a label behind another of a type ends its value: in a sentence one of another kind does so no more than any word. */
const boundsOf =
  (text: string, type: FieldType) =>
  (other: LabelHit): boolean =>
    type === 'address' || (type === 'text' && /,[ ]?$/u.test(text.slice(Math.max(0, other.start - 2), other.start)))
      ? /^ ?[:：]/u.test(text.slice(other.end, other.end + 2)) ||
        (type === 'text' && /^ \d/u.test(text.slice(other.end, other.end + 2)))
      : type === 'duration' ||
        (endsValues(text, other) && !(type === 'text' && isLastWord(text, other))) ||
        ((other.types.includes(type) || other.namings.some(({ target }) => target.type === type)) &&
          !ofAnother.test(text.slice(Math.max(0, other.start - 12), other.start)))

/** A label that is shared, or of a known field, may be of another thing with words behind it: `Name of the bank: …`. */
const isOwn = ({ target, strength }: Naming): boolean =>
  strength === 1 || (target.canonical === undefined && strength >= 0.97)

/** At the head of a column stand the sums of its lines. */
const sums: ReadonlySet<Target['canonical']> = new Set(['total', 'subtotal', 'tax'])
const days: ReadonlySet<Target['canonical']> = new Set(['date', 'invoiceDate'])

/**
 * How sure a label of the paper's day is: `Date of Loss: …` is another's, and a word in a sentence (`con fecha 12 de mayo`)
 * may be.
 * @param between what stands between the label and the day
 */
function certaintyOfDay(place: Place, canonical: Target['canonical'], own: boolean, between: string): number {
  if (own || !days.has(canonical)) return 1
  if (place.isQualified || /\p{L}{3}/u.test(between.replaceAll(/\([^()]*\)/gu, ''))) return 0.6
  return place.divided || place.opens ? 1 : 0.75
}

const countBefore = /(?:^|[^\p{L}\d.,/-])\d{1,3} $/u

/** What a caller's label may have on the next line in running text. */
const wraps: ReadonlySet<FieldType> = new Set(['person', 'organization', 'party', 'address'])

/** The values that a label gives to one of its fields, wherever they stand. */
function* optionsOf(
  index: TextIndex,
  values: Values,
  hits: readonly LabelHit[],
  at: number,
  label: LabelHit,
  { target, strength, isOwn: own }: Naming & { readonly isOwn: boolean },
  placesOfType: (type: FieldType) => readonly Place[],
  isHeader: boolean,
): Generator<Option> {
  const { canonical, type } = target
  const part =
    canonical === 'postcode' || canonical === 'city' ? partOfPlace(index.text, hits, at, canonical) : undefined
  if (part) {
    yield { value: { ...part, type }, score: 0.97 * strength, method: 'label' }
    return
  }
  const term = definedBy(index, values, label, type)
  if (term) {
    yield { value: term, score: 0.95 * strength * (0.6 + 0.4 * term.confidence), method: 'preamble' }
    return
  }
  const before = valueBefore(index, values, hits, at, label, type)
  const isRate = type === 'percent' && rateInBrackets.test(index.text.slice(label.end, label.end + 13))
  const inBrackets: Place[] = isRate
    ? [{ start: label.end, end: label.end + 13, fit: 0.95, method: 'label', divided: false }]
    : []
  const isCountedThing =
    type === 'identifier' && countBefore.test(index.text.slice(Math.max(0, label.start - 5), label.start))
  for (const place of before ? [before] : [...inBrackets, ...placesOfType(type)]) {
    if (place.isQualified && !own && textual[type] !== undefined) continue
    if (place.isNumbered && type !== 'identifier') continue
    // `2 adulti, 1 bambino`: what is counted has no number.
    if (isCountedThing && !place.divided) continue
    if (place.isGap && (target.canonical !== undefined || type === 'text')) continue
    if (place.isWrapped && (strength < 1 || !wraps.has(type))) continue
    const figures = (place.column ?? []).filter(({ start, end }) => /\d/.test(index.text.slice(start, end))).length
    const column = (isHeader || figures > 1) && sums.has(canonical) ? 0.6 : 1
    const option = optionAt(index, values, place, target, strength * column)
    if (!option || (place.isQualified && !own && option.value.bare)) continue
    if (isPersonWhoSends(index, label.start, type, option.value)) continue
    const between = index.text.slice(label.end, Math.max(label.end, option.value.start))
    yield { ...option, score: option.score * certaintyOfDay(place, canonical, own, between) }
  }
  const above = canonical === 'parties' ? undefined : nameAbove(index, values, label, type, strength === 1)
  if (above) yield { value: above, score: 0.8 * strength * above.confidence, method: 'signature' }
}

/** `Вартість послуг без ПДВ: 38 500`: the amount is not that of the tax. */
const without =
  /(?<!\p{L})(?:without|excluding|excl\.?|before|ohne|exkl\.?|hors|sans|sin|senza|sem|zonder|bez|без|uden|utan|fără|χωρίς|לפני|ללא|قبل|بدون)\s$/iu

/** `Company` of `Ashdown Court Management Company Limited` is no label. */
function isPartOfName(text: string, values: Values, { start, end }: LabelHit): boolean {
  const firms = values.of('organization')
  const firm = firms[lastAtOrBefore(firms, start)]
  return firm !== undefined && firm.start < start && end < firm.end && /^ \p{Lu}/u.test(text.slice(end, end + 2))
}

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
  const runs = loneLabels(index, hits, values)
  const headers = model.tables
    .flatMap((table) => table.cells.filter((cell) => cell.row < Math.max(table.headerRows, 0)))
    .map((cell) => cell.span)
    .toSorted((a, b) => a.start - b.start)
  const inHeader = (hit: LabelHit): boolean => (headers[lastAtOrBefore(headers, hit.start)]?.end ?? -1) >= hit.end
  let looked = 0
  for (const [at, hit] of hits.entries()) {
    if (hit.namings.length === 0 || isPartOfName(index.text, values, hit)) continue
    if (++looked > mostLabels) break
    const isMoney = hit.types.includes('money') || hit.namings.some(({ target }) => target.type === 'money')
    const isWithout = isMoney && without.test(index.text.slice(Math.max(0, hit.start - 14), hit.start))
    const fit = isQualifier(index.text, hits, at) || isWithout ? 0.5 : 1
    const isSent = hit.namings.some(({ target }) => target.type === 'date') && isDayOfMail(index, hit.start)
    for (const { end, namings } of [hit, ...hit.shorter]) {
      const label = { ...hit, end }
      const placesFor = new Map<FieldType, readonly Place[]>()
      const placesOfType = (type: FieldType): readonly Place[] => {
        const known =
          placesFor.get(type) ?? placesOf(index, hits, at, label, runs, inHeader(hit), boundsOf(index.text, type))
        placesFor.set(type, known)
        return known
      }
      for (const naming of namings) {
        // The day of a message is that of nothing that it speaks of.
        if (isSent && naming.target.type === 'date' && !isDayOfMessage(index, naming.target)) continue
        const option = { target: naming.target, strength: naming.strength * fit, isOwn: isOwn(naming) }
        for (const found of optionsOf(index, values, hits, at, label, option, placesOfType, inHeader(hit)))
          add(naming.target, found)
      }
    }
  }
}
