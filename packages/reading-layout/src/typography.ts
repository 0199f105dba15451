import type { TextLine } from './text-lines.ts'

/** What the whole document says about the size of letters. */
export interface Typography {
  /** The size that most of the text has. */
  readonly bodySize: number
  /** Sizes of headings, largest first; the place is the level. */
  readonly headingSizes: readonly number[]
  /** Most of the text is set as on a typewriter, which then says nothing. */
  readonly isFixedPitch: boolean
  /** Levels of the titles in the document's own table of contents. */
  readonly outlineLevels: ReadonlyMap<string, number>
}

/** Sizes are told apart by half points. */
export const roundSize = (size: number): number => Math.round(size * 2) / 2

export const maxHeadingLength = 200

/** Counts letters by size over all pages. */
export class SizeCounts {
  private readonly letters = new Map<number, number>()
  /** Of lines that may be headings. */
  private readonly shortLines = new Set<number>()
  private all = 0
  private fixedPitch = 0

  add({ text, size, fixedPitch }: TextLine): void {
    this.all += text.length
    if (fixedPitch) this.fixedPitch += text.length
    const rounded = roundSize(size)
    this.letters.set(rounded, (this.letters.get(rounded) ?? 0) + text.length)
    if (text.length <= maxHeadingLength && !this.shortLines.has(rounded) && /\p{L}{2}/u.test(text)) {
      this.shortLines.add(rounded)
    }
  }

  typography(outlineLevels: ReadonlyMap<string, number>): Typography {
    const bodySize = [...this.letters].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0] as const)[0]
    const larger = [...this.shortLines].filter((size) => size >= bodySize * 1.12 + 0.5).sort((a, b) => b - a)
    // Sizes that nearly agree are one level.
    const headingSizes = larger.filter((size, at) => at === 0 || (larger[at - 1] ?? 0) - size > 0.5)
    return { bodySize, headingSizes, isFixedPitch: this.fixedPitch > 0.6 * this.all, outlineLevels }
  }
}

/** Level by size, from 1; `undefined` for the size of the text and below. */
export function levelOf(size: number, { headingSizes, bodySize }: Typography): number | undefined {
  if (roundSize(size) < bodySize * 1.12 + 0.5) return undefined
  const at = headingSizes.findIndex((each) => roundSize(size) >= each - 0.5)
  return at === -1 ? undefined : Math.min(at + 1, 6)
}

/** As titles are compared: without numbers before them, marks and spaces. */
export const titleKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|[ivxlc]{1,6}\.)\s+/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
