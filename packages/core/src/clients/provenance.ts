import * as z from 'zod'
import type { ClientData, ClientOrigin, ClientRecord } from '../model/client-record.ts'
import { partsOf } from './merge-client.ts'

/** Which rows say what a client is. */
export interface Provenance {
  /** The rows that are remembered, newest first. */
  readonly sources: readonly (ClientOrigin & { readonly saidAt?: string })[]
  /** By JSON pointer (RFC 6901) into the client, places among the sources of those that say the value. */
  readonly fields: Readonly<Record<string, readonly number[]>>
}

export const provenanceShape = z.lazy(() =>
  z.object({
    sources: z
      .array(
        z.object({
          source: z.string(),
          name: z.string().optional(),
          import: z.string(),
          at: z.string(),
          row: z.int(),
          saidAt: z.string().optional(),
        }),
      )
      .describe('Rows of imports that the client was made of, newest first.'),
    fields: z
      .record(z.string(), z.array(z.int()))
      .describe('By JSON pointer into the client: places among `sources` of the rows that say this very value.'),
  }),
)

/**
 * Where each value of a client comes from, worked out from what its rows said: it is always true of what the client is now,
 * and a client that is joined or taken apart takes it along. A value that no remembered row says has no source.
 */
export function provenanceOf(record: ClientRecord): Provenance | undefined {
  const parts = partsOf(record).flatMap(({ origin, saidAt, data }) =>
    origin === undefined ? [] : { said: new Set(leaves(data).map(keyOf)), source: { ...origin, ...timeOf(saidAt) } },
  )
  if (parts.length === 0) return undefined
  const fields: Record<string, readonly number[]> = {}
  for (const leaf of leaves(record)) {
    const key = keyOf(leaf)
    const places = parts.flatMap(({ said }, place) => (said.has(key) ? place : []))
    if (places.length > 0) fields[leaf.pointer] = places
  }
  return { sources: parts.map(({ source }) => source), fields }
}

const timeOf = (saidAt: string | undefined): { readonly saidAt?: string } => (saidAt === undefined ? {} : { saidAt })

interface Leaf {
  readonly pointer: string
  /** The same for a value wherever it stands in a list. */
  readonly place: string
  readonly value: string
}

const keyOf = ({ place, value }: Leaf): string => `${place}\n${value}`

const single = [
  'name',
  'givenName',
  'familyName',
  'honorific',
  'organization',
  'jobTitle',
  'birthDate',
  'taxId',
  'website',
  'language',
  'notes',
] as const

/** A key in a JSON pointer (RFC 6901, 3). */
const escapedPointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Every value of a client, with where it stands. */
function leaves(data: ClientData): readonly Leaf[] {
  const { emails, phones, contactLabels = {}, address = {}, custom, consents = [] } = data
  const listed = (name: string, values: readonly string[]): readonly Leaf[] =>
    values.map((value, at) => ({ pointer: `/${name}/${at}`, place: name, value }))
  const inside = (name: string, values: object): readonly Leaf[] =>
    Object.entries(values).map(([key, value]) => {
      const pointer = `/${name}/${escapedPointer(key)}`
      return { pointer, place: pointer, value: String(value) }
    })
  return [
    ...single.flatMap((name): readonly Leaf[] => {
      const value = data[name]
      return value === undefined ? [] : [{ pointer: `/${name}`, place: name, value }]
    }),
    ...listed('emails', emails),
    ...listed('phones', phones),
    ...Object.entries(contactLabels).flatMap(([contact, labels]) =>
      listed(`contactLabels/${escapedPointer(contact)}`, labels),
    ),
    ...inside('address', address),
    ...inside('custom', custom),
    ...listed(
      'consents',
      consents.map(({ purpose, withdrawn, givenAt, withdrawnAt }) =>
        JSON.stringify([purpose, withdrawn, givenAt, withdrawnAt]),
      ),
    ),
  ]
}
