export { createDocumentAiExtractor } from './document-ai-extractor.ts'
export type { BatchSettings, DocumentAiSettings } from './calls/document-ai-settings.ts'
export { type FallbackSettings, withFallback } from './fallback-extractor.ts'
export { type CutPdf, type CutRequest, cutPdf, type PdfCutter } from './calls/pdf-pieces.ts'
