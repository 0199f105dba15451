import * as z from 'zod'
import type { DeepReadonly } from '../deep-readonly.ts'
import { defineOperation } from '../operation.ts'
import { box, span } from '../shapes/span.ts'
import { documentSource } from '../shapes/document-source.ts'
import type { DocumentModel } from './document-model.ts'
import { toMarkdown } from './markdown-view.ts'
import { openDocument } from './open-document.ts'
import { pageNumbers } from './page-numbers.ts'
import { openProblems } from './source-problems.ts'

const views = ['text', 'markdown', 'blocks', 'tables', 'keyValues', 'formFields', 'images', 'metadata'] as const

export const keyValue = z
  .object({
    key: z.string(),
    value: z.string(),
    keySpan: span,
    valueSpan: span,
    confidence: z.number().describe('0 to 1.'),
  })
  .meta({ id: 'KeyValue' })

const extracted = z.object({
  text: z
    .string()
    .describe('All text in reading order. Present also when not asked for, if something refers into it.')
    .optional(),
  markdown: z.string().optional(),
  pages: z.array(
    z.object({
      number: z.int(),
      width: z.number().optional().describe('Points (1/72 inch).'),
      height: z.number().optional(),
      span,
    }),
  ),
  blocks: z
    .array(
      z.object({
        type: z.enum([
          'heading',
          'paragraph',
          'list-item',
          'table',
          'caption',
          'header',
          'footer',
          'footnote',
          'comment',
          'text-box',
          'code',
        ]),
        span,
        level: z.int().optional().describe('Of a heading: 1 to 6. Of a list item: its depth, from 1.'),
        marker: z.string().optional().describe('Of a list item: "1." or "•".'),
        table: z.int().optional().describe('Of a table: index into `tables`.'),
      }),
    )
    .optional(),
  tables: z
    .array(
      z.object({
        span,
        rows: z.int(),
        columns: z.int(),
        headerRows: z.int(),
        cells: z.array(
          z.object({
            row: z.int().describe('From 0.'),
            column: z.int().describe('From 0.'),
            rowSpan: z.int(),
            columnSpan: z.int(),
            span,
            text: z.string(),
          }),
        ),
      }),
    )
    .optional(),
  keyValues: z.array(keyValue).optional(),
  formFields: z
    .array(
      z.object({
        name: z.string(),
        type: z.enum(['text', 'checkbox', 'radio', 'choice', 'date', 'signature', 'button']),
        value: z.union([z.string(), z.boolean(), z.array(z.string()), z.null()]),
        options: z.array(z.string()).optional(),
        page: z.int().optional(),
        box: box.optional(),
      }),
    )
    .optional(),
  images: z
    .array(
      z.object({
        contentType: z.string(),
        altText: z.string().optional(),
        width: z.number().optional().describe('Pixels.'),
        height: z.number().optional(),
        page: z.int().optional(),
        box: box.optional(),
      }),
    )
    .optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  language: z.string().nullable().describe('BCP 47, or null where it was not determined.'),
  contentType: z.string(),
  extractor: z.string().describe('The provider that read it.'),
  indexUnit: z.literal('utf16').describe('All offsets are UTF-16 code units.'),
})

export const extractDocument = defineOperation({
  name: 'extract-document',
  area: 'documents',
  summary: 'Reads a document into text, structure and tables.',
  description:
    'One document model, whichever provider read it: text in reading order, blocks with spans into it, tables as cells that tile their grid, labels and values, form fields. Tracked changes are read as accepted.',
  effect: false,
  input: z.strictObject({
    document: documentSource,
    pages: z
      .union([z.string().max(1000), z.array(z.int().min(1)).max(10_000)])
      .optional()
      .describe('Page numbers from 1, or ranges as text: "1-3,7".'),
    ocr: z.enum(['auto', 'never', 'always']).default('auto').describe('Read pages that are only pictures.'),
    languages: z.array(z.string().min(2).max(35)).max(16).default([]).describe('Languages to expect, BCP 47.'),
    include: z.array(z.enum(views)).min(1).max(views.length).optional().describe('Parts of the answer; absent: all.'),
    provider: z.string().max(64).optional(),
  }),
  output: extracted,
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'extractors'],
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
  async run(input, ports, context) {
    const pages = pageNumbers(input.pages, '/pages')
    const extractor = ports.extractors.get(input.provider)
    const document = await openDocument(input.document, '/document', extractor.types, ports, context)
    const model = await extractor.extract(
      document,
      { ...(pages === undefined ? {} : { pages }), ocr: input.ocr, languages: input.languages },
      { signal: context.signal },
    )
    return {
      data: viewsOf(model, new Set(input.include ?? views)),
      warnings: [...document.findings, ...model.warnings],
    }
  },
})

/** The asked-for parts; `text` comes along wherever spans point into it. */
function viewsOf(
  model: DocumentModel,
  wanted: ReadonlySet<(typeof views)[number]>,
): DeepReadonly<z.input<typeof extracted>> {
  const spans = wanted.has('blocks') || wanted.has('tables') || wanted.has('keyValues')
  return {
    ...(wanted.has('text') || spans ? { text: model.text } : {}),
    ...(wanted.has('markdown') ? { markdown: toMarkdown(model) } : {}),
    pages: model.pages,
    ...(wanted.has('blocks') ? { blocks: model.blocks } : {}),
    ...(wanted.has('tables') ? { tables: model.tables } : {}),
    ...(wanted.has('keyValues') ? { keyValues: model.keyValues } : {}),
    ...(wanted.has('formFields') ? { formFields: model.formFields } : {}),
    ...(wanted.has('images') ? { images: model.images } : {}),
    ...(wanted.has('metadata') ? { metadata: model.metadata } : {}),
    language: model.language,
    contentType: model.contentType,
    extractor: model.extractor,
    indexUnit: 'utf16',
  }
}
