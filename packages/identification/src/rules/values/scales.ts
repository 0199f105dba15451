import { fold } from '../text-index.ts'

/** Powers of ten of the scale words that follow numbers; the shortest stand beside amounts of money alone. */
const scales: Readonly<Record<string, number>> = {
  thousand: 3,
  tausend: 3,
  tsd: 3,
  mille: 3,
  mil: 3,
  mila: 3,
  duizend: 3,
  tys: 3,
  k: 3,
  lakh: 5,
  lakhs: 5,
  crore: 7,
  crores: 7,
  million: 6,
  millions: 6,
  millionen: 6,
  mio: 6,
  mn: 6,
  mm: 6,
  m: 6,
  millon: 6,
  millones: 6,
  milioni: 6,
  milione: 6,
  milhoes: 6,
  milhao: 6,
  miljoen: 6,
  billion: 9,
  billions: 9,
  bn: 9,
  bln: 9,
  milliarden: 9,
  milliarde: 9,
  mrd: 9,
  milliards: 9,
  milliard: 9,
  miliardi: 9,
  miliardo: 9,
  miljard: 9,
  b: 9,
  trillion: 12,
  tn: 12,
  billionen: 12,
  bio: 12,
  billones: 12,
  biljoen: 12,
}
const scaleAfter = /^[ \u00a0\u202f-]?(\p{L}{1,10})\.?/u
const thousandOf = /^[ \u00a0\u202f](?:mil|thousand)(?= mil(?:l[ióõoe]|h[ãõao]))/iu
/** How much text behind a number a scale may take: ` mil millones`. */
export const scaleReach = 20

/** The scale that begins a text: its power of ten, and how many characters it has with what stands before it. */
export function scaleOf(
  text: string,
  language: string | undefined,
): { readonly power: number; readonly length: number } {
  // `10 mil millones`, `3 thousand million`
  const thousand = thousandOf.exec(text)?.[0].length ?? 0
  if (thousand > 0) {
    const { power, length } = scaleOf(text.slice(thousand), language)
    return power === 6 ? { power: 9, length: thousand + length } : { power: 0, length: 0 }
  }
  const match = scaleAfter.exec(text)
  const word = fold(match?.[1] ?? '')
  const power = Object.hasOwn(scales, word) ? scales[word] : undefined
  // `M.N.` is `moneda nacional`.
  const isInitial =
    match?.[0].endsWith('.') === true && word.length === 1 && /^\p{L}/u.test(text.slice(match[0].length))
  if (!match || power === undefined || isInitial) return { power: 0, length: 0 }
  // English shortens millions so, Portuguese says thousand.
  const meant = word === 'mil' && language === 'en' ? 6 : power
  return { power: meant, length: match[0].length - (word.length > 3 && match[0].endsWith('.') ? 1 : 0) }
}

/** The decimal string times a power of ten, which may be of a fraction (-2 of cents), without floating point. */
export function scaled(value: string, power: number): string {
  if (power === 0) return value
  if (power < 0) {
    const [whole = '', fraction = ''] = value.split('.')
    const digits = whole.padStart(1 - power, '0')
    return `${digits.slice(0, power)}.${digits.slice(power)}${fraction}`
  }
  const [whole = '', fraction = ''] = value.split('.')
  const digits = fraction.padEnd(power, '0')
  const rest = digits.slice(power).replace(/0+$/, '')
  const head = `${whole}${digits.slice(0, power)}`.replace(/^0+(?=\d)/, '')
  return rest === '' ? head : `${head}.${rest}`
}
