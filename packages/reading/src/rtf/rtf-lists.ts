import { listMarker, type ListNumbering } from '../model/list-marker.ts'

/** `\levelnfc`: how a level counts (RTF 1.9.1, "List Table"). */
const numberings: Readonly<Record<number, ListNumbering>> = {
  0: 'decimal',
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperLetter',
  4: 'lowerLetter',
  5: 'ordinal',
  22: 'decimalZero',
}
const bulletNumbering = 23
const noNumbering = 255

export interface ListLevel {
  numbering: number
  start: number
  /** `\leveltext`, its length taken off: characters below 9 stand for the number of that level. */
  text: string
}

const maxLevels = 9

/** The list tables of one document, and how far each list has counted. */
export class RtfLists {
  private readonly levels = new Map<number, readonly ListLevel[]>()
  private readonly listOf = new Map<number, number>()
  private readonly counts = new Map<number, number[]>()

  define(list: number, levels: readonly ListLevel[]): void {
    this.levels.set(list, levels.slice(0, maxLevels))
  }

  /** `\lsN` of paragraphs stands for a list. */
  override(number: number, list: number): void {
    this.listOf.set(number, list)
  }

  /** Counts one paragraph on; `undefined` where nothing is known of its list. */
  next(number: number, level: number): string | undefined {
    const list = this.listOf.get(number)
    const levels = list === undefined ? undefined : this.levels.get(list)
    const own = levels?.[level]
    if (list === undefined || levels === undefined || own === undefined) return undefined
    const counts = this.counts.get(list) ?? []
    this.counts.set(list, counts)
    counts.length = Math.min(counts.length, level + 1)
    for (let at = 0; at < level; at++) counts[at] ??= levels[at]?.start ?? 1
    counts[level] = (counts[level] ?? own.start - 1) + 1
    if (own.numbering === noNumbering) return undefined
    if (own.numbering === bulletNumbering) return bulletOf(own.text)
    const text = own.text.slice(0, 40)
    return Array.from(text, (character) => {
      const at = character.charCodeAt(0)
      if (at >= maxLevels) return character
      return listMarker(counts[at] ?? 1, numberings[levels[at]?.numbering ?? 0] ?? 'decimal')
    }).join('')
  }
}

/** A list's sign as one that every font has. */
export function bulletOf(text: string): string {
  const sign = text.trim()
  // An item without a sign goes on with the one above it.
  if (sign === '' && text !== '') return ''
  // What stands for a bullet in a font of signs is a middle dot where the font is not told.
  return sign === '' || /^·$|[\uE000-\uF8FF]/.test(sign) ? '•' : sign
}
