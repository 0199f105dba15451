import type { TextExtractor } from '@chancery/core'
import { createEmbeddedExtractor, type OcrEngine } from '@chancery/reading'
import { createDocumentGuard } from '@chancery/guard'
import { embeddedReaders } from './embedded-readers.ts'
import type { ReadingSettings } from './payloads.ts'

/** The embedded extractor as configured, for whichever process it works in: attachments are vetted as documents are. */
export const embeddedExtractor = ({ pages, documentBytes }: ReadingSettings, ocr?: OcrEngine): TextExtractor =>
  createEmbeddedExtractor({
    readers: embeddedReaders,
    limits: { pages },
    guard: createDocumentGuard({ limits: { documentBytes } }),
    ...(ocr === undefined ? {} : { ocr }),
  })
