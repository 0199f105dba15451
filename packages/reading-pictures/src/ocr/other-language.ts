import { languagesOf } from '@chancery/reading/language/language'
import { tesseractCode } from '@chancery/reading/ocr/languages'
import type { PictureReading, ReadIn } from './picture-reading.ts'
import { lettersIn, worth } from './reading-quality.ts'

/** Letters of a text whose language is surely told, though some of them were misread. */
const enoughLetters = 200

/**
 * The same page read in the language that its text is in, where that is another; a result that says which, where there
 * is no data for it: it was read by the letters of its kin.
 */
export async function inItsLanguage(reading: PictureReading, best: ReadIn, there: readonly string[]): Promise<ReadIn> {
  const { result, languages } = best
  const text = result.words.map((word) => word.text).join(' ')
  const { language } = await languagesOf(text, [], null)
  const code = language === null ? undefined : tesseractCode(language)
  if (language === null || code === undefined || languages.includes(code)) return best
  if (there.includes(code)) {
    const again = await reading.read({ turn: result.rotation, languages: [code] })
    return worth(again) > worth(result) ? { result: again, languages: [code] } : best
  }
  return lettersIn(result.words) < enoughLetters ? best : { ...best, seems: language }
}
