import { type FieldType, fold, type FoundField, type InductionField, TakenNames } from '@chancery/core'
import { asciiWords, camelCase, freeName, wantedNames } from './identifier-names.ts'
import { voteByAddress } from './name-address.ts'
import { nameOfType, voteByContext } from './name-context.ts'
import { voteByValues } from './name-values.ts'
import { NameVotes } from './name-votes.ts'
import { sameRounds } from './same-rounds.ts'
import type { Scope, TemplateNode, Variable } from './template.ts'
import { conditionName, eachNode, mergeVariables, nameConditions } from './variables.ts'

const inSameKey = (name: string): string => asciiWords(name).join('')

const nameWords = new Set('name nom nombre nome naam nazwa namn navn'.split(' '))

const looseTypes: ReadonlySet<FieldType> = new Set<FieldType>([
  'person',
  'organization',
  'party',
  'address',
  'country',
  'duration',
])

/** What the identifier found in the samples votes for the field of the same value. */
const voteByFound = (
  variables: readonly Variable[],
  found: readonly (readonly FoundField[])[],
  votes: NameVotes,
): void => {
  for (const [sample, fields] of found.entries()) {
    const byValue = new Map(fields.map((field) => [field.raw.trim(), field]))
    const valueOf = ({ values }: Variable): string => values[sample]?.trim() ?? ''
    const times = new Map<string, number>()
    for (const variable of variables) times.set(valueOf(variable), (times.get(valueOf(variable)) ?? 0) + 1)
    for (const variable of variables) {
      if (variable.scope.parent) continue
      const field = byValue.get(valueOf(variable))
      // Of two fields with one value, as a rent and a deposit have it, nothing says which was found.
      if (!field || times.get(valueOf(variable)) !== 1) continue
      if (variable.type === 'text' && looseTypes.has(field.type)) variable.type = field.type
      const words = asciiWords(field.name)
      votes.add(variable, words, 1 + field.confidence)
    }
  }
}

/** An example of the caller may be in some samples alone: the first value that is one names the field. */
const giveByExamples = (variables: readonly Variable[], wanted: readonly InductionField[]): void => {
  const given = new Set(variables.map((variable) => variable.given))
  for (const { name, examples = [] } of wanted) {
    if (given.has(name)) continue
    const texts = new Set(examples.map((text) => text.trim()))
    const variable = variables.find(
      (one) => one.given === undefined && one.values.some((value) => value !== undefined && texts.has(value.trim())),
    )
    if (variable) variable.given = name
  }
}

const bestWords = (variable: Variable, votes: NameVotes, wanted: ReadonlyMap<string, string>): string => {
  const sums = new Map<string, number>()
  for (const { words, worth } of votes.of(variable)) {
    const name = wanted.get(words.join('')) ?? camelCase(words)
    if (name !== '') sums.set(name, Math.max(sums.get(name) ?? 0, worth + (wanted.has(words.join('')) ? 10 : 0)) + 0.1)
  }
  let best = ''
  for (const [name, worth] of sums) if (best === '' || worth > sums.get(best)!) best = name
  // What an entry of a list says, and nothing tells what it is.
  if (best === '' && variable.type === 'text' && variable.scope.parent !== undefined) return 'item'
  return best === '' ? nameOfType(variable.type) : best
}

const loopName = (before: TemplateNode | undefined): string => {
  if (before?.kind !== 'leaf') return 'items'
  const pieces = before.slots.flat()
  if (!pieces.every(({ kind }) => kind === 'constant')) return 'items'
  const words = asciiWords(pieces.map((piece) => (piece.kind === 'constant' ? piece.text : '')).join(''))
  return words.length > 0 && words.length <= 3 ? camelCase(words) || 'items' : 'items'
}

const eachList = (nodes: readonly TemplateNode[], visit: (siblings: readonly TemplateNode[]) => void): void => {
  visit(nodes)
  for (const node of nodes) if (node.kind !== 'leaf') eachList(node.children, visit)
}

/** A name by which the template fills a place that has no tag, and the text that all samples show there, if any. */
export interface HeldName {
  readonly name: string
  readonly shown?: string
}

/**
 * Merges equal fields and names everything: by the caller, labels, column headers, the words before, what the
 * identifier says, and at last by type. Names are ASCII in camel case and never shadow one of an outer scope.
 * @param format `foldSpaces`: values that differ in the kind of their spaces alone are one field; `heldNames`: what fills
 *   something else, in any spelling, and is no name of a field unless the caller gave it, or the field is what it shows
 * @returns the fields, in the order in which they stand in the template.
 */
export const nameTemplate = (
  nodes: readonly TemplateNode[],
  wantedFields: readonly InductionField[],
  found: readonly (readonly FoundField[])[],
  { foldSpaces = false, heldNames = [] }: { readonly foldSpaces?: boolean; readonly heldNames?: readonly HeldName[] },
): {
  readonly variables: readonly Variable[]
  readonly conditions: number
  readonly labelled: ReadonlySet<Variable>
} => {
  const same = sameRounds(nodes, foldSpaces)
  const variables = mergeVariables(nodes, same, foldSpaces)
  giveByExamples(variables, wantedFields)
  const votes = new NameVotes()
  voteByContext(nodes, votes)
  voteByAddress(nodes, votes)
  voteByValues(variables, votes)
  voteByFound(variables, found, votes)
  const written = wantedNames(wantedFields)
  const wanted = new Map(
    [...written].map(([name, usable]) => [inSameKey(name), usable] as const).filter(([, name]) => name !== ''),
  )
  // `Client: Ann Lee` is the name of the client, where the caller has no other field of that name.
  for (const [name, usable] of written) {
    const words = asciiWords(name)
    const key = words.slice(0, -1).join('')
    if (words.length > 1 && nameWords.has(words.at(-1) ?? '') && usable !== '' && !wanted.has(key))
      wanted.set(key, usable)
  }
  // What holds the members of a path is no value.
  const holders = [...written.values()].flatMap((name) =>
    name.includes('.') ? [name.slice(0, name.indexOf('.'))] : [],
  )
  const given = new Set([...written.values()].map(fold))
  // A field that shows one text in all samples, as in the only one, has its tag where that stands.
  const alike = new Set(
    variables.flatMap(({ values: [first, ...others] }) => (others.every((one) => one === first) ? (first ?? []) : [])),
  )
  const places = heldNames.filter(({ shown }) => shown === undefined || !alike.has(shown))
  const held = new Set(places.map(({ name }) => fold(name).replaceAll('.', '')).filter((name) => !given.has(name)))
  const isHeld = (name: string): boolean => held.has(fold(name))

  const taken = new Map<Scope, TakenNames>()
  const namesIn = (given: Scope): TakenNames => {
    const scope = same.get(given) ?? given
    let names = taken.get(scope)
    if (!names) taken.set(scope, (names = new TakenNames(scope.parent ? namesIn(scope.parent) : holders, isHeld)))
    return names
  }
  const loops: { node: TemplateNode & { kind: 'loop' }; wish: string }[] = []
  eachList(nodes, (siblings) => {
    for (const [index, node] of siblings.entries()) {
      if (node.kind === 'loop') loops.push({ node, wish: loopName(siblings[index - 1]) })
    }
  })
  const nameScope = (variable: Variable): void => {
    const wish =
      variable.given === undefined ? '' : (written.get(variable.given) ?? camelCase(asciiWords(variable.given)))
    variable.name = freeName(wish === '' ? bestWords(variable, votes, wanted) : wish, namesIn(variable.scope))
  }
  // What the caller named comes first, then outer scopes before inner ones, so that no inner name hides an outer one.
  const outer = variables.filter(({ scope }) => !scope.parent)
  for (const variable of outer) if (variable.given !== undefined) nameScope(variable)
  for (const variable of outer) if (variable.given === undefined) nameScope(variable)
  const loopNames = new Map<Scope, string>()
  for (const { node, wish } of loops) {
    const scope = same.get(node.scope) ?? node.scope
    node.name = loopNames.get(scope) ?? freeName(wish, namesIn(node.scope.parent!))
    loopNames.set(scope, node.name)
  }
  const conditions = nameConditions(nodes, (words, scope) => freeName(conditionName(words), namesIn(scope)))
  for (const variable of variables) if (variable.scope.parent) nameScope(variable)
  const labelled = new Set(variables.filter((variable) => votes.of(variable).some(({ worth }) => worth >= 3)))
  return { variables, conditions: conditions.length, labelled }
}

/** The dotted prefix of the names in each scope of a loop: `items.`. */
export const scopePrefixes = (nodes: readonly TemplateNode[]): Map<Scope | undefined, string> => {
  const prefixes = new Map<Scope | undefined, string>()
  eachNode(nodes, (node) => {
    if (node.kind === 'loop') prefixes.set(node.scope, `${prefixes.get(node.scope.parent) ?? ''}${node.name}.`)
  })
  return prefixes
}
