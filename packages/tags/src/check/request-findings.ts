import type { Finding, InspectRequest } from '@chancery/core'
import type { Locate } from './data-findings.ts'
import { schemaFindings } from './schema-findings.ts'
import type { TemplateNode } from '../template/template-node.ts'
import { translationFindings } from './untranslated.ts'

/** How a template fits the schema and the translations that a check was asked with. */
export const requestFindings = <Place>(
  nodes: readonly TemplateNode<Place>[],
  { schema, translations, locale }: Pick<InspectRequest, 'schema' | 'translations' | 'locale'>,
  locate: Locate<Place>,
): readonly Finding[] => [
  ...(schema === undefined ? [] : schemaFindings(nodes, schema, locate)),
  ...(translations === undefined ? [] : translationFindings(nodes, translations, locale, locate)),
]
