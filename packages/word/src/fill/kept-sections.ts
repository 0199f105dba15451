import type { FillRequest } from '@chancery/core'
import { evaluate, rootScope } from '@chancery/tags'
import type { WordTemplate } from '../template/word-template.ts'

/**
 * Ids of the tags that stay as written under the policy `keep`: outermost sections whose path has no value, with all
 * that is in them, so that a later fill can still turn them.
 */
export function keptSections({ tags }: WordTemplate, request: FillRequest): ReadonlySet<number> {
  const kept = new Set<number>()
  if (request.missing !== 'keep') return kept
  const root = rootScope(request.data, request)
  let [depth, isKept] = [0, false]
  for (const { parsed, place } of tags) {
    if (parsed.kind === 'open' && depth++ === 0) {
      isKept = parsed.expression.kind === 'path' && evaluate(parsed.expression, root, request).kind === 'missing'
    }
    if (isKept && depth > 0) kept.add(place.id)
    if (parsed.kind === 'close' && --depth === 0) isKept = false
  }
  return kept
}
