import type { ClientIdentifier } from '../ports/client-directory.ts'
import { identifiersOf } from './client-identifiers.ts'
import type { ClientRecord } from './client-record.ts'
import { IdsByIdentifier } from './ids-by-identifier.ts'
import { maxOfBlock } from './matching/block-keys.ts'
import type { Profile } from './matching/compare-clients.ts'
import { profilesOf } from './matching/features.ts'

/** A client that rows may be about, with what is worked out of it once. */
interface KnownClient {
  readonly record: ClientRecord
  /** Those of it that may be asked for. */
  readonly identifiers: readonly ClientIdentifier[]
  /** Made when it is compared. */
  profiles: readonly Profile[] | undefined
}

/** Finds the clients of a run by identifier, newest state first. */
export class MatchIndex {
  readonly #known = new Map<string, KnownClient>()
  readonly #ids = new IdsByIdentifier()

  has(id: string): boolean {
    return this.#known.has(id)
  }

  /**
   * Adds a client, or its new state in place of the old one.
   * @param identifiers those of it that may be asked for; absent: all that it has
   * @param profiles absent: made when it is compared
   */
  add(
    record: ClientRecord,
    identifiers: readonly ClientIdentifier[] = identifiersOf(record),
    profiles?: readonly Profile[],
  ): void {
    const before = this.#known.get(record.id)
    if (before !== undefined) for (const each of before.identifiers) this.#ids.remove(each, record.id)
    this.#known.set(record.id, { record, identifiers, profiles })
    for (const each of identifiers) if (each.kind !== 'id') this.#ids.add(each, record.id)
  }

  /** Of a block no more than a directory gives. */
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
    return this.#ids.first(sought, sought.kind === 'block' ? maxOfBlock : undefined)
  }

  /** How a client of the index is compared: as it is now, or as one of its rows said. */
  profilesOf(record: ClientRecord): readonly Profile[] {
    const known = this.#known.get(record.id)
    if (known?.record !== record) return profilesOf(record)
    return (known.profiles ??= profilesOf(record))
  }

  /** All identifiers of a record that was decided on. */
  identifiersOf(record: ClientRecord): readonly ClientIdentifier[] {
    const known = this.#known.get(record.id)
    return known?.record === record ? known.identifiers : identifiersOf(record)
  }
}
