import {
  type DocumentModel,
  type Identification,
  type IdentifyRequest,
  modelOfText,
  type WantedField,
} from '@chancery/core'
import { fieldIdentifierContract } from '@chancery/port-contracts/field-identifier'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

fieldIdentifierContract('rules', () => createRuleIdentifier())

const identify = (
  text: string | DocumentModel,
  fields?: readonly WantedField[],
  rest: Partial<IdentifyRequest> = {},
  country?: string,
): Promise<Identification> =>
  createRuleIdentifier(country === undefined ? {} : { country }).identify(
    {
      model: typeof text === 'string' ? modelOfText(text) : text,
      profile: 'auto',
      minConfidence: 0.3,
      ...(fields ? { fields } : {}),
      ...rest,
    },
    { signal: new AbortController().signal },
  )
const valueOf = (found: Identification, name: string): unknown =>
  found.fields.find((field) => field.name === name)?.value

describe('invoices', () => {
  const german = [
    'Muster & Söhne GmbH',
    'Hauptstraße 12',
    '10115 Berlin',
    '',
    'Rechnung an:',
    'Anna Schmidt',
    '',
    'Rechnungsnummer: RE-2026-0042',
    'Rechnungsdatum: 03.04.2026',
    'Fällig am: 17.04.2026',
    'Zwischensumme 1.000,00 €',
    'MwSt 19 % 190,00 €',
    'Gesamtbetrag 1.190,00 €',
    'IBAN: DE89 3704 0044 0532 0130 00',
    'USt-IdNr.: DE123456789',
  ].join('\n')

  it('reads a German one without being told its fields', async () => {
    const found = await identify(german)
    expect(found.profile).toBe('invoice')
    expect(found.missing).toEqual([])
    expect(Object.fromEntries(found.fields.map((field) => [field.name, field.value]))).toMatchObject({
      invoiceNumber: 'RE-2026-0042',
      invoiceDate: '2026-04-03',
      dueDate: '2026-04-17',
      seller: 'Muster & Söhne GmbH',
      buyer: 'Anna Schmidt',
      subtotal: { amount: '1000.00', currency: 'EUR' },
      tax: { amount: '190.00', currency: 'EUR' },
      total: { amount: '1190.00', currency: 'EUR' },
      iban: 'DE89370400440532013000',
      vatId: 'DE123456789',
      currency: 'EUR',
    })
  })

  it.each([
    ['VAT 19% of EUR 100\nTotal EUR 119', undefined, '100'],
    ['VAT 19% of EUR 100: EUR 19\nTotal EUR 119', '19', '100'],
    ['19% VAT on EUR 100.00 EUR 19.00\nTotal EUR 119.00', '19.00', '100.00'],
    ['VAT (19% of 100.00 EUR) 19.00 EUR\nTotal 119.00 EUR', '19.00', '100.00'],
    ['MwSt 19 % auf 100,00 EUR\t19,00 EUR\nGesamtbetrag 119,00 EUR', '19.00', '100.00'],
    ['TVA 20 % sur 100,00 €\nTotal TTC 120,00 €', undefined, '100.00'],
    ['IVA 22% su imponibile di 100,00 €\nTotale 122,00 €', undefined, '100.00'],
    ['btw 21% over € 100,00 € 21,00\nTotaal € 121,00', '21.00', '100.00'],
    ['VAT 7% of EUR 50: EUR 3.50\nVAT 19% of EUR 100: EUR 19\nTotal EUR 172.50', '3.50', undefined],
    ['Tax of EUR 19.00 is included.\nTotal 119.00 EUR', '19.00', undefined],
  ])('takes what a tax is a share of for the net amount, and not for the tax: %j', async (lines, tax, net) => {
    const found = await identify(`Invoice 77\n${lines}`, undefined, { profile: 'invoice' })
    expect([valueOf(found, 'tax'), valueOf(found, 'subtotal')]).toEqual([
      tax === undefined ? undefined : expect.objectContaining({ amount: tax }),
      net === undefined ? undefined : expect.objectContaining({ amount: net }),
    ])
  })

  it('takes the name below a title for the buyer', async () => {
    const found = await identify(german.replace('Rechnung an:\nAnna', 'Herrn\nJürgen'))
    expect(valueOf(found, 'buyer')).toBe('Jürgen Schmidt')
  })

  it.each([
    [
      'Faktura nr FV/2026/03\nTermin płatności: 26.03.2026\nRazem brutto: 1 230,00 zł',
      'FV/2026/03',
      '2026-03-26',
      '1230.00 PLN',
    ],
    [
      'Fakturanummer: 10045\nFörfallodatum: 2026-04-11\nAtt betala: 12 500,00 kr',
      '10045',
      '2026-04-11',
      '12500.00 SEK',
    ],
    [
      'Fatura No: ABC2026001\nVade Tarihi: 11.04.2026\nGenel Toplam: 1.200,00 TL',
      'ABC2026001',
      '2026-04-11',
      '1200.00 TRY',
    ],
    ['請求書番号：2026-0312\n支払期限：2026年4月30日\n合計金額：132,000円', '2026-0312', '2026-04-30', '132000 JPY'],
    ['INVOICE\nNo. 2026/118\nDue 2 April 2026\nTotal GBP 912.00', '2026/118', '2026-04-02', '912.00 GBP'],
    [
      'Fatura FT 2026/45\nPagar até 2 de abril de 2026\nTotal do documento 123,00 €',
      'FT 2026/45',
      '2026-04-02',
      '123.00 EUR',
    ],
  ])('reads number, day and sum of %j', async (text, number, due, total) => {
    const found = await identify(text, [{ name: 'invoiceNumber' }, { name: 'dueDate' }, { name: 'total' }])
    expect([valueOf(found, 'invoiceNumber'), valueOf(found, 'dueDate')]).toEqual([number, due])
    expect(Object.values(valueOf(found, 'total') as object).join(' ')).toBe(total)
  })

  it.each([
    ['NHS No: 943 476 5919', 'NHS No', '9434765919'],
    ['Postcode: LS1 4AP', 'postcode', 'LS1 4AP'],
    ['Discount (10%): -5.00', 'discount', '10'],
    ['Smoker? Yes ☐ No ☒', 'smoker', 'No'],
    ['Bon de livraison n° BL 778', 'bon de livraison number', 'BL 778'],
    ['Versicherungsschein-Nr.: 12.345.678-9', 'Versicherungsschein Nr', '12.345.678-9'],
    ['Familienstand: ○ ledig ● verheiratet', 'Familienstand', 'verheiratet'],
  ])('reads the whole of %j', async (text, name, value) => {
    expect(valueOf(await identify(text, [{ name }]), name)).toBe(value)
  })

  it.each([
    ['VON: Anna Beispiel, 12345 Musterstadt AN: Bert Muster', ['VON', 'AN']],
    ['FROM: Anna Bell TO: Carl Dean DATE: 3 April 2026', ['FROM', 'TO', 'DATE']],
    ['Apellidos: García López Nombre: María', ['Apellidos', 'Nombre']],
    ['Name: Ann Lee Customer ID: 5', ['Name', 'Customer ID']],
    ['Cognome: Rossi Bianchi Data di nascita: 3/4/1980', ['Cognome', 'Data di nascita']],
    ['Name: Ann Lee First name: Bo', ['Name', 'First name']],
  ])('parts the pairs of one line where the next label begins: %j', async (text, keys) => {
    expect((await identify(text, [])).keyValues.map(({ key }) => key)).toEqual(keys)
  })

  it('ends a name where the next label of its line begins', async () => {
    const text = 'Name: Ann Lee First name: Bo'
    expect(valueOf(await identify(text, [{ name: 'name', type: 'person' }]), 'name')).toBe('Ann Lee')
  })

  it('parts town and postcode where the state between them is wanted, too', async () => {
    const found = await identify('City, State ZIP: Austin, TX 78701', [
      { name: 'city' },
      { name: 'state' },
      { name: 'zip' },
    ])
    expect([valueOf(found, 'city'), valueOf(found, 'zip')]).toEqual(['Austin', '78701'])
  })

  it.each([
    ['PLZ, Ort: 12345 Musterstadt', '12345', 'Musterstadt'],
    ['PLZ/Ort:\n80331 München', '80331', 'München'],
    ['Code postal, ville : 75001 Paris\tPays : France', '75001', 'Paris'],
    ['Postcode, Town: AB1 2CD, Sometown', 'AB1 2CD', 'Sometown'],
    ['City, State ZIP: St. Paul, MN 55101', '55101', 'St. Paul'],
    ['Código postal y ciudad: 28013 Madrid', '28013', 'Madrid'],
  ])('parts what one label has of postcode and town in %j', async (text, postcode, city) => {
    const found = await identify(text, [{ name: 'postcode' }, { name: 'city' }])
    expect([valueOf(found, 'postcode'), valueOf(found, 'city')]).toEqual([postcode, city])
  })

  it('reads values in the cells below their labels', async () => {
    const text = 'Invoice Number\tInvoice Date\tDue Date\nINV-001\t01/15/2024\t02/14/2024'
    const found = await identify(text, [{ name: 'invoiceNumber' }, { name: 'invoiceDate' }, { name: 'dueDate' }])
    expect(found.fields.map((field) => field.value)).toEqual(['INV-001', '2024-01-15', '2024-02-14'])
  })

  it.each([
    ['Facture n° : F-2025-17\nDate d’échéance : 5 mai 2025\nTotal TTC : 1 234,50 €', 'F-2025-17', '2025-05-05'],
    [
      'Factura nº: F-2025-17\nFecha de vencimiento: 5 de mayo de 2025\nTotal a pagar: 1.234,50 €',
      'F-2025-17',
      '2025-05-05',
    ],
    ['Numero fattura: F-2025-17\nScadenza: 5 maggio 2025\nTotale da pagare: 1.234,50 €', 'F-2025-17', '2025-05-05'],
    [
      'Fatura n.º: F-2025-17\nData de vencimento: 5 de maio de 2025\nTotal a pagar: 1.234,50 €',
      'F-2025-17',
      '2025-05-05',
    ],
    ['Factuurnummer: F-2025-17\nVervaldatum: 5 mei 2025\nTe betalen: € 1.234,50', 'F-2025-17', '2025-05-05'],
  ])('reads %j', async (text, number, due) => {
    const found = await identify(text, [{ name: 'invoiceNumber' }, { name: 'dueDate' }, { name: 'total' }])
    expect(valueOf(found, 'invoiceNumber')).toBe(number)
    expect(valueOf(found, 'dueDate')).toBe(due)
    expect(valueOf(found, 'total')).toEqual({ amount: '1234.50', currency: 'EUR' })
  })
})

describe('contracts', () => {
  const lease = [
    'LEASE AGREEMENT',
    'This Lease Agreement is made as of January 15, 2024 by and between Greenfield Properties LLC, a Delaware',
    'limited liability company ("Landlord"), and John A. Smith ("Tenant").',
    '1. Premises. 123 Main Street, Springfield, IL 62704.',
    '2. Term. The term of this Lease shall be twelve (12) months commencing February 1, 2024.',
    '3. Security Deposit: $1,850.00',
    '4. This Agreement shall be governed by the laws of the State of Illinois.',
  ].join('\n')

  it.each([
    ['valid from 1 March 2026 until 28 February 2027', '2026-03-01', '2027-02-28'],
    ['gültig vom 1. März 2026 bis 28. Februar 2027', '2026-03-01', '2027-02-28'],
    ['valable du 1er mars 2026 jusqu’au 28 février 2027', '2026-03-01', '2027-02-28'],
    ['válido de 1 de março de 2026 até 28 de fevereiro de 2027', '2026-03-01', '2027-02-28'],
    ['valido dal 1 marzo 2026 fino al 28 febbraio 2027', '2026-03-01', '2027-02-28'],
    ['válido desde el 1 de marzo de 2026 hasta el 28 de febrero de 2027', '2026-03-01', '2027-02-28'],
    ['geldig van 1 maart 2026 tot 28 februari 2027', '2026-03-01', '2027-02-28'],
    ['Laufzeit: 01.03.2026 bis 28.02.2027', '2026-03-01', '2027-02-28'],
    ['in force from January 1, 2026 through December 31, 2026', '2026-01-01', '2026-12-31'],
    ['du 01/05/2026 à 0 h au 30/04/2027 à minuit', '2026-05-01', '2027-04-30'],
    ['vom 01.05.2026, 12:00 Uhr, bis 01.05.2027, 12:00 Uhr', '2026-05-01', '2027-05-01'],
    ['desde las 00:00 del 01/05/2026 hasta las 24:00 del 30/04/2027', '2026-05-01', '2027-04-30'],
    ['od 1 maja 2026 r. do 30 kwietnia 2027 r.', '2026-05-01', '2027-04-30'],
    ['The offer stands until 15 May 2026; it was made on 2 April 2026.', undefined, '2026-05-15'],
    ['Payable until 15 May 2026; see our letter of 2 April 2026.', undefined, undefined],
    ['Meetings on 1 March 2026 and 2 April 2026.', undefined, undefined],
  ])('reads the ends of the period in %j', async (text, start, end) => {
    const found = await identify(text, [{ name: 'startDate' }, { name: 'endDate' }])
    expect([valueOf(found, 'startDate'), valueOf(found, 'endDate')]).toEqual([start, end])
  })

  it.each([
    ['DISTRICT COURT OF X\nJANE DOE, Plaintiff,\nv.\nACME CORP., Defendant.', 'JANE DOE', 'ACME CORP.'],
    ['STATE COURT\n\nJane Doe,\n    Plaintiff,\nvs.\nAcme, Inc.,\n    Defendant.', 'Jane Doe', 'Acme, Inc.'],
    [
      'In dem Rechtsstreit\nMax Muster, Hauptstr. 1, Berlin\n– Kläger –\ngegen\nder Beispiel GmbH, vertreten durch X\n– Beklagte –',
      'Max Muster',
      'Beispiel GmbH',
    ],
    ['ENTRE\nMme Claire Dubois, demanderesse\nET\nLumen SAS, défenderesse', 'Claire Dubois', 'Lumen SAS'],
  ])('reads the caption %j', async (text, plaintiff, defendant) => {
    const found = await identify(text, [{ name: 'plaintiff' }, { name: 'defendant' }])
    expect([valueOf(found, 'plaintiff'), valueOf(found, 'defendant')]).toEqual([
      expect.objectContaining({ name: plaintiff }),
      expect.objectContaining({ name: defendant }),
    ])
  })

  it('finds roles that follow a name without brackets', async () => {
    const text =
      'De una parte, Inmobiliaria Sol S.L., en adelante “la Arrendadora”, y de otra, Doña Ana Ruiz, en adelante “la Arrendataria”.'
    const found = await identify(text, [{ name: 'landlord' }, { name: 'tenant' }])
    expect([valueOf(found, 'landlord'), valueOf(found, 'tenant')]).toEqual([
      { name: 'Inmobiliaria Sol S.L.', role: 'Arrendadora' },
      { name: 'Ana Ruiz', role: 'Arrendataria' },
    ])
  })

  it('finds parties with their roles, the day, the law and the term', async () => {
    const found = await identify(lease)
    expect(found.profile).toBe('contract')
    expect(found.fields.filter((field) => field.name === 'parties').map((field) => field.value)).toEqual([
      { name: 'Greenfield Properties LLC', role: 'Landlord' },
      { name: 'John A. Smith', role: 'Tenant' },
    ])
    expect(valueOf(found, 'effectiveDate')).toBe('2024-01-15')
    expect(valueOf(found, 'governingLaw')).toBe('Illinois')
    expect(valueOf(found, 'term')).toBe('P12M')
  })

  it.each([
    ['Either party may terminate upon thirty (30) days’ prior written notice.', 'P30D'],
    ["The Tenant may end the lease by giving two months' notice.", 'P2M'],
    ['Der Vertrag kann mit einer Frist von drei Monaten zum Monatsende gekündigt werden.', 'P3M'],
    ['Le contrat peut être résilié moyennant deux mois de préavis.', 'P2M'],
    ['This Agreement continues for a period of two (2) years.', undefined],
  ])('finds the period of notice in a clause: %s', async (clause, expected) => {
    const found = await identify(clause, undefined, { profile: 'contract' })
    expect(valueOf(found, 'noticePeriod')).toBe(expected)
  })

  it('answers fields that are named for a role', async () => {
    const found = await identify(lease, [{ name: 'tenant' }, { name: 'landlordName' }, { name: 'deposit' }])
    expect(found.fields.map((field) => field.value)).toEqual([
      { name: 'John A. Smith', role: 'Tenant' },
      'Greenfield Properties LLC',
      { amount: '1850.00', currency: 'USD' },
    ])
  })

  it('reads a German and a French preamble', async () => {
    const german =
      'Mietvertrag\nzwischen Herrn Klaus Weber, Bergstraße 5, 50667 Köln (nachfolgend „Vermieter“) und Frau Petra Lang, wohnhaft in Köln (nachfolgend „Mieter“).'
    const french =
      'Entre les soussignés : la société Dupont SARL, 75002 Paris, ci-après dénommée « le Bailleur », et Monsieur Jean Martin, ci-après « le Locataire ».'
    const names = async (text: string): Promise<unknown[]> =>
      (await identify(text, [{ name: 'parties', many: true }])).fields.map((field) => field.value)
    expect(await names(german)).toEqual([
      { name: 'Klaus Weber', role: 'Vermieter' },
      { name: 'Petra Lang', role: 'Mieter' },
    ])
    expect(await names(french)).toEqual([
      { name: 'Dupont SARL', role: 'Bailleur' },
      { name: 'Jean Martin', role: 'Locataire' },
    ])
  })
})

describe('receipts, letters and forms', () => {
  it('takes what goes back for the same with a minus and without', async () => {
    const text = 'BAKERY\nTOTAL SALES AMOUNT\n33.00\nGST 6%\n1.98\nTOTAL\n35.00\nCASH\n55.00\nCHANGE RETURNED\n20.00'
    const [plain, minus] = await Promise.all(
      [text, `${text}-`].map((each) => identify(each, [{ name: 'total' }], { profile: 'receipt' })),
    )
    expect(valueOf(minus!, 'total')).toMatchObject({ amount: '35.00' })
    expect(minus!.fields[0]?.confidence).toBe(plain!.fields[0]?.confidence)
  })

  it('finds merchant, address, date and the total that arithmetic supports', async () => {
    const text =
      'CORNER SHOP SDN BHD\nNO. 5, JALAN BESAR,\n50450 KUALA LUMPUR\nTEL: 03-1234567\nRECEIPT #: R-99 DATE: 25/12/2018\nBREAD 4.00\nMILK 5.00\nTOTAL 9.00\nCASH 10.00\nCHANGE 1.00\nTHANK YOU'
    const found = await identify(text)
    expect(found.profile).toBe('receipt')
    expect(valueOf(found, 'merchant')).toBe('CORNER SHOP SDN BHD')
    expect(valueOf(found, 'date')).toBe('2018-12-25')
    expect(valueOf(found, 'address')).toBe('NO. 5, JALAN BESAR, 50450 KUALA LUMPUR')
    expect(valueOf(found, 'total')).toMatchObject({ amount: '9.00' })
  })

  it('takes the first line of any paper for a merchant only where one is wanted', async () => {
    const note = 'Meeting notes\nWe agreed on 5 May 2026 to go on.'
    const found = await identify(note)
    expect(found.profile).toBe('other')
    expect(found.fields.map(({ name }) => name)).toEqual(['date'])
    expect(valueOf(await identify(note, [{ name: 'merchant' }]), 'merchant')).toBe('Meeting notes')
  })

  it('knows a German till receipt, and the whole name in an address', async () => {
    const bill = 'Kaufhaus Nord GmbH\nMilch 1,19 A\nBrot 2,49 A\nSUMME EUR 3,68\nGeg. BAR EUR 5,00\nRückgeld EUR 1,32'
    expect((await identify(bill)).profile).toBe('receipt')
    const letter = 'Nord GmbH\n\nFrau\nTilda Brandt\nAm Markt 1\n\nSehr geehrte Frau Brandt,\n\nanbei der Plan.'
    const found = await identify(letter, undefined, { profile: 'letter' })
    expect(valueOf(found, 'recipient')).toMatchObject({ name: 'Tilda Brandt' })
  })

  it('finds who writes to whom about what', async () => {
    const text =
      'Smith & Partners LLP\n45 King Street\nLondon EC2V 8AS\n\n12 May 2025\n\nMr David Jones\n7 Oak Road\nBristol BS1 4ST\n\nDear Mr Jones,\n\nRe: Purchase of a house\n\nThank you.\n\nYours sincerely,\n\nSarah Collins\nPartner'
    const found = await identify(text)
    expect(found.profile).toBe('letter')
    expect(valueOf(found, 'sender')).toEqual({ name: 'Sarah Collins', role: null })
    expect(valueOf(found, 'recipient')).toEqual({ name: 'David Jones', role: null })
    expect(valueOf(found, 'date')).toBe('2025-05-12')
    expect(valueOf(found, 'subject')).toBe('Purchase of a house')
  })

  it('takes the pairs, tables and form fields of the document model', async () => {
    const text = 'Kunde 42\nOrt Köln\nStart\tEnde\n01.02.2026\t03.04.2026'
    const model: DocumentModel = {
      ...modelOfText(text),
      keyValues: [
        {
          key: 'Auftrag',
          value: '42',
          keySpan: { start: 0, end: 5 },
          valueSpan: { start: 6, end: 8 },
          confidence: 0.9,
        },
      ],
      formFields: [{ name: 'Wohnort', type: 'text', value: 'Köln' }],
    }
    const found = await identify(model, [
      { name: 'auftrag', type: 'integer' },
      { name: 'city', labels: ['Wohnort'] },
      { name: 'ende', type: 'date' },
    ])
    expect(found.fields.map((field) => [field.name, field.value])).toEqual([
      ['auftrag', 42],
      ['city', 'Köln'],
      ['ende', '2026-04-03'],
    ])
    expect(found.keyValues[0]).toMatchObject({ key: 'Auftrag', value: '42' })
  })
})

// `many-values.deep.test.ts` has as many as are searched, and not one more.
describe('a text with very many values', () => {
  it('says which lists have no room for all', async () => {
    const pairs = Array.from({ length: 5001 }, (_, at) => `Nummer: ${at}`).join('\n')
    const mails = Array.from({ length: 20_001 }, (_, at) => `a${at}@example.com`).join('\n')
    const found = await identify(`${pairs}\n${mails}`, [{ name: 'mails', type: 'email', many: true }])
    expect(found.keyValues).toHaveLength(5000)
    expect(found.entities).toHaveLength(20_000)
    expect(found.fields).toHaveLength(20_000)
    expect(found.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['values_left_out', expect.stringContaining('pairs of a label and a value than the 5,000')],
      ['values_left_out', expect.stringContaining('values by themselves than the 20,000')],
      ['values_left_out', expect.stringContaining('values for "mails" than the 20,000')],
    ])
  })

  it('says where the text is longer than is searched, and finds what lies before', async () => {
    const found = await identify(`first@example.com\n${' '.repeat(1_500_000)}\nlast@example.com\n`)
    expect(found.entities.map(({ raw }) => raw)).toEqual(['first@example.com'])
    expect(found.warnings).toMatchObject([
      { code: 'values_left_out', message: 'There are more characters than the 1,500,000 that are searched.' },
    ])
  })

  it('says nothing where all are listed', async () => {
    const pairs = Array.from({ length: 5000 }, (_, at) => `Nummer: ${at}`).join('\n')
    const found = await identify(pairs)
    expect(found.keyValues).toHaveLength(5000)
    expect(found.warnings).toEqual([])
  })
})

describe('pages', () => {
  it('says on which page a value stands, where there are several', async () => {
    const text = 'Name: Ann Lee\nTotal: EUR 5.00'
    const pages = [
      { number: 1, span: { start: 0, end: 13 } },
      { number: 2, span: { start: 14, end: text.length } },
    ]
    const found = await identify({ ...modelOfText(text), pages }, [{ name: 'name' }, { name: 'total' }])
    expect(found.fields.map((field) => field.span.page)).toEqual([1, 2])
  })
})

describe('conventions', () => {
  it.each([
    ['03/04/2026 and 25/04/2026', undefined, '2026-04-03'],
    ['03/04/2026 and 04/25/2026', undefined, '2026-03-04'],
    ['03/04/2026', 'en-US', '2026-03-04'],
    ['03/04/2026', 'en-GB', '2026-04-03'],
  ])('reads the first date of %j in locale %s as %s', async (text, locale, expected) => {
    const found = await identify(text, undefined, locale === undefined ? {} : { locale })
    expect(found.entities.find((entity) => entity.type === 'date')?.value).toBe(expected)
  })

  it('keeps the other reading of an ambiguous date', async () => {
    const found = await identify('Due date: 03/04/2026', [{ name: 'dueDate' }], { locale: 'en-US' })
    expect(found.fields[0]).toMatchObject({
      value: '2026-03-04',
      alternatives: [{ value: '2026-04-03', raw: '03/04/2026' }],
    })
  })

  it.each([
    ['Preis: 1.234 EUR und 5,50 EUR', '1234'],
    ['Price: 1.234 EUR and 5.50 EUR', '1.234'],
  ])('reads the ambiguous amount of %j as %s', async (text, amount) => {
    const found = await identify(text)
    expect(found.entities.find((entity) => entity.type === 'money')?.value).toEqual({ amount, currency: 'EUR' })
  })

  it('takes no number with letters for a company', async () => {
    const { entities } = await identify('Valid from 1.4.2026, Code AB-123, from Volvo AB')
    expect(entities.filter(({ type }) => type === 'organization').map(({ raw }) => raw)).toEqual(['Volvo AB'])
  })

  it('reads national phone numbers by the country that it was set up with', async () => {
    const found = await identify('Tel. 030 901820', [{ name: 'phone' }], {}, 'DE')
    expect(valueOf(found, 'phone')).toBe('+4930901820')
  })
})

describe('bounds', () => {
  it('runs patterns that blow up elsewhere', async () => {
    const found = await identify('a'.repeat(50_000), [
      { name: 'x', pattern: '(a+)+$' },
      { name: 'y', pattern: '(a|aa)*b' },
    ])
    expect(found.fields.map(({ name }) => name)).toEqual(['x'])
  })
})

describe('what papers of other countries print', () => {
  it('keeps numbers in groups whole, and a tax number is no amount of francs', async () => {
    const text =
      'SIRET : 732 829 320 00074\nN° TVA intracommunautaire : FR83404833048\nNational Insurance number: QQ 12 34 56 C'
    const found = await identify(text, [{ name: 'siret' }, { name: 'vatId' }, { name: 'nationalInsuranceNumber' }])
    expect(found.fields.map(({ value }) => value)).toEqual(['73282932000074', 'FR83404833048', 'QQ123456C'])
    expect(found.entities.filter(({ type }) => type === 'money')).toEqual([])
  })

  it.each([
    ['reference', 'Referenz 21 00000 00003 13947 14300 09017', '210000000003139471430009017'],
    ['reference', 'Referenz: RF18 5390 0754 7034\nBetrag 5,00 EUR', 'RF18539007547034'],
    ['caseNumber', 'Aktenzeichen: 12 O 345/26', '12 O 345/26'],
    ['caseNumber', 'Az. VIII ZR 12/26', 'VIII ZR 12/26'],
    ['vatId', 'MWST-Nr. CHE-123.456.789 MWST', 'CHE123456789MWST'],
    ['invoiceNumber', 'Invoice No.: GST/26-27/0042', 'GST/26-27/0042'],
  ])('reads %s of %j whole', async (name, text, value) => {
    expect(valueOf(await identify(text, [{ name }]), name)).toBe(value)
  })

  it.each([
    ['pl', 'Kraków, 4 października 2026 r.', '2026-10-04'],
    ['cs', 'V Praze dne 5. září 2026', '2026-09-05'],
    ['tr', 'Tarih: 5 Kasım 2026', '2026-11-05'],
    ['ru', 'от 5 марта 2026 г.', '2026-03-05'],
    ['hu', '2026. május 4.', '2026-05-04'],
    ['fi', '4. marraskuuta 2026', '2026-11-04'],
    ['sv', 'den 4 maj 2026', '2026-05-04'],
  ])('reads months of dates in %s', async (locale, text, value) => {
    const found = await identify(text, [{ name: 'day', type: 'date' }], { locale })
    expect(valueOf(found, 'day')).toBe(value)
  })

  it('tells the firm that an Italian invoice addresses from the one that sends it', async () => {
    const text =
      'Alfa S.r.l.\nFattura n. 45/A del 12 maggio 2026\nSpett.le Rossi & C. S.n.c.\nTotale fattura € 1.830,00'
    const found = await identify(text, [{ name: 'seller' }, { name: 'buyer' }], { locale: 'it' })
    expect(found.fields.map(({ raw }) => raw)).toEqual(['Alfa S.r.l.', 'Rossi & C. S.n.c.'])
  })

  it.each(['Order no 12345 10 pieces', 'Order no 12345 100 200 300'])(
    'joins no columns to a number: %s',
    async (text) => {
      expect(valueOf(await identify(text, [{ name: 'orderNumber' }]), 'orderNumber')).toBe('12345')
    },
  )

  it('tells the first day and the last from the day that a contract was made', async () => {
    const text =
      'TENANCY AGREEMENT\nThis agreement is made on 12th June 2026 between A Ltd ("the Landlord") and Ms B C ("the Tenant").\n' +
      'The Property: Flat 3, 12 High Street, Leeds\nThe Term: 12 months commencing on 1 July 2026 and ending on 30 June 2027.'
    const found = await identify(
      text,
      ['startDate', 'endDate', 'agreementDate', 'property'].map((name) => ({ name })),
    )
    expect(found.fields.map(({ value }) => value)).toEqual([
      '2026-07-01',
      '2027-06-30',
      '2026-06-12',
      'Flat 3, 12 High Street, Leeds',
    ])
  })

  it('takes the rest of a line for a label that the caller gives, without a colon', async () => {
    const fields = [{ name: 'numer', labels: ['Faktura VAT nr'] }]
    expect(valueOf(await identify('Faktura VAT nr FV/12/2026', fields), 'numer')).toBe('FV/12/2026')
    const sentence = 'Faktura VAT nr podany w zamówieniu musi zostać wpisany w tytule przelewu'
    expect((await identify(sentence, fields)).fields).toEqual([])
  })
})

describe('numbers behind a label and further words', () => {
  it.each([
    ['Total number of pages: 12', 'total'],
    ['Total hours worked this month: 41.5', 'total'],
    ['The total depends on 3 items.', 'total'],
    ['Deposit account 12345678', 'deposit'],
    ['Customer since 2011', 'customerNumber'],
  ])('are not taken for the value of %j', async (text, name) => {
    expect(valueOf(await identify(text), name)).toBeUndefined()
    expect(valueOf(await identify(text, [{ name }]), name)).toBeUndefined()
  })

  it('hide no amount behind them', async () => {
    const found = await identify('Total of 3 items: EUR 45\nMonthly rent in euro: 1,250', [
      { name: 'total' },
      { name: 'rent' },
    ])
    expect(found.fields.map(({ value }) => value)).toMatchObject([{ amount: '45' }, { amount: '1250' }])
  })
})

describe('amounts and shares beside the word that says what they are', () => {
  const money = (...names: string[]) => names.map((name) => ({ name, type: 'money' as const }))
  const amounts = (found: Identification): unknown =>
    Object.fromEntries(found.fields.map(({ name, value }) => [name, Object.values(value as object).join(' ')]))

  it.each([
    ['The tenant pays a $500 deposit and CHF 20.- for the key.', { deposit: '500 USD' }],
    ['the $300 cleaning fee and the $1,200 monthly rent', { cleaningFee: '300 USD', monthlyRent: '1200 USD' }],
    ['500 € de caution et 800 € de loyer', { caution: '500 EUR', loyer: '800 EUR' }],
    ['€ 500 di caparra e € 800 di canone', { caparra: '500 EUR', canone: '800 EUR' }],
    ['500 EUR Kaution und 800 EUR Miete', { kaution: '500 EUR', miete: '800 EUR' }],
    ['Subtotal $100.00 Tax $20.00 Total $120.00', { subtotal: '100.00 USD', tax: '20.00 USD', total: '120.00 USD' }],
    ['receipt of EUR 300 rent for May and EUR 40 heating', { rent: '300 EUR' }],
    ['Deposit (CHF): 1500\nRent in EUR: 1.500,00', { deposit: '1500 CHF', rent: '1500.00 EUR' }],
    ['Discount (10%): -$10.00\nNet loss  (5,000.00 USD)', { discount: '-10.00 USD', netLoss: '-5000.00 USD' }],
    ['a retainer of five thousand dollars ($5,000) per month', { retainer: '5000 USD' }],
    ['Order total: 3 items, $45.00', { orderTotal: '45.00 USD' }],
  ])('are those of that word: %j', async (text, wanted) => {
    const found = amounts(await identify(text, money(...Object.keys(wanted))))
    expect(found).toEqual(JSON.parse(JSON.stringify(wanted)))
  })

  it('are shares as well', async () => {
    const fields = ['lateFee', 'interestRate'].map((name) => ({ name, type: 'percent' as const }))
    const found = await identify('a 1.5% late fee and a 3.5% interest rate', fields)
    expect(found.fields.map(({ value }) => value)).toEqual(['1.5', '3.5'])
  })
})

describe('labels as papers print them', () => {
  it.each([
    ['Employer’s name: Acme\nEmployee’s name: Bob', { employerName: 'Acme', employeeName: 'Bob' }],
    [
      'Name              Date of birth\nAnna Meyer        3 March 1980',
      { name: 'Anna Meyer', dateOfBirth: '1980-03-03' },
    ],
    [
      'Seller        Buyer\nAcme Ltd      Widget GmbH\n5 Main St     Hauptstr. 5',
      { seller: 'Acme Ltd', buyer: 'Widget GmbH' },
    ],
    ['Sex ☐ male ☒ female', { sex: 'female' }],
    ['Mario Rossi, nato a Roma il 3 marzo 1980', { dateOfBirth: '1980-03-03' }],
    ['governed by the laws of England and Wales.', { governingLaw: 'England and Wales' }],
  ])('name what stands in %j', async (text, wanted) => {
    const types = { seller: 'text', buyer: 'text' } as const
    const fields = Object.keys(wanted).map((name) => ({ name, ...(name in types ? { type: 'text' as const } : {}) }))
    const found = await identify(text, fields)
    expect(Object.fromEntries(found.fields.map(({ name, value }) => [name, value]))).toEqual(wanted)
  })
})

describe('whom a letter greets', () => {
  const letter = (head: string, greeting: string): string =>
    `Harrow & Pine\n12 High St\n\n3 March 2026\n\n${head}\n4 Mill Lane\nYork\n\n${greeting}\n\nHello.\n\nYours sincerely,\nJane Pine\n`

  it.each([
    ['Mr John Smith', 'Dear Mr Smith,', 'John Smith'],
    ['Mr John Smith', 'Dear John,', 'John Smith'],
    ['The occupier', 'Dear Mr Smith,', 'Smith'],
  ])('has the whole name of the address: %j, %j', async (head, greeting, name) => {
    const found = await identify(letter(head, greeting), undefined, { profile: 'letter' })
    expect(valueOf(found, 'recipient')).toEqual({ name, role: null })
  })
})

describe('what shows without a label or a schema', () => {
  it('finds numbers by type, also without a label', async () => {
    const text = 'The tank holds 1,250.5 litres in 12 parts.'
    const found = await identify(text, [{ name: 'all', type: 'number', many: true }])
    expect(found.fields.map(({ value }) => value)).toEqual(['1250.5', '12'])
    const whole = await identify(text, [{ name: 'parts', type: 'integer', many: true }])
    expect(whole.fields.map(({ value }) => value)).toEqual([12])
    expect(valueOf(await identify('We were 25.', [{ name: 'x', type: 'number' }]), 'x')).toBe('25')
  })

  it('lists numbers as entities, but not those within other values', async () => {
    const { entities } = await identify('On 3 May 2026 we paid EUR 500.00 for 12 chairs, 19 % off, RE-2026-7.')
    expect(entities.filter(({ type }) => type === 'number').map(({ raw }) => raw)).toEqual(['12'])
  })

  it('has e-mail and phone of a letterhead as fields', async () => {
    const text =
      'Muster GmbH\nHauptstr. 1, 10115 Berlin\ninfo@muster.example · +49 30 901820\nFax +49 30 901821\n\nRechnung 2026-0815\nGesamtbetrag 5,00 €'
    const found = await identify(text, undefined, { locale: 'de-DE' })
    expect(valueOf(found, 'email')).toBe('info@muster.example')
    expect(valueOf(found, 'phone')).toBe('+4930901820')
    expect(valueOf(found, 'invoiceNumber')).toBe('2026-0815')
  })

  it.each([
    'Facture 2026-0815',
    'Factura 2026-0815',
    'Fattura 2026-0815',
    'Fatura 2026-0815',
    'FACTUUR 2026-0815',
    'Facture n° 2026-0815',
  ])('finds the number of %j', async (heading) => {
    const found = await identify(`Dupont SARL\n75002 Paris\n\n${heading}\n\nTotal 120,00 €`)
    expect(valueOf(found, 'invoiceNumber')).toBe('2026-0815')
  })

  it.each(['Facture du 12 mai 2026', 'Factuur 12 mei 2026', 'FACTURE\n75002 Paris', 'Invoice 12 May 2026'])(
    'finds none in %j',
    async (text) => {
      expect(valueOf(await identify(text, [{ name: 'invoiceNumber' }]), 'invoiceNumber')).toBeUndefined()
    },
  )

  it('reads a docket whole, a measure without a colon, and who is billed in Dutch', async () => {
    const text = 'Case No. 2:26-cv-01234-ABC\nBlood pressure 120/80\nFactuuradres: Jansen B.V.\nPage 3\nHauptstraße 12'
    const found = await identify(text, [{ name: 'caseNumber' }, { name: 'bloodPressure' }, { name: 'buyer' }])
    expect(found.fields.map(({ value }) => value)).toEqual(['2:26-cv-01234-ABC', '120/80', 'Jansen B.V.'])
    expect(found.keyValues.map(({ key, value }) => [key, value])).toEqual([
      ['Blood pressure', '120/80'],
      ['Factuuradres', 'Jansen B.V.'],
    ])
  })

  it('takes the ticked answer, without its box', async () => {
    const text = 'Sex: [X] Female [ ] Male\nMarital status: ☐ single   ☒ married'
    const found = await identify(text, [{ name: 'sex' }, { name: 'maritalStatus' }])
    expect(found.fields.map(({ value }) => value)).toEqual(['Female', 'married'])
    expect(found.keyValues.map(({ value }) => value)).toEqual(['Female', 'married'])
    const open = await identify('Sex: [X] Female [ ] Male\nSmoker: ☐ yes ☒ no')
    expect(open.fields.map(({ name }) => name)).toEqual(['sex'])
    for (const { value, valueSpan } of found.keyValues) expect(text.slice(valueSpan.start, valueSpan.end)).toBe(value)
  })
})
