import { countWords } from './chance.ts'
import { asciiWords, camelCase } from './identifier-names.ts'
import { nameOfType } from './name-context.ts'
import { isTelling } from './name-words.ts'
import { thingNumbered } from './numbered-things.ts'
import { eachPiece, type Condition, type Piece, type Scope, type TemplateNode, type Variable } from './template.ts'
import { typeOfValues } from './value-types.ts'

/** Calls `visit` for each node, parents first. */
export const eachNode = (nodes: readonly TemplateNode[], visit: (node: TemplateNode) => void): void => {
  for (const node of nodes) {
    visit(node)
    if (node.kind === 'group') eachNode(node.head ? [node.head, ...node.children] : node.children, visit)
    else if (node.kind !== 'leaf') eachNode(node.children, visit)
  }
}

/** Calls `visit` for each variable with what it is a number of, by the words around it. */
const eachVariable = (
  nodes: readonly TemplateNode[],
  visit: (variable: Variable, replace: (by: Variable) => void, counted: string) => void,
): void => {
  const textOf = (piece: Piece | undefined): string => (piece?.kind === 'constant' ? piece.text : '')
  const inSlot = (pieces: readonly Piece[]): void => {
    for (const [index, piece] of pieces.entries()) {
      if (piece.kind === 'option') inSlot(piece.pieces)
      if (piece.kind !== 'variable') continue
      const counted = thingNumbered(textOf(pieces[index - 1]), textOf(pieces[index + 1]))
      visit(piece.variable, (by) => (piece.variable = by), counted)
    }
  }
  eachNode(nodes, (node) => {
    if (node.kind === 'leaf') node.slots.forEach(inSlot)
  })
}

/** What does not break, is narrow or thin, is a space all the same. */
export const foldedSpaces = (value: string): string => value.replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ')

/** Short values agree by chance where there are few samples: `2` items and `2` months. */
const coincidental = (variable: Variable): boolean => {
  const values = variable.values.filter((value) => value !== undefined)
  return new Set(values).size <= 3 && values.every((value) => value.trim().length <= 2)
}

/**
 * Fields that say the same in every instance are one field, also where one of them stands in fewer instances;
 * `foldSpaces`: whatever kind of space they have.
 * Returns the fields left, in the order in which they first stand in the template.
 */
export const mergeVariables = (
  nodes: readonly TemplateNode[],
  same: ReadonlyMap<Scope, Scope>,
  foldSpaces: boolean,
): Variable[] => {
  const form = (value: string): string => (foldSpaces ? foldedSpaces(value) : value)
  const agree = (full: Variable, part: Variable): boolean =>
    part.values.every((value, index) => value === undefined || form(value) === form(full.values[index] ?? ''))
  const byScope = new Map<Scope, Map<string, Variable[]>>()
  const all: { variable: Variable; replace: (by: Variable) => void; counted: string; known: number }[] = []
  const things = new Map<Variable, string>()
  eachVariable(nodes, (variable, replace, counted) =>
    all.push({ variable, replace, counted, known: variable.values.filter((value) => value !== undefined).length }),
  )
  const kept = new Map<Variable, Variable>()
  for (const { variable, replace, counted } of [...all].sort((a, b) => b.known - a.known)) {
    const scope = same.get(variable.scope) ?? variable.scope
    let index = byScope.get(scope)
    if (!index) byScope.set(scope, (index = new Map()))
    const at = variable.values.findIndex((value) => value !== undefined && value !== '')
    const place = `${at}\u0000${form(variable.values[at] ?? '')}`
    const twin =
      at < 0 || (coincidental(variable) && counted === '')
        ? undefined
        : index
            .get(place)
            ?.find(
              (other) =>
                agree(other, variable) &&
                (!coincidental(variable) || things.get(other) === counted) &&
                (other.given ?? variable.given) === (variable.given ?? other.given),
            )
    if (twin) {
      if (variable.given !== undefined) twin.given = variable.given
      for (const [instance, value] of variable.values.entries())
        if (value !== undefined && value !== twin.values[instance]) twin.values[instance] = form(value)
      replace(twin)
      kept.set(variable, twin)
      continue
    }
    kept.set(variable, variable)
    things.set(variable, counted)
    for (const [instance, value] of variable.values.entries()) {
      if (value === undefined || value === '') continue
      const key = `${instance}\u0000${form(value)}`
      const list = index.get(key)
      if (list) list.push(variable)
      else index.set(key, [variable])
    }
  }
  const merged = new Set(all.map(({ variable }) => kept.get(variable)!))
  for (const variable of merged) variable.type = typeOfValues(variable.values)
  return [...merged]
}

const isInverse = (a: readonly boolean[], b: readonly boolean[]): boolean =>
  a.every((value, index) => value !== b[index])

const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (piece.kind === 'constant' ? piece.text : ' ')).join('')

/** Not only of what type it is. */
const saysMore = ({ name, type }: Variable): boolean => name !== '' && name.replace(/\d+$/, '') !== nameOfType(type)

/** What a part is about: the one value that only it has, else its first words. */
const conditionWords = (pieces: readonly Piece[], condition: Condition, text: string): readonly string[] => {
  const own = new Set<string>()
  eachPiece(pieces, (piece) => {
    const variable = piece.kind === 'variable' && piece.variable.scope === condition.scope ? piece.variable : undefined
    const isOwn = variable?.values.every((value, index) => (value === undefined) !== condition.present[index])
    if (variable !== undefined && isOwn === true && saysMore(variable)) own.add(variable.name)
  })
  const [name] = own
  if (name !== undefined && own.size === 1) return asciiWords(name)
  const words = asciiWords(text).filter((word) => word.length > 2)
  const telling = words.filter(isTelling)
  return (telling.length > 0 ? telling : words).slice(0, 3)
}

const wordsOfOption = ({ condition, children }: TemplateNode & { kind: 'option' }): readonly string[] => {
  const pieces: Piece[] = []
  let text = ''
  eachNode(children, (inner) => {
    if (inner.kind !== 'leaf') return
    const own = inner.slots.flat()
    if (countWords(text) === 0) text = textOf(own)
    for (const piece of own) pieces.push(piece)
  })
  return conditionWords(pieces, condition, text)
}

/** Of fewer samples two parts may be opposites by chance; then they are only where one stands beside the other. */
const manySamples = 8

const keyOf = ({ present }: Condition): string => present.join()

/** For each condition the keys of those beside it: the options before and behind, or the others of its text. */
const neighboursOf = (nodes: readonly TemplateNode[]): ReadonlyMap<Condition, ReadonlySet<string>> => {
  const neighbours = new Map<Condition, Set<string>>()
  const join = (one: Condition, other: Condition): void => {
    for (const [own, beside] of [
      [one, other],
      [other, one],
    ] as const)
      neighbours.set(own, (neighbours.get(own) ?? new Set()).add(keyOf(beside)))
  }
  const inList = (list: readonly TemplateNode[]): void => {
    for (const [index, node] of list.entries()) {
      const before = list[index - 1]
      if (node.kind === 'option' && before?.kind === 'option') join(before.condition, node.condition)
    }
  }
  inList(nodes)
  eachNode(nodes, (node) => {
    if (node.kind !== 'leaf') return inList(node.children)
    for (const slot of node.slots) {
      const own: Condition[] = []
      eachPiece(slot, (piece) => {
        if (piece.kind !== 'option') return
        for (const other of own) join(other, piece.condition)
        if (own.length < mostBeside) own.push(piece.condition)
      })
    }
  })
  return neighbours
}

/** Options of one text that are compared with each other. */
const mostBeside = 50

/**
 * All conditions, those of equal presence sharing one name, those of opposite presence one name and its inverse, where they
 * stand beside each other or the samples are many.
 */
export const nameConditions = (
  nodes: readonly TemplateNode[],
  nameFor: (words: readonly string[], scope: Scope) => string,
): Condition[] => {
  const neighbours = neighboursOf(nodes)
  const known: { condition: Condition; key: string }[] = []
  const name = (condition: Condition, words: () => readonly string[]): Condition => {
    const key = keyOf(condition)
    const same = known.find((one) => one.condition.scope === condition.scope && one.key === key)
    if (same) return same.condition
    const opposite = known.find(
      (one) =>
        one.condition.scope === condition.scope &&
        !one.condition.inverted &&
        isInverse(one.condition.present, condition.present) &&
        (condition.present.length >= manySamples || neighbours.get(condition)?.has(one.key) === true),
    )
    if (opposite) {
      condition.name = opposite.condition.name
      condition.inverted = true
    } else condition.name = nameFor(words(), condition.scope)
    known.push({ condition, key })
    return condition
  }
  eachNode(nodes, (node) => {
    if (node.kind === 'option') node.condition = name(node.condition, () => wordsOfOption(node))
    if (node.kind !== 'leaf') return
    for (const slot of node.slots) {
      eachPiece(slot, (piece) => {
        if (piece.kind !== 'option') return
        const { condition, pieces } = piece
        piece.condition = name(condition, () => conditionWords(pieces, condition, textOf(pieces)))
      })
    }
  })
  return known.map(({ condition }) => condition)
}

/** `hasLatePayment`; `hasPart` where the words give no name. */
export const conditionName = (words: readonly string[]): string =>
  words.length > 0 ? camelCase(['has', ...words]) : 'hasPart'
