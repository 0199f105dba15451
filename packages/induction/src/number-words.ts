/** Words of numbers where several make one, in en, fr, es, pt; German, Dutch and Italian write them together. */
const numerals = new Set(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
    'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion ' +
    'une deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt vingts trente quarante cinquante soixante ' +
    'septante huitante nonante cent cents mille millions ' +
    'uno dos tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince veinte veintiuno veintidós veintitrés veinticuatro ' +
    'veinticinco veintiséis veintisiete veintiocho veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento ' +
    'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos mil millón millones ' +
    'um uma dois duas três quatro sete oito nove dez doze treze dezesseis dezasseis dezessete dezassete dezoito dezenove dezanove vinte trinta ' +
    'quarenta cinquenta sessenta oitenta cem cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos milhão milhões'
  ).split(' '),
)
const coin =
  /[ \u00a0](?:d[e'’][ \u00a0]?)?(?:pounds? sterling|pounds?|pence|penny|(?:us )?dollars?|cents?|euros?|francs?|centimes?|pesos?|céntimos?|centavos?|reais|real|libras?|dólares)(?![\p{L}\p{M}\p{N}])/uy
const gap = /[ \u00a0-]/y
/** Or the beginning of one that is longer than any numeral. */
const word = /\p{L}[\p{L}\p{M}\p{N}]{0,19}/uy
const between = /,?[ \u00a0](?:(?:and|et|y|e|con)[ \u00a0])?/y
const joining: ReadonlySet<string> = new Set(['and', 'et', 'y', 'e'])

/** What a sticky pattern finds at a place. */
function at(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0]
}

/** @returns the end of the numeral that stands at `start`, or behind a word that joins it to the one before */
function numeralEnd(text: string, start: number, mayJoin: boolean): number | undefined {
  const found = at(word, text, start)
  if (found === undefined) return undefined
  const end = start + found.length
  if (numerals.has(found)) return end
  return mayJoin && joining.has(found) && at(gap, text, end) !== undefined
    ? numeralEnd(text, end + 1, false)
    : undefined
}

/** The end of the numerals that follow each other from `start`, and how many there are. */
function numeralsEnd(text: string, start: number): { readonly end: number; readonly count: number } {
  let end = start
  let count = 0
  for (let next = numeralEnd(text, start, false); next !== undefined; count++) {
    end = next
    next = at(gap, text, end) === undefined ? undefined : numeralEnd(text, end + 1, true)
  }
  return { end, count }
}

/**
 * Where a number in words ends that begins at `start`, of two words or more, with the coins that it counts: `nine hundred and
 * eighty pounds fifty pence`. A single word may be any word of a sentence.
 * @param text in lower case
 */
export function numberInWordsEnd(text: string, start: number): number | undefined {
  const { end, count } = numeralsEnd(text, start)
  if (count < 2) return undefined
  const large = at(coin, text, end)
  if (large === undefined) return end
  const behind = end + large.length
  const small = numeralsEnd(text, behind + (at(between, text, behind)?.length ?? 0))
  const smallCoin = small.count === 0 ? undefined : at(coin, text, small.end)
  return smallCoin === undefined ? behind : small.end + smallCoin.length
}

const parts =
  'ein eins eine zwei drei vier fünf sechs sech sieben sieb acht neun zehn elf zwölf und zwanzig dreißig dreissig zig hundert tausend ' +
  'un uno due tre tré quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove ' +
  'venti vent trenta trent quaranta quarant cinquanta cinquant sessanta sessant settanta settant ottanta ottant novanta novant cento cent mila mille ' +
  'een twee drie vijf zes zeven negen tien twaalf dertien veertien twintig dertig veertig vijftig zestig zeventig tachtig negentig en ën honderd duizend'
const part = parts
  .split(' ')
  .sort((a, b) => b.length - a.length)
  .join('|')

let oneWord: RegExp | undefined

/** Whether a word of at most 24 letters is a number, before a unit that says so: `two` years, `zes` maanden. */
export function isNumberWord(wordOfText: string): boolean {
  const lower = wordOfText.toLowerCase()
  oneWord ??= new RegExp(`^(?:${part}|six){1,4}(?:e[nmrs]?)?$`, 'u')
  return numerals.has(lower) || (lower.length <= 24 && oneWord.test(lower))
}

/** A number that German, Dutch and Italian write as one word of two parts or more. Source of a pattern for a text in lower case. */
export const compoundNumber = `(?:${part}){2,24}`
