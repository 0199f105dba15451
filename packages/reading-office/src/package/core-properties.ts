import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { PackageParts } from './package-parts.ts'
import { childrenOf, textOf } from '@chancery/reading/xml/xml-element'

const names: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'dc:description': 'description',
  'dc:language': 'language',
  'cp:keywords': 'keywords',
  'cp:category': 'category',
  'cp:lastModifiedBy': 'lastModifiedBy',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
  'ep:Company': 'company',
  'ep:Manager': 'manager',
  'ep:Application': 'application',
}

/** Title, author, dates and so on of an Office Open XML package (ECMA-376 part 2, 11 and part 1, 22.2). */
export function readCoreProperties(parts: PackageParts, builder: ModelBuilder): void {
  for (const { type, target, external } of parts.relationships('')) {
    if (external || (type !== 'core-properties' && type !== 'extended-properties' && type !== 'extendedProperties'))
      continue
    for (const property of childrenOf(parts.xml(target))) {
      const name = names[property.name]
      if (name !== undefined) builder.metadatum(name, textOf(property))
    }
  }
  builder.language ??= builder.metadata['language'] ?? null
}
