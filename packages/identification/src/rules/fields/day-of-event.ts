import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What happens to somebody and is reported, folded, also as a part of a word: en, de, fr, es, it, pt, nl, pl. */
const events =
  /^(?:accident|incident|loss|theft|collision|burglary|damage|unfall|arbeitsunfall|vorfall|schaden|schadens|schadentag|diebstahl|einbruch|sinistre|vol|accidente|incidente|siniestro|robo|sinistro|infortunio|furto|acidente|ongeval|arbeidsongeval|ongeluk|voorval|schade|diefstal|aanrijding|wypadek|wypadku|szkody|zdarzenia|kradziezy)(?:s?(?:datum|tag|dag))?$/u

/** Whether a field asks for the day of something that a paper reports, and not for that of the report. */
export const asksForEvent = ({ type, name }: Target): boolean =>
  type === 'date' && wordsOf(spaced(name)).some(({ folded }) => events.test(folded))

/** What opens a sentence with a day: `On Friday, 9 January 2026 a pipe burst`. */
const opening =
  /(?:^|\n[ \t]*|[.!?:]\s+)(?:on|am|le|op|il|el|em|no dia|a|w dniu|dnia|in the (?:morning|evening|night) of)[ ](?:the |den |dem )?(?:\p{L}{4,13},? (?:the |den |dem |le |el )?(?:\d{1,2} )?)?$/iu
/** Behind the day of a letter its line ends. */
const goesOn = /^[ ,][^\n]*\p{L}/u
const lead = 60
const rest = 40

/** The first day that a sentence opens with, for a field of when something happened. */
export function daysOfEvents({ index: { text }, values }: Finding, target: Target): Option[] {
  if (!asksForEvent(target)) return []
  const day = values
    .of('date')
    .find(
      ({ start, end }) =>
        goesOn.test(text.slice(end, end + rest)) && opening.test(text.slice(Math.max(0, start - lead), start)),
    )
  return day === undefined
    ? []
    : [{ value: { ...day, alternatives: [] }, score: 0.6 * day.confidence, method: 'clause' }]
}
