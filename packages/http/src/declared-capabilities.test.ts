import { calls, type Operation } from '@chancery/core'
import { expect, it } from 'vitest'
import { schemasOf } from './openapi/operation-schemas.ts'

/** Whether a part of that name is anywhere in a schema. */
function holds(schema: unknown, part: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(
    ([key, value]) => (key === '$ref' && String(value).endsWith(`/${part}`)) || key === part || holds(value, part),
  )
}

/** Ports that take documents, templates or texts apart. */
const apart = ['extractors', 'identifiers', 'documentTemplates', 'emailTemplates', 'clientSources']

it.each((calls as readonly Operation[]).map((operation) => [operation.name, operation] as const))(
  '%s does what it declares',
  (_, operation) => {
    const { input, output } = schemasOf(operation)
    expect(operation.producesDocuments).toBe(holds(output, 'ProducedDocument'))
    expect(operation.takesDocuments).toBe(JSON.stringify(input).includes('"base64"'))
    expect(operation.cost).toBe(operation.needs.some((port) => apart.includes(port)) ? 'documents' : 'plain')
  },
)
