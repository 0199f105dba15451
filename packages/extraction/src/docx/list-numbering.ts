import { listMarker, type ListNumbering } from '../model/list-marker.ts'
import type { NumberingReference } from './style-sheet.ts'
import { childrenOf, descend, isOn, valueOf, type XmlElement } from './xml-tree.ts'

interface Level {
  readonly format: string
  /** With the numbers of levels 1 to 9 as %1 to %9. */
  readonly text: string
  readonly start: number
  /** All numbers in it are decimal, as law texts have it. */
  readonly legal: boolean
  /** From 1: it starts anew after an item of this level or one above; 0: never. Absent: after any level above. */
  readonly restart: number | undefined
}

interface List {
  readonly abstractId: string
  readonly levels: ReadonlyMap<number, Level>
  /** Levels that this list starts anew when it first comes. */
  readonly startOverrides: ReadonlyMap<number, number>
}

const formats: Readonly<Record<string, ListNumbering>> = {
  decimalZero: 'decimalZero',
  lowerLetter: 'lowerLetter',
  upperLetter: 'upperLetter',
  lowerRoman: 'lowerRoman',
  upperRoman: 'upperRoman',
  ordinal: 'ordinal',
}

/** Computes what Word shows before a numbered paragraph, which the file does not hold (ECMA-376 part 1, 17.9). */
export class ListNumberings {
  private readonly lists = new Map<string, List>()
  /** By abstract list: lists that share one go on counting from each other. */
  private readonly counters = new Map<string, (number | undefined)[]>()
  private readonly begun = new Set<string>()

  constructor(root: XmlElement | undefined) {
    const abstracts = new Map(
      childrenOf(root, 'w:abstractNum').map((each) => [each.attributes['w:abstractNumId'] ?? '', each]),
    )
    for (const number of childrenOf(root, 'w:num')) {
      const abstractId = valueOf(number, 'w:abstractNumId') ?? ''
      this.lists.set(number.attributes['w:numId'] ?? '', listOf(number, abstractId, abstracts.get(abstractId)))
    }
  }

  /** Counts one paragraph; `undefined` for a list that is not defined or shows nothing. */
  next({ numId, level }: NumberingReference): string | undefined {
    const list = this.lists.get(numId)
    const definition = list?.levels.get(level)
    if (list === undefined || definition === undefined) return undefined
    const counters = this.countersOf(numId, list)
    counters[level] = (counters[level] ?? definition.start - 1) + 1
    for (const [deeper, { restart }] of list.levels) {
      if (deeper > level && restart !== 0 && (restart === undefined || level < restart)) counters[deeper] = undefined
    }
    if (definition.format === 'bullet') return bullet(definition.text)
    if (definition.format === 'none' && !definition.text.includes('%')) return definition.text.trim() || undefined
    const marker = definition.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = list.levels.get(Number(digit) - 1)
      const format = definition.legal ? 'decimal' : (formats[at?.format ?? ''] ?? 'decimal')
      return at?.format === 'none' ? '' : listMarker(counters[Number(digit) - 1] ?? at?.start ?? 1, format)
    })
    return marker.trim() || undefined
  }

  private countersOf(numId: string, list: List): (number | undefined)[] {
    let counters = this.counters.get(list.abstractId)
    if (counters === undefined) {
      counters = []
      this.counters.set(list.abstractId, counters)
    }
    if (!this.begun.has(numId)) {
      this.begun.add(numId)
      for (const [level, start] of list.startOverrides) counters[level] = start - 1
    }
    return counters
  }
}

function listOf(number: XmlElement, abstractId: string, abstract: XmlElement | undefined): List {
  const levels = new Map<number, Level>()
  const startOverrides = new Map<number, number>()
  for (const level of childrenOf(abstract, 'w:lvl')) levels.set(Number(level.attributes['w:ilvl']), levelOf(level))
  for (const override of childrenOf(number, 'w:lvlOverride')) {
    const at = Number(override.attributes['w:ilvl'])
    const level = descend(override, 'w:lvl')
    if (level !== undefined) levels.set(at, levelOf(level))
    const start = integer(valueOf(override, 'w:startOverride'))
    if (start !== undefined) startOverrides.set(at, start)
  }
  return { abstractId, levels, startOverrides }
}

const levelOf = (level: XmlElement): Level => ({
  format: valueOf(level, 'w:numFmt') ?? 'decimal',
  text: valueOf(level, 'w:lvlText') ?? '',
  start: integer(valueOf(level, 'w:start')) ?? 1,
  legal: isOn(descend(level, 'w:isLgl')),
  restart: integer(valueOf(level, 'w:lvlRestart')),
})

/** Symbol fonts put their bullets into the private use area, where they mean nothing without the font. */
const bullet = (text: string): string => (text === '' || /[\uE000-\uF8FF]/.test(text) ? '•' : text.trim() || '•')

const integer = (text: string | undefined): number | undefined =>
  /^\d{1,7}$/.test(text ?? '') ? Number(text) : undefined
