import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { storeAccessProblems, storeProblems } from '../../documents/source-problems.ts'
import { documentTarget, producedDocument } from '../../shapes/document-target.ts'
import { exportFormats } from '../formats/export-document.ts'
import { clientQueryFields } from '../search/client-query.ts'

/** Clients as one document, as far as the limits and the time allow. */
export const exportClientsContract = defineContract({
  name: 'export-clients',
  area: 'clients',
  summary: 'Writes clients into a file.',
  description:
    'All clients, or those that a query means, as `/find-clients` takes it, in the order in which they came. A csv or a file of vCards can be imported again (`csv`, `vcard`): each client is known by its id, a row that was not changed changes nothing, and an empty cell takes nothing away. No spreadsheet runs a cell of the csv: what begins like a formula has an apostrophe before it, which imports take away. What is more than a document or a call may hold goes on by `nextCursor`.',
  effect: true,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: true,
  input: z.lazy(() =>
    z.strictObject({
      format: z
        .enum(exportFormats)
        .describe(
          '`vcard` is vCard 4.0, `vcard-3.0` what older address books read; `json` a list of clients as `/get-client` answers them; `jscontact` a list of cards (RFC 9553).',
        ),
      ...clientQueryFields(),
      bom: z.boolean().default(false).describe('Of a csv: a mark by which Excel knows UTF-8.'),
      filename: z.string().min(1).max(255).optional(),
      output: documentTarget.optional(),
      limit: z.int().min(1).max(100_000).default(10_000).describe('Clients of this call.'),
      cursor: z.string().max(1024).optional().describe('`nextCursor` of the call before, with the same query.'),
      dryRun: z.boolean().default(false).describe('The same, nothing stored.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      document: producedDocument,
      count: z.int().describe('Clients in the document.'),
      nextCursor: z.string().optional().describe('There are more: call again with it.'),
    }),
  ),
  needs: ['clientDirectory', 'stores', 'hasher', 'clock', 'settings'],
  problems: [...storeAccessProblems, ...storeProblems],
  examples: [{ title: 'Everybody as a table', input: { format: 'csv' } }],
})
