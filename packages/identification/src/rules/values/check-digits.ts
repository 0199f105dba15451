import type { Candidate } from '../candidate.ts'

/** Luhn (ISO/IEC 7812-1): every second digit from the right counts twice. */
function luhn(digits: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** ISO 7064 mod 97-10, letters as two digits. */
function mod97(signs: string): boolean {
  let rest = 0
  for (const sign of signs) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** ISO 7064 mod 11,10, as German numbers have it. */
function mod11And10(digits: string): boolean {
  let product = 10
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === Number(digits.at(-1))
}

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at] ?? 0), 0)

const spanish = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Forms that say what a number is, each with its published check. */
const checks: readonly (readonly [form: RegExp, holds: (digits: string) => boolean])[] = [
  [/^DE(\d{9})$/u, mod11And10],
  [/^IT(\d{11})$/u, luhn],
  [/^BE([01]\d{9})$/u, (digits) => 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8))],
  [/^PL(\d{10})$/u, (digits) => weighted(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(digits[9])],
  [
    /^PT(\d{9})$/u,
    (digits) => {
      const rest = 11 - (weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
      return (rest > 9 ? 0 : rest) === Number(digits[8])
    },
  ],
  // The Spanish DNI.
  [/^(\d{8}-?[A-Z])$/u, (raw) => spanish[Number(raw.slice(0, 8)) % 23] === raw.at(-1)],
  // The legal entity identifier (ISO 17442).
  [/^((?=\d{0,17}[A-Z])[A-Z\d]{18}\d\d)$/u, mod97],
]
/** Securities (ISO 6166) and cards: other numbers have as many signs, so that only a check that holds says something. */
const isin = /^[A-Z]{2}[A-Z\d]{9}\d$/u
const card = /^[3-6]\d{15}$/u

/** Whether the check digits of a number hold; `undefined` where its form has none. Spaces and full stops are no part of it. */
function checkDigitsHold(raw: string): boolean | undefined {
  const plain = raw.replaceAll(/[ .]/g, '')
  for (const [form, holds] of checks) {
    const digits = form.exec(plain)?.[1]
    if (digits !== undefined) return holds(digits)
  }
  const expanded = [...plain].map((sign) => String(Number.parseInt(sign, 36))).join('')
  return (isin.test(plain) || card.test(plain)) && luhn(expanded) ? true : undefined
}

/** A number is surer where its check digits hold, and less sure where they do not. */
export function withCheckDigits(value: Candidate): Candidate {
  const holds = checkDigitsHold(String(value.value))
  if (holds === undefined) return value
  return { ...value, confidence: holds ? Math.max(value.confidence, 0.95) : Math.min(value.confidence, 0.6) }
}
