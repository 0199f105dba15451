import type { BlockType } from '@chancery/core'
import type { RunLook } from '../model/run-look.ts'

export interface RtfStyle {
  name: string
  outlineLevel?: number
  basedOn?: number
  font?: number
  look?: RunLook
}

interface RtfRole {
  readonly type: Extract<BlockType, 'title' | 'heading' | 'paragraph' | 'caption' | 'code'>
  readonly level?: number
}

/** Styles that are based on each other are followed no further than this. */
const maxAncestors = 10
const heading =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок) ?([1-9])$/
const codeStyles = new Set([
  'html preformatted',
  'preformatted text',
  'source code',
  'code',
  'macro text',
  'plain code',
])

/** What a paragraph is, by its own outline level (from 0; 9 is text) and its style's name and level. */
export function roleOf(styles: ReadonlyMap<number, RtfStyle>, style: number, outlineLevel?: number): RtfRole {
  if (outlineLevel !== undefined && outlineLevel <= 8) return headingOf(outlineLevel + 1)
  let own = styles.get(style)
  for (let left = maxAncestors; own !== undefined && left > 0; left--) {
    const name = own.name.toLowerCase()
    const level = heading.exec(name)?.[1]
    if (level !== undefined) return headingOf(Number(level))
    if (name === 'title') return { type: 'title' }
    if (name === 'caption') return { type: 'caption' }
    if (codeStyles.has(name)) return { type: 'code' }
    if (own.outlineLevel !== undefined && own.outlineLevel <= 8) return headingOf(own.outlineLevel + 1)
    own = own.basedOn === undefined || own.basedOn === style ? undefined : styles.get(own.basedOn)
  }
  return { type: 'paragraph' }
}

const quoteStyles = new Set(['quote', 'intense quote', 'block text', 'quotations'])

/** Whether a style is for what others said. */
export const isQuote = (styles: ReadonlyMap<number, RtfStyle>, style: number): boolean =>
  quoteStyles.has(styles.get(style)?.name.toLowerCase() ?? '')

const headingOf = (level: number): RtfRole => ({ type: 'heading', level: Math.min(level, 6) })
