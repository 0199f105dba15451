import {
  type ClientAddress,
  type ClientData,
  type ColumnMapping,
  contactLabelsLine,
  type Finding,
  type NormalizedRow,
  present,
  type SourceRow,
} from '@chancery/core'
import { type DateOrder, hasSeveralReadings, isNoDate, readBirthDate } from './birth-date.ts'
import { cardPropertiesOf } from './card-properties.ts'
import { RowLabels } from './contact-labels.ts'
import { consentsOf } from './consents.ts'
import { readEmails, readPhones } from './contact-values.ts'
import { countryCode } from './country-code.ts'
import { momentOf } from './moment.ts'
import { placeWithPostcode } from './postcode-and-place.ts'
import { remark } from './remark.ts'
import { clean, RowCells } from './row-cells.ts'
import { exportedName, rowName } from './row-name.ts'

interface RowOptions {
  readonly country: string | undefined
  readonly locale: string
  readonly order: DateOrder | undefined
}

/** One row as a client's data, or why it is none. */
export function normalizeRow(
  row: SourceRow,
  fields: ReadonlyMap<string, ColumnMapping['field']>,
  options: RowOptions,
): NormalizedRow {
  const cells = new RowCells(row, fields)
  // An export is taken by the letter.
  const isExported = cells.all('chanceryId').length > 0
  if (!isExported) {
    cells.move('name', mailbox, 'email')
    cells.move('locality', placeWithPostcode, 'postcode')
  }
  const errors = row.faults.filter(({ severity }) => severity === 'error')
  const warnings = row.faults.filter(({ severity }) => severity !== 'error')
  const address = addressOf(cells)
  const region = (address.country === undefined ? undefined : countryCode(address.country)) ?? options.country
  const labels = new RowLabels(row, isExported)
  const emails = readEmails(cells, labels, warnings)
  const phones = readPhones(cells, region, labels, warnings)
  addExported(cells, [...emails, ...phones], labels)
  const honorific = cells.single('honorific')
  const organization = cells.single('organization')
  const clientId = cells.single('chanceryId')
  const kind = cells.single('kind')
  const exported = clientId === undefined ? undefined : exportedName(cells, kind)
  const named = exported ?? rowName(cells, { organization, honorific }, [...emails, ...phones], options.locale)
  if (exported === undefined && kind !== undefined) cells.keep('kind', kind)
  if (named === undefined && errors.length === 0) errors.push(nobody(cells.isEmpty && warnings.length === 0))
  if (named === undefined || errors.length > 0) {
    return { errors: [...errors, ...warnings.filter(({ code }) => code === 'invalid_email')], warnings: [] }
  }
  const externalId = cells.single('externalId')
  if (row.externalId !== undefined && externalId !== undefined) cells.keep('externalId', externalId)
  const born = birthDateOf(cells, options.order, warnings)
  const updatedAt = updatedAtOf(cells)
  const externalIds = externalIdsOf(cells)
  const consents = consentsOf(row, fields, {
    birthDates: (text) => readBirthDate(text, options.order),
    keep: (column, value) => cells.keep(column, value),
    warnings,
  })
  const data: ClientData = {
    ...named,
    ...present({
      honorific: honorific ?? named.honorific,
      organization,
      jobTitle: cells.single('jobTitle'),
      birthDate: born,
      taxId: cells.single('taxId'),
      website: cells.single('website'),
      language: cells.single('language'),
      notes: cells.joined('notes', '\n'),
    }),
    emails,
    phones,
    ...present({ contactLabels: labels.all }),
    ...(Object.keys(address).length === 0 ? {} : { address }),
    custom: cells.custom(),
    ...(consents.length === 0 ? {} : { consents }),
  }
  const cardProperties = cardPropertiesOf(row, data.custom)
  const id = (row.externalId === undefined ? '' : clean(row.externalId)) || externalId
  return {
    data: cardProperties.length === 0 ? data : { ...data, cardProperties },
    errors: [],
    warnings,
    ...present({ externalId: id, clientId, externalIds, updatedAt }),
  }
}

/** `Ada Lovelace <ada@example.com>`, as mail programs write whom a mail is to. */
const mailbox = /^"?(?<rest>[^<>"]{1,200}?)"?\s*(?<taken><[^<>\s]{3,320}@[^<>\s]{1,255}>)$/u

function addressOf(cells: RowCells): ClientAddress {
  const country = cells.single('country')
  const lines = cells.all('street').map(({ value }) => value)
  return present({
    street: lines.length === 0 ? undefined : lines.reduce(joinStreet),
    postcode: cells.single('postcode'),
    locality: cells.single('locality'),
    region: cells.single('region'),
    country: country === undefined ? undefined : (countryCode(country) ?? country),
  })
}

/** A house number stands behind the street, a second line behind a comma. */
const joinStreet = (street: string, next: string): string =>
  street.endsWith(next)
    ? street
    : /^\d{1,5}\s?\p{L}?(?:[-/]\d{1,5}\p{L}?)?$/u.test(next)
      ? `${street} ${next}`
      : `${street}, ${next}`

function birthDateOf(cells: RowCells, order: DateOrder | undefined, warnings: Finding[]): string | undefined {
  const text = cells.single('birthDate')
  if (text === undefined || isNoDate(text)) return undefined
  const date = readBirthDate(text, order)
  if (date === undefined) {
    const column = cells.all('birthDate')[0]?.column ?? 'birthDate'
    cells.keep(column, text)
    warnings.push(
      hasSeveralReadings(text)
        ? remark('ambiguous_date', 'The date can be read in more than one way; it is kept as it is.', column)
        : remark('invalid_date', 'This is no date that can be read; it is kept as it is.', column),
    )
  }
  return date
}

/** The latest moment that the row tells; what is none is kept. */
function updatedAtOf(cells: RowCells): string | undefined {
  let latest: string | undefined
  for (const { column, value } of cells.all('updatedAt')) {
    const moment = momentOf(value)
    if (moment === undefined) cells.keep(column, value)
    else if (latest === undefined || moment > latest) latest = moment
  }
  return latest
}

/** `crm:7`, one a line. What is none is kept. */
function externalIdsOf(cells: RowCells): readonly { readonly source: string; readonly id: string }[] | undefined {
  const text = cells.joined('externalIds', '\n')
  if (text === undefined) return undefined
  return text.split('\n').flatMap((line) => {
    const [, source, id] = /^([\w.-]{1,64}):(.+)$/.exec(line) ?? []
    if (source !== undefined && id !== undefined) return { source, id }
    cells.keep('externalIds', line)
    return []
  })
}

/** What an export says of the addresses and telephones that it has. A line that says nothing of them is kept. */
function addExported(cells: RowCells, contacts: readonly string[], labels: RowLabels): void {
  const known = new Set(contacts)
  for (const line of cells.joined('contactLabels', '\n')?.split('\n') ?? []) {
    const read = contactLabelsLine(line)
    if (read !== undefined && known.has(read.contact)) labels.add(read.contact, '', read.labels)
    else cells.keep('contactLabels', line)
  }
}

const nobody = (unmapped: boolean): Finding => ({
  code: 'no_identity',
  severity: 'error',
  message: 'The row names nobody: no name, no organization, no e-mail address, no telephone number.',
  hint: unmapped ? 'Check the mapping: no column was recognized.' : 'Fill in a name, or remove the row.',
})
