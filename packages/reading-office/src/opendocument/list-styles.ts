import { listMarker } from '@chancery/reading/model/list-marker'
import { childrenOf, findAll, type XmlElement } from '@chancery/reading/xml/xml-element'

interface ListLevel {
  readonly bullet?: string
  /** `1`, `a`, `A`, `i`, `I`, `1st`; empty for a level that shows no number. */
  readonly format: string
  readonly prefix: string
  readonly suffix: string
  /** "%1%.%2%": newer than prefix and suffix, and instead of them. */
  readonly pattern: string | undefined
  readonly displayLevels: number
  readonly start: number
  /** After z comes aa, bb instead of aa, ab. */
  readonly letterSync: boolean
}

/** The levels of a list, from 1. */
export type ListStyle = ReadonlyMap<number, ListLevel>

/** All `text:list-style` and the `text:outline-style` of the parts, by name (ISO/IEC 26300, 16.30 and 16.34). */
export function listStylesOf(roots: readonly (XmlElement | undefined)[]): Map<string, ListStyle> {
  const styles = new Map<string, ListStyle>()
  for (const root of roots) {
    for (const style of findAll(root, 'text:list-style', 'text:outline-style')) {
      const name = style.name === 'text:outline-style' ? outlineStyle : (style.attributes['style:name'] ?? '')
      styles.set(
        name,
        new Map(childrenOf(style).map((level) => [Number(level.attributes['text:level']), levelOf(level)])),
      )
    }
  }
  return styles
}

/** No list style can be named so. */
export const outlineStyle = ':outline'

function levelOf({ name, attributes }: XmlElement): ListLevel {
  const isBullet = name === 'text:list-level-style-bullet' || name === 'text:list-level-style-image'
  return {
    ...(isBullet ? { bullet: bulletOf(attributes['text:bullet-char'] ?? '•') } : {}),
    format: attributes['style:num-format'] ?? '',
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    pattern: attributes['loext:num-list-format'],
    displayLevels: Math.min(Number(attributes['text:display-levels'] ?? 1) || 1, 10),
    start: startOf(attributes['text:start-value']) ?? 1,
    letterSync: attributes['style:num-letter-sync'] === 'true',
  }
}

/** Symbol fonts put their bullets into the private use area, where they mean nothing without the font. */
const bulletOf = (character: string): string => (/[\uE000-\uF8FF]/.test(character) ? '•' : character.trim())

export const startOf = (text: string | undefined): number | undefined =>
  /^\d{1,7}$/.test(text ?? '') ? Number(text) : undefined

/** As LibreOffice shows a level that a list style says nothing of. */
const plainLevel: ListLevel = {
  format: '1',
  prefix: '',
  suffix: '.',
  pattern: undefined,
  displayLevels: 1,
  start: 1,
  letterSync: false,
}

/** Lists have ten levels; those nested deeper count as the last. */
const maxLevel = 10

/** Counts the items of one list. */
export class ListCounter {
  private readonly style: ListStyle
  private readonly counts: (number | undefined)[] = []

  constructor(style: ListStyle) {
    this.style = style
  }

  /** The marker of the next item at a level, from 1; none where the level shows none. */
  next(givenLevel: number, startAt?: number): string | undefined {
    const level = Math.min(Math.max(Math.trunc(givenLevel) || 1, 1), maxLevel)
    const definition = this.style.get(level) ?? (this.style.size === 0 ? undefined : plainLevel)
    // Levels that were left out on the way down count as begun.
    for (let above = 1; above < level; above++) this.counts[above] ??= this.style.get(above)?.start ?? 1
    this.counts[level] = startAt ?? (this.counts[level] ?? (definition?.start ?? 1) - 1) + 1
    this.counts.length = level + 1
    if (definition === undefined) return undefined
    if (definition.bullet !== undefined) return definition.bullet || undefined
    const { pattern, prefix, suffix, displayLevels, format } = definition
    if (pattern !== undefined) {
      const marker = pattern.replaceAll(/%(\d{1,2})%/g, (_, at: string) => this.number(Number(at)))
      return /%\d/.test(pattern) && format === '' ? undefined : marker.trim() || undefined
    }
    if (format === '') return `${prefix}${suffix}`.trim() || undefined
    const from = Math.max(level - displayLevels + 1, 1)
    const numbers = Array.from({ length: level - from + 1 }, (_, index) => this.number(from + index))
    return `${prefix}${numbers.filter((number) => number !== '').join('.')}${suffix}`.trim() || undefined
  }

  private number(level: number): string {
    const definition = this.style.get(level)
    const count = this.counts[level] ?? definition?.start ?? 1
    if (definition === undefined) return String(count)
    switch (definition.format) {
      case '':
        return ''
      case 'i':
        return listMarker(count, 'lowerRoman')
      case 'I':
        return listMarker(count, 'upperRoman')
      // As LibreOffice writes what Word calls ordinal and decimalZero.
      case '1st':
        return listMarker(count, 'ordinal')
      case '01, 02, 03, ...':
        return listMarker(count, 'decimalZero')
      case 'a':
        return definition.letterSync ? listMarker(count, 'lowerLetter') : letters(count)
      case 'A':
        return definition.letterSync ? listMarker(count, 'upperLetter') : letters(count).toUpperCase()
      default:
        return String(count)
    }
  }
}

function letters(number: number): string {
  let written = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    written = String.fromCharCode(97 + ((rest - 1) % 26)) + written
  }
  return written === '' ? String(number) : written
}
