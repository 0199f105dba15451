import type { JsonObject } from '@chancery/core'
import { evaluate, type EvaluationContext, type MissingPath, type Outcome, textOutcome } from './evaluate.ts'
import { kindOf } from './plain-text.ts'
import { pathsOf } from './reads.ts'
import { countSteps, joinPath, lookup, rootScope, type Scope, type Steps } from './scope.ts'
import { readsInside, readsItem, readsOutside, sectionKind } from './section-kind.ts'
import { turnsOf } from './sections.ts'
import type { FormatContext } from './formatters/formatter.ts'
import { suggest } from './suggest.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'
import { unusedPaths } from './unused-paths.ts'

type TagNodeOf<Place> = ValueNode<Place> | SectionNode<Place>

/** One thing that is wrong between data and template, once for each path and kind, with the first tag that meets it. */
export interface DataFault<Place> {
  readonly code: 'missing_value' | 'wrong_kind' | 'wrong_argument' | 'unknown_formatter'
  /** Dotted, without the indexes of loops. */
  readonly path: string
  /** JSON pointer segments into the data, of the first place. */
  readonly pointer: readonly string[]
  readonly message: string
  readonly hint?: string
  /** The path of the data that was probably meant. */
  readonly suggestion?: string
  readonly node: TagNodeOf<Place>
}

export interface DataReport<Place> {
  /** Paths whose values are written. */
  readonly filled: readonly string[]
  /** Paths that have no value (absent or null). */
  readonly missing: readonly string[]
  /** Paths of the data that no tag reads; of an object that nothing is read of, the object alone. */
  readonly unused: readonly string[]
  readonly faults: readonly DataFault<Place>[]
}

/** More distinct faults than this are not listed. */
const maxFaults = 1000

/**
 * Walks a template over data as a fill does, and tells all that is missing, of the wrong kind, or never read.
 * Sections that are conditions may be missing; loops may not.
 * @throws `payload_too_large` where a fill would turn or write too much.
 */
export function checkData<Place>(
  nodes: readonly TemplateNode<Place>[],
  data: JsonObject,
  format: FormatContext,
  steps: Steps = countSteps(),
): DataReport<Place> {
  const filled = new Set<string>()
  const missing = new Set<string>()
  const faults = new Map<string, DataFault<Place>>()
  const read = new Set<string>()
  const readWhole = new Set<string>()
  const outside = readsOutside(nodes)
  const context: EvaluationContext = {
    ...format,
    onRead: ({ path }, whole) => (whole ? readWhole : read).add(path),
  }

  const note = (fault: DataFault<Place>): void => {
    const key = `${fault.code} ${fault.path}`
    if (!faults.has(key) && faults.size < maxFaults) faults.set(key, fault)
  }
  const noteMissing = (paths: readonly MissingPath[], node: TagNodeOf<Place>, scope: Scope): void => {
    for (const absent of paths) {
      if (missing.has(absent.path)) continue
      missing.add(absent.path)
      read.add(absent.path)
      const suggestion = nearPath(absent, scope)
      note({
        code: 'missing_value',
        path: absent.path,
        pointer: absent.pointer,
        message: `The data has no value for "${absent.path}".`,
        ...(suggestion === undefined ? {} : { suggestion, hint: `Did you mean "${suggestion}"?` }),
        node,
      })
    }
  }
  const noteFault = (outcome: Extract<Outcome, { kind: 'fault' }>, node: TagNodeOf<Place>): void => {
    const { code, message, hint, at } = outcome
    const path = at?.path ?? ''
    note({ code, path, pointer: at?.pointer ?? [], message, ...(hint === undefined ? {} : { hint }), node })
  }

  const visitValue = (node: ValueNode<Place>, scope: Scope): void => {
    const raw = evaluate(node.expression, scope, context)
    const outcome = node.kind === 'value' ? textOutcome(raw) : raw
    if (outcome.kind === 'missing') {
      noteMissing(outcome.missing, node, scope)
      return
    }
    if (outcome.kind === 'fault') {
      noteFault(outcome, node)
      return
    }
    if ('text' in outcome) steps.write(outcome.text.length)
    if (outcome.at !== undefined && outcome.at.builtIn !== true) filled.add(outcome.at.path)
  }

  /** By what the template shows, unless all that stands inside has its value outside already. */
  const isLoop = (node: SectionNode<Place>, scope: Scope): boolean => {
    if (sectionKind(node, outside) !== 'loop') return false
    const reads = readsInside(node.children)
    return (
      node.mode === 'each' ||
      reads.some(readsItem) ||
      !reads.every(({ segments, own }) => lookup(scope, segments, own).found)
    )
  }

  const visitSection = (node: SectionNode<Place>, scope: Scope): void => {
    const { outcome, scopes, showsOtherwise } = turnsOf(node, scope, context, steps)
    if (outcome.kind === 'fault') noteFault(outcome, node)
    const value = outcome.kind === 'found' ? outcome.value : undefined
    const isScalar = typeof value === 'string' || typeof value === 'number'
    if ((isScalar || outcome.kind === 'missing') && isLoop(node, scope)) {
      if (outcome.kind === 'missing') noteMissing(outcome.missing, node, scope)
      else if (scopes.length > 0) {
        const at = outcome.kind === 'found' ? outcome.at : undefined
        const message = `A list is wanted by ${node.tag}, and the data has ${kindOf(value)}.`
        noteFault({ kind: 'fault', code: 'wrong_kind', message, hint: 'Give a list, or write {#if …}.', at }, node)
        return
      }
    }
    for (const inner of scopes) for (const child of node.children) visit(child, inner)
    if (scopes.length === 0) {
      const at =
        outcome.kind === 'found' ? outcome.at?.path : outcome.kind === 'missing' ? outcome.missing[0]?.path : undefined
      markAll(node.children, [...pathsOfScopes(scope), ...(at === undefined ? [] : [at])], read)
    }
    for (const child of node.otherwise) {
      if (showsOtherwise) visit(child, scope)
    }
    if (!showsOtherwise) markAll(node.otherwise, pathsOfScopes(scope), read)
  }

  const visit = (node: TemplateNode<Place>, scope: Scope): void => {
    if (node.kind === 'section') visitSection(node, scope)
    else if (node.kind !== 'literal') visitValue(node, scope)
  }

  const root = rootScope(data, format)
  for (const node of nodes) visit(node, root)
  return {
    filled: [...filled],
    missing: [...missing],
    unused: unusedPaths(data, read, readWhole),
    faults: [...faults.values()],
  }
}

const pathsOfScopes = (scope: Scope): readonly string[] => {
  const paths: string[] = []
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) paths.push(at.path)
  return paths
}

/** What a part that is not shown would read, from any of the scopes that it could read from. */
function markAll<Place>(nodes: readonly TemplateNode<Place>[], scopes: readonly string[], read: Set<string>): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    const paths = pathsOf(node.expression)
    for (const { segments } of paths) for (const scope of scopes) read.add(joinPath(scope, ...segments))
    if (node.kind !== 'section') continue
    const inner = paths.flatMap(({ segments }) => scopes.map((scope) => joinPath(scope, ...segments)))
    // Scopes multiply with depth; a hundred candidates are plenty to call a path read.
    const all = [...new Set([...scopes, ...inner])].slice(0, 100)
    markAll(node.children, all, read)
    markAll(node.otherwise, scopes, read)
  }
}

/** Keys that an object is searched for near misses. */
const maxKeys = 2000

/** A path of the data that the author probably meant: a near name at the place that fails, or the same name elsewhere. */
function nearPath({ segments }: MissingPath, scope: Scope): string | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    let value: unknown = at.value
    for (const [index, segment] of segments.entries()) {
      const keys = keysOf(value)
      if (!keys.includes(segment)) {
        const near = suggest(segment, keys)
        if (near !== undefined) return [...segments.slice(0, index), near, ...segments.slice(index + 1)].join('.')
        break
      }
      value = (value as Record<string, unknown>)[segment]
      // It is there, and null: nothing was misspelt.
      if (index === segments.length - 1) return undefined
    }
  }
  const last = segments.at(-1) ?? ''
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    for (const key of keysOf(at.value)) {
      const inner = keysOf((at.value as Record<string, unknown>)[key])
      if (inner.includes(last)) return `${key}.${last}`
    }
  }
  return undefined
}

const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).slice(0, maxKeys) : []
