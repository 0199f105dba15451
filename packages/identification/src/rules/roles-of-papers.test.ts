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
    [
      'Il sottoscritto Dott. Ermanno Vezzosi, nato a Pistoia,\nNOMINA sua procuratrice la signora Lucrezia Tani',
      'mandante',
      'person',
      'Ermanno Vezzosi',
    ],
    [
      'Tavira, 19 de maio\n\nA Vereadora do Urbanismo,\nGraça Palminha Viegas',
      'vereadora',
      'person',
      'Graça Palminha Viegas',
    ],
    [
      'Calder Bridge Ltd\nMEng Civil Engineering, University of Leeds, 2017 (First)',
      'university',
      'organization',
      'University of Leeds',
    ],
    ['é emitido o alvará em nome de Baltazar Nobre Fialho, contribuinte', 'titular', 'person', 'Baltazar Nobre Fialho'],
    [
      'a Panią Agnieszką Sobieraj, zam. w Gliwicach, zwaną dalej „Pracownikiem”.',
      'pracownik',
      'party',
      'Agnieszką Sobieraj',
    ],
  ])('%j has %s', async (text, name, type, value) =>
    expect(await factsOf(text, [field(name, type)])).toEqual({ [name]: value }),
  )

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
    const text =
      'PURCHASE ORDER\nThistledown Joinery Ltd\nUnit 4, Quarry Road\nKendal LA9 6NT\n\nTo: Lakeland Hardwoods LLP, Station Yard, Penrith CA11 7JB'
    expect(await factsOf(text, [field('supplier', 'organization'), field('supplierAddress', 'address')])).toEqual({
      supplier: 'Lakeland Hardwoods LLP',
      supplierAddress: 'Station Yard, Penrith CA11 7JB',
    })
  })

  it('of a curriculum is the name that the e-mail has, behind a column beside it', async () => {
    const text =
      'CONTACT\nimogen.drax@mailbox.example\nHalifax\nLANGUAGES\nEnglish (native)\nImogen Drax\nStructural Engineer\nEXPERIENCE'
    expect(await factsOf(text, [field('name', 'person')])).toEqual({ name: 'Imogen Drax' })
  })

  it('is a buyer above the first address, where another name is the issuer', async () => {
    const text =
      'SARL Toitures du Morvan\nZA des Grands Prés\n58120 Château-Chinon\nMonsieur et Madame Pagès\n3, chemin de la Fontaine\n58230 Montsauche\nFACTURE N° F-118\nTotal TTC 10 562,20 €'
    expect(await factsOf(text)).toMatchObject({ buyer: 'Pagès' })
  })
})

describe('labels of other forms', () => {
  it.each<readonly [text: string, name: string, type: FieldType, description: string, value: string]>([
    ['FACTURA\nSerie/Número: T26/0457\nFecha: 18/06/2026', 'numeroFactura', 'identifier', '', 'T26/0457'],
    ['RECHNUNG\nNummer: 26/0457\nDatum: 18.06.2026', 'rechnungsnummer', 'identifier', '', '26/0457'],
    ['LETTRE DE VOITURE INTERNATIONALE (CMR)              N° 0048812', 'numeroCmr', 'identifier', '', '0048812'],
    ['SV-Nummer\t15 180785 H 021', 'sozialversicherungsnummer', 'identifier', '', '15180785H021'],
    [
      'Ingangsdatum\n1 juli 2026\nContractvervaldatum\n1 juli 2027\nRisicoadres',
      'vervaldatum',
      'date',
      '',
      '2027-07-01',
    ],
    [
      'der Natursteinwerk GmbH\nProzessbevollmächtigte: Kanzlei Mühlbauer GbR',
      'anwalt',
      'organization',
      'Prozessbevollmächtigte der Klägerin',
      'Kanzlei Mühlbauer GbR',
    ],
    ['vivienda sita en la planta 3, de 84,5 m² útiles', 'superficie', 'number', '', '84.5'],
  ])('%j has %s', async (text, name, type, description, value) =>
    expect(await factsOf(text, [field(name, type, description)])).toEqual({ [name]: value }),
  )

  it('a number without its kind is no number of another paper', async () => {
    expect(await factsOf('DELIVERY NOTE\nNumber: 26/0457', [field('invoiceNumber', 'identifier')])).toEqual({})
  })

  it('two labels side by side are one', async () => {
    const text = 'Eigen risico\n€ 250 per gebeurtenis\nTotaal te betalen\n€ 385,55\nOpzeggen kan dagelijks.'
    expect(await factsOf(text, [field('totaal', 'money')])).toEqual({ totaal: { amount: '385.55', currency: 'EUR' } })
  })

  it('what stands behind a gap with a label of its own is no value', async () => {
    const text =
      '2 Destinataire                        Immatriculation tracteur : 4482 LRD\nMercafruta Norte SA                   Immatriculation remorque : R-7719 BDP'
    expect(await factsOf(text, [field('destinataire', 'organization')])).toEqual({
      destinataire: 'Mercafruta Norte SA',
    })
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

describe('whose a thing is, and what a paper gives', () => {
  it('a lawyer of a party is not the party, and none where the other has one', async () => {
    const text =
      'DEMANDERESSE\nSCI LES GENÊTS, dont le siège est 4, rue du Port, 29780 Plouhinec\nreprésentée par Maître Gwenaëlle LE BRAS, avocate\nDÉFENDEUR\nMonsieur Yannick PERROT, demeurant à Audierne\nnon comparant'
    const wanted = [
      field('demanderesse', 'party'),
      field('defendeur', 'party'),
      field('avocatDemanderesse', 'person'),
      field('avocatDefendeur', 'person'),
    ]
    expect(await factsOf(text, wanted)).toEqual({
      demanderesse: 'SCI LES GENÊTS',
      defendeur: 'Yannick PERROT',
      avocatDemanderesse: 'Gwenaëlle LE BRAS',
    })
  })

  it('a rate of tax is no discount, and an amount without tax no tax', async () => {
    const text = 'Nettosumme 6.688,00 €\nzzgl. 19 % USt 1.270,72 €\nRechnungsbetrag 7.958,72 €'
    expect(await factsOf(text, [field('skonto', 'percent')])).toEqual({})
    const other = 'Вартість послуг без ПДВ: 38 500,00 грн\nПДВ 20%: 7 700,00 грн\nРазом: 46 200,00 грн'
    expect(await factsOf(other, [field('пдв', 'money')])).toEqual({ пдв: { amount: '7700.00', currency: 'UAH' } })
  })

  it.each<readonly [text: string, name: string, type: FieldType, value: unknown]>([
    [
      'EMPRESA Conservas Ría de Noia, S.A.\nRúa do Peirao, 6\n15200 Noia',
      'empresa',
      'organization',
      'Conservas Ría de Noia, S.A.',
    ],
    ['Trabajador: Xoán Piñeiro Lois NIF 33291847K', 'trabajador', 'person', 'Xoán Piñeiro Lois'],
    [
      'WRITTEN RESOLUTION OF THE SHAREHOLDERS OF TARNWELL ENERGY STORAGE LIMITED',
      'company',
      'organization',
      'TARNWELL ENERGY STORAGE LIMITED',
    ],
    ['DOCUMENTO DI TRASPORTO N. 614 del 11/06/2026\nDestinatario', 'numeroDdt', 'identifier', '614'],
    ['надані за договором № 17/26 від 2 березня 2026 р.', 'номерДоговору', 'identifier', '17/26'],
    ['Medarbejderen ansættes som projektleder med tiltrædelse den 1. august 2026.', 'stilling', 'text', 'projektleder'],
    [
      'Mr Paul Brandt\nTHAT Ms Rowena Castellan be appointed as a director',
      'newDirector',
      'person',
      'Rowena Castellan',
    ],
    [
      'Frau Silke Wendorff, Stralsund. Ersatzbevollmächtigter ist mein Sohn Holger Papenfuß, geboren',
      'ersatzbevollmaechtigter',
      'person',
      'Holger Papenfuß',
    ],
    [
      'NOTULEN\nGehouden op dinsdag 26 mei 2026 om 19.30 uur\n4. De bijdrage per 1 januari 2027\nGouda, 2 juni 2026\n',
      'datumVergadering',
      'date',
      '2026-05-26',
    ],
    [
      'Date\t3 July 2026\nTenant\tMr Dev Anand\nTerm\tA fixed term of 12 months from and including 15 July 2026\nRent\t£1,050',
      'startDate',
      'date',
      '2026-07-15',
    ],
    [
      'el congreso de nuestra empresa, del 18 al 20 de\nseptiembre de 2026, con 85',
      'fechaSalida',
      'date',
      '2026-09-20',
    ],
    [
      '合同编号：HT-26\n甲方（买方）：苏州恒泰电子有限公司\n乙方（卖方）：深圳市蓝海科技有限公司\n联系人：王建国',
      '乙方',
      'organization',
      '深圳市蓝海科技有限公司',
    ],
    ['数量：500套，单价：人民币320元', '数量', 'number', '500'],
    ['Stadtwerke Hohenlimburg AöR\nVergabestelle', 'auftraggeber', 'organization', 'Stadtwerke Hohenlimburg AöR'],
    [
      'Dodavatel\nPekárna Zlatý klas s.r.o.\nMlýnská 15\n588 13 Polná',
      'dodavatel',
      'organization',
      'Pekárna Zlatý klas s.r.o.',
    ],
  ])('%j has %s', async (text, name, type, value) =>
    expect(await factsOf(text, [field(name, type)])).toEqual({ [name]: value }),
  )

  it('a firm is no person, and a person no firm', async () => {
    const text =
      'Cabinet dentaire du Parc SARL\n12, avenue Leclerc\n54000 Nancy\n\nMadame, Monsieur,\n\nJe vous prie de répondre.\n\nCordialement'
    expect(await factsOf(text, [field('expediteur', 'person')])).toEqual({})
  })

  it.each(['Entre A représentée par Maître B ', 'Number of meeting held on ', 'als Leiter ', 'ansættes som x '])(
    '%j over and over is read in time that grows linearly',
    (piece) => {
      const fields = [
        field('avocatDemandeur', 'person'),
        field('jobTitle', 'text'),
        field('meetingNumber', 'identifier'),
        field('director', 'person'),
      ]
      return expectLinearTime(
        2000,
        (size) => piece.repeat(Math.ceil(size / piece.length)),
        (text) => factsOf(text, fields),
      )
    },
  )
})

describe('what stands beside a value of another', () => {
  it.each<readonly [text: string, name: string, type: FieldType, value: unknown]>([
    [
      'Employee: Kwame Asante-Boyle, 5 Rowan Court, Beeston NG9 2PL',
      'employeeAddress',
      'address',
      '5 Rowan Court, Beeston NG9 2PL',
    ],
    ['סה"כ לפני מע"מ: 8,400.00 ₪\nמע"מ 18%: 1,512.00 ₪', 'מע"מ', 'money', { amount: '1512.00', currency: 'ILS' }],
    [
      'Item            Qty    Total\nMooring rope      4  £744.00\nFender            6  £555.00\n\nCarriage £45.00. Total £1,488.00 excluding VAT.',
      'total',
      'money',
      { amount: '1488.00', currency: 'GBP' },
    ],
    [
      'Fatura FR 2026/1187\n\nExmo(a). Sr(a).\nTomás Vaz Guedes\nNIF: 231 558 907\nTotal a pagar: 88,56 €',
      'cliente',
      'person',
      'Tomás Vaz Guedes',
    ],
    ['Nordkusten Bygg AB, org.nr 559112-4407', 'organisationsnummer', 'identifier', '559112-4407'],
    ['local en calle Espinel, 52, de 74 metros cuadrados y 2 plantas', 'superficie', 'number', '74'],
    ['Übergeben werden 4 Schlüssel. Es gilt § 5.', 'anzahlSchluessel', 'integer', 4],
  ])('%j has %s', async (text, name, type, value) =>
    expect(await factsOf(text, [field(name, type)])).toEqual({ [name]: value }),
  )

  it('a word before a comma is no label of what its clause says', async () => {
    const text = "The probationary period is six months. After probation, either side must give eight weeks' notice."
    expect(await factsOf(text, [field('probation', 'duration'), field('noticePeriod', 'duration')])).toEqual({
      probation: 'P6M',
      noticePeriod: 'P8W',
    })
  })

  it.each([', ', ',\nși\n'])('parties are told by what they are said to be, with %j between', async (and) => {
    const text = `Între:\nS.C. Carpatica Digital S.R.L., cu sediul în Brașov, reprezentată prin Ilinca Dragomir, în calitate de prestator${and}S.C. Moara Veche S.A., cu sediul în Sibiu, în calitate de beneficiar, au convenit`
    expect(await factsOf(text, [field('prestator', 'party'), field('beneficiar', 'party')])).toEqual({
      prestator: 'S.C. Carpatica Digital S.R.L.',
      beneficiar: 'S.C. Moara Veche S.A.',
    })
  })
})
