import type { LineBlock } from './line-blocks.ts'

/** "2.1" of "2.1 Sampling"; dates and amounts are no numbers of sections. */
const decimal = /^(\d{1,2}(?:\.\d{1,2}){0,5})\.?(?=\s)/
const deepest = 6

/** Headings with numbers, in reading order: "2.1" is a level below "2", also where both are in the same type. */
export class NumberedHeadings {
  private readonly levels = new Map<string, number>()

  placed(block: LineBlock): LineBlock {
    const { type, level } = block
    const number = decimal.exec(block.parts[0]?.lines[0]?.text ?? '')?.[1]
    if (type !== 'heading' || level === undefined || number === undefined) return block
    const above = this.levels.get(number.slice(0, Math.max(number.lastIndexOf('.'), 0)))
    const own = above === undefined ? level : Math.min(Math.max(level, above + 1), deepest)
    this.levels.set(number, own)
    return own === level ? block : { ...block, level: own }
  }
}
