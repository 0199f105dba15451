import type { JsonSchema } from '@chancery/core'

/** Gathers schemas of many operations under `#/components/schemas`, each named part once. */
export interface ComponentSchemas {
  /** Adds a schema with those of its `$defs` that it stands on, and answers the reference to it. */
  add(name: string, schema: JsonSchema): JsonSchema
  all(): Readonly<Record<string, JsonSchema>>
}

export function createComponentSchemas(first: Readonly<Record<string, JsonSchema>>): ComponentSchemas {
  const components = new Map<string, { readonly text: string; readonly schema: JsonSchema }>()
  for (const [name, schema] of Object.entries(first)) components.set(name, { text: JSON.stringify(schema), schema })

  /** The name under which a part is kept: its own, or the next free one where another part has it (`Source2`). */
  const nameFor = (name: string, text: string): string => {
    let candidate = name
    for (let number = 2; ; number++) {
      const there = components.get(candidate)
      if (there === undefined || there.text === text) return candidate
      candidate = `${name}${number}`
    }
  }

  return {
    add(name, schema) {
      const { $schema: _dialect, $defs = {}, ...root } = schema
      const definitions = partsUnder(root, $defs as Readonly<Record<string, JsonSchema>>)
      // A part differs from its namesake where anything that it stands on does, so it is compared with all of that.
      const parts = Object.entries(definitions).map(([key, definition]) => {
        const text = textWithParts(definition, definitions)
        return { key, definition, text, name: nameFor(key, text) }
      })
      const names = new Map(parts.map((part) => [part.key, part.name]))
      for (const part of parts) {
        components.set(part.name, { text: part.text, schema: renamed(part.definition, names) as JsonSchema })
      }
      const rootName = nameFor(name, JSON.stringify(root))
      components.set(rootName, { text: JSON.stringify(root), schema: renamed(root, names) as JsonSchema })
      return { $ref: `#/components/schemas/${rootName}` }
    },
    all: () => Object.fromEntries([...components].map(([name, { schema }]) => [name, schema])),
  }
}

const prefix = '#/$defs/'

/** Points every reference to where its part is kept now. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      if (key !== '$ref' || typeof entry !== 'string' || !entry.startsWith(prefix)) return [key, renamed(entry, names)]
      const target = entry.slice(prefix.length)
      return [key, `#/components/schemas/${names.get(target) ?? target}`]
    }),
  )
}

type Definitions = Readonly<Record<string, JsonSchema>>

/** The parts that a schema refers to, and those that they refer to, in the order in which they are met. */
function partsUnder(schema: JsonSchema, definitions: Definitions): Definitions {
  const found = new Map<string, JsonSchema>()
  const queue = [schema]
  for (const each of queue) {
    for (const [, name = ''] of JSON.stringify(each).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const part = definitions[name]
      if (part === undefined || found.has(name)) continue
      found.set(name, part)
      queue.push(part)
    }
  }
  return Object.fromEntries(found)
}

/** A part's text with the texts of all parts that it refers to. */
const textWithParts = (part: JsonSchema, definitions: Definitions): string =>
  [
    JSON.stringify(part),
    ...Object.entries(partsUnder(part, definitions)).map(([name, each]) => `${name}:${JSON.stringify(each)}`),
  ].join('\n')
