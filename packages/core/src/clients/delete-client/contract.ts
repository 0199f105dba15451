import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { clientReference, clientShape, ifClientVersion } from '../client-shape.ts'

/** Whole, or not at all. */
export const deleteClientContract = defineContract({
  name: 'delete-client',
  area: 'clients',
  summary: 'Takes a client away.',
  description:
    'With all that the directory kept of it, and by which it was found. An import of the same file makes it again, as a new client.',
  effect: true,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      client: clientReference,
      ifVersion: ifClientVersion,
      dryRun: z.boolean().default(false).describe('Check everything, take nothing away.'),
    }),
  ),
  output: z.lazy(() => z.object({ client: clientShape.describe('What was there.') })),
  needs: ['clientDirectory'],
  problems: ['client_not_found', 'write_conflict'],
  examples: [{ title: 'Delete a client', input: { client: 'countess@example.com' } }],
})
