import { format as formatted } from 'numfmt'
import type { FormatSection, FormatToken, NumberFormat } from './number-format.ts'

/** A number without a format: all digits that a double surely holds, no exponent for what one still reads. */
export function generalNumber(number: number): string {
  if (Number.isSafeInteger(number) && Math.abs(number) < 1e15) return String(number === 0 ? 0 : number)
  const exact = Number(number.toPrecision(15))
  return String(exact === 0 ? 0 : exact)
    .replace('e', 'E')
    .replace(/E([+-])(\d)$/, 'E$10$2')
}

/** A number through formats such as `#,##0.00 "EUR"`, `0.0%`, `[<1000]0;0.0,"k"` or `0.00E+00`; as if it had none where they mean nothing. */
export function renderNumber({ code }: NumberFormat, number: number): string {
  try {
    return formatted(code, number, { locale: 'en' }).trim()
  } catch (error) {
    if (error instanceof Error) return generalNumber(number)
    throw error
  }
}

/** Signs that mean nothing in a number, and digits of a denominator. */
const plainSign = /[1-9 $+():!^&'~{}<>=-]/

/**
 * The sections as one code, of which only the digits and their signs mean anything: countries, colours and calendars are
 * left out, for a cell is shown in no country's way.
 */
export const codeOf = (sections: readonly FormatSection[]): string =>
  sections
    .map(({ tokens, condition }) => {
      const when = condition === undefined ? '' : `[${condition.operator}${condition.than}]`
      return when + tokens.map(codeOfToken).join('')
    })
    .join(';')

function codeOfToken({ type, text }: FormatToken): string {
  if (type === 'literal') {
    return text === '' ? '""' : Array.from(text, (sign) => (plainSign.test(sign) ? sign : `\\${sign}`)).join('')
  }
  // Capitals, for an exponent has no small ones.
  return type === 'elapsed' ? `[${text}]` : text.toUpperCase()
}
