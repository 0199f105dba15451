import type { FieldType } from '@chancery/core'
import type { Candidate } from '../candidate.ts'
import { synonymsOf } from '../labels/concepts.ts'
import { type CanonicalName, lexicon } from '../labels/lexicon.ts'
import { spaced, type Target } from '../labels/target.ts'
import { findDeclarant } from '../profiles/declarant.ts'
import type { Finding } from '../profiles/finding.ts'
import { findRecipient, findSender, isGreeting } from '../profiles/letter.ts'
import { fold, type TextIndex, wordsOf } from '../text-index.ts'
import { sameStem, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/** Words of a role by its field, with those of the table of concepts. */
const wordsOfRole = (...names: readonly (CanonicalName | 'creditor' | 'debtor')[]): ReadonlySet<string> =>
  new Set(
    names.flatMap((name) =>
      name === 'creditor' || name === 'debtor'
        ? [...synonymsOf(name)]
        : lexicon[name].labels.map(fold).filter((label) => !label.includes(' ')),
    ),
  )

/** Two who write to each other, and what their letters are about: the one to whom something is owed comes first. */
interface Pair {
  readonly sides: readonly [ReadonlySet<string>, ReadonlySet<string>]
  readonly topics: readonly string[]
}
const pairs: readonly Pair[] = [
  {
    sides: [wordsOfRole('landlord'), wordsOfRole('tenant')],
    topics: [
      ...synonymsOf('rent'),
      'mietvertrag',
      'lease',
      'tenancy',
      'bail',
      'locazione',
      'arrendamiento',
      'najem',
      'najmu',
    ],
  },
  {
    sides: [wordsOfRole('creditor'), wordsOfRole('debtor')],
    topics: [...synonymsOf('payment'), 'debt', 'forderung', 'creance', 'deuda', 'debito', 'schuld', 'divida', 'dlug'],
  },
  {
    sides: [wordsOfRole('employer'), wordsOfRole('employee')],
    topics: [
      ...synonymsOf('salary'),
      'arbeitsverhaltnis',
      'employment',
      'emploi',
      'empleo',
      'impiego',
      'dienstverband',
      'emprego',
      'zatrudnienie',
    ],
  },
  { sides: [wordsOfRole('lender'), wordsOfRole('borrower')], topics: [...synonymsOf('loan')] },
]

const isIn = ({ words }: TextIndex, stems: Stems, wanted: string): boolean =>
  (stems.get(stemKey(wanted)) ?? []).some((at) => sameStem(words[at]?.folded ?? '', wanted))

const nameOf = ({ value }: Candidate) =>
  typeof value === 'object' && value !== null && 'name' in value ? (value.name ?? null) : value
const asType = (value: Candidate, type: FieldType): Candidate => ({
  ...value,
  type,
  value: type === 'party' ? { name: nameOf(value), role: null } : nameOf(value),
  alternatives: [],
})

const names: ReadonlySet<FieldType> = new Set(['person', 'organization', 'party'])
/** Where the role of who speaks may stand behind the name. */
const reach = 420

/** The role that somebody who speaks in the first person says to have: `Io sottoscritto Ugo Neri, nato a …, conduttore dell'appartamento`. */
function isSaidOf({ text }: TextIndex, { end }: Candidate, role: ReadonlySet<string>): boolean {
  const rest = text.slice(end, end + reach).split(/\n[ \t]*\n/u)[0] ?? ''
  return wordsOf(rest).some(
    ({ folded, start }) =>
      role.has(folded) &&
      /(?:^|[,(] ?|[,(] ?(?:als|as|in qualità di|en qualité de|como|en calidad de|na qualidade de|the|der|die|il|la|le|el|o|a|de) )$/u.test(
        rest.slice(0, start),
      ),
  )
}

/**
 * Who writes to whom, by what the letter is about: the house that writes of rent to somebody is the `landlord`. Who writes
 * may say to be the other of the two.
 */
export function sideOfLetter(finding: Finding, stems: Stems, target: Target): Option[] {
  if (!names.has(target.type)) return []
  const own = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  const pair = pairs.find(({ sides }) => sides.some((side) => own.some((word) => side.has(word))))
  if (pair === undefined) return []
  const { index } = finding
  const side = own.some((word) => pair.sides[0].has(word)) ? 0 : 1
  const [speaker] = findDeclarant(finding)
  const spoken = speaker && pair.sides.findIndex((role) => isSaidOf(index, speaker.value, role))
  if (speaker && spoken === side)
    return [{ value: asType(speaker.value, target.type), score: 0.6 * speaker.value.confidence, method: 'clause' }]
  const isLetter = finding.profile === 'letter' || isGreeting(index.text)
  if (!isLetter || !pair.topics.some((topic) => isIn(index, stems, topic))) return []
  const letter: Finding = { ...finding, profile: 'letter' }
  const writer = side === (spoken === 1 ? 1 : 0)
  const [best] = (writer ? findSender(letter).filter(isOfHouse(finding)) : findRecipient(letter)).toSorted(
    (a, b) => b.score - a.score,
  )
  return best === undefined ? [] : [{ value: asType(best.value, target.type), score: 0.5, method: 'position' }]
}

/** Who signs for a house is not who writes of what is owed to it. */
const isOfHouse =
  ({ values }: Finding) =>
  ({ value: { start } }: Option): boolean =>
    values.of('organization').some((firm) => firm.start === start)
