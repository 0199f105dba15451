import { scriptOf, scriptsNamed } from '@chancery/reading/ocr/scripts'
import type { PictureReading, ReadIn } from './picture-reading.ts'
import { worth } from './reading-quality.ts'

/** Letters that the data knows are read with more confidence than this, but on the worst of pictures. */
const knownLetters = 0.7
/** What is read with less may well be letters that no data knows: some Greek ones are like Latin ones. */
const unknownLetters = 0.5
/** Tesseract's own scale: below this, what it says of the script is a guess; the more sure it has to be, the better it was read. */
const sureOfScript = (confidence: number): number => (confidence < unknownLetters ? 0.5 : 2)
/** Languages of one script that are read at once at the most; each takes its time. */
const atOnce = 3

/**
 * What was read, or what is read in the languages of the script that the letters are in, where that is another and there
 * is data for it; a result that names the script where there is none: letters that no data knows are read as whatever
 * looks most like them.
 * @param there Tesseract's codes of the languages that there is data for
 */
export async function inItsScript(
  reading: PictureReading,
  best: ReadIn,
  there: readonly string[],
  limitMs: number,
): Promise<ReadIn> {
  if (best.result.confidence >= knownLetters) return best
  const found = await reading.orientation(limitMs)
  if (found?.script === undefined || (found.scriptConfidence ?? 0) < sureOfScript(best.result.confidence)) return best
  const scripts = scriptsNamed(found.script)
  const isOfThem = (code: string): boolean => scripts.includes(scriptOf(code) ?? '')
  const [script] = scripts
  if (script === undefined || best.languages.some(isOfThem)) return best
  const languages = there.filter(isOfThem).slice(0, atOnce)
  if (languages.length === 0) {
    return { languages, result: { words: [], confidence: 0, rotation: 0, unread: true, script } }
  }
  // It is text, and Han takes several times what Latin does: as long as any page may.
  const again = await reading.read({ turn: best.result.rotation, languages })
  return worth(again) > worth(best.result) ? { result: again, languages } : best
}
