import type { ClientAddress, ClientData, ClientRecord } from './client-record.ts'

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
  const { address, custom, emails, phones, kind, name, ...single } = row
  // A row that says no name is called by its address or number; that is no name to take over.
  const named = !row.emails.includes(name) && !row.phones.includes(name)
  const joinedAddress = joinAddress(known.address, address)
  return {
    ...known,
    ...single,
    ...(named ? { kind, name } : {}),
    emails: united(emails, known.emails),
    phones: united(phones, known.phones),
    ...(joinedAddress === undefined ? {} : { address: joinedAddress }),
    custom: { ...known.custom, ...custom },
    ...own,
  }
}

/** Parts of one address complete each other; of two addresses, the new one counts, unmixed. */
function joinAddress(known: ClientAddress | undefined, row: ClientAddress | undefined): ClientAddress | undefined {
  if (known === undefined || row === undefined) return row ?? known
  const parts = Object.keys(row) as (keyof ClientAddress)[]
  const agrees = parts.every((part) => known[part] === undefined || known[part] === row[part])
  return agrees ? { ...known, ...row } : row
}

/** Known values in their order and new ones behind them; a new preferred value goes first. */
function united(incoming: readonly string[], known: readonly string[]): readonly string[] {
  const fresh = incoming.filter((value) => !known.includes(value))
  const [preferred] = incoming
  return preferred === undefined || known.includes(preferred) ? [...known, ...fresh] : [...fresh, ...known]
}

/** Whether two records say the same, apart from their housekeeping. */
export const sameClient = (a: ClientRecord, b: ClientRecord): boolean => content(a) === content(b)

const content = ({
  version: _version,
  createdAt: _created,
  updatedAt: _updated,
  rows: _rows,
  ...record
}: ClientRecord): string => sortedJson(record)

/** JSON with the keys of every object in order: the same content gives the same text. */
export const sortedJson = (content: unknown): string =>
  JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value,
  )

/** Mailboxes that several people read. */
const sharedMailbox =
  /^(?:info|office|mail|e-?mail|contact|kontakt|contacto|contatto|hello|hallo|hi|post|admin|sales|vertrieb|verkauf|support|service|team|billing|accounts?|accounting|buchhaltung|rechnung|reception|empfang|sekretariat|kanzlei|praxis|buero|bureau|secretariat|noreply|no-reply)@/i

/**
 * Whether a shared value is enough to take two for the same client. A personal e-mail is, unless two people with given
 * names of their own share it, as families do; a telephone, or a mailbox that several people read, is only together with
 * a name that agrees.
 */
export function provesIdentity(kind: MatchKey | 'row', value: string, a: ClientData, b: ClientData): boolean {
  if (kind === 'externalId' || kind === 'row') return true
  if (kind === 'email' && !sharedMailbox.test(value)) return !haveOtherGivenNames(a.name, b.name)
  return namesAgree(a.name, b.name)
}

/** Both names have several words, and begin with different ones: "Mary Smith" and "John Smith". */
function haveOtherGivenNames(a: string, b: string): boolean {
  const [x, y] = [words(a), words(b)]
  if (x.length < 2 || y.length < 2 || namesAgree(a, b)) return false
  const [first = '', second = ''] = [x[0], y[0]]
  return !first.startsWith(second) && !second.startsWith(first)
}

const words = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Every word of the shorter name has its like in the longer one: the same, or an initial of it. */
export function namesAgree(a: string, b: string): boolean {
  const [short, long] = [words(a), words(b)].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (short.length === 0) return a === b
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
