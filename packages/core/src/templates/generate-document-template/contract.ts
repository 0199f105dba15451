import { inductionReport } from '../../shapes/json-data.ts'
import { storeProblems, openProblems } from '../../documents/source-problems.ts'
import { inductionInput } from '../induction-input.ts'
import * as z from 'zod'
import { documentSource } from '../../model/document-source.ts'
import { documentTarget, producedDocument } from '../../shapes/document-target.ts'
import { defineContract } from '../../contract.ts'

/** Names what varies by the default identifier, unless `options.identify` is false. */
export const generateDocumentTemplateContract = defineContract({
  name: 'generate-document-template',
  area: 'templates',
  summary: 'Makes a Word template out of filled documents.',
  description:
    "What differs between the samples becomes tags, optional parts and loops; from one sample, what the identifier finds. Each sample's data, filled back in, gives that sample's text and links; the answer says `exact` only because it was checked. Nothing of one client stays: pictures and field codes that differ are taken out and told, and properties (title, author, custom ones), comments, tracked changes and the preview are emptied.",
  effect: true,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: true,
  input: z.lazy(() =>
    z.strictObject({
      samples: z
        .array(documentSource)
        .min(1)
        .describe(
          'Filled Word documents (docx) of one kind; two or more say much more than one. Save those of other programs (odt, rtf) as docx.',
        ),
      ...inductionInput(),
      filename: z.string().min(1).max(255).default('template.docx'),
      output: documentTarget.optional(),
      dryRun: z.boolean().default(false),
    }),
  ),
  output: z.lazy(() => z.object({ template: producedDocument, ...inductionReport() })),
  needs: [
    'stores',
    'guard',
    'remoteDocuments',
    'settings',
    'documentTemplates',
    'identifiers',
    'hasher',
    'clock',
    'eventTeller',
  ],
  problems: [...openProblems, ...storeProblems],
  examples: [
    {
      title: 'A template from stored letters',
      input: {
        samples: [{ path: 'letters/1.docx' }, { path: 'letters/2.docx' }],
        output: { path: 'templates/letter.docx', onConflict: 'rename' },
      },
    },
  ],
})
