import { ChanceryError } from '@chancery/core'
import { type GrayPicture, toGraymap } from '@chancery/reading/ocr/gray-picture'
import type { OcrPicture, OcrResult, OcrWord } from '@chancery/reading/ocr/ocr-engine'
import { type QuarterTurn, turned } from '../image/picture-turns.ts'
import { type Allowance, Effort } from './effort.ts'
import { withBoxes } from './box-words.ts'
import { withBullets, withoutStrokes } from './misread-signs.ts'
import { placeOn } from './page-preparation.ts'
import type { Preparation, PreparationAnswer, PreparationTask } from './preparation-worker.ts'
import { upsideDown } from './upside-down.ts'
import { meanConfidence } from './reading-quality.ts'
import type { Orientation, PageSegmentation, TesseractProgram } from './tesseract-program.ts'
import { withoutSplitAmounts } from './split-amounts.ts'
import type { ThreadPool } from './thread-pool.ts'
import { tsvWords } from './tsv-words.ts'
import { withoutSpaces } from './unspaced-words.ts'

/** Receipts: one column, narrower than any page. */
const tallAndNarrow = 2.1
/**
 * Of lines that can be read: words, different signs (rows of circles are no text), and how sure the words are; what
 * stands upside down has a confidence of some 0.3.
 */
const [leastWords, leastSigns, readable] = [3, 10, 0.4]
/** Less than this, in ms, is not worth a try. */
const leastMs = 300
/**
 * Pieces of ink below which nobody tells how a page lies: Tesseract takes 50 pieces of letters at the least (`min_characters_to_try`),
 * and some letters have two.
 */
const fewestForOrientation = 25

export interface PictureReadingSettings {
  readonly program: TesseractProgram
  readonly preparing: ThreadPool<PreparationTask, PreparationAnswer>
  /** Of a processor's time, for a page. */
  readonly pageTimeoutMs: number
}

/** How a page is to be read. */
export interface Look {
  readonly turn: QuarterTurn
  /** Tesseract's codes. */
  readonly languages: readonly string[]
  /** Absent: by the look of the page. */
  readonly segmentation?: PageSegmentation
  /** Of a processor's time; absent: as long as any page may take. */
  readonly limitMs?: number
}

/** What was read, and the languages that it was read in. */
export interface ReadIn {
  readonly result: OcrResult
  /** Tesseract's codes. */
  readonly languages: readonly string[]
  /** BCP 47: the language that the text seems to be in, where there is no data for it. */
  readonly seems?: string
}

/** One picture, and what is done to read it: made ready once for each way up, looked at as often as it takes. */
export class PictureReading {
  readonly effort = new Effort()
  readonly picture: OcrPicture
  private readonly signal: AbortSignal
  private readonly settings: PictureReadingSettings
  private readonly ready = new Map<QuarterTurn, Preparation>()
  private told: { readonly orientation: Orientation | undefined } | undefined

  constructor(picture: OcrPicture, signal: AbortSignal, settings: PictureReadingSettings) {
    this.picture = picture
    this.signal = signal
    this.settings = settings
  }

  async prepared(turn: QuarterTurn): Promise<Preparation> {
    const before = this.ready.get(turn)
    if (before !== undefined) return before
    const opposite = this.ready.get(((turn + 180) % 360) as QuarterTurn)
    // Upside down its lines are as level as before.
    return opposite === undefined ? await this.prepare(turn) : this.keep(turn, upsideDown(opposite))
  }

  private async prepare(turn: QuarterTurn): Promise<Preparation> {
    const { answer, usedMs } = await this.settings.preparing.run({ picture: this.picture, turn }, [], this.signal)
    this.effort.usedMs += usedMs
    if (!('graymap' in answer)) throw new ChanceryError(answer.code, answer.message)
    return this.keep(turn, answer)
  }

  private keep(turn: QuarterTurn, page: Preparation): Preparation {
    this.ready.set(turn, page)
    return page
  }

  async read({ turn, languages, segmentation, limitMs }: Look): Promise<OcrResult> {
    const page = await this.prepared(turn)
    const work = this.settings.program.recognize({
      ...this.given(page, limitMs),
      languages,
      segmentation: segmentation ?? usualSegmentation(page),
    })
    const read = withBoxes(tsvWords(await this.effort.of(work, limitMs)), page.boxes)
    const strokes = { isEnglish: languages.includes('eng'), ruled: page.ruled }
    const whole = withBullets(withoutStrokes(withoutSpaces(withoutSplitAmounts(read)), strokes))
    const words = whole.map(({ left, top, width, height, ...word }): OcrWord => ({
      ...word,
      box: placeOn(page.place, [left, top, width, height]),
    }))
    const { skew } = page.place
    return { words, confidence: meanConfidence(words), rotation: turn, ...(skew === 0 ? {} : { skew }) }
  }

  /** The same, `undefined` where it takes longer than its limit; a page's own time is its end as ever. */
  readInTime(look: Look & { readonly limitMs: number }): Promise<OcrResult | undefined> {
    return this.inTime(look.limitMs, this.read(look))
  }

  /** The first of the turns in which a few lines of the page can be read. */
  async readableTurn(
    sample: GrayPicture | undefined,
    turns: readonly QuarterTurn[],
    languages: readonly string[],
    doubt: Allowance,
  ): Promise<QuarterTurn | undefined> {
    if (sample === undefined) return undefined
    for (const turn of turns) {
      if (doubt.left() < leastMs) return undefined
      const given = { graymap: toGraymap(turned(sample, turn)), signal: this.signal, languages }
      const words = tsvWords(await this.effort.of(this.settings.program.recognize({ ...given, segmentation: 6 })))
      const signs = new Set(words.flatMap(({ text }) => [...text]))
      // Text that lies any other way up is taken for words of all kinds, which nobody is sure of.
      if (words.length < leastWords || signs.size < leastSigns) return undefined
      if (meanConfidence(words) >= readable) return turn
    }
    return undefined
  }

  /** What the shapes of single letters tell Tesseract, looked at once; `undefined` where they do not, or not in time. */
  async orientation(limitMs = Infinity): Promise<Orientation | undefined> {
    if (this.told !== undefined) return this.told.orientation
    const page = await this.prepared(0)
    const orientation = page.pieces < fewestForOrientation ? undefined : await this.askedOrientation(page, limitMs)
    this.told = { orientation }
    return orientation
  }

  private askedOrientation(page: Preparation, limitMs: number): Promise<Orientation | undefined> {
    const work = this.settings.program.orientation(this.given(page, limitMs))
    return this.inTime(limitMs, this.effort.of(work, limitMs))
  }

  private given({ graymap, resolution }: Preparation, limitMs = Infinity) {
    return {
      // It is handed over, and may be read again.
      graymap: graymap.slice(),
      signal: this.signal,
      ...(resolution === undefined ? {} : { resolution }),
      ...(limitMs === Infinity ? {} : { limitMs }),
    }
  }

  private async inTime<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
    try {
      return await work
    } catch (error) {
      const isLimit =
        ChanceryError.is(error) && error.code === 'deadline_exceeded' && limitMs < this.settings.pageTimeoutMs
      if (isLimit && !this.signal.aborted) return undefined
      throw error
    }
  }
}

/** A strip is one block, a table with drawn lines one column; of others Tesseract's own analysis tells. */
export function usualSegmentation({ size, ruled }: Preparation): PageSegmentation {
  return size.height > size.width * tallAndNarrow ? 6 : ruled ? 4 : 3
}
