import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { clientShape } from '../client-shape.ts'
import { clientQueryFields } from '../search/client-query.ts'

/** Clients by the beginnings of what they are known by, by an index, however many there are. */
export const findClientsContract = defineContract({
  name: 'find-clients',
  area: 'clients',
  summary: 'Finds clients by name, address, number or id.',
  description:
    'All that is given must be so; beginnings of words are enough, case, accents and ß do not matter, and "Müller" is found as "Muller" and as "Mueller". Nothing given lists every client. A cursor holds its place: what is entered, changed or deleted meanwhile makes no other client be left out or come twice.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      ...clientQueryFields(),
      limit: z.int().min(1).max(100).default(20),
      cursor: z.string().max(1024).optional().describe('`nextCursor` of the page before, with the same query.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      clients: z.array(clientShape).describe('In the order in which they came to the directory.'),
      more: z.boolean().describe('Whether there are others beyond `limit`.'),
      nextCursor: z.string().optional().describe('Where there are others: call again with it.'),
    }),
  ),
  needs: ['clientDirectory', 'hasher'],
  problems: [],
  examples: [{ title: 'By name', input: { name: 'lovel ad' } }],
})
