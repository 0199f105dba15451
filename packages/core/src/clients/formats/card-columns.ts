import type { ClientRecord } from '../../model/client-record.ts'

/** Parts of an address in the order of RFC 6350, 6.3.1; `type` is what the property says of it. */
const addressParts = ['box', 'extended', 'street', 'locality', 'region', 'postcode', 'country'] as const

const isAddressType = (type: string | undefined): boolean => type === 'home' || type === 'work'

/** A further address: its parts in the order of vCards, and `home` or `work` where it said so. */
export interface FurtherAddress {
  readonly parts: readonly string[]
  readonly type: string | undefined
}

/** A further employer, with its units. */
export type FurtherOrganization = readonly string[]

/**
 * The columns of a client's own that were made of a card's properties, `N.suffix`, `ADR 2.street`, to be written as what they
 * were; what was not taken is left.
 */
export class CardColumns {
  readonly #left: Map<string, string>

  constructor(custom: ClientRecord['custom']) {
    this.#left = new Map(Object.entries(custom))
  }

  take(column: string): string | undefined {
    const value = this.#left.get(column)
    this.#left.delete(column)
    return value
  }

  /** Several values of one column are lines; one that has an empty one among them is left. */
  lines(column: string): readonly string[] {
    const lines = this.#left.get(column)?.split('\n') ?? []
    if (lines.some((line) => line.trim() !== line || line === '')) return []
    this.#left.delete(column)
    return lines
  }

  /** `home` or `work`, of the address whose columns begin so; another word is left. */
  addressType(name: string): string | undefined {
    const column = `${name}.type`
    return isAddressType(this.#left.get(column)) ? this.take(column) : undefined
  }

  /** Employers behind the first: `ORG 2`, `ORG 2.unit`. */
  furtherOrganizations(): readonly FurtherOrganization[] {
    return this.#numbered('ORG', (name) => {
      const value = this.take(name)
      return value === undefined ? undefined : [value, ...this.lines(`${name}.unit`)]
    })
  }

  /** Titles behind the first: `TITLE 2`. */
  furtherTitles(): readonly string[] {
    return this.#numbered('TITLE', (name) => this.take(name))
  }

  /** Addresses behind the first: `ADR 2.street`. One with parts that few cards have is left. */
  furtherAddresses(): readonly FurtherAddress[] {
    const columns = Map.groupBy(this.#left.keys(), (column) => column.slice(0, column.indexOf('.')))
    return this.#numbered('ADR', (name) => {
      const known: ReadonlySet<string> = new Set([...addressParts, 'type'].map((part) => `${name}.${part}`))
      const own = columns.get(name) ?? []
      const type = this.#left.get(`${name}.type`)
      if (own.length === 0 || !own.every((column) => known.has(column))) return undefined
      if (type !== undefined && (own.length === 1 || !isAddressType(type))) return undefined
      return { type: this.take(`${name}.type`), parts: addressParts.map((part) => this.take(`${name}.${part}`) ?? '') }
    })
  }

  get left(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#left)
  }

  #numbered<Item>(name: string, take: (name: string) => Item | undefined): readonly Item[] {
    const items: Item[] = []
    for (let number = 2; ; number++) {
      const item = take(`${name} ${number}`)
      if (item === undefined) return items
      items.push(item)
    }
  }
}
