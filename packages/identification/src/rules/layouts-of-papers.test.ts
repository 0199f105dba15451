import { type FieldType, modelOfText, type SearchedModel, type WantedField } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

async function factsOf(text: string, fields: readonly WantedField[], model: SearchedModel = modelOfText(text)) {
  const found = await identifier.identify({ model, profile: 'auto', minConfidence: 0.3, fields }, { signal })
  return Object.fromEntries(found.fields.map(({ name, value }) => [name, plain(value)]))
}
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('amount' in value && 'currency' in value) return `${String(value.amount)} ${String(value.currency)}`
  return 'name' in value ? value.name : value
}
const field = (name: string, type?: FieldType, description?: string): WantedField => ({
  name,
  ...(type === undefined ? {} : { type }),
  ...(description === undefined ? {} : { description }),
})

/** A text whose reader saw by the places of words that each two of its lines are a label and its value. */
function pairsOf(lines: readonly string[]): SearchedModel {
  const text = lines.join('\n')
  const spans = lines.map((line) => ({ start: text.indexOf(line), end: text.indexOf(line) + line.length }))
  const keyValues = spans.flatMap((keySpan, at) => {
    const valueSpan = at % 2 === 0 ? spans[at + 1] : undefined
    return valueSpan === undefined
      ? []
      : [{ key: lines[at] ?? '', value: lines[at + 1] ?? '', keySpan, valueSpan, confidence: 0.5 }]
  })
  return { ...modelOfText(text), keyValues }
}

describe('pairs that a reader saw', () => {
  it.each<readonly [label: string, value: string, name: string, type: FieldType, fact: unknown]>([
    ['Moms 25%', '10 630,00 kr', 'moms', 'money', '10630.00 SEK'],
    ['TVA 5,5 %', '570,90 €', 'tva', 'money', '570.90 EUR'],
    ['Acompte versé le 02/05/2025', '1 800,00 €', 'acompte', 'money', '1800.00 EUR'],
    ['Eintritt', '01.04.2021', 'eintrittsdatum', 'date', '2021-04-01'],
  ])('give "%s" to a field of its words', async (label, value, name, type, fact) => {
    const model = pairsOf([label, value, 'Bemerkung', 'keine'])
    expect(await factsOf(model.text, [field(name, type), field('another', type)], model)).toEqual({ [name]: fact })
  })
  it('name who does a thing', async () => {
    const text = 'Versammlungsleitung: Herr Jörn Behrends (Hausverwaltung Nordwest GmbH)\nProtokoll: Frau Imke Tadsen'
    expect(await factsOf(text, [field('versammlungsleiter', 'person'), field('protokollfuehrer', 'person')])).toEqual({
      versammlungsleiter: 'Jörn Behrends',
      protokollfuehrer: 'Imke Tadsen',
    })
  })
  it('name nobody where the value is no name', async () => {
    expect(await factsOf('Protokoll: Anlage drei', [field('protokollfuehrer', 'person')])).toEqual({})
  })
  it('end where a dash leads to the next label', async () => {
    expect(await factsOf('Beginn: 18:30 Uhr – Ende: 20:55 Uhr', [field('beginn', 'text')])).toEqual({
      beginn: '18:30 Uhr',
    })
  })
})

describe('labels below one another, with their values below the last', () => {
  const values = ['IO-250719', '14-04-2025', '02-06-2025', 'O2025.118']
  it.each([
    [['Ordernummer', 'Orderdatum', 'Leverdatum', 'Uw aanvraag']],
    [['Ordernummer', 'Uw aanvraag', 'Leverdatum', 'Kenmerk']],
  ])('are counted by the types of the values: %j', async (labels) => {
    const facts = await factsOf([...labels, ...values, 'Akkoord'].join('\n'), [
      field('ordernummer', 'identifier'),
      field('leverdatum', 'date'),
    ])
    expect(facts).toEqual({ ordernummer: 'IO-250719', leverdatum: '2025-06-02' })
  })
})

describe('cells of a table', () => {
  const table = [
    'Garantía\tCapital asegurado\tFranquicia',
    'Continente\t145.000 €\t90 €',
    'Contenido\t32.500 €\t150 €',
  ].join('\n')
  it('are told by the words of row and column', async () => {
    expect(await factsOf(table, [field('capitalContenido', 'money'), field('franquiciaContinente', 'money')])).toEqual({
      capitalContenido: '32500 EUR',
      franquiciaContinente: '90 EUR',
    })
  })
  it('are told by the description where several heads fit', async () => {
    const marks = 'Matière\tMoyenne élève\tMoyenne classe\nMathématiques\t9,2\t10,9\nAnglais\t15,0\t12,4'
    expect(
      await factsOf(marks, [
        field('moyenneMathematiques', 'number', 'moyenne de l’élève'),
        field('moyenneClasseAnglais', 'number'),
      ]),
    ).toEqual({ moyenneMathematiques: '9.2', moyenneClasseAnglais: '12.4' })
  })
  it('are none of a field with another word', async () => {
    expect(await factsOf(table, [field('primaContenido', 'money'), field('rebaja', 'money')])).toEqual({})
  })
  it('open with a label that is no word of the name', async () => {
    const text =
      'Exporter Kirinyaga Blooms Ltd P.O. Box 2207, Kenya\tInvoice 27 Oct 2025 AWB No. 706-4418 2290\nConsignee Bloemenimport Vreeland B.V. Aalsmeer\tCountry of origin: Kenya'
    expect(await factsOf(text, [field('exporter', 'organization'), field('consignee', 'organization')])).toEqual({
      exporter: 'Kirinyaga Blooms Ltd',
      consignee: 'Bloemenimport Vreeland B.V.',
    })
  })
})

describe('cells of several lines', () => {
  const [seller, buyer] = [
    'Nombre: Adela Montiel Rueda\nDNI: 25671904F\nDomicilio: C/ Cuarteles 41, 29002 Málaga',
    'Nombre: Gheorghe Munteanu\nDNI: 30418277K\nDomicilio: Avda. de Andalucía 6, 29740 Torre del Mar',
  ]
  const text = `VENDEDOR\tCOMPRADOR\n${seller}\t${buyer}\nPrecio: 7.900 €`
  const pair = (key: string, value: string) => ({
    key,
    value,
    keySpan: { start: text.indexOf(key), end: text.indexOf(key) + key.length },
    valueSpan: { start: text.indexOf(value), end: text.indexOf(value) + value.length },
    confidence: 0.6,
  })
  const model = { ...modelOfText(text), keyValues: [pair('VENDEDOR', seller), pair('COMPRADOR', buyer)] }
  it('say more of a party than its name', async () => {
    const fields = [
      field('vendedor', 'person'),
      field('comprador', 'person'),
      field('dniVendedor', 'identifier'),
      field('domicilioComprador', 'address'),
    ]
    expect(await factsOf(text, fields, model)).toEqual({
      vendedor: 'Adela Montiel Rueda',
      comprador: 'Gheorghe Munteanu',
      dniVendedor: '25671904F',
      domicilioComprador: 'Avda. de Andalucía 6, 29740 Torre del Mar',
    })
  })
})

describe('amounts in one line', () => {
  it('stand behind the rate of a tax, and behind all words of their label', async () => {
    const text = 'INVOICE\nSubtotal £1,762.00 VAT @ 20% £352.40 Total due £2,114.40'
    expect(await factsOf(text, [field('total'), field('tax'), field('taxRate')])).toEqual({
      total: '2114.40 GBP',
      tax: '352.40 GBP',
      taxRate: '20',
    })
  })
  it.each([
    ['Summa exkl. moms: 42 520,00\nAtt betala SEK: 53 150,00', 'attBetala', '53150.00 SEK'],
    ['Item\tUnit price USD\tAmount USD\nRoses\t0.21\t7,056.00\nTOTAL FOB\t7,056.00', 'total', '7056.00 USD'],
    ['Amount USD: 5.00\nAmount EUR: 4.00', 'amount', undefined],
  ])('have the only currency that labels tell: %j', async (text, name, amount) => {
    const facts = await factsOf(text, [field(name, 'money')])
    expect(amount === undefined ? String(facts[name]).endsWith(' null') : facts[name] === amount).toBe(true)
  })
})

describe('the kind of a paper', () => {
  it.each([
    [
      'NOTIFICARE\nCătre: Agroterm\nTurda, 12.02.2025\nfactura nr. 0442 din 15.11.2024',
      'dataNotificarii',
      '2025-02-12',
    ],
    [
      'SENTENCIA N.º 61/2025\nEn Soria, a 21 de marzo de 2025.\nSe presentó demanda el 9 de octubre de 2024.',
      'fechaSentencia',
      '2025-03-21',
    ],
  ])('by its title is that of a day: %j', async (text, name, day) => {
    expect(await factsOf(text, [field(name, 'date'), field('another', 'date')])).toEqual({ [name]: day })
  })
  it('is none that the paper only speaks of', async () => {
    const text =
      'Sent: 11 March 2025\nSubject: Damaged boxes\nDear all,\nour order arrived wet, as the order of last year.'
    expect(await factsOf(text, [field('orderDate', 'date'), field('lossDate', 'date')])).toEqual({})
  })
  it('has a number that reads like a day', async () => {
    const text = 'UMOWA O DZIEŁO NR 14/05/2025\nzawarta w dniu 19 maja 2025 r.'
    expect(await factsOf(text, [field('numerUmowy', 'identifier'), field('dataZawarcia', 'date')])).toEqual({
      numerUmowy: '14/05/2025',
      dataZawarcia: '2025-05-19',
    })
  })
})

describe('verbs and names', () => {
  it('say of a day what was done', async () => {
    const text = 'Collected: 21/07/2025 08:40\nReported: 22/07/2025'
    expect(await factsOf(text, [field('collectionDate', 'date'), field('reportDate', 'date')])).toEqual({
      collectionDate: '2025-07-21',
      reportDate: '2025-07-22',
    })
  })
  it('are the same with an umlaut and with two letters', async () => {
    const text = 'Verkündet am 04.06.2025\nVerhandlung vom 14.05.2025'
    expect(await factsOf(text, [field('verkuendungsdatum', 'date'), field('verhandlungsdatum', 'date')])).toEqual({
      verkuendungsdatum: '2025-06-04',
      verhandlungsdatum: '2025-05-14',
    })
  })
  it('of a firm go on behind a dash and a comma', async () => {
    const text = 'Prestador: Verde Perto – Jardinagem, Lda., NIPC 508774120'
    expect(await factsOf(text, [field('prestador', 'party')])).toEqual({ prestador: 'Verde Perto – Jardinagem, Lda.' })
  })
  it('of a contract stand each before its own term', async () => {
    const text =
      'ДОГОВОР АРЕНДЫ\nг. Казань «07» апреля 2025 г.\nООО «Волжский склад», именуемое в дальнейшем «Арендодатель», в лице директора Сафина Марата, с одной стороны, и ИП Лаптева Ксения Олеговна, именуемая в дальнейшем «Арендатор», с другой стороны.\nСрок аренды: с 15 апреля 2025 г. по 14 марта 2026 г.'
    const fields = [field('арендодатель', 'party'), field('арендатор', 'party'), field('датаДоговора', 'date')]
    expect(await factsOf(text, [...fields, field('окончание', 'date')])).toEqual({
      арендодатель: 'ООО «Волжский склад»',
      арендатор: 'ИП Лаптева Ксения Олеговна',
      датаДоговора: '2025-04-07',
      окончание: '2026-03-14',
    })
  })
})

describe('sentences', () => {
  it.each<readonly [text: string, wanted: WantedField, fact: unknown]>([
    [
      'The order came to €1,134.00. Could you send more or credit us €198.45?',
      field('creditRequested', 'money'),
      '198.45 EUR',
    ],
    ['31 von 42 Eigentümern sind anwesend.', field('anwesendeEigentuemer', 'integer'), 31],
    ['Chartered engineer with 9 years’ experience of dams.', field('yearsOfExperience', 'integer'), 9],
    [
      'La presente procura ha validità fino al 31 dicembre 2025. Fatto il 4 aprile 2025.',
      field('scadenzaProcura', 'date'),
      '2025-12-31',
    ],
  ])('say some words of a field: %j', async (text, wanted, fact) => {
    expect(await factsOf(text, [wanted, field('another', wanted.type)])).toEqual({ [wanted.name]: fact })
  })
  it('say nothing where two of them say as much', async () => {
    const text = 'A credit of €10.00 was booked. Another credit of €20.00 followed.'
    expect(await factsOf(text, [field('creditRequested', 'money'), field('penalty', 'money')])).toEqual({})
  })
})

describe('the country that a paper shows', () => {
  it('goes before what the document says of itself', async () => {
    const model = modelOfText('Unit 6, Halifax HX1 4PP\nDue: 03/04/2025')
    const request = {
      model,
      profile: 'auto',
      minConfidence: 0.3,
      language: 'en-US',
      fields: [field('dueDate')],
    } as const
    const days = await Promise.all(
      [request, { ...request, locale: 'en-US' }].map((asked) => identifier.identify(asked, { signal })),
    )
    expect(days.map(({ fields }) => fields[0]?.value)).toEqual(['2025-04-03', '2025-03-04'])
  })
  it.each([
    ['Unit 6, Halifax HX1 4PP\nDue: 03/04/2025', '2025-04-03'],
    ['Dublin, tel +353 1 496 0000\nDue: 03/04/2025', '2025-04-03'],
    ['Parramatta NSW 2150\nDue: 03/04/2025', '2025-04-03'],
    ['Austin, TX 78701\nDue: 03/04/2025', '2025-03-04'],
    ['Payable in London\nDue: 03/04/2025', '2025-03-04'],
  ])('decides its days where its locale has none: %j', async (text, day) => {
    const { fields } = await identifier.identify(
      { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, locale: 'en', fields: [field('dueDate')] },
      { signal },
    )
    expect(fields.map(({ value }) => value)).toEqual([day])
  })
})

describe('long papers', () => {
  const fields = [
    field('capitalContenido', 'money'),
    field('orderNumber', 'identifier'),
    field('orderDate', 'date'),
    field('creditRequested', 'money', 'what the customer wants to have back for boxes'),
  ]
  it.each<readonly [string, (size: number) => string]>([
    ['tables', (size) => `Cover\tCapital\tExcess\n${'Contenido\t10 €\t20 €\n'.repeat(size)}`],
    ['labels alone', (size) => 'Order number\nOrder date\nRemarks\n'.repeat(size)],
    ['credits', (size) => 'We credit the boxes with 5 EUR. '.repeat(size)],
    ['titles', (size) => 'ORDER OF THE COURT\n'.repeat(size)],
    ['codes', (size) => 'Amount USD\t'.repeat(size)],
  ])('of %s are read in linear time', async (_, make) => {
    await expectLinearTime(700, make, (text) => factsOf(text, fields))
  })
})
