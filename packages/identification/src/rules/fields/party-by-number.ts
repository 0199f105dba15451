import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { fold } from '../text-index.ts'
import type { Option } from './option.ts'

const party = 'party|partei|vertragspartei|partie|parte|partij|contracting party|name'
/** How names of fields count parties: `firstParty`, `partyB`, `parte 2`, and Chinese and Japanese papers: 甲, 乙. */
const counted: readonly RegExp[] = [
  'first|1st|erste|premiere?|primera?|prima|primeira|eerste|a|1|one',
  'second|2nd|zweite|deuxieme|seconde?|segunda?|seconda|tweede|b|2|two',
  'third|3rd|dritte|troisieme|tercera?|terza|terceira|derde|c|3|three',
].map(
  (words, at) =>
    new RegExp(
      `^(?:(?:${words}) (?:${party})|(?:${party.replace('|name', '')}) ?(?:${words})|${'甲乙丙'[at]}方?)(?: name)?$`,
      'u',
    ),
)

/** The party of a number, in the order of the paper, where that has several. */
export function partyByNumber(values: Values, target: Target): Option[] {
  if (target.type !== 'party' && target.type !== 'person' && target.type !== 'organization') return []
  const name = fold(spaced(target.name))
  const parties = values.of('party')
  const value = parties.length > 1 ? parties[counted.findIndex((pattern) => pattern.test(name))] : undefined
  if (value === undefined) return []
  const read =
    target.type === 'party'
      ? value.value
      : typeof value.value === 'object' && value.value !== null && 'name' in value.value
        ? value.value.name
        : null
  return [
    { value: { ...value, type: target.type, value: read ?? null }, score: 0.75 * value.confidence, method: 'preamble' },
  ]
}
