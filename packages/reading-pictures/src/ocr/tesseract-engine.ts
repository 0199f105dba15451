import { fromGraymap, isBlank } from '@chancery/reading/ocr/gray-picture'
import { languageTag, tesseractCode } from '@chancery/reading/ocr/languages'
import type { OcrPicture, OcrResult, RunningOcrEngine } from '@chancery/reading/ocr/ocr-engine'
import { inItsLanguage } from './other-language.ts'
import { inItsScript } from './other-script.ts'
import { otherwiseParted } from './other-segmentation.ts'
import { PictureReading } from './picture-reading.ts'
import type { PreparationAnswer, PreparationTask } from './preparation-worker.ts'
import type { TesseractProgram } from './tesseract-program.ts'
import { ThreadPool } from './thread-pool.ts'
import { enoughMarks, readUpright } from './upright-reading.ts'

export interface TesseractEngineSettings {
  /** Tesseract's codes of the languages to expect where a call names none. */
  readonly usual: readonly string[]
  /** Those among which a text's own is looked for, where a call names none. */
  readonly candidates: readonly string[]
  readonly atOnce: number
  /** Of a processor's time. */
  readonly pageTimeoutMs: number
  readonly idleMs: number
  /** How much others go before its threads, 0 to 19. */
  readonly niceness?: number
}

/** What is read with less confidence has not a word in twenty right: the letters of a script that the data has not. */
const guessed = 0.3
/** Pixels: no letter can be told from another in a picture that is smaller. */
const leastSide = 6
/**
 * Time of a processor for a page that was not tried on a few lines, and for each mark of it: some four times what pages
 * of text take. One that takes longer is no text, or unlike most: it is tried on a few lines, and where these can be
 * read, all is.
 */
const [pageMs, markMs] = [3000, 1]
/** The same for finding out, on a page that would take long, whether it can be read. */
const usualDoubtMs = 2500

/**
 * An engine over Tesseract: prepares the picture, has it read, and where the outcome is doubtful finds out which way up
 * it stands, in which script and language it is and how it is parted, and has it read again. What it does for a page is
 * bounded by the work, not by the clock: a busy machine gives the same answer later.
 */
export function createTesseractEngine(program: TesseractProgram, settings: TesseractEngineSettings): RunningOcrEngine {
  const { usual, candidates, atOnce, idleMs, niceness = 0, pageTimeoutMs } = settings
  const preparing = new ThreadPool<PreparationTask, PreparationAnswer>({
    start: async () => (await import('./preparation-worker.ts')).startPreparationWorker(niceness),
    atOnce,
    idleMs,
    taskTimeoutMs: pageTimeoutMs,
  })

  async function readPicture(
    reading: PictureReading,
    expected: readonly string[],
    doubtMs: number,
  ): Promise<OcrResult> {
    const isGiven = expected.length > 0
    const languages = isGiven ? expected : usual
    const { marks } = await reading.prepared(0)
    const limitMs = pageMs + marks * markMs
    const upright = await readUpright(reading, { languages, limitMs, doubtMs })
    if (upright === undefined) return unread
    const there = isGiven ? program.languages : candidates
    const known = await inItsScript(reading, { result: upright, languages }, there, limitMs)
    if (known.result.unread === true) return known.result
    const best = isGiven ? known : await inItsLanguage(reading, known, there)
    const { result, seems } = await otherwiseParted(reading, best, limitMs)
    // A few marks are dirt; of many that nothing was made out of, nobody shall think that there are none.
    if (result.words.length === 0 && marks >= enoughMarks) return unread
    if (result.words.length > 0 && result.confidence < guessed) return unread
    return { ...result, ...(seems === undefined ? {} : { seems }) }
  }

  return {
    id: program.id,
    languages: program.languages.map(languageTag).filter((tag) => tag !== undefined),
    async recognize(picture, { languages: tags, signal, doubtMs = usualDoubtMs }) {
      const expected = [...new Set(tags.map(tesseractCode))]
      const there = expected.filter((code) => program.languages.includes(code))
      const missing = expected.filter((code) => !there.includes(code)).map((code) => languageTag(code) ?? code)
      const about = missing.length === 0 ? {} : { missing }
      if (isEmpty(picture)) return { ...nothing, ...about }
      const reading = new PictureReading(picture, signal, { program, preparing, pageTimeoutMs })
      const result = await readPicture(reading, there, doubtMs)
      return { ...result, ...about, usedMs: Math.round(reading.effort.usedMs) }
    },
    async close() {
      await Promise.all([preparing.close(), program.close()])
    },
  }
}

function isEmpty({ bytes, width, height }: OcrPicture): boolean {
  const gray = fromGraymap(bytes)
  return Math.min(width, height) < leastSide || (gray !== undefined && isBlank(gray))
}

const nothing: OcrResult = { words: [], confidence: 0, rotation: 0 }
const unread: OcrResult = { ...nothing, unread: true }
