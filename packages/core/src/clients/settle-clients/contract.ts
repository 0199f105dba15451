import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { clientReference, clientShape, ifClientVersion } from '../client-shape.ts'

/** Both are changed together, or neither is. */
export const settleClientsContract = defineContract({
  name: 'settle-clients',
  area: 'clients',
  summary: 'Says whether two clients are one.',
  description:
    '`same`: the second becomes part of the first, which keeps what it says and takes over what it lacks; its id still finds it, and `/split-client` takes them apart again. `different`: they stay two, and are no doubt any more.',
  effect: true,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      client: clientReference,
      other: clientReference,
      decision: z.enum(['same', 'different']),
      ifVersion: ifClientVersion.describe('Of `client`.'),
      dryRun: z.boolean().default(false).describe('Check everything, change nothing.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      client: clientShape,
      other: clientShape.optional().describe('Absent where it became part of the first.'),
    }),
  ),
  needs: ['clientDirectory', 'clock'],
  problems: ['client_not_found', 'write_conflict'],
  examples: [
    {
      title: 'They are one',
      input: { client: 'ada@example.com', other: 'countess@example.com', decision: 'same' },
    },
  ],
})
