import * as z from 'zod'
import { maxRawBytes } from './client-raw.ts'

const text = () => z.string().optional()

const clientData = () => ({
  kind: z.enum(['person', 'organization']),
  name: z.string(),
  givenName: text(),
  familyName: text(),
  honorific: text(),
  organization: text(),
  jobTitle: text(),
  emails: z.array(z.string()),
  phones: z.array(z.string()).describe('E.164 where it could be told.'),
  contactLabels: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe(
      'What a source says of addresses and telephones, by them: `work`, `private`, `mobile`, `fax`, or what somebody calls it.',
    ),
  address: z.object({ street: text(), postcode: text(), locality: text(), region: text(), country: text() }).optional(),
  birthDate: text().describe('ISO 8601.'),
  taxId: text(),
  website: text(),
  language: text(),
  notes: text(),
  custom: z.record(z.string(), z.string()).describe('Columns that are none of ours, by their name.'),
  cardProperties: z
    .array(
      z.object({
        name: z.string(),
        group: text(),
        parameters: z.record(z.string(), z.array(z.string())).optional(),
        text: z.string(),
        raw: text(),
      }),
    )
    .optional()
    .describe('Properties of vCards that are none of ours, with their parameters; their values are in `custom` too.'),
  consents: z
    .array(
      z.object({
        purpose: z.string(),
        withdrawn: z.boolean(),
        givenAt: text(),
        withdrawnAt: text(),
        source: text(),
      }),
    )
    .optional()
    .describe('What the client agreed to, or does not agree to any more, one of each purpose.'),
})

const origin = () =>
  z
    .object({ source: z.string(), name: text(), import: z.string(), at: text(), row: z.int() })
    .optional()
    .describe(
      'Where it comes from: the system, the name of its file or connection, the import and when that was (absent: when the client was created), and the row.',
    )

const externalId = () => z.object({ source: z.string(), id: z.string() })

/** A client as service calls answer it: all that the directory keeps of it. */
export const clientShape = z.lazy(() =>
  z
    .object({
      id: z.string(),
      version: z.int().describe('Counts up with every change.'),
      ...clientData(),
      externalIds: z.array(externalId()),
      rows: z.array(z.string()).describe('Digests of the rows that it was made of, newest first.'),
      origin: origin(),
      parts: z
        .array(
          z.object({
            row: z.string(),
            data: z.object(clientData()),
            externalId: externalId().optional(),
            furtherIds: z.array(externalId()).optional().describe('Ids that it told beside the first.'),
            saidAt: text().describe('When its source last changed it, where that was told.'),
            origin: origin(),
            from: text(),
          }),
        )
        .optional()
        .describe('What the last of its rows said, where more than one did: `/split-client` takes it apart by them.'),
      doubts: z
        .array(z.object({ client: z.string(), probability: z.number() }))
        .optional()
        .describe('Clients that it may be: `/settle-clients` ends the doubt.'),
      mergedFrom: z.array(z.string()).optional().describe('Ids of clients that became part of it; they still find it.'),
      apart: z.array(z.string()).optional().describe('Clients of which somebody said that they are others.'),
      saidAt: text().describe('When a source last changed what it says of the client, where one told.'),
      createdAt: z.string(),
      updatedAt: z.string(),
    })
    .meta({ id: 'Client' }),
)

/** What sources said of a client, word for word. */
export const rawShape = z.lazy(() =>
  z.array(
    z.object({
      source: z.string(),
      name: text(),
      import: z.string(),
      at: z.string(),
      row: z.int(),
      digest: z.string().describe('Of the row, as in `rows`.'),
      values: z.record(z.string(), z.string()).describe('By column; several values of one as lines. No empty ones.'),
      isCut: z.literal(true).optional().describe(`There was more than ${maxRawBytes} bytes of UTF-8.`),
    }),
  ),
)

/** Which client a call is about. */
export const clientReference = z.lazy(() =>
  z.string().min(1).max(320).describe('Its id, or an e-mail address that no other client has.'),
)

export const ifClientVersion = z.lazy(() =>
  z.int().min(1).optional().describe('Refused where the client is no longer of this version.'),
)
