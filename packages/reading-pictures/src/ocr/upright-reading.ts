import type { OcrResult } from '@chancery/reading/ocr/ocr-engine'
import type { QuarterTurn } from '../image/picture-turns.ts'
import type { Allowance } from './effort.ts'
import type { PictureReading } from './picture-reading.ts'
import type { Preparation } from './preparation-worker.ts'
import { isDoubtful, liesOnItsSide, worth } from './reading-quality.ts'

/** Orientation data is a guess below this. */
const sureOfTurn = 0.5
/** A page with more marks takes seconds; whether it can be read at all is tried on a few lines of it first. */
const manyMarks = 3500
/** With more, so are the ways up in which it could stand. */
export const someMarks = 300
/** Marks of a page that could be letters: with as many, it is not empty. */
export const enoughMarks = 40
const allTurns = [0, 180, 90, 270] as const

export interface UprightReading {
  readonly languages: readonly string[]
  /** Of a processor's time, for a page that was not tried on a few lines. */
  readonly limitMs: number
  /** The same for finding out, on a page that would take long, whether it can be read. */
  readonly doubtMs: number
}

/** Reads a picture; where the outcome is doubtful, finds out which way up it stands. `undefined` where it is given up. */
export async function readUpright(reading: PictureReading, how: UprightReading): Promise<OcrResult | undefined> {
  const { picture } = reading
  const page = await reading.prepared(0)
  const first = await firstReading(reading, page, how)
  if (first === undefined || !isDoubtful(first, picture)) return first
  // Of text that lies otherwise something is made out, be it wrong; beside a pattern, a few marks are what is left of it.
  if (page.patterned && (first.words.length === 0 || page.marks < enoughMarks)) return undefined
  let best: OcrResult = first
  const { turns, isSure } = await turnsOf(reading, best, how.limitMs)
  for (const turn of turns) {
    if (turn === best.rotation) continue
    const again = await turnedReading(reading, turn, page, how, isSure)
    if (again === undefined) continue
    // The same words, in lines, are worth more.
    const isLevelled = liesOnItsSide(best, picture) && !liesOnItsSide(again, picture)
    if (worth(again) > worth(best) * (isLevelled ? 0.8 : 1)) best = again
    if (!isDoubtful(best, picture)) break
  }
  return best
}

/** The page as it stands, or as lines of it can be read; `undefined` where none can, and it would take long to see. */
async function firstReading(
  reading: PictureReading,
  page: Preparation,
  { languages, limitMs, doubtMs }: UprightReading,
): Promise<OcrResult | undefined> {
  if (page.patterned && page.marks === 0) return undefined
  const isTried = page.marks <= manyMarks
  if (isTried) {
    const soon = await reading.readInTime({ turn: 0, languages, limitMs })
    if (soon !== undefined) return soon
  }
  const doubt = reading.effort.allowance(doubtMs)
  const turns = isTried ? await likelyTurns(reading, doubt) : allTurns
  const turn = await reading.readableTurn(page.sample, turns, languages, doubt)
  return turn === undefined ? undefined : await reading.read({ turn, languages })
}

/** All turns, the likeliest first: there is no time to try each. */
async function likelyTurns(reading: PictureReading, doubt: Allowance): Promise<readonly QuarterTurn[]> {
  const told = (await reading.orientation(Math.round(doubt.left() / 2)))?.turn ?? 0
  return [told, ...allTurns.filter((turn) => turn !== told)]
}

/** Ways up in which a page may stand. */
interface Turns {
  readonly turns: readonly QuarterTurn[]
  /** Whether Tesseract's own look at the letters says so; else each is a guess. */
  readonly isSure: boolean
}

/** The turns that are worth a try where a picture could not be read as it stands. */
async function turnsOf(reading: PictureReading, best: OcrResult, limitMs: number): Promise<Turns> {
  const isOnItsSide = liesOnItsSide(best, reading.picture)
  const found = await reading.orientation(limitMs)
  if (isOnItsSide && (found?.turn ?? 0) % 180 === 0) return { turns: [90, 270], isSure: false }
  if (found === undefined || found.confidence < sureOfTurn) {
    // Where there is nothing to be seen at all, it is most often a picture.
    return { turns: best.words.length === 0 ? [] : isOnItsSide ? [90, 270] : [180, 90, 270], isSure: false }
  }
  return { turns: found.turn === 0 ? [] : [found.turn], isSure: true }
}

/**
 * The page another way up; `undefined` where a few lines of it cannot be read so. They are tried first where it would
 * take long to see and the turn is a guess, else where it took longer than text does.
 */
async function turnedReading(
  reading: PictureReading,
  turn: QuarterTurn,
  page: Preparation,
  { languages, limitMs, doubtMs }: UprightReading,
  isSure: boolean,
): Promise<OcrResult | undefined> {
  if (isSure || page.marks <= someMarks) {
    const again = await reading.readInTime({ turn, languages, limitMs })
    if (again !== undefined) return again
  }
  const found = await reading.readableTurn(page.sample, [turn], languages, reading.effort.allowance(doubtMs))
  return found === undefined ? undefined : await reading.read({ turn, languages })
}
