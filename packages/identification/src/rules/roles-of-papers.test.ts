import { type FieldType, modelOfText, type WantedField } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found in a text, by name; parties by their names. */
async function factsOf(text: string, fields?: readonly WantedField[]) {
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3 } as const
  const found = await identifier.identify({ ...request, ...(fields ? { fields } : {}) }, { signal })
  for (const { raw, span } of found.fields) expect(text.slice(span.start, span.end)).toBe(raw)
  return Object.fromEntries(found.fields.map(({ name, value }) => [name, plain(value)]))
}
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : value
const field = (name: string, type: FieldType, description?: string): WantedField => ({
  name,
  type,
  ...(description === undefined ? {} : { description }),
})

describe('who stands at a word of the field', () => {
  it.each<readonly [text: string, name: string, type: FieldType, value: string]>([
    ['Wir berichten über Ihren Patienten Gerd Steffens, geb. 09.12.1948.', 'patient', 'person', 'Gerd Steffens'],
    ['Il sottoscritto Ermanno Vezzosi\nNOMINA\n\nsuo procuratore speciale la signora Lucrezia Tani', 'procuratore', 'person', 'Lucrezia Tani'],
    ['Il sottoscritto Dott. Ermanno Vezzosi, nato a Pistoia,\nNOMINA sua procuratrice la signora Lucrezia Tani', 'mandante', 'person', 'Ermanno Vezzosi'],
    ['Tavira, 19 de maio\n\nA Vereadora do Urbanismo,\nGraça Palminha Viegas', 'vereadora', 'person', 'Graça Palminha Viegas'],
    ['Calder Bridge Ltd\nMEng Civil Engineering, University of Leeds, 2017 (First)', 'university', 'organization', 'University of Leeds'],
    ['é emitido o alvará em nome de Baltazar Nobre Fialho, contribuinte', 'titular', 'person', 'Baltazar Nobre Fialho'],
    ['a Panią Agnieszką Sobieraj, zam. w Gliwicach, zwaną dalej „Pracownikiem”.', 'pracownik', 'party', 'Agnieszką Sobieraj'],
  ])('%j has %s', async (text, name, type, value) =>
    expect(await factsOf(text, [field(name, type)])).toEqual({ [name]: value }),
  ) // prettier-ignore

  it('is nobody where a verb or a preposition stands between', async () => {
    const text = 'The tenant shall pay Mr Paul Brandt. Der Patient von Frau Dr. Anna Wolf ist entlassen.'
    expect(await factsOf(text, [field('patient', 'person'), field('tenantName', 'organization')])).toEqual({})
  })

  it('signs for the party that the name has', async () => {
    const text = 'Signed for Corvane by Dr Ishbel Farquharson, Officer\nSigned for Mirabel by Théo Vasseur, Président'
    const wanted = ['signatoryCorvane', 'signatoryMirabel', 'signatoryAcme'].map((name) => field(name, 'person'))
    expect(await factsOf(text, wanted)).toEqual({
      signatoryCorvane: 'Ishbel Farquharson',
      signatoryMirabel: 'Théo Vasseur',
    })
  })

  it('of an order is the seller to whom it is sent', async () => {
    const text = 'PURCHASE ORDER\nThistledown Joinery Ltd\nUnit 4, Quarry Road\nKendal LA9 6NT\n\nTo: Lakeland Hardwoods LLP, Station Yard, Penrith CA11 7JB' // prettier-ignore
    expect(await factsOf(text, [field('supplier', 'organization'), field('supplierAddress', 'address')])).toEqual({
      supplier: 'Lakeland Hardwoods LLP',
      supplierAddress: 'Station Yard, Penrith CA11 7JB',
    })
  })

  it('of a curriculum is the name that the e-mail has, behind a column beside it', async () => {
    const text = 'CONTACT\nimogen.drax@mailbox.example\nHalifax\nLANGUAGES\nEnglish (native)\nImogen Drax\nStructural Engineer\nEXPERIENCE' // prettier-ignore
    expect(await factsOf(text, [field('name', 'person')])).toEqual({ name: 'Imogen Drax' })
  })

  it('is a buyer above the first address, where another name is the issuer', async () => {
    const text = 'SARL Toitures du Morvan\nZA des Grands Prés\n58120 Château-Chinon\nMonsieur et Madame Pagès\n3, chemin de la Fontaine\n58230 Montsauche\nFACTURE N° F-118\nTotal TTC 10 562,20 €' // prettier-ignore
    expect(await factsOf(text)).toMatchObject({ buyer: 'Pagès' })
  })
})

describe('labels of other forms', () => {
  it.each<readonly [text: string, name: string, type: FieldType, description: string, value: string]>([
    ['FACTURA\nSerie/Número: T26/0457\nFecha: 18/06/2026', 'numeroFactura', 'identifier', '', 'T26/0457'],
    ['RECHNUNG\nNummer: 26/0457\nDatum: 18.06.2026', 'rechnungsnummer', 'identifier', '', '26/0457'],
    ['LETTRE DE VOITURE INTERNATIONALE (CMR)              N° 0048812', 'numeroCmr', 'identifier', '', '0048812'],
    ['SV-Nummer\t15 180785 H 021', 'sozialversicherungsnummer', 'identifier', '', '15180785H021'],
    ['Ingangsdatum\n1 juli 2026\nContractvervaldatum\n1 juli 2027\nRisicoadres', 'vervaldatum', 'date', '', '2027-07-01'],
    ['der Natursteinwerk GmbH\nProzessbevollmächtigte: Kanzlei Mühlbauer GbR', 'anwalt', 'organization', 'Prozessbevollmächtigte der Klägerin', 'Kanzlei Mühlbauer GbR'],
    ['vivienda sita en la planta 3, de 84,5 m² útiles', 'superficie', 'number', '', '84.5'],
  ])('%j has %s', async (text, name, type, description, value) =>
    expect(await factsOf(text, [field(name, type, description)])).toEqual({ [name]: value }),
  ) // prettier-ignore

  it('a number without its kind is no number of another paper', async () => {
    expect(await factsOf('DELIVERY NOTE\nNumber: 26/0457', [field('invoiceNumber', 'identifier')])).toEqual({})
  })

  it('two labels side by side are one', async () => {
    const text = 'Eigen risico\n€ 250 per gebeurtenis\nTotaal te betalen\n€ 385,55\nOpzeggen kan dagelijks.'
    expect(await factsOf(text, [field('totaal', 'money')])).toEqual({ totaal: { amount: '385.55', currency: 'EUR' } })
  })

  it('what stands behind a gap with a label of its own is no value', async () => {
    const text = '2 Destinataire                        Immatriculation tracteur : 4482 LRD\nMercafruta Norte SA                   Immatriculation remorque : R-7719 BDP' // prettier-ignore
    expect(await factsOf(text, [field('destinataire', 'organization')])).toEqual({ destinataire: 'Mercafruta Norte SA' }) // prettier-ignore
  })
})

describe('values as papers write them', () => {
  it('a national number is read by the country that the text shows', async () => {
    const text = 'Purchase price £342,500.00\nDirect line 0161 496 0342'
    expect(await factsOf(text, [field('phone', 'phone')])).toEqual({ phone: '+441614960342' })
  })

  it('a space before an amount in yen is no part of it', async () => {
    expect(await factsOf('小計 198,000円\n合計 217,800円', [field('小計', 'money'), field('合計', 'money')])).toEqual({
      小計: { amount: '198000', currency: 'JPY' },
      合計: { amount: '217800', currency: 'JPY' },
    })
  })

  it('a street in small letters needs no comma before its number', async () => {
    const text = 'l’appartamento posto in Prato, via Ferrucci 131, piano terzo, per un prezzo'
    expect(await factsOf(text, [field('indirizzo', 'address')])).toEqual({ indirizzo: 'via Ferrucci 131' })
  })
})

describe('roles over and over', () => {
  const fields = [field('patient', 'person'), field('signatoryPatient', 'person'), field('university', 'organization')]
  it.each(['Patienten Ann ', 'Signed for Patient by ', 'University of ', 'Der Patient,\nAnn Lee\n', 'Number: 1\n'])(
    '%j are read in time that grows linearly',
    (piece) =>
      expectLinearTime(
        2000,
        (size) => piece.repeat(Math.ceil(size / piece.length)),
        (text) => factsOf(text, fields),
      ),
  )
})
