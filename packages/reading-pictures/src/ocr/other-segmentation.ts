import type { OcrResult } from '@chancery/reading/ocr/ocr-engine'
import { type PictureReading, type ReadIn, usualSegmentation } from './picture-reading.ts'
import { partedRows } from './parted-rows.ts'
import { lettersIn, worth } from './reading-quality.ts'
import { someMarks } from './upright-reading.ts'

/** Pages of even print are read with more confidence. */
const sure = 0.9
/** Of the marks that may be letters: fewer are read where the analysis of the page passed some over. */
const mostLetters = 0.7
/** The share of cells that stand beside lines of another block: on pages of text, also in columns, there are hardly any. */
const manyParted = 0.2
/** Whole rows may be worth so much less than the same taken apart into columns. */
const rowsAreWorth = 0.9

/**
 * What was read, or what is read where the page is parted another way, if that is better: Tesseract's analysis sees
 * columns in receipts, and in pages of equal lines.
 */
export async function otherwiseParted(reading: PictureReading, best: ReadIn, limitMs: number): Promise<ReadIn> {
  const { result, languages } = best
  const { rotation: turn } = result
  const page = await reading.prepared(turn)
  const isParted = partedRows(result.words) > manyParted
  if (!isParted && result.confidence >= sure && lettersIn(result.words) >= page.marks * mostLetters) return best
  const segmentation = usualSegmentation(page) === 6 ? 4 : 6
  // Much that nobody is sure of is most often no text: whether it can be read another way is tried on a few lines.
  if (worth(result) <= 0 && page.marks > someMarks) {
    const doubt = reading.effort.allowance(limitMs)
    if ((await reading.readableTurn(page.sample, [0], languages, doubt)) === undefined) return best
  }
  const again = await reading.readInTime({ turn, languages, segmentation, limitMs })
  return again !== undefined && isBetter(again, result, isParted) ? { ...best, result: again } : best
}

const isBetter = (again: OcrResult, result: OcrResult, isParted: boolean): boolean =>
  worth(again) > worth(result) * (isParted && partedRows(again.words) <= manyParted ? rowsAreWorth : 1)
