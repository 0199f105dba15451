import { areaCodes, type BarcodeKind } from '../data/rich-value.ts'
import { FormatterFault } from './formatter.ts'

/** How many digits each kind has, the check digit counted. */
const digitsOf: Readonly<Partial<Record<BarcodeKind, number>>> = { ean13: 13, ean8: 8, upca: 12, itf14: 14 }

/** Longest text that still can be read from paper: of bars, of dots. */
const maxLength = 80
const maxAreaLength = 1000

/**
 * A text as its kind of bar code can hold it: EAN, UPC and ITF-14 with their check digit (made where it is absent), code
 * 39 and 93 in capitals, interleaved 2 of 5 with an even count of digits; codes of dots hold any text.
 */
export function barcodeText(kind: BarcodeKind, given: string): string {
  const stop = (hint: string): FormatterFault =>
    new FormatterFault('wrong_kind', `"barcode" cannot write this text as ${kind}.`, hint)
  const most = isArea(kind) ? maxAreaLength : maxLength
  if (given.length > most) throw stop(`At most ${most} characters.`)
  if (isArea(kind)) return given
  const length = digitsOf[kind]
  if (length !== undefined) {
    const digits = given.replaceAll(/[\s-]/g, '')
    if (!/^\d+$/.test(digits) || (digits.length !== length && digits.length !== length - 1))
      throw stop(`Give ${length - 1} digits, or ${length} with the check digit.`)
    const whole = digits.slice(0, length - 1) + checkDigit(digits.slice(0, length - 1))
    if (digits.length === length && digits !== whole) throw stop('Its check digit is wrong.')
    return whole
  }
  if (kind === 'itf') {
    const digits = given.replaceAll(/[\s-]/g, '')
    if (!/^\d+$/.test(digits)) throw stop('Only digits.')
    return digits.length % 2 === 0 ? digits : `0${digits}`
  }
  if (kind === 'upce') {
    const digits = given.replaceAll(/[\s-]/g, '')
    // UPC-E shortens a UPC-A of the number systems 0 and 1; its check digit is that one's.
    if (!/^[01]\d{6,7}$/.test(digits)) throw stop('Give 7 digits that begin with 0 or 1, or 8 with the check digit.')
    const whole = digits.slice(0, 7) + checkDigit(longUpc(digits))
    if (digits.length === 8 && digits !== whole) throw stop('Its check digit is wrong.')
    return whole
  }
  if (kind === 'code39' || kind === 'code93') {
    const text = given.toUpperCase()
    if (!/^[0-9A-Z \-.$/+%]+$/.test(text)) throw stop('Only letters A to Z, digits, space and -.$/+%')
    return text
  }
  // oxlint-disable-next-line no-control-regex -- code 128 holds ASCII
  if (!/^[\0-\u007f]+$/.test(given)) throw stop('Only characters of ASCII.')
  return given
}

/** Modulo 10 with weights 3 and 1 from the right (GS1 General Specifications, 7.9). */
function checkDigit(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10
}

const isArea = (kind: BarcodeKind): boolean => areaCodes.some((each) => each === kind)

/** The eleven digits of the UPC-A that a UPC-E stands for (GS1 General Specifications, 5.2.2.4). */
function longUpc(digits: string): string {
  const [system = '', a = '', b = '', c = '', d = '', e = '', last = ''] = digits
  if (last <= '2') return `${system}${a}${b}${last}0000${c}${d}${e}`
  if (last === '3') return `${system}${a}${b}${c}00000${d}${e}`
  if (last === '4') return `${system}${a}${b}${c}${d}00000${e}`
  return `${system}${a}${b}${c}${d}${e}0000${last}`
}
