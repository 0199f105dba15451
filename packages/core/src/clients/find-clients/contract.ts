import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { clientShape } from '../client-shape.ts'

/** Clients by what they are known by: exact, and by an index, however many there are. */
export const findClientsContract = defineContract({
  name: 'find-clients',
  area: 'clients',
  summary: 'Finds clients by address, number, id or name.',
  description:
    'All that is given must be so. A name is given whole: all of its words, in any order; case and accents do not matter. Of a name or number that very many have, some are answered.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z
      .strictObject({
        email: z.string().min(3).max(320).optional(),
        phone: z.string().min(2).max(64).optional().describe('As the client has it: E.164 where it could be told.'),
        externalId: z.strictObject({ source: z.string().min(1).max(64), id: z.string().min(1).max(512) }).optional(),
        name: z.string().min(1).max(256).optional(),
        limit: z.int().min(1).max(100).default(20),
      })
      .refine(
        ({ email, phone, externalId, name }) => [email, phone, externalId, name].some((each) => each !== undefined),
        {
          message: 'Give at least one of `email`, `phone`, `externalId` and `name`.',
          params: { code: 'nothing_to_find' },
        },
      ),
  ),
  output: z.lazy(() =>
    z.object({
      clients: z.array(clientShape).describe('The oldest first.'),
      more: z.boolean().describe('Whether there are others beyond `limit`.'),
    }),
  ),
  needs: ['clientDirectory'],
  problems: [],
  examples: [{ title: 'By name', input: { name: 'Lovelace, Ada' } }],
})
