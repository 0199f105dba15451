import { ChanceryError, type DocumentGuard, type DocumentModel, type TextExtractor } from '@chancery/core'
import type { ExtractRequest, Finding, VettedDocument } from '@chancery/core'
import { Attachments } from './attachments.ts'
import { keyValuesIn } from './key-values.ts'
import { languagesOf } from './language.ts'
import { installForPictures } from './ocr/language-data.ts'
import type { OcrEngine } from './ocr/ocr-engine.ts'
import { notInVain } from './ocr/unread-pages.ts'
import { withWords } from './package/flow-words.ts'
import { defaultReadingLimits, type Reader, type ReadingLimits } from './reader.ts'
import { stopIfAborted } from './reading-errors.ts'
import { type EmbeddedType, embeddedTypes } from './types.ts'

/** Each reader is loaded at the first document of its type. */
const readers: Readonly<Record<EmbeddedType, () => Promise<Reader>>> = {
  docx: async () => (await import('./docx/docx-reader.ts')).docxReader,
  pdf: async () => (await import('./pdf/pdf-reader.ts')).pdfReader,
  csv: async () => (await import('./csv/csv-reader.ts')).csvReader,
  tsv: async () => (await import('./csv/csv-reader.ts')).csvReader,
  html: async () => (await import('./html/html-reader.ts')).htmlReader,
  markdown: async () => (await import('./markdown/markdown-reader.ts')).markdownReader,
  rtf: async () => (await import('./rtf/rtf-reader.ts')).rtfReader,
  eml: async () => (await import('./mail/eml-reader.ts')).emlReader,
  msg: async () => (await import('./mail/msg-reader.ts')).msgReader,
  doc: async () => (await import('./legacy/doc-reader.ts')).docReader,
  xls: async () => (await import('./legacy/xls-reader.ts')).xlsReader,
  ppt: async () => (await import('./legacy/ppt-reader.ts')).pptReader,
  vcard: async () => (await import('./vcard/vcard-reader.ts')).vcardReader,
  text: async () => (await import('./text/text-reader.ts')).textReader,
  xlsx: async () => (await import('./spreadsheet/xlsx-reader.ts')).xlsxReader,
  pptx: async () => (await import('./presentation/pptx-reader.ts')).pptxReader,
  ods: async () => (await import('./opendocument/ods-reader.ts')).odsReader,
  odp: async () => (await import('./opendocument/odp-reader.ts')).odpReader,
  odt: async () => (await import('./opendocument/odt-reader.ts')).odtReader,
  json: async () => (await import('./json/json-reader.ts')).jsonReader,
  svg: async () => (await import('./svg/svg-reader.ts')).svgReader,
  png: async () => (await import('./image/image-reader.ts')).imageReader,
  jpeg: async () => (await import('./image/image-reader.ts')).imageReader,
  gif: async () => (await import('./image/image-reader.ts')).imageReader,
  webp: async () => (await import('./image/image-reader.ts')).imageReader,
  tiff: async () => (await import('./image/image-reader.ts')).imageReader,
  bmp: async () => (await import('./image/image-reader.ts')).imageReader,
}

/** Without limits, those of `defaultReadingLimits`. */
export interface EmbeddedExtractorSettings {
  readonly limits?: Partial<ReadingLimits>
  /** Vets attachments before they are read; without one they are only listed. */
  readonly guard?: DocumentGuard
  /** Reads pictures; without one, `ocr: "always"` is refused, and pages without text are a warning. */
  readonly ocr?: OcrEngine
}

/** Reads documents in this process, without any network. */
export function createEmbeddedExtractor({ limits, guard, ocr }: EmbeddedExtractorSettings = {}): TextExtractor {
  const allLimits = { ...defaultReadingLimits, ...limits }

  async function read(
    document: VettedDocument,
    request: ExtractRequest,
    signal: AbortSignal,
    attachments: Attachments,
    depth: number,
    reading: OcrEngine | undefined,
  ): Promise<DocumentModel> {
    stopIfAborted(signal)
    const reader = await readerOf(document)
    const made = await reader.read(document, request, {
      signal,
      limits: allLimits,
      ...(reading === undefined ? {} : { ocr: reading }),
      attach: (file) => attachments.attach(file, depth + 1),
    })
    stopIfAborted(signal)
    const { pages } = request
    return {
      // Readers that know no places leave the words to be cut out of the text.
      ...(request.words && made.words === undefined ? withWords(made) : made),
      // A document without any of the wanted pages has none here.
      ...(pages !== undefined && reader.paged
        ? { pages: made.pages.filter(({ number }) => pages.includes(number)) }
        : {}),
      ...(await languagesOf(made.text, request.structure ? made.blocks : [], made.language)),
      ...(request.structure
        ? { keyValues: keyValuesIn(made.text, made.blocks, made.tables) }
        : { keyValues: [], blocks: made.blocks }),
      contentType: document.contentType,
      extractor: 'embedded',
      warnings: pages === undefined || reader.paged ? made.warnings : [...made.warnings, pagesIgnored],
    }
  }

  return {
    id: 'embedded',
    types: embeddedTypes,
    async extract(document, request, { signal }) {
      if (request.ocr === 'always' && ocr === undefined) throw noOcr()
      // Who wants every picture read waits for it.
      const reading = ocr === undefined || request.ocr === 'always' ? ocr : notInVain(ocr)
      const attachments = new Attachments({
        guard,
        wanted: request.attachments,
        limits: allLimits,
        signal,
        // Pages and passwords are those of the outer document.
        read: (inner, depth) => {
          const { pages: _pages, password: _password, ...rest } = request
          return read(inner, rest, signal, attachments, depth, reading)
        },
      })
      return read(document, request, signal, attachments, 0, reading)
    },
  }
}

/** Asked for anew, a module that is there takes as long as reading a small document. */
const loaded = new Map<EmbeddedType, Promise<Reader>>()

const isEmbedded = (type: string): type is EmbeddedType => Object.hasOwn(readers, type)

function readerOf({ type }: VettedDocument): Promise<Reader> {
  if (!isEmbedded(type)) {
    throw new ChanceryError('unsupported_document', `Documents of the type ${type} cannot be read.`, {
      details: { supported: embeddedTypes },
    })
  }
  const known = loaded.get(type)
  if (known !== undefined) return known
  const loading = readers[type]()
  loaded.set(type, loading)
  return loading
}

const pagesIgnored: Finding = {
  code: 'pages_ignored',
  severity: 'warning',
  message: 'This type of document has no pages; all of it was read.',
}

const noOcr = (): ChanceryError =>
  new ChanceryError(
    'unsupported_option',
    `Reading pictures (OCR) is off here, or not installed. ${installForPictures}`,
    {
      violations: [
        {
          pointer: '/ocr',
          code: 'unsupported_option',
          message: 'This extractor reads no pictures.',
          hint: 'Use "auto" or "never", or a provider that reads pictures.',
        },
      ],
      details: { option: 'ocr', value: 'always' },
    },
  )
