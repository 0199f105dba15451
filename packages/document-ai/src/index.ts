export { createDocumentAiExtractor } from './document-ai-extractor.ts'
export type { BatchSettings, DocumentAiSettings } from './document-ai-settings.ts'
export { type FallbackSettings, withFallback } from './fallback-extractor.ts'
export { type CutPdf, type CutRequest, cutPdf, type PdfCutter } from './pdf-pieces.ts'
