import type { TextExtractor } from '@chancery/core'
import { ChanceryError } from '@chancery/core'
import { csvReader } from './csv/csv-reader.ts'
import { docxReader } from './docx/docx-reader.ts'
import { htmlReader } from './html/html-reader.ts'
import { jsonReader } from './json/json-reader.ts'
import { keyValuesIn } from './key-values.ts'
import { languageOf } from './language.ts'
import { markdownReader } from './markdown/markdown-reader.ts'
import { pdfReader } from './pdf/pdf-reader.ts'
import { defaultReadingLimits, type Reader, type ReadingLimits } from './reader.ts'
import { stopIfAborted } from './reading-errors.ts'
import { textReader } from './text/text-reader.ts'
import { embeddedTypes } from './types.ts'

const readers: readonly Reader[] = [
  docxReader,
  pdfReader,
  csvReader,
  htmlReader,
  markdownReader,
  textReader,
  jsonReader,
]

export interface EmbeddedExtractorSettings {
  readonly limits?: Partial<ReadingLimits>
}

/** Reads documents in this process, without any network. */
export function createEmbeddedExtractor({ limits }: EmbeddedExtractorSettings = {}): TextExtractor {
  const allLimits = { ...defaultReadingLimits, ...limits }
  return {
    id: 'embedded',
    types: embeddedTypes,
    async extract(document, request, { signal }) {
      stopIfAborted(signal)
      const reader = readers.find((each) => each.types.includes(document.type))
      if (reader === undefined) {
        throw new ChanceryError('unsupported_document', `Documents of the type ${document.type} cannot be read.`, {
          details: { supported: embeddedTypes },
        })
      }
      if (request.ocr === 'always') {
        throw new ChanceryError('unsupported_option', 'Reading pictures (OCR) is not available in this extractor.', {
          violations: [
            {
              pointer: '/ocr',
              code: 'unsupported_option',
              message: 'This extractor reads no pictures.',
              hint: 'Use "auto" or "never", or a provider that reads pictures.',
            },
          ],
          details: { option: 'ocr', value: 'always' },
        })
      }
      const read = await reader.read(document, request, { signal, limits: allLimits })
      stopIfAborted(signal)
      return {
        ...read,
        keyValues: keyValuesIn(read.text, read.blocks, read.tables),
        language: await languageOf(read.text, read.language),
        contentType: document.contentType,
        extractor: 'embedded',
        warnings:
          request.pages === undefined || reader.paged
            ? read.warnings
            : [
                ...read.warnings,
                {
                  code: 'pages_ignored',
                  severity: 'warning',
                  message: 'This type of document has no pages; all of it was read.',
                },
              ],
      }
    },
  }
}
