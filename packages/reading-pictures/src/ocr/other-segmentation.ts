import { type PictureReading, type ReadIn, usualSegmentation } from './picture-reading.ts'
import { lettersIn, worth } from './reading-quality.ts'

/** Pages of even print are read with more confidence. */
const sure = 0.9
/** Of the marks that may be letters: fewer are read where the analysis of the page passed some over. */
const mostLetters = 0.7

/**
 * What was read, or what is read where the page is parted another way, if that is better: Tesseract's analysis sees
 * columns in receipts, and in pages of equal lines.
 */
export async function otherwiseParted(reading: PictureReading, best: ReadIn, limitMs: number): Promise<ReadIn> {
  const { result, languages } = best
  const { rotation: turn } = result
  const page = await reading.prepared(turn)
  if (result.confidence >= sure && lettersIn(result.words) >= page.marks * mostLetters) return best
  const segmentation = usualSegmentation(page) === 6 ? 4 : 6
  // What nobody is sure of is most often no text: whether it can be read another way is tried on a few lines.
  if (worth(result) <= 0) {
    const doubt = reading.effort.allowance(limitMs)
    if ((await reading.readableTurn(page.sample, [0], languages, doubt)) === undefined) return best
  }
  const again = await reading.readInTime({ turn, languages, segmentation, limitMs })
  return again !== undefined && worth(again) > worth(result) ? { ...best, result: again } : best
}
