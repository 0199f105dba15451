import * as z from 'zod'
import { count } from './setting-values.ts'

/** What the document-ai reader is told; part of the configuration. */
export const documentAiSettings = {
  CHANCERY_DOCUMENT_AI_PROJECT: z.string().optional().describe('Google Cloud project of the document-ai reader.'),
  CHANCERY_DOCUMENT_AI_LOCATION: z.string().default('eu').describe('Its location.'),
  CHANCERY_DOCUMENT_AI_PROCESSOR: z.string().optional().describe('Its processor.'),
  CHANCERY_DOCUMENT_AI_ENDPOINT: z.string().optional().describe('Another address of the API, for tests.'),
  CHANCERY_DOCUMENT_AI_KIND: z
    .enum(['ocr', 'form', 'layout', 'entities'])
    .optional()
    .describe('What the processor does; absent: only options that all processors take are sent.'),
  CHANCERY_DOCUMENT_AI_TRANSPORT: z.enum(['grpc', 'rest']).default('grpc').describe('Protocol of the calls.'),
  CHANCERY_DOCUMENT_AI_MAX_PAGES: count(1, 100_000)
    .default(500)
    .describe('Pages of one document that are paid for at the most.'),
  CHANCERY_DOCUMENT_AI_PAGES_PER_CALL: count(1, 30)
    .default(15)
    .describe('Pages of one call; longer PDFs are cut. Above 15 the processor has to take calls without page images.'),
  CHANCERY_DOCUMENT_AI_BUCKET: z
    .string()
    .min(3)
    .optional()
    .describe('Bucket through which PDFs of more than 150 pages are read in a batch; absent: in many calls.'),
  CHANCERY_DOCUMENT_AI_FALLBACK: z
    .enum(['off', 'embedded', 'embedded-and-quota'])
    .default('off')
    .describe('Whether the embedded reader answers, with a warning, while Document AI is away or its quota used up.'),
}
