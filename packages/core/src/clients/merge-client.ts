import type { ClientData, ClientRecord } from './client-record.ts'

export type MatchKey = 'externalId' | 'email' | 'phone'

/** Digests that a record remembers. */
const maxRows = 32

/** What a known client becomes with a row's data. */
export function joinClient(
  known: ClientRecord,
  row: ClientData,
  externalId: { readonly source: string; readonly id: string } | undefined,
  digest: string,
  policy: 'merge' | 'replace' | 'skip',
): ClientRecord {
  if (policy === 'skip') return known
  const externalIds =
    externalId === undefined ||
    known.externalIds.some((each) => each.source === externalId.source && each.id === externalId.id)
      ? known.externalIds
      : [...known.externalIds, externalId]
  const { id, version, createdAt, updatedAt } = known
  const rows = known.rows.includes(digest) ? known.rows : [digest, ...known.rows].slice(0, maxRows)
  const own = { id, version, createdAt, updatedAt, externalIds, rows }
  if (policy === 'replace') return { ...row, ...own }
  const { address, custom, emails, phones, ...single } = row
  const joinedAddress = { ...known.address, ...address }
  return {
    ...known,
    ...single,
    emails: united(emails, known.emails),
    phones: united(phones, known.phones),
    ...(Object.keys(joinedAddress).length === 0 ? {} : { address: joinedAddress }),
    custom: { ...known.custom, ...custom },
    ...own,
  }
}

/** The order that the known list has stays, unless the row brings a new preferred value. */
function united(incoming: readonly string[], known: readonly string[]): readonly string[] {
  const fresh = incoming.filter((value) => !known.includes(value))
  return fresh.length === 0 ? known : [...fresh, ...known]
}

/** Whether two records say the same, apart from their housekeeping. */
export const sameClient = (a: ClientRecord, b: ClientRecord): boolean => content(a) === content(b)

const content = ({
  version: _version,
  createdAt: _created,
  updatedAt: _updated,
  rows: _rows,
  ...record
}: ClientRecord): string =>
  JSON.stringify(record, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value,
  )

/** Mailboxes that several people read. */
const sharedMailbox =
  /^(?:info|office|mail|e-?mail|contact|kontakt|contacto|contatto|hello|hallo|hi|post|admin|sales|vertrieb|verkauf|support|service|team|billing|accounts?|accounting|buchhaltung|rechnung|reception|empfang|sekretariat|kanzlei|praxis|buero|bureau|secretariat|noreply|no-reply)@/i

/**
 * Whether a shared value is enough to take two for the same client: a personal e-mail is; a mailbox or telephone that
 * several people use is only together with a name that agrees.
 */
export const provesIdentity = (kind: MatchKey | 'row', value: string, a: ClientData, b: ClientData): boolean =>
  kind === 'externalId' ||
  kind === 'row' ||
  (kind === 'email' && !sharedMailbox.test(value)) ||
  namesAgree(a.name, b.name)

const words = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Every word of the shorter name has its like in the longer one: the same, or an initial of it. */
function namesAgree(a: string, b: string): boolean {
  const [short, long] = [words(a), words(b)].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (short.length === 0) return true
  const left = [...long]
  return short.every((word) => {
    const at = left.findIndex(
      (other) =>
        other === word ||
        (word.length === 1 && other.startsWith(word)) ||
        (other.length === 1 && word.startsWith(other)),
    )
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  })
}
