import type {
  ClientData,
  ClientField,
  ClientNormalizer,
  ColumnMapping,
  Finding,
  NormalizedRow,
  SourceRow,
} from '@chancery/core'
import { normalizeAddress, present } from '@chancery/core'
import { dateOrderOf, type DateOrder, readBirthDate } from './birth-date.ts'
import { countryCode } from './country-code.ts'
import { mapColumns } from './map-columns.ts'
import { readName } from './person-name.ts'
import { looksLikePhone, readPhone } from './phone-number.ts'

/** Knows columns by name and content, and how people write names, addresses, phones and dates. */
export const createClientNormalizer = (): ClientNormalizer => ({
  map: async (columns, sample, given) => mapColumns(columns, sample, given),
  async normalize(rows, mapping, options) {
    const fields = new Map(mapping.map(({ column, field }) => [column, field]))
    const birthDates = rows.flatMap(({ values }) =>
      values.filter(({ column }) => fields.get(column) === 'birthDate').map(({ value }) => value),
    )
    const order = dateOrderOf(birthDates, options.locale)
    return rows.map((row) => normalizeRow(row, fields, { country: options.country, order }))
  },
})

interface RowOptions {
  readonly country: string | undefined
  readonly order: DateOrder | undefined
}

type Collected = Map<ClientField, { readonly column: string; readonly value: string }[]>

function normalizeRow(
  row: SourceRow,
  fields: ReadonlyMap<string, ColumnMapping['field']>,
  options: RowOptions,
): NormalizedRow {
  const collected: Collected = new Map()
  const custom: Record<string, string> = {}
  for (const { column, value } of row.values) {
    const text = clean(value)
    const field = fields.get(column) ?? (`custom.${column}` as const)
    if (text === '' || field === 'ignore') continue
    if (field.startsWith('custom.')) addCustom(custom, field.slice('custom.'.length), text)
    else collected.set(field as ClientField, [...(collected.get(field as ClientField) ?? []), { column, value: text }])
  }
  const errors = row.faults.filter(({ severity }) => severity === 'error')
  const warnings = row.faults.filter(({ severity }) => severity !== 'error')
  const first = (field: ClientField): string | undefined => collected.get(field)?.[0]?.value
  const country = first('country')
  const region = (country === undefined ? undefined : countryCode(country)) ?? options.country
  const emails = emailsOf(collected, warnings)
  const phones = phonesOf(collected, region, warnings)
  const named = nameOf(first, emails)
  const externalId = row.externalId ?? first('externalId')
  if (named === undefined && errors.length === 0) errors.push(nobody(collected, warnings))
  if (named === undefined || errors.length > 0) {
    return { errors: [...errors, ...warnings.filter(({ code }) => code === 'invalid_email')], warnings: [] }
  }
  const birthDate = first('birthDate')
  const born = birthDate === undefined ? undefined : readBirthDate(birthDate, options.order)
  if (birthDate !== undefined && born === undefined) {
    addCustom(custom, collected.get('birthDate')?.[0]?.column ?? 'birthDate', birthDate)
    warnings.push(remark('ambiguous_date', 'The date could not be read for sure; it is kept as it is.', 'birthDate'))
  }
  const address = present({
    street: first('street'),
    postcode: first('postcode'),
    locality: first('locality'),
    region: first('region'),
    country: country === undefined ? undefined : (countryCode(country) ?? country),
  })
  const data: ClientData = {
    ...named,
    ...present({
      honorific: first('honorific') ?? named.honorific,
      organization: first('organization'),
      jobTitle: first('jobTitle'),
      birthDate: born,
      taxId: first('taxId'),
      website: first('website'),
      language: first('language'),
      notes: collected
        .get('notes')
        ?.map(({ value }) => value)
        .join('\n'),
    }),
    emails,
    phones,
    ...(Object.keys(address).length === 0 ? {} : { address }),
    custom,
  }
  return { data, errors: [], warnings, ...(externalId === undefined ? {} : { externalId }) }
}

/** Without the marks and spaces that exports leave around values; line breaks stay. */
const clean = (value: string): string =>
  value
    .toWellFormed()
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- these are what is taken out.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u200b\u2060\ufeff]/g, '')
    .replaceAll('\u00a0', ' ')
    .trim()

function addCustom(custom: Record<string, string>, name: string, value: string): void {
  const key = name === '__proto__' ? 'proto' : name
  custom[key] = custom[key] === undefined ? value : `${custom[key]}\n${value}`
}

function emailsOf(collected: Collected, warnings: Finding[]): string[] {
  const emails = new Set<string>()
  for (const { column, value } of collected.get('email') ?? []) {
    for (const part of value.split(/\s*(?:[;,]|:::|\s)\s*/).filter((each) => each !== '')) {
      const address = normalizeAddress(part.replace(/^<(.*)>$/, '$1').replace(/^mailto:/i, ''))
      if (address === undefined) warnings.push(remark('invalid_email', 'This is not an e-mail address.', column))
      // The part before the @ could tell cases apart, and nowhere does.
      else emails.add(address.toLowerCase())
    }
  }
  return [...emails]
}

function phonesOf(collected: Collected, country: string | undefined, warnings: Finding[]): string[] {
  const phones = new Set<string>()
  for (const { column, value } of collected.get('phone') ?? []) {
    for (const part of value.split(/\s*(?:[;,\n]|:::)\s*/).filter((each) => each !== '')) {
      const number = readPhone(part, country)
      phones.add(number ?? part)
      if (number === undefined) {
        const known = looksLikePhone(part)
        warnings.push(
          known
            ? remark(
                'phone_without_country',
                'The number has no country code; it is kept as it is.',
                column,
                'Give `country`.',
              )
            : remark('invalid_phone', 'This is not a telephone number; it is kept as it is.', column),
        )
      }
    }
  }
  return [...phones]
}

type Named = Pick<ClientData, 'kind' | 'name' | 'givenName' | 'familyName' | 'honorific'>

/** A name from whatever says who it is: name fields, the organization, at last the e-mail address. */
function nameOf(first: (field: ClientField) => string | undefined, emails: readonly string[]): Named | undefined {
  const [whole, given, family, organization] = [
    first('name'),
    first('givenName'),
    first('familyName'),
    first('organization'),
  ]
  if (given !== undefined || family !== undefined) {
    const name = [given, family].filter((part) => part !== undefined).join(' ')
    return { kind: 'person', name: whole ?? name, ...present({ givenName: given, familyName: family }) }
  }
  if (whole !== undefined) return readName(whole)
  if (organization !== undefined) return { kind: 'organization', name: organization }
  const [email] = emails
  return email === undefined ? undefined : { kind: 'person', name: email }
}

const nobody = (collected: Collected, warnings: readonly Finding[]): Finding => ({
  code: 'no_identity',
  severity: 'error',
  message: 'The row names nobody: no name, no organization, no e-mail address.',
  hint:
    collected.size === 0 && warnings.length === 0
      ? 'Check the mapping: no column was recognized.'
      : 'Fill in a name, or remove the row.',
})

const remark = (code: string, message: string, column: string, hint?: string): Finding => ({
  code,
  severity: 'warning',
  message,
  ...(hint === undefined ? {} : { hint }),
  location: { field: column },
})
