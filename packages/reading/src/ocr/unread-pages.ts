import { notRead, type OcrEngine, type OcrResult } from './ocr-engine.ts'

/**
 * Time of a processor, in ms, for pages of one document, one after the other, in which nothing was read, and how many
 * they are at least; one that was given up counts twice, it is surely no text. One in a script without data is text, and what
 * follows it may be in another: it counts once.
 */
const [vainMs, vainPages] = [2000, 4]
/** So many that are given up one after the other are enough, however little they took: they were drawn, too. */
const mostGivenUp = 5
/** The same for doubt in one document, and what is left of it for each page at the least. */
const [doubtMs, leastDoubtMs] = [2000, 500]
/** Words that are less sure are no words: textures are full of them. */
const leastConfidence = 0.4

/**
 * An engine for one document: where some pages and seconds were spent and nothing was read, it gives up the others.
 * A document may have any number of pages, and each that is no text costs something.
 * What they cost is counted, not the time that passed: a busy machine reads as much as an idle one.
 */
export function notInVain(engine: OcrEngine): OcrEngine {
  let [spent, pages, givenUp] = [0, 0, 0]
  const hasGivenUp = (): boolean => (spent >= vainMs && pages >= vainPages) || givenUp >= mostGivenUp
  return {
    id: engine.id,
    hasGivenUp,
    async recognize(picture, options) {
      if (hasGivenUp()) return notRead
      const result = await engine.recognize(picture, { ...options, doubtMs: Math.max(leastDoubtMs, doubtMs - spent) })
      const { unread, script, usedMs = 0 } = result
      const isGivenUp = unread === true && script === undefined
      ;[spent, pages] = isVain(result) ? [spent + usedMs, pages + (isGivenUp ? 2 : 1)] : [0, 0]
      givenUp = isGivenUp ? givenUp + 1 : 0
      return result
    },
  }
}

const isVain = ({ words, confidence }: OcrResult): boolean => words.length === 0 || confidence < leastConfidence
