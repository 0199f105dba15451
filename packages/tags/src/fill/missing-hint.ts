import { hintForIndex, listOfField } from '../data/list-of-field.ts'
import type { Scope } from '../data/scope.ts'
import type { Expression } from '../syntax/expression.ts'
import type { SectionNode, ValueNode } from '../template/template-node.ts'
import type { MissingPath } from './evaluate.ts'

/** What helps where nothing like the path is in the data. @param scope where it may be looked for; of many missing values, none */
export const hintFor = <Place>(
  node: ValueNode<Place> | SectionNode<Place>,
  { segments }: MissingPath,
  scope: Scope | undefined,
): string => {
  const name = segments.join('.')
  if (isArgument(node.expression, name)) return `Write "${name}" in quotation marks, unless the data is to have it.`
  const ofIndex = scope === undefined ? undefined : hintForIndex(segments, scope)
  if (ofIndex !== undefined) return ofIndex
  const list = scope === undefined ? undefined : listOfField(segments, scope)
  if (list !== undefined) return `The items of "${list}" have it: write {#${list}}{${name}}{/${list}}.`
  return node.kind === 'section'
    ? 'Give a list, an empty one for none.'
    : 'Give a value, or write | default:"" behind the path.'
}

/** A formatter has the path as an argument: `currency:EUR`. */
const isArgument = (expression: Expression, name: string): boolean =>
  expression.kind === 'pipe' &&
  (expression.args.some((arg) => arg.kind === 'path' && arg.segments.join('.') === name) ||
    isArgument(expression.input, name))
