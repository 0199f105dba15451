import { candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { isOfStem, labelWords, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/** What says what a thing is: `est fixé à`, `is located in`, `ist`; en, de, fr, es, it, pt, nl, pl, sv, da. */
const saidToBe =
  /^(?: (?:shall be|will be|is|ist|sei|est|sera|es|será|è|sarà|é|is gelegen|jest|är|er)(?: (?:located|set|situated|fixée?|situéee?|établie?|fijad[oa]|situad[oa]|fissat[oa]|sit[oa]|fixad[oa]|gevestigd|gelegen))?(?: (?:at|in|à|en|a|em|te|w|i|på|der|die|das|the|le|la|el|il|o))? |[ ]?: )/u
const words =
  /^\p{Lu}[\p{L}\d’'-]*(?: (?:(?:de|du|des|la|le|les|di|del|do|da|of|am|an der|im|sur|sous) )?[\p{Lu}\d][\p{L}\d’'-]*){0,5}(?=[.,;\n]|$)/u
const mostPlaces = 20
/** Between the first and the last word of a name: `lieu de travail`. */
const between = 16

/** What a clause says a thing is, in words with capitals: `lieuTravail` of `Le lieu de travail est fixé à Concarneau.` */
export function saidToBeOptions({ text, words: all }: TextIndex, stems: Stems, target: Target): Option[] {
  if (target.type !== 'text') return []
  const { telling } = labelWords(spaced(target.name))
  const last = telling.at(-1)
  if (last === undefined) return []
  for (const at of (stems.get(stemKey(last)) ?? []).slice(0, mostPlaces)) {
    const word = all[at]
    if (word === undefined || !isOfStem(last, word.folded)) continue
    const before = all
      .slice(Math.max(0, at - telling.length * 2), at)
      .filter(({ start }) => word.start - start < between * telling.length)
    if (!telling.slice(0, -1).every((one) => before.some(({ folded }) => isOfStem(one, folded)))) continue
    const verb = saidToBe.exec(text.slice(word.end, word.end + 40))?.[0]
    const start = word.end + (verb?.length ?? 0)
    const said = verb === undefined ? undefined : words.exec(text.slice(start, start + 90))?.[0]
    if (said === undefined) continue
    return [
      { value: candidate('text', start, start + said.length, collapse(said), 0.8), score: 0.56, method: 'clause' },
    ]
  }
  return []
}
