import { childrenOf, descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import { isSymbolFont, signOf } from '@chancery/reading/model/symbol-fonts'
import { countless, formatNumber, inWords } from './number-format.ts'
import { isOn, valueOf } from './properties.ts'
import type { NumberingReference, StyleSheet } from './style-sheet.ts'

interface Level {
  readonly format: string
  /** With the numbers of levels 1 to 9 as %1 to %9. */
  readonly text: string
  readonly start: number
  /** All numbers in it are decimal, as law texts have it. */
  readonly legal: boolean
  /** From 1: it starts anew after an item of this level or one above; 0: never. Absent: after any level above. */
  readonly restart: number | undefined
  /** Of a bullet. */
  readonly font: string
  /** The paragraph style that has this level. */
  readonly style: string | undefined
}

interface List {
  readonly abstractId: string
  readonly levels: ReadonlyMap<number, Level>
  /** Levels that this list starts anew, each when an item of it first comes. */
  readonly startOverrides: ReadonlyMap<number, number>
}

export interface ListItem {
  /** From 0. */
  readonly level: number
  /** As Word shows it; absent where it shows nothing. */
  readonly marker?: string
}

/** Lists that refer to one another by way of styles are followed no further than this. */
const maxLinks = 5

/** Computes what Word shows before a numbered paragraph, which the file does not hold (ECMA-376 part 1, 17.9). */
export class ListNumberings {
  private readonly styles: StyleSheet
  private readonly countsInEnglish: boolean
  private readonly numbers = new Map<string, XmlElement>()
  private readonly abstracts = new Map<string, XmlElement>()
  private readonly lists = new Map<string, List | undefined>()
  /** By abstract list: lists that share one go on counting from each other. */
  private readonly counters = new Map<string, (number | undefined)[]>()
  /** List and level of which an item came. */
  private readonly begun = new Set<string>()
  private load: (() => XmlElement | undefined) | undefined

  /** @param load reads the numbering part, at the first numbered paragraph */
  constructor(load: () => XmlElement | undefined, styles: StyleSheet) {
    this.load = load
    this.styles = styles
    this.countsInEnglish = /^en\b/i.test(styles.language ?? 'en')
  }

  /** Counts one paragraph; `undefined` for a list that is not defined. */
  next({ numId, level: written, style }: NumberingReference): ListItem | undefined {
    if (this.load !== undefined) {
      this.read(this.load())
      this.load = undefined
    }
    const list = this.listOf(numId)
    if (list === undefined) return undefined
    const level = written ?? (style === undefined ? 0 : levelOfStyle(list, style))
    const definition = list.levels.get(level)
    if (definition === undefined) return { level }
    const counters = this.countersOf(numId, list, level)
    // Levels that were left out on the way down count as begun.
    for (let above = 0; above < level; above++)
      counters[above] ??= list.startOverrides.get(above) ?? list.levels.get(above)?.start ?? 1
    counters[level] = (counters[level] ?? definition.start - 1) + 1
    for (const [deeper, { restart }] of list.levels) {
      if (deeper > level && restart !== 0 && (restart === undefined || level < restart)) counters[deeper] = undefined
    }
    const marker = markerOf(definition, list, counters, this.countsInEnglish).trim()
    return marker === '' ? { level } : { level, marker }
  }

  private read(root: XmlElement | undefined): void {
    for (const each of childrenOf(root, 'w:abstractNum'))
      this.abstracts.set(each.attributes['w:abstractNumId'] ?? '', each)
    for (const each of childrenOf(root, 'w:num')) this.numbers.set(each.attributes['w:numId'] ?? '', each)
  }

  private listOf(numId: string): List | undefined {
    if (!this.lists.has(numId)) this.lists.set(numId, this.resolved(numId, maxLinks))
    return this.lists.get(numId)
  }

  private resolved(numId: string, links: number): List | undefined {
    const number = this.numbers.get(numId)
    if (number === undefined) return undefined
    const abstractId = valueOf(number, 'w:abstractNumId') ?? ''
    const abstract = this.abstracts.get(abstractId)
    // The levels may be those of a numbering style, which has a list of its own.
    const linked = valueOf(abstract, 'w:numStyleLink')
    const target = linked === undefined ? undefined : this.styles.listOf(linked)
    const base = target === undefined || links === 0 ? undefined : this.resolved(target, links - 1)
    const levels = new Map(base?.levels ?? [])
    const startOverrides = new Map<number, number>()
    for (const [at, level] of byLevel(abstract, 'w:lvl')) levels.set(at, levelOf(level))
    for (const [at, override] of byLevel(number, 'w:lvlOverride')) {
      const level = descend(override, 'w:lvl')
      if (level !== undefined) levels.set(at, levelOf(level))
      const start = integer(valueOf(override, 'w:startOverride'))
      if (start !== undefined) startOverrides.set(at, start)
    }
    return { abstractId: base?.abstractId ?? abstractId, levels, startOverrides }
  }

  private countersOf(numId: string, list: List, level: number): (number | undefined)[] {
    let counters = this.counters.get(list.abstractId)
    if (counters === undefined) {
      counters = []
      this.counters.set(list.abstractId, counters)
    }
    const start = list.startOverrides.get(level)
    if (start !== undefined && !this.begun.has(`${numId} ${level}`)) {
      this.begun.add(`${numId} ${level}`)
      counters[level] = start - 1
    }
    return counters
  }
}

/** Lists have nine levels; what is said of others is nothing. */
const byLevel = (element: XmlElement | undefined, name: string): readonly (readonly [number, XmlElement])[] =>
  childrenOf(element, name).flatMap((each) => {
    const level = each.attributes['w:ilvl'] ?? ''
    return /^[0-8]$/.test(level) ? [[Number(level), each] as const] : []
  })

function markerOf(
  definition: Level,
  { levels }: List,
  counters: readonly (number | undefined)[],
  countsInEnglish: boolean,
): string {
  if (definition.format === 'bullet') return bullet(definition)
  return definition.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
    const at = levels.get(Number(digit) - 1)
    const number = counters[Number(digit) - 1] ?? at?.start ?? 1
    const format = at?.format ?? 'decimal'
    const isDecimal = (definition.legal && !countless.has(format)) || (inWords.has(format) && !countsInEnglish)
    return formatNumber(number, isDecimal ? 'decimal' : format)
  })
}

const levelOfStyle = ({ levels }: List, style: string): number =>
  [...levels].find(([, level]) => level.style === style)?.[0] ?? 0

function levelOf(level: XmlElement): Level {
  const fonts = descend(level, 'w:rPr', 'w:rFonts')?.attributes
  const isPicture = descend(level, 'w:lvlPicBulletId') !== undefined
  // Newer formats stand in alternate content with the older one beside them.
  const format = valueOf(level, 'w:numFmt') ?? valueOf(level, 'mc:AlternateContent', 'mc:Fallback', 'w:numFmt')
  return {
    format: isPicture ? 'bullet' : (format ?? 'decimal'),
    text: isPicture ? '•' : (valueOf(level, 'w:lvlText') ?? ''),
    // Without a start, it is zero (17.9.25).
    start: integer(valueOf(level, 'w:start')) ?? 0,
    legal: isOn(descend(level, 'w:isLgl')),
    restart: integer(valueOf(level, 'w:lvlRestart')),
    font: fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'] ?? '',
    style: valueOf(level, 'w:pStyle'),
  }
}

/** Symbol fonts put their bullets into the private use area, where they mean nothing without the font. */
function bullet({ text, font }: Level): string {
  const [character] = text.trim()
  // An item without a sign goes on with the one above it.
  if (character === undefined) return ''
  const code = character.codePointAt(0) ?? 0
  const isPrivate = code >= 0xe000 && code <= 0xf8ff
  if (isPrivate || isSymbolFont(font)) return signOf(code, isSymbolFont(font) ? font : 'Symbol') ?? '•'
  // Courier New's "o" is drawn as a ring.
  return character === 'o' && /courier/i.test(font) ? '◦' : text.trim()
}

const integer = (text: string | undefined): number | undefined =>
  /^\d{1,7}$/.test(text ?? '') ? Number(text) : undefined
