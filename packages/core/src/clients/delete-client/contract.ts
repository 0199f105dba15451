import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { clientReference, clientShape, ifClientVersion } from '../client-shape.ts'

/** Whole, or not at all. */
export const deleteClientContract = defineContract({
  name: 'delete-client',
  area: 'clients',
  summary: 'Takes a client away.',
  description:
    'With all that the directory kept of it, and by which it was found. What is remembered holds nothing that the client said: its id, those of clients that had become part of it and those that it had in other directories, when it was deleted, and digests, under the secret of the service, of the rows that it was made of and of its ids in other systems. An import of one of these rows, of a record with such an id, or of an export of the client, says so (`client_deleted`), and does not make it again where `deleted: "reject"` is asked for. An import in the background that told of the client keeps its name until it has answered, and its answer as long as answers are kept.',
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
  output: z.lazy(() =>
    z.object({
      client: clientShape.describe('What was there.'),
      deletion: z.object({ client: z.string(), deletedAt: z.string() }).describe('What is remembered, beside digests.'),
    }),
  ),
  needs: ['clientDirectory', 'clock'],
  problems: ['client_not_found', 'write_conflict'],
  examples: [{ title: 'Delete a client', input: { client: 'countess@example.com' } }],
})
