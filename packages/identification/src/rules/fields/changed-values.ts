import type { FieldType } from '@chancery/core'
import type { Candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { firstAtOrAfter, type TextIndex, wordsOf } from '../text-index.ts'
import { isOfStem, labelWords } from './alike-words.ts'
import { asksForFirstDay } from './first-days.ts'
import type { Option } from './option.ts'

/** What a paper says that it changes: the value until then, and the one that holds from then on. */
interface Change {
  readonly before: Candidate
  readonly after: Candidate
}

const changing: ReadonlySet<FieldType> = new Set(['money', 'percent', 'number', 'integer', 'duration', 'date'])
/** What stands before the first value: en, de, fr, es, it, pt, nl, pl, sv, da, no. */
const from =
  /(?<!\p{L})(?:from|von|vom|de|du|da|dal?l?|del?|desde|van|od|ze?|från|fra)(?: (?:currently|the current|bisher|bislang|derzeit|aktuell|zuletzt|actuellement|actualmente|attualmente|atualmente|momenteel|nu|obecnie|dotychczas|nuvarande|nåværende|le|el|il|o|dem|los|os|i|les|the))?(?: (?:€|EUR|£|\$))?[ \u00a0]$/iu
/** What stands between them, with what the first is of: `€ 598.20 per month to`, `285 € monatlich auf`. */
const to =
  /^(?:[ \u00a0](?:€|EUR|euros?|zł|kr|p\. ?a\.|(?:per|a|an|pro|par|al|por|ao|per|al|på|i) \p{L}{2,8}|monatlich|jährlich|mensuels?|mensuales?|mensili|mensais|miesięcznie|brutto|netto)){0,2},?[ \u00a0](?:(?:up |down )?to|auf|à|au|a|al|para|naar|do|na|till|til|zum|auf den|ad|op)(?: (?:currently|now|künftig|nunmehr|neu|now|the|den|dem|le|el|il|o|nu|nya|nye))?(?: (?:€|EUR|£|\$))?[ \u00a0]$/iu
const between = 40
const lead = 32
const most = 200

/** Values of a type that follow one another as `from A to B`. */
function changesIn({ text }: TextIndex, list: readonly Candidate[]): Change[] {
  const changes: Change[] = []
  for (const [at, before] of list.entries()) {
    if (changes.length === most) break
    const after = list[at + 1]
    if (
      after !== undefined &&
      after.start - before.end <= between &&
      after.start > before.end &&
      to.test(text.slice(before.end, after.start)) &&
      from.test(text.slice(Math.max(0, before.start - lead), before.start))
    )
      changes.push({ before, after })
  }
  return changes
}

const wordsFor = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const news = wordsFor(
  'new neu neue neuer neues neuen nouveau nouvelle nouvel nuevo nueva nuova nuovo novo nova nieuw nieuwe nowy nowa nowe ny nya nytt nye kunftig kunftige future revised updated increased erhoht futur futura futuro',
)
const olds = wordsFor(
  'old current previous former prior present bisher bisherig bisherige bisheriger alt alte alter altes aktuelle derzeitige ancien ancienne actuel actuelle precedent precedente anterior antiguo antigua actual attuale vecchio vecchia atual antigo antiga oud oude huidig huidige vorige dotychczasowy dotychczasowa dotychczasowe stary stara obecny obecna tidigare gammal gamla nuvarande tidligere gammel gamle gamma navaerende',
)

/** Which value of a change a field asks for by its name, and the other words of it. */
interface Side {
  readonly isOld: boolean
  readonly isNew: boolean
  readonly rest: readonly string[]
}

function sideIn(target: Target): Side {
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  const isOld = words.some((word) => olds.has(word))
  return {
    isOld,
    isNew: !isOld && words.some((word) => news.has(word)),
    rest: labelWords(words.filter((word) => !olds.has(word) && !news.has(word)).join(' ')).telling.slice(0, mostWords),
  }
}
const mostWords = 8
const reach = 160

/** `Kaltmiete` says `miete` as well. */
const says = (word: string, wanted: string): boolean =>
  isOfStem(wanted, word) || (wanted.length >= leastEnding && word.endsWith(wanted))
const leastEnding = 4

/** Whether a word of the name stands in the sentence before a change; without any, it is the only one. */
function isOfField({ text }: TextIndex, { before }: Change, rest: readonly string[]): boolean {
  const sentence = text.slice(Math.max(0, before.start - reach), before.start).split(/[.!?]\s+(?=\p{Lu})|\n\s*\n/u)
  const words = wordsOf(sentence.at(-1) ?? '')
  return rest.some((wanted) => words.some(({ folded }) => says(folded, wanted)))
}

const sentenceEnd = /[.!?]\s+(?=\p{Lu})|\n\s*\n/u
/** The only day in the sentences of changes: `goes up from 6.1% to 6.6% on 1 July 2026`. */
function dayOfChange({ text }: TextIndex, values: Values, changes: readonly Change[]): Option[] {
  const dates = values.of('date')
  const found = changes.slice(0, mostWords).flatMap(({ before, after }) => {
    const lead =
      text
        .slice(Math.max(0, before.start - reach), before.start)
        .split(sentenceEnd)
        .at(-1) ?? ''
    const rest = text.slice(after.end, after.end + reach).split(sentenceEnd)[0] ?? ''
    const from = firstAtOrAfter(dates, before.start - lead.length)
    return dates.slice(from, from + 2).filter(({ end }) => end <= after.end + rest.length)
  })
  const [only] = found
  if (only === undefined || found.some(({ value }) => value !== only.value)) return []
  return [{ value: { ...only, alternatives: [] }, score: 0.66 * only.confidence, method: 'clause' }]
}

/** What a paper changes, for fields of what held before and of what holds now. */
export interface Changes {
  /** `newRent` and `bisherigeMiete` of `from EUR 690 to EUR 745`: their names say which of both is asked for. */
  readonly options: (target: Target) => Option[]
  /** The option of a field, or that of the value which takes the place of it: without such a word what holds now is meant. */
  readonly settled: (target: Target, option: Option) => Option
}

export function changesOf(index: TextIndex, values: Values): Changes {
  const byType = new Map<FieldType, Change[]>()
  const of = (type: FieldType): Change[] => {
    const known = byType.get(type) ?? (changing.has(type) ? changesIn(index, values.of(type)) : [])
    byType.set(type, known)
    return known
  }
  // A field has as many options as the paper has values of its type.
  const sides = new Map<Target, Side>()
  const sideOf = (target: Target): Side => {
    const known = sides.get(target) ?? sideIn(target)
    sides.set(target, known)
    return known
  }
  const pick = ({ before, after }: Change, isOld: boolean): Candidate => (isOld ? before : after)
  return {
    options(target) {
      if (asksForFirstDay(target)) return dayOfChange(index, values, [...of('money'), ...of('percent')])
      const changes = of(target.type)
      const { isOld, isNew, rest } = sideOf(target)
      if (changes.length === 0 || !(isOld || isNew)) return []
      const own = changes.filter((change) => isOfField(index, change, rest))
      const sure = own.length > 0 ? 0.9 : 0.6
      const [only, another] = own.length > 0 ? own : changes
      if (only === undefined || (own.length === 0 && another !== undefined)) return []
      const value = pick(only, isOld)
      return [{ value, score: sure * (0.6 + 0.4 * value.confidence), method: 'clause' }]
    },
    settled(target, option) {
      // Two days that are joined so are a period more often.
      if (option.value.type === 'date' || target.many) return option
      const { isOld, isNew } = sideOf(target)
      const { start } = option.value
      const change = of(option.value.type).find(({ before, after }) => (isOld ? after : before).start === start)
      if (change === undefined || !(isOld || isNew || isChanged(index, change))) return option
      return { ...option, value: pick(change, isOld) }
    },
  }
}

/** A range of prices has no verb of a change: `from £5 to £10 per item`. */
const changed =
  /(?<!\p{L})(?:rise|rises|raised?|increas\p{L}*|reduc\p{L}*|lower\p{L}*|cut|chang\p{L}*|go(?:es)? (?:up|down)|erhöh\p{L}*|steig\p{L}*|angehoben|angepasst|gesenkt|senk\p{L}*|sinkt|ändert|passe(?:ra|nt)?|augment\p{L}*|port[ée]e?s?|réduit\p{L}*|pasa(?:rá)?|aument\p{L}*|sub(?:e|irá)|baja(?:rá)?|passa|passerà|sale|sal[ie]rà|sobe|subirá|stijg\p{L}*|verhoog\p{L}*|verhogen|verlaag\p{L}*|wzrasta|wzrośnie|zmieni\p{L}*|höjs|höja|höjer|sänks|ökar|øk\p{L}*|stig\p{L}*|hæv\p{L}*)(?!\p{L})/iu
const isChanged = ({ text }: TextIndex, { before, after }: Change): boolean =>
  changed.test(text.slice(Math.max(0, before.start - reach), before.start)) ||
  changed.test(text.slice(after.end, after.end + 40))
