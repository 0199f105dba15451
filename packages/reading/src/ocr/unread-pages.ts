import type { Finding } from '@chancery/core'
import type { OcrEngine, OcrResult } from './ocr-engine.ts'

/**
 * Time for pages of one document, one after the other, in which nothing was read, and how many they are at least; one
 * that was given up counts twice, it is surely no text.
 */
const [vainMs, vainPages] = [2500, 4]
/** Time for doubt in one document, and what is left of it for each page at the least, in ms. */
const [doubtMs, leastDoubtMs] = [2500, 500]
/** Words that are less sure are no words: textures are full of them. */
const leastConfidence = 0.4

/** A warning for a page that was given up (`unread`). */
export const unreadPage = (page: number): Finding => ({
  code: 'page_not_read',
  severity: 'warning',
  message: `Page ${page} was not read: its picture shows no text, or none that can be made out in a sensible time.`,
})

/**
 * An engine for one document: where some pages and seconds were spent and nothing was read, it gives up the others.
 * A document may have any number of pages, and each that is no text costs something.
 * @param clock milliseconds
 */
export function notInVain(engine: OcrEngine, clock: () => number = () => performance.now()): OcrEngine {
  let [spent, pages] = [0, 0]
  return {
    id: engine.id,
    languages: engine.languages,
    async recognize(picture, options) {
      if (spent >= vainMs && pages >= vainPages) return { words: [], confidence: 0, rotation: 0, unread: true }
      const begin = clock()
      const result = await engine.recognize(picture, { ...options, doubtMs: Math.max(leastDoubtMs, doubtMs - spent) })
      ;[spent, pages] = isVain(result) ? [spent + clock() - begin, pages + (result.unread === true ? 2 : 1)] : [0, 0]
      return result
    },
  }
}

const isVain = ({ words, confidence }: OcrResult): boolean => words.length === 0 || confidence < leastConfidence
