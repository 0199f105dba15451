import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** In sizes of the font: no space between two words of a sentence is as wide. */
const wideGap = 1.5
/** A single line with a gap has something at both of its ends. */
const fewestLines = 2

/** Whether words stand apart on several lines, as cells do; what is typed in columns has its own spaces. */
export function isSpread(words: readonly PdfWord[]): boolean {
  let lines = 0
  let told: number | undefined
  for (const [at, word] of words.entries()) {
    const last = words[at - 1]
    if (word.fixedPitch) return false
    if (last === undefined || Math.abs(word.baseline - last.baseline) > 0.3 * word.size) continue
    if (word.baseline === told || word.left - last.right < wideGap * word.size) continue
    told = word.baseline
    lines++
  }
  return lines >= fewestLines
}
