import type { Candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import type { Finder } from './finding.ts'

/** What joins the first day and the last: en, de, fr, es, it, pt, nl, pl, sv, tr. */
const joint =
  /^[\s,.]{0,3}(?:[-–—]|(?:and )?(?:to|until|till|through|thru|up to|ending(?: on)?|ends(?: on)?|expir(?:es|ing)(?: on)?|terminates(?: on)?)|(?:und )?(?:bis(?: zum| einschließlich(?: zum)?)?|endet am)|au|jusqu['’]au|(?:et |pour )?(?:prend fin le|prendre fin le|se termine(?:r)? le|s['’]achever? le|expirer? le)|(?:und )?endet mit ablauf des|(?:e|per) termina(?:re)? il|(?:e )?scad(?:e|rà) il|(?:e )?(?:com )?términ?o em|y termina el día|i kończy się(?: dnia)?|och upphör(?: den)?|og (?:utløper|slutter|ophører)(?: den)?|e termina(?: em)?|(?:en|i) eindigt op|(?:a|y) finaliza(?:rá)? el|al|a|y (?:hasta|termina) el|hasta(?: el)?|e até|até(?: a| ao| o)?|à|fino al|e fino al|tot(?: en met)?|t\/m|do(?: dnia)?|(?:till|t\.?o\.?m\.?|til)(?: och med| og med)?|и? ?(?:до|по)|έως|μέχρι|až do|-?ig|p[âa]nă la(?: data de)?|から|起?至|起?到|[~〜～])(?: the| dem| le| el| il| o)?[\s:]{0,3}$/iu
/** What stands before the first day of a period, right there or as the title of it. */
const opens =
  /(?:(?<!\p{L})(?:from|since|between|commencing|beginning|starting|begins|starts|effective|dated|von|vom|ab|beginnt am|du|dès le|à compter du|débute le|del|desde(?: el)?|dal|a partire dal|decorrenza dal|de|van|vanaf|od(?: dnia)?|de la(?: data de)?|începând cu(?: data de)?|från(?: och med)?|fr\.?o\.?m\.?|fra(?: og med)?|з|с|від|από|自|从|從)(?: on| the| dem)?|(?:period(?:e|o|en)?|term|valid\p{L}*|coverage|duration|zeitraum|laufzeit|mietzeit|gültig\p{L}*|période|durée|validité|vigencia|periodo|período|plazo|durata|validità|periode|looptijd|duur|geldig\p{L}*|okres|hyrestid|lejeperiode|доба|период|період|期間)(?![\p{L}])[^\n.]{0,24}[:\t])\s{0,3}$/iu
/** What stands before a last day that has no first one. */
const closes =
  /(?<!\p{L})(?:until|through|expires?(?: on)?|bis(?: zum| einschließlich)?|endet am|jusqu['’]au|hasta(?: el)?|até(?: a| ao)?|fino al|tot(?: en met)?)(?: the| dem)?\s$/iu
/** What asks for money before the last day for it: en, de, fr, es, it, pt, nl. */
const toPay =
  /(?<!\p{L})(?:pay|zahl|überweis|begleich|règl|réglez|payer|abon|pagar|pagat|pagar|versar|betal|voldoen|overmak)[^.;\n]{0,90}(?<!\p{L})(?:until|by|before|no later than|not later than|bis(?: spätestens)?(?: zum| am)?|avant le|au plus tard le|jusqu['’]au|antes del?|hasta el|entro il|até(?: a| ao)?|uiterlijk(?: op)?|vóór|voor)\s$/iu
export const payment = /(?:pa(?:y|id)|due|zahl|überweis|begleich|règl|payer|paga|betal|voldoen)/iu

/** `12:00 Uhr`, `à 0 h`, `las 24:00`, with the commas around, and the `r.` of Polish years. */
const time =
  /,?[ ](?:(?:à|at|um|alle|às|a las|las|om|o) )?\d{1,2}(?:[:.]\d{2}(?: ?(?:uhr|h|hrs|ore|uur))?| ?h(?:\d{2})?| uhr)(?!\p{L}),?(?: del?(?= ?$))?|^ [rгр]\./giu
/** Days of the week in en, de, fr, es, it, pt, nl: `from Monday 14 June to Friday 18 June`. */
const weekday =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|miércoles|jueves|viernes|s[áa]bado|domingo|(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|(?:segunda|terça|quarta|quinta|sexta)-feira|(?:maan|dins|woens|donder|vrij|zater|zon)dag),?[ ]/giu
const withoutTime = (around: string): string => around.replaceAll(time, ' ').replaceAll(weekday, '')

export interface Period {
  readonly first?: Candidate
  readonly last: Candidate
}

const most = 40

/** Two days that are joined as the first and the last of something, whatever stands before them. */
export function rangesOf({
  index: { text },
  values,
}: Parameters<Finder>[0]): { readonly first: Candidate; readonly last: Candidate }[] {
  const dates = values.of('date')
  return dates.slice(0, 400).flatMap((first, at) => {
    const last = dates[at + 1]
    const isRange =
      last !== undefined &&
      last.start - first.end <= 40 &&
      String(first.value) < String(last.value) &&
      joint.test(withoutTime(text.slice(first.end, last.start)))
    return isRange ? [{ first, last }] : []
  })
}

/** The periods of a text, in order: the first and the last day, or a last one that `until` or its like stands before. */
export function periodsIn({ index: { text }, values }: Parameters<Finder>[0]): Period[] {
  const dates = values.of('date')
  const periods: Period[] = []
  for (const [at, date] of dates.entries()) {
    if (periods.length === most) break
    const before = withoutTime(text.slice(Math.max(0, date.start - 60), date.start))
    const next = dates[at + 1]
    const isFirst =
      next !== undefined && next.start - date.end <= 40 && joint.test(withoutTime(text.slice(date.end, next.start)))
    if (isFirst && String(date.value) < String(next.value) && opens.test(before))
      periods.push({ first: date, last: next })
    else if (closes.test(before) && !payment.test(before + text.slice(date.end, date.end + 30)))
      if (periods.at(-1)?.last !== date) periods.push({ last: date })
  }
  return periods
}

const fromDay =
  /(?<!\p{L})(?:from|ab(?: dem)?|vom|à compter du|desde el|a partir del|dal|a decorrere dal|vanaf|met ingang van)\s$/iu
const forTerm =
  /^,? (?:for (?:an? )?|für (?:die Dauer|eine Dauer|einen Zeitraum)|pour une (?:durée|période)|por un (?:plazo|período)|per (?:la durata|un periodo)|voor de duur)[^.;\n]{0,30}/iu
/** The same behind the time: `a fixed term of 12 months from and including 15 July 2026`. */
const termFrom =
  /(?<!\p{L})(?:term|period|dauer|laufzeit|durée|plazo|durata|duração|prazo|duur|looptijd)(?!\p{L})[^.;\n]{0,80}(?<!\p{L})(?:from|ab(?: dem)?|à (?:compter|partir) du|desde el|a partir del?|a contar (?:del?|de)|dal|a decorrere dal|vanaf|met ingang van)(?: and including)?(?: the)?\s$/iu
/** The day from which something lasts for a time: `from 16 March 2026 for a fixed term of nine months`. */
const firstOfTerm: Finder = ({ index: { text }, values }) =>
  values
    .of('date')
    .slice(0, 400)
    .filter(
      ({ start, end }) =>
        (fromDay.test(text.slice(Math.max(0, start - 24), start)) && forTerm.test(text.slice(end, end + 40))) ||
        termFrom.test(text.slice(Math.max(0, start - 130), start)),
    )
    .slice(0, 1)
    .map((value) => ({ value, score: 0.7 * value.confidence, method: 'clause' }))

/** The first day of the first period of the text: `valid from 1 March 2026 until 28 February 2027`. */
export const findPeriodStart: Finder = (finding) => [
  ...firstOfTerm(finding),
  ...periodsIn(finding).flatMap(({ first }, at): Option[] =>
    first === undefined
      ? []
      : [{ value: first, score: Math.max(0.3, 0.72 - at * 0.06) * first.confidence, method: 'clause' }],
  ),
]

/** Its last day, or where no first one is said, a day that `until` or its like stands before. */
export const findPeriodEnd: Finder = (finding) =>
  periodsIn(finding).map(({ first, last }, at): Option => ({
    value: last,
    score: Math.max(0.3, (first === undefined ? 0.5 : 0.75) - at * 0.06) * last.confidence,
    method: 'clause',
  }))

/** The day until when a sentence asks for money: `Bitte überweisen Sie die Nachzahlung bis zum 15.06.2026`. */
export const findLastDayToPay: Finder = ({ index: { text }, values }) =>
  values
    .of('date')
    .slice(0, 400)
    .filter(({ start }) => toPay.test(text.slice(Math.max(0, start - 130), start)))
    .slice(0, 3)
    .map((value, at) => ({ value, score: (0.68 - at * 0.08) * value.confidence, method: 'clause' }))
