import { modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** The value of a field that is asked for by its name alone; money as `amount currency`, parties by their names. */
async function found(text: string, name: string): Promise<string | undefined> {
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields: [{ name }] } as const
  const value = (await identifier.identify(request, { signal })).fields[0]?.value
  if (typeof value !== 'object' || value === null) return value === undefined ? undefined : String(value)
  if ('amount' in value && 'currency' in value) return `${String(value.amount)} ${String(value.currency)}`
  return 'name' in value ? String(value.name) : undefined
}

describe('a name and a sentence that say the same of what is done', () => {
  it.each([
    ['La factura se abonará en el plazo de 45 días desde su recepción.', 'plazoPago', 'P45D'],
    ['Die Bauarbeiten beginnen am 3. Mai 2027 und kosten viel.', 'baubeginn', '2027-05-03'],
    ['Les travaux seront achevés le 12 mars 2027.', 'finChantier', '2027-03-12'],
    ['I lavori cominceranno il 4 maggio 2026. Le lezioni iniziano il 9 giugno 2026.', 'inizioLezioni', '2026-06-09'],
    ['De huur gaat omhoog met 3,2%.', 'verhogingspercentage', '3.2'],
    ['Tegen dit besluit kunt u tot uiterlijk 9 mei 2026 bezwaar maken.', 'bezwaartermijn', '2026-05-09'],
    ['Prosimy o wpłatę w terminie 10 dni od otrzymania pisma.', 'terminZaplaty', 'P10D'],
    ['Votan a favor 21, en contra 4.', 'votosEnContra', '4'],
    ['Je suis adhérent depuis le 3 mai 2021 sous le numéro B-90412.', 'numeroAdherent', 'B-90412'],
  ])('%j has %s', async (text, name, value) => expect(await found(text, name)).toBe(value))

  it.each([
    // The last part of a compound says only of which type the value is.
    ['Entsorgung Altholz, pauschal                85,00 €\nAnfahrt        22,50 €', 'entsorgungskosten', '85.00 EUR'],
    ['Het salaris is € 2.300,- bruto, met 8% toeslag.', 'brutosalaris', '2300 EUR'],
    ['De fiets met kenteken AB-12-CD werd op 3 mei 2026 gestolen.', 'kenteken', 'AB-12-CD'],
    ['Montāža. Die Montage dauert drei Wochen. Rechnungen sind in 30 Tagen zahlbar.', 'montagedauer', 'P3W'],
    ['Die Abfahrt ist um 6:40 Uhr, die Rückkehr um 19:15 Uhr.', 'rueckkehrzeit', '19:15 Uhr'],
    ['Die Abfahrt ist um 6:40 Uhr, die Rückkehr um 19:15 Uhr.', 'abfahrtszeit', '6:40 Uhr'],
    ['Odbierający: Piotr Lis, tel. 601 222 333', 'odbierajacy', 'Piotr Lis'],
    ['The chair was taken by Ewan Sharpe.', 'chair', 'Ewan Sharpe'],
    ['D. Luis Gil Mora, con DNI 17.203.944-K, como arrendador.', 'arrendador', 'Luis Gil Mora'],
  ])('%j has %s', async (text, name, value) => expect(await found(text, name)).toBe(value))

  it.each([
    ['Die Miete beträgt 500 €.', 'versandkosten'],
    ['Zahlbar bis zum 3. Mai 2026.', 'baubeginn'],
    ['The works cost £500.', 'repairDate'],
  ])('%j has no %s', async (text, name) => expect(await found(text, name)).toBeUndefined())
})

describe('amounts without and with the tax', () => {
  const quote =
    'Wir bieten die Arbeiten für 2.400,00 € zzgl. 19 % MwSt. an, zusammen 2.856,00 €. Die Anfahrt kostet 40 €.'
  it.each([
    [quote, 'nettopreis', '2400.00 EUR'],
    [quote, 'bruttopreis', '2856.00 EUR'],
    ['We will do it for £300 plus VAT. Parking is £12.', 'netPrice', '300 GBP'],
    ['Pose : 1 450 € TTC, remise de 50 €.', 'prixTTC', '1450 EUR'],
    ['Pose : 1 450 €, remise de 50 €.', 'prixTTC', undefined],
  ])('%j has %s', async (text, name, value) => expect(await found(text, name)).toBe(value))
})

describe('who does what', () => {
  it.each([
    ['Die Leitung der Wanderung übernimmt Frau Anke Brandt.', 'wanderleiter', 'Anke Brandt'],
    ['La presidencia de la mesa la ostenta doña Elena Ruiz Mora.', 'presidenta', 'Elena Ruiz Mora'],
    ['Begleitet wird die Gruppe von Herrn Jonas Wiese.', 'begleitperson', 'Jonas Wiese'],
    ['Sie untersteht der Leiterin Einkauf, Frau Eva Thoma.', 'vorgesetzte', 'Eva Thoma'],
    ['The surveyor who came was Mr Colin Pratt.', 'surveyor', 'Colin Pratt'],
    ['actuando como secretaria-administradora doña Marta Gil Soto.', 'secretaria', 'Marta Gil Soto'],
    [
      'Io sottoscritta Rosa Meli, nata a Bari il 3 maggio 1980, conduttrice dell’immobile, comunico la disdetta.',
      'conduttrice',
      'Rosa Meli',
    ],
    [
      'Grundschule an der Eiche\nKlasse 2a\n\nLiebe Eltern,\n\nam Montag fällt der Unterricht aus.',
      'schule',
      'Grundschule an der Eiche',
    ],
  ])('%j has the %s', async (text, name, value) => expect(await found(text, name)).toBe(value))

  it('is told by what a letter is about', async () => {
    const letter = [
      'Wohnbau Nordlicht eG\nHafenweg 3\n24103 Kiel',
      'Frau\nLena Ahrens\nDorfstraße 8\n24105 Kiel',
      'Sehr geehrte Frau Ahrens,',
      'Ihre Miete steigt ab Mai auf 640 €.',
      'Mit freundlichen Grüßen\nTim Voss',
    ].join('\n\n')
    expect(await found(letter, 'vermieter')).toBe('Wohnbau Nordlicht eG')
    expect(await found(letter, 'mieterin')).toBe('Lena Ahrens')
    expect(await found(letter, 'darlehensgeber')).toBeUndefined()
  })
})

describe('the only day that something is asked until', () => {
  const bill = 'Rechnung Nr. 12\nWir bitten Sie um Ausgleich bis zum 15. Mai 2026.'

  it.each([
    ['ausgleichBis', '2026-05-15'],
    ['anzahlungBis', undefined],
  ])('is that of %s, if the paper says anything of it', async (name, value) =>
    expect(await found(bill, name)).toBe(value),
  )
})
