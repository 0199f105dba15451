import type { ClientIdentifier } from '../model/client-identifier.ts'
import type { Finding } from '../model/finding.ts'
import { asIdentifier, exportedFrom } from './client-identifiers.ts'
import type { ClientData, ClientRecord, ExternalId } from '../model/client-record.ts'
import { compareClients, dateAgreement, type Profile } from './matching/compare-clients.ts'
import type { Agreements } from './matching/match-model.ts'
import { areHeldApart } from './held-apart.ts'
import type { Judgement } from './matching/judge-pair.ts'
import { isCloser, type Likeness } from './matching/likeness.ts'
import type { KnownNames } from './matching/names-in-place.ts'
import type { MatchIndex } from './match-index.ts'
import type { MatchKey } from './merge-client.ts'
import { provesIdentity } from './proves-identity.ts'
import { namesAgree } from './name-words.ts'

/** By what clients are recognized. */
export interface MatchOrder {
  /** Whose ids the external ids are. */
  readonly system: string
  /** Strongest first. */
  readonly matchBy: readonly MatchKey[]
}

export interface MatchCandidate {
  readonly by: MatchKey | 'row'
  readonly identifier: Exclude<ClientIdentifier, { readonly kind: 'block' }>
}

/** What a row of an export tells of its client: the id there, and the ids that other systems have for it. */
export interface ExportedIds {
  readonly clientId?: string | undefined
  readonly externalIds?: readonly ExternalId[] | undefined
}

/** A row's identifiers: that it came before just so, then those of the caller in their order of trust. */
export function candidatesOf(
  data: ClientData,
  externalId: string | undefined,
  digest: string,
  order: MatchOrder,
  { clientId, externalIds = [] }: ExportedIds = {},
): MatchCandidate[] {
  const all: Record<MatchKey, readonly MatchCandidate['identifier'][]> = {
    externalId: [
      ...(externalId === undefined ? [] : [externalIdentifier(externalId, order)]),
      ...externalIds.map(asIdentifier),
    ],
    email: data.emails.map((value) => ({ kind: 'email', value: value.toLowerCase() })),
    phone: data.phones.filter((value) => value.startsWith('+')).map((value) => ({ kind: 'phone', value })),
    likeness: [],
  }
  const chosen: MatchCandidate[] = order.matchBy.flatMap((by) => all[by].map((identifier) => ({ by, identifier })))
  const own: MatchCandidate[] =
    clientId === undefined ? [] : ownIdentifiers(clientId).map((identifier) => ({ by: 'externalId', identifier }))
  return [{ by: 'row', identifier: { kind: 'row', value: digest } }, ...own, ...chosen]
}

/** The client of a row of an export: of this directory, or made of one of another. */
const ownIdentifiers = (clientId: string): readonly MatchCandidate['identifier'][] => [
  { kind: 'id', value: clientId },
  { kind: 'external', value: `${exportedFrom}:${clientId}` },
]

export const externalIdentifier = (externalId: string, { system }: MatchOrder): MatchCandidate['identifier'] => ({
  kind: 'external',
  value: `${system}:${externalId}`,
})

/** A row as it is matched. */
export interface MatchedRow {
  readonly data: ClientData
  readonly externalId?: string | undefined
  readonly externalIds?: readonly ExternalId[] | undefined
  /** See `candidatesOf`. */
  readonly candidates: readonly MatchCandidate[]
}

/** The client that a row is about, by the strongest identifier that proves it. */
export function findMatch(
  row: MatchedRow,
  index: MatchIndex,
  order: MatchOrder,
  known: KnownNames,
):
  | { readonly record: ClientRecord; readonly by: MatchKey | 'row'; readonly doubt?: readonly Finding[] }
  | { readonly record?: undefined; readonly doubt?: readonly Finding[] } {
  const { data, candidates } = row
  const told = toldIds(row, order)
  let shared: MatchKey | undefined
  /** What tells people why a row that came before is that client. */
  const strongestKey = (record: ClientRecord): MatchKey | 'row' =>
    candidates.find(({ by, identifier }) => by !== 'row' && index.find(identifier).includes(record))?.by ?? 'row'
  for (const { by, identifier } of candidates) {
    const found = index.find(identifier).filter((record) => by !== 'phone' || !haveOtherIds(told, record, order))
    if (found.length === 0) continue
    const proven = found.filter((record) => provesIdentity(by, identifier.value, data, record, known))
    const named = proven.filter(({ name }) => namesAgree(name, data.name))
    const [first = proven[0]] = named
    // Father and son of one mailbox: which of them is meant, only the birthday says.
    const isOneOfTwo = named.some((each) => dateAgreement(each.birthDate, first?.birthDate) === 'different')
    const record = isOneOfTwo ? named.find(({ birthDate }) => birthDate === data.birthDate) : first
    if (record !== undefined) return { record, by: by === 'row' ? strongestKey(record) : by }
    if (by !== 'row') shared = by
  }
  if (shared === undefined) return {}
  return {
    doubt: [
      {
        code: 'shared_contact',
        severity: 'warning',
        message: `Another client has the same ${shared === 'phone' ? 'phone number' : 'e-mail address'}; taken for two clients.`,
        hint: 'Give both the same external id if they are one.',
        location: { field: shared },
      },
    ],
  }
}

/** The ids that systems have for a row's client. */
export const toldIds = (
  { externalId, externalIds = [] }: Pick<MatchedRow, 'externalId' | 'externalIds'>,
  { system }: Pick<MatchOrder, 'system'>,
): readonly ExternalId[] =>
  externalId === undefined ? externalIds : [{ source: system, id: externalId }, ...externalIds]

/** A system says that they are two: both have ids of it, and no id is the same. A telephone does not outweigh that. */
const haveOtherIds = (told: readonly ExternalId[], record: ClientRecord, { matchBy }: MatchOrder): boolean =>
  matchBy.includes('externalId') &&
  told.some(({ source: system }) => {
    const ofSystem = ({ source }: ExternalId): boolean => source === system
    const own = record.externalIds.filter(ofSystem)
    const ids = new Set(told.filter(ofSystem).map(({ id }) => id))
    return own.length > 0 && !own.some(({ id }) => ids.has(id))
  })

/** Another client that a row's may be, and why. */
export interface Likely {
  readonly record: ClientRecord
  readonly probability: number
  readonly agreements: Agreements
}

/** Doubts that are told of one row. */
const maxDoubts = 3

/** What a system calls two must be the more alike to be one. */
const sureOfTwoIds = 0.999_95

/** By their birthdays, or by their given names wherever both have one. */
function areOthers(one: readonly Profile[], other: readonly Profile[]): boolean {
  const pairs = one.flatMap((a) => other.map((b) => compareClients(a, b)))
  if (pairs[0]?.birthDate === 'different') return true
  const given = pairs.map((agreements) => agreements.given).filter((agreement) => agreement !== 'absent')
  return given.length > 0 && given.every((agreement) => agreement === 'different')
}

/** By what a row's client is looked for, and compared, where no identifier proves it. */
export interface LikenessOfRow {
  readonly profile: Profile
  readonly blocks: readonly ClientIdentifier[]
}

/**
 * The client that is most like a row, where that leaves no doubt; else those that it may be, likeliest first. A row that
 * is surely the one and surely the other of two that people, their birthdays or their given names hold apart is no sure case.
 */
export function findLike(
  row: MatchedRow,
  { profile, blocks }: LikenessOfRow,
  index: MatchIndex,
  order: MatchOrder,
  likeness: Likeness,
): { readonly same?: ClientRecord; readonly doubts: readonly Likely[] } {
  const found = new Map<string, ClientRecord>()
  const contacts = row.candidates.flatMap(({ by, identifier }) => (by === 'email' || by === 'phone' ? identifier : []))
  for (const identifier of [...blocks, ...contacts]) {
    for (const record of index.find(identifier)) found.set(record.id, record)
  }
  if (found.size === 0) return { doubts: [] }
  const told = toldIds(row, order)
  const judged = [...found.values()].map((record): { record: ClientRecord; judgement: Judgement } => {
    const judgement = likeness.judge(profile, index.profilesOf(record))
    const isLess =
      judgement.verdict === 'same' && judgement.probability < sureOfTwoIds && haveOtherIds(told, record, order)
    return { record, judgement: isLess ? { ...judgement, verdict: 'doubt' } : judgement }
  })
  judged.sort((a, b) => (isCloser(a.judgement, b.judgement) ? -1 : isCloser(b.judgement, a.judgement) ? 1 : 0))
  const sure = judged.filter(({ judgement }) => judgement.verdict === 'same').map(({ record }) => record)
  const areTwo = (one: ClientRecord, other: ClientRecord): boolean =>
    areHeldApart(one, other) || areOthers(index.profilesOf(one), index.profilesOf(other))
  const same = sure.find((record) => !sure.some((rival) => areTwo(record, rival)))
  if (same !== undefined) return { same, doubts: [] }
  const doubts = judged
    .filter(({ judgement }) => judgement.verdict !== 'other')
    .slice(0, maxDoubts)
    .map(({ record, judgement: { probability, agreements } }) => ({ record, probability, agreements }))
  return { doubts }
}
