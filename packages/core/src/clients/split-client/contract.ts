import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { clientReference, clientShape, ifClientVersion } from '../client-shape.ts'

/** Both are written together, or neither is. */
export const splitClientContract = defineContract({
  name: 'split-client',
  area: 'clients',
  summary: 'Takes a client apart that is two.',
  description:
    'The named parts, as `/get-client` lists them, become a client of their own; the client is what its other parts say. Parts that were a client before (`from`) are that client again, with its id. Both are remembered as two.',
  effect: true,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      client: clientReference,
      parts: z.array(z.int().min(0)).min(1).max(100).describe('Places in `parts` of the client, from 0.'),
      ifVersion: ifClientVersion.describe('Say it: an import meanwhile may have changed the places.'),
      dryRun: z.boolean().default(false).describe('Check everything, change nothing.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({ client: clientShape, other: clientShape.describe('The client of the named parts.') }),
  ),
  needs: ['clientDirectory', 'clock', 'ids'],
  problems: ['client_not_found', 'write_conflict'],
  examples: [{ title: 'Undo a merge', input: { client: 'ada@example.com', parts: [1] } }],
})
