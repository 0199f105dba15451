import type { Conventions } from '../conventions.ts'
import { readDecimal, type DecimalMark } from './decimal.ts'

/** An amount as it is written, and its currency (ISO 4217; empty where there is none beside it). */
export interface WrittenAmount {
  readonly raw: string
  readonly currency: string
}

/** Currencies whose smallest coin is a thousandth: three digits behind a mark may be those. */
const ofThousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
/** Fuel and power have prices of three places. */
const unitPrice = /^ ?\/ ?(?:l|ltr|litre|liter|litro|gal|kwh|m3|m³|sm3)/iu

/** Groups of thousands or two places behind the mark: what people write for money, and seldom for other numbers. */
export const isWrittenAsMoney = (raw: string): boolean =>
  /[.,]\d{2}$/.test(raw) || /^(?:\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?!\d)/u.test(raw)

/** Which mark of an amount divides whole and fraction, where its own form says so. */
function decimalMarkOf(raw: string): DecimalMark | undefined {
  const marks = raw.replace(/[^.,]/g, '')
  const [first, last] = [marks[0], marks.at(-1)]
  if (last === undefined || first === undefined) return undefined
  if (first !== last) return last as DecimalMark
  // Twice the same mark groups.
  if (marks.length > 1) return last === '.' ? ',' : '.'
  return /[.,]\d{1,2}$/.test(raw) ? (last as DecimalMark) : undefined
}

interface ReadAmount {
  readonly value: string
  readonly other?: string
  /** 0 to 1. */
  readonly sure: number
}

/**
 * Reads `1.234` and `1,234` as the other amounts of the same currency are written, and else as thousands, which three
 * digits in an amount of money nearly always are: one text may say both `US$ 5,000` and `EUR 3.000,00`.
 */
export function amountReader(
  amounts: readonly WrittenAmount[],
  how: Conventions,
): (amount: WrittenAmount, after: string) => ReadAmount {
  const votes = new Map<string, { readonly comma: number; readonly point: number }>()
  for (const { raw, currency } of amounts) {
    const mark = decimalMarkOf(raw)
    if (mark === undefined) continue
    const { comma, point } = votes.get(currency) ?? { comma: 0, point: 0 }
    votes.set(currency, { comma: comma + Number(mark === ','), point: point + Number(mark === '.') })
  }
  return ({ raw, currency }, after) => {
    const byText = readDecimal(raw, how.decimalMark)
    if (byText.other === undefined) return { ...byText, sure: 0.97 }
    const own = votes.get(currency)
    const separator = raw.includes(',') ? ',' : '.'
    const shown = own === undefined || own.comma === own.point ? undefined : own.comma > own.point ? ',' : '.'
    if (currency === '' && shown === undefined) return { ...byText, sure: how.decimalMarkShown ? 0.9 : 0.7 }
    if (shown !== undefined) return { ...readDecimal(raw, shown), sure: shown === separator ? 0.7 : 0.9 }
    if (unitPrice.test(after)) return { ...readDecimal(raw, separator), sure: 0.85 }
    if (ofThousandths.has(currency)) return { ...byText, sure: 0.7 }
    const thousands = readDecimal(raw, separator === ',' ? '.' : ',')
    return { ...thousands, sure: how.decimalMark === separator ? 0.75 : 0.9 }
  }
}
