import { openProblems } from '../source-problems.ts'
import * as z from 'zod'
import { ocrModes, revisionViews } from '../../ports/text-extractor.ts'
import { documentSource } from '../../model/document-source.ts'
import { localeTag } from '../../shapes/locale.ts'
import { usualChunks } from '../chunks/chunk.ts'
import { blockLayers } from '../../model/document-model.ts'
import { views } from '../document-views.ts'
import { extractedDocument } from '../extracted-document.ts'
import { tablesOverPages } from '../joined-tables.ts'
import { mergedCells } from '../markdown-view.ts'
import { defineContract } from '../../contract.ts'

/** Reads no more than the views that are asked for need: see `ExtractRequest.structure`. */
export const extractDocumentContract = defineContract({
  name: 'extract-document',
  area: 'documents',
  summary: 'Reads a document into text, structure and tables.',
  description:
    'One document model, whichever provider read it: text in reading order, blocks with spans into it, tables as cells that tile their grid, labels and values, form fields, links, and the documents inside it. Tracked changes are read as accepted unless said otherwise. It answers once all is read: what takes longer than the deadline of an operation is stopped with `deadline_exceeded`; read such a document by `pages`.',
  effect: false,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: true,
  input: z.lazy(() =>
    z.strictObject({
      document: documentSource,
      pages: z
        .union([z.string().max(1000), z.array(z.int().min(1)).min(1).max(10_000)])
        .optional()
        .describe('Page numbers from 1, or ranges as text: "1-3,7".'),
      ocr: z.enum(ocrModes).default('auto').describe('Read pages that are only pictures.'),
      languages: z.array(localeTag).max(16).default([]).describe('Languages to expect, BCP 47.'),
      include: z
        .array(z.enum(views))
        .min(1)
        .max(views.length)
        .optional()
        .describe(
          'Parts of the answer; absent: all but `html`, `chunks`, `figures` and `words`. `text` alone, or with what the file itself states (`metadata`, `formFields`, `outline`, `attachments`, `revisions`), is read fastest: tables are then not looked for, their rows are lines of the text, nor bullets that a PDF draws instead of writing them.',
        ),
      chunks: z
        .strictObject({
          maxCharacters: z
            .int()
            .min(100)
            .max(100_000)
            .default(usualChunks.maxCharacters)
            .describe('UTF-16 units of the text of a chunk, at the most.'),
          overlap: z
            .int()
            .min(0)
            .default(usualChunks.overlap)
            .describe('UTF-16 units with which a chunk repeats the end of the one before it in its section.'),
        })
        .refine(({ maxCharacters, overlap }) => overlap * 2 <= maxCharacters, {
          path: ['overlap'],
          message: 'A chunk repeats no more than half of what it may hold.',
          params: { code: 'too_big' },
        })
        .optional()
        .describe('Asks for `chunks`, as `include` does, and says how large they are.'),
      layers: z
        .array(z.enum(blockLayers))
        .min(1)
        .max(blockLayers.length)
        .optional()
        .describe(
          'Layers of the document that the answer is of, its text and spans as well as its blocks and views: the text itself (`body`), headers, footers and page numbers (`furniture`), footnotes and what speakers noted (`note`), comments (`annotation`), what nobody sees (`hidden`). Absent: the body with its footnotes.',
        ),
      mergedCells: z
        .enum(mergedCells)
        .default('repeat')
        .describe(
          'In `markdown`, whose tables have no merged cells: the text in each place that the cell covers, or once. One that would take more than 100,000 units is there once.',
        ),
      tablesOverPages: z
        .enum(tablesOverPages)
        .default('apart')
        .describe(
          'A table that goes on over pages: a table for each page, or one, where its columns stand at the same places and nothing of the shown layers stands between; a header that is repeated is in its cells once.',
        ),
      revisions: z
        .enum(revisionViews)
        .default('accept')
        .describe('Tracked changes: the text after them, before them, or with all that was put in and taken out.'),
      password: z
        .string()
        .min(1)
        .max(1024)
        .optional()
        .describe('Opens an encrypted PDF, Office document (docx, xlsx, pptx) or OpenDocument (odt, ods, odp).'),
      provider: z.string().max(64).optional(),
    }),
  ),
  output: extractedDocument,
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'extractors', 'hasher', 'clock'],
  problems: [...openProblems, 'unsupported_option'],
  examples: [
    {
      title: 'Read a markdown note',
      input: {
        document: { content: 'IyBPZmZlcgoKVG90YWw6IDEyMDAgRVVSCg==', filename: 'offer.md' },
        include: ['text', 'blocks', 'keyValues'],
      },
    },
  ],
})
