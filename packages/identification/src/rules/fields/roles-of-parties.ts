import { type CanonicalName, lexicon } from '../labels/lexicon.ts'
import type { Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { fold, type TextIndex } from '../text-index.ts'
import type { Candidate } from '../candidate.ts'
import { leastStem, sameStem, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/** Parties answer fields by their role: ("the Tenant") is the `tenant`. */
export function byRole(target: Target, values: Values): Option[] {
  if (target.type !== 'party' && target.type !== 'person' && target.type !== 'organization' && target.type !== 'text')
    return []
  const labels = new Set(target.labels.filter(([, strength]) => strength > 0.7).map(([label]) => fold(label)))
  const options: Option[] = []
  for (const value of values.of('party')) {
    const party = value.value
    if (typeof party !== 'object' || party === null || !('role' in party) || typeof party.role !== 'string') continue
    if (!labels.has(fold(party.role))) continue
    const read = target.type === 'party' ? value : { ...value, type: target.type, value: party.name ?? null }
    options.push({ value: read, score: 0.93 * value.confidence, method: 'preamble' })
  }
  return options
}

/** Who has a role in a contract is a party of it, where the paper names the parties nowhere together. */
export function partiesOfRoles(targets: readonly Target[], options: ReadonlyMap<Target, readonly Option[]>): Option[] {
  return targets.flatMap((target) => {
    if (target.canonical === undefined || !contracting.has(target.canonical)) return []
    const [best] = (options.get(target) ?? []).toSorted((a, b) => b.score - a.score)
    return best && best.score > 0.5 ? [{ ...best, score: best.score * 0.9 }] : []
  })
}
const contracting: ReadonlySet<CanonicalName> = new Set<CanonicalName>([
  'landlord',
  'tenant',
  'employer',
  'employee',
  'lender',
  'borrower',
])

/** The two sides of contracts, the one that is named first before the other. */
const sides: readonly (readonly [CanonicalName, CanonicalName])[] = [
  ['landlord', 'tenant'],
  ['employer', 'employee'],
  ['lender', 'borrower'],
  ['seller', 'buyer'],
]

/** Whether a paper has a word for one side or the other, so that it is about them. */
function areSpokenOf({ words }: TextIndex, stems: Stems, pair: readonly CanonicalName[]): boolean {
  const labels = pair.flatMap((role) => lexicon[role].labels).map(fold)
  return labels.some(
    (label) =>
      label.length >= leastStem &&
      (stems.get(stemKey(label)) ?? []).some((at) => sameStem(words[at]?.folded ?? '', label)),
  )
}

/**
 * The party of a contract that no term names, by what it is: of a firm and a person the firm is the `employer`, of two of a
 * kind the first. A contract of other sides has no word for the role.
 */
export function partyOfSide(index: TextIndex, values: Values, stems: Stems, target: Target): Option[] {
  const { canonical } = target
  const pair = sides.find((both) => canonical !== undefined && both.includes(canonical))
  const parties = values.of('party')
  if (pair === undefined || parties.length !== 2 || parties.some(hasRole) || !areSpokenOf(index, stems, pair)) return []
  const side = pair[0] === canonical ? 0 : 1
  const kinds = parties.map((one) => kindAt(index.text, values, one))
  const wanted = target.type === 'party' ? (canonical === 'employee' ? 'person' : kinds[side]) : target.type
  const [only, another] = parties.filter((_, at) => kinds[at] === wanted)
  const party = another === undefined ? only : parties[side]
  if (party === undefined) return []
  const value =
    target.type === 'party' ? party : { ...party, type: target.type, value: nameOf(party), alternatives: [] }
  return [{ value, score: (party === parties[side] ? 0.62 : 0.46) * party.confidence, method: 'preamble' }]
}

const nameOf = ({ value }: Candidate) =>
  typeof value === 'object' && value !== null && 'name' in value ? (value.name ?? null) : null
const hasRole = ({ value }: Candidate): boolean =>
  typeof value === 'object' && value !== null && 'role' in value && typeof value.role === 'string'
/** What stands before a person and behind one: a form of address, a birth. */
const addressed =
  /(?<!\p{L})(?:M|Mme|Mlle|Mr|Mrs|Ms|Herrn?|Frau|Don|Doña|D|D\.ª|Sra?|Sig|Sig\.ra|Dr|Dott|Pan|Panią?|Pan[ae]m?|dhr|mevr|mevrouw)\.? $/u
const bornBehind = /^,? (?:née?|nacid[oa]|born|geb|nat[oa]|nascid[oa]|geboren|urodzon)(?!\p{L})/u
/** A party that nothing shows to be a person is a firm. */
const kindAt = (text: string, values: Values, { start: at, end: last }: Candidate): 'organization' | 'person' =>
  addressed.test(text.slice(Math.max(0, at - 12), at)) ||
  bornBehind.test(text.slice(last, last + 14)) ||
  values.of('person').some(({ start, end }) => start <= at && at < end)
    ? 'person'
    : 'organization'
