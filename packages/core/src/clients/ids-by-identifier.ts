import type { ClientIdentifier } from '../model/client-identifier.ts'
import { DigestMap } from './digest-map.ts'

/** Of the values of one kind, which are all of one type. */
interface IdsByValue {
  get(value: ClientIdentifier['value']): string | Set<string> | undefined
  set(value: ClientIdentifier['value'], ids: string | Set<string>): void
  delete(value: ClientIdentifier['value']): void
}

/** Which clients have an identifier, in the order in which they came. Most identifiers are one client's, who needs no set. */
export class IdsByIdentifier {
  readonly #kinds: Readonly<Record<ClientIdentifier['kind'], IdsByValue>> = {
    email: new Map(),
    phone: new Map(),
    external: new Map(),
    row: new Map(),
    block: new DigestMap<string | Set<string>>(),
    id: new Map(),
  }

  add({ kind, value }: ClientIdentifier, id: string): void {
    const ids = this.#kinds[kind]
    const before = ids.get(value)
    if (before === undefined) ids.set(value, id)
    else if (typeof before !== 'string') before.add(id)
    else if (before !== id) ids.set(value, new Set([before, id]))
  }

  remove({ kind, value }: ClientIdentifier, id: string): void {
    const ids = this.#kinds[kind]
    const before = ids.get(value)
    if (before === id) ids.delete(value)
    else if (typeof before === 'object' && before.delete(id) && before.size === 0) ids.delete(value)
  }

  /** The first ones. @param most how many; absent: all */
  first({ kind, value }: ClientIdentifier, most = Infinity): readonly string[] {
    const ids = this.#kinds[kind].get(value)
    if (ids === undefined) return none
    if (typeof ids === 'string') return [ids]
    const first: string[] = []
    for (const id of ids) {
      if (first.length >= most) break
      first.push(id)
    }
    return first
  }
}

const none: readonly string[] = []
