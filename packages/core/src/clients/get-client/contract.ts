import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { clientReference, clientShape, rawShape } from '../client-shape.ts'
import { provenanceShape } from '../provenance.ts'

/** One client, whole. */
export const getClientContract = defineContract({
  name: 'get-client',
  area: 'clients',
  summary: 'Answers a client.',
  description:
    'All that the directory keeps of one client, with what each of its rows said, and the clients that it may be.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      client: clientReference,
      raw: z.boolean().default(false).describe('Wants what each source said of it last, word for word.'),
      as: z.enum(['jscontact']).optional().describe('Wants the client as a card of RFC 9553 too.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      client: clientShape,
      provenance: provenanceShape.optional().describe('Where its values come from, as far as that is remembered.'),
      raw: rawShape.optional().describe('With `raw: true`.'),
      card: z.record(z.string(), z.unknown()).optional().describe('With `as: "jscontact"`.'),
    }),
  ),
  needs: ['clientDirectory'],
  problems: ['client_not_found'],
  examples: [{ title: 'By an e-mail address', input: { client: 'ada@example.com' } }],
})
