import { FormatterFault } from './formatter.ts'

/** In groups of four, upper case. The check digits are tested as ISO 13616 says: modulo 97 is 1. */
export function groupedIban(text: string): string {
  const iban = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || remainder(iban.slice(4) + iban.slice(0, 4)) !== 1) {
    throw new FormatterFault(
      'wrong_kind',
      '"iban" wants an IBAN and got a text that is none.',
      'A letter or digit of it is wrong.',
    )
  }
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

function remainder(text: string): number {
  let rest = 0
  for (const char of text) {
    const value = Number.parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
