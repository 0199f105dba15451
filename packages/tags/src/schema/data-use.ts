import type { JsonSchema } from '@chancery/core'

/** What a template does with one path of the data. */
export interface Use {
  isText: boolean
  isList: boolean
  isCondition: boolean
  required: boolean
  /** JSON Schemas of what formatters take. */
  readonly takes: JsonSchema[]
  /** Values that it is compared with. */
  readonly comparedWith: Set<string | number | boolean>
  readonly properties: Map<string, Use>
  item: Use | undefined
  /** What it has under keys that the data decides. */
  entry: Use | undefined
}

export const newUse = (): Use => ({
  isText: false,
  isList: false,
  isCondition: false,
  required: false,
  takes: [],
  comparedWith: new Set(),
  properties: new Map(),
  item: undefined,
  entry: undefined,
})

/** The use of what is read below another; made if new. */
export function below(from: Use, segments: readonly string[]): Use {
  let use = from
  for (const segment of segments) {
    if (/^\d+$/.test(segment)) {
      use.isList = true
      use = use.item ??= newUse()
      continue
    }
    let next = use.properties.get(segment)
    if (next === undefined) {
      next = newUse()
      use.properties.set(segment, next)
    }
    use = next
  }
  return use
}

/** A key of dictionaries in sample data. */
export const sampleKey = 'example'
