import { candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, type TextIndex, wordsOf } from '../text-index.ts'
import { namesNobody } from '../values/party-names.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import { isOfStem, labelWords, leastStem, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/**
 * What leads from the verb of what is done to who does it: `Proposed by`, `représentée par son gérant, M.`, `vertreten durch
 * die Geschäftsführerin`.
 */
const agency =
  /^(?: (?:wird|werden|wurden?|ist|sind)(?: (?:er|sie|es|ihr|ihm|die|der|das|den|\p{Lu}\p{Ll}{2,20})){1,3})?[ \t\u00a0\n]{1,3}(?:[Bb]y|[Dd]urch|[Vv]on|[Pp]ar|[Pp]or|[Dd]a(?:l|lla|ll['’])?|[Dd]oor|[Pp]rzez|[Aa]v|[Aa]f)[:\t\n \u00a0]{1,3}/u
/** `under the supervision of our partner`: the noun of what is done, said as what others stand under. */
const under =
  /(?<!\p{L})(?:under|unter|sous|bajo|sotto|sob|onder|pod)[ \n]{1,2}(?:(?:the|der|dem|la|le|el|a|o|de|het)[ \n]|l['’])?$/iu
const ofAgent = /^[ \n](?:of|von|de|di|da|do|du|van|av|af)[ \n]/u
const reach = 140
/** Where the other words of a name may stand before the verb. */
const around = 160
const mostPlaces = 60

/** `Begleitperson` */
const whoIsOne = /(?<=\p{L}{5})(?:person|persoon)$/u

/** Who does what the noun of a field's name says: `proposer` of `Proposed by Owen Trickett`, `representante` of `representada por D. Ana Gil`. */
export function doneByOptions(index: TextIndex, values: Values, stems: Stems, target: Target): Option[] {
  if (target.type !== 'person' && target.type !== 'organization') return []
  const { text, words } = index
  const name = labelWords(spaced(target.name)).telling
  const options: Option[] = []
  for (const noun of name.map((word) => word.replace(whoIsOne, '')).filter((word) => word.length > leastStem)) {
    const others = name.filter((word) => word.replace(whoIsOne, '') !== noun)
    for (const at of (stems.get(stemKey(noun)) ?? []).slice(0, mostPlaces)) {
      const verb = words[at]
      if (verb === undefined || verb.folded === noun || !isOfStem(noun, verb.folded)) continue
      const found = whoIsBehind(index, values, target.type, verb)
      if (found === undefined) continue
      const said = wordsOf(saidOfParty(text, verb.start, found.end))
      if (!others.every((other) => said.some(({ folded }) => isOfStem(other, folded)))) continue
      const value = candidate(target.type, found.start, found.end, collapse(text.slice(found.start, found.end)), 0.9)
      options.push({ value, score: 0.6 - options.length * 0.03, method: 'clause' })
    }
  }
  return options
}

/** The words around who represents a party, with the role of that party: behind the name where a term is defined there, else before. */
function saidOfParty(text: string, verb: number, end: number): string {
  const behind =
    text.slice(end, end + defining).split(/\n[ \t]*\n|[.;]\s|,? (?:and|und|et|y|e|en) (?=\p{Lu})/u)[0] ?? ''
  return definesTerm.test(behind) ? behind : text.slice(Math.max(0, verb - around), verb)
}
const defining = 80
const definesTerm = /[«“"„]|hereinafter|nachfolgend|ci-après|en adelante|adiante|di seguito|hierna/iu

interface Name {
  readonly start: number
  readonly end: number
}

function whoIsBehind(
  index: TextIndex,
  values: Values,
  type: 'person' | 'organization',
  { start: noun, end }: Name,
): Name | undefined {
  const { text } = index
  const rest = text.slice(end, end + reach)
  const isUnder = under.test(text.slice(Math.max(0, noun - 16), noun))
  const lead = (agency.exec(rest) ?? (isUnder ? ofAgent.exec(rest) : null))?.[0].length
  if (lead === undefined) return undefined
  const starts = placesBehind(rest.slice(lead)).map((offset) => {
    const start = end + lead + offset
    return type === 'person' ? start + titleOfPerson(text.slice(start, start + 60)) : start
  })
  const known = starts.flatMap((start) => firstWithin(values.of(type), start, start + 1) ?? [])[0]
  if (known !== undefined || type === 'organization') return known
  return starts
    .flatMap((start) => personNameAt(index, start) ?? [])
    .find((name) => name.parts > 1 && !namesNobody(text.slice(name.start, name.end)))
}

/** Where a name may begin: at once, or behind the words of an office (`its operations director, Ms`). */
function placesBehind(behind: string): number[] {
  const capitals = Array.from(behind.matchAll(/(?<=^|[ ,])\p{Lu}/gu), ({ index }) => index).slice(0, 5)
  const reached = capitals.filter((at) => /^(?:[\p{L}’' -]{0,60},? )?$/u.test(behind.slice(0, at)))
  // German nouns have capitals as well: `durch die Komplementärin Hannelore Lorbeer`.
  return germanArticle.test(behind.slice(0, reached[0])) ? reached.slice(1) : reached
}
const germanArticle = /^(?:d(?:ie|en|er)|ihre[nr]?|seine[nr]?|eine[nr]?) (?:\p{Ll}+ )?$/u
