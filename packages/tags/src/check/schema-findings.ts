import type { Finding, JsonSchema } from '@chancery/core'
import { checkSchema, type SchemaFault } from './check-schema.ts'
import { gravest, type Locate } from './data-findings.ts'
import { namesField } from '../formatters/list-fields.ts'
import { findFormatter } from '../formatters/registry.ts'
import { inferSchema } from '../schema/infer-schema.ts'
import { mainPath } from '../data/reads.ts'
import { namesIn, settleNames } from './settle-names.ts'
import type { Expression } from '../syntax/expression.ts'
import type { TemplateNode } from '../template/template-node.ts'

/** How grave a difference between a template and a schema of its data is. */
export const schemaSeverities: Readonly<Record<SchemaFault['code'], Finding['severity']>> = {
  missing_value: 'error',
  wrong_kind: 'error',
  optional_value: 'warning',
  unknown_value: 'warning',
  unused_data: 'info',
}

/** Where a schema of the data to come differs from what the template wants, each at the first tag that reads it. */
export function schemaFindings<Place>(
  all: readonly TemplateNode<Place>[],
  schema: JsonSchema,
  locate: Locate<Place>,
): readonly Finding[] {
  const nodes = settleNames(all, namesIn(schema))
  const places = placesOf(nodes)
  const findings = checkSchema(inferSchema(nodes), schema).map(({ code, path, message, hint }): Finding => {
    const node = places.get(path)
    return {
      code,
      severity: schemaSeverities[code],
      message,
      ...(hint === undefined ? {} : { hint }),
      location: { ...(node === undefined ? {} : locate(node.place, node.tag)), path },
    }
  })
  return gravest(findings)
}

type Located<Place> = Exclude<TemplateNode<Place>, { kind: 'literal' }>

/** The first tag of every path, in the words of the data; of an object the first that reads something of it. */
function placesOf<Place>(nodes: readonly TemplateNode<Place>[]): ReadonlyMap<string, Located<Place>> {
  const places = new Map<string, Located<Place>>()
  const objects = new Map<string, Located<Place>>()
  const put = (path: string, node: Located<Place>): void => {
    if (places.has(path)) return
    places.set(path, node)
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      const object = path.slice(0, dot)
      if (objects.has(object)) break
      objects.set(object, node)
    }
  }
  const visit = (each: readonly TemplateNode<Place>[], around: readonly string[]): void => {
    for (const node of each) {
      if (node.kind === 'literal') continue
      const path = mainPath(node.expression)?.segments.join('.') ?? ''
      const candidates = around.map((prefix) => (prefix === '' ? path : `${prefix}.${path}`))
      for (const candidate of candidates) {
        put(candidate, node)
        for (const field of fieldsNamed(node.expression)) put(`${candidate}.${field}`, node)
      }
      if (node.kind !== 'section') continue
      visit(node.children, [...new Set([...around, ...candidates])].slice(0, 32))
      visit(node.otherwise, around)
    }
  }
  visit(nodes, [''])
  return new Map([...objects, ...places])
}

/** `price` of `items | sort:"name" | sum:"price"`, and `name`. */
function fieldsNamed(expression: Expression): readonly string[] {
  const fields: string[] = []
  for (let at = expression; at.kind === 'pipe'; at = at.input) {
    const formatter = findFormatter(at.formatter.name)
    const [field] = at.args
    if (formatter !== undefined && namesField(formatter) && field?.kind === 'literal') fields.push(String(field.value))
  }
  return fields
}
