import type { Attachment } from '@chancery/core'
import type { ReadingOptions } from '@chancery/reading/reader'
import type { PackageParts } from './package-parts.ts'

/** Documents inside the document, each once, by the names of their parts. */
export async function attachEmbedded(
  parts: PackageParts,
  names: readonly string[],
  attach: ReadingOptions['attach'],
): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const name of new Set(names)) {
    const bytes = parts.bytes(name)
    if (bytes !== undefined) attachments.push(await attach({ filename: name.split('/').at(-1) ?? name, bytes }))
  }
  return attachments
}
