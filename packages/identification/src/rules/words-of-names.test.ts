import { type FieldType, modelOfText } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found for one field: its value, money as `amount currency`. */
async function found(text: string, name: string, type: FieldType, description?: string): Promise<unknown> {
  const field = { name, type, ...(description === undefined ? {} : { description }) }
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields: [field] } as const
  const [first] = (await identifier.identify(request, { signal })).fields
  const value = first?.value
  if (typeof value !== 'object' || value === null) return value
  return 'amount' in value && 'currency' in value ? `${String(value.amount)} ${String(value.currency)}` : value
}

describe('words of a name in other forms on paper', () => {
  it.each<readonly [text: string, name: string, type: FieldType, value: unknown]>([
    // A compound, and the words that it joins.
    ['Stand: 01.02.2026\nEingang des Antrags: 12.01.2026', 'antragseingang', 'date', '2026-01-12'],
    ['Innerhalb eines Jahres kann Widerspruch erhoben werden.', 'widerspruchsfrist', 'duration', 'P1Y'],
    // What a full stop cuts short.
    ['Reg.nr.: DK 41 882', 'registreringsnummer', 'identifier', 'DK 41 882'],
    ['Km-stand: 61300\nPris: 900', 'kilometerstand', 'number', '61300'],
    // What is done, and to do it.
    ['Stand: 01.02.2026.\n\nDie Gebühr ist bis zum 30.04.2026 zu zahlen.', 'zahlungsfrist', 'date', '2026-04-30'],
    ['Printed: 1 March 2026\nAdmitted: 9 March 2026', 'admissionDate', 'date', '2026-03-09'],
    ['Narozen: 5. 3. 1968\nPřijat: 12. 10. 2026', 'datumPrijeti', 'date', '2026-10-12'],
    ['pagare al ricorrente, entro quaranta giorni dalla notifica', 'terminePagamento', 'duration', 'P40D'],
    // A title with a number and a day.
    ['Stampato: 01/04/2026\nDocumento di trasporto n. 1187 del 08/04/2026', 'dataDdt', 'date', '2026-04-08'],
    ['Le lieu de travail est fixé à Concarneau.', 'lieuTravail', 'text', 'Concarneau'],
  ])('%j has %s', async (text, name, type, value) => expect(await found(text, name, type)).toBe(value))

  it('are those of the description where a table has them', async () => {
    const lines = [
      'Kostenart    Gesamtkosten    Ihr Anteil',
      'Müllabfuhr    1.990,00 €    165,83 €',
      'Heizung    9.811,55 €    702,90 €',
    ]
    expect(await found(lines.join('\n'), 'heizkosten', 'money', 'Ihr Anteil an der Heizung')).toBe('702.90 EUR')
  })

  it('are no words of another thing', async () => {
    const lines = 'Eingang der Ware: 12.01.2026\nAusgang der Ware: 13.01.2026'
    expect(await found(lines, 'vertragseingang', 'identifier')).toBeUndefined()
    expect(await found('Advised: 9 March 2026\nAdvanced: 11 March 2026', 'advertDate', 'identifier')).toBeUndefined()
  })
})

describe('numbers by their words', () => {
  it.each<readonly [text: string, name: string, value: unknown]>([
    ["venda l'autovettura targata GH 482 KT al prezzo", 'targa', 'GH 482 KT'],
    ['legitymującym się dowodem osobistym nr CCA 418223, zwanym dalej', 'numerDowodu', 'CCA 418223'],
    ['Our PO for this is NLS-PO-1190.', 'poNumber', 'NLS-PO-1190'],
    ['Procedimiento: Juicio verbal 318/2026', 'numeroProcedimiento', '318/2026'],
    ['N. R.G. 1184/2026', 'numeroRG', '1184/2026'],
    ['des Kontos Nr. 3100 447 120 zu vertreten', 'kontonummer', '3100447120'],
    ['held under reference DPS 4471 902, with', 'depositReference', 'DPS 4471 902'],
    ['Buchungsbestätigung Nr. 26-0188', 'buchungsnummer', '26-0188'],
    ['RCS : Lyon 502 883 914', 'rcs', '502883914'],
  ])('%j has %s', async (text, name, value) => expect(await found(text, name, 'identifier')).toBe(value))

  it('are neither days nor amounts', async () => {
    expect(await found('targata il 12 marzo 2026', 'targa', 'identifier')).toBeUndefined()
  })
})

describe('time', () => {
  it.each(['GH 48 ', '4 4', 'RCS: Ab Ab ', 'reg. ', 'né le 1 à ', "L'an deux mille ", 'ricorso da ', '> a\n'])(
    'grows linearly with %j over and over',
    async (part) =>
      expectLinearTime(
        400,
        (size) => part.repeat(size),
        (text) => found(text, 'registrierungsnummer', 'identifier', 'Nummer der Akte'),
      ),
  )
})

describe('letters in patterns that know no case', () => {
  it('are capitals where a name needs them', async () => {
    const text = 'the company is registered in the book of sales under no. ab 123456 since then'
    expect(await found(text, 'companyNumber', 'identifier')).toBeUndefined()
  })
})

describe('names of somebody', () => {
  it.each([
    ['Kunde: Bo Ek\nOrt: Kiel', 'client.name', 'Bo Ek'],
    ['Mieter: Jo Lund\nVermieter: Haus GmbH', 'tenant.name', 'Jo Lund'],
    ['Arbeitnehmerin: Ada Berg\nBeginn: 1. Mai 2026', 'employeeFullName', 'Ada Berg'],
  ])('are found by whatever word the paper has for them: %j', async (text, name, value) => {
    const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields: [{ name }] } as const
    expect((await identifier.identify(request, { signal })).fields).toMatchObject([{ name, type: 'text', value }])
  })
})
