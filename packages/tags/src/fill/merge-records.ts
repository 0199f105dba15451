import { innerScope, ownValue, type Scope } from '../data/scope.ts'

/** The records that a sheet is merged with: the list `records` of the data, or else the data as the only one. */
export class MergeRecords {
  private readonly root: Scope
  private readonly list: readonly unknown[] | undefined
  private readonly scopes = new Map<number, Scope>()

  constructor(root: Scope) {
    this.root = root
    const { value } = ownValue(root.value, 'records')
    this.list = Array.isArray(value) ? value : undefined
  }

  /** The scope of a tag that reads a record; `undefined` behind the last one, where nothing is written. */
  scopeOf(record: number, scope: Scope): Scope | undefined {
    // Within sections their items are read, and the record around them.
    if (scope !== this.root && !this.isOfRecord(scope)) return scope
    const known = this.scopes.get(record)
    if (known !== undefined) return known
    if (this.list === undefined) return record === 0 ? this.root : undefined
    const { value } = ownValue(this.list, String(record))
    if (value === undefined || value === null) return undefined
    const made = innerScope(this.root, value, { path: 'records', pointer: ['records', String(record)] })
    this.scopes.set(record, made)
    return made
  }

  private isOfRecord(scope: Scope): boolean {
    return scope.parent === this.root && [...this.scopes.values()].includes(scope)
  }
}
