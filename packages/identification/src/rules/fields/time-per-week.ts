import { candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import { fold, type TextIndex } from '../text-index.ts'
import type { Option } from './option.ts'

/** A measure that names of fields ask for: its unit in a text, and the words around that say of what it is. */
interface Measure {
  readonly asked: readonly RegExp[]
  readonly written: RegExp
  readonly around: RegExp
}

const hours = String.raw`(?:hours?|hrs|stunden|std\.?|heures|horas|ore|uur|uren|timmar|timer|godzin)`
const days = String.raw`(?:working |paid |bank |jours? ouvr)?(?:days?|arbeitstagen?|werktagen?|urlaubstagen?|tagen?|jours|días|giorni|dias|dagen|vakantiedagen|dagar|dage|dni)`
const figure = String.raw`(?<![\p{L}\d.,/-])(\d{1,3}(?:[.,]\d{1,2})?)`
const week =
  /(?<!\p{L})(?:weeks?|weekly|wöchentlich\p{L}*|woche|wochenarbeitszeit|semaine|hebdomadaires?|semana|semanal(?:es)?|settiman\p{L}+|week|vecka|uge|tygodni\p{L}*)(?!\p{L})/iu

const measures: readonly Measure[] = [
  {
    asked: [
      /hour|stunden|heures|horas|\bore\b|\buren|\buur|timmar|timer|godzin|arbeitszeit|arbetstid|working time|arbeidsduur/u,
      /week|woche|hebdo|seman|settiman|vecka|uge|tygod|zeit|tid\b|time|duur/u,
    ],
    written: new RegExp(
      `${figure}[ \\u00a0-]?${hours}(?!\\p{L})|hours(?: of work)? (?:are|is|will be|shall be)(?: normally)? ${figure}(?= )`,
      'giu',
    ),
    around: week,
  },
  {
    asked: [
      /holiday|leave|vacation|urlaub|conge|vacacion|ferie|ferias|vakantie|verlof|semester|urlop/u,
      /day|tage|jours|dias|giorni|dagen|dagar|dage|dni/u,
    ],
    written: new RegExp(`${figure}[ \\u00a0]${days}(?!\\p{L})`, 'giu'),
    around: /holiday|annual leave|vacation|urlaub|congés|vacaciones|ferie|férias|vakantie|verlof|semester|urlop/iu,
  },
]

const mostWritten = 400
const sentenceEnd = /[.;!?]\s|\n/u

/** The sentence or line around a stretch, as far as it is near. */
function sentenceAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - near), start)
      .split(sentenceEnd)
      .at(-1) ?? ''
  return before + text.slice(start, end) + (text.slice(end, end + near).split(sentenceEnd)[0] ?? '')
}
const near = 100

/**
 * The hours of a week and the days of leave that a clause gives, for fields that ask for them in any words: `wochenstunden` of
 * `Die wöchentliche Arbeitszeit beträgt 39 Stunden`. Of several that differ none is meant.
 */
export function timePerWeek({ text }: TextIndex, target: Target): Option[] {
  if (target.type !== 'number' && target.type !== 'integer') return []
  const name = fold(spaced(target.name))
  const measure = measures.find(({ asked }) => asked.every((word) => word.test(name)))
  if (measure === undefined) return []
  const found = Array.from(text.matchAll(measure.written))
    .slice(0, mostWritten)
    .flatMap(({ 0: raw, 1: first, 2: second, index }) => {
      const written = first ?? second ?? ''
      const start = index + raw.indexOf(written)
      return measure.around.test(sentenceAround(text, index, index + raw.length)) ? [{ written, start }] : []
    })
  const [only] = found
  if (only === undefined || found.some(({ written }) => written !== only.written)) return []
  const plain = only.written.replace(',', '.')
  if (target.type === 'integer' && plain.includes('.')) return []
  const value = target.type === 'integer' ? Number(plain) : plain
  return [
    {
      value: candidate(target.type, only.start, only.start + only.written.length, value, 0.9),
      score: 0.62,
      method: 'clause',
    },
  ]
}
