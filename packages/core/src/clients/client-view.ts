import type { JsonObject } from '../json.ts'
import type { ClientRecord } from '../model/client-record.ts'

/**
 * A client as templates see it under `client.`: the record's fields, the preferred `email` and `phone`, the parts of the
 * address also at the top, and the columns of its own beside them where they hide nothing. Where a source told which is
 * which: `mobile`, `workPhone`, `privatePhone`, `workEmail`, `privateEmail`.
 */
export function clientView(record: ClientRecord): JsonObject {
  const {
    custom,
    emails,
    phones,
    contactLabels: _labels,
    address,
    externalIds,
    ...fields
  } = withoutHousekeeping(record)
  return {
    ...labelled(record),
    ...custom,
    ...definedOnly(fields),
    emails,
    phones,
    ...(emails[0] === undefined ? {} : { email: emails[0] }),
    ...(phones[0] === undefined ? {} : { phone: phones[0] }),
    ...(address === undefined ? {} : { ...definedOnly(address), address: definedOnly(address) }),
    ...(externalIds[0] === undefined ? {} : { externalId: externalIds[0].id }),
    custom,
  }
}

/** The first address and telephone of each kind that a template may ask for. */
function labelled({
  emails,
  phones,
  contactLabels = {},
}: Pick<ClientRecord, 'emails' | 'phones' | 'contactLabels'>): JsonObject {
  const first = (contacts: readonly string[], label: string): string | undefined =>
    contacts.find((contact) => contactLabels[contact]?.includes(label))
  return definedOnly({
    mobile: first(phones, 'mobile'),
    workPhone: first(phones, 'work'),
    privatePhone: first(phones, 'private'),
    workEmail: first(emails, 'work'),
    privateEmail: first(emails, 'private'),
  })
}

const definedOnly = (object: object): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as JsonObject

const withoutHousekeeping = ({
  version: _version,
  rows: _rows,
  origin: _origin,
  raw: _raw,
  cardProperties: _properties,
  parts: _parts,
  doubts: _doubts,
  apart: _apart,
  mergedFrom: _merged,
  saidAt: _said,
  ...said
}: ClientRecord) => said
