import { present } from '../../present.ts'
import type { ClientData, ClientRecord } from '../../model/client-record.ts'
import { contactLabelsText } from '../contact-labels.ts'
import { consentText } from '../consents.ts'
import { csvText } from './csv-text.ts'

/** Always there, in this order, so that pages of one export can be put together; columns of the clients' own stand behind. */
const columns = [
  'chanceryId',
  'kind',
  'name',
  'givenName',
  'familyName',
  'honorific',
  'organization',
  'jobTitle',
  'email',
  'email 2',
  'phone',
  'phone 2',
  'street',
  'postcode',
  'locality',
  'region',
  'country',
  'birthDate',
  'taxId',
  'website',
  'language',
  'notes',
  'externalIds',
  'contactLabels',
  'updatedAt',
] as const

/** What a table has of a client. */
export type TableClient = Pick<ClientRecord, 'id' | 'externalIds' | 'saidAt'> & ClientData

/** Clients as a table, which an import takes back by the letter: what did not change in it changes nothing. */
export function clientTable(records: readonly ClientRecord[], options: { readonly bom: boolean }): string {
  const own = new Set(records.flatMap(({ custom }) => Object.keys(custom)))
  const purposes = new Set(records.flatMap(({ consents = [] }) => consents.map(({ purpose }) => purpose)))
  const further = [...[...own].map((name) => `custom.${name}`), ...[...purposes].map((purpose) => `consent.${purpose}`)]
  return csvText([...columns, ...further], records.map(exportedRow), options)
}

/** A client as a row of such a table; what it has not is empty or absent. */
export function exportedRow(record: TableClient): Readonly<Record<string, string>> {
  const { id, emails, phones, address, custom, externalIds, saidAt } = record
  const { kind, name, givenName, familyName, honorific, organization, jobTitle } = record
  const { birthDate, taxId, website, language, notes } = record
  const [email, ...moreEmails] = emails
  const [phone, ...morePhones] = phones
  return {
    chanceryId: id,
    kind,
    name,
    ...present({ givenName, familyName, honorific, organization, jobTitle }),
    ...present({ email, phone, birthDate, taxId, website, language, notes }),
    ...present({ ...address }),
    'email 2': moreEmails.join('; '),
    'phone 2': morePhones.join('; '),
    externalIds: externalIds.map(({ source, id: own }) => `${source}:${own}`).join('\n'),
    contactLabels: contactLabelsText(record.contactLabels),
    // When it was imported is no time of a source.
    updatedAt: saidAt ?? '',
    ...Object.fromEntries(Object.entries(custom).map(([column, value]) => [`custom.${column}`, value])),
    ...Object.fromEntries((record.consents ?? []).map((each) => [`consent.${each.purpose}`, consentText(each)])),
  }
}
