import type { ClientData } from '../../model/client-record.ts'
import type { Agreements, ComparedField } from './match-model.ts'

/** One field of a row and of a known client that may be one, for people who decide. */
export interface ComparedValues {
  readonly field: (typeof shownFields)[ComparedField]
  readonly incoming?: string
  readonly known?: string
  readonly agreement: 'same' | 'similar' | 'different' | 'absent'
}

/** The fields as the record names them. */
export const shownFields = {
  title: 'name',
  given: 'givenName',
  family: 'familyName',
  birthDate: 'birthDate',
  email: 'email',
  phone: 'phone',
  street: 'street',
  place: 'locality',
  taxId: 'taxId',
} as const

const values: Readonly<Record<ComparedField, (data: ClientData) => string | undefined>> = {
  title: ({ name }) => name,
  given: ({ givenName }) => givenName,
  family: ({ familyName, givenName, name }) => familyName ?? (givenName === undefined ? name : undefined),
  birthDate: ({ birthDate }) => birthDate,
  email: ({ emails }) => emails.join(', '),
  phone: ({ phones }) => phones.join(', '),
  street: ({ address }) => address?.street,
  place: ({ address }) => [address?.postcode, address?.locality].filter((part) => part !== undefined).join(' '),
  taxId: ({ taxId }) => taxId,
}

/** The two side by side, field by field; fields that neither has are left out. */
export function comparedValues(
  incoming: ClientData,
  known: ClientData,
  agreements: Agreements,
): readonly ComparedValues[] {
  const fields = Object.keys(shownFields) as ComparedField[]
  return fields.flatMap((field) => {
    const isTitle = agreements.title !== 'absent'
    if (isTitle ? field === 'given' || field === 'family' : field === 'title') return []
    const [a = '', b = ''] = [values[field](incoming), values[field](known)]
    if (a === '' && b === '') return []
    return {
      field: shownFields[field],
      ...(a === '' ? {} : { incoming: a }),
      ...(b === '' ? {} : { known: b }),
      agreement: agreements[field],
    }
  })
}
