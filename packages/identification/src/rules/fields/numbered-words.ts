import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import type { TextIndex } from '../text-index.ts'
import { labelWords, leastStem, sameStem, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import { optionAt } from './option-at.ts'
import type { Stems } from './sentence-words.ts'

/** What says in a sentence that the number of a thing follows: `договором № 17/26`, `le devis n° D-94`, `umowy nr 3`. */
const numberSign = /^[ ](?:№|n[.°º]{1,2}|nr\.?|no\.|nos?\.|č\.|sz\.)[ ]?(?=[\p{L}\d./-]*\d)/iu
const mostPlaces = 40

/** The number behind the word of a field's name in any of its forms, in a sentence. */
export function numberedOptions(index: TextIndex, values: Values, stems: Stems, target: Target): Option[] {
  if (target.type !== 'identifier') return []
  const [thing, ...others] = labelWords(spaced(target.name)).telling
  if (thing === undefined || others.length > 0 || thing.length < leastStem) return []
  for (const at of (stems.get(stemKey(thing)) ?? []).slice(0, mostPlaces)) {
    const word = index.words[at]
    const sign =
      word && sameStem(word.folded, thing) ? numberSign.exec(index.text.slice(word.end, word.end + 40)) : null
    if (!word || sign === null) continue
    const start = word.end + sign[0].length
    const place = {
      start,
      end: Math.min(index.text.length, start + 40),
      fit: 0.7,
      method: 'label',
      divided: true,
    } as const
    const option = optionAt(index, values, place, target, 0.9)
    if (option) return [option]
  }
  return []
}
