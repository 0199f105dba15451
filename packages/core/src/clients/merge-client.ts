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
  // Another spelling of the same words ("Weiß", "Weiss") says nothing new: two rows of one file would change places for ever.
  const named = hasName(row) && !isSpelledOtherwise(known.name, name)
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

/** Of a record, what is no housekeeping. */
const content = ({ version: _version, createdAt: _created, updatedAt: _updated, rows: _rows, ...said }: ClientRecord) =>
  said

/** Whether two records say the same, apart from their housekeeping. */
export const sameClient = (a: ClientRecord, b: ClientRecord): boolean => areEqual(content(a), content(b))

/** Whether two JSON values say the same; a key without a value is none. */
function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (!areEqual(a[key as keyof typeof a], b[key as keyof typeof b])) return false
  }
  return true
}

/** JSON with the keys of every object in order: the same content gives the same text. */
export function sortedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sortedJson(item)}`).join(',')}}`
}

/** Mailboxes that several people read. */
const sharedMailbox =
  /^(?:info|office|mail|e-?mail|contact|kontakt|contacto|contatto|hello|hallo|hi|post|admin|sales|vertrieb|verkauf|support|service|team|billing|accounts?|accounting|buchhaltung|rechnung|reception|empfang|sekretariat|kanzlei|praxis|buero|bureau|secretariat|noreply|no-reply)@/i

/**
 * Whether a shared value is enough to take two for the same client. A personal e-mail is, unless the names are those of two
 * people, as families share one; a telephone, or a mailbox that several people read, is only together with a name that
 * agrees.
 */
export function provesIdentity(kind: MatchKey | 'row', value: string, a: ClientData, b: ClientData): boolean {
  if (kind === 'externalId' || kind === 'row') return true
  if (kind === 'email' && !sharedMailbox.test(value)) return !areOfTwo(a, b)
  return namesAgree(a.name, b.name)
}

/** A row that says no name is called by its address or number; that is no name. */
const hasName = ({ name, emails, phones }: ClientData): boolean => !emails.includes(name) && !phones.includes(name)

/**
 * Whether two names are those of two people: "Mary Smith" and "John Smith", "Cher" and "Madonna". The same person may have
 * another family name, a slip in either, or both in another order.
 */
function areOfTwo(a: ClientData, b: ClientData): boolean {
  if (!hasName(a) || !hasName(b)) return false
  const [x, y] = [words(a.name), words(b.name)]
  const [firstOfX, firstOfY] = [x[0], y[0]]
  if (firstOfX === undefined || firstOfY === undefined) return false
  return !eachHasItsLike(x, y, areLike) && !areLike(firstOfX, firstOfY)
}

const words = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const isSpelledOtherwise = (a: string, b: string): boolean => a !== b && words(a).join(' ') === words(b).join(' ')

/** The same word, a beginning of it, or one slip in it, two in a long one. */
const areLike = (a: string, b: string): boolean =>
  a.startsWith(b) || b.startsWith(a) || slips(a, b) <= (Math.min(a.length, b.length) < 8 ? 1 : 2)

/** Letters that are put in, left out, changed, or in the order of their neighbour; from 3 on the number is not exact. */
function slips(a: string, b: string): number {
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 2) return 3
  let [two, one, row]: [number[], number[], number[]] = [[], [], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    ;[two, one, row] = [one, row, [i]]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const turned = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const least = Math.min((one[j] ?? 3) + 1, (row[j - 1] ?? 3) + 1, (one[j - 1] ?? 3) + (same ? 0 : 1))
      row[j] = turned ? Math.min(least, (two[j - 2] ?? 3) + 1) : least
    }
  }
  return row[b.length] ?? 3
}

/** Every word of the shorter name has its like in the longer one: the same, or an initial of it. */
export function namesAgree(a: string, b: string): boolean {
  const [x, y] = [words(a), words(b)]
  if (x.length === 0 || y.length === 0) return a === b
  return eachHasItsLike(
    x,
    y,
    (word, other) =>
      word === other || (word.length === 1 && other.startsWith(word)) || (other.length === 1 && word.startsWith(other)),
  )
}

/** Whether each word of the shorter list has one of its own in the longer. */
function eachHasItsLike(
  a: readonly string[],
  b: readonly string[],
  isLike: (word: string, other: string) => boolean,
): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const left = [...long]
  return short.every((word) => {
    const at = left.findIndex((other) => isLike(word, other))
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  })
}
