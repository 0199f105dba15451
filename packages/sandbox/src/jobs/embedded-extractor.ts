import { createEmbeddedExtractor, type EmbeddedExtractor, type OcrEngine } from '@chancery/reading'
import { createDocumentGuard } from '@chancery/guard'
import { embeddedReaders } from './embedded-readers.ts'
import type { ReadingSettings } from './payloads.ts'

/** The embedded extractor as configured, for whichever process it works in: attachments are vetted as documents are. */
export const embeddedExtractor = ({ pages, documentBytes }: ReadingSettings, ocr?: OcrEngine): EmbeddedExtractor =>
  createEmbeddedExtractor({
    readers: embeddedReaders,
    limits: { pages },
    guard: createDocumentGuard({ limits: { documentBytes } }),
    ...(ocr === undefined ? {} : { ocr }),
  })
