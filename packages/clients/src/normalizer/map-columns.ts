import type { ClientField, ColumnMapping, SourceRow } from '@chancery/core'
import { ambiguousField } from './ambiguous-columns.ts'
import { abbreviatedField } from './abbreviated-name.ts'
import { addressGroup } from './address-group.ts'
import { isAddressField, qualifiedField, speaksOfAnother } from './column-name.ts'
import { areExported, exportedField } from './exported-columns.ts'
import { isPartOfFamilyName } from './family-name.ts'
import { fold } from './fold.ts'
import { fieldNamed } from './known-columns.ts'
import { areAll, isContradicted } from './value-forms.ts'

/** A client may have several of these, so several columns may go there; lines of a street are joined. */
const repeatable: ReadonlySet<string> = new Set<ClientField>(['email', 'phone', 'notes', 'street'])

/** Rows and values whose content is looked at. */
const sampledRows = 200
const sampledLength = 200

/**
 * Where every column goes: as the caller says, by its name, or by its content. What is not known for sure is kept under
 * `custom`, never dropped and never guessed.
 */
export function mapColumns(
  columns: readonly string[],
  sample: readonly SourceRow[],
  given: Readonly<Record<string, string>>,
): readonly ColumnMapping[] {
  const givenByFold = new Map(Object.entries(given).map(([column, target]) => [fold(column), target]))
  const values = valuesByColumn(sample)
  const of = (column: string): readonly string[] => values.get(column) ?? []
  const mapped = new Map<string, ColumnMapping>()
  const taken = new Set<string>()
  let address: string | undefined
  const claim = (column: string, field: ColumnMapping['field'], rest: Pick<ColumnMapping, 'confidence' | 'reason'>) => {
    mapped.set(column, { column, field, ...rest })
    taken.add(field)
    const group = addressGroup(column)
    if (field === 'street' || (isAddressField(field) && group !== '')) address ??= group
  }
  const used = addressesInUse(columns, of)
  const isFree = (field: ClientField, column: string): boolean =>
    (repeatable.has(field) || !taken.has(field)) &&
    // The parts of an address are of one address: not the street at home with the town of the office.
    (!isAddressField(field) ||
      (address === undefined
        ? addressGroup(column) === '' || used.size === 0 || used.has(addressGroup(column))
        : [address, ''].includes(addressGroup(column))))

  for (const column of columns) {
    const target = Object.hasOwn(given, column) ? given[column] : givenByFold.get(fold(column))
    if (target !== undefined) claim(column, target as ColumnMapping['field'], { confidence: 1, reason: 'given' })
  }
  const isExport = areExported(columns)
  for (const column of columns) {
    const field = mapped.has(column) ? undefined : exportedField(column, isExport)
    if (field !== undefined) claim(column, field, { confidence: 1, reason: 'name' })
  }
  // Exact names first, so that "Email" is not taken by "Primary contact e-mail".
  for (const [confidence, find] of [
    [0.95, fieldNamed],
    [0.85, (column: string) => ambiguousField(fold(column), of(column))],
    [0.8, qualifiedField],
    [0.7, (column: string) => abbreviatedField(column, (field) => areAll(field, of(column)))],
  ] as const) {
    for (const column of columns) {
      const field = mapped.has(column) ? undefined : find(column)
      if (field !== undefined && isFree(field, column) && !isContradicted(field, of(column))) {
        claim(column, field, { confidence, reason: 'name' })
      }
    }
  }
  for (const column of columns) {
    if (!mapped.has(column) && taken.has('familyName') && isPartOfFamilyName(column)) {
      claim(column, 'familyName', { confidence: 0.95, reason: 'name' })
    }
  }
  for (const column of columns) {
    const isNamed = isExport || mapped.has(column) || speaksOfAnother(column)
    const field = isNamed ? undefined : fieldOfContent(of(column))
    if (field !== undefined && !taken.has(field)) claim(column, field, { confidence: 0.6, reason: 'content' })
  }
  const customNames = new Set([...mapped.values()].map(({ field }) => field))
  const all = columns.map((column): ColumnMapping => {
    const known = mapped.get(column)
    if (known !== undefined) return known
    const field = customField(column, customNames)
    customNames.add(field)
    return { column, field, confidence: 0, reason: 'unknown' }
  })
  return isExport ? all : splitNames(all, of)
}

/** The kinds of address that some row has: Outlook writes the columns of the office for people who have none, too. */
const addressesInUse = (columns: readonly string[], of: (column: string) => readonly string[]): ReadonlySet<string> =>
  new Set(
    columns
      .filter((column) => of(column).length > 0 && isAddressField(fieldNamed(column) ?? qualifiedField(column) ?? ''))
      .map((column) => addressGroup(column))
      .filter((group) => group !== ''),
  )

/** `custom.<name>` of at most 64 characters, once each. */
function customField(column: string, taken: ReadonlySet<string>): `custom.${string}` {
  const bare = column.trim().replace(/^(?:properties|fields|attributes)\./i, '')
  const name = (bare === '__proto__' ? 'proto' : bare).slice(0, 64).toWellFormed().trim() || 'column'
  let field: `custom.${string}` = `custom.${name}`
  for (let number = 2; taken.has(field); number++) field = `custom.${name.slice(0, 58)} ${number}`
  return field
}

function valuesByColumn(sample: readonly SourceRow[]): ReadonlyMap<string, string[]> {
  const all = new Map<string, string[]>()
  for (const { values } of sample.slice(0, sampledRows)) {
    for (const { column, value } of values) {
      const text = value.slice(0, sampledLength).trim()
      if (text === '') continue
      const list = all.get(column)
      if (list === undefined) all.set(column, [text])
      else list.push(text)
    }
  }
  return all
}

/**
 * What nearly all values of a column are, where their form leaves no doubt and they differ from row to row: the address
 * of an agent repeats, and would make one client of all of theirs.
 */
function fieldOfContent(values: readonly string[]): ClientField | undefined {
  const mostly = (test: (value: string) => boolean): boolean => values.filter(test).length >= values.length * 0.8
  if (values.length === 0 || new Set(values).size < values.length * 0.8) return undefined
  if (mostly((value) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value))) return 'email'
  if (mostly((value) => /^\+\d[\d\s()./-]{6,20}$/.test(value))) return 'phone'
  return undefined
}

/** "Name" beside "First name" is the family name; a "Nom" or "Nome" alone is the whole name. */
function splitNames(
  mapping: readonly ColumnMapping[],
  of: (column: string) => readonly string[],
): readonly ColumnMapping[] {
  const has = (field: ClientField): boolean => mapping.some((each) => each.field === field)
  const change = (from: ClientField, to: ClientField): readonly ColumnMapping[] =>
    mapping.map((each) => (each.field === from && each.reason === 'name' ? { ...each, field: to } : each))
  if (has('givenName') && has('name') && !has('familyName')) {
    const valuesOf = (field: ClientField) => of(mapping.find((each) => each.field === field)?.column ?? '')
    const given = new Set(valuesOf('givenName'))
    const values = valuesOf('name')
    // The whole name of whom only the given name is known is no family name.
    const single = values.filter((value) => !/\s/.test(value) && !given.has(value)).length
    if (values.length > 0 && single >= values.length / 2) return change('name', 'familyName')
  }
  const inParts = mapping.some(({ column, field }) => field === 'familyName' && isPartOfFamilyName(column))
  if (has('familyName') && !inParts && !has('givenName') && !has('name')) return change('familyName', 'name')
  if (has('givenName') && !has('familyName') && !has('name')) return change('givenName', 'name')
  return mapping
}
