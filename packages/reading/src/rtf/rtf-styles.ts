import type { BlockType } from '@chancery/core'
import { isQuoteStyle, kindOfStyle, type StyledKind } from '../model/paragraph-styles.ts'
import type { RunLook } from '../model/run-look.ts'

export interface RtfStyle {
  name: string
  outlineLevel?: number
  basedOn?: number
  font?: number
  look?: RunLook
}

interface RtfRole {
  readonly type: Extract<BlockType, 'heading' | 'paragraph'> | StyledKind
  readonly level?: number
}

/** Styles that are based on each other are followed no further than this. */
const maxAncestors = 10
const heading =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок) ?([1-9])$/

/** What a paragraph is, by its own outline level (from 0; 9 is text) and its style's name and level. */
export function roleOf(styles: ReadonlyMap<number, RtfStyle>, style: number, outlineLevel?: number): RtfRole {
  if (outlineLevel !== undefined && outlineLevel <= 8) return headingOf(outlineLevel + 1)
  let own = styles.get(style)
  for (let left = maxAncestors; own !== undefined && left > 0; left--) {
    const name = own.name.toLowerCase()
    const level = heading.exec(name)?.[1]
    if (level !== undefined) return headingOf(Number(level))
    const kind = kindOfStyle(name)
    if (kind !== undefined) return { type: kind }
    if (own.outlineLevel !== undefined && own.outlineLevel <= 8) return headingOf(own.outlineLevel + 1)
    own = own.basedOn === undefined || own.basedOn === style ? undefined : styles.get(own.basedOn)
  }
  return { type: 'paragraph' }
}

/** Whether a style is for what others said. */
export const isQuote = (styles: ReadonlyMap<number, RtfStyle>, style: number): boolean =>
  isQuoteStyle(styles.get(style)?.name ?? '')

const headingOf = (level: number): RtfRole => ({ type: 'heading', level: Math.min(level, 6) })
