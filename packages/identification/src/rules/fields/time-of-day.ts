import { candidate, type Candidate } from '../candidate.ts'
import { synonymsOf } from '../labels/concepts.ts'
import { spaced, type Target } from '../labels/target.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import { isOfStem, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/** What names of fields call a time of the day, folded: en, de, fr, es, it, pt, nl, pl, sv, da. */
const timeWords = new Set(
  'time uhrzeit zeit heure hora ora orario horario tijd tijdstip godzina klockslag tid tidspunkt klokkeslett'.split(
    ' ',
  ),
)
/** `10:30 am`, `7.30 pm`, `18:00 Uhr`, `14 h 00`, `alle ore 20:30`, `o godz. 9.00`. */
const times =
  /(?<![\d.,:/-])(?:(?:[01]?\d|2[0-3])(?::[0-5]\d(?: ?(?:[ap]m|[ap]\.m\.?)(?!\p{L})| ?(?:Uhr|h|hrs|uur)(?!\p{L}))?|\.[0-5]\d ?(?:[ap]m|[ap]\.m\.?|Uhr|h|hrs|uur)(?!\p{L})| ?h ?(?:[0-5]\d)?(?![\p{L}\d])| heures?(?: [0-5]\d)?(?![\p{L}\d])| Uhr(?! *\d))|(?<=(?:\bore|kl\.?|godz\.?) )(?:[01]?\d|2[0-3])\.[0-5]\d|(?:1[0-2]|[1-9]) ?(?:[ap]m|[ap]\.m\.?)(?!\p{L}))(?![\d:-]|,\d)/giu
const most = 40

/** What names of fields call the time at which something ends, folded. */
const endWords = new Set(
  'end ends ending closing close closed finish ende schluss fin cloture levee fine chiusura cierre fim termino encerramento einde sluiting koniec konca zakonczenia return ruckkehr ruckfahrt retour regreso vuelta ritorno rientro regresso terugkomst terugkeer powrot slut avslutning sluttid slutt'.split(
    ' ',
  ),
)
/** What a sentence says before such a time. */
const ended =
  /(?<!\p{L})(?:clos\p{L}*|end(?:s|ed|ing)?|until|back|return(?:s|ing)?|zurück|Rückkehr|retour|regres\p{L}*|vuelta|ritorno|rientro|terug|powrót|adjourn\p{L}*|finish\p{L}*|concluded|geschlossen|schlie(?:ß|ss)t\p{L}*|ende[nt]?|bis|levée?|clôtur\p{L}*|terminée?|jusqu['’]à|termin[aóo]\p{L}*|finaliz\p{L}*|levanta\p{L}*|hasta|chius\p{L}*|tolta|fino alle|encerr\p{L}*|até|einde|gesloten|sluit|tot|zamknięt\p{L}*|zakończ\p{L}*|do godz|avsluta\p{L}*|slut|till?)(?!\p{L})[^.;\n]{0,40}$/iu
/** `10:00 – 12:00` */
const rangeBefore = /\d[^\d\n]{0,5} ?[-–—] ?$/u
const before = 60

const isEnd = (text: string, { start }: Candidate): boolean => {
  const lead = text.slice(Math.max(0, start - before), start)
  return ended.test(lead) || rangeBefore.test(lead)
}

/** `Abfahrtszeit`, `aankomsttijd`; `Arbeitszeit` is a length of time. */
const compound =
  /^(?!arbeits|lauf|probe|warte|liefer|elter|halte|mindest|gesamt|dauer|werk|proef|loop|wacht|frei|vrije)(.{3,}?)s?(?:uhr)?(?:zeit|tijd)$/u
const beginWords = synonymsOf('begin')
/** How far behind the word for what happens its time stands. */
const reach = 80

/** What else a name says but that it asks for a time, and for the first or the last one. */
const eventsOf = (words: readonly string[]): string[] =>
  words
    .map((word) => compound.exec(word)?.[1] ?? word)
    .filter((word) => word.length > 3 && !timeWords.has(word) && !beginWords.has(word))

/** The time that stands next behind a word for the event, in the same sentence. */
function timeOfEvent(
  index: TextIndex,
  stems: Stems,
  event: string,
  found: readonly Candidate[],
): Candidate | undefined {
  const places = [event, ...synonymsOf(event)].flatMap((word) =>
    (stems.get(stemKey(word)) ?? []).filter((at) => isOfStem(word, index.words[at]?.folded ?? '')),
  )
  return places
    .slice(0, most)
    .flatMap((at) => {
      const end = index.words[at]?.end ?? 0
      const time = found.find(({ start }) => start >= end && start - end <= reach)
      return time && !/[;!?]|\.\s+\p{Lu}\p{Ll}{3}|\n\s*\n/u.test(index.text.slice(end, time.start)) ? [time] : []
    })
    .at(0)
}

/** The first time that a paper says, for a field of one that no label has; for the end of something the first that is one. */
export function timesOfDay(index: TextIndex, stems: Stems, target: Target): Option[] {
  const { text } = index
  if (target.type !== 'text') return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  if (!words.some((word) => timeWords.has(word) || compound.test(word))) return []
  const found: Candidate[] = []
  for (const { 0: raw, index } of text.matchAll(times)) {
    if (found.length === most) break
    found.push(candidate('text', index, index + raw.length, raw, 0.9))
  }
  for (const event of eventsOf(words)) {
    const time = timeOfEvent(index, stems, event, found)
    if (time) return [{ value: time, score: 0.56, method: 'clause' }]
  }
  const asksForEnd = words.some((word) => endWords.has(word))
  const first = found.find((time) => isEnd(text, time) === asksForEnd) ?? (asksForEnd ? undefined : found[0])
  return first === undefined ? [] : [{ value: first, score: found.length > 1 ? 0.5 : 0.56, method: 'clause' }]
}
