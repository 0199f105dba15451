import type { ClientIdentifier } from '@chancery/core'

/** Which clients have an identifier, in the order in which they came. Most identifiers are one client's, who needs no set. */
export class IdsByIdentifier {
  readonly #kinds = {
    email: new Map<string | number, string | Set<string>>(),
    phone: new Map<string | number, string | Set<string>>(),
    external: new Map<string | number, string | Set<string>>(),
    row: new Map<string | number, string | Set<string>>(),
    block: new Map<string | number, string | Set<string>>(),
    id: new Map<string | number, string | Set<string>>(),
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

  /** The first ones. */
  first({ kind, value }: ClientIdentifier, most: number): readonly string[] {
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
