import { fold, type Word } from '../text-index.ts'
import { spelledBelowHundred, spelledYear } from './spelled-numbers.ts'

const english =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
/** Ordinal days of a month in words: all in English and German, elsewhere the first. */
const days: ReadonlyMap<string, number> = new Map([
  ...english.split(' ').map((word, at) => [word, at + 1] as const),
  ...['thirtieth', 'thirtyfirst'].map((word, at) => [word, at + 30] as const),
  ...'ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften dreizehnten vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten'
    .split(' ')
    .map((word, at) => [fold(word), at + 1] as const),
  ...'einundzwanzigsten zweiundzwanzigsten dreiundzwanzigsten vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten achtundzwanzigsten neunundzwanzigsten dreißigsten einunddreißigsten'
    .split(' ')
    .map((word, at) => [fold(word), at + 21] as const),
  ...'premier primero primo primeiro eerste'.split(' ').map((word) => [word, 1] as const),
])
const fillers = new Set('day of the de del von do di du dias dia giorno mes mese mois month'.split(' '))

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The day of a month that words before its name say (`twenty-first day of`), and the first of these words. */
export function ordinalDayBefore(
  words: readonly Word[],
  month: number,
): { readonly day: number; readonly word: number } | undefined {
  let at = month - 1
  while (at > month - 6 && fillers.has(words[at]?.folded ?? '')) at -= 1
  const name = words[at]?.folded ?? ''
  const day = days.get(name)
  if (day === undefined) {
    // `treinta y uno de enero`: the number begins up to two words before.
    const start = [at - 2, at - 1, at].find((first) => {
      const spelled = spelledBelowHundred(words, first)
      return spelled !== undefined && first + spelled.length === at + 1 && spelled.value <= 31
    })
    const spelled = start === undefined ? undefined : spelledBelowHundred(words, start)
    return start === undefined || spelled === undefined ? undefined : { day: spelled.value, word: start }
  }
  const before = words[at - 1]?.folded
  const isCompound = day < 10 && (before === 'twenty' || (before === 'thirty' && day === 1))
  return isCompound ? { day: day + (before === 'twenty' ? 20 : 30), word: at - 1 } : { day, word: at }
}

/** A number below a hundred in English words from a word on, and how many words it has. */
function belowHundred(words: readonly Word[], at: number): { readonly value: number; readonly length: number } {
  const first = words[at]?.folded ?? ''
  const ten = tens.indexOf(first)
  const unit = units.indexOf(words[ten === -1 ? at : at + 1]?.folded ?? '')
  if (ten === -1) return unit === -1 ? { value: 0, length: 0 } : { value: unit, length: 1 }
  return unit > 0 && unit < 10 ? { value: ten * 10 + 20 + unit, length: 2 } : { value: ten * 10 + 20, length: 1 }
}

/** A year in words (`two thousand and ten`, `nineteen ninety-eight`, `dos mil diez`), and how many words it has. */
export function yearInWords(
  words: readonly Word[],
  at: number,
): { readonly year: number; readonly length: number } | undefined {
  const [first = '', second = ''] = [words[at]?.folded, words[at + 1]?.folded]
  if (first === 'two' && second === 'thousand') {
    const joint = words[at + 2]?.folded === 'and' ? 1 : 0
    const { value, length } = belowHundred(words, at + 2 + joint)
    return length === 0 ? { year: 2000, length: 2 } : { year: 2000 + value, length: 2 + joint + length }
  }
  const spelled = spelledYear(words, at)
  if (spelled) return { year: spelled.value, length: spelled.length }
  const century = first === 'nineteen' ? 1900 : first === 'twenty' ? 2000 : undefined
  if (century === undefined) return undefined
  const { value, length } = belowHundred(words, at + 1)
  return value >= 10 ? { year: century + value, length: 1 + length } : undefined
}

const farthest = 9

/** The year in words that French minutes begin with, before the day: `L'an deux mille vingt-six, le 29 mai`; `word` is its first. */
export function yearOfMinutes(
  words: readonly Word[],
  month: number,
): { readonly year: number; readonly word: number } | undefined {
  for (let at = month - 4; at > month - farthest && at > 0; at -= 1) {
    if (words[at - 1]?.folded !== 'an') continue
    const spelled = spelledYear(words, at)
    const next = at + (spelled?.length ?? 0)
    const isNear = words.slice(next, month - 1).every(({ folded }) => folded === 'et' || folded === 'le')
    return spelled && next < month && isNear ? { year: spelled.value, word: at - 1 } : undefined
  }
  return undefined
}
