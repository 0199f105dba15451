import { hintForIndex, listOfField } from '../data/list-of-field.ts'
import type { Scope } from '../data/scope.ts'
import type { Expression } from '../syntax/expression.ts'
import type { SectionNode, ValueNode } from '../template/template-node.ts'
import { withNumber, wordsForNumbers } from '../template/words-for-numbers.ts'
import type { MissingPath } from './evaluate.ts'

/** What helps where nothing like the path is in the data. @param scope where it may be looked for; of many missing values, none */
export const hintFor = <Place>(
  node: ValueNode<Place> | SectionNode<Place>,
  { segments, path }: MissingPath,
  scope: Scope | undefined,
): string => {
  const name = segments.join('.')
  const number = wordsForNumbers(node.expression).find((each) => each.name === name)?.number
  if (number !== undefined) return `Write ${withNumber(node.tag, name, number)}.`
  if (isArgument(node.expression, name)) return `Write "${name}" in quotation marks, unless the data is to have it.`
  const ofIndex = scope === undefined ? undefined : hintForIndex(segments, scope)
  if (ofIndex !== undefined) return ofIndex
  const list = scope === undefined ? undefined : listOfField(segments, scope)
  if (list !== undefined) return `The items of "${list}" have it: write {#${list}}{${name}}{/${list}}.`
  if (node.kind === 'section') return `Give a list as "${path}", an empty one for none.`
  const instead = node.expression.kind === 'path' ? `{${name} | default:""}` : `| default:"" behind "${name}"`
  return `Give "${path}" in the data, or write ${instead} where nothing is to stand.`
}

/** A formatter has the path as an argument: `currency:EUR`. */
const isArgument = (expression: Expression, name: string): boolean =>
  expression.kind === 'pipe' &&
  (expression.args.some((arg) => arg.kind === 'path' && arg.segments.join('.') === name) ||
    isArgument(expression.input, name))
