import { spaced, type Target } from '../labels/target.ts'
import type { Candidate } from '../candidate.ts'
import { findAddressee, findAddresseeAddress } from '../profiles/addressee.ts'
import type { Finding } from '../profiles/finding.ts'
import { findRecipient, formOfAddress } from '../profiles/letter.ts'
import { receiverOfMessage } from '../profiles/receiver-of-message.ts'
import { lineAt, wordsOf } from '../text-index.ts'
import { sameStem } from './alike-words.ts'
import type { Option } from './option.ts'
import { receivers } from './receivers.ts'

const head = 2500
/** What a line of an addressee has besides an address: no sign of a letterhead. */
const letterhead = /(?:tel|fax|www|@|[·•|])/iu

const isReceiver = (words: string): boolean =>
  wordsOf(words).some(({ folded }) => receivers.some((role) => sameStem(role, folded)))

const nameOf = ({ value }: Candidate) =>
  typeof value === 'object' && value !== null && 'name' in value ? (value.name ?? null) : value

/**
 * Whom a paper is sent to, for a field of a role that papers are sent to and nothing else says: the `antragsteller` of a
 * permit, the address of the `mieter` of a bill.
 */
export function addresseeOptions(finding: Finding, target: Target, description = ''): Option[] {
  if (!isReceiver(`${spaced(target.name)} ${description}`)) return []
  if (target.type === 'address') return addressOf(finding)
  if (target.type !== 'person' && target.type !== 'organization' && target.type !== 'party') return []
  const { values } = finding
  const written = target.type === 'organization' ? undefined : receiverOfMessage(finding.index)
  if (written) return [{ value: asWanted(written, target), score: 0.5, method: 'position' }]
  const named = finding.profile === 'letter' ? findRecipient(finding) : findAddressee(finding)
  const isKind = ({ value: { start } }: Option): boolean =>
    target.type === 'party' || values.of(target.type).some((name) => name.start === start)
  const { text } = finding.index
  const sure = ({ value: { start }, score }: Option): number =>
    score + (formOfAddress.test(text.slice(Math.max(0, start - 24), start)) ? 1 : 0)
  const [best] = named.filter(isKind).toSorted((a, b) => sure(b) - sure(a))
  if (best === undefined) return []
  return [{ ...best, value: asWanted(best.value, target), score: Math.min(best.score, 0.5) }]
}

const asWanted = (value: Candidate, { type }: Target): Candidate =>
  type === 'party'
    ? { ...value, type, value: { name: nameOf(value), role: null } }
    : { ...value, type, value: nameOf(value) }

/** The address below the addressee's name; without a name that is known, the only one of several lines that is no letterhead's. */
function addressOf(finding: Finding): Option[] {
  const named = findAddresseeAddress(finding)
  if (named.length > 0) return named
  const { index, values } = finding
  const blocks = values.of('address').filter(({ start, end }) => {
    const line = lineAt(index, start)
    const raw = index.text.slice(line.start, Math.min(line.end, line.start + 160))
    return start < head && index.text.slice(start, end).includes('\n') && !letterhead.test(raw)
  })
  const [only, another] = blocks
  return only && another === undefined && values.of('address')[0] !== only
    ? [{ value: only, score: 0.46 * only.confidence, method: 'position' }]
    : []
}
