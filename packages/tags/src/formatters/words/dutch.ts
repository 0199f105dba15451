import { currencyTable, groupsOf, type NumberLanguage } from './number-language.ts'

const small = (
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien ' +
  'achttien negentien'
).split(' ')
const tens = ['', '', 'twintig', 'dertig', 'veertig', 'vijftig', 'zestig', 'zeventig', 'tachtig', 'negentig']
const scales = ['miljoen', 'miljard', 'biljoen', 'biljard']

function belowHundred(value: number): string {
  if (value < 20) return small[value] ?? ''
  const unit = value % 10
  // After an e the joint has its trema: tweeëntwintig.
  const joint = unit === 2 || unit === 3 ? 'ën' : 'en'
  return `${unit === 0 ? '' : (small[unit] ?? '') + joint}${tens[Math.floor(value / 10)] ?? ''}`
}

function belowThousand(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const head = hundreds === 0 ? '' : `${hundreds === 1 ? '' : (small[hundreds] ?? '')}honderd`
  return head + (rest === 0 ? '' : belowHundred(rest))
}

/** A space stands after `duizend`, and around the names of the larger numbers (Taalunie, Leidraad 9). */
function cardinal(value: number): string {
  if (value === 0) return 'nul'
  const [units = 0, thousands = 0, ...upper] = groupsOf(value, 1000)
  const words: string[] = []
  for (const [index, group] of [...upper.entries()].toReversed()) {
    if (group > 0) words.push(belowThousand(group), scales[index] ?? '')
  }
  if (thousands > 0) words.push(`${thousands === 1 ? '' : belowThousand(thousands)}duizend`)
  if (units > 0) words.push(belowThousand(units))
  return words.join(' ')
}

export const dutch = (): NumberLanguage => ({
  cardinal,
  counted: (value, unit) => `${cardinal(value)} ${value === 1 ? unit.one : unit.many}`,
  minus: 'min',
  point: 'komma',
  and: 'en',
  currencies,
})

const currencies = currencyTable([
  'EUR, m:euro, m:cent',
  'USD, m:dollar, m:cent',
  'GBP, n:pond, m:penny/pence',
  'CHF, m:Zwitserse frank, m:rappen',
  'PLN, m:zloty, m:groszy',
  'SEK, m:Zweedse kroon/Zweedse kronen, m:öre',
  'NOK, m:Noorse kroon/Noorse kronen, m:øre',
  'DKK, m:Deense kroon/Deense kronen, m:øre',
  'CZK, m:Tsjechische kroon/Tsjechische kronen, m:heller',
  'HUF, m:forint, m:filler',
  'JPY, m:yen',
  'CAD, m:Canadese dollar, m:cent',
  'AUD, m:Australische dollar, m:cent',
  'BRL, m:real, m:centavo',
  "MXN, m:Mexicaanse peso/Mexicaanse peso's, m:centavo",
])
