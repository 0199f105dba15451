export { createEmbeddedExtractor, type EmbeddedExtractorSettings } from './embedded.ts'
export { createDocumentAiExtractor, type DocumentAiSettings } from './document-ai/document-ai-extractor.ts'
export { docxToHtml } from './docx/html-view.ts'
export type { ReadingLimits } from './reader.ts'
