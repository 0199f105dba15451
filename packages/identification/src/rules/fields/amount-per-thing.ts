import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { fold, type TextIndex, wordsOf } from '../text-index.ts'
import { isOfStem } from './alike-words.ts'
import type { Option } from './option.ts'

/** What names of fields put before the thing that an amount is for: `dividendPerShare`, `prixParPart`, `preisJeStück`. */
const each = new Set('per pro je par por cada za each'.split(' '))
/** What sentences put between the amount and one such thing: en, de, fr, es, it, pt, nl, pl. */
const one =
  /^[ \u00a0](?:(?:per|a|an|each|pro|je|par|por|al|ao|à|le|la|el|il|o|cada|za|na|de)[ ]|(?:l|à l|all)['’]|\/[ ]?)?(\p{L}{3,24})/u
const reach = 40

/** The only amount that is said to be for one of a thing: `prixParPart` of `45 euros la part`. */
export function amountPerThing({ text }: TextIndex, values: Values, target: Target): Option[] {
  if (target.type !== 'money') return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  const at = words.findIndex((word) => each.has(word))
  const thing = at < 1 ? undefined : words[at + 1]
  if (thing === undefined) return []
  const found = values.of('money').filter(({ end }) => {
    const said = one.exec(text.slice(end, end + reach))?.[1]
    return said !== undefined && (fold(said) === thing || isOfStem(thing, fold(said)))
  })
  const [only] = found
  if (only === undefined || found.some(({ value }) => JSON.stringify(value) !== JSON.stringify(only.value))) return []
  return [{ value: { ...only, alternatives: [] }, score: 0.62 * only.confidence, method: 'clause' }]
}
