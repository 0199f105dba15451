import { type FieldType, modelOfText, type WantedField } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found in the lines of a paper, by name; money as `amount currency`, parties by their names. */
async function factsOf(lines: readonly string[], fields?: readonly WantedField[], locale?: string) {
  const text = lines.join('\n')
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3 } as const
  const found = await identifier.identify(
    { ...request, ...(fields ? { fields } : {}), ...(locale === undefined ? {} : { locale }) },
    { signal },
  )
  for (const { raw, span } of found.fields) expect(text.slice(span.start, span.end)).toBe(raw)
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

describe('labels in other words than the name of the field', () => {
  it.each<readonly [line: string, name: string, type: FieldType, value: unknown]>([
    ['Date de paiement : 30/01/2026', 'datePaiement', 'date', '2026-01-30'],
    ['N° Sécurité sociale : 2 91 05 45 234 118 32', 'numeroSecuriteSociale', 'identifier', '291054523411832'],
    ['Ihre Bestellung: 4500071822', 'bestellnummer', 'identifier', '4500071822'],
    ['Personnr: 19940812-2387', 'personnummer', 'identifier', '19940812-2387'],
    ['Steuer-Nr. 216/280/12345', 'steuernummer', 'identifier', '216/280/12345'],
    ['Kiraya veren T.C. no  : 12345678950', 'kirayaVerenTcNo', 'identifier', '12345678950'],
    ['Portadora do Cartão de Cidadão n.º 13245768 4 ZX7, válido', 'cartaoCidadao', 'identifier', '132457684ZX7'],
    ['UMOWA ZLECENIA nr 8/2026', 'numerUmowy', 'identifier', '8/2026'],
    ['Seller / Verkäufer: Acme Trading Ltd', 'seller', 'organization', 'Acme Trading Ltd'],
  ])('%j has %s', async (line, name, type, value) =>
    expect(await factsOf([line], [field(name, type)])).toEqual({ [name]: value }),
  )

  it('are of another where only the stem is the same', async () => {
    expect(await factsOf(['Insured: Ann Lee'], [field('insurer', 'organization')])).toEqual({})
    expect(await factsOf(['Miete: 500 EUR'], [field('mieter', 'person')])).toEqual({})
    expect(await factsOf(['Deposit account: 12345678'], [field('deposit', 'money')])).toEqual({})
  })
})

describe('what a sentence says with the words of a field', () => {
  it.each<readonly [text: string, name: string, type: FieldType, description: string, value: unknown]>([
    ['The receiving party shall return all papers within 14 days.', 'returnPeriod', 'duration', '', 'P14D'],
    ['Signed as a deed by the donor on 14 April 2026.', 'dateSigned', 'date', '', '2026-04-14'],
    ['Please reply by 11 March 2026 if you accept.', 'acceptanceDeadline', 'date', 'reply by', '2026-03-11'],
    ['à payer la somme de 2.500 euros au titre de l’article 700 du code', 'article700', 'money', '', '2500 EUR'],
    ['Umowa zawarta w dniu 11 maja 2026 r. w Lublinie', 'dataZawarcia', 'date', '', '2026-05-11'],
    ['Required delivery: 27 February 2026.', 'deliveryDate', 'date', '', '2026-02-27'],
    ['The flat was last inspected on 9 March 2026.', 'lastInspection', 'date', '', '2026-03-09'],
    ['Bei Abnahme am 12. Dezember 2025 fehlte nichts.', 'abnahmedatum', 'date', '', '2025-12-12'],
    ['du 18 mai 2026 et la livraison le 20 mai 2026.', 'dateLivraison', 'date', '', '2026-05-20'],
    ['Bitte überweisen Sie den Rest bis zum 15.06.2026.', 'zahlbarBis', 'date', '', '2026-06-15'],
    ['shall serve from 16 March 2026 for a fixed term', 'startDate', 'date', '', '2026-03-16'],
    ['may end this on giving one month’s written notice.', 'noticePeriod', 'duration', '', 'P1M'],
  ])('%j has %s', async (text, name, type, description, value) =>
    expect(await factsOf([text], [field(name, type, description)])).toEqual({ [name]: value }),
  )

  it('is no term where it is the period of something else', async () => {
    const text =
      'NON-DISCLOSURE AGREEMENT\nThis Agreement is made by Acme Ltd and Beta Ltd. 6. For a period of one year following the date the Employee leaves, no staff may be hired away.'
    expect(await factsOf([text], [field('term')])).toEqual({})
  })

  it('is that of the sentence, and not of the next', async () => {
    const wanted = [field('returnFreight', 'money'), field('storage', 'money')]
    expect(await factsOf(['All goods go back on return. The bearer has 14 EUR.'], wanted)).toEqual({})
  })
})

describe('parties', () => {
  it('are counted as the paper has them', async () => {
    const lines = ['MUTUAL AGREEMENT', 'Between Tallowmere Analytics LLP, Sheffield, and Dr Ingrid Aasen, Oslo.']
    const wanted = [field('firstParty', 'party'), field('partyB', 'person')]
    expect(await factsOf(lines, wanted)).toEqual({ firstParty: 'Tallowmere Analytics LLP', partyB: 'Ingrid Aasen' })
    expect(await factsOf(['Between Tallowmere Analytics LLP.'], wanted)).toEqual({})
  })

  it('have their term in plain words, each of its own clause', async () => {
    const lines = [
      'Entre les soussignés :',
      'Madame Solange Lefort, demeurant 17 rue des Tanneurs, 37000 Tours, ci-après dénommée le bailleur,',
      'et',
      'Monsieur Baptiste Kermadec, demeurant 4 impasse du Puits, 37300 Joué, ci-après dénommé le locataire,',
    ]
    const wanted = [field('bailleur', 'person'), field('locataire', 'person'), field('adresseBailleur', 'address')]
    expect(await factsOf(lines, wanted)).toEqual({
      bailleur: 'Solange Lefort',
      locataire: 'Baptiste Kermadec',
      adresseBailleur: '17 rue des Tanneurs, 37000 Tours',
    })
  })

  it('have a word before their name that says more of their label', async () => {
    expect(await factsOf(['The donor', 'Mrs Philippa Rowntree'], [field('donor', 'person')])).toEqual({
      donor: 'Philippa Rowntree',
    })
  })

  it('have a role that fills its brackets, or stands below their name', async () => {
    const danish = ['Mellem Nordhavn A/S (arbejdsgiveren) og Freja Holmgaard (medarbejderen) er indgået aftale']
    const wanted = [field('medarbejder', 'person')]
    expect(await factsOf(danish, wanted)).toEqual({ medarbejder: 'Freja Holmgaard' })
    expect(await factsOf(['Colin Farquhar', 'Lettings Officer'], [field('officer', 'person')])).toEqual({
      officer: 'Colin Farquhar',
    })
    const owner = ['Gärtnerei Immergrün', 'Inh. Walburga Thoma']
    expect(await factsOf(owner, [field('inhaber', 'person')])).toEqual({ inhaber: 'Walburga Thoma' })
  })

  it('have days of their own, some words behind the label', async () => {
    const lines = [
      'Tra Tiberio Rossi, nato a Lucca il 9 aprile 1960, di seguito "Locatore",',
      '',
      'e Noemi Bruni, nata a Viareggio il 17 novembre 1991, di seguito "Conduttrice"',
    ]
    const wanted = [field('conduttrice', 'person'), field('dataNascitaConduttrice', 'date')]
    expect(await factsOf(lines, wanted)).toEqual({ conduttrice: 'Noemi Bruni', dataNascitaConduttrice: '1991-11-17' })
  })

  it('appoint and are appointed', async () => {
    const lines = [
      'Hiermit bevollmächtige ich,',
      'Gudrun Sommerfeld, geboren am 03.10.1951,',
      'meinen Neffen',
      'Herrn Lasse Sommerfeld, mich zu vertreten.',
    ]
    const wanted = [field('vollmachtgeberin', 'person'), field('bevollmaechtigter', 'person')]
    expect(await factsOf(lines, wanted)).toEqual({
      vollmachtgeberin: 'Gudrun Sommerfeld',
      bevollmaechtigter: 'Lasse Sommerfeld',
    })
  })

  it('of a letterhead issue the paper', async () => {
    const lines = ['Castellan Foods plc — Payslip', 'Employee: Mr Desmond Aldous']
    expect(await factsOf(lines, [field('employer', 'organization')])).toEqual({ employer: 'Castellan Foods plc' })
  })

  it('that a policy is sent to are insured, and its address is theirs', async () => {
    const lines = [
      'Assekuranz AG',
      'Postfach 10 44 20',
      '20038 Hamburg',
      '',
      'Frau',
      'Svenja Paulsen',
      'Deichstraße 27b',
      '25746 Heide',
    ]
    const wanted = [
      field('versicherungsnehmer', 'person'),
      field('adresse', 'address', 'Anschrift des Versicherungsnehmers'),
    ]
    expect(await factsOf(lines, wanted)).toEqual({
      versicherungsnehmer: 'Svenja Paulsen',
      adresse: 'Deichstraße 27b, 25746 Heide',
    })
  })
})

describe('numbers of papers and registers', () => {
  it.each<readonly [text: string, name: string, value: unknown]>([
    ['of 6 January 2026 under your policy HOM-7741209.', 'policyNumber', 'HOM-7741209'],
    ['N° RG 25/03418 - N° Portalis DBYC', 'numeroRG', '25/03418'],
    ['a partnership registered in England under number OC418822 whose', 'registrationNumber', 'OC418822'],
    ['Ihre Bestellung 4500017722 vom 02.04.2026', 'bestellnummer', '4500017722'],
  ])('%j', async (text, name, value) =>
    expect(await factsOf([text], [field(name, 'identifier')])).toEqual({ [name]: value }),
  )

  it('have the court that keeps them', async () => {
    expect(
      await factsOf(['mit Sitz in Pirmasens (Amtsgericht Zweibrücken, HRB 31877)'], [field('registergericht', 'text')]),
    ).toEqual({ registergericht: 'Amtsgericht Zweibrücken' })
  })

  it('are no title where that begins with a small letter', async () => {
    expect(await factsOf(['dieser Vertrag nr 8/2026'], [field('umowaVertragNr', 'identifier')])).toEqual({})
  })
})

describe('labels of a field', () => {
  it.each<readonly [text: string, name: string, type: FieldType, value: unknown]>([
    ['Date of admission: 2 June 2026\nDate of discharge: 5 June 2026', 'dischargeDate', 'date', '2026-06-05'],
    ['le transport de 18 palettes de Vannes', 'nombrePalettes', 'integer', 18],
    ['dividido en 300 participaciones de 10 euros', 'numeroParticipaciones', 'integer', 300],
    ['Devis transport n° DT-2026-114', 'numeroDevis', 'identifier', 'DT-2026-114'],
    ['Schlussrechnung Nr. 25-1987 vom 8. Januar 2026', 'rechnungsnummer', 'identifier', '25-1987'],
    ['Schlussrechnung Nr. 25-1987 vom 8. Januar 2026', 'rechnungsdatum', 'date', '2026-01-08'],
    ['Montant qui vous sera remboursé : 264 €', 'montantRembourse', 'money', '264 EUR'],
    ['第二条 租赁期限为三年', '租赁期限', 'duration', 'P3Y'],
    ['第三条 月租金为人民币28,000元', '月租金', 'money', '28000 CNY'],
    ['出租方（甲方）：王建国', '甲方', 'person', '王建国'],
    ['自2026年6月1日起至2029年5月31日止', '截止日期', 'date', '2029-05-31'],
  ])('%j', async (text, name, type, value) =>
    expect(await factsOf(text.split('\n'), [field(name, type)])).toEqual({ [name]: value }),
  )

  it('tell an amount with tax from one without', async () => {
    const lines = ['Total : 1 236,90 € HT, soit 1 484,28 € TTC']
    expect(await factsOf(lines, [field('totalTTC', 'money')])).toEqual({ totalTTC: '1484.28 EUR' })
    const both = ['Total $1,922.40', 'Deposit received -$500.00', 'Balance due $1,422.40']
    expect(await factsOf(both, [field('total'), field('balanceDue', 'money')])).toEqual({
      total: '1922.40 USD',
      balanceDue: '1422.40 USD',
    })
  })
})

describe('values beside labels', () => {
  it('belong to the label before them, where that has a mark', async () => {
    const text = ['Net : 1 595,62 € Impôt sur le revenu (taux 3,10 %) : 49,46 € Net payé : 1 546,16 €']
    expect(await factsOf(text, [field('impôt', 'money', 'Impôt sur le revenu')])).toEqual({ impôt: '49.46 EUR' })
    const japanese = ['小計：￥620,000 消費税（10%）：￥62,000 合計：￥682,000']
    expect(await factsOf(japanese, [field('消費税', 'money'), field('合計', 'money')])).toEqual({
      消費税: '62000 JPY',
      合計: '682000 JPY',
    })
  })

  it('end where a value is whole and other words and a mark follow', async () => {
    const lines = ['Véhicule : Dacia Sandero Votre interlocutrice : Maud Perrichon']
    expect(await factsOf(lines, [field('véhicule', 'text')])).toEqual({ véhicule: 'Dacia Sandero' })
  })

  it('are no number of a register where they are an amount', async () => {
    const wanted = [field('numeroTva', 'identifier')]
    expect(await factsOf(['TVA 20 %\t2 916,00 €'], wanted)).toEqual({})
    expect(await factsOf(['TVA 8,1 %\tCHF 22.47'], wanted)).toEqual({})
    expect(await factsOf(['N° TVA\tFR 12 345678901'], wanted)).toEqual({ numeroTva: 'FR12345678901' })
  })

  it('are names without the first word of the next label, and without a title', async () => {
    const lines = [
      'Vår ref.: Sigurd Lie Deres ref.: R. Tveit',
      'Vétérinaire : Dre Mathilde Fornerod',
      'Contact: Captain Ewan Strachan',
    ]
    const wanted = [field('varRef', 'person'), field('vétérinaire', 'person'), field('contact', 'person')]
    expect(await factsOf(lines, wanted)).toEqual({
      varRef: 'Sigurd Lie',
      vétérinaire: 'Mathilde Fornerod',
      contact: 'Ewan Strachan',
    })
  })

  it('may begin with an area code in brackets', async () => {
    const lines = ['Phone (218) 555-0143', 'Fax (218) 555-0199']
    expect(await factsOf(lines, [field('fax', 'phone')], 'en-US')).toEqual({ fax: '+12185550199' })
  })

  it('are no money where something is weighed, and no number where a rate is', async () => {
    expect(await factsOf(['Total weight: 1,020 kg'], [field('total', 'money')])).toEqual({})
    expect(await factsOf(['TVA 10 %: 82 €'], [field('vatId', 'identifier')])).toEqual({})
  })

  it('keep the letters behind a number, and the mark before it apart', async () => {
    const lines = ['con matrícula 4821 KLM, número', 'Delivery note: No. DN-77120']
    expect(await factsOf(lines, [field('matrícula', 'identifier'), field('delivery note', 'identifier')])).toEqual({
      matrícula: '4821 KLM',
      'delivery note': 'DN-77120',
    })
  })

  it('are behind whose register it is', async () => {
    const lines = ['immatriculée au RCS de Bordeaux sous le numéro 488 765 432, représentée']
    expect(await factsOf(lines, [field('rcs', 'identifier')])).toEqual({ rcs: '488765432' })
    expect(await factsOf(['AG Bayreuth HRB 4711'], [field('handelsregister', 'identifier')])).toEqual({
      handelsregister: 'HRB 4711',
    })
  })
})

describe('the first and the last day', () => {
  it.each<readonly [line: string, first: string, last: string]>([
    ['Leistungszeitraum: 05.01.2026 – 30.01.2026', 'servicePeriodStart', 'servicePeriodEnd'],
    ['Hyrestid: från och med 5 januari 2026 till och med 30 januari 2026', 'hyrestidStart', 'hyrestidSlut'],
    ['in Behandlung vom 05.01.2026 bis 30.01.2026', 'aufnahmedatum', 'entlassungsdatum'],
    ['időtartama: 2026. január 5. - 2026. január 30.', 'kezdete', 'vége'],
    ['à compter du 5 janvier 2026 pour se terminer le 30 janvier 2026', 'dateDébut', 'dateFin'],
    ['από 5 Ιανουαρίου 2026 έως 30 Ιανουαρίου 2026', 'έναρξη', 'λήξη'],
  ])('%j', async (line, first, last) =>
    expect(await factsOf([line], [field(first, 'date'), field(last, 'date')])).toEqual({
      [first]: '2026-01-05',
      [last]: '2026-01-30',
    }),
  )

  it('are those of the period that the name says', async () => {
    const lines = ['Contract period: 1 May 2026 to 30 June 2026', 'Warranty period: 1 July 2026 to 30 June 2028']
    expect(await factsOf(lines, [field('warrantyStart', 'date'), field('warrantyEnd', 'date')])).toEqual({
      warrantyStart: '2026-07-01',
      warrantyEnd: '2028-06-30',
    })
  })
})

describe('what belongs to a party', () => {
  it('stands in the block below its name', async () => {
    const lines = [
      'Sprzedawca',
      'Stolarnia Dąb Sp. z o.o.',
      'ul. Lubicka 48',
      '87-100 Toruń',
      'NIP: 8792456139',
      '',
      'Nabywca',
      'Hotel Copernicus Sp. z o.o.',
      'ul. Bulwar 11',
      '87-100 Toruń',
      'NIP: 9561234562',
    ]
    const fields = [
      field('sprzedawca', 'organization'),
      field('nabywca', 'organization'),
      field('nipSprzedawcy', 'identifier'),
      field('nipNabywcy', 'identifier'),
      field('adresNabywcy', 'address'),
    ]
    expect(await factsOf(lines, fields)).toEqual({
      sprzedawca: 'Stolarnia Dąb Sp. z o.o.',
      nabywca: 'Hotel Copernicus Sp. z o.o.',
      nipSprzedawcy: '8792456139',
      nipNabywcy: '9561234562',
      adresNabywcy: 'ul. Bulwar 11, 87-100 Toruń',
    })
  })

  it('stands in the column below its name', async () => {
    const lines = [
      'Dodavatel:\tOdběratel:',
      'Truhlářství Novák s.r.o.\tZákladní škola Lipůvka',
      'Masarykova 118\tLipůvka 283',
      '602 00 Brno\t679 22 Lipůvka',
      'IČO: 27074358\tIČO: 62073109',
    ]
    const fields = [
      field('dodavatel', 'organization'),
      field('odběratel', 'organization'),
      field('ičoDodavatele', 'identifier'),
      field('ičoOdběratele', 'identifier'),
      field('adresaDodavatele', 'address'),
      field('adresaOdběratele', 'address'),
    ]
    expect(await factsOf(lines, fields)).toEqual({
      dodavatel: 'Truhlářství Novák s.r.o.',
      odběratel: 'Základní škola Lipůvka',
      ičoDodavatele: '27074358',
      ičoOdběratele: '62073109',
      adresaDodavatele: 'Masarykova 118, 602 00 Brno',
      adresaOdběratele: 'Lipůvka 283, 679 22 Lipůvka',
    })
  })

  it('is said behind its name', async () => {
    const lines = [
      'De una parte, D. Ginés Ferrándiz Mula, con D.N.I. 22134567Q y domicilio en C/ Vara de Rey, 45, 26002 Logroño (en adelante, el VENDEDOR).',
      'De otra parte, Dña. Nuria Echeverría Oca, con D.N.I. 16578901P (en adelante, la COMPRADORA).',
    ]
    const fields = [
      field('vendedor', 'person'),
      field('comprador', 'person'),
      field('dniVendedor', 'identifier'),
      field('dniComprador', 'identifier'),
      field('domicilioVendedor', 'address'),
    ]
    expect(await factsOf(lines, fields)).toEqual({
      vendedor: 'Ginés Ferrándiz Mula',
      comprador: 'Nuria Echeverría Oca',
      dniVendedor: '22134567Q',
      dniComprador: '16578901P',
      domicilioVendedor: 'C/ Vara de Rey, 45, 26002 Logroño',
    })
  })
})

describe('addresses', () => {
  it('beside another column are each under their own label', async () => {
    const lines = [
      'Deliver to:                    Invoice to:',
      'K Prendergast Joinery          Prendergast Group Ltd',
      'Yard 3, Thornhill Works        14 Chapel Hill',
      'Dewsbury WF12 9QE              Leeds LS2 7EY',
    ]
    const fields = [field('deliveryAddress', 'address'), field('invoiceAddress', 'address')]
    expect(await factsOf(lines, fields)).toEqual({
      deliveryAddress: 'Yard 3, Thornhill Works, Dewsbury WF12 9QE',
      invoiceAddress: '14 Chapel Hill, Leeds LS2 7EY',
    })
  })

  it.each([
    ['im Hause des Hauses Bäckerstraße 18, 38640 Goslar', 'Bäckerstraße 18, 38640 Goslar'],
    ['byt č. 6 v domě na adrese Botanická 29, 602 00 Brno', 'Botanická 29, 602 00 Brno'],
    ['situé 40 avenue du Maréchal Foch, 71400 Autun (SIREN 345 678 901)', '40 avenue du Maréchal Foch, 71400 Autun'],
    ['Pos. INPS 5804123456\nVia Cecili 9\n06049 Spoleto', 'Via Cecili 9, 06049 Spoleto'],
    ['personnummer 910305-4417, Magasinsgatan 2, 903 27 Umeå', 'Magasinsgatan 2, 903 27 Umeå'],
  ])('have nothing of what stands around them: %j', async (text, value) => {
    const { entities } = await identifier.identify(
      { model: modelOfText(text), profile: 'auto', minConfidence: 0.3 },
      { signal },
    )
    expect(entities.filter(({ type }) => type === 'address').map((address) => address.value)).toEqual([value])
  })
})

describe('who says, claims, appoints', () => {
  it.each<readonly [text: string, name: string, type: FieldType, value: string]>([
    [
      'Eu, Filipa Moutinho Serrão, solteira, constituo procurador o Dr. Baltazar Rocha',
      'mandante',
      'person',
      'Filipa Moutinho Serrão',
    ],
    ['Je soussignée, Madame Clotilde Rigaud, certifie', 'signataire', 'person', 'Clotilde Rigaud'],
    [
      'confiere poder especial a favor de su hija DOÑA MARTA TRINIDAD SALGUERO, con',
      'apoderado',
      'person',
      'MARTA TRINIDAD SALGUERO',
    ],
    ['en nombre y representación de DON ANSELMO QUIROGA PRADO, mayor', 'demandante', 'person', 'ANSELMO QUIROGA PRADO'],
    [
      'formulo DEMANDA contra la mercantil REFORMAS PISUERGA, S.L., con CIF',
      'demandado',
      'organization',
      'REFORMAS PISUERGA, S.L.',
    ],
    ['vertegenwoordigd door de heer W.J. Terpstra, hierna', 'vertegenwoordiger', 'person', 'W.J. Terpstra'],
    ['Signed: Ewan MacCrimmon, Export Manager', 'signatory', 'person', 'Ewan MacCrimmon'],
  ])('%j', async (text, name, type, value) => {
    const description = name === 'vertegenwoordiger' ? 'vertegenwoordigd door' : undefined
    expect(await factsOf([text], [field(name, type, description)])).toEqual({ [name]: value })
  })

  it('stands at the head of a curriculum vitae', async () => {
    const lines = ['Tobias R. Whitlock', 'Mechanical Design Engineer', '', 'Work experience', 'Kestrel Rail Ltd']
    expect(await factsOf(lines, [field('name')])).toEqual({ name: 'Tobias R. Whitlock' })
  })

  it('is a couple, and no number of a claim', async () => {
    const lease = 'den Eheleuten Rüdiger und Annegret Stahnke, Eschenweg 3, 38640 Goslar\n– im Folgenden „Vermieter“ –'
    expect(await factsOf([lease], [field('vermieter', 'party')])).toEqual({ vermieter: 'Rüdiger und Annegret Stahnke' })
    const caption = [
      'IN THE COUNTY COURT AT READING',
      'Claim No: L7QZ93Y4',
      'BETWEEN:',
      '(1) MR OLIVER STRATHDEE',
      'Claimant',
    ]
    expect(await factsOf(caption, [field('claimant', 'person')])).toEqual({ claimant: 'OLIVER STRATHDEE' })
  })

  it('has the article of Nordic languages behind the role', async () => {
    const lines = [
      'Mellan Norrskens Bageri AB (nedan kallad "Arbetsgivaren") och Elias Bergdahl, personnummer 910305-4417 (nedan kallad "Arbetstagaren") har avtal träffats.',
    ]
    expect(await factsOf(lines, [field('arbetsgivare', 'organization'), field('arbetstagare', 'person')])).toEqual({
      arbetsgivare: 'Norrskens Bageri AB',
      arbetstagare: 'Elias Bergdahl',
    })
  })
})

describe('the day of a paper', () => {
  it.each<readonly [lines: readonly string[], name: string]>([
    [['January 26, 2026', '', 'RE: Claim 4417', 'Date of Loss: December 29, 2025', 'Dear Mr. Fairchild:'], 'date'],
    [['Con fecha 12 de mayo de 2025 las partes firmaron.', 'En Valladolid, a 26 de enero de 2026.'], 'fecha'],
    [['depuis le 4 septembre 2017', 'Fait à Autun, le 26 janvier 2026, pour servir.'], 'dateAttestation'],
    [['Kielce, dnia 26 stycznia 2026 r.', 'Data zdarzenia: 2 stycznia 2026 r.'], 'dataPisma'],
    [['Rechnung Nr. 2025-1187 vom 26. Januar 2026', 'zahlbar bis 3. April 2026'], 'rechnungsdatum'],
  ])('%j', async (lines, name) => expect(await factsOf(lines, [field(name, 'date')])).toEqual({ [name]: '2026-01-26' }))
})

describe('papers without a schema', () => {
  it('are invoices in more languages, with one rate of tax', async () => {
    const lines = [
      'Faktura VAT nr FV/118/02/2026',
      'Data wystawienia: 2026-02-24',
      'Razem netto: 9 960,00 PLN',
      'VAT 23%: 2 290,80 PLN',
      'Razem do zapłaty: 12 250,80 PLN',
    ]
    expect(await factsOf(lines)).toMatchObject({ invoiceDate: '2026-02-24', taxRate: '23', total: '12250.80 PLN' })
  })

  it('have the parties of a lease by their roles', async () => {
    const lines = ['Lease agreement. This agreement', 'Landlord: Oakhaven Lettings Ltd', 'Tenant: Ms Imogen Hartley']
    expect(await factsOf(lines)).toMatchObject({ landlord: 'Oakhaven Lettings Ltd', tenant: 'Imogen Hartley' })
    const { fields } = await identifier.identify(
      { model: modelOfText(lines.join('\n')), profile: 'auto', minConfidence: 0.3 },
      { signal },
    )
    expect(fields.filter(({ name }) => name === 'parties').map(({ raw }) => raw)).toEqual([
      'Oakhaven Lettings Ltd',
      'Imogen Hartley',
    ])
  })
})

describe('firms', () => {
  it.each([
    ['Замовник: ТОВ «Карпатський дім», Львів', 'ТОВ «Карпатський дім»'],
    ['甲方：苏州华瑞电子有限公司', '苏州华瑞电子有限公司'],
    ['山田デザイン株式会社\n〒150-0002', '山田デザイン株式会社'],
    ['Zakład Ubezpieczeń „Wspólna Droga” S.A.', 'Zakład Ubezpieczeń „Wspólna Droga” S.A.'],
    ['MEng, University of Sheffield, 2016', 'University of Sheffield'],
    ['ESCRITURA DE SOCIEDAD LIMITADA\nSe denomina Sidra y Mar, S.L.', 'Sidra y Mar, S.L.'],
    ['Condamne la S.A.S. ARMOR RÉNOVATION à payer', 'S.A.S. ARMOR RÉNOVATION'],
    ['Gesellschafterversammlung der Morgenrot Verpackungen GmbH', 'Morgenrot Verpackungen GmbH'],
    ['Kıvanç Mobilya San. ve Tic. Ltd. Şti.', 'Kıvanç Mobilya San. ve Tic. Ltd. Şti.'],
    ['IBAN bei der Banca Popolare di Lecco', 'Banca Popolare di Lecco'],
  ])('are named in %j', async (text, value) => {
    const { entities } = await identifier.identify(
      { model: modelOfText(text), profile: 'auto', minConfidence: 0.3 },
      { signal },
    )
    expect(entities.filter(({ type }) => type === 'organization').map((firm) => firm.value)).toEqual([value])
  })
})
