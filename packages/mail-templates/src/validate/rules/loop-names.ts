import { type Expression, partsOf, type PathExpression } from '@chancery/tags'
import type { Node } from '../../parse/parse-template.ts'
import type { Rule, Tell } from '../rule.ts'

/** What only a loop knows: `@index`, `@key`, `@first`, `@last`. */
const ofLoops = new Set(['$index', '$key', '$first', '$last'])

/** Values of loops where no loop is around, and `../` where nothing is above: Handlebars writes nothing for them. */
export const loopNames: Rule = ({ checked, tell }) => {
  for (const { nodes } of checked.fields) visit(nodes, tell)
}

/** All that an expression reads, with what only the loop knows. */
const pathsIn = (expression: Expression): readonly PathExpression[] =>
  expression.kind === 'path' ? [expression] : partsOf(expression).flatMap(pathsIn)

function visit(nodes: readonly Node[], tell: Tell): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    const { field, start, end } = node.place
    for (const { segments, up = 0 } of pathsIn(node.expression)) {
      if (up > 0 && up < Infinity)
        tell('outside_loop', field, [start, end], {
          message: 'Nothing is above: "../" stands in no block that has names of its own.',
          hint: 'Take "../" out.',
        })
      else if (ofLoops.has(segments[0] ?? '')) tell('outside_loop', field, [start, end])
    }
    // Inside of all but tests, names are read from an item or an object.
    if (node.kind === 'section') {
      if (node.mode === 'if') visit(node.children, tell)
      visit(node.otherwise, tell)
    }
  }
}
