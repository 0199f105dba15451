import type { TextExtractor } from '@chancery/core'
import { createEmbeddedExtractor, type OcrEngine } from '@chancery/extraction'
import { createDocumentGuard } from '@chancery/safety'
import type { ReadingSettings } from './jobs.ts'

/** The embedded extractor as configured, for whichever process it works in: attachments are vetted as documents are. */
export const embeddedExtractor = ({ pages, documentBytes }: ReadingSettings, ocr?: OcrEngine): TextExtractor =>
  createEmbeddedExtractor({
    limits: { pages },
    guard: createDocumentGuard({ limits: { documentBytes } }),
    ...(ocr === undefined ? {} : { ocr }),
  })
