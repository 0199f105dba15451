import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call the firm that a paper is of, folded: en, de, fr, es, it, pt, nl. */
const firms = new Set('company gesellschaft firma societe sociedad societa sociedade vennootschap'.split(' '))
/** A register and the number in it, right behind the name of a firm. */
const registered =
  /^,? ?\(?(?:registered )?(?:company|registration|register|(?:registered )?no|crn|HR[AB]|eingetragen|SIREN|RCS|inscrita|CIF|NIF|partita IVA|P\. ?IVA|NIPC|KvK)(?!\p{L})[^\n,;]{0,60}\d{3}/iu

const reach = 90

/** The only firm whose number in its register stands behind its name: `directors of Brightwater Foods Limited (company number 08123456)`. */
export function firmByNumber({ text }: TextIndex, values: Values, target: Target): Option[] {
  if (target.type !== 'organization' && target.type !== 'text') return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  if (!words.every((word) => firms.has(word) || word === 'name') || !words.some((word) => firms.has(word))) return []
  const found = values.of('organization').filter(({ end }) => registered.test(text.slice(end, end + reach)))
  const [only] = found
  if (only === undefined || found.some(({ value }) => value !== only.value)) return []
  return [{ value: { ...only, type: target.type }, score: 0.6 * only.confidence, method: 'clause' }]
}
