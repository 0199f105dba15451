import * as fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import type { Candidate } from '../candidate.ts'
import { decideConventions, type Conventions } from '../conventions.ts'
import { indexText } from '../text-index.ts'
import { scanAddresses } from './addresses.ts'
import { scanCountries } from './countries.ts'
import { scanDates } from './dates.ts'
import { scanDateTimes } from './datetimes.ts'
import { readDecimal } from './decimal.ts'
import { scanDurations } from './durations.ts'
import { scanEmails } from './email.ts'
import { scanIbans } from './iban.ts'
import { scanIdentifiers } from './identifiers.ts'
import { scanMoney } from './money.ts'
import { scanNumbers } from './numbers.ts'
import { scanOrganizations } from './organizations.ts'
import { scanPercents } from './percent.ts'
import { scanPersons } from './persons.ts'
import { type ParsePhone, scanPhones } from './phone.ts'
import { scanTaxIds } from './tax-ids.ts'
import { scanUrls } from './url.ts'

const conventions = (text: string, locale?: string): Conventions => decideConventions(indexText(text), { locale })
const shown = (text: string, found: readonly Candidate[]): unknown[] =>
  found.filter((value) => !value.bare).map((value) => [text.slice(value.start, value.end), value.value])

describe('dates', () => {
  it.each([
    ['on 2026-03-04.', '2026-03-04', '2026-03-04'],
    ['vom 3. März 2026', '3. März 2026', '2026-03-03'],
    ['le 1er janvier 2025', '1er janvier 2025', '2025-01-01'],
    ['el 5 de mayo de 2025', '5 de mayo de 2025', '2025-05-05'],
    ['il 7 settembre 2024', '7 settembre 2024', '2024-09-07'],
    ['em 9 de março de 2023', '9 de março de 2023', '2023-03-09'],
    ['op 14 mei 2022', '14 mei 2022', '2022-05-14'],
    ['on August 3 , 2014', 'August 3 , 2014', '2014-08-03'],
    ['on 3 August , 2014', '3 August , 2014', '2014-08-03'],
    ['2026-3-4 at noon', '2026-3-4', '2026-03-04'],
    ['this first day of June, two thousand and ten', 'first day of June, two thousand and ten', '2010-06-01'],
    ['the twenty-first of May 2024', 'twenty-first of May 2024', '2024-05-21'],
    ['am ersten März 2026', 'ersten März 2026', '2026-03-01'],
    ['1 May twenty twenty-four', '1 May twenty twenty-four', '2024-05-01'],
    ['this 24th day of June, 2010', '24th day of June, 2010', '2010-06-24'],
    ['March 3rd, 2026', 'March 3rd, 2026', '2026-03-03'],
    ['14/MAY/2017 10:00', '14/MAY/2017', '2017-05-14'],
    ['03-Apr-18', '03-Apr-18', '2018-04-03'],
    ['25 / 12 / 2018', '25 / 12 / 2018', '2018-12-25'],
    ['2026年3月4日', '2026年3月4日', '2026-03-04'],
    ['令和8年3月10日', '令和8年3月10日', '2026-03-10'],
    ['平成元年1月8日', '平成元年1月8日', '1989-01-08'],
    ['dep. 12MAR26', '12MAR26', '2026-03-12'],
    ['on 05Jan2026.', '05Jan2026', '2026-01-05'],
    ['dnia 12.III.2026 r.', '12.III.2026', '2026-03-12'],
    ['12 / IX / 2026', '12 / IX / 2026', '2026-09-12'],
  ])('reads %j', (text, raw, value) => {
    expect(shown(text, scanDates(indexText(text), conventions(text)))).toEqual([[raw, value]])
  })

  it.each([
    '31/02/2026',
    '99.99.2026',
    '1.2.3.4',
    'ISBN 1-23-456',
    'May I go',
    '12/2026',
    'there are 12 out of 10',
    'Ref 12MAR26X9',
    '12ABC26',
    '31APR26',
  ])('finds none in %j', (text) => {
    expect(scanDates(indexText(text), conventions(text))).toEqual([])
  })

  it.each([
    ['July 1 - July 31 , 2014', ['July 1', '2014-07-01'], ['July 31 , 2014', '2014-07-31']],
    ['July 1-31, 2014', ['July 1', '2014-07-01'], ['31, 2014', '2014-07-31']],
    ['1 - 31 July 2014', ['1', '2014-07-01'], ['31 July 2014', '2014-07-31']],
    ['1–31 July 2014', ['1', '2014-07-01'], ['31 July 2014', '2014-07-31']],
    ['1-31 July 2014', ['1', '2014-07-01'], ['31 July 2014', '2014-07-31']],
    ['1 July – 31 August 2014', ['1 July', '2014-07-01'], ['31 August 2014', '2014-08-31']],
    ['Dec 15 - Jan 14, 2014', ['Dec 15', '2013-12-15'], ['Jan 14, 2014', '2014-01-14']],
    ['vom 1. bis 31. Juli 2014', ['1.', '2014-07-01'], ['31. Juli 2014', '2014-07-31']],
    ['du 1er au 31 juillet 2014', ['1er', '2014-07-01'], ['31 juillet 2014', '2014-07-31']],
    ['entre le 1er et le 31 juillet 2014', ['1er', '2014-07-01'], ['31 juillet 2014', '2014-07-31']],
    ['del 1 al 31 de julio de 2014', ['1', '2014-07-01'], ['31 de julio de 2014', '2014-07-31']],
    ['dal 1° al 31 luglio 2014', ['1°', '2014-07-01'], ['31 luglio 2014', '2014-07-31']],
    ['de 1 a 31 de julho de 2014', ['1', '2014-07-01'], ['31 de julho de 2014', '2014-07-31']],
    ['van 1 tot en met 31 juli 2014', ['1', '2014-07-01'], ['31 juli 2014', '2014-07-31']],
    ['01.07. - 31.07.2014', ['01.07.', '2014-07-01'], ['31.07.2014', '2014-07-31']],
    ['1.-31.7.2014', ['1.', '2014-07-01'], ['31.7.2014', '2014-07-31']],
    ['01/07-31/07/2014', ['01/07', '2014-07-01'], ['31/07/2014', '2014-07-31']],
    ['01/07/2014-31/07/2014', ['01/07/2014', '2014-07-01'], ['31/07/2014', '2014-07-31']],
    ['15.12. bis 14.01.2014', ['15.12.', '2013-12-15'], ['14.01.2014', '2014-01-14']],
  ])('reads both ends of %j', (text, first, second) => {
    const found = scanDates(indexText(text), conventions(text)).toSorted((a, b) => a.start - b.start)
    expect(shown(text, found)).toEqual([first, second])
  })

  it.each([
    ['on 4 and 5 March 2026', ['2026-03-04', '2026-03-05']],
    ['on the 5th and the 7th of April 2026', ['2026-04-05', '2026-04-07']],
    ['the 4th, 5th and 6th of May 2026', ['2026-05-04', '2026-05-05', '2026-05-06']],
    ['am 4., 5. und 6. Mai 2026', ['2026-05-04', '2026-05-05', '2026-05-06']],
    ['les 4 et 5 mars 2026', ['2026-03-04', '2026-03-05']],
    ['lots 4 and 5 March 2026', ['2026-03-05']],
  ])('reads every day of %j', (text, wanted) => {
    const found = scanDates(indexText(text), conventions(text)).toSorted((a, b) => a.start - b.start)
    expect(found.map(({ value }) => value)).toEqual(wanted)
  })

  it('joins the time of day', () => {
    const text = '25/12/2018 8:13:39 PM'
    expect(shown(text, scanDateTimes(text, scanDates(indexText(text), conventions(text))))).toEqual([
      [text, '2018-12-25T20:13:39'],
    ])
  })
})

describe('amounts', () => {
  it.each([
    ['1.234,50', '.', '1234.50'],
    ['1,234.50', ',', '1234.50'],
    ['1.234', ',', '1234'],
    ['1.234', '.', '1.234'],
    ['1’234.50', '.', '1234.50'],
    ['0.125', ',', '0.125'],
    ['12,34,567.80', '.', '1234567.80'],
  ] as const)('reads %s with %s as %s', (raw, mark, value) => {
    expect(readDecimal(raw, mark).value).toBe(value)
  })

  it('reads back every amount that Intl writes', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 12 })
    fc.assert(
      fc.property(
        cents,
        fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'pt-PT', 'nl-NL', 'de-CH'),
        (amount, locale) => {
          const raw = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount / 100)
          expect(readDecimal(raw, ',').value).toBe((amount / 100).toFixed(2))
        },
      ),
    )
  })

  it.each([
    ['pay $1,234.50 now', '$1,234.50', '1234.50', 'USD'],
    ['pay 1.234,50 € now', '1.234,50 €', '1234.50', 'EUR'],
    ['EUR 99', 'EUR 99', '99', 'EUR'],
    ['RM9.00', 'RM9.00', '9.00', 'MYR'],
    ['CHF 1’200.–', 'CHF 1’200.–', '1200', 'CHF'],
    ['5 million dollars', '5 million dollars', '5000000', 'USD'],
    ['2,5 Mio. EUR und 3,00', '2,5 Mio. EUR', '2500000', 'EUR'],
    ['10,000 Swiss francs', '10,000 Swiss francs', '10000', 'CHF'],
    ['-€5.00', '-€5.00', '-5.00', 'EUR'],
    ['USD -1,250.00', 'USD -1,250.00', '-1250.00', 'USD'],
    ['US$ 20', 'US$ 20', '20', 'USD'],
    ['US $20', 'US $20', '20', 'USD'],
    ['CAD $20', 'CAD $20', '20', 'CAD'],
    ['A$20', 'A$20', '20', 'AUD'],
    ['hkd$20', 'hkd$20', '20', 'HKD'],
    ['is a $48.2 million deal', '$48.2 million', '48200000', 'USD'],
    ['A $48.2m deal', '$48.2m', '48200000', 'USD'],
    ['The company’s $500 million loan', '$500 million', '500000000', 'USD'],
    ["the company's $500k", '$500k', '500000', 'USD'],
    ['Plan C $30', '$30', '30', 'USD'],
    ['in R $30', '$30', '30', 'USD'],
    ['costs of$30', '$30', '30', 'USD'],
    ['Rs. 500', 'Rs. 500', '500', 'INR'],
    ['20 euros', '20 euros', '20', 'EUR'],
  ])('reads %j', (text, raw, amount, currency) => {
    expect(shown(text, scanMoney(text, conventions(text)))[0]).toEqual([raw, { amount, currency }])
  })

  it.each([
    ['$500 CAD', 'CAD'],
    ['Mex$ 100', 'MXN'],
    ['U$S 100', 'USD'],
    ['Australian dollars 500', 'AUD'],
    ['5 Franken', 'CHF'],
    ['100 francs CFA', 'XOF'],
    ['INR 1,20,000', 'INR'],
    ['$ 500 (AUD)', 'AUD'],
    ['$1,500.00 Canadian', 'CAD'],
    ['500 $ CAN', 'CAD'],
    ['20 $ US', 'USD'],
    ['$US 20', 'USD'],
    ['$A 20', 'AUD'],
    ['aud$ 15', 'AUD'],
    ['5 million dollars canadiens', 'CAD'],
    ['1.000,50 US-Dollar', 'USD'],
    ['100 norwegische Kronen', 'NOK'],
    ['1.200 Schweizer Franken', 'CHF'],
    ['100 libras esterlinas', 'GBP'],
    ['2 milliards de dollars américains', 'USD'],
    ['300 pesos mexicanos', 'MXN'],
  ])('takes the whole of %j', (text, currency) => {
    expect(shown(text, scanMoney(text, conventions(text)))).toMatchObject([[text, { currency }]])
  })

  it.each([
    [
      'US$ 5,000 and EUR 3.000,00',
      [
        ['5000', 'USD'],
        ['3000.00', 'EUR'],
      ],
    ],
    [
      'EUR 3.000 and US$ 1,250.75',
      [
        ['3000', 'EUR'],
        ['1250.75', 'USD'],
      ],
    ],
    [
      '100 USD 200 EUR 300 GBP',
      [
        ['100', 'USD'],
        ['200', 'EUR'],
        ['300', 'GBP'],
      ],
    ],
    [
      'USD 100 EUR 200',
      [
        ['100', 'USD'],
        ['200', 'EUR'],
      ],
    ],
    ['Order 4711 EUR 500.00', [['500.00', 'EUR']]],
    ['12 May 2026 EUR 500.00', [['500.00', 'EUR']]],
    [
      'EUR 100-200',
      [
        ['100', 'EUR'],
        ['200', 'EUR'],
      ],
    ],
    [
      '100 – 200 €',
      [
        ['100', 'EUR'],
        ['200', 'EUR'],
      ],
    ],
    [
      'von 100 bis 200 EUR',
      [
        ['100', 'EUR'],
        ['200', 'EUR'],
      ],
    ],
    [
      '$5-10 million',
      [
        ['5000000', 'USD'],
        ['10000000', 'USD'],
      ],
    ],
    [
      'Diesel 1.459 €/l, 1.234 €',
      [
        ['1.459', 'EUR'],
        ['1234', 'EUR'],
      ],
    ],
    ['KWD 1.250', [['1.250', 'KWD']]],
    [
      '$50-$100',
      [
        ['50', 'USD'],
        ['100', 'USD'],
      ],
    ],
    [
      '100 USD (92 EUR)',
      [
        ['100', 'USD'],
        ['92', 'EUR'],
      ],
    ],
    ['EUR/USD 1.0850', []],
    ['Art. 5 EUR-Lex', []],
    ['Im Jahr 2024 EUR 3,5 Mio.', [['3500000', 'EUR']]],
  ] as const)('reads every amount of %j', (text, expected) => {
    const dates = scanDates(indexText(text), conventions(text))
    const found = scanMoney(text, conventions(text), dates).filter(({ bare }) => !bare)
    expect(found.map(({ value }) => value)).toEqual(expected.map(([amount, currency]) => ({ amount, currency })))
  })

  it.each([
    ['Please send us 20 pounds of flour.', []],
    ['Il faut 2 livres de beurre.', []],
    ['She was paid 500 pounds of compensation and 20 pounds of the rent.', ['500', '20']],
  ])('takes no weight for money in %j', (text, expected) => {
    const found = scanMoney(text, conventions(text)).filter(({ bare }) => !bare)
    expect(found.map(({ value }) => (value as { amount: string }).amount)).toEqual(expected)
  })

  it.each([
    'All amounts in CAD. The fee is $500.',
    'B$ 30',
    'kr 500',
    '5 pounds of sugar',
    '2 Pfund Mehl',
    'Euro 6 norm',
    'Rs. 500 paid in Lahore',
    '100 francs',
    'RM 12 on the second floor',
    '¥ 500',
    'Euro 2024',
    'a c $ 300 million charge',
    'They paid $500 in Canada.',
    'AUD 2026 conference',
  ])('is never sure of the currency of %j', (text) => {
    for (const { confidence } of scanMoney(text, conventions(text))) expect(confidence).toBeLessThan(0.9)
  })

  it.each([
    'PHP 8 and PHP 8.2',
    'TRY 3 times',
    'RON 95',
    'INR 2.5',
    'AMD 7900',
    'ALL 5 of them',
    'RS 485 bus',
    'TL 5',
    'ABC SDN BHD 12345',
    'ESP 32 board',
    'SIT 2 hours',
    'CRC 32',
    'SDG 13',
    'rm 5',
    'kc 5',
    'zl 3',
    'CAD 2024 edition',
    'XXX 5',
    'Fr. 20 Uhr',
    'Am Fr. 20. Mai',
    'Fr. 12.10 und Sa. 13.10',
    'Fr. 20.–22. Mai',
    'fr 20.50 on',
    'Rand 5',
    'real 3',
    'lei 8',
    'XTS 5',
    'DEM 3',
    'a won 3',
    'MAD 10',
    'KR 3',
    'BOB 2',
  ])('takes %j for no money', (text) => expect(shown(text, scanMoney(text, conventions(text)))).toEqual([]))

  it.each(['Won 3 games', 'LEI 529900T8BM49AURSDO55', 'a wall of 6 ft', 'Pounds 3 and 4', 'FT 100 companies'])(
    'takes no word for a currency that is none: %s',
    (text) => expect(shown(text, scanMoney(text, conventions(text)))).toEqual([]),
  )

  it.each([
    ['5 lei', 'ro-RO', 'RON'],
    ['100 ft', 'hu-HU', 'HUF'],
    ['Fr. 20', 'de-CH', 'CHF'],
    ['20 rand', 'en-ZA', 'ZAR'],
  ])('reads %s at home', (text, locale, currency) =>
    expect(shown(text, scanMoney(text, conventions(text, locale)))).toMatchObject([[text, { currency }]]),
  )

  it.each([
    ['20.- Fr', '20', 'CHF'],
    ['Fr. 20.-', '20', 'CHF'],
    ['Fr. 20.—', '20', 'CHF'],
    ['20.-- fr', '20', 'CHF'],
    ["Fr. 1'234.50", '1234.50', 'CHF'],
    ["1'234.50 CHF", '1234.50', 'CHF'],
    ["CHF 1'234.--", '1234', 'CHF'],
    ['€ 20,-', '20', 'EUR'],
  ])('reads %s in whatever country, with the stroke for no coins', (text, amount, currency) =>
    expect(shown(text, scanMoney(text, conventions(text)))).toEqual([[text, { amount, currency }]]),
  )

  it.each([
    ['one thousand dollars ($1,000.00).', ['1000.00 USD']],
    ['MwSt. (EUR 190,00)', ['190.00 EUR']],
    ['Loss\t($40.00)\t(EUR 5)', ['-40.00 USD', '-5 EUR']],
    ['from €1.5 to €2 million, or $500 to $2 million', ['1500000 EUR', '2000000 EUR', '500 USD', '2000000 USD']],
    ['zwischen 10 und 20 Mio. Euro', ['10000000 EUR', '20000000 EUR']],
    ['10 und 20 Euro', ['20 EUR']],
    ['Price (in USD)  1,200.00', ['1200.00 USD']],
    ['Betrag in CHF\t1’500.00', ['1500.00 CHF']],
    ['TOTAL (€) 23,40', ['23.40 EUR']],
    ['five hundred (500) US dollars', ['500 USD']],
    ['zweitausend (2.000) Euro', ['2000 EUR']],
    ['cinquecento/00 (500,00) euro', ['500.00 EUR']],
    ['Loss $ (1,234)\tGain $ 5', ['-1234 USD', '5 USD']],
  ])('reads %j by what stands around it', (text, wanted) => {
    const found = scanMoney(text, conventions(text)).filter(({ bare }) => bare !== true)
    expect(found.map(({ value }) => Object.values(value as object).join(' '))).toEqual(wanted)
  })

  it.each([
    ['45.00- EUR', ['-45.00 EUR']],
    ['EUR 45,00-', ['-45.00 EUR']],
    ['€ 45,00- heute', ['-45.00 EUR']],
    ['45.00 USD-', ['-45.00 USD']],
    ['EUR 45.- pro Stück', ['45 EUR']],
    ['€ 45,-', ['45 EUR']],
    ['EUR 45.00-50.00', ['45.00 EUR', '50.00 EUR']],
    ['EUR 45.00- 50.00', ['45.00 EUR', '50.00 EUR']],
    ['$45.00-$50.00', ['45.00 USD', '50.00 USD']],
    ['die 45,00-EUR-Marke', []],
  ])('takes the minus of a bookkeeper in %j', (text, wanted) => {
    const found = scanMoney(text, conventions(text)).filter(({ bare }) => bare !== true)
    expect(found.map(({ value }) => Object.values(value as object).join(' '))).toEqual(wanted)
  })

  it('takes it in a column without a currency, too', () => {
    const text = 'Lohnsteuer\t512,33-\nCoffee 3.40-\nBalance 1,201.15'
    expect(scanMoney(text, conventions(text)).map(({ start, end }) => text.slice(start, end))).toEqual([
      '512,33-',
      '3.40-',
      '1,201.15',
    ])
    expect(scanMoney(text, conventions(text)).map(({ value }) => Object.values(value as object)[0])).toEqual([
      '-512.33',
      '-3.40',
      '1201.15',
    ])
  })

  it.each([
    ['99 Cent', '0.99 EUR'],
    ['99 Rappen', '0.99 CHF'],
    ['50p', '0.50 GBP', ' in GBP'],
    ['5 pence', '0.05 GBP'],
    ['32,5 ct', '0.325 EUR', '/kWh'],
    ['99 ct', '0.99 EUR', ' per piece'],
    ['80 centimes', '0.80 EUR'],
    ['60 groszy', '0.60 PLN'],
    ['25 cents', '0.25 USD'],
    ['99¢', '0.99 USD'],
    ['3 Euro und 50 Cent', '3.50 EUR'],
    ['£3 5p', '3.05 GBP'],
    ['19€99', '19.99 EUR'],
    ['12 €50', '12.50 EUR'],
    ['USD (45.00)', '-45.00 USD'],
    ['4.2 lakh rupees', '420000 INR'],
    ['Rs. 2.5 crore', '25000000 INR'],
    ['10 mil millones de dólares', '10000000000 USD'],
    ['85,000円', '85000 JPY'],
    ['1億2,000万円', '120000000 JPY'],
    ['人民币5万元', '50000 CNY'],
    ['1 000 000 FCFA', '1000000 XOF'],
  ])('reads the whole of %j as %s', (text, wanted, rest = '') => {
    const all = text + rest
    const found = scanMoney(all, conventions(all)).filter(({ bare }) => bare !== true)
    expect(
      found.map(({ start, end, value }) => [all.slice(start, end), Object.values(value as object).join(' ')]),
    ).toEqual([[text, wanted]])
  })

  it.each([
    '18 ct gold',
    '50p1 of the list',
    'a 24p frame rate',
    '1080p',
    '12.5 per cent',
    'a 720pixel line',
    '1億2億円',
  ])('takes no hundredths or scales of nothing for money: %s', (text) =>
    expect(shown(text, scanMoney(text, conventions(text)))).toEqual([]),
  )

  it.each([['Fee (in USD) 1,200.00', ['1200.00 USD']]])('reads %j by what stands around it', (text, wanted) => {
    const found = scanMoney(text, conventions(text)).filter(({ bare }) => bare !== true)
    expect(found.map(({ value }) => Object.values(value as object).join(' '))).toEqual(wanted)
  })

  it('gives a currency between two amounts to the one behind it where both have one', () => {
    const text = 'EUR 100.00 EUR 19.00'
    expect(shown(text, scanMoney(text, conventions(text)))).toEqual([
      ['EUR 100.00', { amount: '100.00', currency: 'EUR' }],
      ['EUR 19.00', { amount: '19.00', currency: 'EUR' }],
    ])
  })

  it('invents no currency', () => {
    const text = '12.50 and 3.20'
    expect(scanMoney(text, conventions(text)).map((value) => value.value)).toEqual([
      { amount: '12.50', currency: null },
      { amount: '3.20', currency: null },
    ])
  })

  it('reads percentages', () => {
    const text = '19 % MwSt, 7,5% oder 3 Prozent'
    expect(shown(text, scanPercents(text, conventions(text)))).toEqual([
      ['19 %', '19'],
      ['7,5%', '7.5'],
      ['3 Prozent', '3'],
    ])
    const more = '5-10 %, 2 bis 3 %, 12½ % und 2026-0815 %'
    expect(shown(more, scanPercents(more, conventions(more))).slice(0, 5)).toEqual([
      ['5', '5'],
      ['10 %', '10'],
      ['2', '2'],
      ['3 %', '3'],
      ['12½ %', '12.5'],
    ])
    const turkish = 'KDV %20, a%20b'
    expect(shown(turkish, scanPercents(turkish, conventions(turkish)))).toEqual([['%20', '20']])
  })
})

describe('numbers', () => {
  it.each([
    ['we counted 1,234 and -5.5', ['1234', '-5.5']],
    ['1.234.567 von 3,5', ['1234567', '3.5']],
    ['.25 of 2 million people', ['0.25', '2000000']],
    ['von ,25 bis 3,75', ['0.25', '3.75']],
    ['1.234.567,51274', ['1234567.51274']],
    ['pages 5-10', ['5', '10']],
    ['nrs. 22, 24, 26', ['22', '24', '26']],
    ['RE-2026-0815, A4, 120/80, 12:30, 5kg, 3rd', []],
    ['2026-0815 and version 1.2.3', []],
  ] as const)('are in %j', (text, expected) => {
    const found = scanNumbers(text, conventions(text))
    expect(found.map(({ value }) => value)).toEqual(expected)
  })
})

describe('addresses of the net and of banks', () => {
  it('finds e-mail addresses and not their punctuation', () => {
    const text = '<John.Doe+x@Example.COM>, a@b, müller@köln.de.'
    expect(shown(text, scanEmails(text))).toEqual([
      ['John.Doe+x@Example.COM', 'John.Doe+x@example.com'],
      ['müller@köln.de', 'müller@köln.de'],
    ])
  })

  it('finds web addresses', () => {
    const text = 'See https://Example.com/a_(b)?q=1, www.test.de/x. and shop.example.org!'
    expect(shown(text, scanUrls(text))).toEqual([
      ['https://Example.com/a_(b)?q=1', 'https://example.com/a_(b)?q=1'],
      ['www.test.de/x', 'https://www.test.de/x'],
      ['shop.example.org', 'https://shop.example.org'],
    ])
  })

  it('takes only IBANs whose check digits hold', () => {
    const text = 'DE89 3704 0044 0532 0130 00, GB82WEST12345698765432, DE89 3704 0044 0532 0130 01'
    expect(scanIbans(text).map((value) => value.value)).toEqual(['DE89370400440532013000', 'GB82WEST12345698765432'])
  })

  it.each([
    ['http://localhost:8080/x', 'http://localhost:8080/x'],
    ['http://192.168.0.1/admin', 'http://192.168.0.1/admin'],
    ['shop.com.sa', 'https://shop.com.sa'],
  ])('finds %s', (text, value) => expect(scanUrls(`at ${text}, now`).map((url) => url.value)).toEqual([value]))

  it.each([
    ['2:26-cv-01234-ABC', '2:26-cv-01234-ABC'],
    ['ECLI:EU:C:2014:317', 'ECLI:EU:C:2014:317'],
    ['45/A-2026.7', '45/A-2026.7'],
    ['12 Civ. 3456', '12 Civ. 3456'],
    ['FT 2026/45', 'FT 2026/45'],
  ])('keeps %s whole', (text, value) =>
    expect(scanIdentifiers(`No. ${text} of`).map((found) => found.value)).toContain(value),
  )

  it('takes no time of day for a number of something', () => {
    expect(scanIdentifiers('at 12:30 or 10:15:00')).toEqual([])
  })

  it('finds VAT ids and bank codes', () => {
    const text = 'USt-IdNr. DE 123 456 789, BIC: COBADEFFXXX'
    expect(scanTaxIds(text).map((value) => value.value)).toEqual(['DE123456789', 'COBADEFFXXX'])
  })

  it('gives phone numbers in E.164, and takes no dates, codes or amounts for them', () => {
    const text = 'Tel: 030 901820, +44 20 7946 0958; 12.03.2026, RE-2026-0042, 1234567890123456'
    expect(scanPhones(indexText(text), 'DE', parsePhoneNumberFromString, 10).map((value) => value.value)).toEqual([
      '+4930901820',
      '+442079460958',
    ])
    const one = scanPhones(indexText(text), 'DE', parsePhoneNumberFromString, 1)
    expect(one.map((value) => value.value)).toEqual(['+4930901820'])
  })

  it('parse no national phone number where no region is known, and each other one once', () => {
    const parsed: string[] = []
    const parse: ParsePhone = (number: string) => {
      parsed.push(number)
      return parsePhoneNumberFromString(number)
    }
    const text = 'Tel: 030 901820, 0049 30 901820, +44 20 7946 0958, +44 20 7946 0958, 030 901821'
    expect(scanPhones(indexText(text), undefined, parse, 10).map(({ value }) => value)).toEqual([
      '030901820',
      '+4930901820',
      '+442079460958',
      '+442079460958',
    ])
    expect(parsed).toEqual(['+49 30 901820', '+44 20 7946 0958'])
  })
})

describe('durations and countries', () => {
  it.each([
    ['for a period of eighteen (18) months', 'eighteen (18) months', 'P18M'],
    ['3か月前までに', '3か月', 'P3M'],
    ['契約終了後2年間存続する', '2年間', 'P2Y'],
    ['收到发票后三十日内付款', '三十日', 'P30D'],
    ['계약기간은 6개월로', '6개월', 'P6M'],
    ['opzegtermijn is één kalendermaand', 'één kalendermaand', 'P1M'],
    ['drei Monate', 'drei Monate', 'P3M'],
    ['within 30 days', '30 days', 'P30D'],
    ['twenty-four months', 'twenty-four months', 'P24M'],
    ['durée de trois ans', 'trois ans', 'P3Y'],
    ['plazo de 2 años', '2 años', 'P2Y'],
    ['für 1 Jahr und 6 Monate', '1 Jahr und 6 Monate', 'P1Y6M'],
    ['2 years, 3 months', '2 years, 3 months', 'P2Y3M'],
    ['for 12 (twelve) months', '12 (twelve) months', 'P12M'],
    ['1 day and 2 hours', '1 day and 2 hours', 'P1DT2H'],
    ['w ciągu 14 dni', '14 dni', 'P14D'],
    ['inom 30 dagar', '30 dagar', 'P30D'],
    ['lasts 1½ hours', '1½ hours', 'PT1H30M'],
    ['in ¾ hour', '¾ hour', 'PT45M'],
    ['Dauer: 2 ½ Stunden', '2 ½ Stunden', 'PT2H30M'],
    ['a 2 1/2-year term', '2 1/2-year', 'P2Y6M'],
    ['1,5 Jahre', '1,5 Jahre', 'P1Y6M'],
    ['1.5 weeks', '1.5 weeks', 'P1.5W'],
    ['for 2.33 hours', '2.33 hours', 'PT2.33H'],
  ])('reads %j', (text, raw, value) => {
    expect(shown(text, scanDurations(indexText(text)))).toEqual([[raw, value]])
  })

  it('takes no time of the day and no section for a length of time', () => {
    expect(scanDurations(indexText('um 14.30 h\n11.10 Days of grace'))).toEqual([])
  })

  it('reads countries in several languages', () => {
    const text = 'Deutschland, Estados Unidos, the United Kingdom; italia'
    expect(scanCountries(indexText(text)).map((value) => value.value)).toEqual(['DE', 'US', 'GB'])
  })
})

describe('names and addresses', () => {
  it.each([
    ['by Acme Widgets, Inc. of Ohio', 'Acme Widgets, Inc.'],
    ['die Müller & Söhne GmbH & Co. KG hat', 'Müller & Söhne GmbH & Co. KG'],
    ['con Construcciones Pérez S.L. en', 'Construcciones Pérez S.L.'],
    ['La Rossi Costruzioni S.p.A. di', 'La Rossi Costruzioni S.p.A.'],
    ['ABC SDN. BHD.', 'ABC SDN. BHD.'],
  ])('finds the organization in %j', (text, name) => {
    expect(scanOrganizations(indexText(text)).map((value) => value.value)).toEqual([name])
  })

  it.each(['the company shall', 'Limited liability', 'as a Bank', 'Sa mère', 'The Company pays'])(
    'finds none in %j',
    (text) => {
      expect(scanOrganizations(indexText(text))).toEqual([])
    },
  )

  it.each([
    ['Dear Mr. van der Berg, thank you', 'van der Berg'],
    ['signed by Maria García López today', 'Maria García López'],
    ['Sehr geehrte Frau Dr. Schulze,', 'Schulze'],
    ['Yours sincerely,\n\nXanthe Okafor', 'Xanthe Okafor'],
  ])('finds the person in %j', (text, name) => {
    expect(scanPersons(indexText(text)).map((value) => value.value)).toContain(name)
  })

  it.each([
    ['Muster GmbH\nHauptstraße 12\n10115 Berlin\nTel', 'Hauptstraße 12, 10115 Berlin'],
    ['at 123 Main Street, Springfield, IL 62704, and', '123 Main Street, Springfield, IL 62704'],
    ['10 Downing Street\nLondon SW1A 2AA', '10 Downing Street, London SW1A 2AA'],
    ['12 rue de la Paix, 75002 Paris', '12 rue de la Paix, 75002 Paris'],
    ['Calle Mayor 15, 28013 Madrid', 'Calle Mayor 15, 28013 Madrid'],
    ['Via Roma 10, 00184 Roma', 'Via Roma 10, 00184 Roma'],
    ['Keizersgracht 123\n1015 CJ Amsterdam', 'Keizersgracht 123, 1015 CJ Amsterdam'],
    ['Rua Augusta 25, 1100-048 Lisboa', 'Rua Augusta 25, 1100-048 Lisboa'],
  ])('finds the address in %j', (text, address) => {
    expect(scanAddresses(indexText(text)).map((value) => value.value)).toEqual([address])
  })

  it('takes no sentence for a street', () => {
    for (const text of ['within 5 days on the road to a way', 'Im Jahr 2024 EUR 5', 'Zum Stichtag 31'])
      expect(scanAddresses(indexText(text))).toEqual([])
  })
})
