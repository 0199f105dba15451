import { type LargeAttack, of } from './large-attack.ts'

export const textAttacks: readonly LargeAttack<string>[] = [
  ['dots that lead to no page', () => '. '.repeat(1_000_000)],
  ['digits of all lengths', () => of(300_000, (n) => '1234567890'.slice(0, (n % 10) + 1), ' ')],
  [
    'dates',
    () => of(90_000, (n) => `${(n % 28) + 1}.${(n % 12) + 1}.${1990 + (n % 40)} ${(n % 28) + 1} March 2026`, '; '),
  ],
  ['names', () => of(90_000, (n) => `Mr John A${n % 977} Smith-${n % 31}`, ', ')],
  ['account numbers', () => of(80_000, (n) => `DE${String((n % 90) + 10)} 3704 0044 0532 0130 00`, ' ')],
  ['addresses', () => of(80_000, (n) => `Hauptstraße ${n % 200}, 10${String(n % 1000).padStart(3, '0')} Berlin`, '\n')],
  ['amounts in all currencies', () => of(120_000, (n) => `${n},50 EUR USD ${n}.25 CHF ${n}.-`, ' ')],
  ['e-mail addresses and links', () => of(60_000, (n) => `a.b-${n}@mail.example https://x.example/${n}?a=b`, ' ')],
  ['labels', () => of(100_000, (n) => `Invoice number: A-${n}`, '\n')],
  [
    'parties of a contract',
    () => of(20_000, (n) => `This agreement is between Acme ${n} Ltd ("Seller") and Beta ${n} Inc ("Buyer").`, ' '),
  ],
  ['letters that are put together', () => 'ﷺ'.repeat(300_000)],
  ['marks of direction', () => '\u200f\u202bا\u202c '.repeat(200_000)],
  [
    'ten marks on each letter',
    () => `a${'\u0300\u0316\u0301\u0317\u0302\u0318\u0303\u0319\u0304\u031c'}`.repeat(90_000),
  ],
  ['Thai without spaces', () => 'ภาษาไทยง่ายนิดเดียว'.repeat(40_000)],
  ['two columns of labels and values', () => of(60_000, (n) => `Reference ${n}      ${n * 7}.00 EUR`, '\n')],
  ['names in capitals', () => of(60_000, (n) => `MR JOHN A${n} SMITH AND SONS LTD`, '\n')],
  ['lengths of time', () => of(80_000, (n) => `${n % 99} years and ${n % 12} months, within ${n % 60} days`, '; ')],
  [
    'numbers in words',
    () => of(60_000, (n) => `twenty-one thousand three hundred and ${n % 2 === 0 ? 'five' : 'six'} dollars`, ', '),
  ],
  ['Japanese amounts and days', () => of(60_000, (n) => `令和${(n % 9) + 1}年3月10日 1億2,000万円 株式会社山田${n} `)],
  ['sums that never end', () => `${'1,234.'.repeat(150_000)} EUR`],
  ['open brackets and quotes', () => '("„«‚'.repeat(200_000)],
  ['telephones', () => of(90_000, (n) => `+49 (0)30 ${n} - ${n % 100}`, ' / ')],
  [
    'numbers of cases and paragraphs of laws',
    () => of(40_000, (n) => `Az. ${n % 30} O ${n}/26, Case No. ${n}-CV-${n}, § ${n % 900} Abs. 2 BGB`, '\n'),
  ],
  [
    'numbers with units',
    () => of(50_000, (n) => `${n} kg at ${n % 100} % for ${n} m², ${n} h ${n % 60} min, ${n}°C`, '; '),
  ],
  [
    'a ledger of 40,000 rows',
    () => of(40_000, (n) => `${(n % 28) + 1}.03.2026\tRechnung ${n}\tMüller GmbH\t${n},50 EUR\t19 %`, '\n'),
  ],
  [
    'typographic quotes and dashes',
    () =>
      of(
        12_000,
        (n) =>
          `§ ${n} „Der Mieter“ zahlt – spätestens am ${(n % 28) + 1}. März 2026 – ${n},50 € an die „Müller & Söhne GmbH“, Köln.`,
        '\n',
      ),
  ],
  ['captions of courts', () => of(30_000, (n) => `JANE DOE ${n}, Plaintiff,\nv.\nACME ${n} INC., Defendant.`, '\n')],
  ['60,000 boxes to be ticked', () => of(60_000, (n) => `[x] Option ${n} [ ] nein ☒ ja`, '\n')],
  [
    'numbers of taxes and registers',
    () => of(40_000, (n) => `USt-IdNr. DE${100_000_000 + n}, HRB ${n} Amtsgericht München, St.-Nr. 143/815/${n}`, '\n'),
  ],
]
