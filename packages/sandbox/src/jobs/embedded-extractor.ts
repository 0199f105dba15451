import { createEmbeddedExtractor, type EmbeddedExtractor, type OcrEngine } from '@chancery/reading'
import { mammothReaders, type MammothSettings } from '@chancery/reading-mammoth'
import { createDocumentGuard } from '@chancery/guard'
import { embeddedReaders } from './embedded-readers.ts'
import type { ReadingSettings } from './payloads.ts'

/** The embedded extractor as configured, for whichever process it works in: attachments are vetted as documents are. */
export const embeddedExtractor = (
  { pages, cells, documentBytes }: ReadingSettings,
  ocr?: OcrEngine,
): EmbeddedExtractor =>
  createEmbeddedExtractor({
    readers: embeddedReaders,
    limits: { pages, cells },
    guard: createDocumentGuard({ limits: { documentBytes } }),
    ...(ocr === undefined ? {} : { ocr }),
  })

/** The same with mammoth alone: what is inside its documents is not read. */
export const mammothExtractor = ({ pages, cells }: ReadingSettings, mammoth: MammothSettings): EmbeddedExtractor =>
  createEmbeddedExtractor({ id: 'mammoth', readers: mammothReaders(mammoth), limits: { pages, cells } })
