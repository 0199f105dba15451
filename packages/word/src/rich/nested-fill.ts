import {
  ChanceryError,
  type FilledTemplate,
  type JsonObject,
  pointerTo,
  type VettedDocument,
  type Violation,
} from '@chancery/core'
import type { DocumentValue, Scope } from '@chancery/tags'
import { RichFault } from './rich-fault.ts'

/** How a document that is put in is filled itself: not at all, where it has no tags. */
export interface NestedFills {
  readonly fillWithin?: (document: VettedDocument, data: JsonObject) => Promise<FilledTemplate | undefined>
}

/** What a fill within a fill used of the data, in the words of the outer one. */
export interface NestedReport {
  readonly filled: readonly string[]
  readonly missing: readonly string[]
  /** Absent: it was filled with other data. */
  readonly unused?: readonly string[]
}

/** Deeper, a document is most likely put into itself. */
const maxDepth = 6
/** In one fill, those within others counted. */
const maxDocuments = 1000

/** What stops a fill within a fill. */
export class NestedFault extends Error {
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super('A document that is to be put in cannot be filled.')
    this.violations = violations
  }
}

/** How deep a fill stands in others, and how many documents they have put in together. */
export interface Nesting {
  readonly depth: number
  readonly count: { documents: number }
}

/** One level further in. @throws RichFault, `payload_too_large` */
export function deeper({ depth, count }: Nesting): Nesting {
  if (depth >= maxDepth) {
    throw new RichFault('Documents are put into one another too deeply.', 'A document must not be put into itself.')
  }
  if (++count.documents > maxDocuments) {
    throw new ChanceryError('payload_too_large', 'The filled document would have too many documents in it.', {
      details: { what: 'documents', limit: maxDocuments, actual: count.documents },
    })
  }
  return { depth: depth + 1, count }
}

/** What the tags of a document can read that stands at a place: all around it, what is nearer first. */
export function dataAt(scope: Scope): JsonObject {
  const own = isObject(scope.value) ? scope.value : {}
  return scope.parent === undefined ? own : { ...dataAt(scope.parent), ...own }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The scope that `dataAt` has a name from: the nearest one, too, where it is nowhere. */
function originOf(name: string, scope: Scope): Scope {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (isObject(at.value) && Object.hasOwn(at.value, name)) return at
  }
  return scope
}

const joined = (path: string, rest: string): string => (path === '' ? rest : `${path}.${rest}`)

/** Paths of a nested fill as the outer one says them. */
export function reportAt(
  { filled, missing, unused }: FilledTemplate,
  { fill }: DocumentValue,
  scope: Scope,
): NestedReport | undefined {
  if (fill !== 'same') return undefined
  const outer = (path: string): string => joined(originOf(path.split('.', 1)[0] ?? '', scope).path, path)
  // The list around the place is data to the document as well; that it does not read that says nothing of its items.
  const isAround = (path: string): boolean => scope.path === path || scope.path.startsWith(`${path}.`)
  return {
    filled: filled.map(outer),
    missing: missing.map(outer),
    unused: unused.map(outer).filter((path) => !isAround(path)),
  }
}

const putIn = 'Document put in'

/**
 * What stops a nested fill, said of the outer one's data: a document with faults is itself the wrong value; data that it
 * lacks is lacking where it would belong.
 * @param at JSON pointer segments of the document's own value
 */
export function nestedViolations(
  error: ChanceryError,
  { fill }: DocumentValue,
  scope: Scope,
  at: readonly string[],
): readonly Violation[] {
  const within = error.violations.map((violation): Violation => {
    const { location } = violation
    const isNamed = location !== undefined && 'part' in location && String(location.part).startsWith(putIn)
    return location === undefined || isNamed
      ? violation
      : {
          ...violation,
          location: { ...location, part: `${putIn}, ${'part' in location ? String(location.part) : ''}` },
        }
  })
  if (error.code !== 'data_incomplete') {
    const [first] = within
    const message = `The document that is to be put in cannot be filled: ${first?.message ?? error.message}`
    const hint = 'Mend it, or write | document:"unfilled" to put it in as it is.'
    const place = first?.location === undefined ? {} : { location: first.location }
    return [{ pointer: pointerOf(at), code: 'invalid_value', message, hint, ...place }]
  }
  return within.map((violation) => {
    const segments = violation.pointer.split('/').slice(2)
    const first = (segments[0] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
    const base = fill === 'same' ? originOf(first, scope).pointer : [...at, 'fill']
    return { ...violation, pointer: [pointerOf(base), ...segments].join('/') }
  })
}

const pointerOf = (segments: readonly string[]): string => pointerTo(['data', ...segments])

/** A fill's report with those of the fills within it: what any of them reads is not unused. */
export function withNested<Report extends NestedReport>(report: Report, nested: readonly NestedReport[]): Report {
  if (nested.length === 0) return report
  let unused: readonly string[] = report.unused ?? []
  for (const each of nested) if (each.unused !== undefined) unused = below(unused, each.unused)
  return {
    ...report,
    filled: [...new Set([...report.filled, ...nested.flatMap(({ filled }) => filled)])],
    missing: [...new Set([...report.missing, ...nested.flatMap(({ missing }) => missing)])],
    unused,
  }
}

/** What is in both sets of paths, where a path stands for all below it. */
function below(a: readonly string[], b: readonly string[]): readonly string[] {
  const isIn = (path: string, paths: ReadonlySet<string>): boolean => {
    for (let at = path; ; at = at.slice(0, at.lastIndexOf('.'))) {
      if (paths.has(at)) return true
      if (!at.includes('.')) return false
    }
  }
  const [inA, inB] = [new Set(a), new Set(b)]
  return [...new Set([...a.filter((path) => isIn(path, inB)), ...b.filter((path) => isIn(path, inA))])]
}
