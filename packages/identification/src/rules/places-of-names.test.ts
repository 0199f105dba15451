import { type FieldType, modelOfText, type WantedField } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

async function factsOf(lines: readonly string[], fields?: readonly WantedField[]): Promise<Record<string, unknown>> {
  const request = { model: modelOfText(lines.join('\n')), profile: 'auto', minConfidence: 0.3 } as const
  const { fields: found } = await identifier.identify({ ...request, ...(fields ? { fields } : {}) }, { signal })
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}
const field = (name: string, type: FieldType, description?: string): WantedField => ({
  name,
  type,
  ...(description === undefined ? {} : { description }),
})

describe('who is who by where a paper has the names', () => {
  it('is the side of a contract that calls nobody by a term', async () => {
    const lines = [
      'CONTRAT DE TRAVAIL',
      'Entre la société MARÉE HAUTE, SAS au capital de 120 000 €, immatriculée à Quimper,',
      'Et M. Yanis Belkacem, né le 3 juillet 1994 à Brest,',
      'Le salarié percevra une rémunération.',
    ]
    expect(await factsOf(lines, [field('employeur', 'organization'), field('salarie', 'person')])).toEqual({
      employeur: 'MARÉE HAUTE',
      salarie: 'Yanis Belkacem',
    })
    expect(await factsOf(lines, [field('bailleur', 'organization')])).toEqual({})
  })

  it('is a house that the head names by its kind', async () => {
    const lines = ['Maple Ridge Veterinary Clinic', 'Discharge Summary', 'Patient: Biscuit']
    expect(await factsOf(lines, [field('clinic', 'organization')])).toEqual({ clinic: 'Maple Ridge Veterinary Clinic' })
    expect(await factsOf(lines, [field('school', 'organization')])).toEqual({})
  })

  it('is the addressee for a role that papers are sent to', async () => {
    const lines = [
      'Bezirksamt Altona',
      'Jessenstraße 3',
      '22767 Hamburg',
      '',
      'Frau Dr. Leonie Hasselbach',
      'Elbchaussee 310',
      '22605 Hamburg',
      '',
      'Sehr geehrte Frau Dr. Hasselbach,',
      'auf Ihren Antrag wird die Genehmigung erteilt.',
    ]
    const wanted = [field('antragsteller', 'person'), field('anschriftAntragsteller', 'address')]
    expect(await factsOf(lines, wanted)).toEqual({
      antragsteller: 'Leonie Hasselbach',
      anschriftAntragsteller: 'Elbchaussee 310, 22605 Hamburg',
    })
    expect(await factsOf(lines, [field('zeuge', 'person')])).toEqual({})
  })

  it('is who signs, with the office below the name', async () => {
    const lines = [
      'Estimado Sr. Ferragut:',
      'Le informamos.',
      'Atentamente,',
      '',
      'Gabriel Tous Roca',
      'Director de Siniestros',
    ]
    const wanted = [field('cargoFirmante', 'text', 'Cargo de quien firma')]
    expect(await factsOf(lines, wanted)).toEqual({ cargoFirmante: 'Director de Siniestros' })
  })

  it('is the claimant and the opponent of an application, and the lawyer', async () => {
    const lines = [
      'letto il ricorso depositato il 3 giugno 2026 da CARLO FACCHINETTI, nato a Clusone il 12/05/1980,',
      "rappresentato e difeso dall'avv. Milena Gritti, nei confronti di EDILE PRESOLANA S.R.L., con sede in Clusone",
    ]
    const wanted = [field('ricorrente', 'person'), field('resistente', 'organization'), field('difensore', 'person')]
    expect(await factsOf(lines, wanted)).toEqual({
      ricorrente: 'CARLO FACCHINETTI',
      resistente: 'EDILE PRESOLANA S.R.L.',
      difensore: 'Milena Gritti',
    })
  })

  it('is a party whose role the caption says at the start of the next line', async () => {
    const lines = [
      'Tribunal judiciaire de Dijon',
      'ENTRE :',
      'S.A.R.L. BOULANGERIE DES DUCS, dont le siège social est sis 2 rue Musette, 21000 DIJON,',
      'demanderesse, représentée par Me Aurore Champlitte',
      'ET :',
      'Mme Sylviane ROCHEFORT, demeurant 18 rue Chabot-Charny, 21000 DIJON,',
      'défenderesse, comparant en personne',
    ]
    const wanted = [field('demanderesse', 'organization'), field('defenderesse', 'person')]
    expect(await factsOf(lines, wanted)).toEqual({
      demanderesse: 'S.A.R.L. BOULANGERIE DES DUCS',
      defenderesse: 'Sylviane ROCHEFORT',
    })
  })

  it('is no title of the paper with the line below it', async () => {
    const lines = [
      'BILL OF SALE',
      'KNOW ALL PERSONS BY THESE PRESENTS, that I, Ann Lee, of 418 Juniper Court, Bend, Oregon 97701 ("Seller"), sell',
    ]
    expect(await factsOf(lines, [field('seller', 'person')])).not.toMatchObject({
      seller: expect.stringMatching(/SALE/u),
    })
  })
})

describe('where and when', () => {
  it('is the place before the day of a paper, and of a birth', async () => {
    const lines = ['Leandro Guicciardi, nato a Sondrio il 14 marzo 1971, nomina', 'Morbegno, 6 maggio 2026']
    const wanted = [field('luogo', 'text', 'Luogo della firma'), field('luogoNascita', 'text')]
    expect(await factsOf(lines, wanted)).toEqual({ luogo: 'Morbegno', luogoNascita: 'Sondrio' })
  })

  it('is the year in words before the day', async () => {
    const lines = ["L'an deux mille vingt-six, le 29 mai à 18 heures, les associés se sont réunis."]
    expect(await factsOf(lines, [field('dateAssemblee', 'date')])).toEqual({ dateAssemblee: '2026-05-29' })
  })
})

describe('an earlier message that mail quotes', () => {
  it('says less than the message itself', async () => {
    const lines = ['Delegates 34 as told.', '', '> Delegates: 28']
    expect(await factsOf(lines, [field('delegates', 'integer')])).toEqual({ delegates: 34 })
  })
})

describe('crowns without a country', () => {
  it('are of the country whose letters the paper has', async () => {
    const lines = ['Sælger: Mogens Dalsgaard, Strandvejen 8', 'Køber: Line Fuglsang', 'Købesum: 178.000 kr.']
    expect(await factsOf(lines, [field('koebesum', 'money')])).toEqual({
      koebesum: { amount: '178000', currency: 'DKK' },
    })
  })
})

describe('an invoice without a schema', () => {
  const lines = [
    'RECHNUNG',
    'Tischlerei Quast GmbH',
    'Rechnungs-Nr.\t2026-0417',
    'Rechnungsdatum: 08.06.2026',
    '',
    'Bezeichnung\tMenge\tEinzelpreis\tGesamt',
    'Einbauschrank\t2\t1.480,00 €\t2.960,00 €',
    'Rechnungsbetrag: 2.960,00 €',
    'IBAN: DE89 3704 0044 0532 0130 00',
  ]
  it('has its line items', async () =>
    expect((await factsOf(lines)).lineItems).toEqual({
      description: 'Einbauschrank',
      quantity: '2',
      unitPrice: { amount: '1480.00', currency: 'EUR' },
      amount: { amount: '2960.00', currency: 'EUR' },
    }))

  it('has no telephone in its number', async () => expect(await factsOf(lines)).not.toHaveProperty('phone'))
})
