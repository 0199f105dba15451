import type { Finding, InspectRequest } from '@chancery/core'
import type { Locate } from './data-findings.ts'
import { itemsByPath } from './items-by-path.ts'
import { schemaFindings } from './schema-findings.ts'
import type { TemplateNode } from '../template/template-node.ts'
import { translationFindings } from './untranslated.ts'

/** How a template fits the schema and the translations that a check was asked with, and what only data or a schema would settle. */
export const requestFindings = <Place>(
  nodes: readonly TemplateNode<Place>[],
  { data, schema, translations, locale }: Pick<InspectRequest, 'data' | 'schema' | 'translations' | 'locale'>,
  locate: Locate<Place>,
): readonly Finding[] => [
  ...(schema === undefined ? itemsByPath(nodes, data, locate) : []),
  ...(schema === undefined ? [] : schemaFindings(nodes, schema, locate)),
  ...(translations === undefined ? [] : translationFindings(nodes, translations, locale, locate)),
]
