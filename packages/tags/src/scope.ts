import { ChanceryError } from '@chancery/core'

/** Counts what a fill costs, so that no template can blow up: turns of loops, and text written. */
export interface Steps {
  turn(size: number): void
  write(length: number): void
}

export const stepLimits = { iterations: 200_000, output: 20_000_000 } as const

/** @throws `payload_too_large` with `what`, `limit` and `actual`, once a limit is passed. */
export function countSteps(limits: { readonly iterations: number; readonly output: number } = stepLimits): Steps {
  let iterations = 0
  let output = 0
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
  }
}

/** The data as one place of a template sees it: the current item, and what is around it. */
export interface Scope {
  readonly value: unknown
  readonly parent: Scope | undefined
  /** Data path of `value`, dotted, without the indexes of loops; empty for the data itself. */
  readonly path: string
  /** JSON pointer segments of `value`, with the indexes. */
  readonly pointer: readonly string[]
  readonly turn: { readonly index: number; readonly length: number } | undefined
  readonly now: number
  readonly timeZone: string
}

export const rootScope = (
  data: unknown,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Scope => ({
  value: data,
  parent: undefined,
  path: '',
  pointer: [],
  turn: undefined,
  now,
  timeZone,
})

/** What a path leads to. Not found: the place where it would belong, in the innermost scope. */
export interface Lookup {
  readonly found: boolean
  readonly value: unknown
  readonly path: string
  readonly pointer: readonly string[]
  /** The first segment that does not exist, when not found. */
  readonly missingSegment?: number
  /** Built in, such as `$index` and `today`: no part of the data. */
  readonly builtIn?: boolean
}

const never = new Set(['__proto__', 'constructor', 'prototype'])

/** An own, plain property; nothing inherited, no getter is run. */
function ownValue(value: unknown, key: string): { readonly has: boolean; readonly value?: unknown } {
  if (typeof value !== 'object' || value === null || never.has(key)) return { has: false }
  const property = Object.getOwnPropertyDescriptor(value, key)
  return property !== undefined && 'value' in property ? { has: true, value: property.value } : { has: false }
}

export const joinPath = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('.')

/** Inner scopes shadow outer ones by their first segment, also where its value is null. */
export function lookup(scope: Scope, segments: readonly string[], own: boolean): Lookup {
  if (segments.length === 0) return { found: true, value: scope.value, path: scope.path, pointer: scope.pointer }
  const first = segments[0] ?? ''
  if (!own && first.startsWith('$') && segments.length === 1) {
    const value = loopVariable(scope, first)
    if (value !== undefined) return { found: true, value, path: first, pointer: [first], builtIn: true }
  }
  for (let at: Scope | undefined = scope; at !== undefined; at = own ? undefined : at.parent) {
    if (ownValue(at.value, first).has) return walk(at, segments)
  }
  if (!own && segments.length === 1 && (first === 'today' || first === 'now')) {
    return { found: true, value: clockValue(first, scope), path: first, pointer: [first], builtIn: true }
  }
  return absent(scope, segments, 0)
}

function walk(scope: Scope, segments: readonly string[]): Lookup {
  let value: unknown = scope.value
  for (const [index, segment] of segments.entries()) {
    const next = ownValue(value, segment)
    if (!next.has) return absent(scope, segments, index)
    value = next.value
  }
  return { found: true, value, path: joinPath(scope.path, ...segments), pointer: [...scope.pointer, ...segments] }
}

const absent = (scope: Scope, segments: readonly string[], missingSegment: number): Lookup => ({
  found: false,
  value: undefined,
  path: joinPath(scope.path, ...segments),
  pointer: [...scope.pointer, ...segments],
  missingSegment,
})

/** Names that the language itself gives a value. */
export const builtInNames: ReadonlySet<string> = new Set([
  '$index',
  '$number',
  '$first',
  '$last',
  '$length',
  'today',
  'now',
])

function loopVariable(scope: Scope, name: string): number | boolean | undefined {
  let at: Scope | undefined = scope
  while (at !== undefined && at.turn === undefined) at = at.parent
  if (at?.turn === undefined) return undefined
  const { index, length } = at.turn
  switch (name) {
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

/** The scope inside a section over `value`, which stands at `path` of `scope`; `turn` where it is one of many. */
export const innerScope = (
  scope: Scope,
  value: unknown,
  at: Pick<Lookup, 'path' | 'pointer'>,
  turn?: { readonly index: number; readonly length: number },
): Scope => ({
  ...scope,
  value,
  parent: scope,
  path: at.path,
  pointer: turn === undefined ? at.pointer : [...at.pointer, String(turn.index)],
  turn,
})
