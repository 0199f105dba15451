import { type Expression, partsOf, type PathExpression } from '@chancery/tags'
import type { Node } from '../../parse/parse-template.ts'
import type { Rule, Tell, Words } from '../rule.ts'

/** What only a loop knows: `@index`, `@key`, `@first`, `@last`. */
const ofLoops = new Set(['$index', '$key', '$first', '$last'])

/** Values of loops where no loop is around, and `../` that leads further than all: Handlebars writes nothing for them. */
export const loopNames: Rule = ({ checked, tell }) => {
  for (const { nodes } of checked.fields) visit(nodes, tell)
}

/** All that an expression reads, with what only the loop knows. */
const pathsIn = (expression: Expression): readonly PathExpression[] =>
  expression.kind === 'path' ? [expression] : partsOf(expression).flatMap(pathsIn)

/** @param above how many blocks around have names of their own, or may have */
function visit(nodes: readonly Node[], tell: Tell, above = 0): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    const { field, start, end } = node.place
    for (const { segments, up = 0, loopsUp = 0 } of pathsIn(node.expression)) {
      if (up > above && up < Infinity)
        tell('outside_loop', field, [start, end], above === 0 ? nothingAbove : tooFar(above))
      else if (loopsUp >= above && ofLoops.has(segments[0] ?? '')) tell('outside_loop', field, [start, end])
    }
    if (node.kind === 'section') {
      // Inside of all but tests, names are read from an item or an object.
      visit(node.children, tell, node.mode === 'if' ? above : above + 1)
      visit(node.otherwise, tell, above)
    }
  }
}

const nothingAbove: Words = {
  message: 'Nothing is above: "../" stands in no block that has names of its own.',
  hint: 'Take "../" out.',
}

const tooFar = (above: number): Words => ({
  message: `"../" leads further up than all blocks around: there ${above === 1 ? 'is one' : `are ${above}`} that may have names of ${above === 1 ? 'its' : 'their'} own.`,
  hint: `Write "../" at most ${above === 1 ? 'once' : `${above} times`}.`,
})
