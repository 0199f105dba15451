import type { DocumentType, ExtractRequest } from '@chancery/core'
import type { ProcessorKind } from './document-ai-settings.ts'

/** What is answered; pictures of the pages, single characters and chunks, which make an answer huge, are not. */
const fields = [
  'text',
  'shardInfo',
  'error',
  'entities',
  'documentLayout',
  'pages.pageNumber',
  'pages.dimension',
  'pages.layout',
  'pages.detectedLanguages',
  'pages.blocks',
  'pages.paragraphs',
  'pages.lines',
  'pages.tables',
  'pages.formFields',
  'pages.visualElements',
  'pages.detectedBarcodes',
]

/** A field mask as the protocol has it: in JSON (REST) in camel case, in protobuf (gRPC) in snake case. */
export function fieldMask({ words }: Pick<ExtractRequest, 'words'>, isRest: boolean): { readonly paths: string[] } {
  const wanted = words ? [...fields, 'pages.tokens'] : fields
  const inSnakeCase = (path: string): string => path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return { paths: isRest ? wanted : wanted.map(inSnakeCase) }
}

/**
 * What the processor is told besides the document. Options of OCR are an error for processors that have none, so they
 * are sent only where the kind is known, or where languages are asked for.
 * @param pages of a document of which only some are to be read
 */
export function processOptions(
  { languages, ocr }: Pick<ExtractRequest, 'languages' | 'ocr'>,
  type: DocumentType,
  kind: ProcessorKind | undefined,
  pages?: readonly number[],
): { readonly processOptions?: object } {
  const hints = languages.length === 0 ? {} : { hints: { languageHints: [...languages] } }
  const readsText = kind === 'ocr' || kind === 'form'
  // The text that a PDF holds is better than what can be read of its picture.
  const nativePdf = readsText && type === 'pdf' && ocr === 'auto' ? { enableNativePdfParsing: true } : {}
  const ocrConfig = readsText || kind === undefined ? { ...hints, ...nativePdf } : {}
  const options = {
    ...(Object.keys(ocrConfig).length === 0 ? {} : { ocrConfig }),
    ...(kind === 'layout' ? { layoutConfig: { returnBoundingBoxes: true } } : {}),
    ...(pages === undefined ? {} : { individualPageSelector: { pages: [...pages] } }),
  }
  return Object.keys(options).length === 0 ? {} : { processOptions: options }
}
