import type { Candidate } from '../candidate.ts'
import { isMessage } from '../labels/mail-head.ts'
import { spaced, type Target } from '../labels/target.ts'
import { finders } from '../profiles/finders.ts'
import type { Finding } from '../profiles/finding.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import { labelWords, sameStem } from './alike-words.ts'
import { asksForEvent } from './day-of-event.ts'
import { isDayOfMessage } from './day-of-message.ts'
import type { Option } from './option.ts'

const head = 1500
const longest = 70
const day = 1
/** Marks of a label with a value, of a sentence, and of a name with a form behind it. */
const noTitle = /[:：;!?]\s*\p{L}|[,.]\s+\p{L}|[:：,;]\s*$|\p{Ll}{3}\.\s*$/u

/** A cell of a row of amounts, which is no line of a title. */
const sum = /^\s*[-€£$]?\s?\d[\d.,' ]{0,14}[.,]\d\d(?:\s?\p{L}{1,3}|\s?[€£$])?\s*$/u

/** What a numbered title says behind a colon: `Angebot Nr. 26-118: Dachsanierung`. */
const ofNumbered = /(?<=(?:nr|no|n[°º])\.? ?[\d./-]{0,19}\d):.*$/isu

/** Words of what may be the title of a paper. */
export interface TitleWords {
  readonly plain: ReadonlySet<string>
  /** Of lines with a day, which may say something of that day alone: `Verkündet am 4. Juni 2025`. */
  readonly dated: ReadonlySet<string>
}
export const noTitleWords: TitleWords = { plain: new Set(), dated: new Set() }

/** Words of the lines and cells at the head of a paper that may be its title: few words, and a capital first. */
export function titleWords({ index, values }: Finding): TitleWords {
  const { text, lines } = index
  const [firms, days] = (['organization', 'date'] as const).map((type) =>
    values.of(type).filter(({ start }) => start <= head),
  )
  const words = { plain: new Set<string>(), dated: new Set<string>() }
  for (const line of lines) {
    if (line.start > head) break
    let end = line.start - 1
    const cells = text.slice(line.start, Math.min(line.end, line.start + 300)).split(/\t| {3,}/u)
    if (cells.some((cell) => sum.test(cell))) continue
    for (const cell of cells) {
      const start = end + 1
      end = start + cell.length
      const isIn = (value: Candidate): boolean => value.start < end && value.end > start
      const raw = cell.trim().replace(ofNumbered, '')
      if (firms?.some(isIn) || raw.length > longest || !/^[\p{Lu}\p{Lo}]/u.test(raw) || noTitle.test(raw)) continue
      const list = days?.some(isIn) ? words.dated : words.plain
      for (const { folded } of wordsOf(raw)) if (folded.length > 3) list.add(folded)
    }
  }
  return words
}

/** What else a name says but that it asks for a day, where that is one word: `notificarii` of `dataNotificarii`. */
function kindOfPaper(target: Target): string | undefined {
  const { telling, kinds } = labelWords(spaced(target.name))
  return kinds.has(day) && telling.length === 1 ? telling[0] : undefined
}

/** `Eigentümerversammlung` is a `versammlung`. */
const isTitled = (titles: ReadonlySet<string>, kind: string): boolean =>
  [...titles].some((word) => sameStem(word, kind) || (kind.length >= leastCompound && word.endsWith(kind)))
const leastCompound = 6

/** A paper with such a title is written before the day: `Notice of hearing`, `Ladung zur Verhandlung`. */
const appointments = new Set(
  'hearing audience audiencia udienza verhandlung termin zitting rozprawa rozprawy forhandling haal appointment rendezvous trial prozess'.split(
    ' ',
  ),
)

/** The day of the paper, where the field's name has the word of the paper's title: `dataNotificarii` of a `NOTIFICARE`. */
export function dayOfOwnPaper(finding: Finding, target: Target, { plain }: TitleWords): Option[] {
  const kind = target.type === 'date' && target.canonical === undefined ? kindOfPaper(target) : undefined
  if (kind === undefined || appointments.has(kind) || asksForEvent(target) || !isTitled(plain, kind)) return []
  return (finders.date?.(finding) ?? []).map((option) => ({ ...option, score: option.score * 0.9 }))
}

/** What papers put before the word for what they are: `the date of this letter`, `dieses Schreibens`. */
const demonstratives = new Set(
  'this present dieser dieses diesem diesen diese vorliegenden cette ce cet presente esta este questa questo deze dit tej tego niniejszy niniejszego niniejszym niniejsza niniejszej niniejsze denna detta denne dette'.split(
    ' ',
  ),
)

/** Whether a paper says of itself that it is of a kind. */
const speaksOfItself = ({ words }: TextIndex, kind: string): boolean =>
  words.some(({ folded }, at) => sameStem(folded, kind) && demonstratives.has(words[at - 1]?.folded ?? ''))

/** Whether a field of a day asks for that of another paper, which this one speaks of: `orderDate` of a letter on an order. */
export function isOfOtherPaper({ index }: Finding, target: Target, { plain, dated }: TitleWords): boolean {
  const kind = target.type === 'date' ? kindOfPaper(target) : undefined
  if (kind === undefined) return false
  const isOwn = isMessage(index) ? isDayOfMessage(index, target) : isTitled(plain, kind) || isTitled(dated, kind)
  return !isOwn && !speaksOfItself(index, kind) && index.words.some(({ folded }) => sameStem(folded, kind))
}
