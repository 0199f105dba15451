import type { FieldType } from '@chancery/core'
import type { Candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import { isOfStem, labelWords } from './alike-words.ts'
import type { Option } from './option.ts'

const measured: ReadonlySet<FieldType> = new Set(['money', 'percent', 'duration', 'number', 'integer'])

/** What names of fields call the least and the most of something, folded, and what stands before it in a sentence. */
const bounds: readonly { readonly names: ReadonlySet<string>; readonly before: RegExp }[] = [
  {
    names: new Set(
      'low lower lowest min minimum minimal least floor from von mindest mindestens untergrenze bas minimale plancher bajo minimo minima minimos minst ondergrens'.split(
        ' ',
      ),
    ),
    before:
      /(?<!\p{L})(?:at least|not (?:be )?(?:less|lower) than|no less than|minimum of|starting (?:at|from)|mindestens|nicht weniger als|nicht unter|au moins|au minimum|minimum de|pas inférieure? à|al menos|como mínimo|no inferior a|almeno|non inferiore a|minimo di|ten minste|minstens|minimaal|niet minder dan|pelo menos|não inferior a|co najmniej) $/iu,
  },
  {
    names: new Set(
      'high higher highest max maximum maximal maximale most ceiling cap limit limite hochst hochstens hochstbetrag obergrenze haut plafond alto tope maximo maxima massimo massima massimale tetto hoogste bovengrens maximaal'.split(
        ' ',
      ),
    ),
    before:
      /(?<!\p{L})(?:at most|not exceed(?:ing)?|no more than|not more than|up to(?: a maximum of)?|maximum of|worth more than|maximal|höchstens|nicht mehr als|bis zu|au plus|au maximum|maximum de|jusqu['’]à|dans la limite de|ne dépass\p{L}{0,4} pas|como máximo|hasta|no superior a|non superiore a|fino a|massimo di|al massimo|hoogstens|ten hoogste|maximaal|niet meer dan|tot maximaal|no máximo|até|nie więcej niż) $/iu,
  },
]
/** What parts the ends of a range: `between £1,850 and £2,200`, `4 bis 6 Wochen`. */
const joined = /^(?: ?[-–—] ?| (?:and|to|und|bis|et|à|y|a|e|en|tot|do|i) )(?:€|EUR|£|\$)?[ ]?$/iu
const reach = 160
const lead = 40
const most = 400
const sentenceEnd = /(?<=\p{L}{2}|\d)[.!?]\s+(?=\p{Lu})|\n\s*\n/u

/** The least or the most that a sentence with the other words of a name gives: `feeEstimateLow`, `prezzo minimo`. */
export function boundOptions({ text }: TextIndex, values: Values, target: Target): Option[] {
  if (!measured.has(target.type)) return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  const side = bounds.findIndex(({ names }) => words.some((word) => names.has(word)))
  const bound = bounds[side]
  if (bound === undefined) return []
  const rest = labelWords(words.filter((word) => !bound.names.has(word)).join(' ')).telling
  const list = values.of(target.type)
  const isSaid = (value: Candidate): boolean => {
    const sentence =
      text
        .slice(Math.max(0, value.start - reach), value.start)
        .split(sentenceEnd)
        .at(-1) ?? ''
    const said = wordsOf(sentence)
    return rest.some((wanted) => said.some(({ folded }) => isOfStem(wanted, folded)))
  }
  const found = list.slice(0, most).filter((value, at) => {
    const [previous, next] = [list[at - 1], list[at + 1]]
    const isEnd =
      side === 0
        ? next !== undefined && joined.test(text.slice(value.end, next.start))
        : previous !== undefined && joined.test(text.slice(previous.end, value.start))
    return isEnd || bound.before.test(text.slice(Math.max(0, value.start - lead), value.start))
  })
  const own = rest.length === 0 ? found : found.filter(isSaid)
  const [only] = own
  if (only === undefined || own.some(({ value }) => JSON.stringify(value) !== JSON.stringify(only.value))) return []
  return [{ value: { ...only, alternatives: [] }, score: 0.6 * only.confidence, method: 'clause' }]
}
