import * as z from 'zod'
import type { DeepReadonly } from '../deep-readonly.ts'
import { box, span } from '../model/span.ts'
import { blockLayers, blockTypes, type Entity, formFieldTypes } from '../model/document-model.ts'
import { figure } from './figures-view.ts'
import { mergedCells } from './markdown-view.ts'

const confidence = z.number().describe('0 to 1.')

export const keyValue = z.lazy(() =>
  z.object({ key: z.string(), value: z.string(), keySpan: span, valueSpan: span, confidence }).meta({ id: 'KeyValue' }),
)

/** A read document in an answer: the asked-for parts of a `DocumentModel`. */
export const extractedDocument = z.lazy(() => {
  const entity = z
    .object({
      type: z.string().describe('As the provider names it.'),
      text: z.string(),
      span: span.optional(),
      confidence,
      value: z.string().optional().describe('As the provider normalized it.'),
      get properties(): z.ZodArray<z.ZodType<Entity>> {
        return z.array(entity as unknown as z.ZodType<Entity>)
      },
    })
    .meta({ id: 'Entity' })
  const document = z
    .object({
      text: z
        .string()
        .describe(
          'The text of the layers that are shown, in reading order. Present also when not asked for, if something refers into it.',
        )
        .optional(),
      markdown: z
        .string()
        .optional()
        .describe(
          "CommonMark with GitHub's tables, tasks, notes and formulas (`$LaTeX$`). A title is `#`, headings are then one level down; pictures are `![alt text](#/images/0)`; pages, slides and sheets begin with a comment.",
        ),
      mergedCells: z
        .enum(mergedCells)
        .optional()
        .describe('How `markdown` has merged cells; `html` has `rowspan` and `colspan`.'),
      html: z.string().optional().describe('Without scripts, styles or anything that is fetched.'),
      chunks: z
        .array(
          z.object({
            headings: z.array(z.string()).describe('The headings that it stands under, the outermost first.'),
            text: z.string().describe('Its `spans`, a line each. Where a section begins, with its heading.'),
            spans: z.array(span).describe('Where it stands. Header rows of a table are in each of its chunks.'),
            pages: z.array(z.int()).describe('In order; empty where the document has no pages.'),
            table: z.int().optional().describe('Of a table, or of some rows of one: index into `tables`.'),
          }),
        )
        .optional()
        .describe('Only when asked for: pieces of one section each, as large as `chunks` says.'),
      pages: z.array(
        z.object({
          number: z.int(),
          width: z.number().optional().describe('Points (1/72 inch).'),
          height: z.number().optional(),
          rotation: z.int().optional().describe('Degrees clockwise by which the page is shown turned.'),
          method: z.enum(['digital', 'ocr', 'hybrid']).optional().describe('How its text came about.'),
          confidence: z.number().optional().describe('0 to 1, of a page that was read from its picture.'),
          name: z.string().optional().describe('Of a sheet or slide.'),
          approximate: z.boolean().optional().describe('Where the program of the document last broke its pages.'),
          span,
        }),
      ),
      blocks: z
        .array(
          z.object({
            type: z.enum(blockTypes),
            layer: z.enum(blockLayers),
            span,
            level: z.int().optional().describe('Of a heading: 1 to 6. Of a list item: its depth, from 1.'),
            marker: z
              .string()
              .optional()
              .describe('Of a list item, numbered heading or note, "1." or "•": its text begins with it.'),
            checked: z.boolean().optional().describe('Of a list item that is a task.'),
            quote: z.int().optional().describe('How many block quotes it stands in, from 1.'),
            table: z.int().optional().describe('Of a table: index into `tables`.'),
            image: z.int().optional().describe('Of a figure, whose span is empty: index into `images`.'),
            parent: z.int().optional().describe('Index of the block that it belongs to.'),
            author: z.string().optional().describe('Of a comment.'),
            date: z.string().optional().describe('Of a comment, ISO 8601.'),
            about: span.optional().describe('Of a comment: what it is about.'),
            style: z.string().optional().describe('Name of its style, as the document gives it.'),
            regions: z
              .array(z.object({ page: z.int(), box }))
              .optional()
              .describe('All its places, if more than one.'),
            language: z.string().optional().describe('BCP 47.'),
            confidence: confidence.optional(),
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
                value: z
                  .union([z.string(), z.number(), z.boolean()])
                  .optional()
                  .describe('Of a spreadsheet: the value behind the text; dates as ISO 8601.'),
                formula: z.string().optional().describe('Of a spreadsheet.'),
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
            type: z.enum(formFieldTypes),
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
      figures: z
        .array(figure)
        .optional()
        .describe(
          'Only when asked for: the pictures in the document, as documents. Nothing is stored by this call: give the `content` of one to `/store-document` to keep it.',
        ),
      runs: z
        .array(
          z.object({
            span,
            bold: z.literal(true).optional(),
            italic: z.literal(true).optional(),
            underline: z.literal(true).optional(),
            strike: z.literal(true).optional(),
            code: z.literal(true).optional(),
            script: z.enum(['super', 'sub']).optional(),
          }),
        )
        .optional()
        .describe('Text that looks other than the text around it; what the style of its whole block does is left out.'),
      notes: z
        .array(
          z.object({
            span: span.describe('The mark, where that is text; else an empty span: the place where it is drawn.'),
            block: z.int().describe('Index of the first block of the note.'),
          }),
        )
        .optional()
        .describe('References to footnotes and endnotes.'),
      formulas: z
        .array(
          z.object({
            span: span.describe('The formula on one line of the text, "(a)/(b)".'),
            latex: z.string().describe('For math mode, with amsmath and amssymb, without dollars.'),
          }),
        )
        .optional(),
      links: z
        .array(
          z.object({
            span,
            url: z.string().optional(),
            anchor: z.string().optional().describe('Name of a bookmark in the document.'),
            page: z.int().optional().describe('The page it leads to.'),
          }),
        )
        .optional(),
      outline: z
        .array(
          z.object({
            title: z.string(),
            level: z.int(),
            page: z.int().optional(),
            start: z.int().optional().describe('UTF-16 offset in `text` that it leads to.'),
          }),
        )
        .optional(),
      revisions: z
        .array(
          z.object({
            type: z.enum(['insertion', 'deletion', 'move-from', 'move-to', 'format']),
            author: z.string().optional(),
            date: z.string().optional(),
            text: z.string(),
            span: span.optional(),
          }),
        )
        .optional(),
      get attachments(): z.ZodOptional<z.ZodArray<typeof attachment>> {
        return z.array(attachment).optional()
      },
      entities: z.array(entity).optional(),
      words: z
        .array(z.object({ span, confidence: confidence.optional() }))
        .optional()
        .describe('Only when asked for.'),
      metadata: z.record(z.string(), z.string()).optional(),
      language: z.string().nullable().describe('BCP 47, or null where it was not determined.'),
      languages: z
        .array(z.object({ language: z.string(), share: z.number() }))
        .optional()
        .describe('Of its blocks, the most used first.'),
      contentType: z.string(),
      extractor: z.string().describe('The provider that read it.'),
      layers: z
        .object({ shown: z.array(z.enum(blockLayers)), leftOut: z.array(z.enum(blockLayers)) })
        .describe('Which layers the text, the views and the blocks are of, and which the document has besides.'),
      indexUnit: z.literal('utf16').describe('All offsets are UTF-16 code units.'),
    })
    .meta({ id: 'ExtractedDocument' })
  const attachment = z
    .object({
      filename: z.string(),
      contentType: z.string(),
      size: z.int().describe('Bytes.'),
      contentId: z.string().optional(),
      get document(): z.ZodOptional<typeof document> {
        return document.optional()
      },
      problem: z.string().optional().describe('Code of the reason why it was not read.'),
    })
    .meta({ id: 'ExtractedAttachment' })
  return document
})

export type ExtractedDocument = DeepReadonly<z.input<typeof extractedDocument>>
