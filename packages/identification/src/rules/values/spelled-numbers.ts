import { fold, type Word } from '../text-index.ts'

/** Numbers up to nineteen and the tens, as words of dates: es, fr, it, pt, de, nl. Empty where another is part of it. */
const languages: readonly { readonly small: string; readonly tens: string }[] = [
  {
    small:
      'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  },
  {
    small:
      'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante',
  },
  {
    small:
      'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  },
  {
    small:
      'um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  },
  {
    small:
      'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  },
  {
    small:
      'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
  },
]

/** How languages make one word of tens and units: `veintiséis`, `ventotto`, `sechsundzwanzig`, `zesentwintig`. */
function* compounds(ten: string, unit: string): Generator<string> {
  yield `${ten.replace(/e$/u, 'i')}${unit}`
  yield `${/^[uo]/u.test(unit) ? ten.slice(0, -1) : ten}${unit}`
  yield `${unit}und${ten}`
  yield `${unit}en${ten}`
}

const values = new Map<string, number>()
for (const { small, tens } of languages) {
  const [units, decades] = [small.split(' ').map(fold), tens.split(' ').map(fold)]
  for (const [at, word] of units.entries()) values.set(word, at + 1)
  for (const [at, ten] of decades.entries()) {
    values.set(ten, at * 10 + 20)
    for (const [rest, unit] of units.slice(0, 9).entries())
      for (const word of compounds(ten, unit)) if (!values.has(word)) values.set(word, at * 10 + 21 + rest)
  }
}
values
  .set('dezesseis', 16)
  .set('dezessete', 17)
  .set('dezenove', 19)
  .set('veintiun', 21)
  .set('premier', 1)
  .set('primero', 1)
  .set('primeiro', 1)
  .set('primo', 1)

const joints = new Set(['y', 'e', 'et', 'en', 'und'])

interface Spelled {
  readonly value: number
  /** How many words it has. */
  readonly length: number
}

/** A number below a hundred from a word on: `treinta y uno`, `vingt-six`, `ventotto`. */
export function spelledBelowHundred(words: readonly Word[], at: number): Spelled | undefined {
  const value = values.get(words[at]?.folded ?? '')
  if (value === undefined) return undefined
  const joint = joints.has(words[at + 1]?.folded ?? '') ? 1 : 0
  const unit = values.get(words[at + 1 + joint]?.folded ?? '')
  // `dix-sept`, `trente et un`
  const goesOn = unit !== undefined && unit < 10 && (value === 10 || (value >= 20 && value % 10 === 0))
  return goesOn ? { value: value + unit, length: 2 + joint } : { value, length: 1 }
}

const lead = new Set('de del do da di des du the year of ano año anno an l nell dell im jahr in'.split(' ').map(fold))
/** Centuries in words of their own, and those that the rest of the year is glued to. */
const centuries: readonly (readonly [number, string])[] = [
  [2000, 'dos mil|deux mille|dois mil|duemila|zweitausend|tweeduizend'],
  [
    1900,
    'mil novecientos|mil neuf cent|mille neuf cent|mil novecentos|millenovecento|neunzehnhundert|negentienhonderd',
  ],
]
const heads = centuries.flatMap(([value, names]) => names.split('|').map((name) => ({ value, words: name.split(' ') })))

/** A year in words from a word on, with `del año` before it: `dos mil veintiséis`, `zweitausendsechsundzwanzig`. */
export function spelledYear(words: readonly Word[], from: number): Spelled | undefined {
  let at = from
  while (at < from + 4 && lead.has(words[at]?.folded ?? '')) at += 1
  for (const { value, words: head } of heads) {
    if (head.slice(0, -1).some((word, index) => words[at + index]?.folded !== word)) continue
    const last = words[at + head.length - 1]?.folded ?? ''
    const own = head.at(-1) ?? ''
    if (!last.startsWith(own)) continue
    const glued = last.slice(own.length).replace(/^(?:und|en)(?=\p{L})/u, '')
    const length = at - from + head.length
    if (glued !== '') {
      const rest = values.get(glued)
      if (rest === undefined) continue
      return { value: value + rest, length }
    }
    const joint = joints.has(words[at + head.length]?.folded ?? '') ? 1 : 0
    const rest = spelledBelowHundred(words, at + head.length + joint)
    return rest ? { value: value + rest.value, length: length + joint + rest.length } : { value, length }
  }
  return undefined
}
