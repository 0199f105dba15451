import type { ClientField, ColumnMapping, SourceRow } from '@chancery/core'
import { isAbsent } from './absent-value.ts'

/** What goes into subjects, file names and greetings: a line break in the cell is a space. */
const oneLine: ReadonlySet<string> = new Set<ClientField>([
  'name',
  'givenName',
  'familyName',
  'honorific',
  'organization',
  'jobTitle',
  'postcode',
  'locality',
  'region',
])

/** A value, with what its source says of it. */
interface Cell {
  readonly column: string
  readonly value: string
  readonly labels?: readonly string[]
}

/** The cells of a row by field. What a field has no room for is kept with the custom columns. */
export class RowCells {
  readonly #cells = new Map<string, Cell[]>()
  readonly #custom = new Map<string, string>()

  constructor(row: SourceRow, fields: ReadonlyMap<string, ColumnMapping['field']>) {
    for (const { column, value, labels } of row.values) {
      const field = fields.get(column) ?? `custom.${column}`
      const written = clean(value)
      const text = written.includes('\n') && oneLine.has(field) ? written.replaceAll(/\s+/g, ' ') : written
      if (text === '' || field === 'ignore') continue
      if (field.startsWith('custom.')) this.#addCustom(field.slice('custom.'.length), text)
      else if (isAbsent(text, field)) continue
      else {
        const cell = labels === undefined ? { column, value: text } : { column, value: text, labels }
        if (this.#cells.get(field)?.push(cell) === undefined) this.#cells.set(field, [cell])
      }
    }
  }

  get isEmpty(): boolean {
    return this.#cells.size === 0
  }

  all(field: ClientField): readonly Cell[] {
    return this.#cells.get(field) ?? none
  }

  /** The first value of a field that has one; the others that differ from it are kept. `except`: columns to pass over. */
  single(field: ClientField, except: (column: string) => boolean = () => false): string | undefined {
    const cells = this.#cells.get(field)
    // Most fields are none of a row's.
    if (cells === undefined) return undefined
    const [first, ...others] = cells.filter(({ column }) => !except(column))
    for (const { column, value } of others) if (value !== first?.value) this.keep(column, value)
    return first?.value
  }

  /** Takes what the group `taken` of a form is out of values like it, as a value of another field; `rest` is left. */
  move(from: ClientField, form: RegExp, to: ClientField): void {
    const list = this.#cells.get(from)
    if (list === undefined) return
    for (const [place, { column, value }] of list.entries()) {
      const { rest, taken } = form.exec(value)?.groups ?? {}
      if (rest === undefined || taken === undefined) continue
      list[place] = { column, value: rest.trim() }
      this.#cells.set(to, [...this.all(to), { column, value: taken }])
    }
  }

  joined(field: ClientField, separator: string): string | undefined {
    const cells = this.#cells.get(field)
    return cells && [...new Set(cells.map(({ value }) => value))].join(separator)
  }

  /** Keeps a value as it is under its column's name. */
  keep(column: string, value: string): void {
    this.#addCustom(column.slice(0, 64), value)
  }

  custom(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#custom)
  }

  #addCustom(name: string, value: string): void {
    const key = name === '__proto__' ? 'proto' : name
    const known = this.#custom.get(key)
    this.#custom.set(key, known === undefined ? value : `${known}\n${value}`)
  }
}

const none: readonly never[] = []

const unwanted =
  // oxlint-disable-next-line no-control-regex -- these are what is taken out.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** What exports write around a value so that a spreadsheet takes it for text: `="01067"`, `'+49 30 123456`. */
const guarded = /^="([^"]*)"$|^'(?=[=+@＝＋－＠-])(.*)$/su

/** ASCII on one line, as most values are: nothing in it has another form, or is taken out. */
const plain = /^[ -~]*$/

/** Without the marks and spaces that exports leave around values; line breaks stay. */
export const clean = (value: string): string => {
  if (plain.test(value)) return unguarded(value.trim())
  const text = value.toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll(unwanted, '')
  return unguarded(text.replaceAll('\u00a0', ' ').trim())
}

const unguarded = (bare: string): string => {
  const inner = guarded.exec(bare)
  return inner === null ? bare : (inner[1] ?? inner[2] ?? '').trim()
}
