import { below, newUse, sampleKey, type Use } from './data-use.ts'
import type { Expression, ItemExpression, PathExpression, PipeExpression } from '../syntax/expression.ts'
import { findFormatter } from '../formatters/registry.ts'
import { styledFormatters } from '../formatters/styled.ts'
import { pathsOf } from '../data/reads.ts'
import { isBuiltIn } from '../data/scope.ts'

/** Where names are looked up: the loops around, innermost last. */
export interface Frame {
  readonly use: Use
  /** Path of the section, to tell `{#a}{a.b}{/a}` from a field of the item. */
  readonly path: string
  /** What tags gave names to, up to the tag that is looked at: these are no data. */
  variables: Variable | null
  readonly label: string | undefined
  /** Its items are written as texts (`{.}`): names inside are of what is around it. */
  readonly isPlain: boolean
}

export const frameOf = (
  use: Use,
  { path = '', variables = null, label, isPlain = false }: Partial<Omit<Frame, 'use'>> = {},
): Frame => ({ use, path, variables, label, isPlain })

/** A name that a tag gave, with those that were known where it stands. */
interface Variable {
  readonly name: string
  readonly value: Expression
  readonly before: Variable | null
}

/** The variable that a path begins with. */
function variableAt({ segments, own, up }: PathExpression, known: Variable | null): Variable | null {
  if (own || up !== undefined) return null
  let at = known
  while (at !== null && at.name !== segments[0]) at = at.before
  return at
}

/** Whether the items of a loop are texts: said in it, or in another loop over the same list. */
const isText = ({ isPlain, use }: Frame): boolean => isPlain || (use.isText && use.properties.size === 0)

/** The use of a path, made if new, in the scope that it most likely belongs to: the innermost loop, or what is around it. */
export function useAt(path: PathExpression, all: readonly Frame[], outside: ReadonlySet<string>): Use | undefined {
  const { segments, own } = path
  const around = framesOf(path, all)
  // The data itself is never a text.
  const nearest = around.findLastIndex((frame, index) => index === 0 || !isText(frame))
  const frames = own ? around : around.slice(0, nearest + 1)
  const first = segments[0]
  const innermost = frames.at(-1)
  if (innermost === undefined) return undefined
  if (first === undefined) return innermost.use
  if (isBuiltIn(segments)) return undefined
  let frame = innermost
  if (!own && frames.length > 1) {
    // A name of an outer loop, or an object that is read outside of loops, is not the item's.
    const owner = frames.findLast(({ path }) => path === first || path.startsWith(`${first}.`))
    const known = frames.findLast(({ use }, index) => index > 0 && use.properties.has(first))
    if (owner !== undefined) frame = frames[frames.indexOf(owner) - 1] ?? innermost
    else if (known !== undefined) frame = known
    else if (segments.length > 1 && outside.has(`${first}.`)) frame = frames[0] ?? innermost
  }
  return below(frame.use, segments)
}

/** The loops that a path is read in. */
function framesOf({ up, label }: PathExpression, all: readonly Frame[]): readonly Frame[] {
  if (label !== undefined) return all.slice(0, Math.max(1, all.findLastIndex((frame) => frame.label === label) + 1))
  return up === undefined ? all : all.slice(0, Math.max(1, all.length - up))
}

export const literalText = (argument: PipeExpression['args'][number] | undefined): string | undefined =>
  argument?.kind === 'literal' ? String(argument.value) : undefined

/** The use of a field of an item; "." is the item. */
export function fieldUse(item: Use, field: string): Use {
  if (field === '.' || field === '') return item
  const path: PathExpression = { kind: 'path', segments: field.split('.'), own: true, start: 0, end: 0 }
  return useAt(path, [frameOf(item)], new Set()) ?? item
}

/** Formatters that hand on what they take, as far as its kind goes. */
const keepsValue = new Set(['default', 'missing', ...styledFormatters.map(({ name }) => name)])
const keepsItems = new Set(['sort', 'filter', 'unique', 'reverse', 'limit', 'default', 'missing'])

/** Finds the uses that an expression's value stands for. */
export class UseLookup {
  private readonly find: (path: PathExpression) => Use | undefined
  private readonly frame: Frame

  constructor(find: (path: PathExpression) => Use | undefined, frame: Frame) {
    this.find = find
    this.frame = frame
  }

  /** The data that an expression hands on: through conditions, defaults, and the first or last of a list. */
  usesOf(expression: Expression, known = this.frame.variables): readonly Use[] {
    switch (expression.kind) {
      case 'path': {
        const variable = variableAt(expression, known)
        if (variable !== null)
          return this.usesOf(variable.value, variable.before).map((use) => below(use, expression.segments.slice(1)))
        const use = this.find(expression)
        return use === undefined ? [] : [use]
      }
      case 'item':
        return this.entriesOf(expression, known)
      case 'named':
        return this.usesOf(expression.otherwise, known)
      case 'pipe': {
        const name = findFormatter(expression.formatter.name)?.name ?? ''
        if (keepsValue.has(name)) return this.usesOf(expression.input, known)
        const item = name === 'first' || name === 'last' ? this.itemOf(expression.input, known) : undefined
        return item === undefined ? [] : [item]
      }
      case 'conditional':
        return [...this.usesOf(expression.consequent, known), ...this.usesOf(expression.alternate, known)]
      case 'binary':
        return expression.operator === '??'
          ? [...this.usesOf(expression.left, known), ...this.usesOf(expression.right, known)]
          : []
      default:
        return []
    }
  }

  /** What stands under a key: an item of a list, where the key is a place in it, else an entry of a dictionary. */
  private entriesOf({ of, key, segments }: ItemExpression, known: Variable | null): readonly Use[] {
    const keys = pathsOf(key)
    return this.usesOf(of, known).map((use) => {
      if (keys.length === 0) {
        use.isList = true
        return below((use.item ??= newUse()), segments)
      }
      for (const path of keys)
        for (const each of this.usesOf(path, known)) each.takes.push({ type: 'string', examples: [sampleKey] })
      return below((use.entry ??= newUse()), segments)
    })
  }

  /** What stands under each key of the dictionary that an expression gives; of a list, where it is one elsewhere. */
  valueOf(expression: Expression): Use | undefined {
    const [use] = expression.kind === 'pipe' ? [] : this.usesOf(expression)
    return use === undefined ? this.itemOf(expression) : (use.entry = use.item ??= use.entry ?? newUse())
  }

  /** The item of the list that an expression gives; what it is read from becomes a list by that. */
  itemOf(expression: Expression, known = this.frame.variables): Use | undefined {
    const variable = expression.kind === 'path' ? variableAt(expression, known) : null
    if (variable !== null && expression.kind === 'path' && expression.segments.length === 1)
      return this.itemOf(variable.value, variable.before)
    const name = expression.kind === 'pipe' ? (findFormatter(expression.formatter.name)?.name ?? '') : ''
    if (expression.kind !== 'pipe' || keepsValue.has(name) || name === 'first' || name === 'last') {
      const [use] = this.usesOf(expression, known)
      if (use === undefined) return undefined
      use.isList = true
      return (use.item ??= newUse())
    }
    const item = this.itemOf(expression.input, known)
    const field = literalText(expression.args[0])
    if (item === undefined || keepsItems.has(name)) return item
    if (name === 'map') return field === undefined ? undefined : fieldUse(item, field)
    if (name !== 'groupBy') return undefined
    const group = newUse()
    group.properties.set('key', field === undefined ? newUse() : fieldUse(item, field))
    group.properties.set('items', { ...newUse(), isList: true, item })
    group.properties.set('count', newUse())
    return group
  }
}
