import { hintForIndex, listOfField } from '../data/list-of-field.ts'
import { lookup, type Scope } from '../data/scope.ts'
import type { Expression } from '../syntax/expression.ts'
import type { SectionNode, ValueNode } from '../template/template-node.ts'
import { withArgument, wordsForArguments } from '../template/words-for-arguments.ts'
import type { MissingPath } from './evaluate.ts'
import { ownPolicy } from './missing-policy.ts'

/** What helps where nothing like the path is in the data. @param scope where it may be looked for; of many missing values, none */
export const hintFor = <Place>(
  node: ValueNode<Place> | SectionNode<Place>,
  { segments, path }: MissingPath,
  scope: Scope | undefined,
): string => {
  const name = segments.join('.')
  const word = wordsForArguments(node.expression).find((each) => each.name === name)
  if (word !== undefined) return `Write ${withArgument(node.tag, word)}.`
  if (isArgument(node.expression, name)) return `Write "${name}" in quotation marks, unless the data is to have it.`
  const ofIndex = scope === undefined ? undefined : hintForIndex(segments, scope)
  if (ofIndex !== undefined) return ofIndex
  const list = scope === undefined ? undefined : listOfField(segments, scope)
  if (list !== undefined) return `The items of "${list}" have it: write {#${list}}{${name}}{/${list}}.`
  if (node.kind === 'section') return `Give a list as "${path}", an empty one for none.`
  if (ownPolicy(node.expression) !== undefined) return `Give "${path}" in the data where it is to stand.`
  // An empty text is no picture.
  const blank = node.kind === 'image' ? 'missing:"blank"' : 'default:""'
  const at = node.tag.lastIndexOf(name)
  const instead =
    node.expression.kind === 'path' && at !== -1
      ? `${node.tag.slice(0, at)}${name} | ${blank}${node.tag.slice(at + name.length).trimStart()}`
      : `| ${blank} behind "${name}"`
  const beside = scope === undefined ? [] : namesBeside(segments, scope)
  const known = beside.length === 0 ? '' : `; the data has ${beside.map((each) => `"${each}"`).join(', ')} there`
  return `Give "${path}" in the data, or write ${instead} where nothing is to stand${known}.`
}

/** Most names that a hint lists. */
const maxNames = 8

/** What the object has of which a path reads what it has not; nothing where that is a long list. */
function namesBeside(segments: readonly string[], scope: Scope): readonly string[] {
  const { value } = segments.length > 1 ? lookup(scope, segments.slice(0, -1), false) : scope
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const names = Object.keys(value)
  return names.length > maxNames ? [] : names
}

/** A formatter has the path as an argument: `currency:EUR`. */
const isArgument = (expression: Expression, name: string): boolean =>
  expression.kind === 'pipe' &&
  (expression.args.some((arg) => arg.kind === 'path' && arg.segments.join('.') === name) ||
    isArgument(expression.input, name))
