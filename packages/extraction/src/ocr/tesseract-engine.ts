import { ChanceryError } from '@chancery/core'
import { languagesOf } from '../language.ts'
import { fromGraymap, isBlank } from './gray-picture.ts'
import { languageTag, tesseractCode } from './languages.ts'
import type { OcrPicture, OcrResult, OcrWord, RunningOcrEngine } from './ocr-engine.ts'
import { placeOn } from './page-preparation.ts'
import type { QuarterTurn } from './picture-turns.ts'
import type { Preparation, PreparationAnswer, PreparationTask } from './preparation-worker.ts'
import type { PageSegmentation, TesseractProgram } from './tesseract-program.ts'
import { ThreadPool } from './thread-pool.ts'
import { tsvWords } from './tsv-words.ts'

export interface TesseractEngineSettings {
  /** Tesseract's codes of the languages to expect where a call names none. */
  readonly usual: readonly string[]
  /** Whether a text in another language, where a call names none, is read again in that one. */
  readonly findsLanguage: boolean
  readonly atOnce: number
  readonly pageTimeoutMs: number
  readonly idleMs: number
}

/** Pages upright are read far above this, pages on their side or head far below. */
const doubtful = 0.6
/** Orientation data is a guess below this. */
const sureOfTurn = 0.5
/** Pixels: no letter can be told from another in a picture that is smaller. */
const leastSide = 6
/** Receipts: one column, narrower than any page. */
const tallAndNarrow = 2.1

/**
 * An engine over Tesseract: prepares the picture, has it read, and where the outcome is doubtful finds out which way up
 * it stands and has it read again.
 */
export function createTesseractEngine(program: TesseractProgram, settings: TesseractEngineSettings): RunningOcrEngine {
  const { usual, findsLanguage, atOnce, idleMs, pageTimeoutMs: taskTimeoutMs } = settings
  const there = new Set(program.languages)
  const preparing = new ThreadPool<PreparationTask, PreparationAnswer>({
    start: async () => (await import('./preparation-worker.ts')).startPreparationWorker(),
    atOnce,
    idleMs,
    taskTimeoutMs,
  })

  function codesOf(tags: readonly string[]): readonly string[] {
    const known = [...new Set(tags.map(tesseractCode))].filter((code) => there.has(code))
    return known.length > 0 ? known : usual
  }

  async function prepared(picture: OcrPicture, turn: QuarterTurn, signal: AbortSignal): Promise<Preparation> {
    const answer = await preparing.run({ picture, turn }, [], signal)
    if ('graymap' in answer) return answer
    throw new ChanceryError(answer.code, answer.message)
  }

  async function read(
    picture: OcrPicture,
    rotation: QuarterTurn,
    languages: readonly string[],
    signal: AbortSignal,
  ): Promise<OcrResult> {
    const { graymap, resolution, ...page } = await prepared(picture, rotation, signal)
    const isStrip = page.size.height > page.size.width * tallAndNarrow
    const segmentation: PageSegmentation = isStrip ? 6 : page.ruled ? 4 : 3
    const tsv = await program.recognize({ graymap, ...resolved(resolution), languages, segmentation, signal })
    const words = tsvWords(tsv).map(({ left, top, width, height, ...word }): OcrWord => {
      return { ...word, box: placeOn(page, [left, top, width, height]) }
    })
    return { words, confidence: meanOf(words), rotation, ...(page.skew === 0 ? {} : { skew: page.skew }) }
  }

  /** The turns that are worth a try where a picture could not be read as it stands. */
  async function turnsOf(
    picture: OcrPicture,
    { isEmpty, isOnItsSide }: { readonly isEmpty: boolean; readonly isOnItsSide: boolean },
    signal: AbortSignal,
  ): Promise<readonly QuarterTurn[]> {
    const { graymap, resolution } = await prepared(picture, 0, signal)
    const found = await program.orientation({ graymap, ...resolved(resolution), signal })
    if (isOnItsSide && (found?.turn ?? 0) % 180 === 0) return [90, 270]
    if (found === undefined || found.confidence < sureOfTurn) {
      // Where there is nothing to be seen at all, it is most often a picture.
      return isEmpty ? [] : isOnItsSide ? [90, 270] : [180, 90, 270]
    }
    return found.turn === 0 ? [] : [found.turn]
  }

  async function readUpright(
    picture: OcrPicture,
    languages: readonly string[],
    signal: AbortSignal,
  ): Promise<OcrResult> {
    let best = await read(picture, 0, languages, signal)
    const isDoubtful = (): boolean => best.confidence < doubtful || liesOnItsSide(best, picture)
    if (!isDoubtful()) return best
    const seen = { isEmpty: best.words.length === 0, isOnItsSide: liesOnItsSide(best, picture) }
    for (const turn of await turnsOf(picture, seen, signal)) {
      const again = await read(picture, turn, languages, signal)
      // The same words, in lines, are worth more.
      const isLevelled = liesOnItsSide(best, picture) && !liesOnItsSide(again, picture)
      if (worth(again) > worth(best) * (isLevelled ? 0.8 : 1)) best = again
      if (!isDoubtful()) break
    }
    return best
  }

  /** The language that the text is in, where there is data for it that was not used. */
  async function otherLanguage({ words }: OcrResult, used: readonly string[]): Promise<string | undefined> {
    const text = words.map((word) => word.text).join(' ')
    const { language } = await languagesOf(text, [], null)
    const code = language === null ? undefined : tesseractCode(language)
    return code !== undefined && there.has(code) && !used.includes(code) ? code : undefined
  }

  return {
    id: program.id,
    languages: program.languages.map(languageTag).filter((tag) => tag !== undefined),
    async recognize(picture, { languages: tags, signal }) {
      const gray = fromGraymap(picture.bytes)
      const isEmpty = Math.min(picture.width, picture.height) < leastSide || (gray !== undefined && isBlank(gray))
      if (isEmpty) return { words: [], confidence: 0, rotation: 0 }
      const languages = codesOf(tags)
      const upright = await readUpright(picture, languages, signal)
      const other = tags.length === 0 && findsLanguage ? await otherLanguage(upright, languages) : undefined
      if (other === undefined) return upright
      const again = await read(picture, upright.rotation, [other], signal)
      return worth(again) > worth(upright) ? again : upright
    },
    async close() {
      await Promise.all([preparing.close(), program.close()])
    },
  }
}

const resolved = (resolution: number | undefined) => (resolution === undefined ? {} : { resolution })

/** Much that is sure is worth more than a single sure word. */
const worth = ({ words }: OcrResult): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * (confidence - 0.4), 0)

/** Tesseract reads lines that run upwards well enough to be sure of their words, but not of their order. */
function liesOnItsSide({ words, rotation }: OcrResult, { width, height }: OcrPicture): boolean {
  const aspect = rotation % 180 === 0 ? width / height : height / width
  const long = words.filter(({ text }) => text.length >= 3)
  return long.filter(({ box }) => box.width * aspect < box.height).length * 2 > long.length
}

/** By the letters, so that specks count little. */
function meanOf(words: readonly OcrWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  if (letters === 0) return 0
  return (
    Math.round((words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters) * 1e4) / 1e4
  )
}
