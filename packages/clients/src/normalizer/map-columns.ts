import { type ClientField, type ColumnMapping, largestOf, type SourceRow } from '@chancery/core'
import { ambiguousField, ambiguousNames } from './ambiguous-columns.ts'
import { isAbsent } from './absent-value.ts'
import { abbreviatedField } from './abbreviated-name.ts'
import { addressGroup } from './address-group.ts'
import { isAddressField, namesAnother, qualifiedField, speaksOfAnother, unwrappedName } from './column-name.ts'
import { areExported, exportedField } from './exported-columns.ts'
import { isPartOfFamilyName } from './family-name.ts'
import { pairedField } from './paired-names.ts'
import {
  areTelephonesAt,
  fieldAmong,
  fieldOfValues,
  isHouseNumber,
  isSiteOfEach,
  isStateAmong,
} from './field-of-values.ts'
import { wrappers } from './column-words.ts'
import { isBankAccount } from './bank-account.ts'
import { columnsOfContacts } from './contact-person.ts'
import { fieldOfEach, nameOfEither } from './listed-names.ts'
import { fold } from './fold.ts'
import { fieldNamed } from './known-columns.ts'
import { numberedPeople } from './numbered-people.ts'
import { isOwnName, withoutSharedWord } from './shared-word.ts'
import { remarkNamed } from './remark-named.ts'
import { rowsApart } from './rows-apart.ts'
import { fieldOfSecondChoice } from './second-choice.ts'
import { areAll, isContradicted } from './value-forms.ts'
import { isAnswered } from './yes-no.ts'

/**
 * A client may have several of these, so several columns may go there; lines of a street are joined. Of tax ids the first that a
 * row has is taken, and the others are kept: firms have one that people do not.
 */
const repeatable: ReadonlySet<string> = new Set<ClientField>(['email', 'phone', 'notes', 'street', 'taxId'])

/** Rows and values whose content is looked at. */
const sampledRows = 200
const sampledLength = 200

type Reading = (name: string, values: readonly string[]) => ClientField | undefined
const unlessAmbiguous =
  (read: Reading): Reading =>
  (name, values) =>
    ambiguousNames.has(fold(name)) ? undefined : read(name, values)

const fit =
  (values: readonly string[]) =>
  (field: ClientField): boolean =>
    areAll(field, values)
const fieldAbbreviated: Reading = (name, values) =>
  fieldNamed(name) ?? qualifiedField(name) ?? abbreviatedField(name, fit(values))

/** Names that are read less surely than this are read word by word, which takes long; no table has so many unknown ones. */
const surelyRead = 0.8
const mostGuessed = 500

/** How sure it is what a name says, surest first, so that "Email" is not taken by "Primary contact e-mail". */
const readings: readonly (readonly [confidence: number, read: Reading])[] = [
  [0.95, (name) => nameOfEither(name) ?? (wrappers.has(fold(name)) ? undefined : fieldNamed(name))],
  [
    0.85,
    (name, values) => ambiguousField(fold(name), values) ?? ambiguousField(fold(unwrappedName(name) ?? ''), values),
  ],
  [0.8, unlessAmbiguous((name) => qualifiedField(name) ?? pairedField(name))],
  // "Tenant" is the name of one, unless a column beside it is called "Landlord name".
  [0.8, (name) => (wrappers.has(fold(name)) ? fieldNamed(name) : undefined)],
  [0.75, unlessAmbiguous((name, values) => fieldOfEach(name, (part) => fieldAbbreviated(part, values), fit(values)))],
  [0.7, unlessAmbiguous((name, values) => abbreviatedField(name, fit(values)))],
  [0.65, fieldOfSecondChoice],
  [0.6, unlessAmbiguous((name, values) => remarkNamed(name, fit(values)))],
]

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
  const taken = new Map<string, string[]>()
  const areApart = rowsApart(sample.slice(0, sampledRows))
  let address: string | undefined
  const claim = (column: string, field: ColumnMapping['field'], rest: Pick<ColumnMapping, 'confidence' | 'reason'>) => {
    mapped.set(column, { column, field, ...rest })
    const those = taken.get(field)
    if (those === undefined) taken.set(field, [column])
    else those.push(column)
    const group = addressGroup(column)
    if (field === 'street' || (isAddressField(field) && group !== '')) address ??= group
  }
  const kinds = addressColumns(columns, of)
  const used = kindsInUse(kinds)
  const hasStreet = (kind: string): boolean => kinds.get(kind)?.some(({ field }) => field === 'street') === true
  const isFree = (field: ClientField, column: string): boolean =>
    (repeatable.has(field) || (taken.get(field) ?? []).every((other) => areApart(field, column, other))) &&
    // The parts of an address are of one address: not the street at home with the town of the office.
    (!isAddressField(field) ||
      (address === undefined
        ? addressGroup(column) === '' || used.size === 0 || used.has(addressGroup(column))
        : [address, ''].includes(addressGroup(column)) ||
          // "Comune di residenza" beside "Indirizzo" is of no other address.
          (address === '' && !hasStreet(addressGroup(column)))))

  const claimByValues = (): void => {
    for (const [place, column] of columns.entries()) {
      if (mapped.has(column) || people.others.has(column) || namesAnother(column)) continue
      if (mapped.get(columns[place - 1] ?? '')?.field === 'street' && isHouseNumber(column, of(column))) {
        claim(column, 'street', { confidence: 0.6, reason: 'content' })
        continue
      }
      if (areTelephonesAt(column, of(column))) {
        claim(column, 'phone', { confidence: 0.6, reason: 'content' })
        continue
      }
      const beside = new Set(
        [columns[place - 1], columns[place + 1]].map((each) => mapped.get(each ?? '')?.field ?? ''),
      )
      const field =
        (speaksOfAnother(column) ? undefined : fieldOfValues(of(column))) ??
        (isStateAmong(column, beside, of(column)) ? 'region' : undefined) ??
        (isSiteOfEach(of(column)) ? 'website' : fieldAmong(beside, of(column)))
      if (field !== undefined && !taken.has(field)) claim(column, field, { confidence: 0.6, reason: 'content' })
    }
  }

  for (const column of columns) {
    const target = Object.hasOwn(given, column) ? given[column] : givenByFold.get(fold(column))
    if (target !== undefined) claim(column, target as ColumnMapping['field'], { confidence: 1, reason: 'given' })
  }
  const isExport = areExported(columns)
  for (const column of columns) {
    const field = mapped.has(column) ? undefined : exportedField(column, isExport)
    if (field !== undefined) claim(column, field, { confidence: 1, reason: 'name' })
  }
  const places = new Map(columns.map((column, place) => [column, place]))
  const neighboursOf = (column: string): readonly string[] => {
    const place = places.get(column) ?? 0
    return [columns[place - 1] ?? '', columns[place + 1] ?? '']
  }
  /** What the columns of these names are: `names` as they are read, by the columns themselves. */
  const claimByName = (names: ReadonlyMap<string, string>, most: number): void => {
    for (const [confidence, find] of readings) {
      const open = [...names].filter(([column]) => !mapped.has(column))
      for (const [column, name] of confidence < surelyRead ? open.slice(0, mostGuessed) : open) {
        const field = find(name, of(column))
        if (field === undefined || (find === fieldOfSecondChoice && taken.has(field))) continue
        if (field === 'externalId' && isBankAccount(column, neighboursOf(column))) continue
        if (!isFree(field, column) || isContradicted(field, of(column)) || isAnswered(column, field, of(column)))
          continue
        claim(column, field, { confidence: Math.min(confidence, most), reason: 'name' })
      }
    }
  }
  const people = numberedPeople(columns)
  // What no row fills in takes no place from what some do.
  const ofClient = columns
    .filter((column) => !people.others.has(column))
    .toSorted((a, b) => Number(of(a).length === 0) - Number(of(b).length === 0))
  claimByName(new Map(ofClient.map((column) => [column, people.names.get(column) ?? column])), 1)
  for (const column of columns) {
    if (!mapped.has(column) && taken.has('familyName') && isPartOfFamilyName(column)) {
      claim(column, 'familyName', { confidence: 0.95, reason: 'name' })
    }
  }
  if (!isExport) {
    claimByName(
      withoutSharedWord(ofClient, (column) => isOwnName(mapped.get(column)?.field ?? '')),
      0.65,
    )
    claimByValues()
  }
  if (!isExport) for (const column of columnsOfContacts(columns, mapped)) mapped.delete(column)
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

/** The columns of addresses by the kind of address that they are of. */
function addressColumns(
  columns: readonly string[],
  of: (column: string) => readonly string[],
): ReadonlyMap<string, readonly AddressColumn[]> {
  const found = columns.flatMap((column, place): readonly AddressColumn[] => {
    const field = place < mostGuessed ? fieldAbbreviated(column, of(column)) : fieldNamed(column)
    return field !== undefined && isAddressField(field) ? [{ column, field, values: of(column).length }] : []
  })
  return Map.groupBy(found, ({ column }) => addressGroup(column))
}

interface AddressColumn {
  readonly column: string
  readonly field: ClientField
  readonly values: number
}

/**
 * The kinds of address that rows have, without those that few have of the rows that have another: Outlook writes the columns
 * of the office also for people who have none.
 */
function kindsInUse(kinds: ReadonlyMap<string, readonly AddressColumn[]>): ReadonlySet<string> {
  const counts = [...kinds].map(([kind, list]) => [kind, largestOf(list.map(({ values }) => values))] as const)
  const most = largestOf(counts.map(([, count]) => count))
  return new Set(counts.filter(([, count]) => count * 2 > most).map(([kind]) => kind))
}

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
      if (text === '' || isAbsent(text, 'custom')) continue
      const list = all.get(column)
      if (list === undefined) all.set(column, [text])
      else list.push(text)
    }
  }
  return all
}

/** "Name" beside "First name" is the family name, with single words beside "Last name" the given name; a "Nom" or "Nome" alone is the whole name. */
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
    // A "Nome" with whole names or firms in it beside a "Pessoa de contacto" is the client's.
    const whole = valuesOf('givenName').filter((value) => /\s/.test(value)).length
    if (whole >= 2 && whole >= valuesOf('givenName').length * 0.8) return firstIsWhole(mapping)
    // The whole name of whom only the given name is known is no family name.
    const single = values.filter((value) => !/\s/.test(value) && !given.has(value)).length
    if (values.length > 0 && single >= values.length / 2) return change('name', 'familyName')
  }
  if (has('familyName') && has('name') && !has('givenName')) {
    const values = of(mapping.find((each) => each.field === 'name')?.column ?? '')
    const single = values.filter((value) => !/\s/.test(value)).length
    if (values.length > 0 && single >= values.length * 0.8) return change('name', 'givenName')
  }
  const inParts = mapping.some(({ column, field }) => field === 'familyName' && isPartOfFamilyName(column))
  if (has('familyName') && !inParts && !has('givenName') && !has('name')) return change('familyName', 'name')
  if (has('givenName') && !has('familyName') && !has('name')) return change('givenName', 'name')
  return mapping
}

/** Where a column called as a given name has whole names, whoever another column names is somebody beside the client. */
function firstIsWhole(mapping: readonly ColumnMapping[]): readonly ColumnMapping[] {
  const isOf = (each: ColumnMapping, field: ClientField): boolean => each.field === field && each.reason === 'name'
  if (!mapping.some((each) => isOf(each, 'givenName'))) return mapping
  return mapping.map((each) =>
    isOf(each, 'givenName')
      ? { ...each, field: 'name' }
      : isOf(each, 'name')
        ? { column: each.column, field: customField(each.column, new Set()), confidence: 0, reason: 'unknown' }
        : each,
  )
}
