/** Names of which no two are the same. */
export class TakenNames {
  private readonly names: Set<string>
  /** The number to try next, by the name that was wanted: trying all again would take quadratic time. */
  private readonly next = new Map<string, number>()

  private readonly isHeld: (name: string) => boolean

  /** @param isHeld names that belong to something else, and are never given */
  constructor(taken: Iterable<string> = [], isHeld: (name: string) => boolean = () => false) {
    this.names = new Set(taken)
    this.isHeld = isHeld
  }

  [Symbol.iterator](): Iterator<string> {
    return this.names[Symbol.iterator]()
  }

  /** Takes the wanted name, or the first that is free of those with a number, from 2. */
  take(wanted: string, numbered: (number: number) => string = (number) => `${wanted}${number}`): string {
    let name = wanted
    let number = this.next.get(wanted) ?? 2
    while (this.names.has(name) || this.isHeld(name)) name = numbered(number++)
    this.next.set(wanted, number)
    this.names.add(name)
    return name
  }
}
