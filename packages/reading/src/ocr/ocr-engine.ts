import type { Box } from '@chancery/core'

/** A picture to be read, upright or not. */
export interface OcrPicture {
  /** Encoded: PNG, JPEG, or a portable graymap as `toGraymap` writes it, which costs no decoding. */
  readonly bytes: Uint8Array
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/x-portable-graymap'
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Pixels to the inch, where known. */
  readonly resolution?: number
}

export interface OcrWord {
  readonly text: string
  /** Fractions of the picture once it is turned upright. */
  readonly box: Box
  /** 0 to 1. */
  readonly confidence: number
  /** Numbers of the line, paragraph and block that it stands in, each counted through the picture from 0. */
  readonly line: number
  readonly paragraph: number
  readonly block: number
}

export interface OcrResult {
  /** In reading order. */
  readonly words: readonly OcrWord[]
  /** 0 to 1, the mean of the words. */
  readonly confidence: number
  /** Degrees clockwise by which the picture had to be turned to stand upright. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Radians by which the lines of the upright picture fall to the right; boxes are those of the picture as it is. */
  readonly skew?: number
  /** Set where it was given up: there is something on it, but no text that could be made out in a sensible time. */
  readonly unread?: true
  /** ISO 15924, where it was given up because it is in a script that there is no data for. */
  readonly script?: string
  /** Those of the languages to expect that there is no data for, BCP 47. */
  readonly missing?: readonly string[]
  /** The language that its text seems to be in, BCP 47, where it is not read in that one: it was read as another. */
  readonly seems?: string
  /** Time of a processor that it took, in ms; absent where that is not told. */
  readonly usedMs?: number
}

/** Of a picture that is not looked at. */
export const notRead: OcrResult = { words: [], confidence: 0, rotation: 0, unread: true }

/** Reads the text of pictures, on this machine. */
export interface OcrEngine {
  readonly id: string
  /** Whether it answers `notRead` to whatever comes, so that no picture need be made. */
  readonly hasGivenUp?: () => boolean
  /**
   * @param options.languages to expect; those without data are passed over, and none means the engine's own choice
   * @param options.doubtMs time of a processor, in ms, for finding out whether a page that would take long can be read;
   *   absent: as usual
   * @throws `document_corrupt` (no such picture), `payload_too_large`, `deadline_exceeded`, `cancelled`
   */
  recognize(
    picture: OcrPicture,
    options: { readonly languages: readonly string[]; readonly signal: AbortSignal; readonly doubtMs?: number },
  ): Promise<OcrResult>
}

/** An engine that keeps something running between its calls. */
export interface RunningOcrEngine extends OcrEngine {
  /** The languages that it has data for, BCP 47. */
  readonly languages: readonly string[]
  /** Ends what runs in the background, and with it calls under way; later calls start anew. */
  close(): Promise<void>
}
