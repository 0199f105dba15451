export type DecimalMark = '.' | ','

/** Digits as people write them: grouped by point, comma, apostrophe or a space, or plain. Bounded on every side. */
export const writtenNumber = String.raw`(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,5}(?:[.,]\d{1,8})?|\d{1,2}(?:,\d{2}){1,4},\d{3}(?:\.\d{1,4})?|\d{1,15}(?:[.,]\d{1,8})?)(?![\d])`

/** How many numbers of the text show which mark divides whole and fraction. */
export function decimalMarkVotes(text: string): { readonly comma: number; readonly point: number } {
  let comma = 0
  let point = 0
  for (const [, thousands, mark] of text.matchAll(
    /(?<![\d.,/-])\d{1,3}(?:([.,'’ ])\d{3})?(?:\d{0,12})([.,])\d{2}(?![\d]|[./,-]\d)/gu,
  )) {
    const weight = thousands === undefined ? 1 : 2
    if (mark === ',' && thousands !== ',') comma += weight
    if (mark === '.' && thousands !== '.') point += weight
  }
  return { comma, point }
}

const plain = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '')
  return fraction === '' ? digits : `${digits}.${fraction}`
}

/** The decimal string that is meant, and the other one where `1.234` could be both. */
export function readDecimal(raw: string, mark: DecimalMark): { readonly value: string; readonly other?: string } {
  const digits = raw.replace(/['’\s]/gu, '')
  const lastPoint = digits.lastIndexOf('.')
  const lastComma = digits.lastIndexOf(',')
  const last = Math.max(lastPoint, lastComma)
  if (last === -1) return { value: plain(digits, '') }
  const separator = digits[last] as DecimalMark
  const whole = digits.slice(0, last).replace(/[.,]/g, '')
  const fraction = digits.slice(last + 1)
  const asDecimal = plain(whole, fraction)
  const asThousands = plain(whole + fraction, '')
  if (lastPoint !== -1 && lastComma !== -1) return { value: asDecimal }
  if (digits.indexOf(separator) !== last) return { value: asThousands }
  if (fraction.length !== 3 || whole.length > 3 || whole.startsWith('0')) return { value: asDecimal }
  return mark === separator ? { value: asDecimal, other: asThousands } : { value: asThousands, other: asDecimal }
}
