import { candidate, type Candidate } from '../candidate.ts'
import { fold, type TextIndex } from '../text-index.ts'
import { scanCjkDurations } from './cjk-durations.ts'
import { numberWords } from './number-words.ts'

const units: readonly (readonly [designator: string, names: string])[] = [
  [
    'Y',
    'year years yr yrs jahr jahre jahren jahres an ans année années annees año años anno anni ano anos jaar jaren rok roku roky let lata lat år vuosi vuotta yıl yil an ani év évre évig έτος έτη год года лет рік роки років',
  ],
  [
    'M',
    'month months monat monate monaten monats mois mes meses mese mesi mês maand maanden kalendermaand kalendermaanden kalendermonat kalendermonate kalendermonaten miesiąc miesiące miesięcy měsíc měsíce měsíců månad månader måned måneder kuukausi kuukautta ay lună luni hónap hónapra μήνας μήνες месяц месяца месяцев місяць місяці місяців',
  ],
  [
    'W',
    'week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzień tygodnie tygodni týden týdny týdnů vecka veckor uge uger viikko viikkoa hafta săptămână săptămâni hét неделя недели недель тиждень тижні тижнів',
  ],
  [
    'D',
    'day days tag tage tagen tages jour jours día días giorno giorni dia dias dag dagen werktage werktagen werkdagen kalendertage kalendertagen arbeitstage arbeitstagen bankarbeitstage bankarbeitstagen dzień dni dny dnů dní dagar dage gg päivä päivää gün zi zile nap napon ημέρα ημέρες ημερών день дня дней дні днів',
  ],
  ['TH', 'hour hours hr hrs h stunde stunden timmar timer heure heures hora horas ora ore uur uren'],
  ['TM', 'minute minutes min mins minuten minuto minutos minuti'],
  ['TS', 'second seconds sec secs sekunde sekunden seconde secondes segundo segundos secondo secondi seconden'],
]
const designators: ReadonlyMap<string, string> = new Map(
  units.flatMap(([designator, names]) => names.split(' ').map((name) => [fold(name), designator] as const)),
)

/** Words for one that are no article before any noun: `innerhalb eines Jahres`, `one year`. */
const certain = /(?<!\p{L})(?:one|eines|einer|einem)[ ]$/iu
/** `18`, `eighteen (18)`, `two-`, `(3)`, before a unit; a compound such as `twenty-four` gives two words. */
const countBefore =
  /(?<![\p{L}\d.,/:-])(?:(\p{L}{1,15})(?:[- ](\p{L}{3,6}))?[ ]?[-–]?[ ]?)?(?:[([]?[ ]?(\d{1,4})[ ]?[)\]]?(?: ?\([\p{L} -]{2,24}\))?)?[ \n-]{0,2}(?:de (?=$)|\p{L}{4,14}[иы]х |full |calendar |business |consecutive |volle |weitere )?$/iu

/** `1½`, `½`, `1 1/2`, `1.5`, `2,5` before a unit. */
const brokenBefore =
  /(?<![\p{L}\d.,/:½¼¾-]|\d )(?:(\d{1,4})?[ \u00a0]?([¼½¾])|(\d{1,4})[ \u00a0](1\/2|1\/4|3\/4)|(\d{1,4})[.,](\d{1,2}))[ \u00a0\n-]{0,2}$/u
const fractions: Readonly<Record<string, number>> = {
  '¼': 0.25,
  '½': 0.5,
  '¾': 0.75,
  '1/4': 0.25,
  '1/2': 0.5,
  '3/4': 0.75,
}
/** What a unit has of the next smaller one, where all agree how many. */
const smaller: Readonly<Record<string, readonly [count: number, designator: string]>> = {
  Y: [12, 'M'],
  TH: [60, 'M'],
  TM: [60, 'S'],
}

/** A count that is not whole: `P2Y6M`, `PT1H30M`; of other units, and where it does not come out even, `P1.5W`. */
function brokenDuration(found: RegExpExecArray, designator: string): string | undefined {
  const [, whole = '0', sign, beforeStroke, stroke, digits, decimals] = found
  const units = Number(beforeStroke ?? digits ?? whole)
  const rest = decimals === undefined ? fractions[sign ?? stroke ?? ''] : Number(`0.${decimals}`)
  if (rest === undefined || units + rest === 0) return undefined
  const [parts = 0, part = ''] = smaller[designator] ?? []
  const finer = Math.round(rest * parts * 100) / 100
  if (parts === 0 || !Number.isInteger(finer)) return duration(Number((units + rest).toFixed(2)), designator)
  const time = designator.startsWith('T') ? 'T' : ''
  return `P${time}${units > 0 ? `${units}${designator.slice(-1)}` : ''}${finer > 0 ? `${finer}${part}` : ''}`
}

function count(
  words: readonly (string | undefined)[],
  digits: string | undefined,
): { value: number; words: number } | undefined {
  const [first, second] = words.map((word) => (word === undefined ? undefined : numberWords.get(fold(word))))
  if (digits !== undefined) {
    // `due within 14 days`: of the words only those right before the digits may count, too.
    const own =
      words[1] === undefined ? Number(first !== undefined) : second === undefined ? 0 : first === undefined ? 1 : 2
    return { value: Number(digits), words: own }
  }
  if (first !== undefined && second !== undefined && first >= 20 && second < 10)
    return { value: first + second, words: 2 }
  if (words[1] !== undefined) return second === undefined ? undefined : { value: second, words: 1 }
  return first === undefined ? undefined : { value: first, words: 1 }
}

/** Swedish, Danish and Norwegian have one word for one that is a preposition or an `and` in other languages. */
const nordicUnits = new Set(['manad', 'maned', 'ar', 'vecka', 'uge', 'uke', 'timme'])

const duration = (count: number, designator: string): string =>
  `P${designator.startsWith('T') ? 'T' : ''}${count}${designator.slice(-1)}`

const andFiner = /^,?[ \u00a0](?:(?:and|und|et|y|e|en|i|och|ve)[ \u00a0])?$/u
const byLength = ['Y', 'M', 'W', 'D', 'TH', 'TM', 'TS']

/** A length of time with one of a smaller unit: `P1Y` and 6 months are `P1Y6M`; nothing where the unit is no smaller. */
function together(value: string, count: number, designator: string): string | undefined {
  const unit = `${value.includes('T') ? 'T' : ''}${value.slice(-1)}`
  if (byLength.indexOf(designator) <= byLength.indexOf(unit) || unit === 'W' || designator === 'W') return undefined
  const time = designator.startsWith('T') && !value.includes('T') ? 'T' : ''
  return `${value}${time}${count}${designator.slice(-1)}`
}

/** `à 14 h 15`, `om 9h`: a time of the day. */
const atHour =
  /(?<!\p{L}|(?<!\d)\d{1,2}[ \u00a0])(?:à|at|um|vers|dès|às|alle|las|om|kl\.?)[ \u00a0](?:(?:[01]?\d|2[0-4])[ \u00a0]?)?$/iu

/** Italian papers of law have the count behind: `durata di anni quattro`, `preavviso di mesi 6 (sei)`. */
const italianUnits = new Set('anno anni mese mesi settimana settimane giorno giorni ora ore'.split(' '))
const italianLead = /(?<!\p{L})(?:di|per|entro|almeno|in|nei)[ \u00a0]$/iu

function countBehind(text: string, end: number): { readonly value: number; readonly end: number } | undefined {
  const found = /^[ \u00a0](?:(\d{1,3})|(\p{L}{2,15}))(?![\p{L}\d])(?: ?\([^()\n]{1,20}\))?/u.exec(
    text.slice(end, end + 45),
  )
  const value = found?.[1] === undefined ? numberWords.get(fold(found?.[2] ?? '')) : Number(found[1])
  return found === null || value === undefined || value === 0 ? undefined : { value, end: end + found[0].length }
}

/** Lengths of time as ISO 8601 durations (`P18M`): digits, number words, or both, before a unit. */
export function scanDurations({ text, words }: TextIndex): Candidate[] {
  const found: Candidate[] = []
  for (const word of words) {
    if (/^(?:\d{1,2})?h$/u.test(word.folded) && atHour.test(text.slice(Math.max(0, word.start - 10), word.start)))
      continue
    const glued = /^(\d{1,4})(\p{L}{1,10})$/u.exec(word.folded)
    const unit = glued?.[2] === undefined ? undefined : designators.get(glued[2])
    if (glued && unit !== undefined && Number(glued[1]) > 0) {
      found.push(
        candidate('duration', word.start, word.end, duration(Number(glued[1]), unit), unit === 'TH' ? 0.4 : 0.85),
      )
      continue
    }
    // `Net 30` of terms of payment.
    const net =
      word.folded === 'net' ? /^ (\d{1,3})(?![\p{L}\d.,%]| ?\p{L})/u.exec(text.slice(word.end, word.end + 8)) : null
    if (net)
      found.push(candidate('duration', word.start, word.end + net[0].length, duration(Number(net[1]), 'D'), 0.85))
    const designator = word.folded.length > 16 ? undefined : designators.get(word.folded)
    if (designator === undefined) continue
    const before = text.slice(Math.max(0, word.start - 48), word.start)
    const broken = brokenBefore.exec(before)
    // `14.30 h` is a time of the day, `11.10 Days of grace` at the beginning of a line a section.
    const isTime = word.folded === 'h' && broken?.[6]?.length === 2
    const isSection =
      /(?:^|\n)[ \t]*\d+\.\d+[ \u00a0]$/.test(before) && /^\p{Lu}\S* \p{L}/u.test(text.slice(word.start, word.end + 2))
    const exact = broken && !isTime && !isSection ? brokenDuration(broken, designator) : undefined
    if (broken && exact) {
      found.push(candidate('duration', word.start - broken[0].length, word.end, exact, 0.9))
      continue
    }
    const italian = italianUnits.has(word.folded) && italianLead.test(before) ? countBehind(text, word.end) : undefined
    if (italian !== undefined) {
      found.push(candidate('duration', word.start, italian.end, duration(italian.value, designator), 0.9))
      continue
    }
    const match = countBefore.exec(before)
    if (!match || (match[1] === undefined && match[3] === undefined)) continue
    const isNordicOne = match[1]?.toLowerCase() === 'en' && match[2] === undefined && nordicUnits.has(word.folded)
    const counted = count([isNordicOne ? 'ett' : match[1], match[2]], match[3])
    if (!counted || counted.value === 0) continue
    // Only the words that count belong to it, not those that happen to stand before.
    const skipped =
      counted.words === 2 || match[1] === undefined || (counted.words === 1 && match[2] === undefined)
        ? 0
        : counted.words === 1
          ? match[0].indexOf(match[2] ?? '', match[1].length)
          : match[0].search(/[([]?\d/)
    const start = word.start - match[0].length + Math.max(0, skipped)
    const last = found.at(-1)
    const finer = last && together(String(last.value), counted.value, designator)
    // `1 Jahr und 6 Monate` is one length of time.
    if (finer !== undefined && last && andFiner.test(text.slice(last.end, start))) {
      found[found.length - 1] = { ...last, end: word.end, value: finer }
      continue
    }
    const value = duration(counted.value, designator)
    found.push(
      candidate(
        'duration',
        start,
        word.end,
        value,
        match[3] === undefined && counted.value === 1 && !isNordicOne && !certain.test(match[0]) ? 0.6 : 0.95,
      ),
    )
  }
  return [...found, ...scanCjkDurations(text)]
}
