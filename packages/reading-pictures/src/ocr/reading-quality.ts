import type { OcrPicture, OcrResult, OcrWord } from '@chancery/reading/ocr/ocr-engine'

/** Pages upright are read far above this, pages on their side or head far below. */
const doubtful = 0.6

/** Whether it may stand another way up. */
export const isDoubtful = (result: OcrResult, picture: OcrPicture): boolean =>
  result.confidence < doubtful || liesOnItsSide(result, picture)

/** Much that is sure is worth more than a single sure word. */
export const worth = ({ words }: OcrResult): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * (confidence - 0.4), 0)

/** Tesseract reads lines that run upwards well enough to be sure of their words, but not of their order. */
export function liesOnItsSide({ words, rotation }: OcrResult, { width, height }: OcrPicture): boolean {
  const aspect = rotation % 180 === 0 ? width / height : height / width
  const long = words.filter(({ text }) => text.length >= 3)
  return long.filter(({ box }) => box.width * aspect < box.height).length * 2 > long.length
}

/** By the letters, so that specks count little. */
export function meanConfidence(words: readonly Pick<OcrWord, 'text' | 'confidence'>[]): number {
  const letters = lettersIn(words)
  if (letters === 0) return 0
  const sum = words.reduce((all, { text, confidence }) => all + text.length * confidence, 0)
  return Math.round((sum / letters) * 1e4) / 1e4
}

export const lettersIn = (words: readonly Pick<OcrWord, 'text'>[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0)
