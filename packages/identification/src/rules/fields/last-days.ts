import type { Candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call the last day to do something, folded: en, de, fr, es, it, pt, nl, pl, sv, da. */
const lasts = new Set(
  'by before until deadline latest bis frist fristende spatestens limite echeance avant antes hasta plazo entro scadenza termine ate prazo voor uiterlijk termijn termin terminu senast frist senest'.split(
    ' ',
  ),
)
/** What stands before that day. */
const untilThen =
  /(?<!\p{L})(?:by|before|no later than|not later than|until|bis(?: spätestens)?(?: zum| am)?|spätestens(?: bis)?(?: zum| am)?|avant le|au plus tard le|jusqu['’]au|antes del?|hasta(?: el)?|a más tardar el|entro(?: e non oltre)?(?: il)?|fino al|até(?: a| ao)?(?: dia)?|uiterlijk(?: op)?|vóór|tot(?: en met)?|do(?: dnia)?|najpóźniej(?: do)?|senast(?: den)?|senest(?: den)?|innen(?: den)?)[ ](?:the |den |dem |el |le |il |l['’])?(?:\p{L}{4,10},? (?:the |den |dem |le |el )?)?$/iu
const lead = 48
/** `by 4.00 pm on 7 May`: the time is none of the day's. */
const time =
  /(?:\d{1,2}(?:[.:]\d{2})? ?(?:[ap]\.?m\.?|noon|uhr|h|uur|ore)|\d{1,2}[.:]\d{2}|noon|midday|midnight)[ ](?:on |am |le |del? |op )?(?:\p{L}{4,10},? (?:the |den |dem |le |el )?)?$/iu

/** What stands before the time in which something is to be done. */
const within =
  /(?<!\p{L})(?:within|innerhalb(?: von)?|innert|binnen|sous|dans(?: un délai de| les)?|en(?: el)? plazo de|dentro de|en un plazo de|entro|nel termine di|no prazo de|dentro de|inom|w ciągu|w terminie|do|von|frist von|délai de|termijn van)[ ](?:(?:the|den|dem|los|las|os|as|der|de|i|le|les) )?$/iu

/** Whether a paper says of a day or a length of time that something is to be done until or in it. */
export function isUntil(text: string, { type, start }: Candidate): boolean {
  const before = text.slice(Math.max(0, start - lead), start)
  return type === 'duration' ? within.test(before) : untilThen.test(before.replace(time, ''))
}

/** The only day that a paper asks something until, for a field of such a day: `replyBy` of `let us know by 28 February 2026`. */
export function lastDays({ index: { text }, values }: Finding, target: Target): Option[] {
  if (target.type !== 'date') return []
  if (!wordsOf(spaced(target.name)).some(({ folded }) => lasts.has(folded))) return []
  const found = values.of('date').filter((value) => isUntil(text, value))
  const [only] = found
  if (only === undefined || found.some(({ value }) => value !== only.value)) return []
  return [{ value: { ...only, alternatives: [] }, score: 0.5 * only.confidence, method: 'clause' }]
}
