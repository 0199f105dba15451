import * as fc from 'fast-check'
import { toCardinal as americanByLibrary } from 'n2words/en-US'
import { toCardinal as frenchByLibrary } from 'n2words/fr-FR'
import { describe, expect, it } from 'vitest'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { indonesian } from './indonesian.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { groupsOf, largest, type NumberLanguage } from './number-language.ts'
import { polish } from './polish.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'
import { spellMoney, spellNumber } from './spell.ts'
import { turkish } from './turkish.ts'

/** As the tables are meant; where usage differs, one of the usual forms. */
const numbers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'en-GB': {
    '0': 'zero',
    '105': 'one hundred and five',
    '1001': 'one thousand and one',
    '1000000': 'one million',
    '12345678.9': 'twelve million three hundred and forty-five thousand six hundred and seventy-eight point nine',
    '-12.05': 'minus twelve point zero five',
  },
  'en-US': { '105': 'one hundred five', '1000000000000000': 'one quadrillion' },
  'de-DE': {
    '1': 'eins',
    '17': 'siebzehn',
    '21': 'einundzwanzig',
    '101': 'einhunderteins',
    '1001': 'eintausendeins',
    '21000': 'einundzwanzigtausend',
    '1000001': 'eine Million eins',
    '2001000030': 'zwei Milliarden eine Million dreißig',
    '0.5': 'null Komma fünf',
  },
  'de-CH': { '30': 'dreissig' },
  fr: {
    '21': 'vingt et un',
    '71': 'soixante et onze',
    '77': 'soixante-dix-sept',
    '80': 'quatre-vingts',
    '81': 'quatre-vingt-un',
    '91': 'quatre-vingt-onze',
    '200': 'deux cents',
    '201': 'deux cent un',
    '1980': 'mille neuf cent quatre-vingts',
    '80000': 'quatre-vingt mille',
    '200000': 'deux cent mille',
    '200000000': 'deux cents millions',
    '1000000000': 'un milliard',
  },
  'fr-BE': { '75': 'septante-cinq', '80': 'quatre-vingts', '91': 'nonante et un' },
  'fr-CH': { '71': 'septante et un', '98': 'nonante-huit' },
  es: {
    '16': 'dieciséis',
    '21': 'veintiuno',
    '31': 'treinta y uno',
    '100': 'cien',
    '101': 'ciento uno',
    '555': 'quinientos cincuenta y cinco',
    '1000': 'mil',
    '21000': 'veintiún mil',
    '31000': 'treinta y un mil',
    '1000000': 'un millón',
    '1000000000': 'mil millones',
    '1000000000000': 'un billón',
  },
  it: {
    '3': 'tre',
    '21': 'ventuno',
    '23': 'ventitré',
    '28': 'ventotto',
    '180': 'centottanta',
    '1234': 'milleduecentotrentaquattro',
    '2000': 'duemila',
    '23000': 'ventitremila',
    '1000000': 'un milione',
    '2000000000': 'due miliardi',
  },
  'pt-PT': {
    '16': 'dezasseis',
    '100': 'cem',
    '123': 'cento e vinte e três',
    '1100': 'mil e cem',
    '1234': 'mil duzentos e trinta e quatro',
    '1000000000': 'mil milhões',
    '2001000000': 'dois mil e um milhões',
    '1000000000000': 'um bilião',
  },
  'pt-BR': { '17': 'dezessete', '1000000000': 'um bilhão', '1200000': 'um milhão e duzentos mil' },
  nl: {
    '22': 'tweeëntwintig',
    '28': 'achtentwintig',
    '1234': 'duizend tweehonderdvierendertig',
    '21000': 'eenentwintigduizend',
    '1000000': 'een miljoen',
  },
  pl: {
    '21': 'dwadzieścia jeden',
    '2000': 'dwa tysiące',
    '5000': 'pięć tysięcy',
    '22000000': 'dwadzieścia dwa miliony',
    '-12.05': 'minus dwanaście przecinek zero pięć',
  },
  ru: {
    '1001': 'одна тысяча один',
    '21000': 'двадцать одна тысяча',
    '5000000': 'пять миллионов',
    '0.5': 'ноль запятая пять',
  },
  tr: { '1348': 'bin üç yüz kırk sekiz', '-3.5': 'eksi üç virgül beş' },
  id: { '1001': 'seribu satu', '1.5': 'satu koma lima' },
  ja: { '1': '一', '12345': '一万二千三百四十五', '-3.14': 'マイナス三点一四' },
}

const amounts: readonly (readonly [locale: string, amount: string, currency: string, text: string])[] = [
  ['en-US', '1234.56', 'USD', 'one thousand two hundred thirty-four dollars and fifty-six cents'],
  ['en-GB', '1.01', 'GBP', 'one pound and one penny'],
  ['en-GB', '0.5', 'EUR', 'fifty cents'],
  ['en', '7.5', 'XAG', 'seven and 50/100 XAG'],
  ['en', '7.5', 'JPY', 'eight yen'],
  ['en', '-3', 'EUR', 'minus three euros'],
  ['de', '1.5', 'EUR', 'ein Euro und fünfzig Cent'],
  ['de', '101', 'SEK', 'einhunderteine schwedische Kronen'],
  ['de-CH', '21', 'CHF', 'einundzwanzig Franken'],
  ['fr', '1000000', 'EUR', "un million d'euros"],
  ['fr', '2000000', 'CHF', 'deux millions de francs suisses'],
  ['fr', '1200000', 'EUR', 'un million deux cent mille euros'],
  ['fr', '1.99', 'EUR', 'un euro et quatre-vingt-dix-neuf centimes'],
  ['fr', '21', 'GBP', 'vingt et une livres sterling'],
  ['es', '21', 'EUR', 'veintiún euros'],
  ['es', '1', 'EUR', 'un euro'],
  ['es', '201', 'GBP', 'doscientas una libras esterlinas'],
  ['es', '1000000', 'EUR', 'un millón de euros'],
  ['es', '31.31', 'EUR', 'treinta y un euros con treinta y un céntimos'],
  ['it', '1000000', 'EUR', 'un milione di euro'],
  ['it', '1.01', 'EUR', 'un euro e un centesimo'],
  ['pt-PT', '2', 'GBP', 'duas libras esterlinas'],
  ['pt-PT', '1000000', 'EUR', 'um milhão de euros'],
  ['pt-BR', '1.5', 'BRL', 'um real e cinquenta centavos'],
  ['nl', '2.02', 'EUR', 'twee euro en twee cent'],
  ['pl', '1', 'PLN', 'jeden złoty'],
  ['pl', '22.05', 'PLN', 'dwadzieścia dwa złote pięć groszy'],
  ['pl', '21', 'PLN', 'dwadzieścia jeden złotych'],
  ['pl', '1', 'EUR', 'jedno euro'],
  ['pl', '1342', 'SEK', 'tysiąc trzysta czterdzieści dwie korony szwedzkie'],
  ['pl', '112', 'CZK', 'sto dwanaście koron czeskich'],
  ['pl', '1.5', 'XAG', 'jeden 50/100 XAG'],
  ['ru', '1234.56', 'RUB', 'одна тысяча двести тридцать четыре рубля пятьдесят шесть копеек'],
  ['ru', '0.21', 'RUB', 'двадцать одна копейка'],
  ['ru', '-1000000', 'USD', 'минус один миллион долларов США'],
  ['ru', '2', 'SEK', 'две шведские кроны'],
  ['tr', '120.5', 'TRY', 'yüz yirmi Türk lirası elli kuruş'],
  ['id', '1500000', 'IDR', 'satu juta lima ratus ribu rupiah'],
  ['ja', '120', 'JPY', '百二十円'],
  ['ja', '-3.5', 'USD', 'マイナス三ドル五十セント'],
]

const languages: readonly (readonly [string, NumberLanguage])[] = [
  ['en', english('GB')],
  ['de', german('DE')],
  ['fr', french('FR')],
  ['fr-CH', french('CH')],
  ['es', spanish('ES')],
  ['it', italian('IT')],
  ['pt-PT', portuguese('PT')],
  ['pt-BR', portuguese('BR')],
  ['nl', dutch()],
  ['pl', polish()],
  ['ru', russian()],
  ['tr', turkish()],
  ['id', indonesian()],
  ['ja', japanese()],
]

describe('words', () => {
  it.each(
    Object.entries(numbers).flatMap(([locale, each]) => Object.entries(each).map(([n, text]) => ({ locale, n, text }))),
  )('$locale $n', ({ locale, n, text }) => {
    expect(spellNumber(n, locale)).toBe(text)
  })

  it.each(amounts)('%s %s %s', (locale, amount, currency, text) => {
    expect(spellMoney(amount, currency, locale)).toBe(text)
  })

  it.each(languages)('%s says every number in its own way, built from its groups', (_, language) => {
    const said = new Map<string, number>()
    for (let n = 0; n < 20_000; n++) {
      const text = language.cardinal(n)
      expect(said.get(text)).toBeUndefined()
      said.set(text, n)
    }
    const value = fc.oneof(
      fc.integer({ min: 0, max: largest }),
      fc.nat({ max: 15 }).map((power) => 10 ** power),
      fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 4 })).map(([n, power]) => Math.min(n * 1000 ** power, largest)),
    )
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [x, y] = [language.cardinal(a), language.cardinal(b)]
        expect(x).toMatch(/^\p{L}(?:[\p{L}\p{M}'’ -]*\p{L})?$/u)
        expect(x).not.toMatch(/ {2}|undefined|--/)
        expect(x === y).toBe(a === b)
        // Nothing longer than its groups of three, each of at most eight words.
        expect(x.split(/[ -]/).length).toBeLessThanOrEqual(9 * Math.max(1, groupsOf(a, 1000).length))
      }),
    )
  })

  it('says the same as n2words in the languages of ours that it is right in', () => {
    const numbers = [
      ...Array.from({ length: 3000 }, (_, n) => n),
      ...fc.sample(fc.integer({ min: 0, max: 1e12 }), { numRuns: 1000, seed: 1 }),
    ]
    for (const n of numbers) {
      expect(spellNumber(String(n), 'en-US')).toBe(americanByLibrary(n))
      expect(spellNumber(String(n), 'fr-FR')).toBe(frenchByLibrary(n))
    }
  })

  it('refuses other languages, and numbers beyond a quadrillion', () => {
    expect(() => spellNumber('1', 'ko')).toThrow(expect.objectContaining({ code: 'wrong_argument' }))
    expect(() => spellNumber('1000000000000000.1', 'en')).toThrow(expect.objectContaining({ code: 'wrong_kind' }))
    expect(() => spellNumber(`1.${'1'.repeat(13)}`, 'en')).toThrow(expect.objectContaining({ code: 'wrong_kind' }))
  })
})
