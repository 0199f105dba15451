import { modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** Type and value of a field that is asked for by its name alone; money as `amount currency`. */
async function found(text: string, name: string): Promise<string | undefined> {
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields: [{ name }] } as const
  const [first] = (await identifier.identify(request, { signal })).fields
  if (first === undefined) return undefined
  const { type, value } = first
  const isMoney = typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value
  return `${type} ${isMoney ? `${String(value.amount)} ${String(value.currency)}` : String(value)}`
}

describe('a field that is asked for by its name alone', () => {
  it.each([
    // What a thing costs or brings is money in any language, also as the last part of a word.
    ['Daneben erhält sie ein Weihnachtsgeld von 800,00 €.', 'weihnachtsgeld', 'money 800.00 EUR'],
    ['Es wurde ein Verwarnungsgeld von 35 Euro erhoben.', 'verwarnungsgeld', 'money 35 EUR'],
    ['Le capital social est fixé à 10 000 €.', 'capital', 'money 10000 EUR'],
    ['De servicekosten bedragen € 38,50 per maand.', 'servicekosten', 'money 38.50 EUR'],
    ['Se aprueban las cuentas, con un saldo de 12.480,35 €.', 'saldo', 'money 12480.35 EUR'],
    // The kind of value may be the first word, or the end of the last.
    ['Avis des sommes à payer n° 2026-55810', 'numeroAvis', 'identifier 2026-55810'],
    ['Die Sitzung fand am 3. Mai 2026 statt. Stand: 01.02.2026', 'sitzungsdatum', 'date 2026-05-03'],
  ])('%j has %s', async (text, name, value) => expect(await found(text, name)).toBe(value))

  it.each([
    ['Die Vorauszahlung auf die Betriebskosten beträgt monatlich 210,00 EUR.', 'nebenkosten', 'money 210.00 EUR'],
    ['Der Geschädigten Monika Seidl gehört der Wagen.', 'injured', 'person Monika Seidl'],
  ])('%j has it in other words: %s', async (text, name, value) => expect(await found(text, name)).toBe(value))
})
