/** How letters are set, beyond what is usual for them. */
export type MathStyle =
  | 'upright'
  | 'bold'
  | 'bold-italic'
  | 'script'
  | 'fraktur'
  | 'double-struck'
  | 'sans-serif'
  | 'monospace'

/**
 * A formula as a tree, whichever notation it was written in: Office Math, MathML. What each kind looks like is that of
 * Office Math (ECMA-376 part 1, 22.1.2).
 */
export type MathNode =
  | { readonly kind: 'row'; readonly parts: readonly MathNode[] }
  /** Letters, numbers, signs. */
  | { readonly kind: 'signs'; readonly text: string; readonly style?: MathStyle }
  /** Ordinary text inside a formula. */
  | { readonly kind: 'words'; readonly text: string }
  /** Where the lines of `lines` stand under each other. */
  | { readonly kind: 'alignment' }
  | {
      readonly kind: 'fraction'
      readonly numerator: MathNode
      readonly denominator: MathNode
      /** `none`: one above the other without a line, as in a binomial; `slash`: beside each other. */
      readonly line: 'line' | 'none' | 'slash'
    }
  | {
      readonly kind: 'scripts'
      readonly base: MathNode
      readonly sub?: MathNode
      readonly sup?: MathNode
      /** Below and above the base, not behind it. */
      readonly isStacked?: boolean
    }
  | { readonly kind: 'prescripts'; readonly base: MathNode; readonly sub: MathNode; readonly sup: MathNode }
  | { readonly kind: 'root'; readonly radicand: MathNode; readonly degree?: MathNode }
  /** Between brackets or bars, which grow with what is inside; an absent one is an empty text. */
  | {
      readonly kind: 'fence'
      readonly open: string
      readonly close: string
      readonly separator: string
      readonly parts: readonly MathNode[]
    }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly MathNode[])[] }
  /** Several equations under each other. */
  | { readonly kind: 'lines'; readonly lines: readonly MathNode[] }
  /** A named function and what it is applied to. */
  | { readonly kind: 'function'; readonly name: MathNode; readonly argument: MathNode }
  /** A mark or brace above or below: `sign` is the combining character, or the brace or arrow itself. */
  | { readonly kind: 'accent'; readonly base: MathNode; readonly sign: string; readonly side: 'above' | 'below' }
  | { readonly kind: 'frame'; readonly base: MathNode }
  /** Takes the room of what it holds, and does not show it. */
  | { readonly kind: 'phantom'; readonly base: MathNode }

export const rowOf = (parts: readonly MathNode[]): MathNode =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'row', parts }

/** Nothing at all, or nothing but blanks. */
export const isNothing = (node: MathNode): boolean =>
  node.kind === 'row' ? node.parts.every(isNothing) : node.kind === 'signs' && node.text.trim() === ''

/** What stands alone in a row, however often it is wrapped. */
export function soleOf(node: MathNode): MathNode {
  let at = node
  while (at.kind === 'row') {
    const said = at.parts.filter((part) => !isNothing(part))
    const [only] = said
    if (said.length !== 1 || only === undefined) return at
    at = only
  }
  return at
}
