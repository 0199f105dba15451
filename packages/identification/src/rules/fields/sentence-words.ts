import type { FieldType } from '@chancery/core'
import { synonymsOf } from '../labels/concepts.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Candidate } from '../candidate.ts'
import type { Values } from '../read-values.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import { isUntil } from './last-days.ts'
import type { Option } from './option.ts'
import { sentencesWith } from './said-sentences.ts'
import { limits, type Stems, tellingOf } from './telling-words.ts'
import { isCounted, valueIn } from './value-in-sentence.ts'

/** What shows by its form, so that the words around it say which one it is. */
const shown: ReadonlySet<FieldType> = new Set([
  'date',
  'money',
  'percent',
  'duration',
  'number',
  'integer',
  'phone',
  'email',
  'address',
])
/** What somebody is reached by. */
const reached: ReadonlySet<FieldType> = new Set(['phone', 'email', 'address'])
/** Less sure is what only means the same. */
const ofMeaning = 0.94
/** A word so long is the paper's own for the thing. */
const leastOfOwn = 9
const nearOwn = 48
/** What says right before a length of time that something goes on so long. */
const lasting =
  /(?<!\p{L})(?:lasts?|(?:will )?take|runs? for|dauer\p{L}*|läuft|dure\p{L}*|dur[aó]\p{L}*|duur\p{L}*|duurt|loopt|trwa\p{L}*|potrwa\p{L}*)(?: (?:for|about|etwa|ca\.|environ|unos|circa|ongeveer|około))? ?$/iu
/** Whether a name asks for the last day or the time for something. */
const isLimit = ({ name, type }: Target): boolean =>
  (type === 'date' || type === 'duration') &&
  wordsOf(spaced(name)).some(({ folded }) => limits.has(folded) || /(?:frist|termijn|termin|deadline)$/u.test(folded))
const mostWords = 10

/** Which of several is meant, whose value stands behind the word: `la prima il 1° maggio e l'ultima il 1° aprile`. */
const ordinals = new Set(
  'first second third last final erste ersten zweite zweiten letzte letzten premier premiere deuxieme dernier derniere primero primera segundo segunda ultimo ultima primo prima secondo seconda primeiro primeira eerste tweede laatste pierwsza pierwszy druga drugi ostatnia ostatni'.split(
    ' ',
  ),
)

/**
 * What a sentence says with the words of a field's name: `returnPeriod` of "shall return all papers within 14 days". Where
 * none has all of them, it is the one with the most of the name and the description. It is less sure than any label.
 */
export function sentenceOptions(
  index: TextIndex,
  values: Values,
  stems: Stems,
  target: Target,
  description = '',
): Option[] {
  if (!shown.has(target.type)) return []
  const name = new Set(tellingOf(index, stems, spaced(target.name), target.type))
  const all = [...new Set([...name, ...tellingOf(index, stems, description, target.type)])].slice(0, mostWords)
  const list = values.of(target.type)
  const isLimited = isLimit(target)
  const isPlain = (word: string): boolean => synonymsOf(word).size === 0
  const found = sentencesWith(index, stems, all).flatMap(({ sentence, words, isMeant }) => {
    const own = [...words.keys()].filter((word) => name.has(word))
    const ordinal = own.find((word) => ordinals.has(word))
    // What is done is said of several things: `zahlen` of the rest as well as of the deposit.
    const [longest] = (own.length > 0 ? own : [...words.keys()]).toSorted(
      (a, b) => Number(isPlain(b)) - Number(isPlain(a)) || b.length - a.length,
    )
    const said = words.get(ordinal ?? longest ?? '') ?? sentence
    const others = own.flatMap((word) => words.get(word) ?? [])
    const value = valueIn(index.text, list, target.type, sentence, said, ordinal !== undefined, others)
    if (value === undefined) return []
    const isLasting =
      target.type === 'duration' && lasting.test(index.text.slice(Math.max(0, value.start - 30), value.start))
    const isLast = isLimited && isUntil(index.text, value)
    const isOwnWord =
      !isMeant &&
      target.canonical === undefined &&
      name.size === 1 &&
      (own[0]?.length ?? 0) >= leastOfOwn &&
      value.start >= said.end &&
      value.start - said.end < nearOwn &&
      !/^ ?,/u.test(index.text.slice(said.end, said.end + 2))
    return [
      {
        value,
        own: own.length,
        all: words.size,
        isMeant,
        isSure: isLast || isOwnWord || isLasting,
        isLasting,
      },
    ]
  })
  const whole = found.filter(({ own }) => own > 0 && own === name.size)
  const asOption = ({ value }: { readonly value: Candidate }, score: number): Option => ({
    value,
    score: score * value.confidence,
    method: 'clause',
  })
  if (whole.length > 0)
    return whole.map((one) =>
      asOption(
        one,
        (name.size > 1 ? 0.56 : one.isSure ? 0.54 : 0.476) * (one.isMeant ? ofMeaning : 1) * (one.isLasting ? 1.06 : 1),
      ),
    )
  if (isCounted(target.type) || reached.has(target.type)) return []
  // Of several that say as much none is meant.
  const most = found.reduce((best, one) => Math.max(best, one.all), 0)
  const best = found.filter((one) => one.all === most)
  const isOne = best.every(({ value }) => JSON.stringify(value.value) === JSON.stringify(best[0]?.value.value))
  const isTold = most > 1 || best.some(({ own }) => own > 0)
  return isOne && isTold ? best.slice(0, 1).map((one) => asOption(one, most > 1 ? 0.46 : 0.4)) : []
}
