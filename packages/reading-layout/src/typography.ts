import { ContentsTitles } from './contents-titles.ts'
import { isCapitals, type StyledRun, type StyleKey, styledRuns } from './heading-styles.ts'
import { ItemCounts } from './list-items.ts'
import { sectionNumber } from './section-number.ts'
import type { TextLine } from './text-lines.ts'

/** What the whole document says about its type. */
export interface Typography {
  /** The size that most of the text has. */
  readonly bodySize: number
  /** The style that most of the text has, and its colour. */
  readonly bodyStyle: StyleKey
  readonly bodyInk: number
  readonly bodyFamily: string
  /** Sizes of headings, largest first; the place is the level. */
  readonly headingSizes: readonly number[]
  /** Most of the text is set so, which then says nothing. */
  readonly isFixedPitch: boolean
  readonly isBold: boolean
  readonly isCapitals: boolean
  /** Levels of the titles in the document's own table of contents. */
  readonly outlineLevels: ReadonlyMap<string, number>
  readonly itemCounts: ItemCounts
  /** What its printed table of contents names. */
  readonly contents: ContentsTitles
  /** The share of the runs of a style that look like titles. */
  titleShare(style: StyleKey): number
  /** How many runs have a style. */
  timesUsed(style: StyleKey): number
  /** The style of the text, or of that of some of several parts, each of which has its own. */
  isText(style: StyleKey): boolean
}

/** Sizes are told apart by half points. */
export const roundSize = (size: number): number => Math.round(size * 2) / 2

export const maxHeadingLength = 200
const mostLines = 4

/** Dots that lead to a page number or a price: a line of a table of contents, a menu. */
export const leader = /(?:[.·…_]\s?){4}\s{0,4}(?:\S{0,6}|\p{Sc}?\s?\d[\d.,\p{Sc}/\s–-]{0,20}(?:[A-Z]{3})?)$/u

/** A few short lines with words in them, none of them parted; a number may be set off. */
export function isTitleShaped({ lines }: StyledRun): boolean {
  if (lines.length > mostLines) return false
  const length = lines.reduce((sum, { text }) => sum + text.length + 1, 0)
  if (length > maxHeadingLength) return false
  const text = lines.map((line) => line.text).join(' ')
  if (!/\p{L}{2}|[\u2e80-\u9fff]/u.test(text) || leader.test(text)) return false
  return lines.every(({ parts }, at) => parts === 1 || (at === 0 && parts === 2 && isSetOff(text)))
}

/** A tab stands behind the number. */
const isSetOff = (text: string): boolean => (sectionNumber(text)?.length ?? 0) > text.indexOf('\t')

/** The share of all letters that the text of a part has, and the letters of its runs on the average. */
const leastOfText = 0.1
const lettersOfText = 100

/** So many letters beside those of tables are titles. */
const fewOfTables = 0.3

const mostUsed = (letters: ReadonlyMap<number, number>): number =>
  [...letters].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0] as const)[0]

/** Where long paragraphs in other type hold so much of a document, its type of one width is that of code. */
const leastBesideCode = 0.1

function sumOf(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const sum = new Map(one)
  for (const [size, letters] of other) sum.set(size, (sum.get(size) ?? 0) + letters)
  return sum
}

interface StyleUse {
  letters: number
  runs: number
  titles: number
  readonly ink: number
  readonly family: string
  readonly fixedPitch: boolean
}

/** Counts letters by size, and runs by style, over all pages. */
export class SizeCounts {
  private readonly letters = new Map<number, number>()
  private readonly lettersOfFixedPitch = new Map<number, number>()
  private readonly lettersOfTables = new Map<number, number>()
  /** Of lines that may be headings. */
  private readonly shortLines = new Set<number>()
  private readonly styles = new Map<StyleKey, StyleUse>()
  private readonly itemCounts = new ItemCounts()
  private readonly contents = new ContentsTitles()
  private all = 0
  private fixedPitch = 0
  /** Of long paragraphs in type of many widths. */
  private prose = 0
  private bold = 0
  private capitals = 0

  add(line: TextLine): void {
    const { text, size, fixedPitch, bold } = line
    this.all += text.length
    if (fixedPitch) this.fixedPitch += text.length
    if (bold) this.bold += text.length
    if (isCapitals(text)) this.capitals += text.length
    const rounded = roundSize(size)
    const letters = fixedPitch ? this.lettersOfFixedPitch : this.letters
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
    if (text.length <= maxHeadingLength && !this.shortLines.has(rounded) && /\p{L}{2}/u.test(text)) {
      this.shortLines.add(rounded)
    }
    this.itemCounts.add(line)
  }

  /** Lines that stand under each other in a column. */
  addColumn(lines: readonly TextLine[]): void {
    for (const line of lines) this.add(line)
    this.contents.add(lines)
    for (const run of styledRuns(lines)) {
      const [first] = run.lines
      let use = this.styles.get(run.style)
      if (use === undefined)
        this.styles.set(
          run.style,
          (use = {
            letters: 0,
            runs: 0,
            titles: 0,
            ink: first?.ink ?? 0,
            family: first?.family ?? '',
            fixedPitch: first?.fixedPitch ?? false,
          }),
        )
      const letters = run.lines.reduce((sum, { text }) => sum + text.length, 0)
      if (letters > lettersOfText && !use.fixedPitch) this.prose += letters
      use.letters += letters
      use.runs++
      if (isTitleShaped(run)) use.titles++
    }
  }

  /** What stands in a table, by size. */
  addTable(sizes: ReadonlyMap<number, number>): void {
    for (const [size, letters] of sizes) this.lettersOfTables.set(size, (this.lettersOfTables.get(size) ?? 0) + letters)
  }

  /** Code beside paragraphs says nothing about their type, however much of it there is. */
  private hasCode(): boolean {
    if (this.prose < leastBesideCode * this.all) return false
    // The small print of a typewritten letter is smaller than it.
    return mostUsed(this.letters) >= mostUsed(this.lettersOfFixedPitch)
  }

  /** The size of the text; of the tables, where a document has nothing else but a few lines in one larger size. */
  private bodySize(hasCode: boolean): number {
    const letters = hasCode ? this.letters : sumOf(this.letters, this.lettersOfFixedPitch)
    const size = mostUsed(letters)
    const ofTables = mostUsed(this.lettersOfTables)
    const inTables = [...this.lettersOfTables.values()].reduce((sum, each) => sum + each, 0)
    const isTitle = letters.size === 1 && size > 1.2 * ofTables && this.all < fewOfTables * inTables
    return isTitle ? ofTables : size
  }

  typography(outlineLevels: ReadonlyMap<string, number>): Typography {
    const hasCode = this.hasCode()
    const bodySize = this.bodySize(hasCode)
    const larger = [...this.shortLines].filter((size) => size >= bodySize * 1.12 + 0.5).sort((a, b) => b - a)
    const { styles } = this
    let [bodyStyle, body]: [StyleKey, StyleUse | undefined] = ['', undefined]
    for (const [style, use] of styles) {
      if (use.letters > (body?.letters ?? 0) && !(hasCode && use.fixedPitch)) [bodyStyle, body] = [style, use]
    }
    const all = hasCode ? this.all - this.fixedPitch : this.all
    return {
      bodySize,
      bodyStyle,
      bodyInk: body?.ink ?? 0,
      bodyFamily: body?.family ?? '',
      // Sizes that nearly agree are one level.
      headingSizes: larger.filter((size, at) => at === 0 || (larger[at - 1] ?? 0) - size > 0.5),
      isFixedPitch: !hasCode && this.fixedPitch > 0.6 * this.all,
      isBold: this.bold > 0.6 * this.all,
      isCapitals: this.capitals > 0.6 * this.all,
      outlineLevels,
      itemCounts: this.itemCounts,
      contents: this.contents,
      titleShare: (style) => {
        const use = styles.get(style)
        return use === undefined ? 1 : use.titles / use.runs
      },
      timesUsed: (style) => styles.get(style)?.runs ?? 0,
      isText: (style) => {
        const { letters, runs } = styles.get(style) ?? { letters: 0, runs: 1 }
        return style === bodyStyle || (letters > leastOfText * all && letters > lettersOfText * runs)
      },
    }
  }
}

/** Level by size, from 1; `undefined` for the size of the text and below. */
export function levelOf(size: number, { headingSizes, bodySize }: Typography): number | undefined {
  if (roundSize(size) < bodySize * 1.12 + 0.5) return undefined
  const at = headingSizes.findIndex((each) => roundSize(size) >= each - 0.5)
  return at === -1 ? undefined : Math.min(at + 1, 6)
}
