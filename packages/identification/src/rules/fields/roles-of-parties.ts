import type { CanonicalName } from '../labels/lexicon.ts'
import type { Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { fold } from '../text-index.ts'
import type { Option } from './option.ts'

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
