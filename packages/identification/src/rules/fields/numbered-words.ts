import { synonymsOf } from '../labels/concepts.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Candidate } from '../candidate.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { firstAtOrAfter, lastAtOrBefore, type TextIndex, type Word, wordsOf } from '../text-index.ts'
import { isOfStem, labelWords, sameStem, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/** What says in a sentence that the number of a thing follows: `договором № 17/26`, `le devis n° D-94`, `umowy nr 3`. */
const numberSign = /[ ](?:№|n[.°º]{1,2}|nr\.?|no\.|nos?\.|č\.|sz\.|number|numéro|número|numero|nummer)[ ]?$/iu
/** Words between a thing and its number, but no mark of another thing: `Our PO for this is NLS-1190`. */
const between = /^(?: \p{L}{1,14}\.?){0,4} ?(?:№|n[.°º]{1,2})? ?$/u
const reach = 44
const mostPlaces = 40
/** Where the other words of a name may stand before the number. */
const around = 80

/** What stands for a thing: letters with digits, or digits with strokes; a bare number may be a count or a day. */
const isTelling = (raw: string): boolean =>
  /\d/.test(raw) && (/\p{Lu}/u.test(raw) || /\d[/.-]\d/.test(raw) || raw.replaceAll(/\D/gu, '').length >= leastDigits)
/** No count has so many. */
const leastDigits = 10

/** The number behind the word of a field's name in any of its forms, in a sentence; less sure where no sign says it. */
export function numberedOptions(index: TextIndex, values: Values, stems: Stems, target: Target): Option[] {
  if (target.type !== 'identifier') return []
  const { text, words } = index
  const telling = labelWords(spaced(target.name)).telling
  const [thing] = telling.toSorted((a, b) => b.length - a.length)
  if (thing === undefined) return []
  const others = telling.filter((word) => word !== thing)
  const things = [...new Set([thing, ...synonymsOf(thing)])]
  const places = things.flatMap((one) =>
    (stems.get(stemKey(one)) ?? []).slice(0, mostPlaces).map((at) => [one, words[at]] as const),
  )
  for (const [one, word] of places) {
    const value = word && isOfStem(one, word.folded) ? numberBehind(text, values, word) : undefined
    if (!word || !value) continue
    const said = wordsOf(text.slice(Math.max(0, word.start - around), value.start))
    if (!others.every((other) => said.some(({ folded }) => sameStem(folded, other)))) continue
    const isSigned = numberSign.test(text.slice(word.end, value.start))
    if (!isSigned && !isTelling(text.slice(value.start, value.end))) continue
    const score = (isSigned ? 0.63 : 0.5) * (0.6 + 0.4 * value.confidence)
    return [{ value: { ...value, alternatives: [] }, score, method: 'label' }]
  }
  return []
}

/** What somebody or something has by a number that the same sentence says: `membre depuis le 3 mai sous le numéro V-88`. */
const underNumber =
  /^(?:[^.;\n]|\.(?! \p{Lu})){0,80} (?:under|by|unter|sous|con|bajo|sob|com|onder|pod|med|z) (?:(?:the|der|dem|le|el|il|la|l['’]|o|het|de) ?)?(?:\p{L}{3,14} )?(?:[Nn]umber|[Nn]o\.?|[Nn]ummer|[Nn]r\.?|[Nn]uméro|[Nn][°º]|[Nn]úmero|[Nn]umero|[Nn]umerem) ?$/u
const farReach = 120

/** The whole number that follows a word with at most a few words between, or by which the sentence calls it. */
function numberBehind(text: string, values: Values, { end }: Word): Candidate | undefined {
  const list = values.of('identifier')
  // Of those that begin alike the longest comes first.
  const first = firstWithin(list, end, end + reach)
  if (first !== undefined && between.test(text.slice(end, first.start))) return first
  const far = list
    .slice(firstAtOrAfter(list, end), lastAtOrBefore(list, end + farReach) + 1)
    .find(({ start }) => underNumber.test(text.slice(end, start)))
  return far
}
