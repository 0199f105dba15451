import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { PackageParts } from '../package/package-parts.ts'
import { childrenOf, textOf } from '@chancery/reading/xml/xml-element'

const maxProperties = 1000

/** Properties that users named themselves (ECMA-376 part 1, 22.3); they give way to those that have names here. */
export function readCustomProperties(parts: PackageParts, builder: ModelBuilder): void {
  for (const { type, target, external } of parts.relationships('')) {
    if (external || (type !== 'custom-properties' && type !== 'customProperties')) continue
    for (const property of childrenOf(parts.xml(target), 'op:property').slice(0, maxProperties)) {
      const name = property.attributes['name']?.trim().toWellFormed() ?? ''
      if (name !== '' && name !== '__proto__' && !Object.hasOwn(builder.metadata, name)) {
        builder.metadatum(name, textOf(property))
      }
    }
  }
}
