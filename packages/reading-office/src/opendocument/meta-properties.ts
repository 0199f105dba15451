import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import { childrenOf, descend, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'

const names: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:subject': 'subject',
  'dc:description': 'description',
  'meta:keyword': 'keywords',
  'meta:initial-creator': 'author',
  'dc:creator': 'lastModifiedBy',
  'meta:creation-date': 'created',
  'dc:date': 'modified',
  'dc:language': 'language',
  'meta:generator': 'application',
}

const known = new Set(Object.values(names))

/** Properties that users named themselves give way to those that have names here. */
function ownName({ name, attributes }: XmlElement, { metadata }: ModelBuilder): string | undefined {
  const own = name === 'meta:user-defined' ? (attributes['meta:name']?.trim() ?? '') : ''
  return own === '' || own === '__proto__' || known.has(own) || Object.hasOwn(metadata, own) ? undefined : own
}

/** Title, author, dates and so on (ISO/IEC 26300, 4.3), under the same names as those of Office Open XML. */
export function readMetaProperties(root: XmlElement | undefined, builder: ModelBuilder): void {
  for (const property of childrenOf(descend(root, 'office:meta'))) {
    const name = names[property.name] ?? ownName(property, builder)
    const text = textOf(property).trim()
    if (name === 'keywords' && builder.metadata['keywords'] !== undefined) {
      builder.metadatum(name, `${builder.metadata['keywords']}, ${text}`)
    } else if (name !== undefined) builder.metadatum(name, text)
  }
  builder.metadata['author'] ??= builder.metadata['lastModifiedBy'] ?? ''
  if (builder.metadata['author'] === '') delete builder.metadata['author']
}
