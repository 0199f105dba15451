export {
  createEmbeddedExtractor,
  type EmbeddedExtractor,
  type EmbeddedExtractorSettings,
  type ReaderTable,
} from './embedded.ts'
export type { OcrEngine, OcrPicture } from './ocr/ocr-engine.ts'
export type { PlacedCell, PlacedSheet, Reader, ReadingLimits } from './reader.ts'
export { textReaders } from './text-readers.ts'
