import { ChanceryError } from '@chancery/core'
import { languagesOf } from '@chancery/reading/language/language'
import { fromGraymap, type GrayPicture, isBlank, toGraymap } from '@chancery/reading/ocr/gray-picture'
import { languageTag, tesseractCode } from '@chancery/reading/ocr/languages'
import type { OcrPicture, OcrResult, OcrWord, RunningOcrEngine } from '@chancery/reading/ocr/ocr-engine'
import { placeOn } from './page-preparation.ts'
import { type QuarterTurn, turned } from '../image/picture-turns.ts'
import type { Preparation, PreparationAnswer, PreparationTask } from './preparation-worker.ts'
import type { Orientation, PageSegmentation, TesseractProgram } from './tesseract-program.ts'
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
  /** How much others go before its threads, 0 to 19. */
  readonly niceness?: number
}

/** Pages upright are read far above this, pages on their side or head far below. */
const doubtful = 0.6
/** Orientation data is a guess below this. */
const sureOfTurn = 0.5
/** Pixels: no letter can be told from another in a picture that is smaller. */
const leastSide = 6
/** Receipts: one column, narrower than any page. */
const tallAndNarrow = 2.1
/** A page with more marks takes seconds; whether it can be read at all is tried on a few lines of it first. */
const manyMarks = 3500
/** With more, so are the ways up in which it could stand. */
const someMarks = 300
/**
 * Time for a page that was not tried so, and for each mark of it: some four times what pages of text take. One that
 * takes longer is no text, or the machine is busy: it is tried on a few lines, and where these can be read, all is.
 */
const [pageMs, markMs] = [3000, 1]
/** Time for finding out, on a page that would take long, whether it can be read; less than `leastMs` is not worth a try. */
const [usualDoubtMs, leastMs] = [2500, 300]
/**
 * Of lines that can be read: words, different signs (rows of circles are no text), and how sure the words are; what
 * stands upside down has a confidence of some 0.3.
 */
const [leastWords, leastSigns, readable] = [3, 10, 0.4]
const allTurns = [0, 180, 90, 270] as const

/**
 * An engine over Tesseract: prepares the picture, has it read, and where the outcome is doubtful finds out which way up
 * it stands and has it read again.
 */
export function createTesseractEngine(program: TesseractProgram, settings: TesseractEngineSettings): RunningOcrEngine {
  const { usual, findsLanguage, atOnce, idleMs, niceness = 0, pageTimeoutMs: taskTimeoutMs } = settings
  const there = new Set(program.languages)
  const preparing = new ThreadPool<PreparationTask, PreparationAnswer>({
    start: async () => (await import('./preparation-worker.ts')).startPreparationWorker(niceness),
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

  /** @param page as it was prepared for this turn; its picture may be handed on */
  async function read(
    { graymap, resolution, size, place, ruled }: Preparation,
    rotation: QuarterTurn,
    { languages, signal, limitMs }: Reading,
  ): Promise<OcrResult> {
    const isStrip = size.height > size.width * tallAndNarrow
    const segmentation: PageSegmentation = isStrip ? 6 : ruled ? 4 : 3
    const given = { graymap, ...known({ resolution, limitMs }), languages, segmentation, signal }
    const words = tsvWords(await program.recognize(given)).map(({ left, top, width, height, ...word }): OcrWord => {
      return { ...word, box: placeOn(place, [left, top, width, height]) }
    })
    return { words, confidence: meanOf(words), rotation, ...(place.skew === 0 ? {} : { skew: place.skew }) }
  }

  /** What work makes, or `undefined` where it took longer than its limit; a page's own time is its end as ever. */
  async function inTime<T>(limitMs: number, signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
    try {
      return await work
    } catch (error) {
      const isLimit = ChanceryError.is(error) && error.code === 'deadline_exceeded' && limitMs < taskTimeoutMs
      if (isLimit && !signal.aborted) return undefined
      throw error
    }
  }

  /** The first of the turns in which a few lines of the page can be read. */
  async function readableTurn(
    sample: GrayPicture | undefined,
    turns: readonly QuarterTurn[],
    { languages, signal }: Reading,
    doubt: Doubt,
  ): Promise<QuarterTurn | undefined> {
    if (sample === undefined) return undefined
    for (const turn of turns) {
      if (doubt.left() < leastMs) return undefined
      const graymap = toGraymap(turned(sample, turn))
      const words = tsvWords(await program.recognize({ graymap, languages, signal, segmentation: 6 }))
      const signs = new Set(words.flatMap(({ text }) => [...text]))
      // Text that lies any other way up is taken for words of all kinds, which nobody is sure of.
      if (words.length < leastWords || signs.size < leastSigns) return undefined
      if (meanOf(words) >= readable) return turn
    }
    return undefined
  }

  /** Which way up Tesseract takes the letters to stand; `undefined` where it cannot tell in time. */
  async function toldTurn(
    picture: OcrPicture,
    { signal, limitMs = Infinity }: Pick<Reading, 'signal' | 'limitMs'>,
  ): Promise<Orientation | undefined> {
    const { graymap, resolution } = await prepared(picture, 0, signal)
    const given = { graymap, ...known({ resolution, limitMs }), signal }
    return await inTime(limitMs, signal, program.orientation(given))
  }

  /** The turns that are worth a try where a picture could not be read as it stands. */
  async function turnsOf(
    picture: OcrPicture,
    { isEmpty, isOnItsSide }: { readonly isEmpty: boolean; readonly isOnItsSide: boolean },
    reading: Reading,
  ): Promise<Turns> {
    const found = await toldTurn(picture, reading)
    if (isOnItsSide && (found?.turn ?? 0) % 180 === 0) return { turns: [90, 270], isSure: false }
    if (found === undefined || found.confidence < sureOfTurn) {
      // Where there is nothing to be seen at all, it is most often a picture.
      return { turns: isEmpty ? [] : isOnItsSide ? [90, 270] : [180, 90, 270], isSure: false }
    }
    return { turns: found.turn === 0 ? [] : [found.turn], isSure: true }
  }

  /** All turns, the likeliest first: on a busy machine there is no time to try each. */
  async function likelyTurns(picture: OcrPicture, signal: AbortSignal, doubt: Doubt): Promise<readonly QuarterTurn[]> {
    const told = (await toldTurn(picture, { signal, limitMs: Math.round(doubt.left() / 2) }))?.turn ?? 0
    return [told, ...allTurns.filter((turn) => turn !== told)]
  }

  /** The page as it stands, or as lines of it can be read; `undefined` where none can, and it would take long to see. */
  async function firstReading(
    picture: OcrPicture,
    page: Preparation,
    { languages, signal, limitMs }: Reading & { readonly limitMs: number },
    doubtMs: number,
  ): Promise<OcrResult | undefined> {
    if (page.patterned && page.marks === 0) return undefined
    if (page.marks <= manyMarks) {
      const soon = await inTime(limitMs, signal, read(page, 0, { languages, signal, limitMs }))
      if (soon !== undefined) return soon
    }
    const doubt = newDoubt(doubtMs)
    const isUnused = page.marks > manyMarks
    const turns = isUnused ? allTurns : await likelyTurns(picture, signal, doubt)
    const turn = await readableTurn(page.sample, turns, { languages, signal }, doubt)
    if (turn !== undefined) {
      const ready = turn === 0 && isUnused ? page : await prepared(picture, turn, signal)
      return read(ready, turn, { languages, signal })
    }
    const soon = { languages, signal, limitMs: doubt.left() }
    if (!isUnused || soon.limitMs < leastMs) return undefined
    // The text may stand elsewhere, beside what is none and is passed over soon.
    const found = await inTime(soon.limitMs, signal, read(page, 0, soon))
    return found !== undefined && found.confidence >= doubtful ? found : undefined
  }

  /**
   * The page another way up; `undefined` where a few lines of it cannot be read so. They are tried first where it would
   * take long to see and the turn is a guess, else where it took longer than text does: the machine may be busy.
   */
  async function turnedReading(
    picture: OcrPicture,
    turn: QuarterTurn,
    page: Preparation,
    { languages, signal, limitMs, isGuess }: Reading & { readonly limitMs: number; readonly isGuess: boolean },
    doubtMs: number,
  ): Promise<OcrResult | undefined> {
    if (!isGuess || page.marks <= someMarks) {
      const soon = read(await prepared(picture, turn, signal), turn, { languages, signal, limitMs })
      const again = await inTime(limitMs, signal, soon)
      if (again !== undefined) return again
    }
    const found = await readableTurn(page.sample, [turn], { languages, signal }, newDoubt(doubtMs))
    return found === undefined
      ? undefined
      : await read(await prepared(picture, turn, signal), turn, { languages, signal })
  }

  async function readUpright(
    picture: OcrPicture,
    languages: readonly string[],
    signal: AbortSignal,
    doubtMs: number,
  ): Promise<OcrResult> {
    const page = await prepared(picture, 0, signal)
    const reading = { languages, signal, limitMs: pageMs + page.marks * markMs }
    const first = await firstReading(picture, page, reading, doubtMs)
    if (first === undefined) return { ...nothing, unread: true }
    let best: OcrResult = first
    const isDoubtful = (result: OcrResult): boolean => result.confidence < doubtful || liesOnItsSide(result, picture)
    if (!isDoubtful(best)) return best
    const seen = { isEmpty: best.words.length === 0, isOnItsSide: liesOnItsSide(best, picture) }
    const { turns, isSure } = await turnsOf(picture, seen, reading)
    for (const turn of turns) {
      if (turn === best.rotation) continue
      const again = await turnedReading(picture, turn, page, { ...reading, isGuess: !isSure }, doubtMs)
      if (again === undefined) continue
      // The same words, in lines, are worth more.
      const isLevelled = liesOnItsSide(best, picture) && !liesOnItsSide(again, picture)
      if (worth(again) > worth(best) * (isLevelled ? 0.8 : 1)) best = again
      if (!isDoubtful(best)) break
    }
    return page.patterned && best.words.length === 0 ? { ...nothing, unread: true } : best
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
    async recognize(picture, { languages: tags, signal, doubtMs = usualDoubtMs }) {
      const gray = fromGraymap(picture.bytes)
      const isEmpty = Math.min(picture.width, picture.height) < leastSide || (gray !== undefined && isBlank(gray))
      if (isEmpty) return nothing
      const languages = codesOf(tags)
      const upright = await readUpright(picture, languages, signal, doubtMs)
      const other = tags.length === 0 && findsLanguage ? await otherLanguage(upright, languages) : undefined
      if (other === undefined) return upright
      const page = await prepared(picture, upright.rotation, signal)
      const again = await read(page, upright.rotation, { languages: [other], signal })
      return worth(again) > worth(upright) ? again : upright
    },
    async close() {
      await Promise.all([preparing.close(), program.close()])
    },
  }
}

interface Reading {
  readonly languages: readonly string[]
  readonly signal: AbortSignal
  /** Absent: as long as any page may take. */
  readonly limitMs?: number
}

/** Ways up in which a page may stand. */
interface Turns {
  readonly turns: readonly QuarterTurn[]
  /** Whether Tesseract's own look at the letters says so; else each is a guess. */
  readonly isSure: boolean
}

/** What is left of the time for finding out. */
interface Doubt {
  left(): number
}

const newDoubt = (ms: number): Doubt => {
  const end = performance.now() + ms
  return { left: () => Math.round(end - performance.now()) }
}

const nothing: OcrResult = { words: [], confidence: 0, rotation: 0 }

const known = ({
  resolution,
  limitMs,
}: {
  readonly resolution?: number | undefined
  readonly limitMs?: number | undefined
}) => ({
  ...(resolution === undefined ? {} : { resolution }),
  ...(limitMs === undefined ? {} : { limitMs }),
})

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
function meanOf(words: readonly Pick<OcrWord, 'text' | 'confidence'>[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  if (letters === 0) return 0
  return (
    Math.round((words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters) * 1e4) / 1e4
  )
}
