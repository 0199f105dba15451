import type { Box } from '@chancery/core'
import type { OcrResult } from '@chancery/reading/ocr/ocr-engine'
import { isRightToLeft } from './glyph-text.ts'
import type { PageGeometry, Rectangle } from './page-geometry.ts'
import type { PdfWord } from './pdf-word.ts'
import { textFrame, type TextFrame, type Turn } from './text-frame.ts'

/** The words of a picture of the page as if they were set in type, in the frame in which they stand upright. */
export function ocrWords(
  { words, rotation, skew }: OcrResult,
  geometry: Pick<PageGeometry, 'width' | 'height'>,
): { readonly frame: TextFrame; readonly words: readonly PdfWord[] } {
  // What has to be turned clockwise to stand upright stands turned the other way.
  const frame = textFrame(geometry, turns[rotation], skew)
  const sizes = lineSizes(words, frame)
  let before: number | undefined
  const placed = words.flatMap(({ text, box, confidence, line }): PdfWord[] => {
    const clean = text.toWellFormed().replaceAll(/[\s\p{Cc}]/gu, '')
    if (clean === '') return []
    const isNewLine = line !== before
    before = line
    const { left, top, right, bottom } = placeOf(box, frame)
    const size = sizes.get(line) ?? bottom - top
    return [
      {
        text: clean,
        left,
        top,
        right,
        bottom,
        size,
        bold: false,
        fixedPitch: false,
        baseline: hasDescender.test(clean) ? bottom - descent * size : bottom,
        break: isNewLine ? 'line' : 'space',
        hyphenated: false,
        rightToLeft: isRightToLeft(clean),
        content: -1,
        artifact: false,
        confidence,
      },
    ]
  })
  return { frame, words: placed }
}

/** Of a word, once its line is level. */
const placeOf = ({ x, y, width, height }: Box, frame: TextFrame): Rectangle =>
  frame.level({
    left: x * frame.width,
    top: y * frame.height,
    right: (x + width) * frame.width,
    bottom: (y + height) * frame.height,
  })

const turns: Readonly<Record<OcrResult['rotation'], Turn>> = { 0: 0, 90: 3, 180: 2, 270: 1 }

/** Of Latin, Greek and Cyrillic type, in sizes of the font: what its letters reach above and below the base line. */
const ascent = 0.72
const xHeight = 0.5
const descent = 0.21
const hasAscender = /[\p{Lu}\p{Nd}bdfhklt\u00df-\u00ff\u0431\u0444()[\]/|]/u
const hasDescender =
  /[gjpqy\u03b2\u03b3\u03b6\u03b7\u03bc\u03be\u03c1\u03c6\u03c7\u03c8\u0440\u0443\u0444\u0446\u0449()[\]/|;,Q]/u
/** Sizes that differ less are one, measured badly. */
const sameSize = 0.13

/** The size of the type of each line, by the height of its words and the letters that they have. */
function lineSizes(words: OcrResult['words'], frame: TextFrame): ReadonlyMap<number, number> {
  const byLine = new Map<number, number[]>()
  for (const { line, text, box } of words) {
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    const reach = (hasAscender.test(text) ? ascent : xHeight) + (hasDescender.test(text) ? descent : 0)
    const { top, bottom } = placeOf(box, frame)
    const size = (bottom - top) / reach
    const known = byLine.get(line)
    if (known === undefined) byLine.set(line, [size])
    else known.push(size)
  }
  const usual = median([...byLine.values()].flat())
  return new Map(
    [...byLine].map(([line, sizes]) => {
      const size = median(sizes)
      return [line, Math.abs(size - usual) < sameSize * usual ? usual : size]
    }),
  )
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return Math.round((sorted[sorted.length >> 1] ?? 10) * 2) / 2
}
