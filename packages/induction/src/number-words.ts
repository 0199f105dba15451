/** Words of numbers where several make one, in en, fr, es, pt; German, Dutch and Italian write them together. */
const numerals =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
  'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion ' +
  'une deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt vingts trente quarante cinquante soixante ' +
  'septante huitante nonante cent cents mille millions ' +
  'uno dos tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince veinte veintiuno veintidós veintitrés veinticuatro ' +
  'veinticinco veintiséis veintisiete veintiocho veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento ' +
  'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos mil millón millones ' +
  'um uma dois duas três quatro sete oito nove dez doze treze dezesseis dezasseis dezessete dezassete dezoito dezenove dezanove vinte trinta ' +
  'quarenta cinquenta sessenta oitenta cem cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos milhão milhões'
const coins =
  'pounds? sterling|pounds?|pence|penny|(?:US )?dollars?|cents?|euros?|francs?|centimes?|pesos?|céntimos?|centavos?|reais|real|libras?|dólares'

const oneOf = `(?:${[...new Set(numerals.split(' '))].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{M}\\p{N}])`
const gap = '(?:[ \\u00a0]|-)'
const next = `(?:${gap}(?:(?:and|et|y|e)${gap})?${oneOf})`
const coin = `[ \\u00a0](?:d[e'’][ \\u00a0]?)?(?:${coins})(?![\\p{L}\\p{M}\\p{N}])`

/**
 * A number in words, of two words or more, with the coins that it counts: `nine hundred and eighty pounds fifty pence`. Source
 * of a pattern that minds no case. A single word may be any word of a sentence.
 */
export const numberInWords = `${oneOf}${next}+(?:${coin}(?:,?[ \\u00a0](?:(?:and|et|y|e|con)[ \\u00a0])?${oneOf}${next}*${coin})?)?`

const parts =
  'ein eins eine zwei drei vier fünf sechs sech sieben sieb acht neun zehn elf zwölf und zwanzig dreißig dreissig zig hundert tausend ' +
  'un uno due tre tré quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove ' +
  'venti vent trenta trent quaranta quarant cinquanta cinquant sessanta sessant settanta settant ottanta ottant novanta novant cento cent mila mille ' +
  'een twee drie vijf zes zeven negen tien twaalf dertien veertien twintig dertig veertig vijftig zestig zeventig tachtig negentig en ën honderd duizend'
const part = parts
  .split(' ')
  .sort((a, b) => b.length - a.length)
  .join('|')

/** A number that German, Dutch and Italian write as one word of two parts or more. Source of a pattern that minds no case. */
export const compoundNumber = `(?:${part}){2,24}`
