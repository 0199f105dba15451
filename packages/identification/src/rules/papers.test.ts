import { type FieldType, modelOfText, type WantedField } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found in the lines of a paper, by name; each value is what its span says. */
async function factsOf(
  lines: readonly string[],
  fields?: readonly WantedField[],
  locale?: string,
): Promise<Record<string, unknown>> {
  const text = lines.join('\n')
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3 } as const
  const found = await identifier.identify(
    { ...request, ...(fields ? { fields } : {}), ...(locale ? { locale } : {}) },
    { signal },
  )
  for (const { raw, span } of found.fields) expect(text.slice(span.start, span.end)).toBe(raw)
  return Object.fromEntries(found.fields.map(({ name, value }) => [name, value]))
}
const field = (name: string, type: FieldType, ...labels: string[]): WantedField => ({
  name,
  type,
  ...(labels.length > 0 ? { labels } : {}),
})

describe('columns that spaces make', () => {
  it('have the value below their label, and not the label beside it', async () => {
    const lines = [
      'Bill To:                         Invoice #: BW-20417',
      'Marcus Delacroix                 Invoice Date: 09/14/2026',
      '118 Alder Court                  Due Date: 10/14/2026',
    ]
    expect(await factsOf(lines, [field('buyer', 'person'), { name: 'invoiceNumber' }], 'en-US')).toEqual({
      buyer: 'Marcus Delacroix',
      invoiceNumber: 'BW-20417',
    })
    const polish = ['Sprzedawca:                 Nabywca:', 'Zielony Dom Sp. z o.o.      Kancelaria Anna Wiśniewska']
    expect(await factsOf(polish, [field('sprzedawca', 'organization'), field('nabywca', 'organization')])).toEqual({
      sprzedawca: 'Zielony Dom Sp. z o.o.',
      nabywca: 'Kancelaria Anna Wiśniewska',
    })
  })

  it('have an address in the block below its label, behind the names', async () => {
    const lines = [
      'Afleveradres:',
      'Restaurant De Lepel',
      't.a.v. mevrouw S. de Wit',
      'Oudegracht 201',
      '3511 NH Utrecht',
    ]
    expect(await factsOf(lines, [field('afleveradres', 'address'), field('contact', 'person', 't.a.v.')])).toEqual({
      afleveradres: 'Oudegracht 201, 3511 NH Utrecht',
      contact: 'S. de Wit',
    })
  })
})

describe('terms that a paper defines', () => {
  it('stand for what is before them', async () => {
    const lines = [
      'Redbud Coffee, Inc., a Texas corporation ("Borrower"), promises to pay Guillermo Santos ("Lender") 60 payments,',
      'the first on February 1, 2026 and the last on January 1, 2031 (the "Maturity Date"). Date: January 5, 2026',
    ]
    const fields = [field('borrower', 'organization'), field('lender', 'person'), field('maturityDate', 'date')]
    expect(await factsOf(lines, fields)).toEqual({
      borrower: 'Redbud Coffee, Inc.',
      lender: 'Guillermo Santos',
      maturityDate: '2031-01-01',
    })
  })

  it('are said in capitals of Mexican contracts, with who represents the firm between', async () => {
    const lines = [
      'CONTRATO QUE CELEBRAN, POR UNA PARTE, TEXTILES DEL BAJÍO, S.A. DE C.V., REPRESENTADA POR EL C. RODRIGO ESQUIVEL LUNA, EN LO SUCESIVO',
      '"EL CLIENTE", Y LA C. XIMENA ORTEGA PADILLA, EN LO SUCESIVO "EL PRESTADOR".',
      'RFC de EL CLIENTE: TBA980317K45',
    ]
    const fields = [field('cliente', 'organization'), field('prestador', 'person'), field('rfc', 'identifier')]
    const text = [lines.join(' ').replace(' RFC', '\nRFC')]
    expect(await factsOf(text, fields)).toEqual({
      cliente: 'TEXTILES DEL BAJÍO, S.A. DE C.V.',
      prestador: 'XIMENA ORTEGA PADILLA',
      rfc: 'TBA980317K45',
    })
  })
})

describe('words between a label and its mark', () => {
  it('leave the value to the first of two labels where they say more of it', async () => {
    const lines = ['Loyer mensuel hors charges : 595 €', 'Provision pour charges : 65,00 €']
    const fields = [field('loyer', 'money'), field('charges', 'money', 'Provision pour charges')]
    expect(await factsOf(lines, fields)).toEqual({
      loyer: { amount: '595', currency: 'EUR' },
      charges: { amount: '65.00', currency: 'EUR' },
    })
  })

  it('end no value of another kind in a sentence', async () => {
    const lines = [
      'Subject: Re: Closing (File RT-26-3391)',
      'with interest on the unpaid principal at the rate of 6.25% per annum',
    ]
    expect(
      await factsOf(lines, [{ name: 'subject' }, field('interestRate', 'percent'), field('principal', 'money')]),
    ).toEqual({ subject: 'Re: Closing (File RT-26-3391)', interestRate: '6.25' })
  })
})

describe('numbers', () => {
  it('stand before the word that they count, and are how many hours there are', async () => {
    const lines = [
      'bestehend aus 3 Zimmern, beschlossen mit 12 Ja-Stimmen, 1 Enthaltung',
      'Hours of work: 37.5 hours per week',
    ]
    const fields = [
      field('rooms', 'integer', 'Zimmern'),
      field('yes', 'integer', 'Ja-Stimmen'),
      field('hoursPerWeek', 'number', 'Hours of work'),
    ]
    expect(await factsOf(lines, fields)).toEqual({ rooms: 3, yes: 12, hoursPerWeek: '37.5' })
  })

  it('are no guess where there are several and no label', async () => {
    expect(await factsOf(['Unit 4 has 12 windows and 3 doors.'], [field('floor', 'integer')])).toEqual({})
  })

  it('of years and registers hide no amount behind them', async () => {
    const lines = [
      'Der Jahresüberschuss 2025 in Höhe von EUR 118.340,17 wird festgestellt.',
      'TPS (5 %) 123456789 RT0001                            91,82 $',
      'TVQ (9,975 %) 1234567890 TQ0001                      183,18 $',
    ]
    const fields = [
      field('surplus', 'money', 'Jahresüberschuss'),
      field('tps', 'money'),
      field('tvq', 'money'),
      field('rate', 'percent', 'TVQ'),
    ]
    expect(await factsOf(lines, fields, 'fr-CA')).toMatchObject({
      surplus: { amount: '118340.17' },
      tps: { amount: '91.82' },
      tvq: { amount: '183.18' },
      rate: '9.975',
    })
  })
})

describe('labels and names', () => {
  it('are short in letters without case, and where the caller says so', async () => {
    const lines = ['小計\t¥120,000', 'Vigencia: del 1 de marzo de 2026 al 28 de febrero de 2027']
    expect(await factsOf(lines, [field('net', 'money', '小計'), field('last', 'date', 'al')])).toEqual({
      net: { amount: '120000', currency: 'JPY' },
      last: '2027-02-28',
    })
  })

  it('leave out titles and what follows in brackets', async () => {
    const lines = [
      'Salarié : Mme LEFORT Camille',
      'Odběratel: Mgr. Kateřina Dvořáková',
      'From: Theodora Blankenship <tb@ridgeway.example>',
    ]
    const fields = [field('salarie', 'person'), field('odberatel', 'person'), field('sender', 'person', 'From')]
    expect(await factsOf(lines, fields)).toEqual({
      salarie: 'LEFORT Camille',
      odberatel: 'Kateřina Dvořáková',
      sender: 'Theodora Blankenship',
    })
  })

  it('are pairs where the lines of a form are numbered', async () => {
    const text = '1. Apelido: Tavares\n4. Local de nascimento: Mindelo'
    const { keyValues } = await identifier.identify(
      { model: modelOfText(text), profile: 'auto', minConfidence: 0.3 },
      { signal },
    )
    expect(keyValues.map(({ key, value }) => [key, value])).toEqual([
      ['Apelido', 'Tavares'],
      ['Local de nascimento', 'Mindelo'],
    ])
  })
})

describe('addresses', () => {
  it('have their unit, and neither name nor label before them', async () => {
    const addresses = async (line: string): Promise<unknown> =>
      (await factsOf([line], [field('address', 'address')]))['address']
    expect(await addresses('Place of work: Unit 4, Sherwood Business Park, Nottingham NG15 0DT')).toBe(
      'Unit 4, Sherwood Business Park, Nottingham NG15 0DT',
    )
    expect(await addresses('Deliver to:\nShed 9, 22 Slipway Road\nHenderson WA 6166')).toBe(
      'Shed 9, 22 Slipway Road, Henderson WA 6166',
    )
    expect(await addresses('Inhaber: Rüegg Holzbau GmbH, Dorfstrasse 3, 8633 Wolfhausen')).toBe(
      'Dorfstrasse 3, 8633 Wolfhausen',
    )
    expect(await addresses('Madame Solange Perrinjaquet, chemin des Fleurettes 12, 1007 Lausanne')).toBe(
      'chemin des Fleurettes 12, 1007 Lausanne',
    )
    expect(await addresses('1250, boul. René-Lévesque Ouest, bureau 2200\nMontréal (Québec) H3B 4W8')).toBe(
      '1250, boul. René-Lévesque Ouest, bureau 2200, Montréal (Québec) H3B 4W8',
    )
  })

  it('of what is let stand behind a word for it, not behind who lives elsewhere', async () => {
    const lines = [
      'Frau Ingeborg Salzmann, Lindenallee 8, 04109 Leipzig',
      '',
      'Vermietet wird die Wohnung im 2. Obergeschoss links, Könneritzstraße 17, 04229 Leipzig.',
    ]
    expect(await factsOf(lines, [{ name: 'propertyAddress' }])).toEqual({
      propertyAddress: 'Könneritzstraße 17, 04229 Leipzig',
    })
  })
})

describe('numbers of papers in groups', () => {
  it('are whole where a cell has nothing else', async () => {
    const lines = [
      'Schadennummer: S 2026/118 402',
      'PO Number: PO 2026 0398',
      'Cuenta CLABE: 012 180 01234567891 7',
      'HRB 21 448 KI',
      'Order no: 4711 USD 500',
    ]
    const names = ['schadennummer', 'poNumber', 'clabe', 'handelsregister', 'orderNumber']
    const fields = names.map((name) => field(name, 'identifier', ...(name === 'handelsregister' ? ['HRB'] : [])))
    expect(await factsOf(lines, fields)).toEqual({
      schadennummer: 'S 2026/118 402',
      poNumber: 'PO 2026 0398',
      clabe: '012180012345678917',
      handelsregister: '21 448 KI',
      orderNumber: '4711',
    })
  })
})

describe('papers of courts and signatures', () => {
  it('have parties over several lines beside the number of the case', async () => {
    const lines = [
      '              UNITED STATES DISTRICT COURT',
      'LUMEN LABS, INC.,',
      '        Plaintiff,',
      '   v.                        Case No. 3:26-cv-04417-TLT',
      'BASTION DATA CORP. and',
      'DOES 1-10,',
      '        Defendants.',
      'Dated: July 10, 2026    /s/ Priya Ramanathan',
    ]
    const names = ['court', 'plaintiff', 'defendant', 'caseNumber']
    expect(await factsOf(lines, [...names.map((name) => ({ name })), { name: 'signatory' }])).toMatchObject({
      court: 'UNITED STATES DISTRICT COURT',
      plaintiff: { name: 'LUMEN LABS, INC.', role: 'Plaintiff' },
      defendant: { name: 'BASTION DATA CORP.' },
      caseNumber: '3:26-cv-04417-TLT',
      signatory: 'Priya Ramanathan',
    })
  })

  it('are signed by who stands below the closing', async () => {
    const lines = ['Dear Mrs Whitcombe', '', 'Please pay.', '', 'Yours sincerely', '', 'Daniel Treadwell', 'Partner']
    expect(await factsOf(lines, [{ name: 'signatory' }])).toEqual({ signatory: 'Daniel Treadwell' })
  })
})

describe('days and terms in words', () => {
  it.each([
    ['a catorce de abril de dos mil veintiséis', '2026-04-14'],
    ['le quinze mars deux mille vingt-six', '2026-03-15'],
    ['il ventotto febbraio duemilaventisei', '2026-02-28'],
    ['aos trinta e um dias do mês de janeiro do ano de dois mil e vinte e sete', '2027-01-31'],
    ['am fünfzehnten März zweitausendsechsundzwanzig', '2026-03-15'],
    ['nato il tre aprile millenovecentonovantotto', '1998-04-03'],
    ['op drie mei tweeduizend zesentwintig', '2026-05-03'],
  ])('read %j', async (text, date) => {
    expect(await factsOf([text], [field('day', 'date')])).toEqual({ day: date })
  })

  it.each([
    ['Terms: Net 30', 'P30D'],
    ['Opsigelsesvarsel: 3 måneder', 'P3M'],
    ['Výpovědní lhůta: 2 měsíce', 'P2M'],
    ['Irtisanomisaika: 6 viikkoa', 'P6W'],
  ])('read %j', async (text, duration) => {
    expect(await factsOf([text], [field('length', 'duration')])).toEqual({ length: duration })
  })
})

describe('what forms and statements print', () => {
  it('has days in the order that the form asks for', async () => {
    const lines = ['Date of birth (DD/MM/YYYY): 07/09/1985', 'Issued: 11/03/2022']
    expect(await factsOf(lines, [{ name: 'birthDate' }, field('issued', 'date')], 'en-US')).toEqual({
      birthDate: '1985-09-07',
      issued: '2022-03-11',
    })
  })

  it('has a currency in a column of its own', async () => {
    const lines = ["Total exkl. MWST       CHF   13'816.30", 'Balance:\t$\t-12.50']
    expect(await factsOf(lines, [field('net', 'money', 'Total exkl. MWST'), field('balance', 'money')])).toEqual({
      net: { amount: '13816.30', currency: 'CHF' },
      balance: { amount: '-12.50', currency: 'USD' },
    })
  })

  it('tells a shorter label from a longer one that begins with it', async () => {
    const lines = ['Zahlbar 30 Tage netto, 2% Skonto innert 10 Tagen', 'waarborgsom van 10% (€ 68.900,-)']
    const fields = [
      field('skonto', 'percent'),
      field('frist', 'duration', 'Skonto innert'),
      field('waarborgsom', 'money'),
      field('share', 'percent', 'waarborgsom van'),
    ]
    expect(await factsOf(lines, fields)).toEqual({
      skonto: '2',
      frist: 'P10D',
      waarborgsom: { amount: '68900', currency: 'EUR' },
      share: '10',
    })
  })

  it('has names before a long rest of their line, numbers behind connecting words, and abbreviated births', async () => {
    const lines = [
      `OUTORGANTE: Helena Prado, brasileira, divorciada, arquiteta, inscrita no CPF sob o nº 123.456.789-09, residente na Alameda Santos, 1470, CEP 01418-100, São Paulo/SP, geb. 02.02.1988`,
    ]
    const fields = [field('outorgante', 'person'), field('cpf', 'identifier'), { name: 'birthDate' }]
    expect(await factsOf(lines, [...fields, field('address', 'address', 'residente na')])).toEqual({
      outorgante: 'Helena Prado',
      cpf: '123.456.789-09',
      birthDate: '1988-02-02',
      address: 'Alameda Santos, 1470, CEP 01418-100, São Paulo/SP',
    })
  })

  it.each([
    'ul. Święty Marcin 80/82, 61-809 Poznań',
    '3 venelle du Port, 44600 Saint-Nazaire',
    'Vestergade 48, 3. tv., 8000 Aarhus C',
    'Bağdat Caddesi No: 215 D: 7, 34730 Kadıköy / İstanbul',
  ])('has the address %s', async (address) => {
    expect(await factsOf([`X: ${address}`], [field('address', 'address')])).toEqual({ address })
  })

  it('has names in the labelled lines of a block, and at once behind a label of the caller', async () => {
    const lines = [
      'TOMADOR DE SERVIÇOS',
      'CPF/CNPJ: 45.997.418/0001-53',
      'Nome/Razão Social: Construtora Pau-Brasil S.A.',
      '',
      'Notices: attn. Marguerite Fontaine, and représenté par Maître Élise TANGUY, avocat',
      '',
      'Supplier:',
      'Southern Cross Fasteners',
    ]
    const fields = [
      field('tomador', 'organization', 'TOMADOR DE SERVIÇOS'),
      field('contact', 'person', 'attn.'),
      field('lawyer', 'person', 'représenté par'),
      field('supplier', 'organization'),
    ]
    expect(await factsOf(lines, fields)).toEqual({
      tomador: 'Construtora Pau-Brasil S.A.',
      contact: 'Marguerite Fontaine',
      lawyer: 'Élise TANGUY',
      supplier: 'Southern Cross Fasteners',
    })
  })

  it('has headings of columns with brackets behind them', async () => {
    const lines = [
      'Surname              Given name(s)        Middle name',
      'OYELARAN             Babatunde            K.',
    ]
    expect(await factsOf(lines, [field('surname', 'text'), field('given', 'text', 'Given name(s)')])).toEqual({
      surname: 'OYELARAN',
      given: 'Babatunde',
    })
  })

  it('says a length of time without the words before it', async () => {
    const found = await identifier.identify(
      { model: modelOfText('Payment due within 14 days.'), profile: 'auto', minConfidence: 0.3 },
      { signal },
    )
    expect(found.entities.map(({ raw, value }) => [raw, value])).toEqual([['14 days', 'P14D']])
  })
})

describe('roles, files and blocks of further papers', () => {
  it('have a role between dashes, and a number of a list before a firm', async () => {
    const lines = [
      'zwischen Herrn Ewald Brinkschulte, Ahornweg 5, 48143 Münster – Darlehensgeber –',
      'und Frau Mirjam Tacke, Südstraße 61, 59065 Hamm – Darlehensnehmerin –',
      '',
      '1. Autobedrijf Van der Meulen B.V., gevestigd te Zwolle, hierna te noemen: "verkoper";',
    ]
    const fields = [
      field('lender', 'person', 'Darlehensgeber'),
      field('borrower', 'person', 'Darlehensnehmerin'),
      field('verkoper', 'organization'),
    ]
    expect(await factsOf(lines, fields)).toEqual({
      lender: 'Ewald Brinkschulte',
      borrower: 'Mirjam Tacke',
      verkoper: 'Autobedrijf Van der Meulen B.V.',
    })
  })

  it('have a caption with a rule beside it, a judge, and a file of a state court', async () => {
    const lines = [
      'ROSALIND VANTERPOOL,                 )',
      '                  Plaintiff,         )',
      '        v.                           )    No. 2025 L 009134',
      'MERIDIAN TRANSIT AUTHORITY,          )    Judge Theodore Wachowski',
      '                  Defendant.         )',
    ]
    const fields = [{ name: 'plaintiff' }, { name: 'defendant' }, field('judge', 'person')]
    expect(await factsOf(lines, [...fields, field('caseNumber', 'identifier', 'No.')])).toMatchObject({
      plaintiff: { name: 'ROSALIND VANTERPOOL' },
      defendant: { name: 'MERIDIAN TRANSIT AUTHORITY' },
      judge: 'Theodore Wachowski',
      caseNumber: '2025 L 009134',
    })
  })

  it('have amounts behind what they are of, and periods for names without small words', async () => {
    const lines = ['DEPÓSITO: un mes de renta, $22,400.00', 'PLAZO: 24 meses forzosos, del 01/10/2026 al 30/09/2028']
    const fields = [field('deposito', 'money'), field('rentaMensual', 'money'), field('fechaInicio', 'date')]
    expect(await factsOf(lines, [...fields, field('fechaFin', 'date')], 'es-MX')).toMatchObject({
      deposito: { amount: '22400.00' },
      fechaInicio: '2026-10-01',
      fechaFin: '2028-09-30',
    })
  })

  it('have the next label of a column as no value, and all of a registration', async () => {
    const lines = [
      'Witness: Leonard Pruitt        Tulsa',
      'Witness: Odessa Kimball        Tulsa',
      'Vehicle No: MH 12 QR 4521',
    ]
    const request = { model: modelOfText(lines.join('\n')), profile: 'auto', minConfidence: 0.3 } as const
    const fields = [{ ...field('witness', 'person'), many: true }, field('vehicle', 'identifier', 'Vehicle No')]
    const found = await identifier.identify({ ...request, fields }, { signal })
    expect(found.fields.map(({ value }) => value)).toEqual(['Leonard Pruitt', 'Odessa Kimball', 'MH 12 QR 4521'])
  })

  it('greet whom an Italian address names in whole, and are signed below a department', async () => {
    const lines = [
      'Egr. Sig.',
      'Lapo Guidotti',
      '50125 FIRENZE FI',
      '',
      'Oggetto: Sinistro n. 2026/FI/00871 - Polizza n. 0450.2210.77',
      '',
      'Gentile Sig. Guidotti,',
      'Il pagamento avverrà.',
      '',
      'Distinti saluti',
      'Ufficio Liquidazioni',
      'dott.ssa Ginevra Bandinelli',
    ]
    const fields = [{ name: 'recipient' }, { name: 'signatory' }, field('polizza', 'identifier', 'Polizza n.')]
    expect(await factsOf(lines, fields)).toMatchObject({
      recipient: { name: 'Lapo Guidotti' },
      signatory: 'Ginevra Bandinelli',
      polizza: '0450.2210.77',
    })
  })

  it('have Finnish firms with the name behind their form', async () => {
    const lines = ['Vuokranantaja: Kiinteistö Oy Satamakulma, Y-tunnus 2345678-9']
    const fields = [field('vuokranantaja', 'organization'), field('ytunnus', 'identifier', 'Y-tunnus')]
    expect(await factsOf(lines, fields)).toEqual({
      vuokranantaja: 'Kiinteistö Oy Satamakulma',
      ytunnus: '2345678-9',
    })
  })
})

describe('letters and invoices as firms print them', () => {
  it('have the address of whom they are addressed to below the name', async () => {
    const lines = [
      'Elektro Fassbender e.K.',
      'Bahnhofstr. 77 · 53879 Euskirchen',
      '',
      'Frau',
      'Hildegard Nettersheim',
      'Mühlenpfad 3',
      '53894 Mechernich',
      '',
      'RECHNUNG 26-10442',
      'Zahlbar ohne Abzug bis 26.10.2026. Steuernummer 209/5118/2243, NIF 234 567 899, Rechnungsbetrag 238,42 €',
    ]
    const names = ['kundenadresse', 'dueDate', 'steuernummer', 'nif']
    expect(
      await factsOf(
        lines,
        names.map((name) => ({ name })),
      ),
    ).toMatchObject({
      kundenadresse: 'Mühlenpfad 3, 53894 Mechernich',
      dueDate: '2026-10-26',
      steuernummer: '209/5118/2243',
    })
  })

  it('have British parties in a numbered list, and who signed for them', async () => {
    const lines = [
      'PARTIES',
      '(1) COPPERFIELD ROBOTICS LIMITED incorporated in England and Wales with company number 11223344 (Copperfield); and',
      '(2) HELIX MATERIALS PLC incorporated in Scotland (Helix).',
      '',
      'Signed by Imogen Radcliffe, Director, for and on behalf of COPPERFIELD ROBOTICS LIMITED',
    ]
    const request = { model: modelOfText(lines.join('\n')), profile: 'auto', minConfidence: 0.3 } as const
    const fields = [{ name: 'parties' }, { name: 'signatory' }]
    const found = await identifier.identify({ ...request, fields }, { signal })
    expect(found.fields.map(({ name, raw }) => [name, raw])).toEqual([
      ['parties', 'COPPERFIELD ROBOTICS LIMITED'],
      ['parties', 'HELIX MATERIALS PLC'],
      ['signatory', 'Imogen Radcliffe'],
    ])
  })

  it('have streets of any word before a town, a currency in the words of the total, and plates', async () => {
    const lines = [
      'Matrícula: 4821 KLM',
      'Base imponible                    162,42',
      'TOTAL EUROS                       196,53',
      '',
      '3391 Larkspur Loop',
      'Missoula, MT 59803',
      'Locataire : M. Théodule Kervella',
    ]
    const fields = [
      field('matricula', 'identifier'),
      field('base', 'money', 'Base imponible'),
      field('home', 'address'),
    ]
    expect(await factsOf(lines, [...fields, field('locataire', 'person')], 'es-ES')).toEqual({
      matricula: '4821 KLM',
      base: { amount: '162.42', currency: 'EUR' },
      home: '3391 Larkspur Loop, Missoula, MT 59803',
      locataire: 'Théodule Kervella',
    })
  })
})

describe('hostile lines', () => {
  it.each([
    ['a street of one long word', 18, (size: number) => `Via ${'a'.repeat(size)}`],
    ['labels in columns without values', 5000, (size: number) => 'Bill to:   Ship to:   \n'.repeat(size / 20)],
    ['roles between dashes', 1600, (size: number) => 'Tenant – '.repeat(size / 8)],
    ['groups of digits', 5000, (size: number) => `No: ${'12 '.repeat(size / 3)}`],
  ])('%s take time that grows linearly', async (_, size, make) => {
    const fields = [field('tenant', 'party'), field('bill to', 'person'), field('order no', 'identifier')]
    await expectLinearTime(size, make, (text) => factsOf([text], fields))
  })
})
