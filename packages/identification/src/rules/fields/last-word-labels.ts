import { synonymsOf } from '../labels/concepts.ts'
import { spaced, type Target, typeWordsOf } from '../labels/target.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import { isOfStem, labelWords, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/** Labels as sure as these are the field's own. */
const ownLabel = 0.62
/** Where the words of a name may stand around the value of a label that has only the last of them. */
const [before, behind] = [160, 60]
const ofAnother = 0.55

/**
 * A label that has only the last word of a name (`Tel` for `estimatorPhone`) is that of another thing, where the paper says
 * the other words elsewhere.
 */
export function lastWordLabels(index: TextIndex, stems: Stems, target: Target, options: readonly Option[]): Option[] {
  const isShared = ({ method, score }: Option): boolean => method === 'label' && score < ownLabel
  if (target.canonical !== undefined || !options.some(isShared)) return [...options]
  const telling = labelWords(spaced(target.name)).telling.filter((word) => !typeWordsOf(target.type).has(word))
  const said = telling.flatMap((word) => [word, ...synonymsOf(word)]).filter((word) => isIn(index, stems, word))
  if (said.length === 0) return [...options]
  return options.map((option) => {
    if (!isShared(option)) return option
    const { start, end } = option.value
    const around = wordsOf(index.text.slice(Math.max(0, start - before), end + behind))
    const isOwn = around.some(({ folded }) => said.some((word) => isOfStem(word, folded)))
    return isOwn ? option : { ...option, score: option.score * ofAnother }
  })
}

const isIn = ({ words }: TextIndex, stems: Stems, wanted: string): boolean =>
  (stems.get(stemKey(wanted)) ?? []).some((at) => isOfStem(wanted, words[at]?.folded ?? ''))
