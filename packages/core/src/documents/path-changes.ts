import type { Finding } from '../model/finding.ts'
import { pointerTo } from '../json.ts'
import { normalizePath, type PathChange } from '../model/document-path.ts'

const told: Record<PathChange, string> = {
  separators: '"\\" counts as "/"',
  outer_slash: 'a "/" at its beginning or end is dropped',
  composed: 'its characters are composed (Unicode NFC)',
}

/**
 * A warning for each path that the contract made another one of, so that nobody looks for a document under a path that it
 * has not. Goes along what the contract changed, and nowhere else.
 * @param given the input as it came @param parsed the same after its contract
 */
export function pathChanges(given: unknown, parsed: unknown): readonly Finding[] {
  const found: Finding[] = []
  const look = (before: unknown, after: unknown, pointer: string): void => {
    if (before === after) return
    if (typeof before === 'string' && typeof after === 'string') {
      const result = normalizePath(before)
      if (!('path' in result) || result.path !== after || result.changes.length === 0) return
      found.push({
        code: 'path_changed',
        severity: 'warning',
        message: `The path is taken as ${JSON.stringify(after)}: ${result.changes.map((change) => told[change]).join(', ')}.`,
        hint: 'Send it in this form.',
        location: { pointer },
      })
    } else if (isObject(before) && isObject(after)) {
      for (const [key, each] of Object.entries(after)) look(before[key], each, pointer + pointerTo([key]))
    }
  }
  look(given, parsed, '')
  return found
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
