import type { ClientField, ConsentField, Finding, SourceRow, SourceValue } from '@chancery/core'
import type { ConnectorList } from '../format/connector-format.ts'
import { isObject, pathNames, textAt, valueAt, valuesAt } from '../format/value-path.ts'

/** What a vendor told of its fields. */
export interface KnownFields {
  /** Fields that the firm has made: their names, and what people call them. */
  readonly custom: ReadonlyMap<string, string>
}

/** The columns of a list, each with its field. */
export type Columns = ReadonlyMap<string, ClientField | `custom.${string}` | ConsentField>

/** Values of one record; more is no client. */
const maxValues = 1000
const maxDepth = 8
const maxCustomName = 64

/** Makes rows of the records of one list. What is of no known field goes into a column of its own, and is told once. */
export class RecordRows {
  readonly #list: ConnectorList
  readonly #known: KnownFields
  readonly #fields: ReadonlyMap<string, ConnectorList['fields'][string]>
  readonly #told: Set<string>
  readonly #columns: Columns

  /** @param told columns that were told of before, in whichever list */
  constructor(list: ConnectorList, known: KnownFields, told: Set<string>) {
    this.#list = list
    this.#known = known
    this.#told = told
    this.#fields = new Map(Object.entries(list.fields).map(([path, target]) => [pathNames(path).join('\n'), target]))
    this.#columns = this.#knownColumns()
  }

  /** Columns of the fields that are known before any record is. */
  columns(): Columns {
    return this.#columns
  }

  #knownColumns(): Columns {
    const columns = new Map<string, ClientField | `custom.${string}` | ConsentField>()
    for (const [path, target] of Object.entries(this.#list.fields)) {
      const column = this.#columnOf(pathNames(path))
      columns.set(
        column,
        target === 'custom' ? customField(column) : typeof target === 'string' ? target : target.field,
      )
    }
    const changedAt = this.#changedAtColumn()
    if (changedAt !== undefined) columns.set(changedAt, 'updatedAt')
    for (const label of this.#known.custom.values()) {
      const column = `${this.#list.prefix}${label}`
      if (!columns.has(column)) columns.set(column, customField(column))
    }
    return columns
  }

  /** The id of a record, as it is unique among all lists. */
  idOf(record: unknown): string | undefined {
    const id = textAt(record, this.#list.id)
    return id === undefined ? undefined : `${this.#list.idPrefix}${id}`
  }

  /** The content of a record. */
  contentOf(record: unknown): Pick<SourceRow, 'values' | 'faults' | 'externalId' | 'gone' | 'formerIds'> {
    const { merged, idPrefix } = this.#list
    const externalId = this.idOf(record)
    const id = externalId === undefined ? {} : { externalId }
    if (!isObject(record) || externalId === undefined) return { values: [], faults: [notARecord] }
    const gone = this.#goneOf(record)
    if (gone !== undefined) return { values: [], faults: [], ...id, gone }
    const formerIds = (merged === undefined ? [] : valuesAt(record, merged.at))
      .flatMap((value) => (merged?.separator === undefined ? [value] : String(value).split(merged.separator)))
      .map((value) => `${idPrefix}${String(value).trim()}`)
      .filter((former) => former !== idPrefix && former !== externalId)
      .slice(0, 100)
    return { ...this.#valuesOf(record), ...id, ...(formerIds.length === 0 ? {} : { formerIds }) }
  }

  /** Whether another list has it, which says more of it. */
  isElsewhere(record: unknown): boolean {
    return this.#exceptionOf(record)?.leaveOut === 'all'
  }

  #exceptionOf(record: unknown): ConnectorList['except'] {
    const { except } = this.#list
    return except !== undefined && valueAt(record, except.at) === except.equals ? except : undefined
  }

  #goneOf(record: unknown): SourceRow['gone'] {
    const { deleted, mergedInto, idPrefix } = this.#list
    if (deleted === undefined) return undefined
    if (deleted !== 'all' && valueAt(record, deleted.at) !== deleted.equals) return undefined
    const into = mergedInto === undefined ? undefined : textAt(record, mergedInto)
    return into === undefined ? { reason: 'deleted' } : { reason: 'merged', into: `${idPrefix}${into}` }
  }

  #valuesOf(record: Readonly<Record<string, unknown>>): Pick<SourceRow, 'values' | 'faults'> {
    const { leaveOut = [] } = this.#exceptionOf(record) ?? {}
    const leftOut = new Set(leaveOut === 'all' ? [] : leaveOut.map((path) => pathNames(path).join('\n')))
    const values: SourceValue[] = []
    const drift: string[] = []
    let isTooMuch = false
    const add = (column: string, value: string, labels: readonly string[] = []): void => {
      if (value.trim() === '') return
      if (values.length === maxValues) isTooMuch = true
      else values.push(labels.length === 0 ? { column, value } : { column, value, labels })
    }
    const walk = (value: unknown, names: readonly string[], depth: number, labels?: readonly string[]): void => {
      if (value === null || value === undefined || isTooMuch || this.#isIgnored(names)) return
      if (leftOut.has(names.join('\n'))) return
      if (depth > maxDepth) {
        isTooMuch = true
        return
      }
      const target = this.#fields.get(names.join('\n'))
      if (typeof target === 'object') {
        const date = dateOf(value)
        if (date !== undefined) return add(this.#columnOf(names), date)
      }
      if (Array.isArray(value)) {
        for (const item of this.#preferredFirst(value)) walk(item, [...names, '[]'], depth + 1, this.#labelsOf(item))
      } else if (isObject(value)) {
        for (const [key, inner] of Object.entries(value)) walk(inner, [...names, key], depth + 1, labels)
      } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
        const column = this.#columnOf(names)
        if (target === undefined && !this.#isCustom(names)) drift.push(column)
        add(column, String(value), labels)
      }
    }
    const { named, changedAt } = this.#list
    const times = this.#changedAtColumn()
    if (changedAt !== undefined && times !== undefined) {
      for (const time of valuesAt(record, changedAt)) if (typeof time === 'string') add(times, time)
    }
    if (named !== undefined) {
      for (const item of valuesAt(record, named.at)) {
        const name = textAt(item, named.name)
        for (const value of valuesAt(item, named.value)) {
          if (name !== undefined && typeof value !== 'object') add(this.#namedColumn(name), String(value))
        }
      }
    }
    walk(record, [], 0)
    return { values, faults: [...this.#tellOnce(drift), ...(isTooMuch ? [tooManyValues] : [])] }
  }

  #changedAtColumn(): string | undefined {
    const { changedAt } = this.#list
    return changedAt === undefined ? undefined : this.#columnOf(pathNames(changedAt))
  }

  #isIgnored(names: readonly string[]): boolean {
    const { ignore, id, named, changedAt, except } = this.#list
    const path = names.filter((name) => name !== '[]').join('.')
    return (
      path === pathNames(id).join('.') ||
      path === except?.at ||
      (changedAt !== undefined && names.join('\n') === pathNames(changedAt).join('\n')) ||
      (named !== undefined && path === pathNames(named.at)[0]) ||
      ignore.some((each) =>
        each.startsWith('*.') ? names.includes(each.slice(2)) : path === each || path.startsWith(`${each}.`),
      )
    )
  }

  /** Whether it is a field that the firm has made. */
  #isCustom(names: readonly string[]): boolean {
    const { custom } = this.#list
    const container = pathNames(custom)
    const name = names[container.length]
    return container.every((each, place) => names[place] === each) && name !== undefined && this.#known.custom.has(name)
  }

  /** `properties.firstname` is `firstname`; a field of the firm's has the name that people gave it. */
  #columnOf(names: readonly string[]): string {
    const { root, custom, prefix } = this.#list
    if (this.#isCustom(names)) {
      const own = names[pathNames(custom).length] ?? ''
      return `${prefix}${this.#known.custom.get(own) ?? own}`
    }
    const written = names.filter((name) => name !== '[]').join('.')
    return `${prefix}${root !== '' && written.startsWith(`${root}.`) ? written.slice(root.length + 1) : written}`
  }

  /** What the firm calls a field is never taken for one of the vendor's. */
  #namedColumn(name: string): string {
    const column = `${this.#list.prefix}${name}`
    return this.#columns.has(column) ? `${column} (custom)` : column
  }

  #preferredFirst(items: readonly unknown[]): readonly unknown[] {
    const { preferred } = this.#list
    const isPreferred = (item: unknown): boolean => preferred.some((flag) => valueAt(item, flag) === true)
    return preferred.length === 0
      ? items
      : [...items.filter(isPreferred), ...items.filter((item) => !isPreferred(item))]
  }

  #labelsOf(item: unknown): readonly string[] {
    return this.#list.labels.flatMap((name) => textAt(item, name) ?? [])
  }

  #tellOnce(columns: readonly string[]): readonly Finding[] {
    const fresh = [...new Set(columns)].filter((column) => !this.#told.has(column))
    for (const column of fresh) this.#told.add(column)
    return fresh.map(unknownField)
  }
}

export const customField = (column: string): `custom.${string}` => `custom.${column.slice(0, maxCustomName)}`

/** `{"year": 1985, "month": 4, "day": 3}`, as Google has it; a day without a year is none. */
function dateOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const [year, month, day] = [value['year'], value['month'], value['day']].map(Number)
  if (year === undefined || month === undefined || day === undefined || !(year > 0 && month > 0 && day > 0))
    return undefined
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

const unknownField = (column: string): Finding => ({
  code: 'unknown_field',
  severity: 'warning',
  message: 'The system has a field that is not known here; it is kept as it is.',
  hint: 'Say in `mapping` what it is.',
  location: { field: column },
})

const notARecord: Finding = {
  code: 'not_a_record',
  severity: 'error',
  message: 'The system gave a record without an id.',
  hint: 'Look in the system whether the record is whole; without an id it cannot be known again.',
}

const tooManyValues: Finding = {
  code: 'too_many_values',
  severity: 'error',
  message: `The record has more than ${maxValues} values, or is nested deeper than ${maxDepth} levels.`,
  hint: 'Enter this client by a file with the columns that matter.',
}
