import { ChanceryError } from '@chancery/core'
import { richValue } from './rich-value.ts'

/** Counts what a fill costs, so that no template can blow up: turns of loops, and text written. */
export interface Steps {
  turn(size: number): void
  write(length: number): void
  /** What formatters were given: items of lists, and an eighth of the length of texts. */
  work(size: number): void
}

export const stepLimits = { iterations: 200_000, output: 20_000_000, work: 5_000_000 } as const

/**
 * A counter for one fill; `output` is in UTF-16 units.
 * @throws `payload_too_large` with `what`, `limit` and `actual`, once a limit is passed.
 */
export function countSteps(
  limits: { readonly iterations: number; readonly output: number; readonly work?: number } = stepLimits,
): Steps {
  let iterations = 0
  let output = 0
  let worked = 0
  const most = limits.work ?? stepLimits.work
  const write = (length: number): void => {
    output += length
    if (output <= limits.output) return
    throw new ChanceryError('payload_too_large', 'The filled document would be too large.', {
      details: { what: 'output', limit: limits.output, actual: output },
    })
  }
  return {
    turn(size) {
      if (++iterations > limits.iterations) {
        throw new ChanceryError('payload_too_large', 'The loops of the template turn too often.', {
          details: { what: 'iterations', limit: limits.iterations, actual: iterations },
        })
      }
      write(size)
    },
    write,
    work(size) {
      worked += size
      if (worked <= most) return
      throw new ChanceryError('payload_too_large', 'The formatters of the template have too much to do.', {
        details: { what: 'work', limit: most, actual: worked },
      })
    },
  }
}

/** What stands for no such property, and no such variable: no value of any data is it. */
export const nothing = Symbol('nothing')
/** What stands for a property of which a scope alone does not tell; it has none of its own. */
const hidden = Symbol('hidden')

/** Where a value stands in the data. Both are worked out when they are asked for: most never are. */
interface DataPlace {
  /** Dotted, without the indexes of loops; empty for the data itself. */
  readonly path: string
  /** JSON pointer segments, with the indexes. */
  readonly pointer: readonly string[]
}

/** The turn of a loop, from 0. */
export interface Turn {
  readonly index: number
  readonly length: number
  /** Of an object whose entries are turned over. */
  readonly key: string | undefined
}

/** What every scope of a fill knows alike. */
interface Setting {
  /** Ms since the epoch. */
  readonly now: number
  /** IANA. */
  readonly timeZone: string
  /** The data was made from JSON: it can have no getters, so none are looked for. Default: it may have. */
  readonly fromJson?: boolean
}

/** The data as one place of a template sees it: the current item, and what is around it. */
export class Scope implements DataPlace {
  readonly value: unknown
  readonly parent: Scope | undefined
  readonly path: string
  readonly turn: Turn | undefined
  readonly label: string | undefined
  readonly now: number
  readonly timeZone: string
  readonly fromJson: boolean
  private readonly at: DataPlace | undefined
  private variables: Map<string, unknown> | undefined = undefined

  /** @param at the place of the value, in whose turn it is its item */
  constructor(
    value: unknown,
    { now, timeZone, fromJson = false }: Setting,
    parent?: Scope,
    at?: DataPlace,
    path = '',
    turn?: Turn,
    label?: string,
  ) {
    this.value = value
    this.parent = parent
    this.path = path
    this.turn = turn
    this.label = label
    this.now = now
    this.timeZone = timeZone
    this.fromJson = fromJson
    this.at = at
  }

  /** Gives a name to a value, for what comes after in this scope and in those within. */
  assign(name: string, value: unknown): void {
    this.variables ??= new Map()
    this.variables.set(name, value)
  }

  /** The value of a variable of this scope; `nothing` where it has none of that name. */
  variable(name: string): unknown {
    return this.variables?.has(name) === true ? this.variables.get(name) : nothing
  }

  /** Its value; of a key, what that itself has, or `nothing`, or `hidden` where a variable may stand before it. */
  own(key: string | undefined): unknown {
    if (key === undefined) return this.value
    return this.variables === undefined ? ownPlain(this.value, key, this.fromJson) : hidden
  }

  get pointer(): readonly string[] {
    const around = this.at?.pointer ?? []
    return this.turn === undefined ? around : [...around, this.turn.key ?? String(this.turn.index)]
  }
}

/** The outermost scope: what `today` and `now` say comes from the setting. */
export const rootScope = (data: unknown, setting: Setting): Scope => new Scope(data, setting)

/** What a path leads to. Not found: the place where it would belong, in the innermost scope. */
export class Lookup implements DataPlace {
  readonly found: boolean
  readonly value: unknown
  /** From which `segments` lead to the value. */
  readonly scope: Scope
  readonly segments: readonly string[]
  /** Built in, such as `$index` and `today`: no part of the data. */
  readonly builtIn: boolean

  constructor(found: boolean, value: unknown, scope: Scope, segments: readonly string[], builtIn = false) {
    this.found = found
    this.value = value
    this.scope = scope
    this.segments = segments
    this.builtIn = builtIn
  }

  get path(): string {
    return this.builtIn ? this.segments.join('.') : joinPath(this.scope.path, this.segments)
  }

  get pointer(): readonly string[] {
    return this.builtIn ? this.segments : [...this.scope.pointer, ...this.segments]
  }
}

const isNever = (key: string): boolean => key === '__proto__' || key === 'constructor' || key === 'prototype'

/** An own, plain property, or `nothing`; nothing inherited, no getter is run. A text has its length, as a list has. */
export function ownPlain(value: unknown, key: string, fromJson = false): unknown {
  if (typeof value === 'string' && key === 'length') return value.length
  if (typeof value !== 'object' || value === null) return nothing
  // A descriptor is an object made for each read; without getters nothing but the value is wanted of it.
  if (fromJson) return Object.hasOwn(value, key) && !isNever(key) ? (value as Record<string, unknown>)[key] : nothing
  const property = Object.getOwnPropertyDescriptor(value, key)
  return property !== undefined && 'value' in property && !isNever(key) ? property.value : nothing
}

/** An own, plain property of the data; nothing inherited, no getter is run. */
export function ownValue(value: unknown, key: string): { readonly found: boolean; readonly value: unknown } {
  const own = ownPlain(value, key)
  return own === nothing ? { found: false, value: undefined } : { found: true, value: own }
}

/** The scope so many scopes further out, at most the outermost. */
export function outerScope(scope: Scope, up: number): Scope {
  let at = scope
  for (let count = 0; count < up && at.parent !== undefined; count++) at = at.parent
  return at
}

/** The scope of the nearest section with a label; the outermost where there is none. */
export function labelledScope(scope: Scope, label: string): Scope {
  let at = scope
  while (at.label !== label && at.parent !== undefined) at = at.parent
  return at
}

/** The scope around so many loops. */
export function aroundLoops(scope: Scope, loops: number): Scope {
  let at = scope
  for (let left = loops; left > 0 && at.parent !== undefined; at = at.parent) if (at.turn !== undefined) left--
  return at
}

/** An item of a list; a hole, or what a getter would give, is nothing. */
export function itemAt(list: readonly unknown[], index: number, fromJson = false): unknown {
  if (fromJson) return list[index]
  const property = Object.getOwnPropertyDescriptor(list, index)
  return property !== undefined && 'value' in property ? property.value : undefined
}

/** A dotted path with more segments behind it; empty ones are left out. */
export function joinPath(path: string, segments: readonly string[]): string {
  let joined = path
  for (const segment of segments) if (segment !== '') joined = joined === '' ? segment : `${joined}.${segment}`
  return joined
}

/** Inner scopes shadow outer ones by their first segment, also where its value is null. */
export function lookup(scope: Scope, segments: readonly string[], own: boolean): Lookup {
  if (segments.length === 0) return new Lookup(true, scope.value, scope, segments)
  const first = segments[0] ?? ''
  if (!own && first.startsWith('$') && segments.length === 1) {
    const value = loopVariable(scope, first)
    if (value !== undefined) return new Lookup(true, value, scope, segments, true)
  }
  for (let at: Scope | undefined = scope; at !== undefined; at = own ? undefined : at.parent) {
    const variable = own ? nothing : at.variable(first)
    let value = variable === nothing ? ownPlain(at.value, first, at.fromJson) : variable
    if (value === nothing) continue
    for (let index = 1; index < segments.length && value !== nothing; index++) {
      value = ownPlain(value, segments[index] ?? '', at.fromJson)
    }
    const isVariable = variable !== nothing
    const isOwn = isVariable || (segments.length > 1 && isBuiltIn(segments))
    return value === nothing
      ? new Lookup(isVariable, undefined, at, segments, isVariable)
      : new Lookup(true, value, at, segments, isOwn)
  }
  if (!own && segments.length === 1) {
    if (first === 'today' || first === 'now') return new Lookup(true, clockValue(first, scope), scope, segments, true)
    if (first === 'pageBreak') return new Lookup(true, richValue({ rich: 'pageBreak' }), scope, segments, true)
  }
  return new Lookup(false, undefined, scopeOfNames(scope), segments)
}

/** Where a name would be that is nowhere: a section over a text or a number shows its content in the scope around. */
function scopeOfNames(scope: Scope): Scope {
  let at = scope
  while (at.parent !== undefined && at.turn === undefined && (typeof at.value !== 'object' || at.value === null))
    at = at.parent
  return at
}

/** Names that the language itself gives a value. */
const builtInNames: ReadonlySet<string> = new Set([
  '$index',
  '$key',
  '$number',
  '$first',
  '$last',
  '$length',
  '$even',
  '$odd',
  'today',
  'now',
  'pageBreak',
])

/** Where a merge puts the number of a record, and its place among those that are printed; nobody lists these properties. */
export const recordNumber = '$record'
export const recordPlace = '$sequence'

const isOfMerge = (name: string | undefined): boolean => name === recordNumber || name === recordPlace

/** Whether a path leads to what the language gives itself, and to nothing of the data. */
export const isBuiltIn = (segments: readonly string[]): boolean =>
  segments.length === 1 ? builtInNames.has(segments[0] ?? '') : isOfMerge(segments.at(-1))

function loopVariable(scope: Scope, name: string): number | boolean | string | undefined {
  let at: Scope | undefined = scope
  while (at !== undefined && at.turn === undefined) at = at.parent
  if (at?.turn === undefined) return undefined
  const { index, length, key } = at.turn
  switch (name) {
    case '$key':
      return key ?? index
    case '$index':
      return index
    case '$number':
      return index + 1
    case '$first':
      return index === 0
    case '$last':
      return index === length - 1
    case '$length':
      return length
    // By the index from 0, as `$index` is: the first turn is even.
    case '$even':
      return index % 2 === 0
    case '$odd':
      return index % 2 === 1
    default:
      return undefined
  }
}

/** `today` is the date in the caller's time zone, `now` the instant; both ISO 8601. */
function clockValue(name: 'today' | 'now', { now, timeZone }: Scope): string {
  if (name === 'now') return new Date(now).toISOString()
  const parts = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`
}

/** The scope inside a section over `value`, which stands `at` that place; `turn` where it is one of many. */
export const innerScope = (
  scope: Scope,
  value: unknown,
  at: DataPlace,
  label?: string,
  turn?: Turn,
  path = at.path,
): Scope => new Scope(value, scope, scope, at, path, turn, label)
