import {
  ChanceryError,
  type DocumentGuard,
  type DocumentModel,
  type LongWork,
  type TextExtractor,
  throwIfCancelled,
} from '@chancery/core'
import type { ExtractRequest, Finding, VettedDocument } from '@chancery/core'
import { Attachments } from './attachments.ts'
import { keyValuesIn } from './key-values/key-values.ts'
import { tickedBoxes, withTickedBoxes } from './key-values/ticked-boxes.ts'
import { languagesOf } from './language/language.ts'
import { installForPictures } from './ocr/install-ocr.ts'
import type { OcrEngine } from './ocr/ocr-engine.ts'
import { notInVain } from './ocr/unread-pages.ts'
import { withWords } from './model/flow-words.ts'
import { Pictures } from './pictures.ts'
import { defaultReadingLimits, type Reader, type ReadingLimits, type ReadingOptions } from './reader.ts'
import { type EmbeddedType, embeddedTypes } from './types.ts'

/** How to load the reader of each type: `{ pdf: async () => (await import('./pdf-reader.ts')).pdfReader }`. */
export type ReaderTable = Readonly<Partial<Record<EmbeddedType, () => Promise<Reader>>>>

/** Without limits, those of `defaultReadingLimits`. */
export interface EmbeddedExtractorSettings {
  /** Default `embedded`. */
  readonly id?: string
  /** Of all rooms, put together; a type without a reader is `unsupported_document`. */
  readonly readers: ReaderTable
  readonly limits?: Partial<ReadingLimits>
  /** Vets attachments before they are read; without one they are only listed. */
  readonly guard?: DocumentGuard
  /** Reads pictures; without one, `ocr: "always"` is refused, and pages without text are a warning. */
  readonly ocr?: OcrEngine
}

/** Told of pages that are done. */
type Pages = Pick<LongWork, 'progress'>

/** Given the cells of sheets, which then are not in the document. */
type Sheets = Pick<ReadingOptions, 'sheet'>

/** An extractor that keeps nothing of what it reads. */
export interface EmbeddedExtractor extends TextExtractor {
  extract(
    document: VettedDocument,
    request: ExtractRequest,
    options: { readonly signal: AbortSignal; readonly work?: Pages } & Sheets,
  ): Promise<DocumentModel>
}

/** Reads documents in this process, without any network. */
export function createEmbeddedExtractor(settings: EmbeddedExtractorSettings): EmbeddedExtractor {
  const { id = 'embedded', readers, limits, guard, ocr } = settings
  const types = embeddedTypes.filter((type) => Object.hasOwn(readers, type))
  const allLimits = { ...defaultReadingLimits, ...limits }

  async function read(
    document: VettedDocument,
    request: ExtractRequest,
    signal: AbortSignal,
    attachments: Attachments,
    pictures: Pictures,
    depth: number,
    reading: OcrEngine | undefined,
    { work, ...sheets }: { readonly work?: Pages | undefined } & Sheets = {},
  ): Promise<DocumentModel> {
    throwIfCancelled(signal)
    const reader = await readerOf(readers, document)
    const made = await reader.read(document, request, {
      signal,
      limits: allLimits,
      pictures,
      ...(reading === undefined ? {} : { ocr: reading }),
      attach: (file) => attachments.attach(file, depth + 1),
      ...(work === undefined ? {} : { progress: (done, total) => work.progress({ done, total }) }),
      ...sheets,
    })
    throwIfCancelled(signal)
    const { pages } = request
    return {
      // Readers that know no places leave the words to be cut out of the text.
      ...(request.words && made.words === undefined ? withWords(made) : made),
      runs: made.runs.length > mostRuns ? made.runs.filter(({ strike }, at) => at < mostRuns || strike) : made.runs,
      // A document without any of the wanted pages has none here.
      ...(pages !== undefined && reader.paged
        ? { pages: made.pages.filter(({ number }) => pages.includes(number)) }
        : {}),
      ...(await languagesOf(made.text, request.structure ? made.blocks : [], made.language)),
      ...(request.structure
        ? {
            keyValues: keyValuesIn(made.text, made.blocks, made.tables, made.runs),
            formFields: withTickedBoxes(made.formFields, tickedBoxes(made.text, made.blocks, made.tables)),
          }
        : { keyValues: [], blocks: made.blocks }),
      contentType: document.contentType,
      extractor: id,
      warnings: [
        ...made.warnings,
        ...(pages === undefined || reader.paged ? [] : [pagesIgnored]),
        ...(made.runs.length > mostRuns ? [looksLeftOut] : []),
        ...(depth === 0 && pictures.leftOut > 0 ? [figuresLeftOut(pictures.leftOut)] : []),
      ],
    }
  }

  return {
    id,
    types,
    async extract(
      document,
      request,
      { signal, ...told }: { readonly signal: AbortSignal; readonly work?: Pages } & Sheets,
    ) {
      if (request.ocr === 'always' && ocr === undefined) throw noOcr()
      // Who wants every picture read waits for it.
      const reading = ocr === undefined || request.ocr === 'always' ? ocr : notInVain(ocr)
      const pictures = new Pictures(request.figures, allLimits)
      const attachments = new Attachments({
        guard,
        wanted: request.attachments,
        limits: allLimits,
        signal,
        // Pages and passwords are those of the outer document.
        read: (inner, depth) => {
          const { pages: _pages, password: _password, ...rest } = request
          return read(inner, rest, signal, attachments, pictures, depth, reading)
        },
      })
      return read(document, request, signal, attachments, pictures, 0, reading, told)
    },
  }
}

function readerOf(readers: ReaderTable, { type }: VettedDocument): Promise<Reader> {
  const load = Object.hasOwn(readers, type) ? readers[type as EmbeddedType] : undefined
  if (load !== undefined) return load()
  throw new ChanceryError('unsupported_document', `Documents of the type ${type} cannot be read.`, {
    details: { supported: embeddedTypes.filter((each) => Object.hasOwn(readers, each)) },
  })
}

/** Stretches of text with a look of their own: ten times what 500 pages have. */
const mostRuns = 200_000

const looksLeftOut: Finding = {
  code: 'looks_left_out',
  severity: 'warning',
  message: `More stretches of text look other than what is around them than the ${mostRuns.toLocaleString('en')} that are told; of the rest, only what is struck out is.`,
}

const pagesIgnored: Finding = {
  code: 'pages_ignored',
  severity: 'warning',
  message: 'This type of document has no pages; all of it was read.',
}

const figuresLeftOut = (count: number): Finding => ({
  code: 'figures_left_out',
  severity: 'warning',
  message: `There was no room for the bytes of ${count} of the pictures.`,
})

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
