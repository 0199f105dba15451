import { candidate, type Candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call a time of the day, folded: en, de, fr, es, it, pt, nl, pl, sv, da. */
const timeWords = new Set(
  'time uhrzeit zeit heure hora ora orario horario tijd tijdstip godzina klockslag tid tidspunkt klokkeslett'.split(
    ' ',
  ),
)
/** `10:30 am`, `7.30 pm`, `18:00 Uhr`, `14 h 00`, `alle ore 20:30`, `o godz. 9.00`. */
const times =
  /(?<![\d.,:/-])(?:(?:[01]?\d|2[0-3])(?::[0-5]\d(?: ?[ap]\.?m\.?(?!\p{L})| ?(?:Uhr|h|hrs|uur)(?!\p{L}))?|\.[0-5]\d ?(?:[ap]\.?m\.?|Uhr|h|hrs|uur)(?!\p{L})| ?h ?(?:[0-5]\d)?(?![\p{L}\d])| Uhr(?! *\d))|(?<=(?:\bore|kl\.?|godz\.?) )(?:[01]?\d|2[0-3])\.[0-5]\d|(?:1[0-2]|[1-9]) ?[ap]\.?m\.?(?!\p{L}))(?![\d:-]|,\d)/giu
const most = 40

/** The first time that a paper says, for a field of one that no label has. */
export function timesOfDay({ text }: TextIndex, target: Target): Option[] {
  if (target.type !== 'text') return []
  if (!wordsOf(spaced(target.name)).some(({ folded }) => timeWords.has(folded))) return []
  const found: Candidate[] = []
  for (const { 0: raw, index } of text.matchAll(times)) {
    if (found.length === most) break
    found.push(candidate('text', index, index + raw.length, raw, 0.9))
  }
  const [first] = found
  return first === undefined ? [] : [{ value: first, score: found.length > 1 ? 0.5 : 0.56, method: 'clause' }]
}
