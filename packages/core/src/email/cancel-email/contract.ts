import * as z from 'zod'
import { defineContract } from '../../contract.ts'

/** What this service holds until its time can be taken back; what a provider has, cannot. */
export const cancelEmailContract = defineContract({
  name: 'cancel-email',
  area: 'email',
  summary: 'Takes back an e-mail that is to be sent later.',
  description:
    'An e-mail whose provider cannot schedule waits in this service, and is not sent once it is cancelled. `cancelled` is false where no e-mail of that `id` waits here: it is being sent or was sent, its provider has it, it was cancelled before, or it never was.',
  effect: true,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      id: z
        .string()
        .regex(/^[\w-]{1,128}$/, 'Must be the id of an e-mail.')
        .describe('The `id` of the message, as it was answered when it was scheduled.'),
      dryRun: z.boolean().default(false).describe('Only look whether it waits.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      id: z.string(),
      cancelled: z.boolean().describe('It will not be sent; in a dry run: it would not be.'),
    }),
  ),
  needs: ['emailLedger', 'emailSchedule'],
  problems: ['provider_unavailable'],
  examples: [{ title: 'Cancel one that is not there any more', input: { id: '7b1f0c5e0d9a4c3f8a2e6d4b1c9f0a3e' } }],
})
