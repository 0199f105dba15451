import { areCrossed, type Profile } from './compare-clients.ts'
import type { Agreements } from './match-model.ts'
import { saysInOrder } from './shared-mailbox.ts'

/** What the other clients tell of a folded word of a name. */
export interface KnownNames {
  /** Whether it is that of given ones more often than not. */
  readonly isRatherGiven: (word: string) => boolean
  /** Whether so many clients have it that it is known for a given name, or for a family name. */
  readonly isKnown: (word: string, as: 'given' | 'family') => boolean
}

/** Two clients with their given and family names in the same places, and how these agree. */
export interface NamesInPlace extends Pick<Agreements, 'given' | 'family'> {
  readonly a: Profile
  readonly b: Profile
}

/** Addresses of a client that are looked at for the order of its names. */
const mostMailboxes = 20

/**
 * How the names of two people may be read who have one of them in common. Lists have names in each other's place, and whole names
 * with the family name first: "Anna Byron" and "Anna King" may be one who has married, "Sander Anna" and "Sander Berta" are two.
 * Where neither other clients nor a mailbox tell which it is, they are read both ways.
 */
export function namesInPlace(
  { given, family }: Agreements,
  one: Profile,
  other: Profile,
  known: KnownNames,
): readonly NamesInPlace[] {
  const isCrossed = areCrossed(one, other)
  const straight = { given, family, a: one, b: isCrossed ? exchanged(other) : other }
  const turned = { given: family, family: given, a: exchanged(one), b: isCrossed ? other : exchanged(other) }
  if (given === 'same' && (family === 'similar' || family === 'different'))
    return isGiven('given', straight, known) ? [straight] : [straight, turned]
  if (isCrossed && family === 'same' && given !== 'same')
    return isGiven('family', straight, known) ? [turned] : [straight, turned]
  return [straight]
}

const exchanged = (profile: Profile): Profile => ({ ...profile, given: profile.family, family: profile.given })

/** Whether what two have in common in a place is the given name, and what differs the family name. */
function isGiven(place: 'given' | 'family', { a, b }: NamesInPlace, { isKnown, isRatherGiven }: KnownNames): boolean {
  const [common, rest] = [a[place], place === 'given' ? [a.family, b.family] : [a.given, b.given]]
  const [one = [], other = []] = rest
  // "Byron" and "Byron-King": who has two family names has one of them from before.
  if (one.some((word) => other.includes(word))) return true
  if (rest.flat().some(isRatherGiven)) return false
  if (common.some((word) => isKnown(word, 'given')) || rest.flat().some((word) => isKnown(word, 'family'))) return true
  const mailboxes = [...a.emails.slice(0, mostMailboxes), ...b.emails.slice(0, mostMailboxes)]
  return mailboxes.some((mailbox) => rest.some((family) => saysInOrder(mailbox, common, family)))
}
