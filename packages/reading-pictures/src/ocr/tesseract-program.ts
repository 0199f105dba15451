import type { QuarterTurn } from '../image/picture-turns.ts'

/** How Tesseract parts a page: by its own analysis, as one column of whatever, or as one block of lines. */
export type PageSegmentation = 3 | 4 | 6

export interface TesseractPage {
  /** A portable graymap. It may be handed over to another thread: the caller does not use it again. */
  readonly graymap: Uint8Array<ArrayBuffer>
  /** Pixels to the inch, where known. */
  readonly resolution?: number
  readonly signal: AbortSignal
  /** So much of a processor's time ends the work with `deadline_exceeded`; absent: the program's own time for a page. */
  readonly limitMs?: number
}

/** What Tesseract's own look at the shapes of single letters tells. */
export interface Orientation {
  /** Clockwise, to stand upright. */
  readonly turn: QuarterTurn
  /** Tesseract's own scale; below 1 or so it is a guess. */
  readonly confidence: number
  /** As Tesseract calls it: "Latin", "Greek", "Cyrillic", "Han". */
  readonly script?: string
  /** Tesseract's own scale. */
  readonly scriptConfidence?: number
}

/** What was made out, and what it took. */
export interface Costing<Outcome> {
  readonly outcome: Outcome
  /** Of a processor's time. */
  readonly usedMs: number
}

/** Tesseract, compiled or native: what both can do. */
export interface TesseractProgram {
  readonly id: string
  /** Tesseract's codes of the languages that it has data for. */
  readonly languages: readonly string[]
  /** Whether it has the data that orientation and script are told by. */
  readonly knowsOrientation: boolean
  /** The answer as Tesseract's TSV. @throws `deadline_exceeded`, `cancelled`, `document_corrupt` */
  recognize(
    page: TesseractPage & { readonly languages: readonly string[]; readonly segmentation: PageSegmentation },
  ): Promise<Costing<string>>
  /** `undefined` where there is too little text to tell, or no data for it. */
  orientation(page: TesseractPage): Promise<Costing<Orientation | undefined>>
  close(): Promise<void>
}

/** The nearest of the four. */
export const quarterTurn = (degrees: number): QuarterTurn =>
  ((((Math.round(degrees / 90) % 4) + 4) % 4) * 90) as QuarterTurn
