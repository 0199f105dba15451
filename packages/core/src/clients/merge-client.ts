import { present } from '../present.ts'
import { externalIdKey } from './client-identifiers.ts'
import type { ClientAddress, ClientData, ClientPart, ClientRecord, ExternalId } from '../model/client-record.ts'
import { joinContactLabels } from './contact-labels.ts'
import { completeConsents, joinConsents } from './consents.ts'
import { laterOf } from './later-of.ts'
import { latinWords } from './name-words.ts'
import { hasName } from './proves-identity.ts'

/** What becomes of a known client with a row: see the contract of `/enter-client-data`. */
export const conflictPolicies = [
  'merge',
  'replace',
  'skip',
  'prefer',
  'keep',
  'newest',
  'fillBlanks',
  'report',
] as const
export type ConflictPolicy = (typeof conflictPolicies)[number]

export type MatchKey = 'externalId' | 'email' | 'phone' | 'likeness'

/** Digests that a record remembers: more rows of one file about one client are hardly met. */
const maxRows = 1000
/** E-mail addresses of a client, and telephones: more are those of a list that says one client again and again. */
const maxContacts = 200
/** Rows that a record remembers with all that they said. */
const maxParts = 16

/**
 * `complete`: only what it lacks is taken over, as from a row that is no more than alike. `correct`: as `merge`, also by a
 * row that came before, which its source says again.
 */
export type JoinPolicy = 'merge' | 'replace' | 'skip' | 'complete' | 'correct'

/** What a known client becomes with what a row says. */
export function joinClient(known: ClientRecord, part: ClientPart, policy: JoinPolicy): ClientRecord {
  if (policy === 'skip') return known
  const { row: digest, data: row } = part
  const externalIds = withIds(known.externalIds, idsOfPart(part))
  // It may have a thousand of them, which are looked through once.
  const cameBefore = known.rows.includes(digest)
  const saidAt = timeWith(known, part, policy, cameBefore)
  // A row that came before says nothing new but the ids that it has here, whatever others have said since.
  if (policy !== 'replace' && policy !== 'correct' && cameBefore) {
    return externalIds === known.externalIds && saidAt === known.saidAt
      ? known
      : { ...known, externalIds, ...(saidAt === undefined ? {} : { saidAt }) }
  }
  const { id, version, createdAt, updatedAt, doubts, apart, mergedFrom, raw } = known
  const rows = cameBefore ? known.rows : [digest, ...known.rows].slice(0, maxRows)
  const parts = partsWith(known, part)
  const own = {
    id,
    version,
    createdAt,
    updatedAt,
    externalIds,
    rows,
    parts,
    ...(doubts === undefined ? {} : { doubts }),
    ...(apart === undefined ? {} : { apart }),
    ...(raw === undefined ? {} : { raw }),
    ...(mergedFrom === undefined ? {} : { mergedFrom }),
    ...(saidAt === undefined ? {} : { saidAt }),
  }
  // A withdrawal outlasts whatever replaces the rest.
  if (policy === 'replace') return { ...row, ...joinConsents(known.consents, row.consents), ...own }
  const { address, custom, emails, phones, contactLabels, kind, name, cardProperties, consents, ...single } = row
  const { origin: _origin, contactLabels: knownLabels, ...before } = known
  // Another spelling of the same words ("Weiß", "Weiss") says nothing new: two rows of one file would change places for ever.
  const named = hasName(row) && !isSpelledOtherwise(known.name, name)
  if (policy === 'complete') {
    const contacts = {
      emails: [...known.emails, ...freshContacts(emails, known.emails)],
      phones: [...known.phones, ...freshContacts(phones, known.phones)],
    }
    return {
      ...single,
      ...before,
      ...completeAddress(known.address, address),
      ...contacts,
      ...joinContactLabels(knownLabels, contactLabels, contacts),
      custom: { ...custom, ...known.custom },
      ...propertiesOf(cardProperties, known.cardProperties),
      ...completeConsents(known.consents, consents),
      ...own,
    }
  }
  const joinedAddress = joinAddress(known.address, address)
  const contacts = { emails: united(emails, known.emails), phones: united(phones, known.phones) }
  return {
    ...before,
    ...single,
    ...(named ? { kind, name } : {}),
    ...contacts,
    ...joinContactLabels(knownLabels, contactLabels, contacts),
    ...(joinedAddress === undefined ? {} : { address: joinedAddress }),
    custom: { ...known.custom, ...custom },
    ...propertiesOf(known.cardProperties, cardProperties),
    ...joinConsents(known.consents, consents),
    ...own,
  }
}

/** Ids with those that are not among them; the same list where there are none. */
function withIds(known: readonly ExternalId[], more: readonly ExternalId[]): readonly ExternalId[] {
  const had = new Set(known.map(externalIdKey))
  const fresh = more.filter((each) => !had.has(externalIdKey(each)))
  return fresh.length === 0 ? known : [...known, ...fresh]
}

/** When what a client says was said, with a row of which something is taken over: the later one, as far as they are known. */
function timeWith(
  known: ClientRecord,
  { row, saidAt }: ClientPart,
  policy: JoinPolicy,
  cameBefore: boolean,
): string | undefined {
  if (policy === 'replace') return saidAt
  const speaks = policy === 'correct' || (policy === 'merge' && (known.rows[0] === row || !cameBefore))
  return speaks ? laterOf(known.saidAt, saidAt) : known.saidAt
}

/** The ids by which other systems know whom a part is about. */
export const idsOfPart = ({ externalId, furtherIds = [] }: ClientPart): readonly ExternalId[] =>
  externalId === undefined ? furtherIds : [externalId, ...furtherIds]

/** The same as fields of a part. */
export function partIds(ids: readonly ExternalId[]): Pick<ClientPart, 'externalId' | 'furtherIds'> {
  const [externalId, ...furtherIds] = ids
  if (externalId === undefined) return {}
  return furtherIds.length === 0 ? { externalId } : { externalId, furtherIds }
}

/** What the rows of a client said, with one more; the first of them is what the client itself said until now. */
function partsWith(known: ClientRecord, part: ClientPart): readonly ClientPart[] {
  const before = partsOf(known)
  return [part, ...before.filter(({ row }) => row !== part.row)].slice(0, maxParts)
}

/** What the rows of a client said; of one that was made of one row alone, what it says. */
export const partsOf = (known: ClientRecord): readonly ClientPart[] => known.parts ?? firstPart(known)

function firstPart(known: ClientRecord): readonly ClientPart[] {
  const [row] = known.rows
  if (row === undefined) return []
  const { saidAt } = known
  const origin = known.origin === undefined ? undefined : { at: known.createdAt, ...known.origin }
  return [{ row, data: dataOf(known), ...partIds(known.externalIds), ...present({ saidAt, origin }) }]
}

/** A record without its housekeeping and what it is found by. */
export function dataOf(record: ClientRecord): ClientData {
  const {
    id: _id,
    version: _version,
    externalIds: _externalIds,
    rows: _rows,
    origin: _origin,
    raw: _raw,
    parts: _parts,
    doubts: _doubts,
    apart: _apart,
    mergedFrom: _merged,
    saidAt: _said,
    createdAt: _created,
    updatedAt: _updated,
    ...data
  } = record
  return data
}

/** Parts of one address complete each other; of two addresses, the new one counts, unmixed. */
function joinAddress(known: ClientAddress | undefined, row: ClientAddress | undefined): ClientAddress | undefined {
  if (known === undefined || row === undefined) return row ?? known
  const parts = Object.keys(row) as (keyof ClientAddress)[]
  const agrees = parts.every((part) => known[part] === undefined || known[part] === row[part])
  return agrees ? { ...known, ...row } : row
}

/** An address with the parts that it lacks, of another that says nothing else. */
function completeAddress(
  known: ClientAddress | undefined,
  row: ClientAddress | undefined,
): { readonly address?: ClientAddress } {
  if (row === undefined) return {}
  const joined = joinAddress(known, row)
  return known === undefined || joined === row ? { address: known ?? row } : { address: { ...joined, ...known } }
}

/** Properties of cards as columns are joined: all of a name from where the column comes from, names in the order that is known. */
export function propertiesOf(
  known: ClientData['cardProperties'] = [],
  over: ClientData['cardProperties'] = [],
): Pick<ClientData, 'cardProperties'> {
  const byName = new Map([...Map.groupBy(known, ({ name }) => name), ...Map.groupBy(over, ({ name }) => name)])
  const all = [...byName.values()].flat()
  return all.length === 0 ? {} : { cardProperties: all }
}

/** Known values in their order and new ones behind them, each once; a new preferred value goes first. */
function united(incoming: readonly string[], known: readonly string[]): readonly string[] {
  const fresh = freshContacts(incoming, known)
  if (fresh.length === 0) return known
  const all = known.includes(incoming[0] ?? '') ? [...known, ...fresh] : [...fresh, ...known]
  return [...new Set(all)]
}

/** Those that are not known, as far as there is room for more. */
const freshContacts = (incoming: readonly string[], known: readonly string[]): readonly string[] =>
  incoming.filter((value) => !known.includes(value)).slice(0, Math.max(0, maxContacts - known.length))

/** Whether there was no room in a client for all addresses and telephones of a row. */
export const isWithoutRoom = (client: ClientData, row: ClientData): boolean =>
  lacksRoom(client.emails, row.emails) || lacksRoom(client.phones, row.phones)

const lacksRoom = (known: readonly string[], incoming: readonly string[]): boolean =>
  known.length >= maxContacts && incoming.some((value) => !known.includes(value))

/** Of a record, what is no housekeeping. */
const content = ({
  version: _version,
  createdAt: _created,
  updatedAt: _updated,
  rows: _rows,
  origin: _origin,
  raw: _raw,
  parts: _parts,
  saidAt: _said,
  ...said
}: ClientRecord) => said

/** Whether two records say the same, apart from their housekeeping. */
export const sameClient = (a: ClientRecord, b: ClientRecord): boolean => areEqual(content(a), content(b))

/** Whether two JSON values say the same; a key without a value is none. */
function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && areEqualLists(a, b)
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (!areEqual(a[key as keyof typeof a], b[key as keyof typeof b])) return false
  }
  return true
}

const areEqualLists = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, index) => areEqual(each, b[index]))

const isSpelledOtherwise = (a: string, b: string): boolean =>
  a !== b && latinWords(a).join(' ') === latinWords(b).join(' ')
