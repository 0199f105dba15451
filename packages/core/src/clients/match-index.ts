import type { ClientIdentifier } from '../model/client-identifier.ts'
import { identifiersOf } from './client-identifiers.ts'
import type { ClientData, ClientRecord } from '../model/client-record.ts'
import { IdsByIdentifier } from './ids-by-identifier.ts'
import { blockKeys, maxOfKey } from './matching/block-keys.ts'
import { type Profile, profileOf } from './matching/compare-clients.ts'
import type { Features } from './matching/features.ts'

/** A client that rows may be about. */
interface KnownClient {
  readonly record: ClientRecord
  /** Those of it that may be asked for. */
  readonly identifiers: readonly ClientIdentifier[]
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
  add(record: ClientRecord, identifiers: readonly ClientIdentifier[] = this.identifiersOf(record)): void {
    const before = this.#known.get(record.id)
    if (before !== undefined) {
      // A client may have a thousand rows, which are its own: those that it keeps stay where they are.
      const rows = new Set(record.rows)
      for (const each of before.identifiers) {
        if (each.kind !== 'row' || !rows.has(each.value)) this.#ids.remove(each, record.id)
      }
      this.#profiles.delete(before.record)
      this.#keys.delete(before.record)
    }
    this.#known.set(record.id, { record, identifiers })
    for (const each of identifiers) if (each.kind !== 'id') this.#ids.add(each, record.id)
  }

  /** No more than a directory gives. */
  find(sought: ClientIdentifier): readonly ClientRecord[] {
    const found: ClientRecord[] = []
    for (const id of this.#idsOf(sought)) {
      const known = this.#known.get(id)
      if (known !== undefined) found.push(known.record)
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
    return identifiersOf(record, (data) => workedOut(this.#keys, data, blockKeys))
  }
}

function workedOut<T>(known: Map<ClientData, T>, data: ClientData, work: (data: ClientData) => T): T {
  const before = known.get(data)
  if (before !== undefined) return before
  const value = work(data)
  known.set(data, value)
  return value
}
