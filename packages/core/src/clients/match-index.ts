import type { ClientIdentifier } from '../model/client-identifier.ts'
import { identifiersBesideRows, identifiersOf, rowIdentifier } from './client-identifiers.ts'
import type { ClientData, ClientRecord } from '../model/client-record.ts'
import { IdsByIdentifier } from './ids-by-identifier.ts'
import { blockKeys, maxOfKey } from './matching/block-keys.ts'
import { type Profile, profileOf } from './matching/compare-clients.ts'
import type { Features } from './matching/features.ts'

/** A client that rows may be about. */
interface KnownClient {
  readonly record: ClientRecord
  /** Those of it that may be asked for, without its rows. */
  readonly identifiers: readonly ClientIdentifier[]
  /** Whether these are all. */
  readonly areAll: boolean
}

/**
 * Finds the clients of a run by identifier, newest state first. What is worked out of a client, and of what its rows said,
 * is worked out once.
 */
export class MatchIndex {
  readonly #known = new Map<string, KnownClient>()
  readonly #ids = new IdsByIdentifier()
  readonly #profiles = new Map<ClientData, Profile>()
  readonly #keys = new Map<ClientData, readonly number[]>()

  has(id: string): boolean {
    return this.#known.has(id)
  }

  /** What a row says, or a client that says the same, is known already. */
  know(data: ClientData, { profile, keys }: Features): void {
    this.#profiles.set(data, profile)
    this.#keys.set(data, keys)
  }

  /**
   * Adds a client, or its new state in place of the old one.
   * @param identifiers those of it that may be asked for; absent: all that it has
   */
  add(record: ClientRecord, identifiers?: readonly ClientIdentifier[]): void {
    const before = this.#known.get(record.id)
    if (before !== undefined) {
      for (const each of before.identifiers) this.#ids.remove(each, record.id)
      this.#profiles.delete(before.record)
      this.#keys.delete(before.record)
    }
    const besideRows = identifiers?.filter(({ kind }) => kind !== 'row') ?? identifiersBesideRows(record, this.#keysOf)
    this.#known.set(record.id, { record, identifiers: besideRows, areAll: identifiers === undefined })
    for (const each of besideRows) if (each.kind !== 'id') this.#ids.add(each, record.id)
    const rows = identifiers?.filter(({ kind }) => kind === 'row') ?? freshRows(record, before?.record)
    for (const each of rows) this.#ids.add(each, record.id)
  }

  /** No more than a directory gives. */
  find(sought: ClientIdentifier): readonly ClientRecord[] {
    const found: ClientRecord[] = []
    for (const id of this.#idsOf(sought)) {
      const known = this.#known.get(id)
      // A row that a client has lost since is still in the index.
      if (known === undefined || (sought.kind === 'row' && !known.record.rows.includes(sought.value))) continue
      found.push(known.record)
    }
    return found
  }

  #idsOf(sought: ClientIdentifier): readonly string[] {
    if (sought.kind === 'id') return [sought.value]
    return this.#ids.first(sought, maxOfKey)
  }

  /** How a client is compared: as it is now, and as each of its rows said. */
  profilesOf(record: ClientRecord): readonly Profile[] {
    const said = (data: ClientData): Profile => workedOut(this.#profiles, data, profileOf)
    return record.parts === undefined ? [said(record)] : [said(record), ...record.parts.map(({ data }) => said(data))]
  }

  /** All that a client is found by. */
  identifiersOf(record: ClientRecord): readonly ClientIdentifier[] {
    const known = this.#known.get(record.id)
    return known?.record === record && known.areAll
      ? [...known.identifiers, ...record.rows.map(rowIdentifier)]
      : identifiersOf(record, this.#keysOf)
  }

  readonly #keysOf = (data: ClientData): readonly number[] => workedOut(this.#keys, data, blockKeys)
}

/** Rows come to the front: a client may have a thousand of them, of which those behind its former first one are known. */
function freshRows({ rows }: ClientRecord, before: ClientRecord | undefined): readonly ClientIdentifier[] {
  const first = before?.rows[0]
  const known = first === undefined ? -1 : rows.indexOf(first)
  return (known === -1 ? rows : rows.slice(0, known)).map(rowIdentifier)
}

function workedOut<T>(known: Map<ClientData, T>, data: ClientData, work: (data: ClientData) => T): T {
  const before = known.get(data)
  if (before !== undefined) return before
  const value = work(data)
  known.set(data, value)
  return value
}
