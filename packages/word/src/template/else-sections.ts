import type { Expression, SectionNode } from '@chancery/tags'
import type { WordPlace } from './word-template.ts'

/**
 * What follows an `else` as a section of its own, by the id of the `else`: shown where nothing before it is. That is how
 * docxtemplater, which has no else, is shown it.
 */
export function elseSections(first: SectionNode<WordPlace>): readonly (readonly [number, SectionNode<WordPlace>])[] {
  const found: (readonly [number, SectionNode<WordPlace>])[] = []
  let shown = conditionOf(first)
  let section = first
  for (;;) {
    const { elsePlace: place, otherwise } = section
    if (place === undefined) return found
    const hidden: Expression = { kind: 'not', operand: shown, start: 0, end: 0 }
    const chained = chainedIn(section)
    const expression = chained === undefined ? hidden : both(hidden, conditionOf(chained))
    const children = chained?.children ?? otherwise
    found.push([
      place.id,
      {
        ...plain,
        expression,
        children,
        place,
        closePlace: first.closePlace,
        tag: tagOf(first, chained),
        size: first.size,
      },
    ])
    if (chained === undefined) return found
    shown = { kind: 'binary', operator: 'or', left: shown, right: conditionOf(chained), start: 0, end: 0 }
    section = chained
  }
}

/** The section of an `else if`. */
function chainedIn({ elsePlace, otherwise }: SectionNode<WordPlace>): SectionNode<WordPlace> | undefined {
  const [only] = otherwise
  return only?.kind === 'section' && only.place === elsePlace ? only : undefined
}

const plain = { kind: 'section', inverted: false, mode: 'if', otherwise: [] } as const
const tagOf = (first: SectionNode<WordPlace>, chained: SectionNode<WordPlace> | undefined): string =>
  chained?.tag ?? first.tag

const conditionOf = ({ expression, inverted }: SectionNode<WordPlace>): Expression =>
  inverted ? { kind: 'not', operand: expression, start: 0, end: 0 } : expression

const both = (left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator: 'and',
  left,
  right,
  start: 0,
  end: 0,
})
