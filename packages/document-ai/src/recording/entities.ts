import type { Box, Entity, Span } from '@chancery/core'
import { cleanText } from '@chancery/reading/model/model-builder'
import {
  type BoundingPoly,
  type Integer,
  type NormalizedValue,
  numberOf,
  type RecordedEntity,
  type RecordedPage,
} from './recorded-document.ts'
import { type AnchoredText, boxOf, fraction, type Stretch } from './text-anchors.ts'

/** Properties of properties; the service gives two. */
const maxDepth = 10

/** What the entities of one answer refer to. */
export interface EntityPlaces {
  readonly anchored: AnchoredText
  readonly place: (stretches: readonly Stretch[]) => Stretch | undefined
  /** A page by its index in the answer: its number, and where it begins in the model's text. */
  readonly page: (index: number) => { readonly number: number; readonly start: number } | undefined
}

/** What extractors name (invoice, expense, custom) and the barcodes of OCR. */
export const entitiesOf = (
  entities: readonly RecordedEntity[],
  pages: readonly RecordedPage[],
  places: EntityPlaces,
): Entity[] => [
  ...entities.flatMap((entity) => entityOf(entity, places, 0)),
  ...pages.flatMap((page, index) => barcodesOf(page, index, places)),
]

function entityOf(recorded: RecordedEntity, places: EntityPlaces, depth: number): Entity[] {
  const type = (recorded.type ?? '').trim()
  if (type === '' || depth > maxDepth) return []
  const stretches = places.anchored.stretches(recorded.textAnchor)
  const refs = recorded.pageAnchor?.pageRefs ?? []
  const span = spanOf(stretches, refs, places)
  const value = valueOf(recorded.normalizedValue)
  return [
    {
      type,
      text: cleanText(recorded.mentionText || places.anchored.read(recorded.textAnchor)).trim(),
      ...(span === undefined ? {} : { span }),
      confidence: fraction(recorded.confidence),
      ...(value === undefined ? {} : { value: cleanText(value) }),
      properties: (recorded.properties ?? []).flatMap((property) => entityOf(property, places, depth + 1)),
    },
  ]
}

/** What has a place on the page and no words (a signature) is an empty span; the box is there for one place only. */
function spanOf(
  stretches: readonly Stretch[],
  refs: readonly { readonly page?: Integer; readonly boundingPoly?: BoundingPoly | null }[],
  places: EntityPlaces,
): Span | undefined {
  const ref = refs[0]
  const page = ref === undefined ? undefined : places.page(numberOf(ref.page))
  const box = refs.length === 1 ? boxOf(ref?.boundingPoly) : undefined
  const placed = places.place(stretches)
  if (placed !== undefined) return spanAt(placed, page?.number, box)
  return page === undefined || box === undefined ? undefined : spanAt([page.start, page.start], page.number, box)
}

/** A span with what is known of its place. */
export const spanAt = ([start, end]: Stretch, page: number | undefined, box: Box | undefined): Span => ({
  start,
  end,
  ...(page === undefined ? {} : { page }),
  ...(box === undefined ? {} : { box }),
})

function barcodesOf(page: RecordedPage, index: number, places: EntityPlaces): Entity[] {
  return (page.detectedBarcodes ?? []).flatMap(({ layout, barcode }): Entity[] => {
    const text = cleanText(barcode?.rawValue ?? '').trim()
    if (text === '') return []
    const confidence = fraction(layout?.confidence ?? 1)
    const { number, start = 0 } = places.page(index) ?? {}
    const placed = places.place(places.anchored.stretches(layout?.textAnchor)) ?? ([start, start] as const)
    const traits = { format: barcode?.format, 'value-format': barcode?.valueFormat }
    return [
      {
        type: 'barcode',
        text,
        span: spanAt(placed, number, boxOf(layout?.boundingPoly, page)),
        confidence,
        value: text,
        properties: Object.entries(traits).flatMap(([name, said]) =>
          said ? [{ type: name, text: cleanText(said), confidence, properties: [] }] : [],
        ),
      },
    ]
  })
}

/** The service's own text where it gives one; else dates as ISO 8601, money as "EUR 12.50", addresses in one line. */
function valueOf(normalized: NormalizedValue | null | undefined): string | undefined {
  if (!normalized) return undefined
  const { text, moneyValue, dateValue, datetimeValue, addressValue } = normalized
  if (text) return text
  if (moneyValue) return moneyText(moneyValue)
  if (datetimeValue) return dateTimeText(datetimeValue)
  if (dateValue) return dateText(dateValue)
  if (addressValue) {
    const { addressLines, postalCode, locality, administrativeArea, regionCode } = addressValue
    const parts = [...(addressLines ?? []), postalCode, locality, administrativeArea, regionCode]
    return parts.filter((part) => Boolean(part)).join(', ') || undefined
  }
  const { booleanValue, integerValue, floatValue, signatureValue } = normalized
  return (booleanValue ?? integerValue ?? floatValue ?? signatureValue ?? undefined)?.toString()
}

/** Nanos are billionths, of the same sign as the units (google.type.Money). */
function moneyText({ currencyCode, units, nanos }: NonNullable<NormalizedValue['moneyValue']>): string {
  const whole = (units ?? 0).toString().replace('-', '')
  const minus = (units ?? 0).toString().startsWith('-') || (nanos ?? 0) < 0 ? '-' : ''
  const fractionDigits = Math.abs(nanos ?? 0)
    .toString()
    .padStart(9, '0')
    .replace(/0{1,7}$/, '')
  return [currencyCode, `${minus}${whole}.${fractionDigits}`].filter((part) => Boolean(part)).join(' ')
}

/** Without the parts that are zero, which are not known (google.type.Date). */
function dateText({ year, month, day }: NonNullable<NormalizedValue['dateValue']>): string | undefined {
  const parts = [digits(year, 4), digits(month, 2), digits(day, 2)]
  if (!year) return month && day ? `--${parts[1]}-${parts[2]}` : undefined
  return parts.slice(0, month ? (day ? 3 : 2) : 1).join('-')
}

function dateTimeText(value: NonNullable<NormalizedValue['datetimeValue']>): string | undefined {
  const date = dateText(value)
  const { hours, minutes, seconds } = value
  const time = [hours, minutes, seconds].map((part) => digits(part, 2)).join(':')
  return date?.length === 10 && time !== '00:00:00' ? `${date}T${time}` : date
}

const digits = (number: number | null | undefined, count: number): string => String(number ?? 0).padStart(count, '0')
