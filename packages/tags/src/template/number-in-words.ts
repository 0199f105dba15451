/** Numbers as people say them, in the languages of most templates. */
const words: Readonly<Record<string, readonly string[]>> = {
  1: ['one', 'eins', 'uno'],
  2: ['two', 'zwei', 'deux', 'dos', 'due', 'twee'],
  3: ['three', 'drei', 'trois', 'tres', 'tre', 'drie'],
  4: ['four', 'vier', 'quatre', 'cuatro', 'quattro'],
  5: ['five', 'fünf', 'cinq', 'cinco', 'cinque', 'vijf'],
  6: ['six', 'sechs', 'seis', 'sei', 'zes'],
  7: ['seven', 'sieben', 'sept', 'siete', 'sette', 'zeven'],
  8: ['eight', 'acht', 'huit', 'ocho', 'otto'],
  9: ['nine', 'neun', 'neuf', 'nueve', 'nove', 'negen'],
  10: ['ten', 'zehn', 'dix', 'diez', 'dieci', 'tien'],
  12: ['twelve', 'zwölf', 'douze', 'doce', 'dodici', 'twaalf'],
  14: ['fourteen', 'vierzehn', 'quatorze', 'catorce', 'quattordici', 'veertien'],
  15: ['fifteen', 'fünfzehn', 'quinze', 'quince', 'quindici', 'vijftien'],
  20: ['twenty', 'zwanzig', 'vingt', 'veinte', 'venti', 'twintig'],
  30: ['thirty', 'dreißig', 'trente', 'treinta', 'trenta', 'dertig'],
  60: ['sixty', 'sechzig', 'soixante', 'sesenta', 'sessanta', 'zestig'],
  90: ['ninety', 'neunzig', 'noventa', 'novanta', 'negentig'],
  100: ['hundred', 'hundert', 'cent', 'cien', 'cento', 'honderd'],
}

const byWord = new Map(Object.entries(words).flatMap(([number, names]) => names.map((name) => [name, Number(number)])))

/** `14` of `fourteen`; `undefined` for what is no such word. */
export const numberInWords = (word: string): number | undefined => byWord.get(word.toLowerCase())
